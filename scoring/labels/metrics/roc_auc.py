"""ROC-AUC: how often a document with a label is scored above one without it, ties counting half; mean over labels.

A label needs documents of both classes, in the full set and in a draw; the others are left out of the mean.
Source: Hanley and McNeil (1982): the Mann-Whitney statistic.
"""

from scoring.labels.align_sets import LabelSets
from scoring.labels.ranks import Ranks
from scoring.metrics.metric import Better, Metric, NotAvailable, Scale, Status, Validation

__all__ = ["ROC_AUC", "for_label", "measure"]


def measure(aligned: LabelSets) -> Ranks | NotAvailable:
    """The scores and the gold labels of each document; not available where there are no scores."""
    if aligned.values is None:
        reason = "ROC-AUC ranks documents by score, and the prediction holds labels only"
        return NotAvailable(reason, 'give scores: {"id": "d1", "scores": {"sport": 0.9}}')
    return Ranks(aligned.values, aligned.gold.dense(), tuple(str(name) for name in aligned.names))


def for_label(aligned: LabelSets, label: str) -> Ranks | NotAvailable:
    """The ROC-AUC of one label; undefined where all documents are of one class."""
    ranks = measure(aligned)
    return ranks if isinstance(ranks, NotAvailable) else ranks.of_label(label)


ROC_AUC = Metric(
    measure=measure,
    restore=Ranks.restored,
    for_label=for_label,
    perfect=100.0,
    id="roc_auc",
    label="ROC-AUC",
    task="multilabel",
    scale=Scale.POINTS,
    better=Better.HIGHER,
    status=Status.IMPLEMENTED,
    validation=Validation.MEASUREMENT,
    source="Hanley and McNeil 1982",
    signature="multilabel.roc_auc|v1",
)
