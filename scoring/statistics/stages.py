"""Draws in stages: more of them only while they could still make a difference significant.

The rule and its proof: docs/decisions, "Paired draws in stages".
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from scoring.base.limits import FEWEST_RESAMPLES
from scoring.evidence.evidence import Evidence, Floats
from scoring.statistics.resampling import Draws, Resampling, resample
from scoring.statistics.significance import EPSILON

__all__ = ["FIRST", "is_settled", "resample_in_stages"]

FIRST = 1000  # draws of the first stage; each further stage has as many as all before it
MARGIN = 20.0  # standard errors by which the mean of all draws is taken to be off, at most
FURTHEST = 3.0  # standard deviations; a difference beyond may well be significant
BEYOND = 3  # draws beyond the difference; with two of 50 draws a check no p-value is below the level


def resample_in_stages(
    evidences: Sequence[Evidence], how: Resampling, first: int, is_open: Callable[[Floats], bool]
) -> Draws:
    """What ``resample`` gives, of fewer resamples where ``is_open`` says that further ones change nothing.

    ``is_open`` sees the scores ``(so many, evidences)`` that are drawn so far: ``first`` at least, and 1,000.

    Raises:
        EvidenceError: different numbers of units, or clusters that do not fit them.
    """
    stop = stage_end(max(first, FIRST), how.resamples)
    values = resample(evidences, replace(how, resamples=stop)).values
    while stop < how.resamples and is_open(values):
        begin, stop = stop, stage_end(2 * stop, how.resamples)
        more = resample(evidences, replace(how, resamples=stop - begin, begin=begin)).values
        values = np.concatenate([values, more])
    return Draws(values, replace(how, resamples=stop))


def stage_end(wanted: int, resamples: int) -> int:
    """Where a stage ends; one that would leave fewer resamples than there are until then is the last."""
    return wanted if resamples >= 2 * wanted else resamples


def is_settled(observed: float, draws: Floats) -> bool:
    """Whether a difference is not significant, neither as a loss nor as a gain, whatever is drawn besides.

    ``draws`` ``(so many,)`` are the first of 50 a check or more, ``observed`` is the difference of the full scores.
    """
    defined = draws[np.isfinite(draws)]
    if defined.size < FEWEST_RESAMPLES or not math.isfinite(observed):
        return False
    mean, sd = float(defined.mean()), float(defined.std(ddof=1))
    if sd <= EPSILON or abs(observed) > FURTHEST * sd:
        return False
    margin = MARGIN * sd / math.sqrt(defined.size)
    as_low = int((defined <= mean - max(-observed, 0.0) - margin).sum())
    as_high = int((defined >= mean + max(observed, 0.0) + margin).sum())
    sides = int((defined <= EPSILON).sum()), int((defined >= -EPSILON).sum())
    return min(as_low, as_high, *sides) >= BEYOND
