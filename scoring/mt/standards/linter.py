"""The linter: is an output the reference but for differences that a language does not count?

EQUIVALENT only when undoing all differences makes the texts equal.  Source: MT scoring specification, §2.1, Appendix B.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from scoring.base.pairing import by_cost, paired
from scoring.mt.run import nfc
from scoring.mt.standards.protocol import WordVerdict
from scoring.mt.standards.text import lowered, split

__all__ = ["DIRECTIONS", "LinterRules", "lint"]

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
    if ours.marks != theirs.marks:
        return None
    out, ref = rules.joined(ours.words), rules.joined(theirs.words)
    spelt = Counter(ours.words) - Counter(out) != Counter(theirs.words) - Counter(ref)
    written = frozenset({rules.join_class} if spelt else ())
    for optional, covered in product((False, True), repeat=2):
        left = [word for word in out if not (optional and lowered(word) in rules.optional)]
        right = [
            word for word in ref
            if not (optional and lowered(word) in rules.optional) and not (covered and lowered(word) in rules.covered)
        ]  # fmt: skip
        dropped = (
            {rules.optional_class} if optional and (len(left), len(right)) != (len(out), len(ref)) else set()
        )
        if covered and any(lowered(word) in rules.covered for word in ref):
            dropped.add(rules.covered_class)
        if (optional or covered) and not dropped:
            continue
        found = matched(left, right, rules)
        if found is not None:
            return found | dropped | written
    return None


def matched(out: Sequence[str], ref: Sequence[str], rules: LinterRules) -> Classes | None:
    """The classes of the differences between two lists of words that are as long; None where a word has no other."""
    if len(out) != len(ref) or not out:
        return None
    known: dict[tuple[int, int], Classes | None] = {}

    def alike(place: int, other: int) -> Classes | None:
        if (place, other) not in known:
            known[place, other] = compared(out[place], ref[other], place == 0, other == 0, rules)
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
    pairs = [(out[place], ref[other], alike(place, other) or SAME) for place, other in sorted(places.items())]
    classes = frozenset(name for _, _, names in pairs for name in names)
    both = any(
        {f"{name[:-1]}{end}" for end in DIRECTIONS} <= classes for name in classes if name[-1] in DIRECTIONS
    )
    if both or not rules.coherent(pairs):
        return None
    moved = any(place != other for place, other in places.items())
    named = {name.rstrip(DIRECTIONS) for name in classes}
    return frozenset(named | ({rules.order_class} if moved and rules.order_class else set()))


def compared(ours: str, theirs: str, first: bool, other_first: bool, rules: LinterRules) -> Classes | None:  # noqa: FBT001
    """The differences of two words; a capital that only the beginning of the sentence gives does not count."""
    found = rules.alike(ours, theirs)
    if found is not None or first == other_first:
        return found
    return rules.alike(lowered(ours), theirs) if first else rules.alike(ours, lowered(theirs))


def keeps_anchors(
    out: Sequence[str], ref: Sequence[str], places: Mapping[int, int], rules: LinterRules
) -> bool:
    """Whether each anchored word has the neighbour that it has in the reference."""
    for place, other in places.items():
        step = rules.anchored.get(lowered(out[place]))
        if step is None:
            continue
        near, wanted = place + step, other + step
        inside = 0 <= near < len(out), 0 <= wanted < len(ref)
        if inside[0] != inside[1] or (inside[0] and places[near] != wanted):
            return False
    return True
