"""Macro F1 of several labels a document: the unweighted mean F1 of the labels in gold or prediction.

In a draw: of the labels that occur in the draw.  Source: Sokolova and Lapalme (2009), §3.2; Opitz and Burst (2019).
"""

from scoring.evidence.breakdown import Averaging
from scoring.evidence.cells import Cells
from scoring.labels.align_sets import LabelSets
from scoring.labels.cells import label_cells, of_label, restored
from scoring.metrics.metric import Better, Metric, Scale, Status, Validation

__all__ = ["MULTILABEL_MACRO_F1", "for_label", "measure"]


def measure(aligned: LabelSets) -> Cells:
    """The correct, missed and spurious labels of each document."""
    kinds = (aligned.correct, aligned.gold.without(aligned.pred), aligned.pred.without(aligned.gold))
    correct, missed, spurious = ((kind.document, kind.label) for kind in kinds)
    return label_cells(aligned.units, aligned.names, correct, missed, spurious)


def for_label(aligned: LabelSets, label: str) -> Cells:
    """The F1 of one label; undefined where it does not occur."""
    return of_label(measure(aligned), label)


MULTILABEL_MACRO_F1 = Metric(
    measure=measure,
    restore=restored,
    for_label=for_label,
    perfect=100.0,
    id="multilabel_macro_f1",
    label="Macro F1",
    task="multilabel",
    averaging=Averaging.MACRO,
    scale=Scale.POINTS,
    better=Better.HIGHER,
    status=Status.IMPLEMENTED,
    validation=Validation.MEASUREMENT,
    source="Sokolova and Lapalme 2009, §3.2",
    signature="multilabel.macro_f1|v1",
    when_undefined=0.0,
)
