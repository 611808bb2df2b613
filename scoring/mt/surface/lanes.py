"""The edits of many short outputs to their references, side by side: a segment is a lane, a reference word a bit.

Source: Snover et al. (2006), §2; the edit distance in bits is that of Hyyrö (2003), after Myers (1999).

All segments go through the rounds of the search together: distance and path of every output, the shifts worth trying,
the distance after each of them, and the best shift of each segment.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scoring.mt.surface.bits import ALL, BIT, LOW, WORD, Bits, bit_count, highest
from scoring.mt.surface.limits import MOST_CANDIDATES, within_every_band
from scoring.mt.surface.moves import Moves, moves

__all__ = ["LONGEST_OUTPUT", "LONGEST_REFERENCE", "Lanes", "lane_edits"]

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
LONGEST_REFERENCE = WORD
LONGEST_OUTPUT = 120  # a place in an output is a byte of a rank, see Moves
TOGETHER = 1 << 15  # shifts tried side by side: their bits stay in the cache
ONE = np.uint64(1)


@dataclass(frozen=True, eq=False)
class Lanes:
    """Outputs side by side, the longest first: the reference words that equal each of their words, as bits."""

    equal: Bits  # (longest output, lanes), 0 after the end of an output
    sizes: Ints  # (lanes,), words of the output, falling
    targets: Ints  # (lanes,), words of the reference
    segments: Ints  # (lanes,), the segment of each lane

    def only(self, kept: Bools | Ints) -> "Lanes":
        """Some of the lanes."""
        return Lanes(self.equal[:, kept], self.sizes[kept], self.targets[kept], self.segments[kept])


@dataclass(frozen=True, eq=False)
class Distances:
    """The edit distance of every lane by rows: row i after i words, as rises and falls along the reference."""

    rises: Bits  # (rows + 1, lanes): bit j, the distance grows by 1 from reference word j to j + 1
    falls: Bits
    free: Bits  # (rows, lanes): bit j, the distance is that of the place before in both texts
    deleted: Bits  # (rows, lanes): bit j, the distance is 1 more than in the row above
    whole: Ints  # (lanes,), of the whole output


@dataclass(frozen=True, eq=False)
class Paths:
    """The cheapest path of each lane, with ties as Tercom breaks them."""

    reached: Ints  # (rows + 1, lanes): reference words that have their counterpart in the words up to a row
    wrong: Bools  # (rows, lanes): the output word has no equal counterpart
    reference_wrong: Bits  # (lanes,)


def lane_edits(lanes: Lanes) -> Ints:
    """The edits of each segment, -1 where the band of the search may change them: ``(segments,)``."""
    found = np.full(lanes.segments.size, -1, dtype=np.int64)
    tried = np.zeros(lanes.segments.size, dtype=np.int64)
    shifts = 0
    while lanes.segments.size:
        distances = measured(lanes)
        if not shifts:
            inside = within_bands(distances.whole, lanes)
            if not inside.all():
                lanes = lanes.only(inside)
                continue
        found[lanes.segments] = shifts + distances.whole
        path = traced(lanes, distances)
        tries, counts = moves(lanes.equal, lanes.sizes, path.reached, path.wrong, path.reference_wrong)
        tried[lanes.segments] += counts
        tries = tries.only(tried[lanes.segments][tries.lane] < MOST_CANDIDATES)
        lanes = shifted(lanes, best(tries, gains(tries, lanes, distances)))
        shifts += 1
    return found


def within_bands(distances: Ints, lanes: Lanes) -> Bools:
    """Whether the band leaves the distances of each lane as they are."""
    triples = zip(distances.tolist(), lanes.sizes.tolist(), lanes.targets.tolist(), strict=True)
    return np.fromiter(
        (within_every_band(*triple) for triple in triples), dtype=np.bool_, count=lanes.sizes.size
    )


def active(sizes: Ints, rows: int) -> list[int]:
    """How many lanes have a word in each row; lanes are sorted by size."""
    counts: list[int] = np.searchsorted(-sizes, -np.arange(rows), side="left").tolist()
    return counts


def measured(lanes: Lanes) -> Distances:
    """The edit distances of all lanes."""
    rows, count = lanes.equal.shape
    rises, falls = np.full((rows + 1, count), ALL), np.zeros((rows + 1, count), dtype=np.uint64)
    free, deleted = np.zeros((rows, count), dtype=np.uint64), np.zeros((rows, count), dtype=np.uint64)
    for row, upto in enumerate(active(lanes.sizes, rows)):
        up, down, equal = rises[row, :upto], falls[row, :upto], lanes.equal[row, :upto]
        same = (((equal & up) + up) ^ up) | equal | down
        more = down | ~(same | up)
        free[row, :upto], deleted[row, :upto] = same, more
        rises[row + 1, :upto], falls[row + 1, :upto] = following(same, more, same & up)
    whole = ends(
        rises[lanes.sizes, np.arange(count)], falls[lanes.sizes, np.arange(count)], lanes.sizes, lanes.targets
    )
    return Distances(rises, falls, free, deleted, whole)


def following(same: Bits, more: Bits, less: Bits) -> tuple[Bits, Bits]:
    """Rises and falls of the next row, of the changes from row to row."""
    more = (more << ONE) | ONE
    less = less << ONE
    return less | ~(same | more), same & more


def ends(rises: Bits, falls: Bits, sizes: Ints, targets: Ints) -> Ints:
    """The distance at the end of the reference, of a last row."""
    low = LOW[targets]
    return sizes + bit_count(rises & low) - bit_count(falls & low)


def traced(lanes: Lanes, distances: Distances) -> Paths:
    """The paths of all lanes, from the end: a match or substitution first, then a deletion, then insertions."""
    rows, count = lanes.equal.shape
    reached = np.zeros((rows + 1, count), dtype=np.int64)
    wrong = np.zeros((rows, count), dtype=np.bool_)
    right = np.zeros(count, dtype=np.uint64)
    at = lanes.targets.copy()
    counts = active(lanes.sizes, rows)
    for row in range(rows - 1, -1, -1):
        upto = counts[row]
        place, equal = at[:upto], lanes.equal[row, :upto]
        reached[row + 1, :upto] = place
        diagonal = equal | ~distances.free[row, :upto]
        stop = highest((diagonal | distances.deleted[row, :upto]) & LOW[place])  # insertions end here
        bit = np.where(stop > 0, BIT[stop - 1], 0).astype(np.uint64)
        match = equal & bit
        wrong[row, :upto] = match == 0
        right[:upto] |= match
        at[:upto] = stop - ((diagonal & bit) != 0)
    reached[0] = at
    return Paths(reached, wrong, LOW[lanes.targets] & ~right)


def gains(tries: Moves, lanes: Lanes, distances: Distances) -> Ints:
    """How much the edit distance falls in each of the shifts."""
    found = np.zeros(tries.lane.size, dtype=np.int64)
    left = lanes.sizes[tries.lane] - tries.a
    order = np.argsort(-left, kind="stable")
    for start in range(0, order.size, TOGETHER):
        chosen = order[start : start + TOGETHER]
        found[chosen] = _gains(tries.only(chosen), left[chosen], lanes, distances)
    return found


def _gains(tries: Moves, left: Ints, lanes: Lanes, distances: Distances) -> Ints:
    """The gains of shifts that are sorted by the rows left to measure, most first."""
    count = lanes.sizes.size
    equal = lanes.equal.reshape(-1)
    first = tries.a * count + tries.lane
    up, down = distances.rises.reshape(-1)[first], distances.falls.reshape(-1)[first]
    ahead, back = (tries.b - tries.a) * count, (tries.b - tries.c) * count
    run, both = tries.c - tries.b, tries.c - tries.a
    steps = int(left[0]) if left.size else 0
    for step, upto in enumerate(np.searchsorted(-left, -np.arange(steps), side="left").tolist()):
        offset = np.where(step < run[:upto], ahead[:upto], np.where(step < both[:upto], back[:upto], 0))
        word = equal[first[:upto] + step * count + offset]
        rise = up[:upto]
        same = (((word & rise) + rise) ^ rise) | word | down[:upto]
        more = down[:upto] | ~(same | rise)
        up[:upto], down[:upto] = following(same, more, same & rise)
    return distances.whole[tries.lane] - ends(up, down, lanes.sizes[tries.lane], lanes.targets[tries.lane])


def best(tries: Moves, gained: Ints) -> Moves:
    """The best shift of each lane that has one which lowers its distance.

    Of several as good: the longest, then the earliest, then the one with the earliest target.
    """
    lowering = np.flatnonzero(gained > 0)
    tries, gained = tries.only(lowering), gained[lowering]
    order = np.lexsort((tries.rank, gained, tries.lane))
    last = np.append(np.diff(tries.lane[order]) != 0, np.ones(min(1, order.size), dtype=np.bool_))
    return tries.only(order[last])


def shifted(lanes: Lanes, chosen: Moves) -> Lanes:
    """The lanes that have a shift, after it."""
    kept = lanes.only(chosen.lane)
    rows = np.arange(kept.equal.shape[0])[:, None]
    run, both = chosen.c - chosen.b, chosen.c - chosen.a
    offset = np.where(rows < chosen.a + run, chosen.b - chosen.a, np.where(rows < chosen.a + both, -run, 0))
    source = rows + np.where(rows >= chosen.a, offset, 0)
    return replace(kept, equal=np.take_along_axis(kept.equal, source, axis=0))
