"""Whether a score leaves the noise of its reference: the written rule and the verdict of a gate.

``within_noise`` is the specification's rule to the letter and stands in every row.  ``judge`` decides the test:
it pairs where both systems were measured on the same units, because overlapping intervals are nearly blind there.
"""

import math
from collections.abc import Iterable
from dataclasses import replace

from scoring.base.limits import FEWEST_RESAMPLES, FLAT_SHARE
from scoring.judging.terms import ALPHA, SLACK, Judgement, Measured, Paired, Policy, Reference
from scoring.metrics.metric import Better
from scoring.rows.verdict import Rule, Verdict
from scoring.statistics.intervals import Interval

__all__ = [
    "ALPHA",
    "SLACK",
    "Judgement",
    "Measured",
    "Paired",
    "Policy",
    "Reference",
    "judge",
    "loss",
    "within_noise",
]

ZERO_WIDTH = "zero_width"


def rounded(value: float) -> float:
    """A figure as it is compared: rounded to 9 decimals, so that no verdict hangs on the last bit."""
    return round(value, 9)


def within_noise(
    score: float,
    interval: Interval | tuple[float, float] | None,
    reference: float,
    reference_interval: Interval | tuple[float, float] | None = None,
    slack: float = SLACK,
) -> bool:
    """Whether a score is within the noise of its reference, by the specification's rule.

    A reference with an interval: the two intervals overlap, touching included.  A published number: it lies
    inside our interval, or at most ``slack`` from our score.  All figures are in the score's unit (points);
    anything not finite is never within noise.

    Source: specification, "The within-noise rule".

    >>> within_noise(88.0, (87.0, 89.0), 89.5, (89.0, 90.0)), within_noise(88.0, (87.9, 88.1), 88.6)
    (True, False)
    """
    ours = ends_of(interval)
    other = ends_of(reference_interval)
    if not all_finite((score, reference, slack, *ours, *other)):
        return False
    if other and ours:
        return rounded(ours[0]) <= rounded(other[1]) and rounded(other[0]) <= rounded(ours[1])
    inside = bool(ours) and rounded(ours[0]) <= rounded(reference) <= rounded(ours[1])
    return inside or rounded(abs(score - reference)) <= rounded(slack)


def loss(score: float, better: Better | float) -> float:
    """How bad a score is, in its own unit: more is worse, whatever the metric's direction."""
    if isinstance(better, Better):
        return -score if better is Better.HIGHER else score
    return abs(score - better)


def judge(
    ours: Measured,
    reference: Reference | None,
    better: Better | float,
    paired: Paired | None = None,
    policy: Policy | None = None,
) -> Judgement:
    """The verdict on one row.  It fails closed: nothing that could not be judged is ``within``.

    Scores, intervals, slack and floor are in the score's own unit (points for shares); the paired difference is turned
    so that a gain is positive, and its p-values are one-sided and adjusted for the family.  It raises nothing: what
    cannot be judged is a verdict.

    Source: docs/decisions, "Seven verdicts"; specification, "The within-noise rule".
    """
    policy = policy or Policy()
    if reference is None:
        below = all_finite((ours.score,)) and is_below(ours.score, policy.floor, better)
        return Judgement(Verdict.WORSE, Rule.MIN) if below else Judgement(Verdict.MISSING)
    noise = within_noise(ours.score, ours.interval, reference.score, reference.interval, policy.slack)
    if refusal := refusal_of(ours, reference):
        verdict, reason = refusal
        return Judgement(verdict, within_noise=noise, reason=reason)
    flags = flat_flags(ours, reference)
    if is_below(ours.score, policy.floor, better):
        return Judgement(Verdict.WORSE, Rule.MIN, noise, flags)
    pairs = paired if paired and policy.pair and flags in ((), (ZERO_WIDTH,)) else None
    if pairs and shows_loss(pairs, policy) and not keeps_margin(pairs, policy):
        # Beside a flat interval too: no difference without a spread is significant.
        return Judgement(Verdict.WORSE, Rule.PAIRED, noise, flags)
    by_noise = judge_by_noise(ours, reference, better, policy, flags)
    if policy.max_loss is not None:
        return judge_by_margin(pairs, by_noise, policy)
    if pairs and pairs.identical and not flags:
        return Judgement(Verdict.WITHIN, Rule.IDENTICAL, noise)
    gain = pairs and not flags and pairs.interval.low > 0 and pairs.p_gain < policy.alpha
    if gain and by_noise.verdict is Verdict.WITHIN:
        return Judgement(Verdict.BETTER, Rule.PAIRED, noise)
    return by_noise


def judge_by_noise(
    ours: Measured, reference: Reference, better: Better | float, policy: Policy, flags: tuple[str, ...]
) -> Judgement:
    """The verdict by the specification's rule, that for published numbers where an interval is too flat."""
    noise = within_noise(ours.score, ours.interval, reference.score, reference.interval, policy.slack)
    rule = Rule.PUBLISHED if flags or ours.bare or reference.interval is None else Rule.OVERLAP
    interval = reference.interval if rule is Rule.OVERLAP else None
    if within_noise(ours.score, ours.interval, reference.score, interval, policy.slack):
        return Judgement(Verdict.WITHIN, rule, noise, flags)
    # As far from an ideal value as the reference, on its other side: no gain, so it must not pass as one.
    gained = rounded(loss(ours.score, better)) < rounded(loss(reference.score, better))
    return Judgement(Verdict.BETTER if gained else Verdict.WORSE, rule, noise, flags)


def judge_by_margin(pairs: Paired | None, by_noise: Judgement, policy: Policy) -> Judgement:
    """The verdict where a margin is set: a loss of that size is excluded, or a loss is shown, or nobody can tell.

    ``by_noise`` is the verdict without pairs.  No level is divided among rows: all of them have to keep the margin.

    Source: Berger (1982), Multiparameter hypothesis testing (intersection-union); docs/decisions, "A largest loss".
    """
    if pairs and keeps_margin(pairs, policy):
        return replace(by_noise, verdict=Verdict.WITHIN, rule=Rule.MARGIN)
    if pairs and by_noise.verdict is Verdict.WORSE:
        return by_noise
    return replace(by_noise, verdict=Verdict.INCONCLUSIVE, rule=Rule.MARGIN)


def keeps_margin(pairs: Paired, policy: Policy) -> bool:
    """Whether the paired difference excludes a loss as large as the margin."""
    low = pairs.interval.low if pairs.lowest is None else pairs.lowest
    return policy.max_loss is not None and rounded(low) >= -rounded(policy.max_loss)


def is_below(score: float, floor: float | None, better: Better | float) -> bool:
    """Whether a score is beyond the absolute floor, where there is one."""
    return floor is not None and rounded(loss(score, better)) > rounded(loss(floor, better))


def refusal_of(ours: Measured, reference: Reference) -> tuple[Verdict, str] | None:
    """The verdicts that need no comparison, error and stale, with the reason; None where there is one to make."""
    figures = (ours.score, reference.score, *ends_of(ours.interval), *ends_of(reference.interval))
    if not all_finite(figures):
        side = "the score" if not all_finite((ours.score, *ends_of(ours.interval))) else "the reference"
        return Verdict.ERROR, f"{side} is not a finite number"
    if not ours.bare and ours.units == 0:
        return Verdict.ERROR, "the gold data has no units, so there is nothing to judge"
    if not ours.bare and ours.resamples < FEWEST_RESAMPLES:
        few = (
            f"{ours.resamples} resamples are too few for an interval: at least {FEWEST_RESAMPLES} are needed"
        )
        return Verdict.ERROR, few
    differs = None if reference.measured_here else difference_of_origin(ours, reference)
    return (Verdict.STALE, differs) if differs else None


def difference_of_origin(ours: Measured, reference: Reference) -> str | None:
    """Why a reference was measured on something else, in words; None where it was not."""
    if None not in (ours.gold_sha256, reference.gold_sha256) and ours.gold_sha256 != reference.gold_sha256:
        old, new = str(reference.gold_sha256)[:12], str(ours.gold_sha256)[:12]
        return f"the gold data has changed: the reference was measured on {old}…, this run on {new}…"
    if not ours.bare and reference.units is not None and reference.units != ours.units:
        return f"the gold data has changed: the reference has {reference.units} units, this run {ours.units}"
    if None not in (ours.signature, reference.signature) and ours.signature != reference.signature:
        return f"the metric has changed: the reference is {reference.signature}, this run {ours.signature}"
    return reference.fault


def flat_flags(ours: Measured, reference: Reference) -> tuple[str, ...]:
    """Why an interval is too flat to be judged by; the published rule decides then, or a paired loss."""
    if ours.bare:
        return ()
    flat = [
        (ours.units == 1, "one_unit"),
        (ours.interval is None or 0 in map(rounded_width, (ours.interval, reference.interval)), ZERO_WIDTH),
        (ours.undefined_share > FLAT_SHARE, "sparse"),
    ]
    return tuple(flag for holds, flag in flat if holds)


def shows_loss(paired: Paired, policy: Policy) -> bool:
    """Whether the paired difference is wholly on the bad side, significant, and large enough to matter."""
    significant = paired.interval.high < 0 and paired.p_loss < policy.alpha
    return significant and rounded(-paired.gain) >= rounded(policy.min_effect)


def rounded_width(interval: Interval | None) -> float:
    """An interval's width after rounding; 1 for a published number, which has none to be flat."""
    return 1.0 if interval is None else rounded(interval.high - interval.low)


def ends_of(interval: Interval | tuple[float, float] | None) -> tuple[float, ...]:
    """Both ends of an interval, or nothing."""
    if interval is None:
        return ()
    return (interval.low, interval.high) if isinstance(interval, Interval) else (interval[0], interval[1])


def all_finite(values: Iterable[float]) -> bool:
    """Whether every value is a finite number."""
    return all(math.isfinite(value) for value in values)
