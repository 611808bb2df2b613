"""Accuracy: the share of documents whose predicted label is the gold label.

Source: Sokolova and Lapalme (2009), §3.1.
"""

import numpy as np

from scoring.evidence.breakdown import Averaging
from scoring.evidence.evidence import Floats
from scoring.evidence.formulas import accuracy
from scoring.labels.align import LabelPairs
from scoring.metrics.metric import Better, Scale, Status, Validation, counted

__all__ = ["ACCURACY", "count"]


def count(pairs: LabelPairs) -> Floats:
    """Correct documents, and documents: ``(documents, 2)``."""
    correct = (pairs.gold == pairs.pred).astype(np.float64)
    return np.stack([correct, np.ones(correct.size)], axis=1)


ACCURACY = counted(
    count=count,
    columns=("correct", "documents"),
    formula=accuracy,
    perfect=100.0,
    id="accuracy",
    label="Accuracy",
    task="labels",
    averaging=Averaging.MICRO,
    scale=Scale.POINTS,
    better=Better.HIGHER,
    status=Status.IMPLEMENTED,
    validation=Validation.MEASUREMENT,
    source="Sokolova and Lapalme 2009, §3.1",
    signature="labels.accuracy|v1",
)
