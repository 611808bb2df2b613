"""Repair effectiveness: the share of the raw output's violations that the repaired output no longer has.

Source: MT scoring specification, §2.5.
"""

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.compliance import VERSION, accepted, rules
from scoring.mt.definitions import counted_metric
from scoring.mt.metrics.compliance_index import raw_outputs

__all__ = ["REPAIR", "count"]


def count(segments: Segments) -> Floats | NotAvailable:
    """Each entry's violations that were repaired, and all of its raw output: ``(units, 2)``."""
    held, raw = rules(segments), raw_outputs(segments)
    if isinstance(held, NotAvailable):
        return held
    if isinstance(raw, NotAvailable):
        return raw
    rows = []
    for entry, before in zip(segments.entries, raw, strict=True):
        source, texts = entry.source or "", accepted(entry)
        broken = held.violations(source, before, texts)
        left = broken & held.violations(source, entry.output, texts)
        rows.append((broken.total() - left.total(), broken.total()))
    return np.array(rows, dtype=np.float64).reshape(-1, 2)


REPAIR = counted_metric(
    "repair_effectiveness",
    count=count,
    columns=("repaired", "violations"),
    signature=f"mt.repair_effectiveness|{VERSION}",
)
