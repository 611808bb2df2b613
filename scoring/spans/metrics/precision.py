"""Span precision: the share of predicted spans that are correct.

Source: Tjong Kim Sang and De Meulder (2003), §2.
"""

from scoring.evidence.breakdown import Averaging
from scoring.evidence.counts import Counts
from scoring.evidence.evidence import Floats
from scoring.evidence.formulas import ratio
from scoring.metrics.metric import Better, Scale, Status, Validation, counted
from scoring.spans.align import COLUMNS, SpanPairs

__all__ = ["SPAN_PRECISION", "count", "for_label", "precision"]


def count(pairs: SpanPairs) -> Floats:
    """Correct, predicted and gold spans of each unit: ``(units, 3)``."""
    return pairs.table()


def for_label(pairs: SpanPairs, label: str) -> Counts:
    """The evidence of one label alone; all 0 for a label that no span has."""
    return Counts(pairs.table(label), COLUMNS, precision, 100.0)


def precision(totals: Floats) -> Floats:
    """Precision in points of totals ``(..., 3)``; NaN where nothing was predicted."""
    return ratio(100.0 * totals[..., 0], totals[..., 1])


SPAN_PRECISION = counted(
    count=count,
    columns=COLUMNS,
    formula=precision,
    perfect=100.0,
    id="span_precision",
    label="Span precision",
    task="spans",
    averaging=Averaging.PRECISION,
    scale=Scale.POINTS,
    better=Better.HIGHER,
    status=Status.IMPLEMENTED,
    validation=Validation.MEASUREMENT,
    source="Tjong Kim Sang and De Meulder 2003, §2",
    signature="spans.micro.precision|v1",
    when_undefined=0.0,
    for_label=for_label,
)
