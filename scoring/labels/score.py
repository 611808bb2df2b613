"""The scores of labels in points, for a table or a training loop: one label a document, several, and ROC-AUC.

Source: Sokolova and Lapalme (2009), §3; ROC-AUC: Hanley and McNeil (1982).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Unpack

import numpy as np

from scoring.base.errors import InputError
from scoring.evidence.formulas import Score, points, score_of
from scoring.labels import several, single
from scoring.labels.align import Codes, align_labels
from scoring.labels.align_sets import THRESHOLD, LabelSets, align_sets
from scoring.labels.form import DocumentForm, ReadOptions
from scoring.labels.names import Label
from scoring.labels.ranks import area

__all__ = ["LabelScores", "MultilabelScores", "RocAuc", "Score", "multilabel_scores", "roc_auc", "scores"]


@dataclass(frozen=True)
class LabelScores:
    """One label a document, in points; ``by_label`` has the labels of gold and prediction, sorted."""

    accuracy: float
    micro_f1: float
    macro_f1: float
    by_label: Mapping[Label, Score]


@dataclass(frozen=True)
class MultilabelScores:
    """Several labels a document, in points; ``by_label`` has the labels of gold and prediction, sorted.

    ``undefined``: there is no label on either side, and 0.0 stands for both averages.
    """

    micro_f1: float
    macro_f1: float
    by_label: Mapping[Label, Score]
    undefined: bool


@dataclass(frozen=True)
class RocAuc:
    """ROC-AUC in points; a label of which all documents are of one class has none, and ``one_class`` names it.

    ``mean`` is over the labels with both classes, None where there is no such label.
    """

    mean: float | None
    by_label: Mapping[Label, float | None]
    one_class: tuple[Label, ...]


def scores(pred: object, gold: object, **how: Unpack[ReadOptions]) -> LabelScores:
    """Accuracy, micro F1, macro F1 and the scores of each label in points, one label a document.

    Each side is a path (JSONL, JSON, CSV, TSV), an open file, what ``read`` returned, a list, array or Series
    ``(documents,)`` of strings or whole numbers, a mapping of ids to labels, records or a DataFrame with fields,
    one-hot rows ``(documents, labels)``, or what a text-classification pipeline of transformers returns.  Documents are
    matched by id, two sides of pandas by their index.  ``gold_field``, ``pred_field`` and ``id_field`` name fields,
    ``columns`` and ``header`` say what names those of a table.  Macro F1 is the mean over the labels in gold or
    prediction.

    Source: Sokolova and Lapalme (2009), §3.

    Raises:
        InputError: a side cannot be read, has no documents, or a label is missing or none.
        AlignmentError: the two are not of the same documents.
    """
    form = DocumentForm.of(how)
    ours = single.labelling(gold, "gold", form)
    pairs = align_labels(ours, single.labelling(pred, "pred", form))
    by_label = label_scores(pairs.names, *pairs.counts())
    micro, macro = averages(by_label)
    return LabelScores(
        micro, micro, macro, by_label
    )  # each document counts once on either side: accuracy is micro F1


def multilabel_scores(
    values: object = None,
    gold: object = None,
    threshold: float = THRESHOLD,
    *,
    pred: object = None,
    score_range: Sequence[float] | None = None,
    **how: Unpack[ReadOptions],
) -> MultilabelScores:
    """Micro F1, macro F1 and the scores of each label in points; a score of at least the threshold predicts its label.

    ``values``, or ``pred`` in its place, are scores and ``gold`` zeros and ones, ``(documents, labels)``; or either is
    a path, an open file, what ``read`` returned, sets of labels, ``{label: score}`` of each document, a mapping of ids
    to these, a DataFrame whose columns are fields or labels, or a sparse matrix of scipy.  Fields are named as for
    ``scores``.  Labels in neither gold nor prediction are left out.  Scores may be of any range unless
    ``score_range`` declares one.

    Source: Sokolova and Lapalme (2009), §3.

    Raises:
        InputError: a side cannot be read, has no documents, or a score is not finite or outside the range.
        AlignmentError: the two are not of the same documents or labels.
        UsageError: the threshold is no number.
        TypeError: gold or the prediction is missing, or the prediction is given twice.
    """
    aligned = together(one_of(values, pred, gold), gold, threshold, score_range, how)
    all_labels = label_scores(aligned.names, *aligned.counts())
    by_label = {name: score for name, score in all_labels.items() if score.predicted or score.gold}
    micro, macro = averages(by_label)
    return MultilabelScores(micro, macro, by_label, undefined=not by_label)


def roc_auc(
    values: object = None, gold: object = None, *, pred: object = None,
    score_range: Sequence[float] | None = None, **how: Unpack[ReadOptions],
) -> RocAuc:  # fmt: skip
    """ROC-AUC of each label and its mean in points, by the Mann-Whitney statistic, ties counting half.

    ``values`` or ``pred``, and ``gold`` are as for ``multilabel_scores``.  A label of which all documents are of one
    class has None and is left out of the mean.

    Source: Hanley and McNeil (1982).

    Raises:
        InputError: a side cannot be read, has no documents, or a score is missing, not finite or outside the range.
        AlignmentError: the two are not of the same documents or labels.
    """
    aligned = together(one_of(values, pred, gold), gold, THRESHOLD, score_range, how)
    if aligned.values is None:
        raise InputError(
            "ROC-AUC ranks documents by score, and the prediction holds labels only; give scores"
        )
    columns = zip(
        np.ascontiguousarray(aligned.values.T), np.ascontiguousarray(aligned.gold.dense().T), strict=True
    )
    by_label = {name: area(*column) for name, column in zip(aligned.names, columns, strict=True)}
    defined = [value for value in by_label.values() if value is not None]
    mean = sum(defined) / len(defined) if defined else None
    return RocAuc(mean, by_label, tuple(name for name, value in by_label.items() if value is None))


def one_of(values: object, pred: object, gold: object) -> object:
    """The prediction, by whichever of its two names it was given; TypeError where that, or gold, is not given once."""
    if gold is None or (values is None) == (pred is None):
        msg = "gold and the prediction are needed, and the prediction once: as values or as pred"
        raise TypeError(msg)
    return pred if values is None else values


def together(
    values: object, gold: object, threshold: float, score_range: Sequence[float] | None, how: ReadOptions
) -> LabelSets:
    """The aligned label sets; gold is read first, so its errors come first."""
    form = DocumentForm.of(how)
    ours = several.matrix(gold, "gold", form)
    return align_sets(ours, several.matrix(values, "pred", form), threshold, score_range)


def label_scores(
    names: tuple[Label, ...], correct: Codes, predicted: Codes, gold: Codes
) -> dict[Label, Score]:
    """The scores of each label, of its counts."""
    rows = zip(correct.tolist(), predicted.tolist(), gold.tolist(), strict=True)
    return {name: score_of(*counts) for name, counts in zip(names, rows, strict=True)}


def averages(by_label: Mapping[Label, Score]) -> tuple[float, float]:
    """Micro and macro F1; 0.0 of nothing."""
    each = by_label.values()
    whole = sum(score.predicted for score in each) + sum(score.gold for score in each)
    micro = points(2 * sum(score.correct for score in each), whole)
    return micro, sum(score.f1 for score in each) / len(by_label) if by_label else 0.0
