"""How much oftener a word stands in one language than in another, by wordfreq's lists, where the user installed it.

It has some 40 languages from several kinds of text, and its lists come with it: nothing is downloaded.
Source: Speer (2022), rspeer/wordfreq 3.0, doi:10.5281/zenodo.7199437.
"""

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version

from scoring.mt.languages.card import LanguageCard

__all__ = ["Frequencies", "wordlist"]

RAREST = 5e-7  # frequency that a word has which the target language's list does not hold
UNLISTED = (
    1e-5  # frequency from which on a word is one of the source language where the target language has no list
)
SHORTEST = 4  # letters of such a word: shorter ones are alike in many languages


@dataclass(frozen=True)
class Frequencies:
    """The frequencies of the words of two languages; ``target`` is None for a language without a list."""

    source: Mapping[str, float]
    target: Mapping[str, float] | None

    def oftener(self, word: str) -> float | None:
        """How many times as often a folded word stands in the source language; None where the lists do not say."""
        ours = self.source.get(word, 0.0)
        if self.target is None:
            return None if ours < UNLISTED or len(word) < SHORTEST else ours / RAREST
        theirs = self.target.get(word, 0.0)
        return None if not ours and not theirs else max(ours, RAREST) / max(theirs, RAREST)


def wordlist(source: LanguageCard, target: LanguageCard) -> Frequencies | None:
    """The lists of two languages; None where wordfreq is not installed or has none of the source language."""
    ours, theirs = frequencies(source.code, source.names), frequencies(target.code, target.names)
    return None if ours is None else Frequencies(ours, theirs)


def signature() -> str:
    """The list and its version, as a signature has it: another list gives other figures."""
    return f"wordfreq:{version('wordfreq')}"


@cache
def frequencies(code: str, names: tuple[str, ...]) -> Mapping[str, float] | None:
    """The share of all words that each word of a language is, by wordfreq's short list."""
    if importlib.util.find_spec("wordfreq") is None:
        return None
    import wordfreq  # type: ignore[import-not-found,unused-ignore]  # an extra

    there = wordfreq.available_languages("small")
    known = next((name for name in (code, *names) if name in there), None)
    return None if known is None else wordfreq.get_frequency_dict(known, wordlist="small")
