"""Micro F1 of several labels a document: F1 of all labels of all documents counted together.

Source: Sokolova and Lapalme (2009), §3.2.
"""

import numpy as np

from scoring.evidence.breakdown import Averaging
from scoring.evidence.counts import Counts
from scoring.evidence.evidence import Floats
from scoring.evidence.formulas import f1
from scoring.labels.align_sets import LabelSets
from scoring.metrics.metric import Better, Scale, Status, Validation, counted

__all__ = ["MULTILABEL_MICRO_F1", "count", "for_label"]

COLUMNS = ("correct", "predicted", "gold")


def count(aligned: LabelSets) -> Floats:
    """Correct, predicted and gold labels of each document: ``(documents, 3)``."""
    sides = (aligned.correct, aligned.pred, aligned.gold)
    return np.stack([side.by_document() for side in sides], axis=1).astype(np.float64)


def for_label(aligned: LabelSets, label: str) -> Counts:
    """The F1 of one label; undefined where it does not occur."""
    chosen = np.array([str(name) == label for name in aligned.names], dtype=np.bool_)
    predicted, gold = (
        np.bincount(side.document[chosen[side.label]], minlength=aligned.units) > 0
        for side in (aligned.pred, aligned.gold)
    )
    table = np.stack([predicted & gold, predicted, gold], axis=1).astype(np.float64)
    return Counts(table, COLUMNS, f1, 100.0)


MULTILABEL_MICRO_F1 = counted(
    count=count,
    columns=COLUMNS,
    formula=f1,
    for_label=for_label,
    perfect=100.0,
    id="multilabel_micro_f1",
    label="Micro F1",
    task="multilabel",
    averaging=Averaging.MICRO,
    scale=Scale.POINTS,
    better=Better.HIGHER,
    status=Status.IMPLEMENTED,
    validation=Validation.MEASUREMENT,
    source="Sokolova and Lapalme 2009, §3.2",
    signature="multilabel.micro_f1|v1",
    when_undefined=0.0,
)
