"""Words of 64 bits as numpy handles them: masks, counts, highest bits and places of bits.

Source: Hyyrö (2003), "A Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit Distances", for their use here.
"""

import numpy as np
from numpy.typing import NDArray

__all__ = ["ALL", "BIT", "LOW", "WORD", "Bits", "bit_count", "highest", "places"]

Bits = NDArray[np.uint64]
WORD = 64
BIT: Bits = np.array([1 << place for place in range(WORD)], dtype=np.uint64)
LOW: Bits = np.array([(1 << size) - 1 for size in range(WORD + 1)], dtype=np.uint64)  # the lowest bits
ALL = np.uint64((1 << WORD) - 1)
FIVES, THREES, FIFTEENS, ONES = (np.uint64(int(digits * 8, 16)) for digits in ("55", "33", "0f", "01"))


def bit_count(words: Bits) -> NDArray[np.int64]:
    """How many bits are set in each word (``numpy.bitwise_count`` came with numpy 2)."""
    pairs = words - ((words >> np.uint64(1)) & FIVES)
    fours = (pairs & THREES) + ((pairs >> np.uint64(2)) & THREES)
    eights = (fours + (fours >> np.uint64(4))) & FIFTEENS
    counts: NDArray[np.int64] = ((eights * ONES) >> np.uint64(56)).astype(np.int64)
    return counts


def highest(words: Bits) -> NDArray[np.int64]:
    """The place of the highest set bit of each word counted from 1, 0 where none is set."""
    # Without the bit below a set one, rounding to a double cannot reach the next power of two.
    _, exponents = np.frexp((words & ~(words >> np.uint64(1))).astype(np.float64))
    return exponents.astype(np.int64)


def places(words: Bits) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The set bits of all words: in which word, and at which place counted from 0."""
    octets = words.astype("<u8").view(np.uint8).reshape(-1, 8)
    word, place = np.nonzero(np.unpackbits(octets, axis=1, bitorder="little"))
    return word, place
