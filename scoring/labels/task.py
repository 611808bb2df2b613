"""The tasks ``labels`` and ``multilabel``: reading both sides, matching documents by id; a unit is a document.

Source: Sokolova and Lapalme (2009), §3.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np

from scoring.base.errors import UsageError
from scoring.evidence.breakdown import Parts
from scoring.evidence.evidence import Bools
from scoring.labels import several, single
from scoring.labels.align import LabelPairs, Matched, align_labels
from scoring.labels.align_sets import THRESHOLD, LabelSets, align_sets
from scoring.labels.contrast import contrast_labels, contrast_sets, parts
from scoring.labels.crosscheck import crosscheck_labels, crosscheck_sets
from scoring.labels.describe import describe_labels, describe_sets
from scoring.labels.digests import label_digests, set_digests
from scoring.labels.form import DocumentForm
from scoring.labels.matrix import LabelMatrix
from scoring.labels.single import Labelling
from scoring.metrics import catalog, key
from scoring.metrics.crosscheck import Crosscheck
from scoring.metrics.metric import Metric, NotAvailable
from scoring.metrics.task import Task, family

__all__ = ["LABELS", "MULTILABEL", "Multilabel", "SingleLabel"]

UNIT = "document"


class SingleLabel(Task[Labelling, LabelPairs]):
    """One label a document."""

    name = "labels"
    keeps_gold = True
    forms = frozenset({"JSON array", "JSON Lines"})
    keys = (key.LABELS, key.SLICES, key.DISJOINT, *key.TABLE)

    def metrics(self) -> Mapping[str, Metric[Any]]:
        """The metrics by id, accuracy first."""
        return label_metrics(self.name)

    def read(self, source: object, role: str) -> Labelling:
        """One side (``role`` gold or pred): a path, an open file, documents, labels in a list, array or by id, records.

        Raises:
            InputError: the source cannot be read, has no documents, or a label is missing or none.
        """
        return single.labelling(source, role)

    def read_as(self, source: object, role: str, /, **how: Any) -> Labelling:  # noqa: ANN401 - each key has its own type
        """One side, its fields and columns as the keys say."""
        return single.labelling(source, role, DocumentForm.of(how))

    def align(self, gold: Labelling, pred: Labelling, **options: object) -> LabelPairs:
        """The labels of the same documents, in the order of their ids.

        Raises:
            AlignmentError: they are not of the same documents.
            UsageError: an option is given; this task has none.
        """
        no_more(self.name, options)
        return align_labels(gold, pred)

    def crosscheck(self, aligned: LabelPairs) -> Crosscheck | NotAvailable:
        """The same metrics by scikit-learn."""
        return crosscheck_labels(aligned)

    def unit_of(self, aligned: LabelPairs) -> str:  # noqa: ARG002 - always the same
        """What is resampled: the document."""
        return UNIT

    def unit_ids(self, aligned: LabelPairs) -> list[str]:
        """The id of every document, the ordinals from 1 where there are none."""
        return aligned.unit_ids()

    def unit_digests(self, aligned: LabelPairs) -> list[bytes]:
        """SHA-256 of each gold label, the same for a file and for objects."""
        return label_digests(aligned)

    def labels(self, aligned: LabelPairs) -> list[str]:
        """The labels in gold or prediction, sorted."""
        return sorted(str(name) for name in aligned.names)

    def inventories(self, aligned: LabelPairs) -> tuple[set[str], set[str]]:
        """The labels of gold, and those of the prediction."""
        gold, pred = (
            {str(aligned.names[code]) for code in np.unique(codes)} for codes in (aligned.gold, aligned.pred)
        )
        return gold, pred

    def same_field(self, gold: Labelling, pred: Labelling) -> bool:
        """Whether a table has one field of labels, which would be both sides."""
        return gold.field == pred.field

    def slices(self, aligned: Matched, field: str) -> list[str]:
        """The value of a further field of the gold for each document; UsageError where there is none."""
        return aligned.field(field)

    def describe(self, aligned: LabelPairs, unit: int) -> dict[str, Any]:
        """A document: id, text where there is one, gold and predicted label."""
        return describe_labels(aligned, unit)

    def contrast(
        self, aligned: LabelPairs, metric: str, units: Sequence[int], *, show_text: bool,
        label: str | None = None,
    ) -> list[dict[str, Any]]:  # fmt: skip
        """Some documents with their gold and predicted labels."""
        del metric, label  # all of them count the same labels
        return contrast_labels(aligned, units, show_text=show_text)

    def parts(self, aligned: LabelPairs, metric: str, chosen: Bools | None = None) -> Parts | None:
        """The counts of a metric by label, in all documents or in the chosen ones."""
        averaging = catalog.metrics(self.name)[metric].averaging
        return None if averaging is None else parts(aligned, averaging, chosen)


class Multilabel(Task[LabelMatrix, LabelSets]):
    """Several labels a document, or none."""

    name = "multilabel"
    keeps_gold = True
    forms = frozenset({"JSON array", "JSON Lines"})
    keys = (key.LABELS, key.SLICES, key.THRESHOLD, key.DISJOINT, *key.TABLE)

    def metrics(self) -> Mapping[str, Metric[Any]]:
        """The metrics by id, micro F1 first."""
        return label_metrics(self.name)

    def read(self, source: object, role: str) -> LabelMatrix:
        """One side (``role`` gold or pred): a path, an open file, documents, an array, sets of labels, scores, records.

        Raises:
            InputError: the source cannot be read, has no documents, or a label or a score is none.
        """
        return several.matrix(source, role)

    def read_as(self, source: object, role: str, /, **how: Any) -> LabelMatrix:  # noqa: ANN401 - each key has its own type
        """One side, its fields and columns as the keys say."""
        return several.matrix(source, role, DocumentForm.of(how))

    def align(
        self,
        gold: LabelMatrix,
        pred: LabelMatrix,
        threshold: float = THRESHOLD,
        score_range: Sequence[float] | None = None,
        **options: object,
    ) -> LabelSets:
        """The labels of the same documents, in the order of their ids; at least ``threshold`` predicts a label.

        Raises:
            AlignmentError: they are not of the same documents or labels.
            InputError: a score is outside ``score_range`` (lowest, highest), where that is given.
            UsageError: the threshold or the range is no number, or there is another option.
        """
        no_more(self.name, options)
        return align_sets(gold, pred, threshold, score_range)

    def signed(self, metric: Metric[Any], options: Mapping[str, Any]) -> Metric[Any]:
        """The metric with the threshold in its signature, where it has one and it is not the default.

        Otherwise a reference recorded at another threshold would be judged as if it were the same figure.
        """
        threshold = options.get("threshold", THRESHOLD)
        if metric.id == "roc_auc" or threshold == THRESHOLD:
            return metric
        return replace(metric, signature=f"{metric.signature}|threshold:{threshold!r}")

    def crosscheck(self, aligned: LabelSets) -> Crosscheck | NotAvailable:
        """The same metrics by scikit-learn."""
        return crosscheck_sets(aligned)

    def unit_of(self, aligned: LabelSets) -> str:  # noqa: ARG002 - always the same
        """What is resampled: the document."""
        return UNIT

    def unit_ids(self, aligned: LabelSets) -> list[str]:
        """The id of every document, the ordinals from 1 where there are none."""
        return aligned.unit_ids()

    def unit_digests(self, aligned: LabelSets) -> list[bytes]:
        """SHA-256 of the gold labels of each document, the same for a file and for objects."""
        return set_digests(aligned)

    def labels(self, aligned: LabelSets) -> list[str]:
        """The labels in gold or prediction, sorted; a label that is only scored is not one."""
        there = aligned.gold.by_label() + aligned.pred.by_label()
        return sorted(str(name) for name, occurs in zip(aligned.names, there.tolist(), strict=True) if occurs)

    def inventories(self, aligned: LabelSets) -> tuple[set[str], set[str]]:
        """The labels of gold and those of the prediction, in a document or as a column."""
        names = [str(name) for name in aligned.names]
        gold, pred = (
            set(names) if places is None else {names[place] for place in places if place >= 0}
            for places in aligned.own
        )
        return gold, pred

    def same_field(self, gold: LabelMatrix, pred: LabelMatrix) -> bool:
        """Whether a table has the same fields for both sides."""
        return gold.fields == pred.fields

    def slices(self, aligned: Matched, field: str) -> list[str]:
        """The value of a further field of the gold for each document; UsageError where there is none."""
        return aligned.field(field)

    def describe(self, aligned: LabelSets, unit: int) -> dict[str, Any]:
        """A document: id, text where there is one, gold and predicted labels, and the scores where there are any."""
        return describe_sets(aligned, unit)

    def contrast(
        self, aligned: LabelSets, metric: str, units: Sequence[int], *, show_text: bool,
        label: str | None = None,
    ) -> list[dict[str, Any]]:  # fmt: skip
        """Some documents with their gold and predicted labels, for ROC-AUC with scores."""
        del label  # the other labels of a document tell what it was taken for
        return contrast_sets(aligned, metric, units, show_text=show_text)

    def parts(self, aligned: LabelSets, metric: str, chosen: Bools | None = None) -> Parts | None:
        """The counts of a metric by label, in all documents or in the chosen ones; None for ROC-AUC."""
        averaging = catalog.metrics(self.name)[metric].averaging
        return None if averaging is None else parts(aligned, averaging, chosen)


def no_more(task: str, options: Mapping[str, object]) -> None:
    """Nothing, where no option is left that the task does not have."""
    if options:
        there = "threshold, score_range" if task == "multilabel" else "none"
        msg = f"task {task} has no option {', '.join(sorted(options))}; its options: {there}"
        raise UsageError(msg)


@cache
def label_metrics(task: str) -> Mapping[str, Metric[Any]]:
    """The metrics of a task, looked for once."""
    every = family("scoring.labels.metrics")
    return MappingProxyType({name: metric for name, metric in every.items() if metric.task == task})


LABELS = SingleLabel()
MULTILABEL = Multilabel()
