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
from scoring.mt.wordforms import FormAnalyser, FormAnalysis, forms, reading

__all__ = ["MORPHOLOGICAL_ACCURACY", "count", "derived"]

SIGNATURE = "mt.morphological_accuracy|v1"
Word = tuple[FormAnalysis, ...]  # the readings of one word, of which any may be meant


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
    expect = of_reference if derived(segments) else annotated
    rows = [row(entry, expect(entry, known), known) for entry in segments.entries]
    judged, expected = (sum(one[place] for one in rows) for place in (1, 2))
    segments.remarks.coverage["morphological_accuracy"] = (judged, expected)
    return np.array(rows, dtype=np.float64).reshape(-1, 3)


def annotated(entry: Entry, known: FormAnalyser) -> list[Word]:
    """The expected words of an entry as it is annotated."""
    return [(reading(one, known.symbols),) for one in entry.morphology]


def of_reference(entry: Entry, known: FormAnalyser) -> list[Word]:
    """The words of the first reference that the analyser knows."""
    return [found for word in forms(entry.references[0]) if (found := known.readings(word))]


def row(entry: Entry, expected: Sequence[Word], known: FormAnalyser) -> tuple[int, int, int]:
    """Right, judged and expected words of one entry; each word of the output stands for one expected word."""
    if entry.failed:
        return 0, 1, max(1, len(expected))
    words = [known.readings(word) for word in forms(entry.output)] if expected else []
    judged = pairs(expected, words, lambda one: one.lemma)
    return pairs(expected, words, lambda one: one), judged, len(expected)


def pairs(expected: Sequence[Word], words: Sequence[Word], key: Callable[[FormAnalysis], object]) -> int:
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
