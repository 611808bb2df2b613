"""The records of a rows file: a row, what it is made of, and how it is named."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Self

import msgspec

from scoring.base.errors import UsageError
from scoring.base.globs import composed, glob_matches
from scoring.base.names import fault_in_name
from scoring.metrics.metric import Better, Scale
from scoring.rows.verdict import Rule, Verdict

__all__ = [
    "Event",
    "Identity",
    "MoreLosses",
    "PartLoss",
    "Row",
    "RowDifference",
    "RunScores",
    "UnitLoss",
    "Why",
]

Ends = tuple[float, float]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every record of a rows file has in common: immutable, and no field that nobody knows."""


class RowDifference(Record, frozen=True):
    """The paired difference of two systems on the same units: ours minus the reference, in the score's unit.

    ``resamples`` are those that were drawn for it.
    """

    value: float
    ci: Ends
    p: float
    adjusted_p: float | None = None
    ours_ci: Ends | None = None
    reference_ci: Ends | None = None
    resamples: Annotated[int, msgspec.Meta(ge=0)] | None = None


class RunScores(Record, frozen=True):
    """The score of each run of a system that was trained several times, and their standard deviation.

    A score is None where it is undefined, the deviation where fewer than two are defined.
    """

    scores: tuple[float | None, ...]
    sd: float | None


class Event(Record, frozen=True):
    """One acceptance of a new reference: the score it replaced, why and when."""

    score: float
    date: str
    reason: str


class UnitLoss(Record, frozen=True):
    """A unit that lost against the reference: how much of the score that cost, and what was counted and said on it.

    ``before`` and ``after`` are the unit's counts of the reference and of ours, where the metric counts; ``gold`` and
    ``predicted`` hold what differs, side by side, and ``old`` what the reference system said of the same things, where
    its output is at hand.
    """

    id: str
    loss: float  # in the score's unit: what the whole would win back if this unit alone were as the reference had it
    before: dict[str, float | int] | None = None
    after: dict[str, float | int] | None = None
    text: str | None = None
    gold: Any = None
    predicted: Any = None
    old: Any = None  # left out of a rows file where there is nothing in it


class MoreLosses(Record, frozen=True):
    """The units that lost and are not named: how many, and the sum of their losses."""

    units: Annotated[int, msgspec.Meta(ge=0)]
    loss: float


class PartLoss(Record, frozen=True):
    """A label or relation that lost against the reference, with its correct, predicted and gold counts."""

    name: str
    loss: float  # as that of a unit
    before: dict[str, float | int]
    after: dict[str, float | int]


class Why(Record, frozen=True):
    """Why a score got worse: the units that lost, and the labels or relations that did, those that lost most first.

    What is known of units is kept of the first ones, ids and losses of some more; ``rest`` are all others.
    """

    lost: Annotated[int, msgspec.Meta(ge=0)] = 0  # units in all
    units: tuple[UnitLoss, ...] = ()
    rest: MoreLosses | None = None
    parts: tuple[PartLoss, ...] = ()
    note: str | None = None  # what is not said of the units, and why


class Row(Record, frozen=True):
    """One score of one system on one test set, with its interval and, where there is a reference, its verdict.

    Identity is component, language, dataset and metric label.  Scores of scale ``points`` are shares times 100.
    A hand-written reference needs only the identity, ``score`` and ``source``.
    """

    component: str
    language: str
    dataset: str
    metric: str
    score: float | None
    source: str
    scale: Scale | None = None  # points, where a hand-written row does not say
    better: Better | float | None = None
    ci: Ends | None = None
    precision: float | None = None
    recall: float | None = None
    counts: dict[str, float | int] | None = None
    runs: RunScores | None = None
    unit: str | None = None
    units: Annotated[int, msgspec.Meta(ge=0)] | None = None
    resamples: Annotated[int, msgspec.Meta(ge=0)] | None = None
    seed: int | None = None
    draws: str | None = None
    signature: str | None = None
    gold_sha256: str | None = None
    units_sha256: str | None = None
    slack: Annotated[float, msgspec.Meta(ge=0)] | None = None
    history: tuple[Event, ...] = ()
    reference: float | None = None
    reference_ci: Ends | None = None
    reference_source: str | None = None
    within_noise: bool | None = None
    verdict: Verdict | None = None
    rule: Rule | None = None
    difference: RowDifference | None = None
    mde: float | None = None
    flags: tuple[str, ...] = ()
    reason: str | None = None
    why: Why | None = None  # of a worse row, where the reference's units are at hand

    @property
    def identity(self) -> "Identity":
        return Identity(self.component, self.language, self.dataset)

    @property
    def key(self) -> str:
        """The row's name as people see and match it: ``fast tagger/en/UD English-EWT test/LAS``."""
        return self.identity.key(self.metric)


@dataclass(frozen=True, order=True)
class Identity:
    """What a score belongs to: component, language and dataset, in normal form C; none is empty or holds a ``/``."""

    component: str
    language: str
    dataset: str

    def __post_init__(self) -> None:
        for field in ("component", "language", "dataset"):
            check_name(field, getattr(self, field))
            object.__setattr__(self, field, composed(getattr(self, field)))

    def key(self, metric: str) -> str:
        return f"{self.component}/{self.language}/{self.dataset}/{composed(metric)}"

    @property
    def digest(self) -> str:
        """16 hex digits that name the file of the units: the same for every metric of the test set."""
        return hashlib.sha256(f"{self.component}/{self.language}/{self.dataset}".encode()).hexdigest()[:16]

    @classmethod
    def of(cls, fields: Mapping[str, Any]) -> Self:
        return cls(fields["component"], fields["language"], fields["dataset"])


def check_name(field: str, name: object) -> None:
    """Raises UsageError unless the name is one line of text without a slash."""
    if not isinstance(name, str) or not name.strip():
        msg = f'{field} is {name!r}: give a name, as in {field} = "fast tagger"'
        raise UsageError(msg)
    if fault := fault_in_name(name):
        msg = f"{field} {name!r} {fault}"
        raise UsageError(msg)


def matches(row: Row, glob: str) -> bool:
    """Whether the row's key is the glob, as of a label in brackets, or matches it."""
    return glob_matches(glob, row.key)
