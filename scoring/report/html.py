"""Rows as one self-contained HTML page: failing rows first, each with its figures, a plot of both intervals, its facts.

No script and nothing from elsewhere; colours and layout are in ``templates/rows.html.j2``.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template

from scoring.judging.judged import judge_order
from scoring.metrics.metric import Better, Scale
from scoring.report.figures import delta, figure, figures, interval, runs, signed
from scoring.report.reporter import Reporter
from scoring.report.text import summary
from scoring.report.why import Beside, beside, changes, lost
from scoring.rows.records import Ends, Row

__all__ = ["REPORTER", "Bar", "Plot", "RowPanel", "cards", "dumps", "plot_of"]

LEFT, RIGHT = 52.0, 308.0  # where the scale of a plot begins and ends, of 320
WIDEST = 16  # characters of an end of the scale, so that both stand side by side
PADDING = 0.08  # of the span, on either side
Facts = list[tuple[str, str]]


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


@dataclass(frozen=True)
class RowPanel:
    """One row as the page shows it: figures at once, facts when they are opened."""

    name: str
    verdict: str
    figures: Facts
    reason: str | None
    plot: Plot | None
    facts: Facts
    history: Facts
    why: "Reasons | None"


@dataclass(frozen=True)
class Unit:
    """A unit that lost: id, loss and counts in words, its text, and gold and prediction side by side."""

    name: str
    figures: str
    text: str | None
    beside: Sequence[Beside]


@dataclass(frozen=True)
class Reasons:
    """Why a row is worse: a sentence, the labels that lost as (name, loss, counts), and the units.

    Units of which nothing is known but their counts are in one list, ``others``.
    """

    summary: str
    note: str | None
    parts: Sequence[tuple[str, str, str]]
    units: Sequence[Unit]
    others: Sequence[Unit]


def dumps(rows: Sequence[Row]) -> str:
    """The page as text: the same rows always make the same page."""
    return template().render(summary=summary(rows), cards=cards(rows))


def template() -> Template:
    """The page's template; every value in it is escaped."""
    source = files("scoring.report").joinpath("templates", "rows.html.j2").read_text(encoding="utf-8")
    made = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return made.from_string(source)


def cards(rows: Sequence[Row]) -> list[RowPanel]:
    """A card for each row, those that fail first."""
    return [
        RowPanel(
            name=row.key,
            verdict=row.verdict.value if row.verdict else "not judged",
            figures=figures_of(row),
            reason=row.reason,
            plot=plot_of(row),
            facts=facts_of(row),
            history=[
                (event.date, f"{figure(event.score, row.scale)}: {event.reason}") for event in row.history
            ],
            why=reasons(row),
        )
        for row in judge_order(rows)
    ]


def figures_of(row: Row) -> Facts:
    """What is read first: score, reference, how far apart, and what this test set can see."""
    found = [
        ("Score", figures(row.score, row.ci, row.scale)),
        ("Reference", figures(row.reference, row.reference_ci, row.scale)),
        ("Delta", signed(delta(row), row.scale)),
    ]
    if row.difference:
        low, high = (signed(end, row.scale) for end in row.difference.ci)
        found.append(("Paired difference", f"{signed(row.difference.value, row.scale)} [{low}, {high}]"))
    if row.runs:
        found.append(("Runs", runs(row)))
    return [*found, ("Can see", figure(row.mde, row.scale)), ("Flags", ", ".join(row.flags) or "-")]


def reasons(row: Row) -> Reasons | None:
    """Why the row is worse, None where that is not known."""
    if row.why is None:
        return None
    units = [
        Unit(
            name=unit.id,
            figures=f"{signed(-unit.loss, row.scale)}{f' ({counts})' if (counts := changes(unit)) else ''}",
            text=unit.text,
            beside=beside(unit.gold, unit.predicted),
        )
        for unit in row.why.units
    ]
    return Reasons(
        summary=lost(row),
        note=row.why.note if row.why.units else None,
        parts=[(part.name, signed(-part.loss, row.scale), changes(part)) for part in row.why.parts],
        units=[unit for unit in units if unit.text or unit.beside],
        others=[unit for unit in units if not (unit.text or unit.beside)],
    )


def facts_of(row: Row) -> Facts:
    """What else is known of the row, without what is missing."""
    paired = row.difference
    within = {True: "yes", False: "no", None: None}[row.within_noise]
    counts = ", ".join(f"{name} {value:.12g}" for name, value in (row.counts or {}).items())
    found = {
        "Within noise by the published rule": within,
        "Rule that decided": row.rule,
        "Better": better(row),
        "Unit of the score": row.scale,
        "p": paired and f"{paired.p:.4g}",
        "p, adjusted for the family": paired and paired.adjusted_p is not None and f"{paired.adjusted_p:.4g}",
        "Our interval on the paired draws": paired and paired.ours_ci and interval(paired.ours_ci, row.scale),
        "The reference’s interval on the paired draws": paired
        and paired.reference_ci
        and interval(paired.reference_ci, row.scale),
        "Precision": row.precision is not None and figure(row.precision, row.scale),
        "Recall": row.recall is not None and figure(row.recall, row.scale),
        "Counts": counts,
        "Score of each run": row.runs and ", ".join(figure(score, row.scale) for score in row.runs.scores),
        "Units": row.units is not None and f"{row.units} {row.unit or ''}".strip(),
        "Resamples": row.resamples is not None and str(row.resamples),
        "Seed": row.seed is not None and str(row.seed),
        "Draws": row.draws,
        "Slack": row.slack is not None and f"{row.slack:.9g}",
        "Source": row.source,
        "Source of the reference": row.reference_source,
        "Signature": row.signature,
        "SHA-256 of the gold": row.gold_sha256,
        "SHA-256 of the units": row.units_sha256,
    }
    return [(label, str(value)) for label, value in found.items() if value]


def better(row: Row) -> str | None:
    """Which way the score improves, in words."""
    if row.better is None or isinstance(row.better, Better):
        return row.better
    return f"closer to {row.better:g}"


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


def ends_of(low: float, high: float, scale: Scale | None) -> tuple[str, str]:
    """The ends of a scale in words, with more digits where the usual ones would make them the same, fewer for room."""
    usual = figure(low, scale), figure(high, scale)
    if usual[0] == usual[1]:
        return f"{low:.9g}", f"{high:.9g}"
    return usual if max(map(len, usual)) <= WIDEST else (f"{low:.4g}", f"{high:.4g}")


REPORTER = Reporter(dumps)
