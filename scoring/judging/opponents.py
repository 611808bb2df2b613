"""What a row is judged by: the reference system measured here and now, a number, or a recorded row."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from scoring.evidence.evidence import Evidence, whole
from scoring.judging.settings import Settings
from scoring.judging.terms import Reference
from scoring.metrics.metric import Metric, Scale
from scoring.rows.records import Row
from scoring.rows.references import Found, References
from scoring.statistics.intervals import Interval

__all__ = ["Opponent", "opponent_of", "reference_of"]


@dataclass(frozen=True)
class Opponent:
    """What a row is judged by: the reference, its evidence where it is at hand, and what to say of it."""

    reference: Reference
    source: str
    evidence: Evidence | None = None
    slack: float | None = None
    flags: tuple[str, ...] = ()
    note: str | None = None
    scale: Scale | None = None  # of a recorded row, where it says so


def opponent_of(
    row: Row,
    metric: Metric[Any] | None,
    references: References | None,
    here: Opponent | None,
    settings: Settings,
) -> Opponent | None:
    """The one reference of a row: the system measured here and now, else the command line's number, else the file's."""
    recorded = references.find(row.key) if references else None
    if here is not None and recorded is not None:
        note = f"{recorded.row.source}: {recorded.row.score} is shown, not judged"
        return replace(here, slack=recorded.row.slack, note=note)
    if references is None or recorded is None:
        return here
    reference, stored = recorded.row, None
    if settings.pair and reference.ci is not None and metric is not None:
        stored = references.evidence(recorded, metric)
    fault = other_kind(row, reference) or (stored.fault if stored else None)
    lacking = stored is not None and stored.evidence is None and stored.fault is None
    return Opponent(
        reference_of(reference, fault),
        reference.source,
        stored.evidence if stored else None,
        reference.slack,
        ("no_units",) if lacking else (),
        note_beside(recorded, references.in_files.get(row.key)),
        reference.scale,
    )


def note_beside(judged_by: Found, in_file: Found | None) -> str | None:
    """That a file has the row too, where a number given with the command judges it."""
    if judged_by.path is not None or in_file is None:
        return None
    return f"{in_file.path} says {in_file.row.score}; the number given with the command goes first"


def reference_of(row: Row, fault: str | None) -> Reference:
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
        ours, other = getattr(row, name), getattr(reference, name)
        if None not in (ours, other) and ours != other:
            return f"the reference is of another kind: its {name} is {other}, that of this run {ours}"
    return None


def measured_opponent(evidence: Evidence, metric: Metric[Any], source: str) -> Opponent:
    """The opponent that a reference system's output on the same gold makes; its interval comes with the draws."""
    score = full_score(evidence, metric)
    return Opponent(Reference(score=score, units=evidence.units, measured_here=True), source, evidence)


def full_score(evidence: Evidence, metric: Metric[Any]) -> float:
    """The score of the full test set, or what stands for an undefined one."""
    score = whole(evidence)
    return metric.when_undefined if np.isnan(score) and metric.when_undefined is not None else score
