"""Figures as reports print them: points with two decimals, other scales with as many as they need."""

from scoring.metrics.metric import Scale
from scoring.rows.records import Row

__all__ = ["delta", "ends_of", "figure", "figures", "interval", "runs", "signed"]

DECIMALS = {Scale.POINTS: 2, Scale.RATIO: 4, Scale.SECONDS: 3, Scale.USD: 4}
NOTHING = "-"
WIDEST = 16  # characters of an end of a scale, so that both stand side by side
EQUAL = 1e-9  # what counts as equal, as the rule rounds


def figure(value: float | None, scale: Scale | None) -> str:
    """A score, ``-`` where there is none; one too small for the decimals keeps three digits.

    >>> figure(86.407, Scale.POINTS), figure(0.98765, Scale.RATIO), figure(None, Scale.POINTS)
    ('86.41', '0.9877', '-')
    >>> figure(0.0000226, Scale.USD), figure(0.0, Scale.USD)
    ('2.26e-05', '0.0000')
    """
    if value is None:
        return NOTHING
    decimals = DECIMALS[scale or Scale.POINTS]
    text = f"{value + 0.0:.{decimals}f}"
    few = abs(value) < (0.5 if scale in (None, Scale.POINTS) else 10) * 10.0**-decimals
    return f"{value:.3g}" if few and abs(value) > EQUAL else text


def interval(ends: tuple[float, float] | None, scale: Scale | None) -> str:
    """An interval as ``[85.93, 86.88]``, ``-`` where there is none."""
    return NOTHING if ends is None else f"[{figure(ends[0], scale)}, {figure(ends[1], scale)}]"


def signed(value: float | None, scale: Scale | None) -> str:
    """A difference with its sign; one too small for the decimals keeps two digits instead of turning into 0.

    >>> signed(-1.69, Scale.POINTS), signed(0.0, Scale.POINTS), signed(-0.0012, Scale.POINTS)
    ('-1.69', '0.00', '-0.0012')
    """
    if value is None:
        return NOTHING
    if abs(value) <= EQUAL:
        return figure(0.0, scale)
    text = f"{value:+.{DECIMALS[scale or Scale.POINTS]}f}"
    return text if float(text) else f"{value:+.2g}"


def figures(value: float | None, ends: tuple[float, float] | None, scale: Scale | None) -> str:
    """A score and its interval, if it has one: ``88.10 [87.62, 88.57]``."""
    return figure(value, scale) + (f" {interval(ends, scale)}" if ends else "")


def delta(row: Row) -> float | None:
    """The score minus its reference; None where either is missing."""
    return None if row.score is None or row.reference is None else row.score - row.reference


def runs(row: Row) -> str:
    """How many runs of a system the score is of, and how much they differ: ``3 runs, sd 0.12``; ``-`` of one alone."""
    if row.runs is None:
        return NOTHING
    spread = "" if row.runs.sd is None else f", sd {figure(row.runs.sd, row.scale)}"
    return f"{len(row.runs.scores)} runs{spread}"


def ends_of(low: float, high: float, scale: Scale | None) -> tuple[str, str]:
    """The ends of a scale in words, with more digits where the usual ones would make them the same, fewer for room."""
    usual = figure(low, scale), figure(high, scale)
    if usual[0] == usual[1]:
        return f"{low:.9g}", f"{high:.9g}"
    return usual if max(map(len, usual)) <= WIDEST else (f"{low:.4g}", f"{high:.4g}")
