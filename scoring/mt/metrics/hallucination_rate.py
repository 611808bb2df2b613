"""Hallucination: content words without a source counterpart in the outputs that are flagged, over all content words.

Source: MT scoring specification, §2.4.
"""

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.definitions import counted_metric
from scoring.mt.hallucination import findings

__all__ = ["HALLUCINATION", "LEAST_COVERAGE", "count"]

LEAST_COVERAGE = 0.5  # of the content words that the table has to know


def count(segments: Segments) -> Floats | NotAvailable:
    """Each output's unsupported words if it is flagged, its known content words, and all: ``(units, 3)``."""
    found = findings(segments)
    if isinstance(found, NotAvailable):
        return found
    table = np.array(
        [(one.unsupported if one.flagged else 0, one.known, one.content) for one in found], dtype=np.float64
    ).reshape(-1, 3)
    _, known, content = table.sum(axis=0)
    if content and known / content < LEAST_COVERAGE:
        return NotAvailable(
            f"the run's sources and references cover {known / content:.0%} of the content words of its outputs, "
            f"and at least {LEAST_COVERAGE:.0%} are needed",
            "score a longer test set",
        )
    return table


HALLUCINATION = counted_metric(
    "hallucination_rate",
    count=count,
    columns=("unsupported", "known content words", "content words"),
    signature="mt.hallucination_rate|v1|ibm1|prefix:5|flag:0.6",
)
