"""The paired differences of one check's rows, with p-values adjusted for all of them."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.judging.margin import UnitGains, lowest_gain
from scoring.judging.settings import Settings
from scoring.judging.terms import Paired
from scoring.metrics.metric import Better, oriented
from scoring.rows.records import RowDifference
from scoring.statistics.intervals import Interval, interval_of
from scoring.statistics.significance import EPSILON, p_value, step_down

__all__ = ["PairedDraws", "PairedRow", "paired_family"]


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
    gains = np.stack(
        [oriented(d.our_draws, d.better) - oriented(d.opponent_draws, d.better) for d in pairs.values()],
        axis=1,
    )
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
        row_difference = difference_row(pair, exact, drawn, adjusted, settings.resamples)
        family[name] = PairedRow(paired, row_difference, sd, float(losses.critical[place]))
    return family


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
    )
