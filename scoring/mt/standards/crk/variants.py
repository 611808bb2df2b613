"""The variant classes of Plains Cree: how two words may differ and still be the same translation.

Source: MT scoring specification, §2.1 and Appendix B.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import product

from scoring.mt.standards.linter import SAME, Classes, LinterRules
from scoring.mt.standards.lists import Lists
from scoring.mt.standards.meanings import Meanings
from scoring.mt.standards.readings import Reading, WordReadings

__all__ = ["KINDS", "Variants", "circumflexed"]

KINDS = (
    "preverbs", "personal_prefixes", "optional_particles", "progressive_preverbs", "progressive_particles", "synonyms",
    "inclusive_exclusive", "keeps_next", "keeps_previous",
)  # fmt: skip
ORTHOGRAPHIC = frozenset({"orthographic"})
SYNONYM = frozenset({"lemma_synonym"})
PROGRESSIVE = frozenset({"progressive_ambiguity"})
# Output exclusive for a reference that is inclusive, and the other way round: one way in all of a sentence.
EXCLUSIVE, INCLUSIVE = frozenset({"inclusive_exclusive<"}), frozenset({"inclusive_exclusive>"})
WE = {"12Pl": "1Pl", "12PlO": "1PlO", "Px12Pl": "Px1Pl"}  # tags of GiellaLT: inclusive to exclusive
MOST = 4  # preverbs of a word that are looked for where no hyphen parts them
KEPT = 1 << 18  # pairs of words that are remembered
MACRON, CIRCUMFLEX = "\u0304", "\u0302"


@lru_cache(1 << 16)
def circumflexed(word: str) -> str:
    """The word with circumflexes for macrons, as analysers spell it.

    >>> circumflexed("nēhiyawēwin")
    'nêhiyawêwin'
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", word).replace(MACRON, CIRCUMFLEX))


@dataclass(frozen=True)
class Variants:
    """What word lists, readings and glosses say of two words; without readings only spelling is compared."""

    lists: Lists
    readings: WordReadings | None = None
    meanings: Meanings | None = None
    _known: dict[tuple[str, str], Classes | None] = field(default_factory=dict, compare=False, repr=False)
    _spelt: dict[str, str] = field(default_factory=dict, compare=False, repr=False)
    _unmarked: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    def rules(self) -> LinterRules:
        """The rules of the linter."""
        return LinterRules(
            alike=self.alike,
            joined=self.joined,
            optional=self.lists.words("optional_particles"),
            covered=self.lists.words("progressive_particles"),
            anchored=dict.fromkeys(self.lists.words("keeps_next"), 1)
            | dict.fromkeys(self.lists.words("keeps_previous"), -1),
            coherent=self.coherent,
        )

    @cached_property
    def preverbs(self) -> frozenset[str]:
        """The listed preverbs, with a personal prefix before them or not."""
        known = self.lists.words("preverbs") | self.lists.words("progressive_preverbs")
        prefixes = ("", *self.lists.words("personal_prefixes"))
        return frozenset(prefix + word for prefix in prefixes for word in known)

    def is_preverb(self, part: str) -> bool:
        """Whether a part of a word is a listed preverb, whatever marks its length."""
        return circumflexed(part).lower() in self.preverbs

    def joined(self, words: Sequence[str]) -> list[str]:
        """The words, with a preverb that stands alone joined to what follows."""
        found: list[str] = []
        before = ""
        for place, word in enumerate(words):
            if place < len(words) - 1 and self.is_preverb(word):
                before += f"{word}-"
                continue
            found.append(before + word)
            before = ""
        return found

    def spelling(self, word: str) -> str:
        """The word with circumflexes and without hyphens after its preverbs."""
        if word in self._spelt:
            return self._spelt[word]
        parts = circumflexed(word).split("-")
        self._spelt[word] = "".join(
            part if place == len(parts) - 1 or self.is_preverb(part) else f"{part}-"
            for place, part in enumerate(parts)
        )
        return self._spelt[word]

    def spellings(self, word: str) -> list[str]:
        """Other spellings that an analyser may know a word by: with circumflexes, and hyphens after its preverbs."""
        written = circumflexed(word)
        found, begun = [written], [("", written)]
        while begun:
            before, rest = begun.pop()
            if before.count("-") == MOST:
                continue
            for length in range(1, min(len(rest), self.longest + 1)):
                part, left = rest[:length], rest[length:].removeprefix("-")
                if left and self.is_preverb(part):
                    found.append(f"{before}{part}-{left}")
                    begun.append((f"{before}{part}-", left))
        return list(dict.fromkeys(found))

    @cached_property
    def longest(self) -> int:
        """The length of the longest listed preverb."""
        return max(map(len, self.preverbs), default=0)

    def alike(self, output: str, reference: str) -> Classes | None:
        """The classes of difference between two words; None for other words."""
        if output == reference:
            return SAME
        if (output, reference) not in self._known:
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[output, reference] = self.compared(output, reference)
        return self._known[output, reference]

    def compared(self, output: str, reference: str) -> Classes | None:
        """The classes of difference between two words that are not written alike."""
        if self.spelling(output) == self.spelling(reference):
            return ORTHOGRAPHIC
        if self.listed(output, reference):
            return self.clusivity(output, reference)
        if self.spelling(output) == self.unmarked_spelling(reference):
            return PROGRESSIVE
        if self.readings is None or not self.readings.of(output):
            return None
        pairs = product(self.readings.of(output), self.readings.of(reference))
        found = [classes for one, other in pairs if (classes := self.same_reading(one, other)) is not None]
        return min(found, key=lambda classes: (len(classes), sorted(classes)), default=None)

    def same_reading(self, ours: Reading, theirs: Reading) -> Classes | None:
        """The classes of difference between two readings; None for what is none of a class."""
        classes: set[str] = set()
        if ours.derivation != theirs.derivation:
            return None
        if ours.lemma != theirs.lemma:
            if not self.synonyms(ours.lemma, theirs.lemma):
                return None
            classes |= SYNONYM
        if ours.prefixes != theirs.prefixes:
            marks = {f"PV/{plain(word)}" for word in self.lists.words("progressive_preverbs")}
            left = tuple(one for one in theirs.prefixes if plain(one) not in marks)
            if ours.prefixes != left:
                return None
            classes |= PROGRESSIVE
        if ours.tags != theirs.tags:
            if exclusive(ours.tags) != exclusive(theirs.tags):
                return None
            classes |= EXCLUSIVE if inclusive(theirs.tags) else INCLUSIVE
        return frozenset(classes) or None  # two spellings of one form: no class, so other words

    def synonyms(self, one: str, other: str) -> bool:
        """Whether two lemmas are listed as synonyms, or a dictionary glosses them alike."""
        if any({one, other} <= set(group) for group in self.lists.groups("synonyms")):
            return True
        return self.meanings is not None and self.meanings.same(one, other)

    def unmarked(self, word: str) -> str:
        """The word without progressive preverbs."""
        marks = self.lists.words("progressive_preverbs")
        return "-".join(part for part in word.split("-") if circumflexed(part).lower() not in marks)

    def unmarked_spelling(self, word: str) -> str:
        """The spelling of a word without progressive preverbs."""
        if word not in self._unmarked:
            self._unmarked[word] = self.spelling(self.unmarked(word))
        return self._unmarked[word]

    @cached_property
    def pronouns(self) -> frozenset[str]:
        """The words that are listed as inclusive or exclusive."""
        return frozenset(word for group in self.lists.groups("inclusive_exclusive") for word in group)

    def listed(self, output: str, reference: str) -> bool:
        """Whether two words are listed as inclusive and exclusive."""
        ours, theirs = circumflexed(output).lower(), circumflexed(reference).lower()
        if ours == theirs or ours not in self.pronouns or theirs not in self.pronouns:
            return False
        return any({ours, theirs} <= set(group) for group in self.lists.groups("inclusive_exclusive"))

    def clusivity(self, output: str, reference: str) -> Classes:
        """The direction of two listed words: the exclusive one comes first in its group."""
        ours, theirs = circumflexed(output).lower(), circumflexed(reference).lower()
        group = next(one for one in self.lists.groups("inclusive_exclusive") if {ours, theirs} <= set(one))
        return EXCLUSIVE if group.index(ours) < group.index(theirs) else INCLUSIVE

    def coherent(self, pairs: Sequence[tuple[str, str, Classes]]) -> bool:
        """Whether all words of a sentence that say who "we" are have changed, if one has."""
        if not any(classes & (EXCLUSIVE | INCLUSIVE) for _, _, classes in pairs):
            return True
        return all(
            classes & (EXCLUSIVE | INCLUSIVE) or not self.says_we(output) for output, _, classes in pairs
        )

    def says_we(self, word: str) -> bool:
        """Whether a word is in the first person plural, in all of its readings."""
        if circumflexed(word).lower() in self.pronouns:
            return True
        found = self.readings.of(word) if self.readings is not None else ()
        return bool(found) and all(set(one.tags) & {*WE, *WE.values()} for one in found)


def plain(text: str) -> str:
    """The text without marks of length: tags of preverbs are written without."""
    found = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", found.replace(MACRON, "").replace(CIRCUMFLEX, ""))


def exclusive(tags: Sequence[str]) -> tuple[str, ...]:
    """The tags with exclusive ones for inclusive ones."""
    return tuple(WE.get(tag, tag) for tag in tags)


def inclusive(tags: Sequence[str]) -> bool:
    """Whether the first tag that says who "we" are says that it is inclusive."""
    return next((tag in WE for tag in tags if tag in WE or tag in WE.values()), False)
