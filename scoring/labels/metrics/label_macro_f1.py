"""Macro F1 of one label a document: the unweighted mean F1 of the labels in gold or prediction.

In a draw: of the labels that occur in the draw.  Source: Sokolova and Lapalme (2009), §3.1; Opitz and Burst (2019).
"""

import numpy as np

from scoring.evidence.breakdown import Averaging
from scoring.evidence.cells import Cells
from scoring.labels.align import LabelPairs
from scoring.labels.cells import label_cells, of_label, restored
from scoring.metrics.metric import Better, Metric, Scale, Status, Validation

__all__ = ["LABEL_MACRO_F1", "for_label", "measure"]


def measure(pairs: LabelPairs) -> Cells:
    """A correct label, or one missed and one spurious label, of each document."""
    right = pairs.gold == pairs.pred
    hits, errors = np.flatnonzero(right), np.flatnonzero(~right)
    gold, pred = pairs.gold, pairs.pred
    return label_cells(
        pairs.units, pairs.names, (hits, gold[hits]), (errors, gold[errors]), (errors, pred[errors])
    )


def for_label(pairs: LabelPairs, label: str) -> Cells:
    """The F1 of one label; undefined where it does not occur."""
    return of_label(measure(pairs), label)


LABEL_MACRO_F1 = Metric(
    measure=measure,
    restore=restored,
    for_label=for_label,
    perfect=100.0,
    id="label_macro_f1",
    label="Macro F1",
    task="labels",
    averaging=Averaging.MACRO,
    scale=Scale.POINTS,
    better=Better.HIGHER,
    status=Status.IMPLEMENTED,
    validation=Validation.MEASUREMENT,
    source="Sokolova and Lapalme 2009, §3.1",
    signature="labels.macro_f1|v1",
    when_undefined=0.0,
)
