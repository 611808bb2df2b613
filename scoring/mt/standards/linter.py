"""The linter: is an output the reference but for differences that a language does not count?

EQUIVALENT only when undoing all differences makes the texts equal.  Source: MT scoring specification, §2.1, Appendix B.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, product

from scoring.base.pairing import by_cost, paired
from scoring.mt.run import nfc
from scoring.mt.standards.protocol import WordVerdict
from scoring.mt.standards.text import Token, split
from scoring.mt.wordforms import lowered

__all__ = [
    "AS_WRITTEN",
    "DIRECTIONS",
    "LinterRules",
    "differences",
    "grouped",
    "is_among",
    "lint",
    "same",
]

Classes = frozenset[str]
SAME: Classes = frozenset()
DIRECTIONS = "<>"  # a class that ends in one of these goes one way in all of a sentence


def unjoined(words: Sequence[str]) -> list[str]:
    """The words as they are."""
    return list(words)


@dataclass(frozen=True)
class LinterRules:
    """What a language does not count as a difference.

    ``alike`` says which classes of difference are between a word of the output and one of the reference (none: they are
    equal), or None for another word.  ``joined`` brings together what may be written as one word or several.
    ``optional`` words may be missing on either side, ``covered`` ones of the reference in the output.  Words of
    ``anchored`` keep their neighbour (1: the next, -1: the one before).
    """

    alike: Callable[[str, str], Classes | None]
    joined: Callable[[Sequence[str]], list[str]] = unjoined
    join_class: str = "orthographic"
    optional: frozenset[str] = frozenset()
    optional_class: str = "optional_particle"
    covered: frozenset[str] = frozenset()
    covered_class: str = "progressive_ambiguity"
    anchored: Mapping[str, int] = field(default_factory=dict)
    coherent: Callable[[Sequence[tuple[str, str, Classes]]], bool] = lambda pairs: True  # noqa: ARG005
    order_class: str | None = "word_order"  # None: the order of words counts
    _listed: dict[tuple[str, frozenset[str]], bool] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def free(self) -> frozenset[str]:
        """The words without which a sentence means the same."""
        return self.optional | self.covered

    def lists(self, words: frozenset[str], word: str) -> bool:
        """Whether a word is one of a list, however it is spelt."""
        if (word, words) not in self._listed:
            small = lowered(word)
            classes = [SAME if small == one else self.alike(small, one) for one in words]
            spelt = (found is not None and found <= {self.join_class} for found in classes)
            self._listed[word, words] = any(spelt)
        return self._listed[word, words]


def equal(output: str, reference: str) -> Classes | None:
    """No difference between words that are written alike, and none that would not count."""
    return SAME if output == reference else None


AS_WRITTEN = LinterRules(alike=equal)  # of a language of which nothing else is known


def lint(output: str, references: Sequence[str], rules: LinterRules, missing: str = "") -> WordVerdict:
    """EXACT, EQUIVALENT, MISS or NO_OUTPUT.

    ``missing`` says which resource is not there: then nothing has a weight, and what could only be a MISS no value.
    """

    def verdict(value: str, weight: float, **details: object) -> WordVerdict:
        return WordVerdict(value, None if missing else weight, missing, details)

    if not output.strip():
        return verdict("NO_OUTPUT", 0.0)
    if nfc(output) in map(nfc, references):
        return verdict("EXACT", 1.0)
    for place, reference in enumerate(references):
        classes = differences(output, reference, rules)
        if classes is not None:
            return verdict("EQUIVALENT", 1.0, classes=sorted(classes), reference=place)
    return WordVerdict(None, None, missing) if missing else verdict("MISS", 0.0)


def differences(output: str, reference: str, rules: LinterRules) -> Classes | None:
    """The classes of all differences between two texts; None where there are others than those."""
    ours, theirs = split(output), split(reference)
    if (ours.marks, ours.fixed) != (theirs.marks, theirs.fixed):
        return None
    if not ours.tokens and not theirs.tokens:
        return SAME
    out, ref = joined_tokens(ours.tokens, rules), joined_tokens(theirs.tokens, rules)
    spelt = Counter(ours.words) - Counter(map(word_of, out)) != Counter(theirs.words) - Counter(
        map(word_of, ref)
    )
    written = frozenset({rules.join_class} if spelt else ())
    free, left_open = (
        {token for token in (*out, *ref) if rules.lists(words, token.word)}
        for words in (rules.optional, rules.covered)
    )
    for optional, covered in product((False, True), repeat=2):
        left = [token for token in out if not (optional and token in free)]
        right = [
            token
            for token in ref
            if not (optional and token in free) and not (covered and token in left_open)
        ]
        dropped = (
            {rules.optional_class} if optional and (len(left), len(right)) != (len(out), len(ref)) else set()
        )
        if covered and any(token in left_open for token in ref):
            dropped.add(rules.covered_class)
        if (optional or covered) and not dropped:
            continue
        found = matched(left, right, rules)
        if found is not None:
            return found | dropped | written
    return None


def word_of(token: Token) -> str:
    """The word of a token."""
    return token.word


def joined_tokens(tokens: Sequence[Token], rules: LinterRules) -> list[Token]:
    """The tokens with those brought together that may be one word, which begins a sentence where its first does."""
    groups = grouped([token.word for token in tokens], rules.joined)
    places = accumulate((len(parts) for _, parts in groups), initial=0)
    return [Token(word, tokens[place].starts) for (word, _), place in zip(groups, places, strict=False)]


def grouped(
    words: Sequence[str], joined: Callable[[Sequence[str]], list[str]]
) -> list[tuple[str, tuple[str, ...]]]:
    """Each word that comes of joining, with the words that it is made of."""
    together = joined(words)
    if len(together) == len(words):
        return [(word, (word,)) for word in words]
    left = list(words)
    groups = []
    for one in together:
        parts = [left.pop(0)]
        while left and len(plain("".join(parts))) < len(plain(one)):
            parts.append(left.pop(0))
        groups.append((one, tuple(parts)))
    return groups


def plain(text: str) -> str:
    """The letters and digits of a text, which joining neither adds nor takes away."""
    return "".join(filter(str.isalnum, text))


def matched(out: Sequence[Token], ref: Sequence[Token], rules: LinterRules) -> Classes | None:
    """The classes of the differences between two lists of words that are as long; None where a word has no other."""
    if len(out) != len(ref) or not out:
        return None
    known: dict[tuple[int, int], Classes | None] = {}

    def alike(place: int, other: int) -> Classes | None:
        if (place, other) not in known:
            known[place, other] = compared(out[place], ref[other], rules)
        return known[place, other]

    places = dict(enumerate(range(len(out))))
    if any(alike(place, place) is None for place in places):
        if rules.order_class is None:
            return None
        places = paired(
            by_cost(
                [
                    [None if (c := alike(place, other)) is None else len(c) for other in range(len(ref))]
                    for place in range(len(out))
                ]
            )
        )
    if len(places) < len(out) or not keeps_anchors(out, ref, places, rules):
        return None
    pairs = [
        (out[place].word, ref[other].word, alike(place, other) or SAME)
        for place, other in sorted(places.items())
    ]
    classes = frozenset(name for _, _, names in pairs for name in names)
    both = any(
        {f"{name[:-1]}{end}" for end in DIRECTIONS} <= classes for name in classes if name[-1] in DIRECTIONS
    )
    if both or not rules.coherent(pairs):
        return None
    moved = any(place != other for place, other in places.items())
    named = {name.rstrip(DIRECTIONS) for name in classes}
    return frozenset(named | ({rules.order_class} if moved and rules.order_class else set()))


def compared(ours: Token, theirs: Token, rules: LinterRules) -> Classes | None:
    """The differences of two words; a capital that only the beginning of a sentence gives does not count."""
    if ours.word == theirs.word:
        return SAME
    found = [
        classes for pair in product(ours.forms, theirs.forms) if (classes := rules.alike(*pair)) is not None
    ]
    return min(found, key=len, default=None)


def same(one: str, other: str, rules: LinterRules) -> bool:
    """Whether two words are the same but for what the linter does not count, whichever begins a sentence."""
    ours, theirs = Token(one, starts=True).forms, Token(other, starts=True).forms
    return ours[-1] == theirs[-1] or any(rules.alike(*pair) is not None for pair in product(ours, theirs))


def is_among(word: str, others: Collection[str], rules: LinterRules) -> bool:
    """Whether a word is the same as one of the others; what is written alike is looked for first."""
    return word in others or any(same(word, other, rules) for other in others)


def keeps_anchors(
    out: Sequence[Token], ref: Sequence[Token], places: Mapping[int, int], rules: LinterRules
) -> bool:
    """Whether each anchored word has the neighbour that it has in the reference."""
    for place, other in places.items():
        word = out[place].word
        step = next(
            (step for one, step in rules.anchored.items() if rules.lists(frozenset({one}), word)), None
        )
        if step is None:
            continue
        near, wanted = place + step, other + step
        inside = 0 <= near < len(out), 0 <= wanted < len(ref)
        if inside[0] != inside[1] or (inside[0] and places[near] != wanted):
            return False
    return True
