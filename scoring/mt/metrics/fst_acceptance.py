"""FST acceptance: the share of the output's words that the finite-state analyser knows as forms of the language.

Source: MT scoring specification, §2.2.
"""

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.analyser import analyser, sign
from scoring.mt.definitions import counted_metric
from scoring.mt.wordforms import FormAnalyser, forms

__all__ = ["FST_ACCEPTANCE", "count"]

SIGNATURE = "mt.fst_acceptance_rate|v1"


def count(segments: Segments) -> Floats | NotAvailable:
    """Each output's accepted words, and its words: ``(units, 2)``; an entry that failed is one rejected word."""
    known = analyser(segments)
    if isinstance(known, NotAvailable):
        return known
    sign(segments, "fst_acceptance_rate", SIGNATURE, known)
    rows = [(0, 1) if entry.failed else accepted(entry.output, known) for entry in segments.entries]
    return np.array(rows, dtype=np.float64).reshape(-1, 2)


def accepted(text: str, known: FormAnalyser) -> tuple[int, int]:
    """How many words of a text are accepted, and how many there are."""
    words = forms(text)
    return sum(bool(known.analyses(word)) for word in words), len(words)


FST_ACCEPTANCE = counted_metric(
    "fst_acceptance_rate",
    count=count,
    columns=("accepted", "words"),
    signature=SIGNATURE,
)
