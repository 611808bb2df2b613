"""Is a paired difference more than noise: its p-value, families of differences, the smallest drop seen.

All of it works on draws of a difference, in the units of the score.  ``EPSILON`` is what counts as 0.
"""

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from scoring.base.limits import FLAT_SHARE
from scoring.evidence.evidence import Floats

__all__ = ["EPSILON", "Family", "critical_value", "effective_units", "mde80", "p_value", "step_down"]

EPSILON = 1e-9  # points; algebraically equal formulas were seen to differ by 2e-15


def p_value(draws: Floats) -> float:
    """The two-sided p-value of draws ``(B,)`` of a difference; below 0.05 exactly where the interval excludes 0.

    Twice the smaller share of draws on one side of 0, never below 1 / (B + 1), and 1 for two identical systems.
    Draws that are NaN are left out; NaN where none is left.
    Source: the percentile interval of Efron and Tibshirani (1993), §13.3, turned into a test (§12.3).

    >>> p_value(np.array([0.0, 1.0, 2.0, 3.0]))
    0.4
    """
    defined = draws[np.isfinite(draws)]
    if defined.size == 0:
        return float("nan")
    beyond = min(int((defined <= EPSILON).sum()), int((defined >= -EPSILON).sum()))
    return min(1.0, max(1, 2 * beyond) / (defined.size + 1))


@dataclass(frozen=True)
class Family:
    """Differences tested together, each one-sided for a loss.

    ``adjusted_p`` ``(G,)`` is to be compared with alpha; ``critical`` ``(G,)`` says how many standard deviations
    a loss must exceed to be significant at alpha in its step.  Both are NaN where a difference is not tested.
    """

    adjusted_p: Floats
    critical: Floats


def step_down(observed: Floats, draws: Floats, alpha: float = 0.05) -> Family:
    """The family of differences ``(G,)`` with draws ``(B, G)``, negative being a loss; flip signs for gains.

    The chance that any true null difference has ``adjusted_p < alpha`` is about alpha, however they correlate.
    A difference without spread, or undefined (NaN) in more than 2.5 % of the draws, leaves the family.
    Source: Westfall and Young (1993), Resampling-Based Multiple Testing, ch. 2 (step-down max-T).
    """
    observed = np.asarray(observed, dtype=np.float64)
    adjusted = np.full(observed.shape, np.nan)
    critical = np.full(observed.shape, np.nan)
    tested, losses, noise = _studentised(observed, np.asarray(draws, dtype=np.float64))
    if tested.size == 0:
        return Family(adjusted, critical)
    order = np.argsort(-losses, kind="stable")
    # Column k: the largest statistic of a draw over the k-th largest loss and all smaller ones.
    largest = np.maximum.accumulate(noise[:, order[::-1]], axis=1)[:, ::-1]
    resamples = largest.shape[0]
    reached = (largest >= losses[order]).sum(axis=0)
    ordered_p = np.maximum.accumulate((reached + 1) / (resamples + 1))
    # Whatever follows the first loss that is not rejected is judged with it, over the same set.
    steps = np.minimum(np.arange(order.size), int((ordered_p < alpha).sum()))
    place = _critical_place(resamples, alpha)
    thresholds = -np.sort(-largest, axis=0)[place] if place >= 0 else np.full(order.size, np.inf)
    adjusted[tested[order]] = ordered_p
    critical[tested[order]] = thresholds[steps]
    return Family(adjusted, critical)


def mde80(sd: float, critical: float = 1.96) -> float:
    """The drop that is noticed with 80 % power, from the standard deviation of the draws of the difference.

    ``critical`` is the loss in standard deviations that is significant; 0.84 more are exceeded in 80 % of cases.

    >>> round(mde80(0.25), 2)
    0.7
    """
    return (critical + 0.84) * sd


def critical_value(alpha: float, rows: int = 1) -> float:
    """The loss in standard deviations that is significant at one-sided ``alpha`` divided among ``rows``, from 1.96 up.

    For differences that are normal, more than correlated rows need; where both systems are at hand, theirs is known.

    >>> round(critical_value(0.05), 2), round(critical_value(0.05 / 40), 2)
    (1.96, 3.02)
    """
    return max(1.96, NormalDist().inv_cdf(1.0 - alpha / max(1, rows)))


def effective_units(sizes: Floats) -> float:
    """How many units of equal size would spread as much as units of these sizes ``(units,)``; 0 without any.

    Source: Kish (1965), Survey Sampling, §11.7.

    >>> effective_units(np.array([3.0, 1.0]))
    1.6
    """
    squares = float(np.sum(np.square(sizes)))
    return float(np.sum(sizes)) ** 2 / squares if squares else 0.0


def _studentised(observed: Floats, draws: Floats) -> tuple[NDArray[np.intp], Floats, Floats]:
    """Which differences are tested, their losses ``(g,)`` and those of the draws around their mean ``(B, g)``.

    Both are in standard deviations.    An undefined draw is -inf, so that it is never the largest.
    """
    defined = np.isfinite(draws)
    counts = defined.sum(axis=0)
    dense = (counts >= max(2.0, (1 - FLAT_SHARE) * draws.shape[0])) & np.isfinite(observed)
    centred = np.where(defined, draws, 0.0)
    centred = centred - centred.sum(axis=0) / np.maximum(counts, 1)
    spread = np.sqrt(np.square(centred).sum(axis=0, where=defined) / np.maximum(counts - 1, 1))
    tested = np.flatnonzero(dense & (spread > EPSILON))
    noise = np.where(defined[:, tested], -centred[:, tested] / spread[tested], -np.inf)
    return tested, -observed[tested] / spread[tested], noise


def _critical_place(resamples: int, alpha: float) -> int:
    """The place, largest first, of the statistic that a loss must exceed for p < alpha; -1: none is enough."""
    place = int(alpha * (resamples + 1))
    while place >= 0 and (place + 1) / (resamples + 1) >= alpha:
        place -= 1
    return min(place, resamples - 1)
