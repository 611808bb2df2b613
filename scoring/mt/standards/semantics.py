"""Does an output mean what the reference means, by the lemmas of its words and what a dictionary says of them?

Source: MT scoring specification, §2.3 and Appendix B.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import regex

from scoring.base.pairing import by_cost, paired
from scoring.mt.run import nfc
from scoring.mt.standards.protocol import WordVerdict
from scoring.mt.standards.readings import Reading, WordReadings
from scoring.mt.standards.text import forms

__all__ = ["WEIGHTS", "Meanings", "f1", "semantic"]

WEIGHTS: Mapping[str, float] = {
    "EXACT_MATCH": 1.0, "VALID": 1.0, "GRAMMAR_ISSUES": 0.7, "PARTIAL": 0.4, "INCOMPLETE": 0.3, "WRONG": 0.0,
    "NO_OUTPUT": 0.0,
}  # fmt: skip
VALID, PARTIAL = 0.8, 0.4  # F1 from which on
LONG = 3  # words of a reference, from which on an output can be incomplete
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

    def words(self, text: str) -> list["Word"]:
        """The content words of a text; all of its words where it has none."""
        found = [Word(word, self.readings.of(word)) for word in forms(text)]
        return [word for word in found if word.has_content(self.content)] or found


@dataclass(frozen=True)
class Word:
    """A word and its readings, none where it is no form of the language."""

    text: str
    readings: tuple[Reading, ...]

    def has_content(self, tags: Collection[str]) -> bool:
        """Whether a reading has a content tag; a word that is no form counts as one of content."""
        return not self.readings or any(tag in tags for one in self.readings for tag in one.tags)

    def means(self, other: "Word", meanings: Meanings) -> int | None:
        """0 where two words have a lemma or gloss in common and the same inflection, 1 where another, else None."""
        if self.text == other.text:
            return 0
        pairs = [(a, b) for a in self.readings for b in other.readings if meanings.same(a.lemma, b.lemma)]
        return int(all(a.inflection != b.inflection for a, b in pairs)) if pairs else None


def content_of(gloss: str) -> frozenset[str]:
    """The words of an English gloss that are not of grammar.

    >>> sorted(content_of("s/he sees s.o.")), sorted(content_of("(the) dog"))
    (['sees'], ['dog'])
    """
    found = (word.rstrip(".").lower() for word in GLOSS_WORD.findall(gloss))
    return frozenset(word for word in found if word not in GRAMMAR)


def f1(found: int, ours: int, theirs: int) -> float:
    """F1 of so many found of two numbers of words; 0 of nothing."""
    return 2.0 * found / (ours + theirs) if ours + theirs else 0.0


def semantic(
    output: str, references: Sequence[str], meanings: Meanings | None, missing: str = ""
) -> WordVerdict:
    """The verdict by the reference with the best one.

    ``missing`` says which resource is not there: then nothing has a weight, and only what needs no resource a value.
    """

    def verdict(value: str) -> WordVerdict:
        return WordVerdict(value, None if missing else WEIGHTS[value], missing)

    if not output.strip():
        return verdict("NO_OUTPUT")
    if nfc(output) in map(nfc, references):
        return verdict("EXACT_MATCH")
    incomplete = [cut_short(output, reference) for reference in references]
    if missing or meanings is None:
        return verdict("INCOMPLETE") if all(incomplete) else WordVerdict(None, None, missing)
    found = [
        verdict("INCOMPLETE") if short else compared(output, reference, place, meanings)
        for place, (reference, short) in enumerate(zip(references, incomplete, strict=True))
    ]
    return max(found, key=lambda one: one.weight or 0.0)


def cut_short(output: str, reference: str) -> bool:
    """Whether an output has less than half of the words of a reference with three or more."""
    wanted = len(forms(reference))
    return wanted >= LONG and 2 * len(forms(output)) < wanted


def compared(output: str, reference: str, place: int, meanings: Meanings) -> WordVerdict:
    """The verdict by one reference, from the content words that both have."""
    ours, theirs = meanings.words(output), meanings.words(reference)
    pairs = paired(by_cost([[word.means(other, meanings) for other in theirs] for word in ours]))
    score = f1(len(pairs), len(ours), len(theirs))
    strange = [word for word in forms(output) if not meanings.readings.of(word)]
    inflected = [
        ours[one].text for one, two in sorted(pairs.items()) if ours[one].means(theirs[two], meanings)
    ]
    if score >= VALID:
        value = "GRAMMAR_ISSUES" if strange or inflected else "VALID"
    else:
        value = "PARTIAL" if score >= PARTIAL else "WRONG"
    matched = set(pairs.values())
    details = {
        "f1": round(score, 9), "reference": place, "no_form": strange, "other_inflection": inflected,
        "missed": [word.text for number, word in enumerate(theirs) if number not in matched],
        "added": [word.text for number, word in enumerate(ours) if number not in pairs],
    }  # fmt: skip
    return WordVerdict(value, WEIGHTS[value], details=details)
