"""Code switching: the share of an output's words that are left in the source language.

Source: MT scoring specification, §2.4.
"""

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.definitions import counted_metric
from scoring.mt.switching import languages

__all__ = ["CODE_SWITCHING", "count"]


def count(segments: Segments) -> Floats | NotAvailable:
    """Each output's words in the source language, and its words: ``(units, 2)``; one that failed said nothing."""
    known = languages(segments)
    if isinstance(known, NotAvailable):
        return known
    rows = [known.switched(entry) for entry in segments.entries]
    return np.array(rows, dtype=np.float64).reshape(-1, 2)


CODE_SWITCHING = counted_metric("code_switching_rate", count=count, columns=("source words", "words"))
