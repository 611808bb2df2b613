"""Morphological accuracy: of the expected words whose lemma the output has, the share with exactly the expected tags.

Source: MT scoring specification, §2.2.
"""

from collections.abc import Callable, Sequence

import numpy as np

from scoring.base.pairing import paired
from scoring.evidence.evidence import Floats
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.analyser import analyser, sign
from scoring.mt.definitions import counted_metric
from scoring.mt.run import Entry
from scoring.mt.standards.readings import Reading, WordReadings, reading
from scoring.mt.standards.sameness import Sameness, sameness
from scoring.mt.wordforms import forms

__all__ = ["MORPHOLOGICAL_ACCURACY", "count", "derived"]

SIGNATURE = "mt.morphological_accuracy|v2"
Word = tuple[Reading, ...]  # the readings of one word, of which any may be meant


def derived(segments: Segments) -> bool:
    """Whether the expected readings are those of the references, for want of annotations and on request."""
    return bool(segments.given.get("derived_morphology")) and not any(
        one.morphology for one in segments.entries
    )


def count(segments: Segments) -> Floats | NotAvailable:
    """Each entry's right words, those judged, and those expected: ``(units, 3)``.

    Coverage is what was judged of what was expected, and is left for the card's caveats.
    An entry that failed is one word judged and not right.
    """
    if not any(entry.morphology for entry in segments.entries) and not derived(segments):
        return NotAvailable(
            "no entry has morphology, the expected analyses of its words",
            "annotate entries, or ask for derived_morphology, which takes the analyses of the references",
        )
    known = analyser(segments)
    if isinstance(known, NotAvailable):
        return known
    sign(segments, "morphological_accuracy", SIGNATURE + ("|derived" if derived(segments) else ""), known)
    same = sameness(segments)
    expect = of_references if derived(segments) else annotated
    rows = [row(entry, expect(entry, known), same) for entry in segments.entries]
    judged, expected = (sum(one[place] for one in rows) for place in (1, 2))
    segments.remarks.coverage["morphological_accuracy"] = (judged, expected)
    return np.array(rows, dtype=np.float64).reshape(-1, 3)


def annotated(entry: Entry, known: WordReadings) -> list[list[Word]]:
    """The expected words of an entry as it is annotated."""
    return [[(reading(one, known.notation, known.symbols),) for one in entry.morphology]]


def of_references(entry: Entry, known: WordReadings) -> list[list[Word]]:
    """The words of each reference that the analyser knows."""
    return [[word for form in forms(text) if (word := known.of(form))] for text in entry.references]


def row(entry: Entry, texts: Sequence[Sequence[Word]], same: Sameness) -> tuple[int, int, int]:
    """Right, judged and expected words of one entry, by the text of which the largest share is right.

    Each word of the output stands for one expected word; one that is a variant of a word of the references is that too.
    """
    if entry.failed:
        return 0, 1, max(1, len(texts[0]))
    others = same.expected(entry)
    words = [same.read(joined, others) for joined, _ in same.groups(entry.output)] if any(texts) else []
    rows = [
        (pairs(expected, words, form_of), pairs(expected, words, lambda one: one.lemma), len(expected))
        for expected in texts
    ]
    return max(rows, key=lambda one: (one[0] / max(1, one[2]), one[1] / max(1, one[2]), -rows.index(one)))


def form_of(one: Reading) -> tuple[object, ...]:
    """What two readings of one form share: the lemma, and how it is derived and inflected."""
    return one.prefixes, one.lemma, one.derivation, one.tags


def pairs(expected: Sequence[Word], words: Sequence[Word], key: Callable[[Reading], object]) -> int:
    """The most expected words that can be paired with a word of the output of equal key, each used once."""
    theirs = [{key(one) for one in word} for word in words]
    fits = [
        [place for place, keys in enumerate(theirs) if any(key(one) in keys for one in word)]
        for word in expected
    ]
    return len(paired(fits))


MORPHOLOGICAL_ACCURACY = counted_metric(
    "morphological_accuracy",
    count=count,
    columns=("right", "judged", "expected"),
    signature=SIGNATURE,
)
