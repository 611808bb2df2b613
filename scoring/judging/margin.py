"""The lower end of a paired difference by which a margin is kept, and how many units would tell.

A percentile interval of few units that differ, or of many that lost and few that won, ends too near: with a true
loss as large as the margin it would let 5 to 50 of 100 runs pass, where 2.5 are meant.  So its lower end is held down
by two bounds that need no large number of differing units; docs/explanation/gate-behaviour.md has the figures.
"""

import math
from dataclasses import dataclass

import numpy as np

from scoring.base.errors import EvidenceError
from scoring.evidence.evidence import CompleteEvidence, Evidence, Floats, Places, complete, whole
from scoring.metrics.metric import Better, Scale, oriented
from scoring.statistics.significance import EPSILON

__all__ = ["FEW", "SMALLER_LOSS", "UnitGains", "lowest_gain", "unit_gains", "units_to_tell", "upper_share"]

SMALLER_LOSS = "a loss, smaller than"  # how the reason of a row begins that lost and kept its margin
FEW = 10  # units that differ, below which the share of units that lost is bounded exactly
Z = 1.959964  # of the interval's ends
POWER = 2.8  # 1.96 + 0.84: standard deviations of a margin that is kept in 80 % of runs without a loss
MOST_EXCHANGES = 20_000_000  # weights; about a second
SLIGHT = 0.05  # of the largest score: a unit that is nearer to the rest says nothing of its share
SPANS = {
    Scale.POINTS: 100.0,
    Scale.RATIO: 1.0,
}  # the largest score; of other units that of the worst or best unit


@dataclass(frozen=True)
class UnitGains:
    """What each unit adds to the gain, ``(units,)`` in the score's unit, clusters taken together.

    ``largest`` is the largest loss that one of them could bring, were it all that it holds.
    """

    gains: Floats
    largest: float

    @property
    def units(self) -> int:
        return int(self.gains.size)

    @property
    def lost(self) -> int:
        return int((self.gains < -EPSILON).sum())

    @property
    def differing(self) -> int:
        return int((np.abs(self.gains) > EPSILON).sum())


def unit_gains(
    ours: Evidence,
    opponent: Evidence,
    better: Better | float,
    scale: Scale | None = None,
    clusters: Places | None = None,
) -> UnitGains | None:
    """What each unit adds to the gain of ours over the opponent; None where that would take too long to find.

    Several runs count as their mean.
    """
    mine, other = complete(ours).as_one_run(), complete(opponent).as_one_run()
    counted = bool(mine.tables or mine.blended or mine.test_sets)
    try:
        if not counted and int(mine.changed(other).sum()) * 2 * mine.units > MOST_EXCHANGES:
            return None
        exchanged = mine.exchanged(other)
    except EvidenceError:  # of another kind, or not to be exchanged
        return None
    gains: Floats = np.nan_to_num(
        float(oriented(np.array(whole(mine)), better)) - oriented(exchanged, better)
    )
    losses = largest_losses(mine, gains.size, scale)
    if clusters is not None and clusters.size == gains.size > 0:
        count = int(clusters.max()) + 1
        gains = np.bincount(clusters, gains, count).astype(np.float64)
        losses = np.bincount(clusters, losses, count).astype(np.float64)
    return UnitGains(gains, float(losses.max()) if losses.size else 0.0)


def largest_losses(evidence: CompleteEvidence, units: int, scale: Scale | None) -> Floats:
    """What the whole could lose on each unit, ``(units,)``: the unit's share of the score, times the largest score.

    The share is found by leaving the unit out: a mean over units, weighted or not, moves by the share times how far the
    unit is from the rest.  Units are alike where the score is not made of sums.
    """
    span = SPANS.get(scale or Scale.POINTS, 0.0)
    alone = evidence.unit_scores()
    if alone is not None and np.isfinite(alone).any():
        span = max(span, float(np.nanmax(np.abs(alone))))
    equal = np.full(units, span / max(1, units))
    if alone is None or not evidence.tables or alone.size != units < 2:
        return equal
    with np.errstate(all="ignore"):
        totals = [table.sum(axis=0) - np.asarray(table, dtype=np.float64) for table in evidence.tables]
        rest = evidence.score_of_totals(totals, np.ones((units, len(totals))))
        shares = (whole(evidence) - rest) / (alone - rest)
        clear = np.isfinite(shares) & (np.abs(alone - rest) > SLIGHT * span)
    found: Floats = np.maximum(span * np.clip(np.where(clear, shares, 0.0), 0.0, 1.0), equal)
    return found


def lowest_gain(low: float, units: UnitGains | None) -> float:
    """The lower end that a margin asks for: the interval's own, or below it where few units differ or most lost.

    ``low`` is the lower end of the 95 % interval of the gain, in the score's unit as all of it.
    """
    if units is None or units.units == 0:
        return low
    if units.differing < FEW:
        return min(low, -units.units * units.largest * upper_share(units.lost, units.units))
    return min(low, -score_bound(units.gains))


def upper_share(lost: int, units: int) -> float:
    """The upper end (97.5 %) of the share of units that lost, from how many of them did: of none of 200, 0.018.

    Source: Clopper and Pearson (1934), The use of confidence or fiducial limits.

    >>> round(upper_share(0, 200), 4)
    0.0183
    """
    if lost >= units:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(60):
        share = (low + high) / 2
        at_most = sum(math.comb(units, k) * share**k * (1 - share) ** (units - k) for k in range(lost + 1))
        low, high = (share, high) if at_most > 0.025 else (low, share)
    return high


def score_bound(gains: Floats) -> float:
    """The largest net loss that a score test (2.5 %) does not reject, from what each unit adds ``(units,)``.

    The losses and gains are taken as counts of units of one size, that which a unit of a loss has in the mean; under
    the net loss tried, both counts are as likely as they can be.  Where sizes differ the quantile is that of Student's
    t, with as many degrees of freedom as the variance of the sizes leaves.  Nothing for units that do not differ.

    Source: Tango (1998), Equivalence test and confidence interval for the difference in proportions for the
    paired-sample design, with counts in the place of proportions.
    """
    moved = float(np.abs(gains).sum())
    if moved <= EPSILON:
        return 0.0
    size = float(np.square(gains).sum()) / moved
    lost = -float(gains[gains < 0].sum()) / size
    won = float(gains[gains > 0].sum()) / size
    differing = int((gains != 0).sum())
    peaked = differing * float(np.power(gains, 4).sum()) / float(np.square(gains).sum()) ** 2
    # Student's t by its first term: how much units move is itself seen on few, unless all of them move alike.
    wide = Z + (Z**3 + Z) / 4 * (peaked - 1) / (2 * differing)
    low, high = max(0.0, lost - won), lost + 10 * math.sqrt(lost + won) + 100.0
    for _ in range(60):
        net = (low + high) / 2
        excess = 2 * net - lost - won
        fitted = (
            math.sqrt(excess * excess + 8 * won * net) - excess
        ) / 4  # units won, were the net loss this
        reached = net - (lost - won) >= wide * math.sqrt(2 * fitted + net)
        low, high = (low, net) if reached else (net, high)
    return high * size


def units_to_tell(margin: float, units: int, sd: float, room: float = 0.0) -> int:
    """How many units would keep a margin in four of five runs without a loss: as many as make its noise small enough.

    ``units`` are those that there are, ``sd`` the standard deviation of the difference.  ``room`` is how far below the
    gain few differing units leave the lower end: it shrinks as units are added.

    >>> units_to_tell(1.0, units=200, sd=1.6)
    4015
    """
    return math.ceil(max(units * (POWER * sd / margin) ** 2, units * room / margin) - EPSILON)
