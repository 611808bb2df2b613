"""From measured rows and their references to judged rows: who the opponent is, the paired family, the verdict.

Used by ``evaluate`` (data at hand) and by the comparison of two results files (stored units, if any).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec.structs import replace

from scoring.judging.doubt import doubt_of
from scoring.judging.drops import smallest_drop
from scoring.judging.family import PairedRow
from scoring.judging.margin import FEW, SMALLER_LOSS, units_to_tell
from scoring.judging.opponents import Opponent
from scoring.judging.rule import judge
from scoring.judging.settings import Settings
from scoring.judging.terms import Judgement, Measured, Policy
from scoring.metrics.metric import Better, Metric, Scale
from scoring.rows.records import Row
from scoring.rows.verdict import REPORT_ORDER, Rule, Verdict
from scoring.statistics.significance import EPSILON

__all__ = ["default_slack", "judged", "policy_of"]


def policy_of(row: Row, opponent: Opponent | None, settings: Settings) -> Policy:
    """The gate's policy for one row: slack is points by default, in another unit only what row or gate gives."""
    default = default_slack(row.scale, settings)
    of_row = opponent.slack if opponent else None
    slack = next(value for value in (settings.own_slack, of_row, default) if value is not None)
    floor = settings.floors.get(row.metric, settings.floor)
    return Policy(
        slack=slack, min_effect=settings.min_effect, floor=floor, alpha=settings.alpha, pair=settings.pair,
        max_loss=settings.max_loss,
    )  # fmt: skip


def default_slack(scale: Scale | None, settings: Settings) -> float:
    """The slack of a row that gives none: points only, for no one number fits other units."""
    return settings.slack if scale in (None, Scale.POINTS) else 0.0


def judged(
    row: Row,
    ours: Measured,
    opponent: Opponent | None,
    paired: PairedRow | None,
    settings: Settings,
    sd: float | None,
    metric: Metric[Any] | None = None,
    *,
    own: bool = False,
) -> Row:
    """The row with reference, verdict, rule, difference, smallest visible drop, flags and reason filled in.

    ``metric`` is the row's where it is known, ``own`` whether it is the user's own.
    """
    if row.scale is None and opponent is not None:
        row = replace(row, scale=opponent.scale)
    better = Better.HIGHER if row.better is None else row.better
    policy = policy_of(row, opponent, settings)
    if opponent is None:
        decision = judge(ours, None, better, policy=policy)
        if suspect := doubt_of(row, None, policy, metric=metric, own=own):
            return replace(row, score=None, ci=None, verdict=Verdict.ERROR, reason=suspect)
        reason = beyond_floor(decision.rule, policy) or row.reason
        return replace(row, verdict=decision.verdict, rule=decision.rule, reason=reason)
    decision = judge(ours, opponent.reference, better, paired.paired if paired else None, policy)
    suspect = doubt_of(row, opponent, policy, metric=metric, own=own)
    if suspect and decision.verdict is not Verdict.STALE:
        decision = Judgement(Verdict.ERROR, within_noise=decision.within_noise, reason=suspect)
    compared = decision.verdict not in (Verdict.STALE, Verdict.ERROR)
    interval = opponent.reference.interval
    return replace(
        row,
        score=None if decision.verdict is Verdict.ERROR else row.score,  # what is not judged is no score
        ci=None if decision.verdict is Verdict.ERROR else row.ci,
        reference=None if np.isnan(opponent.reference.score) else opponent.reference.score,
        reference_ci=(interval.low, interval.high) if interval else None,
        reference_source=opponent.source,
        within_noise=decision.within_noise,
        verdict=decision.verdict,
        rule=decision.rule,
        difference=paired.difference if paired and compared else None,
        mde=smallest_drop(row, opponent, paired, decision.rule, policy, sd) if compared else None,
        flags=tuple(dict.fromkeys((*row.flags, *decision.flags, *opponent.flags))),
        reason=(row.reason if row.score is None else None)
        or decision.reason
        or beyond_floor(decision.rule, policy)
        or joined(about_margin(decision, paired, policy, ours), opponent.note or row.reason),
    )


def beyond_floor(rule: Rule | None, policy: Policy) -> str | None:
    """The floor that a score fell below, in words; None where another rule decided."""
    return f"the absolute floor (min) is {policy.floor:g}" if rule is Rule.MIN else None


def joined(*reasons: str | None) -> str | None:
    """The reasons that there are, one after the other; None where there is none."""
    return "; ".join(reason for reason in reasons if reason) or None


def about_margin(decision: Judgement, paired: PairedRow | None, policy: Policy, ours: Measured) -> str | None:
    """What is to be said of a margin: a loss that is smaller, why nobody can tell, and how many units would."""
    if decision.rule is not Rule.MARGIN or policy.max_loss is None:
        return None
    margin = f"{policy.max_loss:g}"
    if decision.verdict is Verdict.WITHIN:
        return f"{SMALLER_LOSS} {margin}" if paired and paired.paired.interval.high < 0 else None
    if fault := unpaired(decision, paired, policy, ours):
        return f"a loss of {margin} is not excluded, because there is no paired interval: {fault}"
    assert paired is not None  # noqa: S101 - said above
    pair = paired.paired
    low = pair.interval.low if pair.lowest is None else pair.lowest
    units = ours.units if pair.units is None else pair.units
    few = pair.differing is not None and pair.differing < FEW
    needed = units_to_tell(policy.max_loss, units, paired.sd, pair.gain - low if few else 0.0)
    ends = f"[{', '.join(signed_end(end) for end in (low, pair.interval.high))}]"
    differing = f", where {pair.differing} of {units} units differ" if few else ""
    there = "" if needed > units else f" of systems that are alike, and there are {units}"
    return f"a loss of {margin} is not excluded {ends}{differing}; about {needed} units would tell{there}"


def unpaired(decision: Judgement, paired: PairedRow | None, policy: Policy, ours: Measured) -> str | None:
    """Why there is no paired interval to keep a margin by, with the way to one; None where there is."""
    if not policy.pair:
        return 'rule = "spec" compares intervals alone; leave it out'
    if ours.bare:
        return "a number without units has none; give scores by unit"
    if "one_unit" in decision.flags:
        return "one unit has no spread; score more"
    if "sparse" in decision.flags:
        return "the score is undefined in too many resamples (sparse); score more units"
    if paired is None:
        return "the units of the reference are not at hand; record it with its units, or give ref_pred"
    return None


def signed_end(end: float) -> str:
    """An end of a gain with its sign; one too small for two decimals keeps two digits."""
    if abs(end) <= EPSILON:
        return "0.00"
    return f"{end:+.2f}" if abs(end) >= 0.005 else f"{end:+.2g}"


def judge_order(rows: Sequence[Row]) -> list[Row]:
    """Rows in the order of a report: failing ones first, then as they came."""
    last = len(REPORT_ORDER)
    return sorted(rows, key=lambda row: REPORT_ORDER.index(row.verdict) if row.verdict else last)
