"""What a test set can see: the smallest drop under each rule, and the units that a wanted margin needs.

Nothing is judged here; the formulas are those by which a judged row says what it can see.
Source: Card et al. (2020), With Little Power Comes Great Responsibility.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.evaluation.measurement import Measurement
from scoring.evidence.evidence import Evidence, Floats
from scoring.judging.drops import overlap_drop, paired_drop, published_drop
from scoring.judging.family import PairedDraws, PairedRow, paired_family
from scoring.judging.judged import default_slack
from scoring.judging.settings import Settings
from scoring.metrics.metric import Metric, NotAvailable
from scoring.statistics.intervals import Estimate, estimate_of
from scoring.statistics.resampling import Resampling, resample
from scoring.statistics.significance import EPSILON, critical_value

__all__ = [
    "CORRELATIONS",
    "Drops",
    "Plan",
    "Spread",
    "drops",
    "needed",
    "paired_sd",
    "plans",
]

CORRELATIONS = (0.95, 0.8)  # of two systems' scores over resamples of one test set, as usually found


@dataclass(frozen=True, kw_only=True)
class Spread:
    """How a score and its difference from a reference system's move from test set to test set, in its own unit.

    ``half`` and ``opponent`` are half the widths of the two 95 % intervals, ``sd`` the standard deviation of our
    score, ``apart`` that of the difference as the overlap rule takes it.  ``paired`` holds the lowest and the
    highest standard deviation of the paired difference, one number twice where it was measured; ``critical`` is
    the loss in standard deviations that the family and the session's level ask for.
    """

    half: float
    sd: float
    opponent: float
    apart: float
    paired: tuple[float, float]
    critical: float
    slack: float


@dataclass(frozen=True)
class Drops:
    """A figure for each rule, None where there is none; ``paired`` is a lowest and a highest one."""

    published: float | None
    overlap: float | None
    paired: tuple[float, float] | None


@dataclass(frozen=True)
class Plan:
    """What a metric can see on a test set of ``units``; ``measured`` where a reference system was at hand."""

    metric: Metric[Any]
    score: float
    units: int
    spread: Spread | None
    measured: bool


def paired_sd(sd: float, correlation: float) -> float:
    """The standard deviation of the difference of two scores that spread alike and correlate so.

    >>> round(paired_sd(1.0, 0.8), 3)
    0.632
    """
    return sd * math.sqrt(2.0 * (1.0 - correlation))


def drops(spread: Spread) -> Drops:
    """The smallest drop that each rule notices with 80 % power, in the score's unit; None: no spread was seen."""
    low, high = (paired_drop(sd, spread.critical) for sd in spread.paired)
    seen = spread.sd > EPSILON
    return Drops(
        published_drop(spread.half, spread.sd, spread.slack) if seen else None,
        overlap_drop(spread.half, spread.opponent, spread.apart) if seen else None,
        (low, high) if spread.paired[0] > EPSILON else None,
    )


def needed(spread: Spread, units: int, margin: float) -> Drops:
    """How many units of this kind show a drop of ``margin``, by each rule; ``inf``: no number of units does.

    Spreads shrink with the square root of the number of units.  The slack of a published number does not, so
    that the published rule never sees a margin that is not above it.
    """
    seen = drops(spread)

    def units_for(share: float) -> float:
        # So small a share of today's spread is needed: rounded up, but not for the last bit.
        return float(math.ceil(round(units / share**2, 6))) if share > 0 else math.inf

    published = None
    if seen.published is not None:
        alone = published_drop(spread.half, spread.sd, 0.0)
        published = units_for(min(margin / alone, (margin - spread.slack) / (alone - spread.half)))
    return Drops(
        published,
        None if seen.overlap is None else units_for(margin / seen.overlap),
        None
        if seen.paired is None
        else (units_for(margin / seen.paired[0]), units_for(margin / seen.paired[1])),
    )


def plans(
    metrics: Sequence[Metric[Any]], ours: Measurement, opponent: Measurement | None, settings: Settings
) -> list[Plan]:
    """What each metric that was measured can see, with ``settings.checks`` gates in the session.

    Without a reference system it is taken to spread as ours does: by itself for the overlap rule, as a row without
    stored units has it, and with a correlation of .8 to .95 for the paired rule.
    """
    mine, opponents = available(ours), available(opponent) if opponent else {}
    wide = Resampling(settings.paired_resamples if opponents else settings.resamples, settings.seed)
    drawn = resample([*mine.values(), *opponents.values()], wide).values
    columns, others = columns_of(mine, drawn), columns_of(opponents, drawn[:, len(mine) :])
    how = Resampling(settings.resamples, settings.seed)  # intervals as rows have them, however many gates
    estimates = {
        name: estimate_of(found, columns[name][: how.resamples], how) for name, found in mine.items()
    }
    opponent_estimates = {
        name: estimate_of(found, others[name][: how.resamples], how) for name, found in opponents.items()
    }
    chosen = [metric for metric in metrics if metric.id in mine]
    pairs = {}
    for metric in chosen:
        name = metric.id
        if (
            name in opponents
            and math.isfinite(estimates[name].value)
            and math.isfinite(opponent_estimates[name].value)
        ):
            values = estimates[name].value, opponent_estimates[name].value
            pairs[name] = PairedDraws(*values, columns[name], others[name], metric.better)
    family = paired_family(pairs, settings)
    made = []
    for metric in chosen:
        estimate, paired = estimates[metric.id], family.get(metric.id)
        spread = spread_of(metric, estimate, opponent_estimates.get(metric.id), paired, settings, len(chosen))
        made.append(Plan(metric, estimate.value, estimate.units, spread, paired is not None))
    return made


def available(measurement: Measurement) -> dict[str, Evidence]:
    """The evidence of the metrics that can be computed."""
    return {
        name: found for name, found in measurement.evidence.items() if not isinstance(found, NotAvailable)
    }


def columns_of(names: Iterable[str], drawn: Floats) -> dict[str, Floats]:
    """The draws ``(resamples,)`` of each name, in the order of the columns."""
    return {name: drawn[:, place] for place, name in enumerate(names)}


def spread_of(
    metric: Metric[Any],
    ours: Estimate,
    opponent: Estimate | None,
    paired: PairedRow | None,
    settings: Settings,
    rows: int,
) -> Spread | None:
    """The spread of one metric, measured where there is a paired row; None where the score has no interval."""
    if ours.interval is None or not math.isfinite(ours.sd):
        return None
    half, slack = half_of(ours), default_slack(metric.scale, settings)
    if paired is None:
        low, high = (paired_sd(ours.sd, correlation) for correlation in CORRELATIONS)
        critical = critical_value(settings.alpha, rows)
        return Spread(half=half, sd=ours.sd, opponent=half, apart=math.hypot(ours.sd, half / 1.96), paired=(low, high),
                      critical=critical, slack=slack)  # fmt: skip
    return Spread(half=half, sd=ours.sd, opponent=half_of(opponent), apart=paired.sd, paired=(paired.sd, paired.sd),
                  critical=paired.critical, slack=slack)  # fmt: skip


def half_of(estimate: Estimate | None) -> float:
    """Half the width of an interval; 0 where there is none."""
    found = estimate.interval if estimate else None
    return (found.high - found.low) / 2 if found else 0.0
