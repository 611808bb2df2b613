"""The words of a text as a finite-state analyser sees them, and the cases in which it may know them.

Source: MT scoring specification, §2.2.
"""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from scoring.mt.addresses import running_text

__all__ = ["cased", "forms", "lowered"]


@lru_cache(1 << 15)
def forms(text: str) -> tuple[str, ...]:
    """The words of a text: parted at white space, without punctuation and symbols at the edges, in normal form C.

    Hyphens and apostrophes inside stay; what has no letter is no word, nor are addresses, placeholders and markup.

    >>> forms("“ê-nipât, atim!” 3 – l'eau www.mira.example")
    ('ê-nipât', 'atim', "l'eau")
    """
    found = (bare(token) for token in running_text(unicodedata.normalize("NFC", text)).split())
    return tuple(word for word in found if any(char.isalpha() for char in word))


def bare(token: str) -> str:
    """A token without punctuation and symbols at its edges."""
    start, end = 0, len(token)
    while start < end and unicodedata.category(token[start])[0] in "PSC":
        start += 1
    while end > start and unicodedata.category(token[end - 1])[0] in "PSC":
        end -= 1
    return token[start:end]


def lowered(word: str) -> str:
    """The word with its first letter in lower case."""
    return word[:1].lower() + word[1:]


def cased(word: str) -> Iterator[str]:
    """A word as written, then with its first letter lowered, then, of all capitals, as a title and lowered."""
    yield word
    yield lowered(word)
    if word.isupper() and sum(char.isupper() for char in word) > 1:
        yield word[0] + word[1:].lower()
        yield word.lower()
