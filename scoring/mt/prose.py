"""The words of a text without placeholders and addresses, and which of them are written as names are.

Source: MT scoring specification, §2.4: names and numbers are words of no language.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache

import regex

from scoring.mt.addresses import running_text
from scoring.mt.words import WORD, is_number

__all__ = ["Prose", "Shape", "prose", "shape", "written_names"]

SENTENCE = regex.compile(r"(?:^|[.!?:;…»«“”„\"'(\[–—-])\s*")
MIXED = regex.compile(r"\p{Lu}.*\p{Lu}|\p{Ll}.*\p{Lu}|\p{N}.*\p{L}|\p{L}.*\p{N}")  # NASA, iPhone, G20
SEVERAL = 3  # words, from which on capitals throughout are a way to write and not a noun


class Shape(StrEnum):
    """How a word is written."""

    NUMBER = "number"
    MIXED = "mixed"  # as acronyms, brands and user names are: capitals inside, or digits
    CAPITAL = "capital"
    SMALL = "small"
    OTHER = "other"  # of a script without capitals


@lru_cache(1 << 17)
def shape(word: str) -> Shape:
    """How a word is written.

    >>> [str(shape(word)) for word in ("NASA", "iPhone", "G20", "Rome", "I", "don't", "人")]
    ['mixed', 'mixed', 'mixed', 'capital', 'capital', 'small', 'other']
    """
    if is_number(word):
        return Shape.NUMBER
    if MIXED.search(word):
        return Shape.MIXED
    if word[0].isupper():
        return Shape.CAPITAL
    return Shape.SMALL if word.islower() else Shape.OTHER


@dataclass(frozen=True)
class Prose:
    """The words of a text in normal form C; ``starts`` says which begin a sentence or a quotation."""

    words: tuple[str, ...]
    starts: tuple[bool, ...]

    @cached_property
    def shapes(self) -> tuple[Shape, ...]:
        return tuple(map(shape, self.words))

    @cached_property
    def there(self) -> frozenset[str]:
        """The words as they are written."""
        return frozenset(self.words)

    @cached_property
    def shouted(self) -> bool:
        """Whether all of it is in capitals."""
        return not any(char.islower() for word in self.words for char in word)

    @cached_property
    def titled(self) -> bool:
        """Whether every word of several has a capital, as in a heading, so that a capital says nothing of one."""
        return len(self.words) >= SEVERAL and not any(word[0].islower() for word in self.words)

    def is_capital(self, place: int) -> bool:
        """Whether a word has a capital that the beginning of a sentence does not account for."""
        return place < len(self.words) and not self.starts[place] and self.words[place][0].isupper()

    @cached_property
    def names(self) -> frozenset[str]:
        """The words written as names: mixed, with a capital inside a sentence, or with one before such a word."""
        return frozenset(
            word for place, word in enumerate(self.words)
            if self.shapes[place] is Shape.MIXED
            or (self.shapes[place] is Shape.CAPITAL and (self.is_capital(place) or self.is_capital(place + 1)))
        )  # fmt: skip

    def is_between(self, place: int, names: AbstractSet[str]) -> bool:
        """Whether a word stands between two names, as in "Bank of America"."""
        return 0 < place < len(self.words) - 1 and names >= {self.words[place - 1], self.words[place + 1]}


@lru_cache(1 << 14)
def prose(text: str) -> Prose:
    """The words of a text without placeholders and addresses."""
    plain = unicodedata.normalize("NFC", running_text(text))
    begins = {match.end() for match in SENTENCE.finditer(plain)}
    found = list(WORD.finditer(plain))
    return Prose(tuple(match[0] for match in found), tuple(match.start() in begins for match in found))


def written_names(texts: Iterable[Prose]) -> frozenset[str]:
    """The words that more of the texts have as names than in small letters.

    >>> sorted(written_names([prose("Anna Bank of Rome met NASA."), prose("Dogs bark at a bank")]))
    ['Anna', 'NASA', 'Rome']
    """
    capital: Counter[str] = Counter()
    small: Counter[str] = Counter()
    for text in texts:
        capital.update(text.names)
        small.update(text.there)
    return frozenset(word for word, count in capital.items() if word.islower() or count > small[word.lower()])
