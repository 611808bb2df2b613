"""Counts that add up across units: what most metrics leave."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError
from scoring.evidence.evidence import Bools, CompleteEvidence, Floats, Places
from scoring.evidence.kinds import kinds_of_table

__all__ = ["Counts", "named_counts"]

LARGEST_COUNT = float(1 << 53)  # whole numbers up to here are exact in float64


def compact(table: Floats) -> NDArray[Any]:
    """The table in the smallest signed integers that hold it exactly, or as it is where it has fractions."""
    if table.size == 0:
        return table.astype(np.int32)
    if not bool(np.all(table == np.rint(table))):
        return table
    largest = float(np.abs(table).max())
    for kind in (np.int16, np.int32, np.int64):
        if largest <= np.iinfo(kind).max:
            return table.astype(kind)
    return table


@dataclass(frozen=True)
class Counts(CompleteEvidence):
    """Counts that add up across units: F1, accuracy, chrF, BLEU, TER, any mean or ratio.

    ``table`` is ``(units, k)``, one column for each name in ``columns``; ``formula`` takes totals ``(..., k)``
    to scores ``(...)``.  ``perfect`` is the score of a unit without an error, None where there is no such score.
    """

    table: Floats
    columns: tuple[str, ...]
    formula: Callable[[Floats], Floats]
    perfect: float | None = None

    def __post_init__(self) -> None:
        shape, kind = (
            getattr(self.table, "shape", None),
            getattr(getattr(self.table, "dtype", None), "kind", "?"),
        )
        if shape is None or len(shape) != 2 or shape[1] != len(self.columns):
            msg = f"counts have shape {shape}, but the columns are {', '.join(self.columns)}"
            raise EvidenceError(msg)
        if kind not in "biuf":
            msg = f"counts are {self.table.dtype}, but real numbers are needed"
            raise EvidenceError(msg)
        if self.table.size and not max(-float(self.table.min()), float(self.table.max())) <= LARGEST_COUNT:
            msg = "a count is not finite, or too large to be summed exactly (above 2**53)"
            raise EvidenceError(msg)

    @property
    def units(self) -> int:
        return int(self.table.shape[0])

    def totals(self, weights: Floats) -> Floats:
        """Weighted column sums: ``(..., units)`` to ``(..., k)``."""
        return np.asarray(weights, dtype=np.float64) @ self.table

    def score(self, weights: Floats) -> Floats:
        return self.formula(self.totals(weights))

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {"counts": compact(self.table)}

    def in_error(self) -> Bools:
        return imperfect(self.unit_scores(), self.perfect)

    @property
    def tables(self) -> tuple[Floats, ...]:
        return (self.table,)

    @property
    def table_columns(self) -> tuple[str, ...]:
        return self.columns

    def score_of_totals(self, totals: Sequence[Floats], runs: Floats) -> Floats:  # noqa: ARG002 - one run is always taken
        return self.formula(totals[0])

    def kinds(self) -> Places | None:
        return kinds_of_table(self.table)

    def alike(self, other: CompleteEvidence) -> bool:
        return super().alike(other) and self.columns == other.table_columns

    def unit_scores(self) -> Floats:
        return self.formula(self.table)

    def unit_counts(self) -> list[dict[str, Any]]:
        return [named_counts(self.columns, row) for row in np.asarray(self.table)]

    def sliced(self, chosen: Bools) -> Self:
        return replace(self, table=self.table[chosen])

    def exchanged(self, opponent: CompleteEvidence, chosen: Places | None = None) -> Floats:
        if not isinstance(opponent, Counts):
            return super().exchanged(opponent, chosen)
        if self.columns != opponent.columns:
            msg = f"ours counts {', '.join(self.columns)}, the reference {', '.join(opponent.columns)}"
            raise EvidenceError(msg)
        places = slice(None) if chosen is None else chosen
        table = self.table[places]
        totals: Floats = np.ones(len(table)) @ table + (opponent.table[places] - table)
        return self.formula(totals)

    def joined(self, others: Sequence[Self]) -> Self:
        for other in others:
            if other.columns != self.columns:
                msg = f"cannot join counts of {', '.join(self.columns)} with {', '.join(other.columns)}"
                raise EvidenceError(msg)
        table = np.concatenate([self.table, *(other.table for other in others)])
        return type(self)(table, self.columns, self.formula, self.perfect)


def imperfect(scores: Floats, perfect: float | None) -> Bools:
    """Which units fall short of the perfect score; an undefined unit has no error, without a perfect score all have."""
    if perfect is None:
        return np.ones(scores.shape, dtype=np.bool_)
    return np.abs(np.nan_to_num(scores, nan=perfect) - perfect) > 1e-9


def named_counts(columns: Sequence[str], values: Floats) -> dict[str, float | int]:
    """Counts by the names of their columns, whole numbers as such."""
    return {name: whole_number(value) for name, value in zip(columns, values.tolist(), strict=True)}


def whole_number(count: float) -> float | int:
    """The count, as a whole number where it is one."""
    return int(count) if count == int(count) else count
