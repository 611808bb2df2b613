"""Our interval and the reference's on one scale, as places in a small SVG."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.report.figures import ends_of, figures
from scoring.rows.records import Ends, Row

__all__ = ["Bar", "Plot", "plot_of"]

LEFT, RIGHT = 52.0, 308.0  # where the scale of a plot begins and ends, of 320
PADDING = 0.08  # of the span, on either side


@dataclass(frozen=True)
class Bar:
    """A score and its interval as horizontal places in a plot; without an interval both ends are the point."""

    low: str
    point: str
    high: str


@dataclass(frozen=True)
class Plot:
    """Our interval and the reference's on one scale, with the scale's ends and all of it in words."""

    ours: Bar
    reference: Bar | None
    low: str
    high: str
    words: str


def plot_of(row: Row) -> Plot | None:
    """The plot of the row; None where there are not two different values to show.

    >>> plot_of(Row(component="t", language="en", dataset="d", metric="LAS", score=1.0, source="s"))
    """
    ours, reference = around(row.score, row.ci), around(row.reference, row.reference_ci)
    if ours is None:
        return None
    every = (*ours, *(reference or ()))
    low, high = min(every), max(every)
    span = high - low
    if not span or not math.isfinite(2 * span):
        return None
    low, high = low - PADDING * span, high + PADDING * span

    def bar(values: Sequence[float]) -> Bar:
        return Bar(*(f"{LEFT + (RIGHT - LEFT) * ((value - low) / (high - low)):.1f}" for value in values))

    words = f"Score {figures(row.score, row.ci, row.scale)}"
    if reference:
        words += f"; reference {figures(row.reference, row.reference_ci, row.scale)}"
    return Plot(bar(ours), bar(reference) if reference else None, *ends_of(low, high, row.scale), words)


def around(score: float | None, ends: Ends | None) -> tuple[float, float, float] | None:
    """Lower end, score and upper end; None where there is no score."""
    if score is None:
        return None
    return (ends[0], score, ends[1]) if ends else (score, score, score)
