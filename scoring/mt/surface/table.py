"""The edit distance of an output to its reference by rows kept within a band, and the path through them.

Source: Snover et al. (2006), §2; the band and the order of ties are Tercom's.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.mt.surface.limits import band

__all__ = ["FAR", "Row", "Table", "Trace"]

Row = NDArray[np.int32]
FAR = 1 << 29  # no distance: outside the band; the sum of two is still an int32


@dataclass(frozen=True, eq=False)
class Table:
    """The edit distance of an output of given length to the reference, within the band: row i after i words."""

    target: Row
    length: int
    starts: list[int]  # of the band in each row
    ends: list[int]

    @classmethod
    def of(cls, target: list[int], length: int) -> "Table":
        """The table of a reference and an output of ``length`` words."""
        slope, width = band(length, len(target))
        middles = [int(row * slope) for row in range(1, length + 1)]  # positive, so int() is the floor
        ends = [min(len(target) + 1, middle + width) for middle in middles]
        ends[-1] = len(target) + 1
        starts = [max(0, middle - width) for middle in middles]
        return cls(np.array(target, dtype=np.int32), length, [0, *starts], [len(target) + 1, *ends])

    def first(self) -> Row:
        """The row before any word."""
        return np.arange(self.target.size + 1, dtype=np.int32)

    def distance(self, rows: list[Row]) -> int:
        """The distance of the whole output."""
        return int(rows[-1][-1])

    def extended(self, rows: list[Row], words: list[int]) -> list[Row]:
        """The rows with those of the words that follow."""
        rows = list(rows)
        for row in range(len(rows), len(words) + 1):
            rows.append(self.step(rows[-1], row, words[row - 1]))
        return rows

    def step(self, above: Row, row: int, word: int) -> Row:
        """The row after one more word."""
        start, end, start_above = self.starts[row], self.ends[row], self.starts[row - 1]
        fresh = np.full(end - start, FAR, dtype=np.int32)
        here = slice(max(start, start_above), min(end, start_above + above.size))
        if here.stop > here.start:
            fresh[here.start - start : here.stop - start] = (
                above[here.start - start_above : here.stop - start_above] + 1
            )
        left, right = max(start, start_above + 1, 1), min(end, start_above + above.size + 1)
        if right > left:
            diagonal = above[left - 1 - start_above : right - 1 - start_above] + (
                self.target[left - 1 : right - 1] != word
            )
            part = fresh[left - start : right - start]
            np.minimum(part, diagonal, out=part)
        ramp = np.arange(start, end, dtype=np.int32)
        fresh -= ramp
        np.minimum.accumulate(fresh, out=fresh)
        fresh += ramp
        return fresh

    def backward(self, words: list[int], known: list[Row]) -> list[Row]:
        """The distances from each place of each row to the end; those of the last rows may be known."""
        size = self.target.size
        rows = known[::-1] or [np.arange(size - self.starts[self.length], -1, -1, dtype=np.int32)]
        for row in range(self.length - len(rows), -1, -1):
            start, end, start_below, below = self.starts[row], self.ends[row], self.starts[row + 1], rows[-1]
            fresh = np.full(end - start, FAR, dtype=np.int32)
            left, right = max(start, start_below), min(end, start_below + below.size)
            if right > left:
                fresh[left - start : right - start] = below[left - start_below : right - start_below] + 1
            left, right = max(start, start_below - 1), min(end, start_below + below.size - 1)
            if right > left:
                cost = self.target[left:right] != words[row]
                part = fresh[left - start : right - start]
                np.minimum(part, below[left + 1 - start_below : right + 1 - start_below] + cost, out=part)
            ramp = np.arange(start, end, dtype=np.int32)
            fresh += ramp
            np.minimum.accumulate(fresh[::-1], out=fresh[::-1])
            fresh -= ramp
            rows.append(fresh)
        return rows[::-1]


@dataclass(frozen=True, eq=False)
class Trace:
    """The cheapest path, with ties as Tercom breaks them: which words are wrong, and where reference words belong.

    ``row[j]`` is the number of output words up to the counterpart of reference word j.
    """

    output_wrong: list[bool]
    reference_wrong: list[bool]
    row: list[int]

    @classmethod
    def of(cls, rows: list[Row], table: Table, words: list[int]) -> "Trace":
        """The path through the rows, from the end: a match or substitution first, then a deletion."""
        target = table.target.tolist()
        i, j = len(words), len(target)
        output_wrong, reference_wrong, row = [True] * i, [True] * j, [0] * j
        while i or j:
            here = int(rows[i][j - table.starts[i]])
            if i and j and distance(rows, table, i - 1, j - 1) + (words[i - 1] != target[j - 1]) == here:
                output_wrong[i - 1] = reference_wrong[j - 1] = words[i - 1] != target[j - 1]
                row[j - 1] = i
                i, j = i - 1, j - 1
            elif i and distance(rows, table, i - 1, j) + 1 == here:
                i -= 1
            else:
                row[j - 1] = i
                j -= 1
        return cls(output_wrong, reference_wrong, row)


def distance(rows: list[Row], table: Table, i: int, j: int) -> int:
    """The distance at a place, far outside the band."""
    at = j - table.starts[i]
    return int(rows[i][at]) if 0 <= at < rows[i].size else FAR
