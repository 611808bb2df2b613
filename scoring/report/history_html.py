"""Rows over commits as one HTML page: a chart for each series, what moved, and all of it as a table.

No script is needed: a chart is SVG with title and description, the table beside it says the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.report.chart import Chart, chart_of
from scoring.report.figures import figure, figures, interval
from scoring.report.history import NOTHING, headline, moves, scale_of, total_words, why_none
from scoring.report.pages import PageLink, render
from scoring.rows.series import Point, Timeline
from scoring.rows.verdict import Verdict

__all__ = ["dumps"]

FEW = 12  # points of a table that is open from the start, where it is the only one


@dataclass(frozen=True)
class PointLine:
    """A line of the table; only one that something links to has an id."""

    id: str | None
    day: str
    cells: tuple[str, ...]
    moved: bool


@dataclass(frozen=True)
class SeriesPanel:
    """A series as the page shows it; a move is (class, id of its line, when, words)."""

    headline: str
    total: str
    chart: Chart | None
    moves: tuple[tuple[str, str, str, str], ...]
    points: tuple[PointLine, ...]
    opened: bool


def dumps(timelines: Sequence[Timeline], links: Sequence[PageLink] = ()) -> str:
    """The page as text: the same series always make the same page."""
    alone = len(timelines) == 1 and len(timelines[0].series.points) <= FEW
    panels = [panel(number, one, opened=alone) for number, one in enumerate(timelines, 1)]
    steps = sum(len(one.steps) + len(one.slides) for one in timelines)
    heading = (
        headline(timelines[0]) if len(timelines) == 1 else f"{len(timelines)} rows, {steps} steps and slides"
    )
    return render("history.html.j2", series=panels, heading=heading, links=links)


def panel(number: int, found: Timeline, *, opened: bool) -> SeriesPanel:
    """A series for the page."""
    points = found.series.points
    moved = moves(found)
    kinds = {shift.at: shift.verdict.value for shift in (*found.slides, *found.shifts) if shift.moved}
    listed = sorted({*moved, *(place for place in range(1, len(points)) if found.series.accepted[place])})
    ids = {place: f"s{number}p{place + 1}" for place in listed}
    return SeriesPanel(
        headline=headline(found),
        total=total_words(found),
        chart=chart_of(found),
        moves=tuple(
            (
                kinds.get(place, Verdict.STALE.value), ids[place], f"{points[place].day} {points[place].short}",
                happened(found, place, moved.get(place, [])),
            )
            for place in listed
        ),
        points=tuple(
            PointLine(ids.get(place), point.day, cells_of(found, place, moved.get(place, [])), place in kinds)
            for place, point in enumerate(points)
        ),
        opened=opened,
    )  # fmt: skip


def cells_of(found: Timeline, place: int, moved: Sequence[str]) -> tuple[str, ...]:
    """What the table says of a point, after its date."""
    point = found.series.points[place]
    row = point.row
    reference = figures(row.reference, row.reference_ci, row.scale)
    return (
        commit_of(point), figure(row.score, row.scale), interval(row.ci, row.scale),
        f"{reference} ({row.reference_source})" if row.reference_source else reference,
        row.verdict.value if row.verdict else "not judged", happened(found, place, moved),
    )  # fmt: skip


def commit_of(point: Point) -> str:
    """The commit, and the label that was given with it."""
    return f"{point.short} {point.label}" if point.label else point.short


def happened(found: Timeline, place: int, moved: Sequence[str]) -> str:
    """Steps, accepted changes, and what is wrong with a point, in words; ``-`` for nothing."""
    said = [
        *moved,
        *(
            f"accepted {event.date}, {figure(event.score, scale_of(found))} before: {event.reason}"
            for event in found.series.accepted[place]
        ),
    ]
    none = why_none(found.series.points[place].row)
    said += [none] if none != NOTHING else []
    said += [found.notes[place]] if place in found.notes else []
    return "; ".join(said) or NOTHING
