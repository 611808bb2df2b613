"""What the judge is given, a score, its reference, their pair and the owner's policy, and what it says of them."""

from dataclasses import dataclass

from scoring.rows.verdict import Rule, Verdict
from scoring.statistics.intervals import Interval

__all__ = ["ALPHA", "SLACK", "Judgement", "Measured", "Paired", "Policy", "Reference"]

SLACK = 0.5  # points; specification, "The within-noise rule"
ALPHA = 0.05  # one-sided, of a family of rows; the specification's 95 % intervals at one gate


@dataclass(frozen=True, kw_only=True)
class Measured:
    """Our score as the judge sees it; ``bare`` is a number without units (``check_value``)."""

    score: float
    interval: Interval | None
    units: int
    resamples: int
    undefined_share: float = 0.0
    gold_sha256: str | None = None
    signature: str | None = None
    bare: bool = False


@dataclass(frozen=True, kw_only=True)
class Reference:
    """The score to judge by: published (no interval) or measured, here and now or earlier."""

    score: float
    interval: Interval | None = None
    units: int | None = None
    gold_sha256: str | None = None
    signature: str | None = None
    measured_here: bool = False
    fault: str | None = None  # its stored units do not belong to it


@dataclass(frozen=True, kw_only=True)
class Paired:
    """The paired difference turned so that a gain is positive; the p-values are adjusted for the family."""

    gain: float
    interval: Interval
    p_loss: float
    p_gain: float
    identical: bool = False
    lowest: float | None = (
        None  # the lower end that a margin asks for, where few units differ below the interval's
    )
    units: int | None = None  # that were drawn, where they were counted
    differing: int | None = None  # those of them that do


@dataclass(frozen=True, kw_only=True)
class Policy:
    """What a gate's owner decided: slack in the score's own unit, smallest effect, floor, level, rule, margin."""

    slack: float = SLACK
    min_effect: float = 0.0
    floor: float | None = None
    alpha: float = ALPHA
    pair: bool = True
    max_loss: float | None = (
        None  # the margin: the largest loss that may pass; None: the rules of noise decide
    )


@dataclass(frozen=True)
class Judgement:
    """The verdict, the rule that decided, the specification's own answer, flags, and why in words."""

    verdict: Verdict
    rule: Rule | None = None
    within_noise: bool | None = None
    flags: tuple[str, ...] = ()
    reason: str | None = None
