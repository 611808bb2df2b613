"""What is to be measured of one system on one test set, and what was seen of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import UsageError
from scoring.evidence.evidence import Evidence
from scoring.metrics import catalog
from scoring.metrics.key import DISJOINT, LABELS, SLICES
from scoring.metrics.metric import NotAvailable
from scoring.metrics.task import Task

__all__ = ["EVERY", "Data", "Measurement", "SeveralRuns", "Shards", "Wanted"]

EVERY = "*"  # every label that is there


@dataclass(frozen=True)
class Shards:
    """One test set in several pieces, in order: paths or objects that the task reads."""

    pieces: tuple[object, ...]


@dataclass(frozen=True)
class SeveralRuns:
    """Predictions of one system trained several times, to be scored as one: paths or objects, also ``Shards``.

    >>> SeveralRuns(["seed1.conllu", "seed2.conllu", "seed3.conllu"]).runs
    ('seed1.conllu', 'seed2.conllu', 'seed3.conllu')
    """

    runs: Sequence[object]

    def __post_init__(self) -> None:
        given: object = self.runs
        if isinstance(given, str | bytes) or not isinstance(given, Sequence) or not given:
            msg = f"several runs are a list of predictions, got {given!r:.80}"
            raise UsageError(msg)
        object.__setattr__(self, "runs", tuple(self.runs))


@dataclass(frozen=True)
class Wanted:
    """What is to be measured beside the whole: single labels (``("*",)``: all), slices by fields, task options.

    ``reading`` is how both sides are read.
    """

    labels: tuple[str, ...] = ()
    slices: tuple[str, ...] = ()  # a field of the gold data, for all its values, or ``field=value``
    options: Mapping[str, Any] = field(default_factory=dict)
    reading: Mapping[str, Any] = field(default_factory=dict)
    disjoint: bool = False  # whether gold and prediction need have no label in common
    role: str = "pred"  # what messages call the prediction: pred, or ref_pred of a reference system

    @classmethod
    def of(cls, task: str, given: Mapping[str, Any]) -> "Wanted":
        """What the keys that were given say; those that no task has for itself are left to others."""
        labels, slices = (tuple(given.get(key.name) or ()) for key in (LABELS, SLICES))
        kind = catalog.task(task)
        disjoint = bool(given.get(DISJOINT.name))
        return cls(labels, slices, kind.options(given), kind.reading(given), disjoint)

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields to slice by, each once."""
        return tuple(dict.fromkeys(wanted.partition("=")[0] for wanted in self.slices))


@dataclass(frozen=True, eq=False)
class Data:
    """The data of a measurement, for what no evidence tells: what its units and labels are.

    ``places`` are the units of a slice, None of the whole.
    """

    task: Task[Any, Any]
    aligned: Any
    places: NDArray[np.intp] | None = None


@dataclass(frozen=True)
class Measurement:
    """What was seen of one system on one test set: evidence by metric id, and what fingerprints the gold data."""

    evidence: Mapping[str, Evidence | NotAvailable]
    gold_sha256: str | None
    ids: tuple[str, ...] = ()
    unit: str = "unit"
    labels: tuple[str, ...] = ()  # those with evidence of their own, under ``id[label]``
    present: tuple[str, ...] = ()  # all that are in gold or prediction, where any was asked for
    digests: tuple[bytes, ...] = ()
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # a value for each unit, by field
    notes: tuple[str, ...] = ()  # what a reader should know of the data
    flags: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # by metric id: warnings that rows show
    data: Data | None = field(default=None, compare=False, repr=False)  # where one process measured it whole
    signatures: Mapping[str, str] = field(
        default_factory=dict
    )  # by metric id, where the data has a part in it

    def flagged(self, flag: str) -> "Measurement":
        """The measurement with a flag more in every row."""
        return replace(self, flags={name: (*self.flags.get(name, ()), flag) for name in self.evidence})
