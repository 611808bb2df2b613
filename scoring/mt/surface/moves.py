"""The shifts worth trying: words of the output that stand elsewhere in the reference, and are wrong where they are.

Source: Snover et al. (2006), §2.2: neither side may be right already, and a shift goes to where the reference has the
words, or beside it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.mt.surface.bits import LOW, WORD, Bits, places
from scoring.mt.surface.limits import LONGEST_SHIFT, WIDEST_SHIFT

__all__ = ["Moves", "moves"]

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Moves:
    """Shifts: in their lane the words ``[a, b)`` and ``[b, c)`` trade places; a higher ``rank`` goes first."""

    lane: Ints
    a: Ints
    b: Ints
    c: Ints
    rank: Ints

    def only(self, kept: Bools | Ints) -> "Moves":
        """Some of the shifts."""
        return Moves(self.lane[kept], self.a[kept], self.b[kept], self.c[kept], self.rank[kept])


@dataclass(frozen=True, eq=False)
class Twins:
    """Runs of words that stand in output and reference alike: their lane, first word in either text, and length."""

    lane: Ints
    start: Ints
    length: Ints
    place: Ints


def moves(equal: Bits, sizes: Ints, reached: Ints, wrong: Bools, reference_wrong: Bits) -> tuple[Moves, Ints]:
    """The shifts of all lanes, and how many each lane counts (some are the same shift found twice)."""
    count = sizes.size
    found = twins(equal, reached, wrong, reference_wrong)
    rows = counterparts(reached, sizes)
    fresh = np.diff(rows, axis=1, prepend=-1) != 0
    before = np.cumsum(fresh, axis=1)
    here = before[found.lane, found.place]
    counts = 1 + before[found.lane, found.place + found.length] - here
    counted = np.bincount(found.lane, weights=counts, minlength=count).astype(np.int64)
    # A target for each place from the one before the counterpart to its last word, if it differs from the last.
    windows = found.length + 1
    owner = np.repeat(np.arange(windows.size), windows)
    step = np.arange(owner.size) - np.repeat(np.cumsum(windows) - windows, windows)
    lane, at = found.lane[owner], found.place[owner] + step
    kept = (step == 0) | fresh[lane, at]
    lane, owner, at = lane[kept], owner[kept], at[kept]
    return swaps(lane, found.start[owner], found.length[owner], rows[lane, at], sizes), counted


def twins(equal: Bits, reached: Ints, wrong: Bools, reference_wrong: Bits) -> Twins:
    """The runs that occur in both, with an error on both sides, and not where their counterpart already lies."""
    rows, count = equal.shape
    padded = np.zeros((rows + LONGEST_SHIFT, count), dtype=np.uint64)
    padded[:rows] = equal
    errors = np.zeros((rows + LONGEST_SHIFT + 1, count), dtype=np.int64)
    np.cumsum(wrong, axis=0, out=errors[1 : rows + 1])
    errors[rows + 1 :] = errors[rows]
    flat, errors_flat, reached_flat = padded.reshape(-1), errors.reshape(-1), reached.reshape(-1)
    near = (equal & window(rows)[:, None]) if rows > WIDEST_SHIFT else equal
    at = np.flatnonzero((near != 0) & (errors[LONGEST_SHIFT : LONGEST_SHIFT + rows] > errors[:rows]))
    bits, lane = near.reshape(-1)[at], at % count
    reference = np.zeros(count, dtype=np.uint64)
    parts: list[tuple[Ints, int, Bits]] = []
    for length in range(1, LONGEST_SHIFT + 1):
        last = length - 1
        if last:
            bits = bits & (flat[at + last * count] >> np.uint64(last))
            going = bits != 0
            at, bits, lane = at[going], bits[going], lane[going]
        reference |= reference_wrong >> np.uint64(last)
        inside = LOW[reached_flat[at + length * count]] & ~LOW[reached_flat[at]]
        kept = bits & reference[lane] & ~inside
        hits = np.flatnonzero((kept != 0) & (errors_flat[at + length * count] > errors_flat[at]))
        parts.append((at[hits], length, kept[hits]))
    starts = np.concatenate([part[0] for part in parts])
    lengths = np.repeat([part[1] for part in parts], [part[0].size for part in parts])
    word, place = places(np.concatenate([part[2] for part in parts]))
    start, lane = np.divmod(starts[word], count)
    return Twins(lane, start, lengths[word], place)


def window(rows: int) -> Bits:
    """The reference words that are near enough to the word of each row."""
    row = np.arange(rows)
    return LOW[np.minimum(WORD, row + WIDEST_SHIFT + 1)] & ~LOW[np.clip(row - WIDEST_SHIFT, 0, WORD)]


def counterparts(reached: Ints, sizes: Ints) -> Ints:
    """The number of output words up to the counterpart of each reference word: ``(lanes, 65)``, 0 before the first."""
    rows, count = reached.shape
    there = np.arange(rows)[:, None] <= sizes
    codes = (np.arange(count) * (WORD + 1) + reached)[there]
    tally = np.bincount(codes, minlength=count * (WORD + 1)).reshape(count, WORD + 1)
    found = np.zeros((count, WORD + 1), dtype=np.int64)
    found[:, 1:] = np.cumsum(tally, axis=1)[:, :WORD]
    return found


def swaps(lane: Ints, start: Ints, length: Ints, target: Ints, sizes: Ints) -> Moves:
    """The shifts of words to a target, without those that move nothing.

    A target within the shifted words counts from their start, one after them from their end, as in sacrebleu.
    """
    end = start + length
    left = target < start
    right = np.where(target > end, target, np.minimum(sizes[lane], target + length))
    a, b, c = np.where(left, target, start), np.where(left, start, end), np.where(left, end, right)
    rank = (length << 16) | ((255 - start) << 8) | (255 - target)
    return Moves(lane, a, b, c, rank).only((a < b) & (b < c))
