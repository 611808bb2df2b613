"""Span recall: the share of gold spans that were found.

Source: Tjong Kim Sang and De Meulder (2003), §2.
"""

from scoring.evidence.breakdown import Averaging
from scoring.evidence.counts import Counts
from scoring.evidence.evidence import Floats
from scoring.evidence.formulas import ratio
from scoring.metrics.metric import Better, Scale, Status, Validation, counted
from scoring.spans.align import COLUMNS, SpanPairs

__all__ = ["SPAN_RECALL", "count", "for_label", "recall"]


def count(pairs: SpanPairs) -> Floats:
    """Correct, predicted and gold spans of each unit: ``(units, 3)``."""
    return pairs.table()


def for_label(pairs: SpanPairs, label: str) -> Counts:
    """The evidence of one label alone; all 0 for a label that no span has."""
    return Counts(pairs.table(label), COLUMNS, recall, 100.0)


def recall(totals: Floats) -> Floats:
    """Recall in points of totals ``(..., 3)``; NaN where there is nothing to find."""
    return ratio(100.0 * totals[..., 0], totals[..., 2])


SPAN_RECALL = counted(
    count=count,
    columns=COLUMNS,
    formula=recall,
    perfect=100.0,
    id="span_recall",
    label="Span recall",
    task="spans",
    averaging=Averaging.RECALL,
    scale=Scale.POINTS,
    better=Better.HIGHER,
    status=Status.IMPLEMENTED,
    validation=Validation.MEASUREMENT,
    source="Tjong Kim Sang and De Meulder 2003, §2",
    signature="spans.micro.recall|v1",
    when_undefined=0.0,
    for_label=for_label,
)
