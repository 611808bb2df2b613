"""Semantic score: does the output mean what the reference means, by the language's standard, else by embeddings?

Source: MT scoring specification, §2.3.
"""

import numpy as np

from scoring.evidence import Floats
from scoring.metric import NotAvailable
from scoring.mt.definitions import counted_metric
from scoring.mt.formulas import share
from scoring.mt.segments import Segments
from scoring.mt.standards import SEMANTIC
from scoring.mt.standards.worth import worth

__all__ = ["SEMANTIC_SCORE", "count", "from_standard"]

NAME = "semantic_score"


def count(segments: Segments) -> Floats | NotAvailable:
    """What each entry's meaning is worth, and 1: ``(units, 2)``; the first way that is available."""
    reasons = []
    for way in WAYS:
        found = way(segments)
        if not isinstance(found, NotAvailable):
            return found
        reasons.append(found)
    remedy = next((one.remedy for one in reasons if one.remedy), "")
    return NotAvailable("; ".join(one.reason for one in reasons), remedy)


def from_standard(segments: Segments) -> Floats | NotAvailable:
    """The weight of each entry's semantic verdict, and 1: ``(units, 2)``."""
    found = worth(segments, SEMANTIC)
    if isinstance(found, NotAvailable):
        return found
    segments.leave(f"signature of {NAME}", f"mt.{NAME}|v1|standard:{found.signature}")
    return np.stack([found.weights, np.ones(segments.units)], axis=1)


WAYS = (from_standard,)  # the first that is available counts

SEMANTIC_SCORE = counted_metric(
    NAME,
    count=count,
    columns=("weights", "entries"),
    formula=share,
    perfect=1.0,
    signature=f"mt.{NAME}|v1",
)
