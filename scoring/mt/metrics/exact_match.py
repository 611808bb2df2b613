"""Exact match: the share of entries whose output equals a reference, in normal form C and trimmed.

Source: MT scoring specification, §2.1.
"""

import numpy as np

from scoring.evidence import Floats
from scoring.formulas import ratio
from scoring.metric import Better, Scale, Status, Validation, counted
from scoring.mt.run import nfc
from scoring.mt.segments import Segments

__all__ = ["EXACT_MATCH", "count", "rate"]

COLUMNS = ("matches", "entries")


def count(segments: Segments) -> Floats:
    """Whether each entry's output equals a reference, and 1: ``(units, 2)``; an entry that failed matches nothing."""
    rows = [
        (not entry.failed and nfc(entry.output) in map(nfc, entry.references), 1)
        for entry in segments.entries
    ]
    return np.array(rows, dtype=np.float64).reshape(-1, 2)


def rate(totals: Floats) -> Floats:
    """The share of entries: totals ``(..., 2)`` to ``(...)``, from 0 to 1.

    >>> rate(np.array([1.0, 4.0]))
    array(0.25)
    """
    return ratio(totals[..., 0], totals[..., 1])


EXACT_MATCH = counted(
    count=count,
    columns=COLUMNS,
    formula=rate,
    perfect=1.0,
    id="exact_match_rate",
    label="Exact match",
    task="mt",
    scale=Scale.RATIO,
    better=Better.HIGHER,
    status=Status.IMPLEMENTED,
    validation=Validation.MEASUREMENT,
    source="MT scoring specification, §2.1",
    signature="mt.exact_match_rate|v1|nfc|trim",
)
