"""A task: how gold and predictions of one kind are read, aligned and cut into units, and which metrics it has.

The metrics of a family are found by scanning its package, so a new one is a module, not an entry in a list.
"""

import hashlib
import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from scoring.metrics.metric import Metric

__all__ = ["Task", "family", "gold_sha256"]


class Task(Protocol):
    """One kind of data: ``read`` both sides, ``align`` once, then every metric measures the aligned data.

    A task may also have ``notes``, ``signed``, and, to say why a score got worse, ``contrast(aligned, metric, units,
    *, show_text, label)``, what differs in some units, and ``parts(aligned, metric, chosen)``, a metric's counts by
    label.
    """

    @property
    def name(self) -> str:
        """The name in gate files: ud, spans, labels, multilabel, mt."""
        ...

    def metrics(self) -> Mapping[str, Metric[Any]]:
        """The metrics of the task by id, in the order in which they are shown."""
        ...

    def read(self, source: object, role: str) -> Any:  # noqa: ANN401 - each task has its own data
        """The data at a path, in an open file, or already in memory; ``role`` (gold, pred) names it in errors."""
        ...

    def align(self, gold: Any, pred: Any, **options: Any) -> Any:  # noqa: ANN401
        """Gold and prediction brought together; raises AlignmentError where they are not of the same text.

        ``options`` are the keys that only this task has, such as ``cluster`` or ``threshold``.
        """
        ...

    def unit_of(self, aligned: Any) -> str:  # noqa: ANN401
        """What is resampled, in one word: sentence, document, entry."""
        ...

    def unit_ids(self, aligned: Any) -> list[str]:  # noqa: ANN401
        """The declared id of every unit where each has its own, else the ordinals from 1."""
        ...

    def unit_digests(self, aligned: Any) -> Sequence[bytes]:  # noqa: ANN401
        """SHA-256 of the canonical gold content of each unit: what is read, UTF-8, LF, no comments."""
        ...

    def labels(self, aligned: Any) -> Sequence[str]:  # noqa: ANN401
        """The labels in gold or prediction, sorted; none where the task has no labels."""
        ...

    def slices(self, aligned: Any, field: str) -> Sequence[str]:  # noqa: ANN401
        """The value of a field of the gold data for each unit; raises UsageError where there is no such field."""
        ...

    def describe(self, aligned: Any, unit: int) -> Mapping[str, Any]:  # noqa: ANN401
        """A unit as a person reads it: its text, gold and predicted side by side (plain JSON types)."""
        ...


def gold_sha256(digests: Sequence[bytes]) -> str:
    """The fingerprint of a gold set: SHA-256 over the digests of its units in order, so shards give the same."""
    return hashlib.sha256(b"".join(digests)).hexdigest()


def family(package: str) -> dict[str, Metric[Any]]:
    """Every Metric that a module of the package defines, by id, in the order of ``ORDER`` in the package if any."""
    root = importlib.import_module(package)
    found: dict[str, Metric[Any]] = {}
    for module in sorted(info.name for info in pkgutil.iter_modules(root.__path__)):
        for value in vars(importlib.import_module(f"{package}.{module}")).values():
            if isinstance(value, Metric):
                found[value.id] = value
    shown = {name: place for place, name in enumerate(getattr(root, "ORDER", ()))}
    return dict(sorted(found.items(), key=lambda item: (shown.get(item[0], len(shown)), item[0])))
