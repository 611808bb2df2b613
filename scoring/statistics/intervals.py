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
from scoring.statistics.draws import RESAMPLES, SEED
from scoring.statistics.resampling import Draws, Resampling, resample
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
    "resample",
]


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

    def __repr__(self) -> str:
        return (
            f"Estimate(value={self.value:.6g}, interval={interval_text(self.interval)}, sd={self.sd:.4g}, "
            f"units={self.units}, resamples={self.resamples})"
        )


@dataclass(frozen=True)
class Difference:
    """Ours minus the opponent's on the same draws: negative where our score is lower, whichever way is better.

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
    opponent: Estimate
    identical: bool
    draws: Floats

    def __repr__(self) -> str:
        mde = "None" if self.mde is None else f"{self.mde:.4g}"
        return (
            f"Difference(value={self.value:.6g}, interval={interval_text(self.interval)}, p={self.p:.4g}, mde={mde}, "
            f"units={self.ours.units}, identical={self.identical})"
        )


def interval_text(interval: Interval | None) -> str:
    """An interval as a line of text has it: ``[82.83, 90.44]``."""
    return "None" if interval is None else f"[{interval.low:.6g}, {interval.high:.6g}]"


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
    """The score of the evidence with its interval, from scores ``(resamples,)`` that ``resample`` has drawn."""
    undefined = float(np.mean(~np.isfinite(drawn)))
    value = whole(evidence) if evidence.units else np.nan
    value = value if np.isfinite(value) else np.nan
    return Estimate(value, interval_of(drawn), _sd(drawn), undefined, evidence.units, how.resamples, how.seed)


def difference(
    ours: Evidence,
    opponent: Evidence,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    *,
    clusters: NDArray[np.intp] | None = None,
) -> Difference:
    """Ours minus the opponent's score with interval and p-value; both are evidence of the same units in the same order.

    Source: Koehn (2004), §4, on the draws of Efron and Tibshirani (1993), §13.3.

    Raises:
        UsageError: fewer than 100 resamples.
        EvidenceError: different numbers of units, or ``clusters`` does not hold one number a unit.
    """
    how = Resampling(resamples, seed, clusters)
    drawn = resample([ours, opponent], how).values
    return difference_of(ours, opponent, drawn[:, 0], drawn[:, 1], how)


def difference_of(
    ours: Evidence,
    opponent: Evidence,
    our_draws: Floats,
    opponent_draws: Floats,
    how: Resampling,
    *,
    turn: Callable[[Floats], Floats] = lambda scores: scores,
) -> Difference:
    """Ours minus the opponent's score with interval and p-value, from the scores of one call of ``resample``.

    ``turn`` is applied to scores before they are subtracted (such as minus the distance from an ideal value).
    """
    mine, other = estimate_of(ours, our_draws, how), estimate_of(opponent, opponent_draws, how)
    draws = turn(our_draws) - turn(opponent_draws)
    value = float(turn(np.array(mine.value)) - turn(np.array(other.value)))
    sd = _sd(draws)
    same = bool(np.array_equal(np.isfinite(our_draws), np.isfinite(opponent_draws)))
    identical = same and abs(value) <= EPSILON and not bool((np.abs(draws) > EPSILON).any())
    mde = mde80(sd) if sd > EPSILON else None
    return Difference(value, interval_of(draws), p_value(draws), mde, sd, mine, other, identical, draws)


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


def _ends(draws: int) -> tuple[int, int]:
    """The places of the interval's ends among so many sorted draws, in whole numbers: no rounding to go wrong."""
    return 25 * draws // 1000, -(-975 * draws // 1000) - 1


def _sd(draws: Floats) -> float:
    """Standard deviation of the defined draws; NaN where fewer than two are."""
    defined = draws[np.isfinite(draws)]
    return float(np.std(defined, ddof=1)) if defined.size > 1 else float("nan")
