"""A task: how gold and predictions of one kind are read, aligned and cut into units, and which metrics it has.

A task is registered by an entry point ``onenlp.tasks``, those of this package in the same way.  The metrics of a
family are found by scanning its package, so a new one is a module, not an entry in a list.
"""

import hashlib
import importlib
import os
import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from scoring.base.collection import without_collection
from scoring.base.errors import InputError, UsageError
from scoring.base.files import describe, named
from scoring.base.foreign import hint_of
from scoring.base.text import not_utf8
from scoring.metrics.kept import GoldKept
from scoring.metrics.key import DISJOINT, LABELS, SLICES, Key
from scoring.metrics.sources import AlreadyRead, GoldParts

if TYPE_CHECKING:
    from scoring.evidence.breakdown import Parts
    from scoring.evidence.evidence import Bools, Evidence
    from scoring.metrics.crosscheck import Crosscheck
    from scoring.metrics.declared import Declared
    from scoring.metrics.metric import Metric, NotAvailable

__all__ = ["AlreadyRead", "GoldParts", "Task", "by_id", "family", "gold_sha256", "read_side"]

Side = TypeVar("Side")
Aligned = TypeVar("Aligned")
KEPT = GoldKept()


class Task(ABC, Generic[Side, Aligned]):
    """One kind of data: ``read`` both sides, ``align`` once, then every metric measures the aligned data.

    What is abstract every task has to say; the rest has an answer that fits a task without labels, fields or texts.
    """

    name: str
    """The name in gate files and of the entry point: ud, spans, labels, multilabel, mt."""
    keys: tuple[Key, ...] = ()
    """The keys that gates of this task take beside those of every gate; ``align`` takes their values by name."""
    forms: frozenset[str] = frozenset()
    """The forms of files among those of ``scoring.base.foreign`` that the task reads; others are named in a refusal."""
    by_name_only: bool = False
    """Whether a command takes files for this task only where it is named, because they look like those of another."""
    has_gold: bool = True
    """Whether there is gold; without it a table of scores is all there is, and its ids are what is compared."""
    keeps_gold: bool = False
    """Whether what is read is never changed, so that gold may be kept for other checks of the process on it."""
    learnt: frozenset[str] = frozenset()
    """The ids of metrics that learn from the whole test set, and so cannot be measured in shards."""

    @abstractmethod
    def metrics(self) -> "Mapping[str, Metric[Any]]":
        """The metrics of the task by id, in the order in which they are shown."""

    def declare(self, declared: "Mapping[str, Declared]") -> "list[Metric[Any]]":
        """The metrics that a gate declares by name and formula; UsageError for a task that has metrics of its own."""
        name, one = next(iter(declared.items()))
        msg = (
            f"task {self.name} has metrics of its own, so none is declared as {name} = {one.formula!r}: "
            "give metrics as a list of names; formulas are for task scores"
        )
        raise UsageError(msg)

    def signed_metric(self, signature: str) -> "Metric[Any] | None":  # noqa: ARG002
        """The metric of a signature that no metric of ``metrics`` has; None where it is not this task's."""
        return None

    @abstractmethod
    def read(self, source: object, role: str) -> Side:
        """The data at a path, in an open file, or already in memory; ``role`` (gold, pred) names it in errors."""

    def read_as(self, source: object, role: str, /, **how: Any) -> Side:  # noqa: ANN401 - each key has its own type
        """What ``read`` gives, with the values of the keys that say how (``Key.reads``), for a task that has any."""
        if how:
            msg = f"task {self.name} has no {', '.join(sorted(how))} to read by; remove it"
            raise UsageError(msg)
        return self.read(source, role)

    @abstractmethod
    def align(self, gold: Side, pred: Side, **options: Any) -> Aligned:  # noqa: ANN401 - each key has its own type
        """Gold and prediction brought together; raises AlignmentError where they are not of the same text."""

    @abstractmethod
    def unit_digests(self, aligned: Aligned) -> Sequence[bytes]:
        """SHA-256 of the canonical gold content of each unit: what is read, UTF-8, LF, no comments."""

    def unit_of(self, aligned: Aligned) -> str:  # noqa: ARG002
        """What is resampled, in one word: sentence, document, entry."""
        return "unit"

    def unit_ids(self, aligned: Aligned) -> list[str]:
        """The declared id of every unit where each has its own, else the ordinals from 1."""
        return [str(number) for number in range(1, len(self.unit_digests(aligned)) + 1)]

    def labels(self, aligned: Aligned) -> Sequence[str]:  # noqa: ARG002
        """The labels in gold or prediction, sorted; none where the task has no labels."""
        return ()

    def inventories(self, aligned: Aligned) -> tuple[Collection[str], Collection[str]] | None:  # noqa: ARG002
        """The labels of gold and those of the prediction, which have to share one; None where the task has none."""
        return None

    def gold_source(self, gold: object, pred: object, how: Mapping[str, Any]) -> object:  # noqa: ARG002
        """What gold is read from: what was given, or what keys with ``is_gold`` name in its place (in ``how``).

        Raises:
            UsageError: there is nothing, or there is both.
        """
        if gold is None:
            msg = f"gold is missing: task {self.name} compares a prediction with gold data"
            raise UsageError(msg)
        return gold

    def default_names(self, gold: Side) -> Mapping[str, str]:  # noqa: ARG002
        """The ``language`` and ``dataset`` of rows that the data says itself, for who names none; maybe neither."""
        return {}

    def same_field(self, gold: Side, pred: Side) -> bool:  # noqa: ARG002
        """Whether both sides, were they read from one file, are the same part of it: a comparison with itself."""
        return True

    def warnings(self, aligned: Aligned, metric: str) -> Sequence[tuple[str, str]]:  # noqa: ARG002
        """Flags that the data puts into the row of a metric, each with a sentence that says what is meant."""
        return ()

    def slices(self, aligned: Aligned, field: str) -> Sequence[str]:  # noqa: ARG002
        """The value of a field of the gold data for each unit; raises UsageError where there is no such field."""
        msg = f"task {self.name} has no field {field!r} to slice by; remove slices"
        raise UsageError(msg)

    def notes(self, aligned: Aligned) -> Sequence[str]:  # noqa: ARG002
        """What a reader should know of the data, in sentences."""
        return ()

    def describe(self, aligned: Aligned, unit: int) -> Mapping[str, Any]:
        """A unit as a person reads it: its id and text, gold and predicted side by side (plain JSON types)."""
        return {"id": self.unit_ids(aligned)[unit]}

    def contrast(
        self, aligned: Aligned, metric: str, units: Sequence[int], *, show_text: bool, label: str | None = None  # noqa: ARG002
    ) -> Sequence[Mapping[str, Any]]:  # fmt: skip
        """What differs in some units, to say why a score got worse: ``text``, ``gold`` and ``predicted`` of each.

        Here what ``describe`` says; of that nobody knows what quotes the data, so nothing where no text is to be shown.
        """
        return [self.describe(aligned, unit) if show_text else {} for unit in units]

    def parts(self, aligned: Aligned, metric: str, chosen: "Bools | None" = None) -> "Parts | None":  # noqa: ARG002
        """The counts of a metric by label, in all units or in the chosen ones; None where it has none."""
        return None

    def signed(self, metric: "Metric[Any]", options: Mapping[str, Any]) -> "Metric[Any]":  # noqa: ARG002
        """The metric with the options in its signature that change its figures."""
        return metric

    def signatures(
        self, aligned: Aligned, evidence: "Mapping[str, Evidence | NotAvailable]"  # noqa: ARG002
    ) -> Mapping[str, str]:  # fmt: skip
        """The signatures, by metric id, in which the data has a part (a tokenizer by language)."""
        return {}

    def crosscheck(self, aligned: Aligned) -> "Crosscheck | NotAvailable":  # noqa: ARG002
        """What another program answers on the same data, for users who want both figures."""
        from scoring.metrics.metric import NotAvailable

        return NotAvailable(f"task {self.name} names no program to be compared with")

    def refusal(self, aligned: Aligned) -> str:  # noqa: ARG002
        """Why a gate or a command measures nothing on this gold, as one message; empty where it measures."""
        return ""

    def options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """What ``align`` takes of the keys that were given: the task's own, without those of measuring and reading."""
        names = [key.name for key in self.keys if key not in (DISJOINT, LABELS, SLICES) and not key.reads]
        return {name: given[name] for name in names if given.get(name) is not None}

    def reading(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """What ``read_as`` takes of the keys that were given."""
        names = [key.name for key in self.keys if key.reads]
        return {name: given[name] for name in names if given.get(name) is not None}


def read_side(
    task: Task[Side, Any], source: object, role: str, how: Mapping[str, Any] = MappingProxyType({})
) -> Side:
    """What the task reads of a source, ``how`` by its keys.

    A file that the task's own code cannot open or decode is one message as well.

    ``how`` are the values of the keys that say how it is read.

    Raises:
        InputError: the source cannot be read or is not valid.
    """
    if isinstance(source, AlreadyRead):
        data: Side = source.data
        return data
    try:
        with without_collection():
            if role == "gold" and task.keeps_gold:
                return KEPT.read(task.name, source, how, lambda: task.read_as(source, role, **how))
            return task.read_as(source, role, **how)
    except InputError as fault:
        if not (hint := hint_of(source, task.forms)):
            raise
        first, *more = fault.lines
        raise type(fault)(first + hint, *more) from None
    except (OSError, UnicodeDecodeError) as fault:
        what = named(os.fspath(source if isinstance(source, str | os.PathLike) else role))
        if isinstance(fault, UnicodeDecodeError):
            raise InputError(not_utf8(what, fault)) from None
        msg = f"{what}: cannot be read: {describe(fault)}"
        raise InputError(msg) from None


def gold_sha256(digests: Sequence[bytes]) -> str:
    """The fingerprint of a gold set: SHA-256 over the digests of its units in order, so shards give the same."""
    return hashlib.sha256(b"".join(digests)).hexdigest()


def by_id(metrics: "Iterable[Metric[Any]]") -> "dict[str, Metric[Any]]":
    """Metrics by id, as ``Task.metrics`` gives them."""
    return {metric.id: metric for metric in metrics}


def family(package: str) -> "dict[str, Metric[Any]]":
    """Every Metric that a module of the package defines, alone or in a tuple, by id.

    They come in the order of ``ORDER`` in the package, if it has one.
    """
    from scoring.metrics.metric import Metric

    root = importlib.import_module(package)
    found: dict[str, Metric[Any]] = {}
    for module in sorted(info.name for info in pkgutil.iter_modules(root.__path__)):
        for value in vars(importlib.import_module(f"{package}.{module}")).values():
            found |= by_id(
                one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, Metric)
            )
    order = {name: place for place, name in enumerate(getattr(root, "ORDER", ()))}
    return dict(sorted(found.items(), key=lambda item: (order.get(item[0], len(order)), item[0])))
