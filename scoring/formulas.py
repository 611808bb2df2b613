"""Formulas from totals to scores, vectorised over any leading axes and silent where undefined (NaN).

Source: F1 and accuracy as in Zeman et al. (2018), CoNLL 2018 shared task, §5.
"""

import numpy as np

from scoring.evidence import Floats

__all__ = ["accuracy", "f1", "ratio"]


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
