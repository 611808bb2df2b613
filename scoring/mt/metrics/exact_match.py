"""Exact match: the share of entries whose output equals a reference, in normal form C and trimmed.

Source: MT scoring specification, §2.1.
"""

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.mt.align import Segments
from scoring.mt.definitions import counted_metric
from scoring.mt.run import nfc

__all__ = ["EXACT_MATCH", "count"]


def count(segments: Segments) -> Floats:
    """Whether each entry's output equals a reference, and 1: ``(units, 2)``; an entry that failed matches nothing."""
    found = [
        not entry.failed and nfc(entry.output) in map(nfc, entry.references) for entry in segments.entries
    ]
    return np.stack([np.array(found, dtype=np.float64), np.ones(len(found))], axis=1)


EXACT_MATCH = counted_metric(
    "exact_match_rate",
    count=count,
    columns=("matches", "entries"),
    signature="mt.exact_match_rate|v1|nfc|trim",
)
