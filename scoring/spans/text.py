"""Sentences as sequences of IOB2 tags, with their tokens and documents where these are known."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import InputError
from scoring.spans.coded_lists import CodedLists, Codes, numbered
from scoring.spans.schemes import IOB2, SEQEVAL, Scheme, in_kinds, letters_of
from scoring.spans.tags import Span, prefix_fault, tag_type

__all__ = [
    "Coded",
    "TaggedText",
    "coded",
    "coded_letters",
    "documents_of",
    "from_tags",
    "iob1_note",
    "lengths_of",
    "located",
    "opened_with_i",
    "sentence_starts",
    "spans_of",
    "spans_within",
]

Ints = NDArray[Any]
O, B, I = range(3)  # noqa: E741 - the scheme's own letters, numbered as in ``schemes``


@dataclass(frozen=True, eq=False)
class TaggedText:
    """The tags of every sentence; ``documents`` are the sentences of each document, none where there are no borders.

    ``tokens`` is None where only tags were given; ``lines`` are the lines on which sentences start in a file, ``gaps``
    those of every token where they do not follow each other.  ``ids`` and ``document_ids`` are the names that comments
    give.  ``said`` is what was noticed while reading.
    """

    sentences: Sequence[Sequence[str]]
    documents: tuple[range, ...] = ()
    tokens: Sequence[Sequence[str]] | None = field(default=None, repr=False)
    name: str = "<tags>"
    lines: tuple[int, ...] = field(default=(), repr=False)
    scheme: Scheme = IOB2
    gaps: Mapping[int, tuple[int, ...]] = field(default_factory=dict, repr=False)
    ids: tuple[str | None, ...] = field(default=(), repr=False)
    document_ids: tuple[str | None, ...] = field(default=(), repr=False)
    said: tuple[str, ...] = ()
    ignores: bool = False  # whether a token has -100 for a tag, and so is left out of both sides
    origin: "TaggedText | None" = field(
        default=None, repr=False
    )  # gold with several tags in a cell, of which this is one reading

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader should know of the tags: what was noticed while reading, and that they look like IOB1."""
        return (*self.said, *iob1_note(self))

    @property
    def numbered(self) -> tuple[list[Any], Codes]:
        """The different tags in the order in which they are met, and the place of every tag among them: ``(tokens,)``.

        Raises:
            TypeError: a tag cannot be a key, such as a list.
        """
        return numbered(self.sentences)

    def place(self, sentence: int, position: int | None = None) -> str:
        """Where a sentence or a tag of it stands (counted from 0), in words that count from 1."""
        line = f":{self.line(sentence, position or 0)}" if sentence < len(self.lines) else ""
        token = "" if position is None else f", position {position + 1}"
        return f"{self.name}{line}: sequence {sentence + 1}{token}"

    def line(self, sentence: int, position: int) -> int:
        """The line of a token in the file, from 1."""
        lines = self.gaps.get(sentence)
        return self.lines[sentence] + position if lines is None else lines[position]


@dataclass(frozen=True, eq=False)
class Coded:
    """All tags of a side in a row: ``kinds`` (O, B or I) and ``types``, numbered by ``names``."""

    kinds: Ints  # (tokens,)
    types: Ints  # (tokens,)
    names: dict[str, int]


def from_tags(sentences: Iterable[Any], name: str, scheme: Scheme = SEQEVAL) -> TaggedText:
    """The text of a list of tag lists, which are taken as they are.

    Raises:
        InputError: a sentence is no sequence of tags.
    """
    rows = sentences if isinstance(sentences, list) else list(sentences)
    for kind in set(map(type, rows)):
        if issubclass(kind, str | bytes) or not (hasattr(kind, "__len__") and hasattr(kind, "__iter__")):
            number = next(at for at, row in enumerate(rows) if type(row) is kind)
            msg = (
                f"{name}: sequence {number + 1} is {rows[number]!r:.60} ({kind.__name__}), but a list of tags is "
                'needed for each sentence, as in [["B-PER", "O"], ["O"]]'
            )
            raise InputError(msg)
    return TaggedText(rows, name=name, scheme=scheme)


def lengths_of(text: TaggedText) -> Ints:
    """The number of tokens of each sentence: ``(sentences,)``."""
    if isinstance(text.sentences, CodedLists):
        return text.sentences.lengths
    return np.fromiter(map(len, text.sentences), dtype=np.int64, count=len(text.sentences))


def coded(text: TaggedText, names: dict[str, int] | None = None) -> Coded:
    """The tags of a text as arrays, as IOB2 has them; types that ``names`` does not hold are added to it.

    Raises:
        InputError: a tag is no text or starts with a letter that its scheme has not; says sequence, position and tag.
    """
    names = {} if names is None else names
    letters, types = coded_letters(text, names)
    starts = sentence_starts(letters.size, np.cumsum(lengths_of(text)))
    return Coded(in_kinds(text.scheme, letters, types, starts), types, names)


def coded_letters(text: TaggedText, names: dict[str, int]) -> tuple[Ints, Ints]:
    """What every tag does in its scheme (O, B, I, E, S), and its type: ``(tokens,)`` each."""
    try:
        different, numbers = text.numbered
    except TypeError:
        raise InputError(first_fault(text)) from None
    letters = [letters_of(text.scheme, tag) if isinstance(tag, str) and tag else None for tag in different]
    if None in letters:
        raise InputError(first_fault(text))
    plain = text.scheme.name == "plain"
    types = [names.setdefault(tag if plain else tag_type(tag), len(names)) for tag in different]
    return np.array(letters, dtype=np.int8)[numbers], np.array(types, dtype=np.int32)[numbers]


def first_fault(text: TaggedText) -> str:
    """Place and fault of the first tag that is wrong."""
    every = [tag for sentence in text.sentences for tag in sentence]
    for number, sentence in enumerate(text.sentences):
        for position, tag in enumerate(sentence):
            fault = prefix_fault(tag, every)
            if fault:
                return f"{text.place(number, position)}: {fault}"
    return f"{text.name}: the tags cannot be read"


def located(both: Coded, ends: Ints) -> tuple[Ints, Ints, Ints]:
    """First token, end and type of every span, tokens counted through all sentences, which end at ``ends``."""
    kinds, types = both.kinds, both.types
    runs_on = kinds == I
    runs_on[1:] &= (types[1:] == types[:-1]) & (kinds[:-1] != O)
    if kinds.size:
        runs_on[sentence_starts(kinds.size, ends)] = False
    breaks = np.flatnonzero(~runs_on)  # a span ends where the next tag does not run on
    opens = np.flatnonzero(kinds[breaks] == B)
    following = np.append(breaks[1:], kinds.size)
    starts = breaks[opens]
    return starts, following[opens], types[starts]


def spans_of(text: TaggedText) -> list[list[Span]]:
    """The spans of every sentence, in order."""
    found: list[list[Span]] = [[] for _ in text.sentences]
    *rows, labels = spans_within(text)
    for sentence, start, stop, code in zip(*(row.tolist() for row in rows), strict=True):
        found[sentence].append(Span(start, stop, labels[code]))
    return found


def spans_within(text: TaggedText) -> tuple[Ints, Ints, Ints, Ints, list[str]]:
    """Sentence, first token, end and type of every span, in order, tokens counted in the sentence; and the types."""
    names: dict[str, int] = {}
    lengths = lengths_of(text)
    ends = np.cumsum(lengths)
    starts, stops, types = located(coded(text, names), ends)
    sentences = np.searchsorted(ends, starts, side="right")
    firsts = (ends - lengths)[sentences]
    return sentences, starts - firsts, stops - firsts, types, list(names)


def sentence_starts(size: int, ends: Ints) -> Ints:
    """The tokens at which a sentence starts, of ``size`` tokens."""
    starts = np.append(0, ends)
    return starts[starts < size]


def iob1_note(text: TaggedText, both: Coded | None = None) -> tuple[str, ...]:
    """A note where the tags look like IOB1."""
    stray = opened_with_i(text, both)
    if not stray:
        return ()
    note = (
        f"{text.name}: the tags look like IOB1: {stray} spans open with I, and B stands only after a span of its type; "
        "strict IOB2 ignores what opens with I: 'onenlp convert-tags' turns the tags into IOB2"
    )
    return (note,)


def opened_with_i(text: TaggedText, both: Coded | None = None) -> int:
    """How many spans open with I where the tags look like IOB1, in which B stands only between two spans of a type.

    0 where they do not, or are of another scheme.
    """
    if text.scheme.name not in ("iob2", "seqeval"):
        return 0
    both = both or coded(text)
    kinds, types = both.kinds, both.types
    after = np.zeros(kinds.size, dtype=np.bool_)
    after[1:] = (types[1:] == types[:-1]) & (kinds[:-1] != O)
    after[sentence_starts(kinds.size, np.cumsum(lengths_of(text)))] = False
    stray = int(np.count_nonzero((kinds == I) & ~after))
    return 0 if bool(((kinds == B) & ~after).any()) else stray


def documents_of(borders: Sequence[int], sentences: int) -> tuple[range, ...]:
    """The sentences of each document, where ``borders`` are the sentences before which one starts; none is empty."""
    cuts = sorted({0, *borders, sentences})
    return tuple(range(start, end) for start, end in pairwise(cuts))
