"""Span macro F1: the mean of the F1 of each label in gold or prediction, in a resample of those in it.

Source: Tjong Kim Sang and De Meulder (2003), §2, for the F1 of a label.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.evidence.breakdown import Averaging
from scoring.evidence.cells import Cells
from scoring.evidence.evidence import Floats
from scoring.evidence.formulas import f1, mean_of_defined
from scoring.metrics.metric import Better, Metric, Scale, Status, Validation
from scoring.spans.align import SpanPairs

__all__ = ["SPAN_MACRO_F1", "macro_f1", "measure", "restore"]

KINDS = ("correct", "gold", "predicted")  # sorted, as joined evidence sorts its columns


def macro_f1(totals: Floats, columns: tuple[tuple[str, ...], ...]) -> Floats:
    """The mean F1 in points of the labels that occur, of totals ``(..., 3 * labels)``; NaN where none does."""
    by_label = totals.reshape(*totals.shape[:-1], len(columns) // 3, 3)
    return mean_of_defined(
        f1(by_label)
    )  # in which gold and predicted are one sum, so their order does not matter


def measure(pairs: SpanPairs) -> Cells:
    """Correct, gold and predicted spans of each unit and label, those that are not 0."""
    width = 3 * len(pairs.labels)
    (right, predicted, gold) = pairs.sides()
    codes = [
        units.astype(np.int64) * width + 3 * labels + kind
        for kind, (units, labels) in enumerate((right, gold, predicted))
    ]
    found, counts = np.unique(np.concatenate(codes), return_counts=True)
    columns = tuple((label, kind) for label in pairs.labels for kind in KINDS)
    unit, column = np.divmod(found, max(1, width))
    return Cells(pairs.units, unit, column, counts.astype(np.float64), columns, macro_f1, 100.0, len(KINDS))


def restore(arrays: Mapping[str, NDArray[Any]]) -> Cells:
    """The evidence of stored arrays."""
    return Cells.restored(arrays, macro_f1, 100.0, len(KINDS))


SPAN_MACRO_F1 = Metric(
    id="span_macro_f1",
    label="Span macro F1",
    task="spans",
    measure=measure,
    restore=restore,
    averaging=Averaging.MACRO,
    scale=Scale.POINTS,
    better=Better.HIGHER,
    perfect=100.0,
    status=Status.IMPLEMENTED,
    validation=Validation.MEASUREMENT,
    source="Tjong Kim Sang and De Meulder 2003, §2",
    signature="spans.macro.f1|v1",
    when_undefined=0.0,
)
