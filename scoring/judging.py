"""From measured rows and their references to judged rows: who the opponent is, the paired family, the verdict.

Used by ``evaluate`` (data at hand) and by the comparison of two results files (stored units, if any).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from msgspec.structs import replace

from scoring.draws import RESAMPLES, SEED
from scoring.evidence import Evidence, Floats, whole
from scoring.intervals import Interval, interval_of
from scoring.metric import Better, Metric, Scale, oriented
from scoring.noise import ALPHA, SLACK, Judgement, Measured, Paired, Policy, Reference, Rule, Verdict, judge
from scoring.references import References
from scoring.rows import Difference, Row
from scoring.significance import EPSILON, mde80, p_value, step_down

__all__ = ["Duel", "Opponent", "PairedRow", "Settings", "default_slack", "judged", "opponent", "overlap_drop",
           "paired_drop", "paired_family", "policy_of", "published_drop", "recorded"]  # fmt: skip

DRAWS_A_CHECK = 50  # so that a p-value can fall below alpha / checks at all


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a check resamples and judges; the defaults are the product's."""

    resamples: int = RESAMPLES
    seed: int = SEED
    slack: float = SLACK  # points; for rows in other units only what the row or the gate gives
    own_slack: float | None = None  # the gate's own, in the score's unit
    min_effect: float = 0.0
    floor: float | None = None  # of every row
    floors: Mapping[str, float] = field(default_factory=dict)  # of single rows, by metric label
    pair: bool = True  # False: the specification's rule alone
    checks: int = 1  # gates in the session, among which alpha is divided
    show_text: bool = True  # whether worse rows may quote the data

    @property
    def alpha(self) -> float:
        return ALPHA / max(1, self.checks)

    @property
    def paired_resamples(self) -> int:
        return max(self.resamples, DRAWS_A_CHECK * self.checks)


@dataclass(frozen=True)
class Opponent:
    """What a row is judged by: the reference, its evidence where it is at hand, and what to say of it."""

    reference: Reference
    source: str
    evidence: Evidence | None = None
    slack: float | None = None
    flags: tuple[str, ...] = ()
    note: str | None = None


def opponent(
    row: Row,
    metric: Metric[Any] | None,
    references: References | None,
    here: Opponent | None,
    settings: Settings,
) -> Opponent | None:
    """The one reference of a row: the system measured here and now, else the command line's number, else the file's."""
    found = references.find(row.key) if references else None
    if here is not None:
        note = f"{found.row.source}: {found.row.score} is shown, not judged" if found else None
        return Opponent(
            here.reference, here.source, here.evidence, found.row.slack if found else None, (), note
        )
    if found is None:
        return None
    theirs, stored = found.row, None
    flags: tuple[str, ...] = ()
    if settings.pair and theirs.ci is not None and metric is not None and references is not None:
        stored = references.evidence(found, metric)
        flags = () if stored.evidence or stored.fault else ("no_units",)
    reference = recorded(theirs, other_kind(row, theirs) or (stored.fault if stored else None))
    beside = references.in_files.get(row.key) if references and found.path is None else None
    note = (
        f"{beside.path} says {beside.row.score}; the number given with the command goes first"
        if beside
        else None
    )
    return Opponent(reference, theirs.source, stored.evidence if stored else None, theirs.slack, flags, note)


def recorded(row: Row, fault: str | None) -> Reference:
    """A recorded row as the reference that others are judged by; ``fault`` says why it cannot be."""
    return Reference(
        score=float("nan") if row.score is None else row.score,
        interval=Interval(*row.ci) if row.ci else None,
        units=row.units,
        gold_sha256=row.gold_sha256,
        signature=row.signature,
        fault=fault,
    )


def other_kind(row: Row, reference: Row) -> str | None:
    """Why a reference is a score of another kind, in words; None where both have one unit and one direction."""
    for name in ("scale", "better"):
        ours, theirs = getattr(row, name), getattr(reference, name)
        if None not in (ours, theirs) and ours != theirs:
            return f"the reference is of another kind: its {name} is {theirs}, that of this run {ours}"
    return None


@dataclass(frozen=True)
class Duel:
    """Two systems on one metric: their scores, and draws ``(B,)`` that took the same units."""

    ours: float
    theirs: float
    ours_draws: Floats
    theirs_draws: Floats
    better: Better | float


@dataclass(frozen=True)
class PairedRow:
    """The paired comparison of one row within its family."""

    paired: Paired
    difference: Difference
    sd: float
    critical: float


def paired_family(duels: Mapping[str, Duel], settings: Settings) -> dict[str, PairedRow]:
    """The paired differences of one check's rows, with p-values adjusted for all of them (step-down max-T)."""
    names = list(duels)
    if not names:
        return {}
    gains = np.stack(
        [oriented(d.ours_draws, d.better) - oriented(d.theirs_draws, d.better) for d in duels.values()],
        axis=1,
    )
    observed = np.array([gain_of(duel) for duel in duels.values()])
    losses, wins = step_down(observed, gains, settings.alpha), step_down(-observed, -gains, settings.alpha)
    family = {}
    for place, (name, duel) in enumerate(duels.items()):
        drawn = gains[:, place]
        defined = drawn[np.isfinite(drawn)]
        interval = interval_of(defined)
        if interval is None:
            continue
        together = np.array_equal(np.isfinite(duel.ours_draws), np.isfinite(duel.theirs_draws))
        identical = together and bool(np.all(np.abs([*defined, observed[place]]) <= EPSILON))
        # An interval that ends at 0 but for rounding does not exclude it.
        exact = Interval(*(0.0 if abs(end) <= EPSILON else end for end in (interval.low, interval.high)))
        p_loss, p_gain = one_sided(losses.adjusted_p[place]), one_sided(wins.adjusted_p[place])
        paired = Paired(
            gain=float(observed[place]), interval=exact, p_loss=p_loss, p_gain=p_gain, identical=identical
        )
        adjusted = p_loss if observed[place] < 0 else p_gain
        sd = float(np.std(defined, ddof=1)) if defined.size > 1 else 0.0
        shown = difference_row(duel, exact, drawn, adjusted, settings.resamples)
        family[name] = PairedRow(paired, shown, sd, float(losses.critical[place]))
    return family


def gain_of(duel: Duel) -> float:
    """Our score minus theirs, turned so that a gain is positive."""
    pair = oriented(np.array([duel.ours, duel.theirs]), duel.better)
    return float(pair[0] - pair[1])


def one_sided(adjusted: float) -> float:
    """An adjusted p-value; 1 for a row that left the family, so that it decides nothing."""
    return float(adjusted) if np.isfinite(adjusted) else 1.0


def difference_row(
    duel: Duel, interval: Interval, gains: Floats, adjusted_p: float, resamples: int
) -> Difference:
    """The difference as the row shows it: ours minus theirs (for an ideal value: of the distances, less is better)."""
    lower_better = duel.better is Better.LOWER or not isinstance(duel.better, Better)
    sign = -1.0 if lower_better else 1.0
    ends = sorted((sign * interval.low + 0.0, sign * interval.high + 0.0))
    # The systems' own intervals are those of the rows, which many gates in a session do not change.
    ours, theirs = (interval_of(draws[:resamples]) for draws in (duel.ours_draws, duel.theirs_draws))
    return Difference(
        value=sign * gain_of(duel) + 0.0,
        ci=(ends[0], ends[1]),
        p=p_value(gains),
        adjusted_p=adjusted_p,
        ours_ci=(ours.low, ours.high) if ours else None,
        reference_ci=(theirs.low, theirs.high) if theirs else None,
    )


def policy_of(row: Row, against: Opponent | None, settings: Settings) -> Policy:
    """The gate's policy for one row: slack is points by default, in another unit only what row or gate gives."""
    default = default_slack(row.scale, settings)
    theirs = against.slack if against else None
    slack = next(value for value in (settings.own_slack, theirs, default) if value is not None)
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
    against: Opponent | None,
    paired: PairedRow | None,
    settings: Settings,
    sd: float | None,
) -> Row:
    """The row with reference, verdict, rule, difference, smallest visible drop, flags and reason filled in."""
    better = Better.HIGHER if row.better is None else row.better
    policy = policy_of(row, against, settings)
    if against is None:
        decision = judge(ours, None, better)
        return replace(row, verdict=decision.verdict, reason=row.reason)
    decision = judge(ours, against.reference, better, paired.paired if paired else None, policy)
    theirs = None if against.reference.measured_here else against.reference.score
    suspect = share_for_points(row, theirs, "reference") or share_for_points(row, policy.floor, "min")
    if suspect:
        decision = Judgement(Verdict.ERROR, within_noise=decision.within_noise, reason=suspect)
    compared = decision.verdict not in (Verdict.STALE, Verdict.ERROR)
    interval = against.reference.interval
    return replace(
        row,
        score=None if decision.verdict is Verdict.ERROR else row.score,  # what is not judged is no score
        ci=None if decision.verdict is Verdict.ERROR else row.ci,
        reference=None if np.isnan(against.reference.score) else against.reference.score,
        reference_ci=(interval.low, interval.high) if interval else None,
        reference_source=against.source,
        within_noise=decision.within_noise,
        verdict=decision.verdict,
        rule=decision.rule,
        difference=paired.difference if paired and compared else None,
        mde=smallest_drop(row, against, paired, decision.rule, policy, sd) if compared else None,
        flags=tuple(dict.fromkeys((*row.flags, *decision.flags, *against.flags))),
        reason=(row.reason if row.score is None else None)
        or decision.reason
        or beyond_floor(decision.rule, policy)
        or against.note
        or row.reason,
    )


def beyond_floor(rule: Rule | None, policy: Policy) -> str | None:
    """The floor that a score fell below, in words; None where another rule decided."""
    return f"the absolute floor (min) is {policy.floor:g}" if rule is Rule.MIN else None


def share_for_points(row: Row, value: float | None, what: str) -> str | None:
    """Why a reference or floor was refused as a share where points are stored, or None."""
    if value is None or row.scale not in (None, Scale.POINTS) or row.score is None:
        return None
    if 0 < value <= 1 and row.score > 10:
        return f"{what} {value} looks like a share, but rows hold points: did you mean {round(100 * value, 6):g}?"
    return None


def smallest_drop(
    row: Row, against: Opponent, paired: PairedRow | None, rule: Rule | None, policy: Policy, sd: float | None
) -> float | None:
    """The smallest drop that the deciding rule notices with 80 % power, in the score's unit; None: not known."""
    half = (row.ci[1] - row.ci[0]) / 2 if row.ci else 0.0
    interval = against.reference.interval
    theirs = (interval.high - interval.low) / 2 if interval else 0.0
    by_pairs = paired is not None and policy.pair and paired.sd > EPSILON
    if rule in (Rule.IDENTICAL, Rule.MIN):  # nothing to tell apart, or a floor that no spread moves
        return None
    if by_pairs and paired is not None and rule in (Rule.PAIRED, Rule.OVERLAP):
        return paired_drop(paired.sd, paired.critical, policy.min_effect)
    if sd is None or not np.isfinite(sd):
        return None
    if rule is Rule.OVERLAP:
        # The intervals of two systems on the same units move together: what counts is how the difference moves.
        spread = paired.sd if paired is not None else float(np.hypot(sd, theirs / 1.96))
        return overlap_drop(half, theirs, spread)
    return published_drop(half, sd, policy.slack)


def published_drop(half: float, sd: float, slack: float) -> float:
    """The smallest drop below a published number seen with 80 % power: interval's half-width, sd of our draws."""
    return max(slack, half) + 0.84 * sd


def overlap_drop(half: float, theirs: float, sd: float) -> float:
    """The smallest drop at which two intervals part with 80 % power: both half-widths, sd of the difference."""
    return half + theirs + 0.84 * sd


def paired_drop(sd: float, critical: float = 1.96, min_effect: float = 0.0) -> float:
    """The smallest drop a paired difference shows with 80 % power: its sd, the critical value of its family."""
    return max(min_effect, mde80(sd, max(1.96, critical) if np.isfinite(critical) else 1.96))


def measured_here(evidence: Evidence, metric: Metric[Any], draws: Floats, source: str) -> Opponent:
    """The opponent that a reference system's output on the same gold makes."""
    score = whole(evidence)
    if np.isnan(score) and metric.when_undefined is not None:
        score = metric.when_undefined
    interval = interval_of(draws)
    reference = Reference(score=score, interval=interval, units=evidence.units, measured_here=True)
    return Opponent(reference, source, evidence)


def judge_order(rows: Sequence[Row]) -> list[Row]:
    """Rows in the order of a report: failing ones first, then as they came."""
    rank = {Verdict.WORSE: 0, Verdict.ERROR: 1, Verdict.STALE: 2, Verdict.MISSING: 3, Verdict.BETTER: 4}
    return sorted(rows, key=lambda row: rank.get(row.verdict, 5) if row.verdict else 6)
