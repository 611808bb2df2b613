"""The 13 metrics of two corpora in points, for a table or as the development score of a training loop.

Source: Zeman et al. (2018), §5.
"""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.base.errors import InputError, UsageError
from scoring.evidence.formulas import points
from scoring.metrics.metric import Metric, NotAvailable
from scoring.ud.align import Pairs, align
from scoring.ud.corpus import Corpus
from scoring.ud.repeated import lost_features
from scoring.ud.task import UD

__all__ = ["NamedScore", "WordScore", "WordScores", "score", "scores"]


class NamedScore(NamedTuple):
    """One figure of a metric, in points."""

    name: str
    value: float


@dataclass(frozen=True)
class WordScore:
    """The counts of a metric and its figures in points; ``aligned`` is None where alignment plays no part.

    ``aligned_accuracy`` is correct over aligned gold words.  A figure of nothing is 0.0.
    """

    correct: int
    predicted: int
    gold: int
    aligned: int | None
    precision: float
    recall: float
    f1: float
    aligned_accuracy: float | None


class WordScores(dict[str, WordScore]):
    """The scores by label.  Those of metrics that are not available are left out; asking for one says why.

    ``not_available`` has the reasons by label.
    """

    def __init__(self, found: Mapping[str, WordScore], not_available: Mapping[str, str]) -> None:
        super().__init__(found)
        self.not_available = dict(not_available)

    def __missing__(self, label: str) -> WordScore:
        if label not in self.not_available:
            raise KeyError(label)
        raise InputError(self.not_available[label])


def score(pred: object, gold: object, metric: str = "LAS") -> NamedScore:
    """The F1 of one metric in points, for corpora or anything that a corpus can be read from.

    Source: Zeman et al. (2018), §5.

    Raises:
        UsageError: there is no such metric.
        InputError: a side cannot be read, or has no trees and the metric is of trees.
        AlignmentError: the two are not annotations of one text.
    """
    known = UD.metrics()
    chosen = known.get(metric.lower())
    if chosen is None:
        labels = ", ".join(each.label for each in known.values())
        msg = f"there is no UD metric {metric!r}; there are {labels}"
        raise UsageError(msg)
    found = word_score(chosen, together(pred, gold))
    if isinstance(found, str):
        raise InputError(found)
    return NamedScore(chosen.label, found.f1)


def scores(pred: object, gold: object) -> WordScores:
    """All 13 metrics by label, in points, for corpora or anything that a corpus can be read from.

    Where a side has no trees, the five that need them are left out, and ``scores(...)["LAS"]`` is an InputError.

    Source: Zeman et al. (2018), §5.

    Raises:
        InputError: a side cannot be read.
        AlignmentError: the two are not annotations of one text.
    """
    pairs = together(pred, gold)
    measured = {metric.label: word_score(metric, pairs) for metric in UD.metrics().values()}
    return WordScores(
        {label: found for label, found in measured.items() if isinstance(found, WordScore)},
        {label: found for label, found in measured.items() if isinstance(found, str)},
    )


def together(pred: object, gold: object) -> Pairs:
    """The aligned words; gold is read first, so its errors come first."""
    ours: Corpus = UD.read(gold, "gold")
    pairs = align(ours, UD.read(pred, "pred"))
    for said in lost_features(pairs):
        warnings.warn(said, UserWarning, stacklevel=3)
    return pairs


def word_score(metric: Metric[Pairs], pairs: Pairs) -> WordScore | str:
    """The score of the metric's totals, or why there is none."""
    evidence: Any = metric.measure(pairs)
    if isinstance(evidence, NotAvailable):
        return f"{metric.label} is not available: {evidence.reason}; {evidence.remedy}"
    correct, predicted, gold, *rest = map(int, evidence.table.sum(axis=0))
    aligned = rest[0] if rest else None
    return WordScore(
        correct=correct,
        predicted=predicted,
        gold=gold,
        aligned=aligned,
        precision=points(correct, predicted),
        recall=points(correct, gold),
        f1=points(2 * correct, predicted + gold),
        aligned_accuracy=None if aligned is None else points(correct, aligned),
    )
