"""The smallest drop that the rule which decided would notice with 80 % power."""

import numpy as np

from scoring.judging.family import PairedRow
from scoring.judging.opponents import Opponent
from scoring.judging.terms import Policy
from scoring.rows.records import Row
from scoring.rows.verdict import Rule
from scoring.statistics.significance import EPSILON, mde80

__all__ = ["overlap_drop", "paired_drop", "published_drop"]


def smallest_drop(
    row: Row,
    opponent: Opponent,
    paired: PairedRow | None,
    rule: Rule | None,
    policy: Policy,
    sd: float | None,
) -> float | None:
    """The smallest drop that the deciding rule notices with 80 % power, in the score's unit; None: not known."""
    half = (row.ci[1] - row.ci[0]) / 2 if row.ci else 0.0
    interval = opponent.reference.interval
    opponent_half = (interval.high - interval.low) / 2 if interval else 0.0
    if rule in (Rule.IDENTICAL, Rule.MIN):  # nothing to tell apart, or a floor that no spread moves
        return None
    if rule is Rule.MARGIN:
        return drop_of_pairs(paired, policy)
    flat = half <= EPSILON or (interval is not None and opponent_half <= EPSILON)
    pairs = drop_of_pairs(paired, policy)
    if pairs is not None and not flat and rule in (Rule.PAIRED, Rule.OVERLAP):
        return pairs
    if sd is None or not np.isfinite(sd):
        return None
    if rule is Rule.OVERLAP:
        # The intervals of two systems on the same units move together: what counts is how the difference moves.
        spread = paired.sd if paired is not None else float(np.hypot(sd, opponent_half / 1.96))
        return overlap_drop(half, opponent_half, spread)
    published = published_drop(half, sd, policy.slack)
    if pairs is None or not flat or paired is None or not np.isfinite(paired.critical):
        return published
    return min(published, pairs)  # either of the two rules fails a flat row


def drop_of_pairs(paired: PairedRow | None, policy: Policy) -> float | None:
    """The smallest drop that the pairs show; None where there are none, or no spread is in their difference."""
    if paired is None or not policy.pair or paired.sd <= EPSILON:
        return None
    return paired_drop(paired.sd, paired.critical, policy.min_effect)


def published_drop(half: float, sd: float, slack: float) -> float:
    """The smallest drop below a published number seen with 80 % power: interval's half-width, sd of our draws."""
    return max(slack, half) + 0.84 * sd


def overlap_drop(half: float, opponent_half: float, sd: float) -> float:
    """The smallest drop at which two intervals part with 80 % power: both half-widths, sd of the difference."""
    return half + opponent_half + 0.84 * sd


def paired_drop(sd: float, critical: float = 1.96, min_effect: float = 0.0) -> float:
    """The smallest drop a paired difference shows with 80 % power: its sd, the critical value of its family."""
    return max(min_effect, mde80(sd, max(1.96, critical) if np.isfinite(critical) else 1.96))
