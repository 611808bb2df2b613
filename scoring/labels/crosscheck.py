"""Accuracy, F1 and ROC-AUC by scikit-learn.

Source: scikit-learn, ``accuracy_score``, ``f1_score`` and ``roc_auc_score``; a label without documents of both classes
has no ROC-AUC there, and is left out of the mean as it is here.
"""

from collections.abc import Mapping
from importlib import import_module

import numpy as np

from scoring.labels.align import LabelPairs
from scoring.labels.align_sets import LabelSets
from scoring.metrics.crosscheck import Crosscheck, ask
from scoring.metrics.metric import NotAvailable

__all__ = ["crosscheck_labels", "crosscheck_sets"]

LARGEST = 1 << 28  # cells of a dense table, a byte each, that scikit-learn needs for several labels


def crosscheck_labels(pairs: LabelPairs) -> Crosscheck | NotAvailable:
    """The metrics of one label a document."""

    def figures() -> Mapping[str, float]:
        sklearn = import_module("sklearn.metrics")
        sides = pairs.gold, pairs.pred
        return {
            "accuracy": 100.0 * float(sklearn.accuracy_score(*sides)),
            "label_micro_f1": 100.0 * float(sklearn.f1_score(*sides, average="micro", zero_division=0)),
            "label_macro_f1": 100.0 * float(sklearn.f1_score(*sides, average="macro", zero_division=0)),
        }

    return ask("scikit-learn", figures)


def crosscheck_sets(sets: LabelSets) -> Crosscheck | NotAvailable:
    """The metrics of several labels a document; ROC-AUC where there are scores and a label of both classes."""
    cells = sets.gold.shape[0] * sets.gold.shape[1]
    if cells > LARGEST:
        documents, labels = sets.gold.shape
        reason = f"scikit-learn needs a table of {documents} documents by {labels} labels, {cells >> 20} MiB a side"
        return NotAvailable(reason, "nothing was compared; compare a part of the documents")

    def figures() -> Mapping[str, float]:
        sklearn = import_module("sklearn.metrics")
        gold, pred = sets.gold.dense(), sets.pred.dense()
        occurs = gold.any(axis=0) | pred.any(axis=0)  # a label that is only scored has no F1
        found = {
            f"multilabel_{average}_f1": 100.0
            * float(sklearn.f1_score(gold[:, occurs], pred[:, occurs], average=average, zero_division=0))
            for average in ("micro", "macro")
        }
        values = sets.values
        both = np.flatnonzero(gold.any(axis=0) & ~gold.all(axis=0))
        if values is not None and both.size:
            areas = [sklearn.roc_auc_score(gold[:, label], values[:, label]) for label in both.tolist()]
            found["roc_auc"] = 100.0 * float(np.mean(areas))
        return found

    return ask("scikit-learn", figures)
