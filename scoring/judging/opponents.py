"""What a row is judged by: the reference system measured here and now, a number, or a recorded row."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from scoring.evidence.evidence import Evidence, Floats, whole
from scoring.judging.rule import Reference
from scoring.judging.settings import Settings
from scoring.metrics.metric import Metric
from scoring.rows.records import Row
from scoring.rows.references import References
from scoring.statistics.intervals import Interval, interval_of

__all__ = ["Opponent", "opponent", "recorded"]


@dataclass(frozen=True)
class Opponent:
    """What a row is judged by: the reference, its evidence where it is at hand, and what to say of it."""

    reference: Reference
    source: str
    evidence: Evidence | None = None
    slack: float | None = None
    flags: tuple[str, ...] = ()
    note: str | None = None


def opponent(
    row: Row,
    metric: Metric[Any] | None,
    references: References | None,
    here: Opponent | None,
    settings: Settings,
) -> Opponent | None:
    """The one reference of a row: the system measured here and now, else the command line's number, else the file's."""
    found = references.find(row.key) if references else None
    if here is not None:
        note = f"{found.row.source}: {found.row.score} is shown, not judged" if found else None
        return Opponent(
            here.reference, here.source, here.evidence, found.row.slack if found else None, (), note
        )
    if found is None:
        return None
    theirs, stored = found.row, None
    flags: tuple[str, ...] = ()
    if settings.pair and theirs.ci is not None and metric is not None and references is not None:
        stored = references.evidence(found, metric)
        flags = () if stored.evidence or stored.fault else ("no_units",)
    reference = recorded(theirs, other_kind(row, theirs) or (stored.fault if stored else None))
    beside = references.in_files.get(row.key) if references and found.path is None else None
    note = (
        f"{beside.path} says {beside.row.score}; the number given with the command goes first"
        if beside
        else None
    )
    return Opponent(reference, theirs.source, stored.evidence if stored else None, theirs.slack, flags, note)


def recorded(row: Row, fault: str | None) -> Reference:
    """A recorded row as the reference that others are judged by; ``fault`` says why it cannot be."""
    return Reference(
        score=float("nan") if row.score is None else row.score,
        interval=Interval(*row.ci) if row.ci else None,
        units=row.units,
        gold_sha256=row.gold_sha256,
        signature=row.signature,
        fault=fault,
    )


def other_kind(row: Row, reference: Row) -> str | None:
    """Why a reference is a score of another kind, in words; None where both have one unit and one direction."""
    for name in ("scale", "better"):
        ours, theirs = getattr(row, name), getattr(reference, name)
        if None not in (ours, theirs) and ours != theirs:
            return f"the reference is of another kind: its {name} is {theirs}, that of this run {ours}"
    return None


def measured_here(evidence: Evidence, metric: Metric[Any], draws: Floats, source: str) -> Opponent:
    """The opponent that a reference system's output on the same gold makes."""
    score = whole(evidence)
    if np.isnan(score) and metric.when_undefined is not None:
        score = metric.when_undefined
    interval = interval_of(draws)
    reference = Reference(score=score, interval=interval, units=evidence.units, measured_here=True)
    return Opponent(reference, source, evidence)
