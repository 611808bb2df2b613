"""Compliance index: placeholders, quotation marks and letters that an output keeps as it must, as a mean over entries.

Of the output as it was scored, and of the output before it was repaired.  Source: MT scoring specification, §2.5.
"""

from collections.abc import Sequence

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.compliance import VERSION, ComplianceRules, accepted, index, rules
from scoring.mt.definitions import counted_metric

__all__ = ["COMPLIANCE", "RAW_COMPLIANCE", "count", "count_raw", "raw_outputs"]


def indexes(segments: Segments, outputs: Sequence[str], held: ComplianceRules) -> Floats:
    """The index of each output, and 1: ``(units, 2)``; an entry without an output has 0."""
    found = [
        index(held.violations(entry.source or "", output, accepted(entry))) if output.strip() else 0.0
        for entry, output in zip(segments.entries, outputs, strict=True)
    ]
    return np.stack([np.array(found, dtype=np.float64), np.ones(len(found))], axis=1)


def raw_outputs(segments: Segments) -> list[str] | NotAvailable:
    """The outputs before they were repaired: where an entry has none of its own, its prediction was not repaired."""
    if all(entry.raw_prediction is None for entry in segments.entries):
        return NotAvailable("no entry has raw_prediction, the output before it was repaired")
    return [
        ("" if entry.error is not None else entry.raw_prediction)
        if entry.raw_prediction is not None
        else entry.output
        for entry in segments.entries
    ]


def count(segments: Segments) -> Floats | NotAvailable:
    """The index of each output, and 1: ``(units, 2)``."""
    held = rules(segments)
    return held if isinstance(held, NotAvailable) else indexes(segments, segments.outputs, held)


def count_raw(segments: Segments) -> Floats | NotAvailable:
    """The index of each output before it was repaired, and 1: ``(units, 2)``."""
    held, raw = rules(segments), raw_outputs(segments)
    if isinstance(held, NotAvailable):
        return held
    return raw if isinstance(raw, NotAvailable) else indexes(segments, raw, held)


COMPLIANCE = counted_metric(
    "compliance_index",
    count=count,
    columns=("indexes", "entries"),
    signature=f"mt.compliance_index|{VERSION}",
)
RAW_COMPLIANCE = counted_metric(
    "raw_compliance_index",
    count=count_raw,
    columns=("indexes", "entries"),
    signature=f"mt.raw_compliance_index|{VERSION}",
)
