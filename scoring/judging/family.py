"""The paired differences of one check's rows, with p-values adjusted for all of them."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.judging.rule import Paired
from scoring.judging.settings import Settings
from scoring.metrics.metric import Better, oriented
from scoring.rows.records import RowDifference
from scoring.statistics.intervals import Interval, interval_of
from scoring.statistics.significance import EPSILON, p_value, step_down

__all__ = ["Duel", "PairedRow", "paired_family"]


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
    difference: RowDifference
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
) -> RowDifference:
    """The difference as the row shows it: ours minus theirs (for an ideal value: of the distances, less is better)."""
    lower_better = duel.better is Better.LOWER or not isinstance(duel.better, Better)
    sign = -1.0 if lower_better else 1.0
    ends = sorted((sign * interval.low + 0.0, sign * interval.high + 0.0))
    # The systems' own intervals are those of the rows, which many gates in a session do not change.
    ours, theirs = (interval_of(draws[:resamples]) for draws in (duel.ours_draws, duel.theirs_draws))
    return RowDifference(
        value=sign * gain_of(duel) + 0.0,
        ci=(ends[0], ends[1]),
        p=p_value(gains),
        adjusted_p=adjusted_p,
        ours_ci=(ours.low, ours.high) if ours else None,
        reference_ci=(theirs.low, theirs.high) if theirs else None,
    )
