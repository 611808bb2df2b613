"""The 13 metrics of two corpora in points, for a table or as the development score of a training loop.

Source: Zeman et al. (2018), §5.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.base.errors import UsageError
from scoring.evidence.formulas import points
from scoring.metrics.metric import Metric
from scoring.ud.align import Pairs, align
from scoring.ud.corpus import Corpus
from scoring.ud.task import UD

__all__ = ["NamedScore", "WordScore", "score", "scores"]


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


def score(pred: object, gold: object, metric: str = "LAS") -> NamedScore:
    """The F1 of one metric in points, for corpora or anything that a corpus can be read from.

    Source: Zeman et al. (2018), §5.

    Raises:
        UsageError: there is no such metric.
        InputError: a side cannot be read.
        AlignmentError: the two are not annotations of one text.
    """
    known = UD.metrics()
    chosen = known.get(metric.lower())
    if chosen is None:
        labels = ", ".join(each.label for each in known.values())
        msg = f"there is no UD metric {metric!r}; there are {labels}"
        raise UsageError(msg)
    return NamedScore(chosen.label, word_score(chosen, together(pred, gold)).f1)


def scores(pred: object, gold: object) -> dict[str, WordScore]:
    """All 13 metrics by label, in points, for corpora or anything that a corpus can be read from.

    Source: Zeman et al. (2018), §5.

    Raises:
        InputError: a side cannot be read.
        AlignmentError: the two are not annotations of one text.
    """
    pairs = together(pred, gold)
    return {metric.label: word_score(metric, pairs) for metric in UD.metrics().values()}


def together(pred: object, gold: object) -> Pairs:
    """The aligned words; gold is read first, so its errors come first."""
    ours: Corpus = UD.read(gold, "gold")
    return align(ours, UD.read(pred, "pred"))


def word_score(metric: Metric[Pairs], pairs: Pairs) -> WordScore:
    """The score of the metric's totals."""
    evidence: Any = metric.measure(pairs)
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
