"""Equivalent match: the share of entries whose output equals a reference but for what does not count.

What does not count the entry's variants say, or the linter of the language's standard.
Source: MT scoring specification, §2.1.
"""

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.definitions import counted_metric
from scoring.mt.run import nfc
from scoring.mt.standards import LINT
from scoring.mt.standards.worth import worth

__all__ = ["EQUIVALENT_MATCH", "count"]

NAME = "equivalent_match_rate"
SIGNATURE = f"mt.{NAME}|v1|nfc|trim"


def count(segments: Segments) -> Floats | NotAvailable:
    """Whether each entry's output is a match, and 1: ``(units, 2)``: by a variant or by the linter, either will do."""
    varied = any(entry.variants for entry in segments.entries)
    linted = worth(segments, LINT)
    if isinstance(linted, NotAvailable) and not varied:
        return NotAvailable(
            f"no entry has variants, and {linted.reason}",
            linted.remedy or "give entries the variants that are accepted beside the references",
        )
    found = np.array(
        [
            not entry.failed and nfc(entry.output) in map(nfc, (*entry.references, *entry.variants))
            for entry in segments.entries
        ]
    )
    if not isinstance(linted, NotAvailable):
        found |= linted.weights >= 1.0
        with_variants = "|variants" if varied else ""
        segments.remarks.signatures[NAME] = f"{SIGNATURE}{with_variants}|standard:{linted.signature}"
    return np.stack([found.astype(np.float64), np.ones(found.size)], axis=1)


EQUIVALENT_MATCH = counted_metric(
    NAME,
    count=count,
    columns=("matches", "entries"),
    signature=f"{SIGNATURE}|variants",
)
