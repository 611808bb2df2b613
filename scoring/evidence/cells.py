"""Sparse counts over many columns, such as those of 300 labels."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError
from scoring.evidence.counts import compact, imperfect, whole_number
from scoring.evidence.evidence import Arrays, Bools, CompleteEvidence, Floats, Places
from scoring.evidence.formulas import ratio
from scoring.evidence.kinds import kinds_of_columns

__all__ = ["Cells"]

BLOCK = 1 << 21  # counts of units that are exchanged at once
MOST_ENTRIES = 8  # of a unit whose kind is asked for: a document with more labels is hardly like another


@dataclass(frozen=True)
class Cells(CompleteEvidence):
    """Sparse counts over many columns, such as 300 labels: never a dense ``(units, 3 x labels)`` table.

    Entry e says that unit ``unit[e]`` has ``count[e]`` in column ``column[e]``.  ``columns`` names each column by
    a tuple of words (label and kind), and ``formula(totals, columns)`` takes totals ``(..., columns)`` to scores.
    ``group`` says that the score is the mean of the scores that so many neighbouring columns (those of a label) have
    alone, without those that are undefined: then what needs a score of each unit takes time by its own counts.
    """

    size: int
    unit: NDArray[np.int64]
    column: NDArray[np.int64]
    count: Floats
    columns: tuple[tuple[str, ...], ...]
    formula: Callable[[Floats, tuple[tuple[str, ...], ...]], Floats]
    perfect: float | None = None
    group: int | None = None

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
        group: int | None = None,
    ) -> Self:
        """The cells that ``arrays`` stored; raises EvidenceError where an array is missing."""
        needed = ("size", "unit", "column", "count", "columns")
        if not set(needed) <= set(arrays):
            msg = f"stored cells hold {', '.join(sorted(arrays))}, but {', '.join(needed)} are needed"
            raise EvidenceError(msg)
        unit, column = (arrays[name].astype(np.int64) for name in ("unit", "column"))
        columns = tuple(tuple(map(str, words)) for words in arrays["columns"].tolist())
        return cls(
            int(arrays["size"]),
            unit,
            column,
            arrays["count"].astype(np.float64),
            columns,
            formula,
            perfect,
            group,
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

    def kinds(self) -> Places | None:
        entries = np.bincount(self.unit, minlength=self.size)
        if not self._single or entries.max(initial=0) > MOST_ENTRIES:
            return None
        order = np.lexsort((self.column, self.unit))
        unit, column = self.unit[order], self.column[order]
        place = np.arange(unit.size) - (np.cumsum(entries) - entries)[unit]  # among the entries of its unit
        found = np.zeros((int(entries.max(initial=0)), self.size), dtype=np.int64)
        found[place, unit] = column + 1
        return kinds_of_columns(found, self.size)

    def arrays(self) -> dict[str, NDArray[Any]]:
        words = len(self.columns[0]) if self.columns else 0
        names = np.array(self.columns, dtype=np.str_).reshape(len(self.columns), words)
        return {"size": np.array(self.size), "unit": self.unit, "column": self.column,
                "count": compact(self.count), "columns": names}  # fmt: skip

    def in_error(self) -> Bools:
        if self.group is not None:
            return imperfect(group_means(self, self.group, np.zeros(len(self.columns))), self.perfect)
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
        size = int(starts[-1])
        return type(self)(size, unit, column, count, columns, self.formula, self.perfect, self.group)

    def unit_counts(self) -> list[dict[str, Any]]:
        """What was counted on each unit, by the words of its column: ``{"PER": {"correct": 1}}``."""
        found: list[dict[str, Any]] = [{} for _ in range(self.size)]
        entries = (self.unit.tolist(), self.column.tolist(), self.count.tolist())
        for unit, column, count in zip(*entries, strict=True):
            *path, last = self.columns[column]
            tree = found[unit]
            for word in path:
                tree = tree.setdefault(word, {})
            tree[last] = tree.get(last, 0) + whole_number(count)
        return found

    def sliced(self, chosen: Bools) -> Self:
        kept = chosen[self.unit]
        place = np.cumsum(chosen) - 1
        return replace(
            self, size=int(chosen.sum()), unit=place[self.unit[kept]], column=self.column[kept],
            count=self.count[kept],
        )  # fmt: skip

    def exchanged(self, opponent: CompleteEvidence, chosen: Places | None = None) -> Floats:
        """The score of the whole with each unit in turn as ``opponent`` has it, from what it changes in the totals."""
        if not isinstance(opponent, Cells) or chosen is not None:
            return super().exchanged(opponent, chosen)
        both = self.joined([opponent])
        width = len(both.columns)
        weights = np.zeros(both.units)
        weights[: self.units] = 1.0
        totals = both.totals(weights)
        if both.group is not None:
            unit = both.unit % max(1, self.units)
            count = np.where(both.unit < self.units, -1.0, 1.0) * both.count
            return group_means(replace(both, size=self.units, unit=unit, count=count), both.group, totals)
        unit, sign = both.unit % max(1, self.units), np.where(both.unit < self.units, -1.0, 1.0)
        order = np.argsort(unit, kind="stable")
        size = max(1, BLOCK // max(1, 8 * width))
        scores = np.full(self.units, np.nan)
        for start in range(
            0, self.units, size
        ):  # some units at a time: a dense table of all is what cells avoid
            stop = min(self.units, start + size)
            entries = order[slice(*np.searchsorted(unit[order], (start, stop)))]
            codes = (unit[entries] - start) * width + both.column[entries]
            change = np.bincount(
                codes, weights=(sign * both.count)[entries], minlength=(stop - start) * width
            )
            scores[start:stop] = both.formula(totals + change.reshape(stop - start, width), both.columns)
        return scores


def group_means(cells: Cells, group: int, totals: Floats) -> Floats:
    """The score of ``totals`` and what each unit has beside them, by turns: ``(units,)``; NaN where it is undefined.

    A unit changes the scores of its own groups alone, so the mean of all follows from theirs.
    """
    names = cells.columns[:group]
    base = cells.formula(totals.reshape(-1, group), names)
    width = max(1, len(base))
    pairs, place = np.unique(cells.unit * width + cells.column // group, return_inverse=True)
    own = np.zeros((pairs.size, group))
    np.add.at(own, (place, cells.column % group), cells.count)
    unit, at = np.divmod(pairs, width)
    changed = cells.formula(totals.reshape(-1, group)[at] + own, names)
    sums, defined = np.full(cells.size, np.nansum(base)), np.full(cells.size, float(np.isfinite(base).sum()))
    sums += np.bincount(unit, weights=np.nan_to_num(changed) - np.nan_to_num(base[at]), minlength=cells.size)
    change = np.isfinite(changed).astype(np.float64) - np.isfinite(base[at])
    defined += np.bincount(unit, weights=change, minlength=cells.size)
    return ratio(sums, defined)
