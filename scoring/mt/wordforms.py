"""The words of an output, and what an analyser says of each: as written, then in the case and normal form it knows.

Source: MT scoring specification, §2.2.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from scoring.mt.fst import Transducer
from scoring.mt.placeholders import without

__all__ = ["FormAnalyser", "FormAnalysis", "forms", "reading"]

ERROR = re.compile(r"\+Err(?=[/+]|$)")
PREFIX = re.compile(r"[A-Z][A-Za-z0-9]*/")  # a preverb or another prefix in front of the stem, as PV/e


@lru_cache(1 << 15)
def forms(text: str) -> tuple[str, ...]:
    """The words of a text: parted at white space, without punctuation and symbols at the edges, in normal form C.

    Hyphens and apostrophes inside stay; what has no letter is no word, nor are placeholders and markup.

    >>> forms("“ê-nipât, atim!” 3 – l'eau")
    ('ê-nipât', 'atim', "l'eau")
    """
    found = (bare(token) for token in without(unicodedata.normalize("NFC", text)).split())
    return tuple(word for word in found if any(char.isalpha() for char in word))


def bare(token: str) -> str:
    """A token without punctuation and symbols at its edges."""
    start, end = 0, len(token)
    while start < end and unicodedata.category(token[start])[0] in "PSC":
        start += 1
    while end > start and unicodedata.category(token[end - 1])[0] in "PSC":
        end -= 1
    return token[start:end]


def spellings(word: str) -> Iterator[str]:
    """A word as written, then with its first letter lowered, then, of all capitals, as a title and lowered."""
    yield word
    yield word[0].lower() + word[1:]
    if word.isupper() and sum(char.isupper() for char in word) > 1:
        yield word[0] + word[1:].lower()
        yield word.lower()


@dataclass(frozen=True)
class FormAnalysis:
    """An analysis taken apart: the lemma is the stem, the tags are what stands before and behind it, in order."""

    lemma: str
    tags: tuple[str, ...]


def reading(analysis: str, symbols: frozenset[str] = frozenset()) -> FormAnalysis:
    """An analysis taken apart; ``symbols`` are the transducer's, which tell a prefix such as ``IC+`` from a stem.

    >>> reading("PV/e+wâpamêw+V+TA+Cnj")
    FormAnalysis(lemma='wâpamêw', tags=('PV/e', 'V', 'TA', 'Cnj'))
    >>> reading("atim<n><sg>")
    FormAnalysis(lemma='atim', tags=('n', 'sg'))
    """
    text = unicodedata.normalize("NFC", analysis.strip())
    if text.endswith(">") and "<" in text:
        lemma, _, rest = text[:-1].partition("<")
        return FormAnalysis(lemma, tuple(rest.split("><")))
    fields = text.split("+")
    stem = 0
    while stem < len(fields) - 1 and (PREFIX.match(fields[stem]) or fields[stem] + "+" in symbols):
        stem += 1
    return FormAnalysis(fields[stem], (*fields[:stem], *fields[stem + 1 :]))


class FormAnalyser:
    """A transducer asked about words as they stand in text; analyses with ``+Err`` tags count only ``with_errors``."""

    def __init__(self, transducer: Transducer, *, with_errors: bool = False) -> None:
        """An analyser that remembers what it was asked."""
        self.transducer = transducer
        self.with_errors = with_errors
        self.symbols = frozenset(transducer.symbols)
        self.kinds: tuple[Literal["NFC", "NFD"], ...] = (
            ("NFC", "NFD") if any(map(decomposed, transducer.symbols)) else ("NFC",)
        )
        self._found: dict[str, tuple[str, ...]] = {}

    def analyses(self, word: str) -> tuple[str, ...]:
        """The analyses of the first spelling of a word that has any; ``()`` where none has."""
        found = self._found.get(word)
        if found is None:
            tried = (
                self.kept(unicodedata.normalize(kind, one))
                for one in dict.fromkeys(spellings(word))
                for kind in self.kinds
            )
            found = self._found[word] = next(filter(None, tried), ())
        return found

    def kept(self, form: str) -> tuple[str, ...]:
        """The analyses of one spelling that count."""
        found = self.transducer.analyses(form)
        return found if self.with_errors else tuple(one for one in found if not ERROR.search(one))

    def readings(self, word: str) -> tuple[FormAnalysis, ...]:
        """The analyses of a word, taken apart."""
        return tuple(dict.fromkeys(reading(one, self.symbols) for one in self.analyses(word)))


def decomposed(symbol: str) -> bool:
    """Whether a symbol shows that its alphabet is in normal form D: it has a mark of its own."""
    return any(unicodedata.combining(char) for char in symbol)
