"""Equivalent match: the share of entries whose output equals a reference or an accepted variant.

Source: MT scoring specification, §2.1.
"""

import numpy as np

from scoring.evidence import Floats
from scoring.metric import NotAvailable
from scoring.mt.definitions import counted_metric
from scoring.mt.formulas import share
from scoring.mt.run import nfc
from scoring.mt.segments import Segments

__all__ = ["EQUIVALENT_MATCH", "count"]


def count(segments: Segments) -> Floats | NotAvailable:
    """Whether each entry's output equals a reference or variant, and 1: ``(units, 2)``."""
    if not any(entry.variants for entry in segments.entries):
        return NotAvailable(
            "no entry has variants", "give entries the variants that are accepted beside the references"
        )
    found = [
        not entry.failed and nfc(entry.output) in map(nfc, (*entry.references, *entry.variants))
        for entry in segments.entries
    ]
    return np.stack([np.array(found, dtype=np.float64), np.ones(len(found))], axis=1)


EQUIVALENT_MATCH = counted_metric(
    "equivalent_match_rate",
    count=count,
    columns=("matches", "entries"),
    formula=share,
    perfect=1.0,
    signature="mt.equivalent_match_rate|v1|nfc|trim|variants",
)
