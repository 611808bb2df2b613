"""What a dictionary says of the words of a language: which lemmas mean the same, and how near two words are.

Source: MT scoring specification, §2.3 and Appendix B.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

import regex

from scoring.mt.standards.readings import Reading, WordReadings

__all__ = ["INFLECTED", "RELATED", "Meanings"]

INFLECTED, RELATED = 1, 2  # how far words are from being the same one
# English words of grammar, and the abbreviations by which dictionaries name who does what to whom.
GRAMMAR = frozenset({
    "a", "an", "the", "to", "of", "in", "on", "at", "by", "for", "with", "from", "into", "and", "or", "be", "is", "are",
    "am", "was", "were", "been", "being", "it", "its", "he", "she", "him", "her", "his", "hers", "they", "them",
    "their", "we", "us", "our", "you", "your", "i", "me", "my", "one", "ones", "oneself", "someone", "somebody",
    "something", "s/he", "h/h", "him/her", "his/her", "he/she", "she/he", "they/them", "s.o", "s.t", "esp", "e.g",
    "i.e", "etc", "that", "this", "these", "those", "there",
})  # fmt: skip
GLOSS_WORD = regex.compile(r"[\p{L}\p{N}][\p{L}\p{N}/.'’-]*")


@dataclass(frozen=True)
class Meanings:
    """What is known of the words of a language: their readings, what lemmas mean, which readings have content."""

    readings: WordReadings
    glosses: Mapping[str, Sequence[str]]
    content: frozenset[str] = frozenset({"N", "V"})  # tags
    _keys: dict[str, frozenset[frozenset[str]]] = field(default_factory=dict, compare=False, repr=False)

    def meanings(self, lemma: str) -> frozenset[frozenset[str]]:
        """The content words of each gloss of a lemma."""
        if lemma not in self._keys:
            found = (content_of(gloss) for gloss in self.glosses.get(lemma, ()))
            self._keys[lemma] = frozenset(words for words in found if words)
        return self._keys[lemma]

    def same(self, one: str, other: str) -> bool:
        """Whether two lemmas are one, or have a gloss in common."""
        return one == other or not self.meanings(one).isdisjoint(self.meanings(other))

    def has_content(self, word: str) -> bool:
        """Whether a reading has a content tag; a word that is no form counts as one of content."""
        readings = self.readings.of(word)
        return not readings or any(tag in self.content for one in readings for tag in one.tags)

    def near(self, word: str, other: str) -> int | None:
        """How near two words are that are not the same: ``INFLECTED``, ``RELATED`` or None; 0 for equal inflection.

        Related are a compound and its head, and a word and what is derived of it.
        """
        pairs = list(product(self.readings.of(word), self.readings.of(other)))
        own = [(a, b) for a, b in pairs if a.derivation == b.derivation and self.same(a.lemma, b.lemma)]
        if own:
            return 0 if any(a.inflection == b.inflection for a, b in own) else INFLECTED
        return RELATED if any(self.related(a, b) for a, b in pairs) else None

    def related(self, one: Reading, other: Reading) -> bool:
        """Whether one word is the head of the other, or they are derived of one lemma."""
        return (
            self.same(one.lemma, other.lemma)
            or (one.lemma != one.head and self.same(one.head, other.lemma))
            or (other.lemma != other.head and self.same(one.lemma, other.head))
        )


def content_of(gloss: str) -> frozenset[str]:
    """The words of an English gloss that are not of grammar.

    >>> sorted(content_of("s/he sees s.o.")), sorted(content_of("(the) dog"))
    (['sees'], ['dog'])
    """
    found = (word.rstrip(".").lower() for word in GLOSS_WORD.findall(gloss))
    return frozenset(word for word in found if word not in GRAMMAR)
