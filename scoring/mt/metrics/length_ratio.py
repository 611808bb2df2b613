"""Length ratio: the mean length of an output, in code points, over that of its reference; 1 is ideal.

Source: MT scoring specification, §2.1: below 0.5 an output looks cut off, above 2.0 inflated.
"""

from collections.abc import Sequence

import numpy as np

from scoring.evidence import Floats
from scoring.formulas import ratio

__all__ = ["COLUMNS", "INFLATED", "TRUNCATED", "count", "mean_ratio", "ratio_of"]

COLUMNS = ("ratio", "entries")
TRUNCATED, INFLATED = 0.5, 2.0


def ratio_of(output: str | None, references: Sequence[str]) -> float | None:
    """The ratio to the reference of nearest length, the shorter of two; no output has 0.

    None where that reference is empty and the output is not; empty against empty is 1.
    """
    if output is None:
        return 0.0
    nearest = min((abs(length - len(output)), length) for length in map(len, references))[1]
    if nearest:
        return len(output) / nearest
    return None if output else 1.0


def count(outputs: Sequence[str | None], references: Sequence[Sequence[str]]) -> Floats:
    """Each entry's ratio, and 1: ``(entries, 2)``; both are 0 where the entry has no ratio, which leaves it out."""
    ratios = [ratio_of(output, texts) for output, texts in zip(outputs, references, strict=True)]
    rows = [(0.0, 0.0) if found is None else (found, 1.0) for found in ratios]
    return np.array(rows, dtype=np.float64).reshape(-1, 2)


def mean_ratio(totals: Floats) -> Floats:
    """The mean ratio of totals ``(..., 2)``; NaN where no entry has one."""
    return ratio(totals[..., 0], totals[..., 1])
