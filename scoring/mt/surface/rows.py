"""The edits of one long output to its reference, by rows of the edit distance kept within a band.

Source: Snover et al. (2006), §2.  A shift swaps two neighbouring runs of words, so only the rows of these runs are new:
the rows before are those of the output as it was, and what follows is known from the distances to the end.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import numpy as np

from scoring.mt.surface.limits import LONGEST_SHIFT, MOST_CANDIDATES, WIDEST_SHIFT
from scoring.mt.surface.swaps import Swap, distances
from scoring.mt.surface.table import Row, Table, Trace

__all__ = ["row_edits"]


def row_edits(output: Sequence[str], reference: Sequence[str]) -> int:
    """The edits of an output: shifts, and the edit distance that is left after them."""
    numbers: dict[str, int] = {}
    target = [numbers.setdefault(word, len(numbers)) for word in reference]
    words = [numbers.get(word, -1) for word in output]
    fewest = max(len(words), len(target)) - common(words, target)  # no order of the words can do better
    table = Table.of(target, len(words))
    rows = table.extended([table.first()], words)
    after: list[Row] = []
    shifts = tried = 0
    while table.distance(rows) > fewest:
        moves, tried = candidates(words, target, Trace.of(rows, table, words), tried)
        if tried >= MOST_CANDIDATES:
            break
        if moves:
            after = table.backward(words, after)
        best = chosen(moves, words, rows, after, table)
        if best is None:
            break
        a, b, c = best
        words = words[:a] + words[b:c] + words[a:b] + words[c:]
        rows, after = table.extended(rows[: a + 1], words), after[c:]
        shifts += 1
    return shifts + table.distance(rows)


def common(words: list[int], target: list[int]) -> int:
    """How many words have a counterpart in the reference, wherever it stands."""
    size = max(target) + 1
    there = np.bincount(np.array([word for word in words if word >= 0], dtype=np.int64), minlength=size)
    return int(np.minimum(there, np.bincount(target, minlength=size)).sum())


def candidates(
    words: list[int], target: list[int], trace: Trace, tried: int
) -> tuple[set[tuple[int, int, int]], int]:
    """The shifts worth trying as (length, first word, target), and how many have been counted up to here."""
    places: dict[int, list[int]] = {}
    for at, word in enumerate(target):
        places.setdefault(word, []).append(at)
    wrong_output, wrong_reference = running(trace.output_wrong), running(trace.reference_wrong)
    moves: set[tuple[int, int, int]] = set()
    for start in range(len(words)):
        if wrong_output[min(start + LONGEST_SHIFT, len(words))] == wrong_output[start]:
            continue
        there = places.get(words[start], [])
        first, last = bisect_left(there, start - WIDEST_SHIFT), bisect_right(there, start + WIDEST_SHIFT)
        for place in there[first:last]:
            for length in range(1, 1 + min(LONGEST_SHIFT, len(words) - start, len(target) - place)):
                if words[start + length - 1] != target[place + length - 1]:
                    break
                wrong = wrong_output[start + length] > wrong_output[start]
                if not wrong or wrong_reference[place + length] == wrong_reference[place]:
                    continue
                if start < trace.row[place] <= start + length:
                    continue
                rows = {trace.row[at] if at >= 0 else 0 for at in range(place - 1, place + length)}
                moves.update((length, start, row) for row in rows)
                tried += len(rows)
                if tried >= MOST_CANDIDATES:
                    return moves, tried
    return moves, tried


def running(wrong: list[bool]) -> list[int]:
    """The number of errors before each place, and in all."""
    return [0, *np.cumsum(wrong).tolist()]


def chosen(
    moves: set[tuple[int, int, int]], words: list[int], rows: list[Row], after: list[Row], table: Table
) -> Swap | None:
    """The best shift; None where none lowers the distance.

    Of several as good: the longest, then the earliest, then the one with the earliest target.
    """
    ranked = sorted(((length, -start, -target) for length, start, target in moves), reverse=True)
    swaps = [swapped(length, -start, -target, len(words)) for length, start, target in ranked]
    swaps = [(a, b, c) for a, b, c in swaps if a < b < c]
    if not swaps:
        return None
    left = distances(swaps, words, rows, after, table)
    best = int(left.argmin())  # the first of the smallest
    return swaps[best] if left[best] < table.distance(rows) else None


def swapped(length: int, start: int, target: int, size: int) -> Swap:
    """The neighbouring runs ``[a, b)`` and ``[b, c)`` that trade places in a shift.

    A target within the shifted words counts from their start, one after them from their end, as in sacrebleu.
    """
    if target < start:
        return target, start, start + length
    end = start + length
    return start, end, target if target > end else min(size, target + length)
