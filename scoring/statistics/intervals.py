"""Intervals by the percentile bootstrap, and paired differences on the same draws.

Source: Efron and Tibshirani (1993), An Introduction to the Bootstrap, §13.3; paired as in Koehn (2004),
Statistical significance tests for machine translation evaluation.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError
from scoring.evidence.evidence import Evidence, Floats, whole
from scoring.statistics.draws import RESAMPLES, SEED, splitmix64
from scoring.statistics.resampling import Draws, Resampling, common_units, resample
from scoring.statistics.significance import EPSILON, mde80, p_value

__all__ = [
    "Difference",
    "Draws",
    "Estimate",
    "Interval",
    "Resampling",
    "difference",
    "difference_of",
    "estimate",
    "estimate_of",
    "interval_of",
    "randomisation_p",
    "resample",
]

_BYTES = 4 << 20  # of the weights of a block of random swaps


@dataclass(frozen=True)
class Interval:
    """A closed interval of scores."""

    low: float
    high: float

    def __post_init__(self) -> None:
        if not self.low <= self.high:
            msg = f"an interval runs from its lower to its higher end, got [{self.low}, {self.high}]"
            raise EvidenceError(msg)

    def overlaps(self, other: "Interval") -> bool:
        """Whether the two have a value in common; touching counts."""
        return self.low <= other.high and other.low <= self.high

    def contains(self, value: float) -> bool:
        """Whether the value is inside; an end is inside."""
        return self.low <= value <= self.high

    def excludes_zero(self) -> bool:
        """Whether all of it is on one side of 0, by more than 1e-9."""
        return self.low > EPSILON or self.high < -EPSILON


@dataclass(frozen=True)
class Estimate:
    """A score on the full test set with its percentile interval (95 %).

    Resamples in which the score is undefined are left out of ``interval`` and ``sd``; ``undefined_share`` (0 to
    1) says how many.  ``value`` is NaN where the score is undefined on the full set, ``interval`` None and ``sd``
    NaN where it is undefined in every resample.
    """

    value: float
    interval: Interval | None
    sd: float
    undefined_share: float
    units: int
    resamples: int
    seed: int


@dataclass(frozen=True)
class Difference:
    """Ours minus theirs on the same draws: negative where our score is lower, whichever way is better.

    ``p`` is two-sided and below 0.05 exactly where ``interval`` excludes 0.  ``mde`` is the drop that would be
    noticed with 80 % power, None where the difference has no spread.  ``identical``: no difference in the value
    nor in any draw (within 1e-9).  ``draws`` is ``(resamples,)``.
    """

    value: float
    interval: Interval | None
    p: float
    mde: float | None
    sd: float
    ours: Estimate
    theirs: Estimate
    identical: bool
    draws: Floats


def estimate(
    evidence: Evidence,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    *,
    clusters: NDArray[np.intp] | None = None,
) -> Estimate:
    """The score of the evidence with its 95 % percentile interval.

    Source: Efron and Tibshirani (1993), §13.3.

    Raises:
        UsageError: fewer than 100 resamples.
        EvidenceError: ``clusters`` is not ``(units,)``.
    """
    how = Resampling(resamples, seed, clusters)
    return estimate_of(evidence, resample([evidence], how).values[:, 0], how)


def estimate_of(evidence: Evidence, drawn: Floats, how: Resampling) -> Estimate:
    """The same from scores ``(resamples,)`` that ``resample`` has drawn already."""
    undefined = float(np.mean(~np.isfinite(drawn)))
    value = whole(evidence) if evidence.units else np.nan
    value = value if np.isfinite(value) else np.nan
    return Estimate(value, interval_of(drawn), _sd(drawn), undefined, evidence.units, how.resamples, how.seed)


def difference(
    ours: Evidence,
    theirs: Evidence,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    *,
    clusters: NDArray[np.intp] | None = None,
) -> Difference:
    """Ours minus theirs with interval and p-value; both are evidence of the same units in the same order.

    Source: Koehn (2004), §4, on the draws of Efron and Tibshirani (1993), §13.3.

    Raises:
        UsageError: fewer than 100 resamples.
        EvidenceError: different numbers of units, or ``clusters`` does not hold one number a unit.
    """
    how = Resampling(resamples, seed, clusters)
    drawn = resample([ours, theirs], how).values
    return difference_of(ours, theirs, drawn[:, 0], drawn[:, 1], how)


def difference_of(
    ours: Evidence,
    theirs: Evidence,
    our_draws: Floats,
    their_draws: Floats,
    how: Resampling,
    *,
    turn: Callable[[Floats], Floats] = lambda scores: scores,
) -> Difference:
    """The same from scores ``(resamples,)`` drawn by one call of ``resample``.

    ``turn`` is applied to scores before they are subtracted (such as minus the distance from an ideal value).
    """
    our, their = estimate_of(ours, our_draws, how), estimate_of(theirs, their_draws, how)
    draws = turn(our_draws) - turn(their_draws)
    value = float(turn(np.array(our.value)) - turn(np.array(their.value)))
    sd = _sd(draws)
    same = bool(np.array_equal(np.isfinite(our_draws), np.isfinite(their_draws)))
    identical = same and abs(value) <= EPSILON and not bool((np.abs(draws) > EPSILON).any())
    mde = mde80(sd) if sd > EPSILON else None
    return Difference(value, interval_of(draws), p_value(draws), mde, sd, our, their, identical, draws)


def interval_of(draws: Floats) -> Interval | None:
    """The 95 % percentile interval of draws ``(B,)``: the sorted entries floor(.025 B) and ceil(.975 B) - 1.

    Draws that are NaN are left out, and B is the number of the others; None where there is none.

    >>> interval_of(np.arange(1000.0))
    Interval(low=25.0, high=974.0)
    """
    defined = np.sort(draws[np.isfinite(draws)])
    if defined.size == 0:
        return None
    low, high = _ends(defined.size)
    return Interval(float(defined[low]), float(defined[high]))


def randomisation_p(ours: Evidence, theirs: Evidence, resamples: int = RESAMPLES, seed: int = SEED) -> float:
    """The two-sided p-value of approximate randomisation: the two outputs of each unit are swapped at random.

    NaN without units or where a score is undefined.
    Source: Noreen (1989), Computer-Intensive Methods for Testing Hypotheses; as in Riezler and Maxwell (2005).
    """
    units = common_units([ours, theirs])
    both = ours.joined([theirs])
    observed = float(whole(ours) - whole(theirs)) if units else float("nan")
    if not np.isfinite(observed):
        return float("nan")
    rows = max(1, _BYTES // (16 * units))
    reached = 0
    for start in range(0, Resampling(resamples, seed).resamples, rows):
        count = min(rows, resamples - start)
        swap = (splitmix64(seed, start * units, count * units) >> np.uint64(63)).reshape(count, units)
        keep = np.concatenate([1 - swap, swap], axis=1).astype(np.float64)
        shuffled = both.score(keep) - both.score(1.0 - keep)
        reached += int((np.abs(shuffled) >= abs(observed) - EPSILON).sum())
    return (reached + 1) / (resamples + 1)


def _ends(draws: int) -> tuple[int, int]:
    """The places of the interval's ends among so many sorted draws, in whole numbers: no rounding to go wrong."""
    return 25 * draws // 1000, -(-975 * draws // 1000) - 1


def _sd(draws: Floats) -> float:
    """Standard deviation of the defined draws; NaN where fewer than two are."""
    defined = draws[np.isfinite(draws)]
    return float(np.std(defined, ddof=1)) if defined.size > 1 else float("nan")
