"""Why a figure cannot be meant as it stands: a share where points are stored, no unit at all, outside its bounds.

Each is an error that names the figure and the way out: a rule of half a point would let a loss of half the score pass.
"""

import math
from typing import Any

from scoring.base.limits import LARGEST_SCORE
from scoring.judging.opponents import Opponent
from scoring.judging.terms import Policy
from scoring.metrics.metric import Metric, Scale
from scoring.rows.records import Row

__all__ = ["doubt_of", "ends_at_100", "needs_scale"]

ENDS = 100.0  # points
LARGEST = {Scale.POINTS: ENDS, Scale.RATIO: 1.0}


def doubt_of(
    row: Row, opponent: Opponent | None, policy: Policy, *, metric: Metric[Any] | None, own: bool
) -> str | None:
    """Why the row cannot be judged by this reference, floor and margin as they stand, in words; None where it can.

    ``metric`` is the row's where it is known, ``own`` whether it is the user's own.
    """
    here = opponent is None or opponent.reference.measured_here
    recorded = None if opponent is None or here else opponent.reference.score
    figures = [("the score", row.score), ("the reference", recorded)]
    doubts = (
        *(too_large(value, what) for what, value in figures),
        *(beyond(row, value, what, metric) for what, value in figures),
        share_for_points(row, recorded, "reference"),
        share_for_points(row, policy.floor, "min"),
        all_of_it(row, opponent, policy.max_loss),
        without_scale(row, opponent, metric if own else None),
    )
    return next((doubt for doubt in doubts if doubt), None)


def too_large(value: float | None, what: str) -> str | None:
    """Why a figure is no score: sums and squares of it leave what a floating-point number can hold."""
    if (
        value is None or not math.isfinite(value) or abs(value) <= LARGEST_SCORE
    ):  # what is not finite is said elsewhere
        return None
    return f"{what} is {value:g}, but a score is at most {LARGEST_SCORE:g}"


def ends_at_100(metric: Metric[Any] | None) -> bool:
    """Whether a metric is in points that end at 100."""
    return metric is not None and metric.scale is Scale.POINTS and metric.perfect == ENDS


def beyond(row: Row, value: float | None, what: str, metric: Metric[Any] | None) -> str | None:
    """Why a figure cannot be one of a metric that goes from 0 to 100 points."""
    if value is None or row.scale not in (None, Scale.POINTS) or not ends_at_100(metric):
        return None
    if not math.isfinite(value) or -1e-9 <= value <= ENDS + 1e-9:
        return None
    return f"{what} is {value:g}, but {row.metric} goes from 0 to 100 points"


def share_for_points(row: Row, value: float | None, what: str) -> str | None:
    """Why a reference or floor was refused as a share where points are stored, or None."""
    if value is None or row.scale not in (None, Scale.POINTS) or row.score is None:
        return None
    if 0 < value <= 1 and row.score > 10:
        return f"{what} {value} looks like a share, but rows hold points: did you mean {round(100 * value, 6):g}?"
    return None


def all_of_it(row: Row, opponent: Opponent | None, margin: float | None) -> str | None:
    """Why a margin is none: scores from 0 to 1, or to 100 points, cannot lose more, so that every loss would pass."""
    largest = LARGEST.get(row.scale) if row.scale else None
    if margin is None or largest is None or opponent is None or row.score is None:
        return None
    if margin < largest or not all(0 <= score <= largest for score in (row.score, opponent.reference.score)):
        return None
    return (
        f"max_loss is {margin:g}, and {row.metric} goes from 0 to {largest:g}, so every loss would pass; "
        "give a smaller one, in the score's unit: in a gate of its own, if other rows have another unit"
    )


def needs_scale(metric: Metric[Any] | None) -> bool:
    """Whether a metric that says points may be meant as a share: it has no perfect value of 100."""
    return metric is not None and metric.scale is Scale.POINTS and metric.perfect != ENDS


def without_scale(row: Row, opponent: Opponent | None, own: Metric[Any] | None) -> str | None:
    """Why two figures from 0 to 1 in a unit that nobody gave cannot be compared."""
    stated = row.scale is not None or (opponent is not None and opponent.scale is not None)
    if opponent is None or row.score is None or (stated and not needs_scale(own)):
        return None
    score, reference = row.score, opponent.reference.score
    if not (0 <= score <= 1 and 0 <= reference <= 1):
        return None
    points = " and ".join(f"{round(100 * value, 6):g}" for value in (score, reference))
    return (
        f"the score {score:g} and the reference {reference:g} lie between 0 and 1, and nothing says in which unit: "
        f'say scale = "ratio" of both, or give points ({points})'
    )
