"""The paired differences of one check's rows, with p-values adjusted for all of them."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from scoring.evidence.evidence import Evidence, Floats
from scoring.judging.margin import UnitGains, lowest_gain
from scoring.judging.settings import Settings
from scoring.judging.terms import Paired
from scoring.metrics.metric import Better, oriented
from scoring.rows.records import RowDifference
from scoring.statistics.intervals import Interval, interval_of
from scoring.statistics.significance import EPSILON, critical_value, p_value, step_down
from scoring.statistics.stages import is_settled

__all__ = ["PairedDraws", "PairedRow", "is_open", "paired_family"]


@dataclass(frozen=True)
class PairedDraws:
    """Two systems on one metric: their scores, and draws ``(B,)`` that took the same units.

    ``units`` say what each unit adds to the gain, where a margin asks for it.
    """

    ours: float
    opponent: float
    our_draws: Floats
    opponent_draws: Floats
    better: Better | float
    units: UnitGains | None = None


@dataclass(frozen=True)
class PairedRow:
    """The paired comparison of one row within its family."""

    paired: Paired
    difference: RowDifference
    sd: float
    critical: float


def paired_family(pairs: Mapping[str, PairedDraws], settings: Settings) -> dict[str, PairedRow]:
    """The paired differences of one check's rows, with p-values adjusted for all of them (step-down max-T)."""
    names = list(pairs)
    if not names:
        return {}
    gains = np.stack([gains_of(pair) for pair in pairs.values()], axis=1)
    observed = np.array([gain_of(pair) for pair in pairs.values()])
    losses, wins = step_down(observed, gains, settings.alpha), step_down(-observed, -gains, settings.alpha)
    family = {}
    for place, (name, pair) in enumerate(pairs.items()):
        drawn = gains[:, place]
        defined = drawn[np.isfinite(drawn)]
        interval = interval_of(defined)
        if interval is None:
            continue
        together = np.array_equal(np.isfinite(pair.our_draws), np.isfinite(pair.opponent_draws))
        identical = together and bool(np.all(np.abs([*defined, observed[place]]) <= EPSILON))
        # An interval that ends at 0 but for rounding does not exclude it.
        exact = Interval(*(0.0 if abs(end) <= EPSILON else end for end in (interval.low, interval.high)))
        p_loss, p_gain = one_sided(losses.adjusted_p[place]), one_sided(wins.adjusted_p[place])
        paired = Paired(
            gain=float(observed[place]), interval=exact, p_loss=p_loss, p_gain=p_gain, identical=identical,
            lowest=lowest_gain(exact.low, pair.units), units=pair.units.units if pair.units else None,
            differing=pair.units.differing if pair.units else None,
        )  # fmt: skip
        adjusted = p_loss if observed[place] < 0 else p_gain
        sd = float(np.std(defined, ddof=1)) if defined.size > 1 else 0.0
        critical = float(losses.critical[place])
        if gains.shape[0] < settings.paired_resamples and np.isfinite(losses.adjusted_p[place]):
            # So few draws have no value at this level, which the whole number of draws would.
            critical = critical_value(settings.alpha, len(names))
        row_difference = difference_row(pair, exact, drawn, adjusted, settings.resamples)
        family[name] = PairedRow(paired, row_difference, sd, critical)
    return family


def is_open(pair: PairedDraws, ours: Evidence, opponent: Evidence, settings: Settings) -> bool:
    """Whether more draws than these could still show a loss or a gain, or that there is no difference at all.

    A margin is kept by the ends of the interval, which every draw moves: nothing is settled before the last.
    """
    if settings.max_loss is not None:
        return True
    gains = gains_of(pair)
    if bool((np.abs(gains) <= EPSILON).all()) and have_equal_arrays(ours, opponent):
        return False
    return not is_settled(gain_of(pair), gains)


def have_equal_arrays(ours: Evidence, opponent: Evidence) -> bool:
    """Whether the same was seen of both on every unit, so that no draw tells them apart."""
    mine, other = ours.arrays(), opponent.arrays()
    return mine.keys() == other.keys() and all(np.array_equal(mine[name], other[name]) for name in mine)


def gains_of(pair: PairedDraws) -> Floats:
    """Our scores minus theirs in every draw, turned so that a gain is positive."""
    return oriented(pair.our_draws, pair.better) - oriented(pair.opponent_draws, pair.better)


def gain_of(pair: PairedDraws) -> float:
    """Our score minus theirs, turned so that a gain is positive."""
    ours, opponent = oriented(np.array([pair.ours, pair.opponent]), pair.better)
    return float(ours - opponent)


def one_sided(adjusted: float) -> float:
    """An adjusted p-value; 1 for a row that left the family, so that it decides nothing."""
    return float(adjusted) if np.isfinite(adjusted) else 1.0


def difference_row(
    pair: PairedDraws, interval: Interval, gains: Floats, adjusted_p: float, resamples: int
) -> RowDifference:
    """The difference as the row shows it: ours minus the opponent's (of the distances from an ideal value)."""
    lower_better = pair.better is Better.LOWER or not isinstance(pair.better, Better)
    sign = -1.0 if lower_better else 1.0
    ends = sorted((sign * interval.low + 0.0, sign * interval.high + 0.0))
    # The systems' own intervals are those of the rows, which many gates in a session do not change.
    ours, opponent = (interval_of(draws[:resamples]) for draws in (pair.our_draws, pair.opponent_draws))
    return RowDifference(
        value=sign * gain_of(pair) + 0.0,
        ci=(ends[0], ends[1]),
        p=p_value(gains),
        adjusted_p=adjusted_p,
        ours_ci=(ours.low, ours.high) if ours else None,
        reference_ci=(opponent.low, opponent.high) if opponent else None,
        resamples=gains.size,
    )
