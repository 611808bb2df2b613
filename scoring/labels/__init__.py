"""Text classification: reading labels and scores of documents, and scoring them, one label a document or many."""

from scoring.labels.documents import LabelDocuments
from scoring.labels.read import read
from scoring.labels.score import (
    LabelScores,
    MultilabelScores,
    RocAuc,
    Score,
    multilabel_scores,
    roc_auc,
    scores,
)
from scoring.labels.task import LABELS, MULTILABEL

__all__ = [
    "LABELS",
    "MULTILABEL",
    "LabelDocuments",
    "LabelScores",
    "MultilabelScores",
    "RocAuc",
    "Score",
    "multilabel_scores",
    "read",
    "roc_auc",
    "scores",
]
