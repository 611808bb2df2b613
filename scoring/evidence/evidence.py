"""Evidence: what a metric saw on each unit of a test set, scored under any per-unit weights.

A unit is what gets resampled: a sentence, a document, an entry.  ``score(ones)`` is the score of the test set,
``score(counts of a draw)`` that of a resample, ``score(a 0/1 row)`` that of a slice.  Nothing is re-scored.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError

__all__ = ["Arrays", "Bools", "Cells", "Counts", "Evidence", "Floats", "Readings", "whole"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
LARGEST_COUNT = float(1 << 53)  # whole numbers up to here are exact in float64
Arrays = Mapping[str, NDArray[Any]]


class Evidence(Protocol):
    """What a metric saw on each unit; the one thing that intervals, paired tests and slices know of a metric."""

    @property
    def units(self) -> int:
        """How many units there are."""
        ...

    def score(self, weights: Floats) -> Floats:
        """Scores with unit i counted ``weights[..., i]`` times: ``(..., units)`` to ``(...)``; NaN: undefined."""
        ...

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays from which the metric's ``restore`` makes this evidence again."""
        ...

    def in_error(self) -> Bools:
        """Which units are not perfect: ``(units,)``."""
        ...

    def joined(self, others: Sequence[Self]) -> Self:
        """The evidence of these units followed by those of the others (shards of one test set)."""
        ...


def whole(evidence: Evidence) -> float:
    """The score of the full test set (weights of one); NaN where it is undefined."""
    return float(evidence.score(np.ones(evidence.units)))


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
class Counts:
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
        return imperfect(self.formula(self.table), self.perfect)

    def joined(self, others: Sequence[Self]) -> Self:
        for other in others:
            if other.columns != self.columns:
                msg = f"cannot join counts of {', '.join(self.columns)} with {', '.join(other.columns)}"
                raise EvidenceError(msg)
        table = np.concatenate([self.table, *(other.table for other in others)])
        return type(self)(table, self.columns, self.formula, self.perfect)


@dataclass(frozen=True)
class Readings:
    """Values that do not add up: ROC-AUC, median, 95th percentile.

    ``values`` is ``(units, k)``; rows are sorted once by their first column, then ``formula(values, weights)``
    takes the sorted values and weights ``(..., units)`` in the same order to scores ``(...)``.
    """

    values: Floats
    formula: Callable[[Floats, Floats], Floats]

    def __post_init__(self) -> None:
        if self.values.ndim != 2:
            msg = f"readings have shape {self.values.shape}, but (units, columns) is needed"
            raise EvidenceError(msg)

    @property
    def units(self) -> int:
        return int(self.values.shape[0])

    @cached_property
    def _order(self) -> NDArray[np.intp]:
        return np.argsort(self.values[:, 0], kind="stable")

    @cached_property
    def _sorted(self) -> Floats:
        return self.values[self._order]

    def score(self, weights: Floats) -> Floats:
        return self.formula(self._sorted, np.asarray(weights, dtype=np.float64)[..., self._order])

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {"readings": self.values}

    def in_error(self) -> Bools:
        return np.ones(self.units, dtype=np.bool_)

    def joined(self, others: Sequence[Self]) -> Self:
        return type(self)(np.concatenate([self.values, *(other.values for other in others)]), self.formula)


@dataclass(frozen=True)
class Cells:
    """Sparse counts over many columns, such as 300 labels: never a dense ``(units, 3 x labels)`` table.

    Entry e says that unit ``unit[e]`` has ``count[e]`` in column ``column[e]``.  ``columns`` names each column by
    a tuple of words (label and kind), and ``formula(totals, columns)`` takes totals ``(..., columns)`` to scores.
    """

    size: int
    unit: NDArray[np.int64]
    column: NDArray[np.int64]
    count: Floats
    columns: tuple[tuple[str, ...], ...]
    formula: Callable[[Floats, tuple[tuple[str, ...], ...]], Floats]
    perfect: float | None = None

    def __post_init__(self) -> None:
        shapes = {self.unit.shape, self.column.shape, self.count.shape}
        bounds = ((self.unit, self.size, "unit"), (self.column, len(self.columns), "column"))
        if len(shapes) != 1 or self.unit.ndim != 1:
            msg = f"cells need unit, column and count of one length, got {sorted(shapes)}"
            raise EvidenceError(msg)
        for codes, limit, name in bounds:
            if codes.size and (int(codes.min()) < 0 or int(codes.max()) >= limit):
                msg = f"cells name {name} {int(codes.max())}, but there are only {limit}"
                raise EvidenceError(msg)

    @classmethod
    def restored(
        cls,
        arrays: Arrays,
        formula: Callable[[Floats, tuple[tuple[str, ...], ...]], Floats],
        perfect: float | None,
    ) -> Self:
        """The cells that ``arrays`` stored; raises EvidenceError where an array is missing."""
        needed = ("size", "unit", "column", "count", "columns")
        if not set(needed) <= set(arrays):
            msg = f"stored cells hold {', '.join(sorted(arrays))}, but {', '.join(needed)} are needed"
            raise EvidenceError(msg)
        unit, column = (arrays[name].astype(np.int64) for name in ("unit", "column"))
        columns = tuple(tuple(map(str, words)) for words in arrays["columns"].tolist())
        return cls(
            int(arrays["size"]), unit, column, arrays["count"].astype(np.float64), columns, formula, perfect
        )

    @property
    def units(self) -> int:
        return self.size

    @cached_property
    def _by_column(self) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.int64]]:
        order = np.argsort(self.column, kind="stable")
        present, starts = np.unique(self.column[order], return_index=True)
        return order, starts, present

    @cached_property
    def _ordered(self) -> NDArray[np.int64]:
        return self.unit[self._by_column[0]]

    @cached_property
    def _single(self) -> bool:
        """Whether every count is 1, as that of a label on a document is."""
        return bool((self.count == 1.0).all())

    def totals(self, weights: Floats) -> Floats:
        """Weighted column sums: ``(..., units)`` to ``(..., columns)``."""
        weights = np.asarray(weights, dtype=np.float64)
        order, starts, present = self._by_column
        totals = np.zeros((*weights.shape[:-1], len(self.columns)))
        if order.size:
            taken = np.take(weights, self._ordered, axis=-1)  # several times as fast as weights[..., ordered]
            if not self._single:
                taken *= self.count[order]
            totals[..., present] = np.add.reduceat(taken, starts, axis=-1)
        return totals

    def score(self, weights: Floats) -> Floats:
        return self.formula(self.totals(weights), self.columns)

    def arrays(self) -> dict[str, NDArray[Any]]:
        words = len(self.columns[0]) if self.columns else 0
        names = np.array(self.columns, dtype=np.str_).reshape(len(self.columns), words)
        return {"size": np.array(self.size), "unit": self.unit, "column": self.column,
                "count": compact(self.count), "columns": names}  # fmt: skip

    def in_error(self) -> Bools:
        # A few hundred units at a time: a dense table of all units is what this class exists to avoid.
        order = np.argsort(self.unit, kind="stable")
        starts = range(0, self.size, 256)
        entries = np.split(order, np.searchsorted(self.unit[order], starts[1:]))
        blocks = [self._in_error(start, chosen) for start, chosen in zip(starts, entries, strict=False)]
        return np.concatenate([np.zeros(0, dtype=np.bool_), *blocks])

    def _in_error(self, start: int, entries: NDArray[np.intp]) -> Bools:
        """Which of the 256 units from ``start`` on are not perfect; ``entries`` are theirs."""
        shape = (min(256, self.size - start), len(self.columns))
        codes = (self.unit[entries] - start) * shape[1] + self.column[entries]
        totals: NDArray[Any] = np.bincount(codes, weights=self.count[entries], minlength=shape[0] * shape[1])
        totals = totals.reshape(shape).astype(np.float64)  # bincount of nothing gives whole numbers
        return imperfect(self.formula(totals, self.columns), self.perfect)

    def joined(self, others: Sequence[Self]) -> Self:
        parts = [self, *others]
        columns = tuple(sorted({column for part in parts for column in part.columns}))
        place = {column: index for index, column in enumerate(columns)}
        starts = np.cumsum([0, *(part.size for part in parts)])
        unit = np.concatenate([part.unit + start for part, start in zip(parts, starts[:-1], strict=True)])
        column = np.concatenate(
            [np.array([place[name] for name in part.columns], dtype=np.int64)[part.column] for part in parts]
        )
        count = np.concatenate([part.count for part in parts])
        return type(self)(int(starts[-1]), unit, column, count, columns, self.formula, self.perfect)


def imperfect(scores: Floats, perfect: float | None) -> Bools:
    """Which units fall short of the perfect score; an undefined unit has no error, without a perfect score all have."""
    if perfect is None:
        return np.ones(scores.shape, dtype=np.bool_)
    return np.abs(np.nan_to_num(scores, nan=perfect) - perfect) > 1e-9
