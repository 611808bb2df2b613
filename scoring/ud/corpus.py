"""A treebank as arrays over the bytes of its CoNLL-U text: tokens, words, heads, sentences.

Source: CoNLL-U as the CoNLL 2018 shared task reads it (Zeman et al. 2018, §5); positions are byte offsets.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "COLUMNS", "DEPREL", "FEATS", "FORM", "HEAD", "LEMMA", "PAD", "ROOT", "UPOS", "XPOS", "Bytes", "Corpus", "Ints",
]  # fmt: skip

Bytes = NDArray[np.uint8]
Ints = NDArray[Any]  # int32, or int64 where the text is too long for it
Bools = NDArray[np.bool_]

COLUMNS = ("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel")
FORM, LEMMA, UPOS, XPOS, FEATS, HEAD, DEPREL = range(1, 8)
PAD = 16  # bytes after the text, so that eight bytes can be read at any position of it
ROOT = -1

SENT_ID = re.compile(rb"^#[ \t]*sent_id[ \t]*=[ \t]*([^\n]*?)[ \t]*$", re.MULTILINE)
TEXT = re.compile(rb"^#[ \t]*text[ \t]*=[ \t]*([^\n]*?)[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, eq=False)
class Corpus:
    """The tokens, words and sentences of one side, as arrays; made by the readers, never edited.

    A token is a span of the text without spaces (``stream``); a word has the span of its token.  A multiword
    token is one of ``ranges``.  Offsets have one entry more than what they cut: item i is ``[o[i], o[i + 1])``.
    """

    name: str
    data: Bytes  # the CoNLL-U text, LF line ends, and PAD further bytes
    size: int
    fields: Ints  # (9, words): the byte before the line, then the tab after ID, FORM, ..., DEPREL
    heads: Ints  # (words,): the head as a word of the corpus, or ROOT
    forms: Ints  # (2, tokens): where the token's own FORM starts and ends
    ranges: Bools  # (tokens,)
    words: Ints  # (tokens + 1,): offsets of each token's words
    sentence_tokens: Ints  # (sentences + 1,)
    sentence_words: Ints  # (sentences + 1,)
    stream: Bytes  # all token forms without spaces
    offsets: Ints  # (tokens + 1,): offsets of the tokens in the stream
    has_heads: bool = True  # without any, HEAD is _ in every word, and every head here is ROOT
    one_value: bool = False  # features come from mappings, which cannot hold one name twice
    notes: tuple[str, ...] = ()  # what a reader should know of the text

    @property
    def n_words(self) -> int:
        return int(self.heads.size)

    @property
    def n_tokens(self) -> int:
        return int(self.ranges.size)

    @property
    def n_sentences(self) -> int:
        return int(self.sentence_words.size) - 1

    @cached_property
    def has_ranges(self) -> bool:
        """Whether there is any multiword token; without one, tokens and words are the same."""
        return bool(self.ranges.any())

    @cached_property
    def word_tokens(self) -> Ints:
        """The token of each word: ``(words,)``."""
        index = np.arange(self.n_tokens, dtype=self.words.dtype)
        return np.repeat(index, np.diff(self.words)) if self.has_ranges else index

    @cached_property
    def starts(self) -> Ints:
        """Where each word's span starts in the stream: ``(words,)``."""
        return self.offsets[self.word_tokens] if self.has_ranges else self.offsets[:-1]

    @cached_property
    def word_sentences(self) -> Ints:
        """The sentence of each word: ``(words,)``."""
        index = np.arange(self.n_sentences, dtype=self.words.dtype)
        return np.repeat(index, np.diff(self.sentence_words))

    @cached_property
    def sentence_starts(self) -> Ints:
        """Where each sentence starts in the stream: ``(sentences,)``."""
        return self.offsets[self.sentence_tokens[:-1]]

    @cached_property
    def eights(self) -> NDArray[np.uint64]:
        """The eight bytes at every position of the text as one number, lowest byte first."""
        return np.ndarray((self.data.size - 7,), dtype="<u8", buffer=self.data, strides=(1,))

    def bounds(self, column: int) -> tuple[Ints, Ints]:
        """Where a column starts and ends in the text, for every word: two arrays ``(words,)``."""
        return self.fields[column] + 1, self.fields[column + 1]

    def field(self, word: int, column: int) -> str:
        """A word's text in a column."""
        return self.slice(int(self.fields[column, word]) + 1, int(self.fields[column + 1, word]))

    def form(self, token: int) -> str:
        """A token's own FORM, as written."""
        return self.slice(int(self.forms[0, token]), int(self.forms[1, token]))

    def slice(self, start: int, end: int) -> str:
        """The text between two byte positions."""
        return self.data[start:end].tobytes().decode("utf-8")

    def line(self, position: int) -> int:
        """The line number, from 1, of a byte position."""
        return int(np.count_nonzero(self.data[:position] == ord("\n"))) + 1

    def comments(self, pattern: re.Pattern[bytes]) -> list[str | None]:
        """What a comment says for each sentence, None where it has none: ``(sentences,)``."""
        found: list[str | None] = [None] * self.n_sentences
        firsts = self.forms[0, self.sentence_tokens[:-1]]
        for match in pattern.finditer(self.data.data, 0, self.size):
            sentence = int(np.searchsorted(firsts, match.start(), side="right"))
            if sentence < len(found):
                found[sentence] = match[1].decode("utf-8")
        return found

    @cached_property
    def sent_ids(self) -> list[str | None]:
        """The ``sent_id`` of each sentence, None where it has none: ``(sentences,)``."""
        return self.comments(SENT_ID)
