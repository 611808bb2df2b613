"""Where a row moved over commits: each point against the one before it, and against where its level began.

Neighbours are paired on the same draws where both have their stored units, else their intervals decide.  The p-values
of one stretch are adjusted for all its comparisons, so that a long history does not fill with steps of chance.  Losses
that are each too small to be seen add up: so every point is compared with the beginning of its level as well.

Source: docs/decisions, "History and site".
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from scoring.evaluation.compare import metric_of, recorded_as_measured
from scoring.evidence.evidence import Evidence, Floats
from scoring.judging.family import PairedDraws, PairedRow, paired_family
from scoring.judging.judged import default_slack
from scoring.judging.opponents import Opponent, other_kind, reference_of
from scoring.judging.rule import Judgement, Paired, Policy, judge, rounded
from scoring.judging.settings import Settings
from scoring.metrics.metric import Better
from scoring.rows.records import Row
from scoring.rows.references import stored_evidence
from scoring.rows.series import Point, Series, Shift, Timeline
from scoring.rows.verdict import Rule, Verdict
from scoring.statistics.resampling import Resampling, resample

__all__ = ["timeline"]

FAMILY = 1000  # resamples a comparison of a family needs at least, whatever the settings say
TELLS_NOTHING = {"one_unit", "sparse"}  # flags of a row whose draws cannot be compared
Pair = tuple[int, int]


@dataclass(frozen=True)
class Stretch:
    """Points that can be compared with each other: places in the series, and what the units of each gave."""

    places: tuple[int, ...]
    draws: dict[int, Floats] = field(default_factory=dict)


def timeline(series: Series, settings: Settings | None = None) -> Timeline:
    """The series with its steps, its slow slides, and the last point against the first one like it.

    A point without a score is passed over.  Points of other gold data, another definition or another number of units
    are not compared: the shift between them is ``stale``, and says why.
    """
    settings = settings or Settings()
    points = series.points
    notes = {place: point.note for place, point in enumerate(points) if point.note}
    scored = [place for place, point in enumerate(points) if point.row.score is not None]
    shifts: list[Shift] = []
    slides: list[Shift] = []
    total: Shift | None = None
    stretches = comparable(points, scored)
    for number, places in enumerate(stretches):
        if number:
            shifts.append(broken(points, stretches[number - 1][-1], places[0]))
        stretch = Stretch(places, draws_of(points, places, settings, notes))
        within = compared(points, stretch, list(pairwise(places)), settings)
        shifts += within
        slides += slides_of(points, stretch, within, settings)
        total = compared(points, stretch, [(places[0], places[-1])], settings)[0] if len(places) > 1 else None
    return Timeline(series, tuple(shifts), tuple(slides), total, notes)


def comparable(points: Sequence[Point], scored: Sequence[int]) -> list[tuple[int, ...]]:
    """The places of points with a score, cut where one cannot be compared with the one before it."""
    found: list[list[int]] = []
    for place in scored:
        if found and why_not(points[found[-1][-1]].row, points[place].row) is None:
            found[-1].append(place)
        else:
            found.append([place])
    return [tuple(places) for places in found]


def why_not(before: Row, after: Row) -> str | None:
    """Why two rows cannot be compared, in words; None where they can."""
    if fault := other_kind(after, before):
        return fault
    found = judged_by(before, after, None, Policy())
    return (found.reason or "") if found.verdict in (Verdict.STALE, Verdict.ERROR) else None


def broken(points: Sequence[Point], since: int, at: int) -> Shift:
    """The shift between two points that cannot be compared."""
    reason = why_not(points[since].row, points[at].row)
    return Shift(since, at, Verdict.STALE, None, gap(points, (since, at)), reason=reason)


def draws_of(
    points: Sequence[Point], places: Sequence[int], settings: Settings, notes: dict[int, str]
) -> dict[int, Floats]:
    """The scores of every point in the same resamples, of those whose stored units give their score."""
    evidence: dict[int, Evidence] = {}
    for place in places:
        point = points[place]
        metric = metric_of(point.row) if point.arrays is not None else None
        if point.arrays is None or metric is None:
            continue
        stored = stored_evidence(point.row, metric, point.arrays)
        if stored.fault:
            notes[place] = stored.fault
        elif stored.evidence is not None:
            evidence[place] = stored.evidence
    counts = [one.units for one in evidence.values()]
    usual = max(set(counts), key=counts.count, default=0)
    kept = {place: one for place, one in evidence.items() if one.units == usual and usual}
    if len(kept) < 2:
        return {}
    how = Resampling(max(settings.resamples, FAMILY), settings.seed)
    drawn = resample(list(kept.values()), how).values
    return {place: drawn[:, column] for column, place in enumerate(kept)}


def compared(
    points: Sequence[Point], stretch: Stretch, pairs: Sequence[Pair], settings: Settings
) -> list[Shift]:
    """The shifts of these pairs of points, (earlier, later); those that can be paired are one family."""
    drawn = {
        pair: drawn_pair(points, stretch, pair) for pair in pairs if all(at in stretch.draws for at in pair)
    }
    family = paired_family({f"{since} {at}": pair for (since, at), pair in drawn.items()}, settings)
    return [shift_of(points, pair, family.get(f"{pair[0]} {pair[1]}"), settings) for pair in pairs]


def drawn_pair(points: Sequence[Point], stretch: Stretch, pair: Pair) -> PairedDraws:
    """Two points on the same draws."""
    since, at = pair
    before, after = points[since].row, points[at].row
    return PairedDraws(
        after.score or 0.0, before.score or 0.0, stretch.draws[at], stretch.draws[since], better_of(after)
    )


def shift_of(points: Sequence[Point], pair: Pair, paired: PairedRow | None, settings: Settings) -> Shift:
    """The shift from one point to a later one: by the pair where that can tell, else by the written rule."""
    since, at = pair
    before, after = points[since].row, points[at].row
    policy = Policy(slack=default_slack(after.scale, settings), alpha=settings.alpha)
    found = by_pair(judged_by(before, after, paired, policy), paired.paired if paired else None, policy)
    difference = paired.difference if paired else None
    return Shift(
        since, at, found.verdict, found.rule, difference.value if difference else gap(points, pair),
        difference.ci if difference else None, difference.adjusted_p if difference else None, found.reason,
    )  # fmt: skip


def by_pair(found: Judgement, paired: Paired | None, policy: Policy) -> Judgement:
    """The judgement of the pair alone; a gate asks the intervals as well, which may part where no pair does.

    Without a spread a pair tells nothing: then the judgement stands as it is.
    """
    flat = paired is None or rounded(paired.interval.low) == rounded(paired.interval.high)
    if (
        paired is None
        or flat
        or found.verdict in (Verdict.STALE, Verdict.ERROR)
        or TELLS_NOTHING & {*found.flags}
    ):
        return found
    verdict = Verdict.WITHIN
    if paired.interval.high < 0 and paired.p_loss < policy.alpha:
        verdict = Verdict.WORSE
    elif paired.interval.low > 0 and paired.p_gain < policy.alpha:
        verdict = Verdict.BETTER
    return Judgement(verdict, Rule.PAIRED, found.within_noise, found.flags)


def judged_by(before: Row, after: Row, paired: PairedRow | None, policy: Policy) -> Judgement:
    """The later row judged by the earlier one."""
    reference = reference_of(before, None)
    ours = recorded_as_measured(after, Opponent(reference, before.source))
    return judge(ours, reference, better_of(after), paired.paired if paired else None, policy)


def better_of(row: Row) -> Better | float:
    """The direction of a row; more is better where it says nothing."""
    return Better.HIGHER if row.better is None else row.better


def gap(points: Sequence[Point], pair: Pair) -> float | None:
    """The later score minus the earlier one."""
    before, after = (points[place].row.score for place in pair)
    return None if before is None or after is None else after - before


def slides_of(
    points: Sequence[Point], stretch: Stretch, within: Sequence[Shift], settings: Settings
) -> list[Shift]:
    """The first point of each level that left the noise of its beginning although no neighbour moved.

    A level begins with the stretch, and with each step.
    """
    moved = {shift.at for shift in within if shift.moved}
    levels: list[list[int]] = [[]]
    for place in stretch.places:
        if place in moved:
            levels.append([])
        levels[-1].append(place)
    found = []
    for first, *others in levels:
        pairs = [(first, place) for place in others[1:]]  # the second point was the neighbour of the first
        slide = next((one for one in compared(points, stretch, pairs, settings) if one.moved), None)
        if slide is not None:
            found.append(slide)
    return found
