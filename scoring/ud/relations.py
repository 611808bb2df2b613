"""Relations without their subtypes, and which of them join content words and which function words.

Source: Zeman et al. (2018), §5 (CLAS, MLAS); the relation is the text before the first colon.
"""

import numpy as np
from numpy.typing import NDArray

from scoring.ud.corpus import DEPREL, Bools, Corpus

__all__ = ["CONTENT", "FUNCTIONAL", "OTHER", "Relations", "base", "read_relations"]

CONTENT = (
    "nsubj", "obj", "iobj", "csubj", "ccomp", "xcomp", "obl", "vocative", "expl", "dislocated", "advcl", "advmod",
    "discourse", "nmod", "appos", "nummod", "acl", "amod", "conj", "fixed", "flat", "compound", "list", "parataxis",
    "orphan", "goeswith", "reparandum", "root", "dep",
)  # fmt: skip
FUNCTIONAL = ("aux", "cop", "mark", "det", "clf", "case", "cc")
OTHER = 0  # the number of every relation that is neither, such as punct; OTHER says nothing of equality

Relations = NDArray[np.uint8]

NUMBER = {name: number for number, name in enumerate((*CONTENT, *FUNCTIONAL), 1)}
IS_CONTENT: Bools = np.array([0 < number <= len(CONTENT) for number in range(len(NUMBER) + 1)])
IS_FUNCTIONAL: Bools = np.array([number > len(CONTENT) for number in range(len(NUMBER) + 1)])

ONES, COLONS = np.uint64(0x0101010101010101), np.uint64(0x3A3A3A3A3A3A3A3A)
HIGHS, ALL, ONE, SEVEN = np.uint64(0x8080808080808080), np.uint64(2**64 - 1), np.uint64(1), np.uint64(7)
BELOW = np.array([2 ** (8 * count) - 1 for count in range(9)], dtype=np.uint64)  # the lowest bytes


def base(relation: str) -> str:
    """The relation without its subtype.

    >>> base("nmod:poss")
    'nmod'
    """
    return relation.split(":", 1)[0]


def key(name: str) -> tuple[int, int]:
    """A name's bytes as two numbers of eight bytes each; bytes after its end are 255, which UTF-8 never has."""
    filled = name.encode().ljust(16, b"\xff")
    return int.from_bytes(filled[:8], "little"), int.from_bytes(filled[8:], "little")


def spread() -> tuple[np.uint64, NDArray[np.uint64], NDArray[np.uint64], Relations]:
    """A multiplier that sends the names to slots of their own, and those slots: first and second key, number."""
    keys = {number: key(name) for name, number in NUMBER.items()}
    multiplier = 0x9E3779B97F4A7C15
    while len({(first * multiplier % 2**64) >> 52 for first, _ in keys.values()}) < len(keys):
        multiplier = (multiplier * 0xD1342543DE82EF95 + 2) % 2**64 | 1
    slots = [np.zeros(4096, dtype=np.uint64), np.zeros(4096, dtype=np.uint64)]
    numbers = np.zeros(4096, dtype=np.uint8)
    for number, (first, second) in keys.items():
        slot = (first * multiplier % 2**64) >> 52
        slots[0][slot], slots[1][slot], numbers[slot] = first, second, number
    return np.uint64(multiplier), slots[0], slots[1], numbers


MULTIPLIER, FIRST, SECOND, NUMBERS = spread()


def read_relations(corpus: Corpus) -> Relations:
    """The number of each word's relation without subtype, OTHER where it is no content or functional one."""
    starts, ends = corpus.bounds(DEPREL)
    lengths = ends - starts
    first, ended = until_colon(corpus.eights[starts], lengths)
    slots = ((first * MULTIPLIER) >> np.uint64(52)).astype(np.int16)
    numbers = np.where(FIRST[slots] == first, NUMBERS[slots], np.uint8(OTHER))
    longer = np.flatnonzero(~ended & (numbers != OTHER))
    if longer.size:  # names of eight bytes and more: the second half decides
        rest = np.minimum(lengths[longer] - 8, 9)
        second, ended = until_colon(corpus.eights[starts[longer] + 8], rest)
        right = (SECOND[slots[longer]] == second) & (ended | (rest <= 8))
        numbers[longer[~right]] = OTHER
    return numbers


def until_colon(eights: NDArray[np.uint64], lengths: NDArray[np.integer]) -> tuple[NDArray[np.uint64], Bools]:
    """The bytes before the first colon or the end, 255 after them; and whether there was such an end in the eight."""
    outside = ~BELOW[np.minimum(lengths, 8)]
    same = eights ^ COLONS
    marks = (same - ONES) & ~same & HIGHS  # the lowest mark is the first colon; higher ones may be false
    lowest = marks & (ALL - marks + ONE)
    outside |= np.where(marks != 0, ~((lowest >> SEVEN) - ONE), np.uint64(0))
    return eights | outside, outside != 0
