"""Does an output mean what the reference means, by the lemmas of its words and what a dictionary says of them?

Source: MT scoring specification, §2.3 and Appendix B.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.base.pairing import by_cost, paired
from scoring.mt.run import nfc
from scoring.mt.standards.linter import (
    AS_WRITTEN,
    LinterRules,
    differences,
    grouped,
    is_among,
    same,
)
from scoring.mt.standards.meanings import INFLECTED, RELATED, Meanings
from scoring.mt.standards.protocol import WordVerdict
from scoring.mt.standards.readings import WordReadings
from scoring.mt.wordforms import forms, lowered

__all__ = ["WEIGHTS", "f1", "semantic"]

WEIGHTS: Mapping[str, float] = {
    "EXACT_MATCH": 1.0, "VALID": 1.0, "GRAMMAR_ISSUES": 0.7, "PARTIAL": 0.4, "INCOMPLETE": 0.3, "WRONG": 0.0,
    "NO_OUTPUT": 0.0,
}  # fmt: skip
VALID, PARTIAL = 0.8, 0.4  # F1 from which on
RELATED_PART = 0.5  # of a pair that counts, where its words are only related
LONG = 3  # words of a reference, from which on an output can be incomplete


@dataclass(frozen=True)
class MatchedWords:
    """Two texts: the words of each that have content, and those that go together, each with one, by place.

    ``wordless`` says that neither has a word, and that nothing else that counts differs.
    """

    ours: Sequence[str]
    theirs: Sequence[str]
    pairs: Mapping[int, int]
    costs: Mapping[tuple[int, int], int]  # of pairs that are not written alike
    wordless: bool = False

    @classmethod
    def of(cls, output: str, reference: str, rules: LinterRules, meanings: Meanings) -> "MatchedWords":
        """What two texts have to be compared by."""
        texts = counted(output, rules), counted(reference, rules)
        ours, theirs = (
            [word for group in groups for word in settled(group, others, rules, meanings.readings)]
            for groups, others in (texts, texts[::-1])
        )
        ours, theirs = (
            with_content(ours, theirs, rules, meanings),
            with_content(theirs, ours, rules, meanings),
        )
        if not ours and not theirs:
            return cls((), (), {}, {}, differences(output, reference, rules) is not None)
        pairs = written_alike(ours, theirs)
        used = set(pairs.values())
        costs = {
            (place, number): cost
            for place, word in enumerate(ours) if place not in pairs
            for number, other in enumerate(theirs) if number not in used
            if (cost := 0 if same(word, other, rules) else meanings.near(word, other)) is not None
        }  # fmt: skip
        return cls(ours, theirs, nearest(pairs, costs, len(ours), len(theirs)), costs)

    def paired_at(self, cost: int) -> list[str]:
        """The words of the output that are so near to their counterparts."""
        return [
            self.ours[one] for one, two in sorted(self.pairs.items()) if self.costs.get((one, two)) == cost
        ]

    @property
    def f1(self) -> float:
        """F1 of the words; a related one counts in part.  Without words, 1 where nothing that counts differs."""
        if not self.ours and not self.theirs:
            return float(self.wordless)
        found = len(self.pairs) - (1 - RELATED_PART) * len(self.paired_at(RELATED))
        return f1(found, len(self.ours), len(self.theirs))


def written_alike(ours: Sequence[str], theirs: Sequence[str]) -> dict[int, int]:
    """The words that are written alike, but for a capital, each with the first that is left."""
    places: dict[str, list[int]] = {}
    for number, other in enumerate(theirs):
        places.setdefault(lowered(other), []).append(number)
    found = ((place, places.get(lowered(word))) for place, word in enumerate(ours))
    return {place: left.pop(0) for place, left in found if left}


def nearest(
    before: Mapping[int, int], costs: Mapping[tuple[int, int], int], rows: int, columns: int
) -> dict[int, int]:
    """The pairs so far with those of the other words: as many as can, the same words first, related ones last."""

    def matched(pairs: Mapping[int, int], most: int) -> dict[int, int]:
        used = set(pairs.values())
        near = {
            where: cost for where, cost in costs.items()
            if cost <= most and where[0] not in pairs and where[1] not in used
        }  # fmt: skip
        table = [[near.get((place, other)) for other in range(columns)] for place in range(rows)]
        return {**pairs, **paired(by_cost(table))} if near else dict(pairs)

    most = matched(before, INFLECTED)
    equal = matched(matched(before, 0), INFLECTED)
    return matched(equal if len(equal) == len(most) else most, RELATED)


Group = tuple[str, tuple[str, ...]]  # a word as joined, and as it is written


def counted(text: str, rules: LinterRules) -> list[Group]:
    """The words of a text, joined where they may be, but for those that may be missing."""
    groups = grouped(forms(text), rules.joined)
    return [group for group in groups if not is_free(group[0], rules)]


def is_free(word: str, rules: LinterRules) -> bool:
    """Whether a sentence means the same without a word, by the lists of the linter."""
    return rules.lists(rules.free, word)


def settled(
    group: Group, others: Sequence[Group], rules: LinterRules, readings: WordReadings
) -> tuple[str, ...]:
    """A word as joined, where that is a form or a word of the other text; else as it is written."""
    word, parts = group
    one = len(parts) == 1 or readings.of(word) or is_among(word, [other for other, _ in others], rules)
    return (word,) if one else parts


def with_content(
    words: Sequence[str], others: Sequence[str], rules: LinterRules, meanings: Meanings
) -> list[str]:
    """The words that have content, or are the same word as one that has; all where there is none."""
    having = [word for word in others if meanings.has_content(word)]
    return [
        word for word in words
        if meanings.has_content(word) or is_among(word, having, rules)
    ] or list(words)  # fmt: skip


def f1(found: float, ours: int, theirs: int) -> float:
    """F1 of so many found of two numbers of words; 0 of nothing."""
    return 2.0 * found / (ours + theirs) if ours + theirs else 0.0


def semantic(
    output: str,
    references: Sequence[str],
    meanings: Meanings | None,
    missing: str = "",
    rules: LinterRules = AS_WRITTEN,
) -> WordVerdict:
    """The verdict by the reference with the best one; ``rules`` are the linter's, whose variants are one word here too.

    ``missing`` says which resource is not there: then nothing has a weight, and only what needs no resource a value.
    """

    def verdict(value: str) -> WordVerdict:
        return WordVerdict(value, None if missing else WEIGHTS[value], missing)

    if not output.strip():
        return verdict("NO_OUTPUT")
    if nfc(output) in map(nfc, references):
        return verdict("EXACT_MATCH")
    incomplete = [cut_short(output, reference, rules) for reference in references]
    if missing or meanings is None:
        return verdict("INCOMPLETE") if all(incomplete) else WordVerdict(None, None, missing)
    strange = no_forms(output, references, rules, meanings.readings)
    found = [
        verdict("INCOMPLETE")
        if short
        else compared(MatchedWords.of(output, reference, rules, meanings), strange, place)
        for place, (reference, short) in enumerate(zip(references, incomplete, strict=True))
    ]
    return max(found, key=lambda one: one.weight or 0.0)


def cut_short(output: str, reference: str, rules: LinterRules) -> bool:
    """Whether an output has less than half of the words of a reference with three or more."""
    wanted = len(counted(reference, rules))
    return wanted >= LONG and 2 * len(counted(output, rules)) < wanted


def no_forms(output: str, references: Sequence[str], rules: LinterRules, readings: WordReadings) -> list[str]:
    """The words of an output that are neither forms of the language, nor of the linter's lists, nor of a reference."""
    theirs = [group for text in references for group in grouped(forms(text), rules.joined)]
    spoken = {word for joined, parts in theirs for word in (joined, *parts)}
    groups = grouped(forms(output), rules.joined)
    words = [word for group in groups for word in settled(group, theirs, rules, readings)]
    strange = [word for word in words if not readings.of(word) and not is_free(word, rules)]
    return [word for word in strange if not is_among(word, spoken, rules)]


def compared(texts: MatchedWords, strange: Sequence[str], place: int) -> WordVerdict:
    """The verdict by one reference, from the content words that both have."""
    score = texts.f1
    inflected, related = texts.paired_at(INFLECTED), texts.paired_at(RELATED)
    if score >= VALID:
        value = "GRAMMAR_ISSUES" if strange or inflected or related else "VALID"
    else:
        value = "PARTIAL" if score >= PARTIAL else "WRONG"
    matched = set(texts.pairs.values())
    details = {
        "f1": round(score, 9), "reference": place, "no_form": strange, "other_inflection": inflected,
        "related": related, "missed": [word for number, word in enumerate(texts.theirs) if number not in matched],
        "added": [word for number, word in enumerate(texts.ours) if number not in texts.pairs],
    }  # fmt: skip
    return WordVerdict(value, WEIGHTS[value], details=details)
