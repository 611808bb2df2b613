"""Formulas from totals to scores, vectorised over any leading axes and silent where undefined (NaN).

Source: F1 and accuracy as in Zeman et al. (2018), CoNLL 2018 shared task, §5.
"""

from dataclasses import dataclass

import numpy as np

from scoring.evidence.evidence import Floats

__all__ = ["Score", "accuracy", "f1", "mean_of_defined", "points", "ratio", "score_of"]


def ratio(numerator: Floats, denominator: Floats) -> Floats:
    """Numerator over denominator, NaN where the denominator is 0.

    >>> ratio(np.array([1.0, 0.0]), np.array([2.0, 0.0]))
    array([0.5, nan])
    """
    defined = denominator != 0
    return np.where(defined, numerator / np.where(defined, denominator, 1.0), np.nan)


def f1(totals: Floats) -> Floats:
    """F1 in points from totals of correct, predicted, gold (first three columns): ``(..., k)`` to ``(...)``.

    One rounding, so that equal fractions give equal doubles; NaN where nothing is to be found and nothing was.

    >>> f1(np.array([8.0, 10.0, 10.0]))
    array(80.)
    """
    return ratio(200.0 * totals[..., 0], totals[..., 1] + totals[..., 2])


def accuracy(totals: Floats) -> Floats:
    """Accuracy in points from totals of correct and all (first two columns): ``(..., k)`` to ``(...)``.

    >>> accuracy(np.array([3.0, 4.0]))
    array(75.)
    """
    return ratio(100.0 * totals[..., 0], totals[..., 1])


def mean_of_defined(scores: Floats) -> Floats:
    """The mean of the labels that have a score, ``(..., labels)`` to ``(...)``; NaN where none has.

    >>> mean_of_defined(np.array([50.0, np.nan, 100.0]))
    array(75.)
    """
    defined = ~np.isnan(scores)
    return ratio(np.where(defined, scores, 0.0).sum(axis=-1), defined.sum(axis=-1).astype(np.float64))


@dataclass(frozen=True)
class Score:
    """Counts and their figures in points; a figure of nothing is 0.0."""

    correct: int
    predicted: int
    gold: int
    precision: float
    recall: float
    f1: float


def score_of(correct: int, predicted: int, gold: int) -> Score:
    """The score of counts.

    >>> score_of(1, 2, 2).f1
    50.0
    """
    return Score(
        correct=correct,
        predicted=predicted,
        gold=gold,
        precision=points(correct, predicted),
        recall=points(correct, gold),
        f1=points(2 * correct, predicted + gold),
    )


def points(part: int, whole: int) -> float:
    """A share in points, 0.0 of nothing."""
    return 100.0 * part / whole if whole else 0.0
