"""The words of a text as a finite-state analyser sees them: white space between, punctuation at the edges off.

Source: MT scoring specification, §2.2.
"""

import unicodedata
from typing import NamedTuple

import regex

__all__ = ["Text", "forms", "lowered", "split"]

WORD = regex.compile(r"^([\p{P}\p{S}]*)(.*?)([\p{P}\p{S}]*)$", regex.DOTALL)
LETTER = regex.compile(r"\p{L}")


class Text(NamedTuple):
    """The words of a text, and the marks around them in their order."""

    words: tuple[str, ...]
    marks: tuple[str, ...]


def split(text: str) -> Text:
    """The words and marks of a text in normal form C; hyphens and apostrophes inside a word stay.

    >>> split("«atim ê-nipât.»")
    Text(words=('atim', 'ê-nipât'), marks=('«', '.»'))
    """
    words, marks = [], []
    for token in unicodedata.normalize("NFC", text).split():
        found = WORD.match(token)
        before, word, after = found.groups() if found else ("", token, "")
        words += [word] if word else []
        marks += [mark for mark in (before, after) if mark]
    return Text(tuple(words), tuple(marks))


def forms(text: str) -> list[str]:
    """The words that have a letter: those that can be forms of a language."""
    return [word for word in split(text).words if LETTER.search(word)]


def lowered(word: str) -> str:
    """The word with its first letter in lower case."""
    return word[:1].lower() + word[1:]
