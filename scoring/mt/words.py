"""Words of a text in any script, for the checks of behaviour.

Source: Unicode Standard Annex 29, §4, simplified: a run of letters, marks and digits, with apostrophe, hyphen or
middle dot inside; each Han character by itself, since those scripts put no spaces between words.
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

import regex

from scoring.mt.addresses import around_addresses

__all__ = ["WORD", "contains", "folded", "is_number", "sequence", "words"]

WORD = regex.compile(
    r"[\p{Script=Han}]|[\p{Script=Hiragana}]+|[\p{Script=Katakana}ー]+"
    r"|[\p{L}\p{M}\p{N}--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+"
    r"(?:['’ʼ·\-\u2010\u2011׳״\"][\p{L}\p{M}\p{N}--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+)*",  # noqa: RUF001 - apostrophes of several scripts
    regex.V1,
)
# What a term is matched by: words, and every other character that is not white space as a token of its own.
TOKEN = regex.compile(rf"{WORD.pattern}|\S", regex.V1)


@lru_cache(1 << 17)
def folded(text: str) -> str:
    """The text in normal form C, without differences of case."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


def words(text: str) -> list[str]:
    """The words of a text as they stand.

    >>> words("L’enfant dit: « go »! 人人 3.5")
    ['L’enfant', 'dit', 'go', '人', '人', '3', '5']
    """
    return list(found_in(text))


@lru_cache(1 << 14)  # several metrics ask for the words of the same texts
def found_in(text: str) -> tuple[str, ...]:
    """The words of a text as they stand."""
    return tuple(WORD.findall(unicodedata.normalize("NFC", text)))


def sequence(text: str) -> list[str]:
    """The tokens of a text for the matching of terms, without differences of case; an address is one token.

    >>> sequence("C++ code")
    ['c', '+', '+', 'code']
    """
    return [
        str(token)
        for piece, is_address in around_addresses(folded(text))
        for token in ([piece] if is_address else TOKEN.findall(piece))
    ]


def contains(tokens: Sequence[str], term: Sequence[str]) -> bool:
    """Whether the tokens of a term stand in a text one after the other: ``art`` is not in ``start``."""
    if not term:
        return False
    first, size = term[0], len(term)
    return any(
        token == first and tokens[place : place + size] == term
        for place, token in enumerate(tokens[: len(tokens) - size + 1])
    )


def is_number(word: str) -> bool:
    """Whether a word has no letter in it."""
    return not any(char.isalpha() for char in word)
