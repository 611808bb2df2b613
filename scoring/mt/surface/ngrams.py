"""How many n-grams of an output occur in its references, counted for a whole corpus at once.

Source: the clipped counts of Papineni et al. (2002), BLEU, §2.1; chrF (Popović 2015) counts characters the same way.

The n-grams of all texts are packed into 64-bit keys, lane first, symbols next, side last, and sorted once: at every
order, equal n-grams of a lane then stand in one run.  A lane is one comparison, an output (side 0) with its references.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Symbols", "characters", "matches", "ngram_counts"]

Ints = NDArray[np.int64]
BLOCK = 1 << 18  # symbols sorted together: the keys stay in the cache
CELLS = 1 << 23  # of a table with a row for each lane and a column for each symbol


@dataclass(frozen=True, eq=False)
class Symbols:
    """Texts in a row, ordered by lane: the numbers of their symbols, and each text's length, lane and side."""

    numbers: NDArray[Any]  # (symbols,), 0 or more
    lengths: Ints  # (texts,)
    lanes: Ints  # (texts,), rising from 0
    sides: Ints  # (texts,), 0 for an output, 1 and up for its references


def characters(texts: Sequence[str]) -> tuple[NDArray[Any], Ints]:
    """The code points of all texts in a row, and how many each text has; a lone surrogate is one of them."""
    joined = "".join(texts).encode("utf-32-le", "surrogatepass")
    return np.frombuffer(joined, dtype="<u4"), np.fromiter(map(len, texts), dtype=np.int64, count=len(texts))


def ngram_counts(lengths: Ints, order: int) -> Ints:
    """How many n-grams of each order texts of these lengths have: ``(texts,)`` to ``(texts, order)``."""
    counts: Ints = np.maximum(lengths[:, None] - np.arange(order), 0)
    return counts


def matches(symbols: Symbols, order: int) -> Ints:
    """The matched n-grams of each lane: ``(lanes, order)``.

    An n-gram matches as often as it occurs in the output, at most as often as in the reference that has it most often.
    """
    blocks = [_matches(block, order) for block in _blocks(symbols)] if order else []
    lanes = int(symbols.lanes[-1]) + 1 if symbols.lanes.size else 0
    return np.concatenate(blocks) if blocks else np.zeros((lanes, order), dtype=np.int64)


def _blocks(symbols: Symbols) -> Iterator[Symbols]:
    """The lanes in runs of no more than ``BLOCK`` symbols, or of one lane."""
    texts = np.flatnonzero(np.diff(symbols.lanes, prepend=-1))  # the first text of each lane
    text_ends = np.append(texts[1:], symbols.lengths.size)
    symbol_ends = np.append(0, np.cumsum(symbols.lengths))
    ends = symbol_ends[text_ends]
    lane = 0
    while lane < texts.size:
        first = int(texts[lane])
        start = int(symbol_ends[first])
        upto = max(lane + 1, int(np.searchsorted(ends, start + BLOCK, side="right")))
        last = int(text_ends[upto - 1])
        yield Symbols(
            symbols.numbers[start : int(symbol_ends[last])],
            symbols.lengths[first:last],
            symbols.lanes[first:last] - lane,
            symbols.sides[first:last],
        )
        lane = upto


def _matches(block: Symbols, order: int) -> Ints:
    """The matched n-grams of each lane of a block."""
    lanes = int(block.lanes[-1]) + 1
    sides = int(block.sides.max()) + 1
    if not block.numbers.size:
        return np.zeros((lanes, order), dtype=np.int64)
    numbers, distinct = _ranked(block.numbers)
    room = 64 - (lanes - 1).bit_length() - (sides - 1).bit_length()
    if order * distinct.bit_length() > room and lanes * (distinct + 1) <= CELLS:
        numbers, distinct = _ranked_by_lane(numbers, distinct, np.repeat(block.lanes, block.lengths), lanes)
    bits = distinct.bit_length()
    if order * bits > room:
        return _matches_by_steps(numbers, distinct, block, order)
    return _matches_of_keys(_keys(numbers, block, order, bits, sides), order, bits, lanes, sides)


def _ranked(numbers: NDArray[Any]) -> tuple[Ints, int]:
    """The numbers as ranks from 1, and how many there are."""
    seen = np.zeros(int(numbers.max()) + 1, dtype=np.bool_)
    seen[numbers] = True
    ranks = np.cumsum(seen)
    return ranks[numbers], int(ranks[-1])


def _ranked_by_lane(numbers: Ints, distinct: int, lanes: Ints, size: int) -> tuple[Ints, int]:
    """The numbers as ranks from 1 within each lane, which need fewer bits, and the highest of them."""
    seen = np.zeros((size, distinct + 1), dtype=np.bool_)
    seen[lanes, numbers] = True
    ranks = np.cumsum(seen, axis=1, dtype=np.int32)
    return ranks[lanes, numbers].astype(np.int64), int(ranks[:, -1].max())


def _padded(numbers: Ints, lengths: Ints, order: int) -> tuple[Ints, Ints]:
    """The numbers with ``order - 1`` zeros after every text, so that no n-gram runs into the next, and their places."""
    gaps = np.repeat((order - 1) * np.arange(lengths.size), lengths)
    places = np.arange(numbers.size) + gaps
    padded = np.zeros(numbers.size + (order - 1) * lengths.size, dtype=np.int64)
    padded[places] = numbers
    return padded, places


def _keys(numbers: Ints, block: Symbols, order: int, bits: int, sides: int) -> NDArray[np.uint64]:
    """The n-gram of highest order at every place, with its lane and side, sorted."""
    padded, places = _padded(numbers, block.lengths, order)
    symbols = padded.astype(np.uint64)
    packed = symbols[: padded.size - order + 1].copy()
    for step in range(1, order):
        packed <<= np.uint64(bits)
        packed |= symbols[step : padded.size - order + 1 + step]
    side_bits = (sides - 1).bit_length()
    texts = (
        block.lanes.astype(np.uint64) << np.uint64(min(63, order * bits + side_bits))
    ) | block.sides.astype(np.uint64)
    keys = packed[places]
    keys <<= np.uint64(side_bits)
    keys |= np.repeat(texts, block.lengths)
    keys.sort()
    return keys


def _matches_of_keys(keys: NDArray[np.uint64], order: int, bits: int, lanes: int, sides: int) -> Ints:
    """The matched n-grams of each lane, of sorted keys."""
    side_bits = (sides - 1).bit_length()
    side = keys & np.uint64((1 << side_bits) - 1)
    before = np.zeros((sides, keys.size + 1), dtype=np.int32)  # of each side, before a place
    for number in range(sides):
        np.cumsum(side == number, out=before[number, 1:])
    found = np.zeros((lanes, order), dtype=np.int64)
    for length in range(1, order + 1):
        prefixes = keys >> np.uint64(side_bits + bits * (order - length))
        changes = np.flatnonzero(prefixes[1:] != prefixes[:-1]) + 1
        bounds = np.concatenate(([0], changes, [keys.size]))
        firsts = prefixes[bounds[:-1]]
        counts = [np.diff(row[bounds]) for row in before]
        common = counts[0]
        if sides > 1:
            common = np.minimum(common, counts[1] if sides == 2 else np.maximum.reduce(counts[1:]))
        whole = (firsts & np.uint64((1 << bits) - 1)) != 0  # a shorter one ends in zeros
        lane = _shifted(firsts, length * bits)
        found[:, length - 1] = np.bincount(lane, weights=common * whole, minlength=lanes)
    return found


def _shifted(values: NDArray[np.uint64], bits: int) -> Ints:
    """The values without their lowest bits; numpy leaves a shift by the whole width undefined."""
    return (
        (values >> np.uint64(bits)).astype(np.int64) if bits < 64 else np.zeros(values.size, dtype=np.int64)
    )


def _matches_by_steps(numbers: Ints, distinct: int, block: Symbols, order: int) -> Ints:
    """The matched n-grams of each lane where they do not fit into a key: numbered anew at every order."""
    lanes, sides = int(block.lanes[-1]) + 1, int(block.sides.max()) + 1
    padded, places = _padded(numbers, block.lengths, order)
    lane, side = np.repeat(block.lanes, block.lengths), np.repeat(block.sides, block.lengths)
    found = np.zeros((lanes, order), dtype=np.int64)
    ids = lane
    for step in range(order):
        here = padded[places + step]
        place, ids = np.unique(ids * (distinct + 1) + here, return_inverse=True)
        whole = here != 0
        counts = [np.bincount(ids[whole & (side == number)], minlength=place.size) for number in range(sides)]
        references = np.maximum.reduce(counts[1:]) if sides > 1 else np.zeros_like(counts[0])
        owner = np.zeros(place.size, dtype=np.int64)
        owner[ids] = lane
        found[:, step] = np.bincount(owner, weights=np.minimum(counts[0], references), minlength=lanes)
    return found
