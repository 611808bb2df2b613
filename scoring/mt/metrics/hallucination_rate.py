"""Hallucination: content words without a source counterpart in the outputs that are flagged, over all content words.

Source: MT scoring specification, §2.4.
"""

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.definitions import counted_metric
from scoring.mt.detector import detector, not_told
from scoring.mt.hallucination import findings

__all__ = ["HALLUCINATION", "count"]

NAME = "hallucination_rate"
MANY = 0.1  # of the outputs, from which on it is said how many are flagged


def count(segments: Segments) -> Floats | NotAvailable:
    """Each output's unsupported words if it is flagged, its judged content words, and all: ``(units, 3)``."""
    found = findings(segments)
    if isinstance(found, NotAvailable):
        return found
    refused = not_told(segments)
    if refused is not None:
        return refused
    segments.remarks.judgements[NAME] = detector(segments).trial.shares
    flagged = sum(one.flagged for one in found)
    if flagged > MANY * len(found):
        segments.remarks.notes[NAME] = (
            f"{flagged} of {len(found)} outputs hold what neither their sources nor the references account for",
        )
    table = [(one.unsupported if one.flagged else 0, one.known, one.content) for one in found]
    return np.array(table, dtype=np.float64).reshape(-1, 3)


HALLUCINATION = counted_metric(
    NAME,
    count=count,
    columns=("unsupported", "known content words", "content words"),
    signature=f"mt.{NAME}|v2|ibm1|prefix:5|fit:.03|spelling:.01",
)
