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
from scoring.judging.opponents import Opponent
from scoring.judging.rule import Judgement, Measured, Policy, judge
from scoring.judging.settings import Settings
from scoring.metrics.metric import Better, Metric, Scale
from scoring.rows.records import Row
from scoring.rows.verdict import REPORT_ORDER, Rule, Verdict

__all__ = ["default_slack", "judged", "policy_of"]


def policy_of(row: Row, opponent: Opponent | None, settings: Settings) -> Policy:
    """The gate's policy for one row: slack is points by default, in another unit only what row or gate gives."""
    default = default_slack(row.scale, settings)
    of_row = opponent.slack if opponent else None
    slack = next(value for value in (settings.own_slack, of_row, default) if value is not None)
    floor = settings.floors.get(row.metric, settings.floor)
    return Policy(
        slack=slack, min_effect=settings.min_effect, floor=floor, alpha=settings.alpha, pair=settings.pair
    )


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
        if suspect := doubt_of(row, None, policy.floor, metric=metric, own=own):
            return replace(row, score=None, ci=None, verdict=Verdict.ERROR, reason=suspect)
        reason = beyond_floor(decision.rule, policy) or row.reason
        return replace(row, verdict=decision.verdict, rule=decision.rule, reason=reason)
    decision = judge(ours, opponent.reference, better, paired.paired if paired else None, policy)
    suspect = doubt_of(row, opponent, policy.floor, metric=metric, own=own)
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
        or opponent.note
        or row.reason,
    )


def beyond_floor(rule: Rule | None, policy: Policy) -> str | None:
    """The floor that a score fell below, in words; None where another rule decided."""
    return f"the absolute floor (min) is {policy.floor:g}" if rule is Rule.MIN else None


def judge_order(rows: Sequence[Row]) -> list[Row]:
    """Rows in the order of a report: failing ones first, then as they came."""
    last = len(REPORT_ORDER)
    return sorted(rows, key=lambda row: REPORT_ORDER.index(row.verdict) if row.verdict else last)
