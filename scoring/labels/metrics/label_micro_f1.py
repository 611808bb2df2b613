"""Micro F1 of one label a document; it equals accuracy, since each document has one label on either side.

Source: Sokolova and Lapalme (2009), §3.1.
"""

import numpy as np

from scoring.evidence.breakdown import Averaging
from scoring.evidence.counts import Counts
from scoring.evidence.evidence import Floats
from scoring.evidence.formulas import f1
from scoring.labels.align import LabelPairs
from scoring.metrics.metric import Better, Scale, Status, Validation, counted

__all__ = ["LABEL_MICRO_F1", "count", "for_label"]

COLUMNS = ("correct", "predicted", "gold")


def count(pairs: LabelPairs) -> Floats:
    """Correct, predicted and gold labels of each document: ``(documents, 3)``."""
    correct = (pairs.gold == pairs.pred).astype(np.float64)
    one = np.ones(correct.size)
    return np.stack([correct, one, one], axis=1)


def for_label(pairs: LabelPairs, label: str) -> Counts:
    """The F1 of one label; undefined where it does not occur."""
    codes = [code for code, name in enumerate(pairs.names) if str(name) == label]
    predicted, gold = (np.isin(side, codes) for side in (pairs.pred, pairs.gold))
    table = np.stack([predicted & gold, predicted, gold], axis=1).astype(np.float64)
    return Counts(table, COLUMNS, f1, 100.0)


LABEL_MICRO_F1 = counted(
    count=count,
    columns=COLUMNS,
    formula=f1,
    for_label=for_label,
    perfect=100.0,
    id="label_micro_f1",
    label="Micro F1",
    task="labels",
    averaging=Averaging.MICRO,
    scale=Scale.POINTS,
    better=Better.HIGHER,
    status=Status.IMPLEMENTED,
    validation=Validation.MEASUREMENT,
    source="Sokolova and Lapalme 2009, §3.1",
    signature="labels.micro_f1|v1",
    when_undefined=0.0,
)
