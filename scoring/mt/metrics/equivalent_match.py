"""Equivalent match: the share of outputs that equal a reference or an accepted variant of it.

Source: MT scoring specification, §2.1; texts are compared as exact match compares them.
"""

from collections.abc import Sequence

from scoring.evidence import Floats
from scoring.mt.metrics.exact_match import COLUMNS, counted_matches

__all__ = ["COLUMNS", "count"]


def count(
    outputs: Sequence[str | None], references: Sequence[Sequence[str]], variants: Sequence[Sequence[str]]
) -> Floats:
    """Whether each output equals a reference or variant, and 1: ``(entries, 2)``; the score is ``formulas.accuracy``.

    Where no entry has a variant this is exact match, and the metric is not available: the caller decides that.
    """
    accepted = [(*texts, *others) for texts, others in zip(references, variants, strict=True)]
    return counted_matches(outputs, accepted)
