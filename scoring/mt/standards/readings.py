"""What an analyser says of a word, taken apart: what stands before the stem, the lemma, the tags.

The lemma is the stem's part, not the first: ``PV/e+wâpamêw+V+TA+Cnj`` is a form of wâpamêw.
"""

import re
from collections.abc import Callable
from typing import NamedTuple
from unicodedata import normalize

from scoring.mt.standards.protocol import Analyser
from scoring.mt.standards.text import lowered

__all__ = ["Reading", "WordReadings", "reading"]

PREFIX = re.compile(r"[A-Z][A-Za-z]*/.*|Rdpl[A-Z]?|IC")  # preverbs, reduplication, initial change
ERROR = "Err"  # how tags of misspelt and foreign forms begin


class Reading(NamedTuple):
    """One analysis of a word."""

    prefixes: tuple[str, ...]
    lemma: str
    tags: tuple[str, ...]

    @property
    def inflection(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Everything but the lemma."""
        return self.prefixes, self.tags


def reading(analysis: str) -> Reading:
    """The parts of an analysis.

    >>> reading("PV/e+wâpamêw+V+TA+Cnj+3Sg+4Sg/PlO").lemma
    'wâpamêw'
    """
    parts = normalize("NFC", analysis).split("+")
    place = 0
    while place < len(parts) - 1 and PREFIX.fullmatch(parts[place]):
        place += 1
    return Reading(tuple(parts[:place]), parts[place], tuple(parts[place + 1 :]))


class WordReadings:
    """The readings of words by an analyser, each word looked up once.

    ``spelt`` turns a word into the spelling that the analyser knows.
    """

    def __init__(self, analyser: Analyser, spelt: Callable[[str], str] = str) -> None:
        """The readings that an analyser gives."""
        self.analyser = analyser
        self.spelt = spelt
        self.known: dict[str, tuple[Reading, ...]] = {}

    def of(self, word: str) -> tuple[Reading, ...]:
        """The readings as written, else with the first letter lowered, else (all capitals) as a title, in lower case.

        Those of forms that the analyser calls an error do not count.
        """
        if word not in self.known:
            cased = [word, lowered(word), *([word.title(), word.lower()] if word.isupper() else [])]
            spelt = dict.fromkeys(spelling for form in cased for spelling in (form, self.spelt(form)))
            tried = dict.fromkeys(normalize(kind, spelling) for spelling in spelt for kind in ("NFC", "NFD"))
            found: tuple[Reading, ...] = ()
            for spelling in tried:
                readings = map(reading, self.analyser.analyses(spelling))
                found = tuple(one for one in readings if not any(tag.startswith(ERROR) for tag in one.tags))
                if found:
                    break
            self.known[word] = found
        return self.known[word]
