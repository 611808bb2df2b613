"""Seeded pairs of tiny CoNLL-U files that share one character stream: rare alignments, many times over.

A pair is one stream of at most a dozen letters cut twice into tokens and sentences.  Tokens become multiword
ranges that cross, nest and stick out over the other side's; words repeat, change case, carry spaces, spell
something else than their token, and rarely are missing.  Every file is valid, so the script answers every pair.
Pair ``number`` depends on ``seed`` and ``number`` alone, and only on ``Random.random``, whose sequence Python keeps
from version to version.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import NamedTuple, TypeVar

T = TypeVar("T")

# Letters that lower-casing maps together, apart, to two characters, or by place, among plain ones.
ALPHABETS = (
    "a", "ab", "ab", "ab", "abc", "abc", "abcd", "aA", "aAb", "abAB",
    "sSß", "ßẞ", "kK\u212a", "σςΣ", "iİI", "a\u0301é", "a\u200b", "😀a",
)  # fmt: skip
SPACES = (" ", " ", "\u00a0", "\u3000", "\u2009")
UPOS = ("NOUN", "VERB", "X", "_")
XPOS = ("n", "v", "_")
FEATS = (
    "_", "_", "Number=Sing", "Number=Plur", "Case=Nom|Number=Plur", "Number=Plur|Case=Nom", "Typo=Yes",
    "Number=Sing|Typo=Yes", "Number[psor]=Sing", "Number", "Number=Sing=x", "Number=Sing|Number=Sing", "number=Sing",
)  # fmt: skip
RELATIONS = (
    "nsubj", "obj", "nmod", "nmod:poss", "conj", "dep", "punct", "case", "case:gen", "det", "mark", "cop",
    "cc", "aux", "aux:pass", "clf", "foo", "_", "NSUBJ",
)  # fmt: skip
FUNCTIONAL = ("case", "det", "aux:pass", "case:loc")
LEMMAS = ("_", "a", "b", "A", "a b")
LONGEST_STREAM = 12


class Pair(NamedTuple):
    """Two files over one stream."""

    gold: bytes
    predicted: bytes


@dataclass
class Token:
    """A token and its words' forms; ``words`` is None for a plain token."""

    start: int
    form: str
    words: list[str] | None

    @property
    def size(self) -> int:
        """The number of words."""
        return 1 if self.words is None else len(self.words)


@dataclass(frozen=True)
class Habits:
    """What a pair does how often; both sides share them, so that agreement is common and so is its absence."""

    alphabet: str
    cut: float
    ranges: float
    wordless: float
    spaces: float
    sentences: float
    noise: float
    order: int
    chain: float
    functional: float


class Chance:
    """Draws of one pair."""

    def __init__(self, seed: int, number: int) -> None:
        """Start the sequence of pair ``number``."""
        self.random = Random(seed * 1_000_003 + number).random

    def below(self, n: int) -> int:
        """A number from 0 to ``n`` - 1."""
        return int(self.random() * n)

    def pick(self, items: Sequence[T]) -> T:
        """One of ``items``."""
        return items[int(self.random() * len(items))]

    def happens(self, rate: float) -> bool:
        """Whether something of this rate happens now."""
        return self.random() < rate

    def order(self, n: int) -> list[int]:
        """0 to ``n`` - 1 in random order."""
        return [i for _, i in sorted((self.random(), i) for i in range(n))]


def habits(chance: Chance) -> Habits:
    """How this pair behaves."""
    return Habits(
        alphabet=chance.pick(ALPHABETS),
        cut=chance.pick((0.25, 0.5, 0.75, 1.0)),
        ranges=chance.pick((0.0, 0.2, 0.5, 0.8)),
        wordless=chance.pick((0.0, 0.0, 0.0, 0.15)),
        spaces=chance.pick((0.0, 0.0, 0.2)),
        sentences=chance.pick((0.0, 0.0, 0.2, 0.4)),
        noise=chance.pick((0.0, 0.1, 0.3, 0.7)),
        order=chance.below(3),
        chain=chance.pick((0.0, 0.5, 1.0)),
        functional=chance.pick((0.0, 0.3, 0.6)),
    )


def letters(chance: Chance, alphabet: str, n: int) -> str:
    """``n`` letters."""
    return "".join([chance.pick(alphabet) for _ in range(n)])


def cuts(chance: Chance, length: int, rate: float, like: Sequence[int] | None) -> list[int]:
    """Token boundaries, first and last included; with ``like``, that side's boundaries with a few moved."""
    if like is None:
        inner = [i for i in range(1, length) if chance.happens(rate)]
    else:
        inner = [i for i in range(1, length) if (i in like) != chance.happens(0.15)]
    return [0, *inner, length]


def range_words(chance: Chance, h: Habits, stream: str, start: int, end: int) -> list[str]:
    """Forms of a range's words: spelling the token, reaching over its ends, or of their own."""
    if chance.happens(h.wordless):
        return []
    kind = chance.random()
    if kind < 0.4:
        edges = cuts(chance, end - start, chance.pick((0.5, 1.0)), None)
        words = [stream[start + a : start + b] for a, b in pairwise(edges)]
    elif kind < 0.7:
        low, high = max(0, start - 2), min(len(stream), end + 2)
        edges = cuts(chance, high - low, 0.6, None)
        words = [stream[low + a : low + b] for a, b in pairwise(edges)][:5]
    else:
        words = [letters(chance, h.alphabet, 1 + chance.below(2)) for _ in range(1 + chance.below(4))]
    if chance.happens(0.1):
        words = [words[i] for i in chance.order(len(words))]
    if chance.happens(0.15):
        words = [w.swapcase() if chance.happens(0.5) else w for w in words]
    if chance.happens(h.spaces):
        words = [spaced(chance, w) for w in words]
    return ["" if chance.happens(0.005) else word for word in words]


def spaced(chance: Chance, form: str) -> str:
    """``form`` with a space before, inside or after it."""
    at = chance.below(len(form) + 1)
    return form[:at] + chance.pick(SPACES) + form[at:]


def cut_tokens(chance: Chance, h: Habits, stream: str, edges: Sequence[int]) -> list[Token]:
    """The tokens of one side; at least one has a word."""
    tokens = []
    for start, end in pairwise(edges):
        form = stream[start:end]
        words = range_words(chance, h, stream, start, end) if chance.happens(h.ranges) else None
        tokens.append(Token(start, spaced(chance, form) if chance.happens(h.spaces) else form, words))
    if not any(token.size for token in tokens):
        tokens[0].words = None
    return tokens


def cut_sentences(chance: Chance, tokens: Sequence[Token], rate: float) -> list[list[Token]]:
    """The sentences of one side; each has a word, for a sentence needs a root."""
    sentences: list[list[Token]] = [[]]
    left = sum(token.size for token in tokens)
    for token in tokens:
        if left and any(t.size for t in sentences[-1]) and chance.happens(rate):
            sentences.append([])
        sentences[-1].append(token)
        left -= token.size
    return sentences


def heads(chance: Chance, h: Habits, n: int) -> list[int]:
    """The HEAD column of a sentence of ``n`` words: one tree, one root."""
    order = (list(range(n)), list(range(n))[::-1], chance.order(n))[h.order]
    column = [0] * n
    for k in range(1, n):
        if chance.happens(h.noise):
            above = order[chance.below(k)]
        else:
            above = order[k - 1] if chance.happens(h.chain) else order[0]
        column[order[k]] = above + 1
    return column


def annotations(chance: Chance, h: Habits, n: int) -> list[list[str]]:
    """What the word at each place of the stream says, LEMMA to FEATS and DEPREL."""
    return [
        [
            chance.pick(LEMMAS),
            chance.pick(UPOS),
            chance.pick(XPOS),
            chance.pick(FEATS),
            chance.pick(FUNCTIONAL if chance.happens(h.functional) else RELATIONS),
        ]
        for _ in range(n)
    ]


def columns(chance: Chance, h: Habits, usual: Sequence[str]) -> list[str]:
    """A word's columns: the usual ones, with noise."""
    if not chance.happens(h.noise):
        return list(usual)
    new = list(usual)
    which = chance.below(5)
    new[which] = chance.pick((LEMMAS, UPOS, XPOS, FEATS, RELATIONS)[which])
    return new


def write(
    chance: Chance, h: Habits, sentences: Sequence[Sequence[Token]], usual: Sequence[Sequence[str]]
) -> bytes:
    """One side as a file."""
    lines: list[str] = []
    for tokens in sentences:
        if chance.happens(0.1):
            lines.append("# text = ?")
        column = heads(chance, h, sum(token.size for token in tokens))
        word = 0
        for token in tokens:
            if token.words is not None:
                lines.append(f"{word + 1}-{word + token.size}\t{token.form}" + "\t_" * 8)
            for inside, form in enumerate([token.form] if token.words is None else token.words):
                lemma, upos, xpos, feats, relation = columns(chance, h, usual[token.start + inside])
                head = column[word]
                word += 1
                if not head and not chance.happens(h.noise):
                    relation = "root"
                lines.append(f"{word}\t{form}\t{lemma}\t{upos}\t{xpos}\t{feats}\t{head}\t{relation}\t_\t_")
            if chance.happens(0.01):
                lines.append(f"{word}.1\tempty" + "\t_" * 8)
        lines.append("")
    return ("\n".join(lines) + "\n").encode()


def make(seed: int, number: int) -> Pair:
    """Pair ``number`` of ``seed``.

    >>> make(1, 7) == make(1, 7)
    True
    """
    chance = Chance(seed, number)
    h = habits(chance)
    stream = letters(chance, h.alphabet, 1 + chance.below(LONGEST_STREAM))
    usual = annotations(chance, h, len(stream) + 6)
    first = cuts(chance, len(stream), h.cut, None)
    second = cuts(chance, len(stream), chance.pick((0.3, 0.6, 1.0)), first if chance.happens(0.6) else None)
    sides = []
    for edges in (first, second):
        tokens = cut_tokens(chance, h, stream, edges)
        sides.append(write(chance, h, cut_sentences(chance, tokens, h.sentences), usual))
    if chance.happens(0.5):
        sides.reverse()
    return Pair(*sides)


def pairs(seed: int, numbers: range) -> Iterator[Pair]:
    """The pairs of these numbers."""
    return (make(seed, number) for number in numbers)
