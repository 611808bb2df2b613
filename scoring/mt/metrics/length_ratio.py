"""Length ratio: characters of the output over those of the reference, as a mean over entries.

Of several references the one nearest in length counts.  Source: MT scoring specification, §2.1.
"""

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.mt.align import Segments
from scoring.mt.definitions import counted_metric
from scoring.mt.run import Entry

__all__ = ["INFLATED", "LENGTH_RATIO", "TRUNCATED", "count", "ratio_of"]

TRUNCATED, INFLATED = 0.5, 2.0  # below and above these an output is flagged


def ratio_of(entry: Entry) -> float:
    """Code points of the output over those of the reference nearest in length; 0 for an entry that failed."""
    length = len(entry.output)
    nearest = min((len(text) for text in entry.references), key=lambda there: (abs(there - length), there))
    return length / nearest


def count(segments: Segments) -> Floats:
    """Each entry's ratio, and 1: ``(units, 2)``."""
    return np.array([(ratio_of(entry), 1.0) for entry in segments.entries], dtype=np.float64).reshape(-1, 2)


LENGTH_RATIO = counted_metric(
    "length_ratio",
    count=count,
    columns=("ratios", "entries"),
    signature="mt.length_ratio|v1|code points",
)
