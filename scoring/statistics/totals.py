"""Weighted totals of many count tables at once: each distinct column summed once, in float32 where exact."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.evidence.evidence import Floats

__all__ = ["Stack", "Sums", "whole_counts"]

CHUNK = 32_768  # units summed at once: sums of small counts stay where float32 is exact
EXACT = 2.0**24  # float32 holds all whole numbers up to here: sums of counts that end below it are exact
_ALONE = 1 << 18  # multiplications up to which OpenBLAS keeps to one thread
_FEWEST = 32  # units in a piece of a product, so that it is worth a call
_KEPT = 8 << 20  # bytes of the stacked matrix that are kept between blocks; a larger one is made anew


def whole_counts(table: Floats) -> bool:
    """Whether the table holds whole numbers from 0 on, so small that sums in float32 are likely exact."""
    for start in range(0, table.shape[0], CHUNK):
        chunk = table[start : start + CHUNK]
        if not (np.array_equal(chunk, np.rint(chunk)) and bool((chunk >= 0).all())):
            return False
        if bool((np.ones(chunk.shape[0]) @ chunk >= EXACT / 2).any()):
            return False
    return True


@dataclass(frozen=True)
class _Source:
    """Columns of a table that are summed, and where in the stack they lie."""

    table: Floats
    columns: slice | NDArray[np.intp]
    place: slice


class Stack:
    """Count tables ``(units, k)`` side by side, equal columns once.

    ``places[t]`` are the columns of table t in the totals; ``single`` sums in float32 and does again in
    float64 what was not exact.
    """

    def __init__(self, tables: Sequence[Floats], *, single: bool) -> None:
        self.units = tables[0].shape[0] if tables else 0
        self.single = single
        self.places: list[NDArray[np.intp]] = []
        self._sources: list[_Source] = []
        self._chunks: dict[tuple[int, type], NDArray[Any]] = {}
        self.width = 0
        probe = np.arange(self.units, dtype=np.float64) % 8191 + 1.0
        seen: dict[float, list[tuple[Floats, int, int]]] = {}
        for table in tables:
            self._place(table, probe @ table, seen)
        # Products of a multiple of 8 columns are a quarter faster.
        self._padded = self.width if self.width <= 8 else -(-self.width // 8) * 8

    def _place(self, table: Floats, probes: Floats, seen: dict[float, list[tuple[Floats, int, int]]]) -> None:
        """Give each column of the table its place: that of an equal column, or the next free one."""
        places: list[int] = []
        fresh: list[int] = []
        for column, key in enumerate(probes.tolist()):
            equals = seen.setdefault(key, [])
            for other, index, place in equals:
                if np.array_equal(other[:, index], table[:, column]):
                    places.append(place)
                    break
            else:
                places.append(self.width + len(fresh))
                equals.append((table, column, places[-1]))
                fresh.append(column)
        if fresh:
            columns = slice(None) if len(fresh) == table.shape[1] else np.array(fresh, dtype=np.intp)
            self._sources.append(_Source(table, columns, slice(self.width, self.width + len(fresh))))
        self.places.append(np.array(places, dtype=np.intp))
        self.width += len(fresh)

    def totals(self, weights: NDArray[np.float32]) -> Floats:
        """Weighted sums of the distinct columns: ``(rows, units)`` to ``(rows, width)``."""
        totals = np.zeros((weights.shape[0], self.width))
        for start in range(0, self.units if self.width else 0, CHUNK):
            taken = weights[:, start : start + CHUNK]
            if self.single:
                sums = _product(taken, self._chunk(start, np.float32))
                # No count is negative, so no partial sum is above the sum: below the limit all were exact.
                if float(sums.max()) < EXACT:
                    totals += sums[:, : self.width]
                    continue
            sums = _product(taken.astype(np.float64), self._chunk(start, np.float64))
            totals += sums[:, : self.width]
        return totals

    def _chunk(self, start: int, kind: type) -> NDArray[Any]:
        """The distinct columns of the units from ``start`` on, padded: ``(at most CHUNK, width or more)``."""
        kept = self._chunks.get((start, kind))
        if kept is not None:
            return kept
        chunk = np.zeros((min(CHUNK, self.units - start), self._padded), dtype=kind)
        for source in self._sources:
            chunk[:, source.place] = source.table[start : start + CHUNK][:, source.columns]
        if self.units * self._padded * chunk.itemsize <= _KEPT:
            self._chunks[start, kind] = chunk
        return chunk


class Sums:
    """The weighted sums of many count tables in every resample: whole counts in one stack, others in a second."""

    def __init__(self, tables: Mapping[int, Floats], resamples: int) -> None:
        self._stacks: list[tuple[Stack, Floats]] = []
        self._places: dict[int, tuple[Floats, NDArray[np.intp]]] = {}
        single = {key: whole_counts(table) for key, table in tables.items()}
        for kind in (True, False):
            keys = [key for key in tables if single[key] is kind]
            stack = Stack([tables[key] for key in keys], single=kind)
            sums = np.zeros((resamples, stack.width))
            self._stacks.append((stack, sums))
            self._places.update(
                {key: (sums, columns) for key, columns in zip(keys, stack.places, strict=True)}
            )

    def add(self, start: int, weights: NDArray[np.float32]) -> None:
        """Take the weights ``(rows, units)`` of resample ``start`` and those that follow."""
        for stack, sums in self._stacks:
            if stack.width:
                sums[start : start + weights.shape[0]] = stack.totals(weights)

    def of(self, key: int) -> Floats:
        """The sums of one table: ``(resamples, k)``."""
        sums, columns = self._places[key]
        return sums[:, columns]


def _product(weights: NDArray[Any], chunk: NDArray[Any]) -> NDArray[Any]:
    """``weights @ chunk``, in pieces so small that BLAS starts no threads.

    Its threads wait for each other in a busy loop: beside another process on the same cores (pytest -n 2) the
    whole product was measured 8 to 30 times slower, and alone it was no faster than the pieces.
    """
    rows, units = weights.shape
    most = max(1, _ALONE // (_FEWEST * chunk.shape[1]))
    if rows > most:
        return np.concatenate([_product(weights[at : at + most], chunk) for at in range(0, rows, most)])
    piece = max(1, min(512, _ALONE // (rows * chunk.shape[1])))
    cut = units - units % piece
    left = weights[:, :cut].reshape(rows, -1, piece).transpose(1, 0, 2)
    right = chunk[:cut].reshape(-1, piece, chunk.shape[1])
    sums: NDArray[Any] = np.matmul(left, right).sum(axis=0)
    return sums + np.matmul(weights[:, cut:], chunk[cut:]) if cut < units else sums
