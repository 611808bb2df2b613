"""What a surface metric returns: the score of all segments, that of each, and the signature printed with them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from scoring.evidence.counts import Counts
from scoring.evidence.evidence import Floats

__all__ = ["SurfaceScore", "scored"]


@dataclass(frozen=True)
class SurfaceScore:
    """The score of a corpus and of each of its segments in points (0 to 100; TER may be more).

    ``score`` is None where there is no segment, and a note says so.  ``evidence`` holds the counts of each segment,
    ``notes`` what a reader should know of the number.
    """

    score: float | None
    per_entry: tuple[float, ...]
    signature: str
    notes: tuple[str, ...] = ()
    evidence: Counts | None = field(default=None, repr=False, compare=False)


def scored(
    table: Floats,
    columns: Sequence[str],
    formula: Callable[[Floats], Floats],
    signature: str,
    notes: tuple[str, ...] = (),
    *,
    perfect: float,
) -> SurfaceScore:
    """The scores of a table of counts, ``(segments, columns)``."""
    evidence = Counts(table, tuple(columns), formula, perfect)
    if not len(table):
        return SurfaceScore(
            None, (), signature, ("there is no segment, so there is no score", *notes), evidence
        )
    total = float(formula(table.sum(axis=0)))
    return SurfaceScore(total, tuple(np.asarray(formula(table)).tolist()), signature, notes, evidence)
