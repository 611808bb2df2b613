"""A text as the linter compares it: words, the marks around them, where sentences begin, what is no text of a language.

A full stop at the end of a text is as little a difference as a capital at the beginning of a sentence.
"""

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

import regex

from scoring.mt.addresses import addresses, running_text, without_addresses
from scoring.mt.placeholders import placeholders
from scoring.mt.wordforms import lowered

__all__ = ["Text", "Token", "split"]

WORD = regex.compile(r"^([\p{P}\p{S}]*)(.*?)([\p{P}\p{S}]*)$", regex.DOTALL)
FULL_STOPS = frozenset(".᙮。．።।۔։")  # noqa: RUF001 - of several scripts
OPENS = regex.compile(r"[.!?…:᙮。．！？።፧।۔؟։\p{Pi}\p{Pf}\"'„‚]")  # noqa: RUF001 - before a sentence


class Token(NamedTuple):
    """A word of a text, and whether a sentence begins with it."""

    word: str
    starts: bool

    @property
    def forms(self) -> tuple[str, ...]:
        """The word, and without the capital that only the beginning of a sentence may give it."""
        small = lowered(self.word)
        return (self.word, small) if self.starts and small != self.word else (self.word,)


class Text(NamedTuple):
    """The words of a text, the marks around them in their order, and what has to be there as it is."""

    tokens: tuple[Token, ...]
    marks: tuple[str, ...]
    fixed: tuple[str, ...]

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(token.word for token in self.tokens)


def split(text: str) -> Text:
    """The words and marks of a text in normal form C; hyphens and apostrophes inside a word stay.

    >>> found = split("«atim ê-nipât.» www.mira.example")
    >>> found.words, found.marks, found.fixed
    (('atim', 'ê-nipât'), ('«', '»'), ('www.mira.example',))
    """
    composed = unicodedata.normalize("NFC", text)
    tokens: list[Token] = []
    marks: list[str] = []
    last = 0  # the first mark behind the last word
    starts = True
    running = running_text(composed)
    for piece in running.split():
        found = WORD.match(piece)
        before, word, after = found.groups() if found else ("", piece, "")
        marks += [before] if before else []
        if word:
            tokens.append(Token(word, starts or bool(OPENS.search(before))))
            last = len(marks)
        marks += [after] if after else []
        starts = bool(OPENS.search(after or ("" if word else before))) or (starts and not word)
    fixed = () if running == composed else (*addresses(composed), *placeholders(without_addresses(composed)))
    return Text(tuple(tokens), (*marks[:last], *without_full_stop(marks[last:])), tuple(sorted(fixed)))


def without_full_stop(marks: Sequence[str]) -> list[str]:
    """The marks without the full stop, where there is a single one, be it before or after a closing quotation mark."""
    stops = [char for mark in marks for char in mark if char in FULL_STOPS]
    left = [mark.replace(stops[0], "") for mark in marks] if len(stops) == 1 else marks
    return [mark for mark in left if mark]
