"""Span F1: the harmonic mean of precision and recall over all spans.

Source: Tjong Kim Sang and De Meulder (2003), §2.
"""

from scoring.evidence.breakdown import Averaging
from scoring.evidence.counts import Counts
from scoring.evidence.evidence import Floats
from scoring.evidence.formulas import f1
from scoring.metrics.metric import Better, Scale, Status, Validation, counted
from scoring.spans.align import COLUMNS, SpanPairs

__all__ = ["SPAN_F1", "count", "for_label"]


def count(pairs: SpanPairs) -> Floats:
    """Correct, predicted and gold spans of each unit: ``(units, 3)``."""
    return pairs.table()


def for_label(pairs: SpanPairs, label: str) -> Counts:
    """The evidence of one label alone; all 0 for a label that no span has."""
    return Counts(pairs.table(label), COLUMNS, f1, 100.0)


SPAN_F1 = counted(
    count=count,
    columns=COLUMNS,
    formula=f1,
    perfect=100.0,
    id="span_f1",
    label="Span F1",
    task="spans",
    averaging=Averaging.MICRO,
    scale=Scale.POINTS,
    better=Better.HIGHER,
    status=Status.IMPLEMENTED,
    validation=Validation.MEASUREMENT,
    source="Tjong Kim Sang and De Meulder 2003, §2",
    signature="spans.micro.f1|v1",
    when_undefined=0.0,
    for_label=for_label,
)
