"""Rows over commits as one HTML page: a chart for each series, what moved, and all of it as a table.

No script is needed: a chart is SVG with title and description, the table beside it says the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from scoring.report.chart import Chart, chart_of
from scoring.report.figures import figure, figures, interval
from scoring.report.history import NOTHING, count, headline, moves, scale_of, total_words, why_none
from scoring.report.pages import PageLink, history_name, render
from scoring.rows.series import Timeline
from scoring.rows.verdict import Verdict

__all__ = ["dumps", "index"]

FEW = 12  # points of a table that is open from the start, where it is the only one
LARGEST = 1_300_000  # bytes of a page that shows everything; a larger one has a line alone for some rows
A_SERIES, A_POINT = 4000, 350  # bytes that a series and each of its points take, at most as a rule


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
    text = page(timelines, links, ())
    if len(text.encode(errors="backslashreplace")) <= LARGEST:
        return text
    shown = set(map(id, within_room(timelines)))
    return page(
        [one for one in timelines if id(one) in shown],
        links,
        [one for one in timelines if id(one) not in shown],
    )


def within_room(timelines: Sequence[Timeline]) -> list[Timeline]:
    """The series that moved, those that moved last first, as many as a page has room for."""
    room, found = float(LARGEST), []
    for one in sorted(filter(has_moved, timelines), key=moved_last, reverse=True):
        room -= A_SERIES + A_POINT * len(one.series.points)
        if room < 0:
            break
        found.append(one)
    return found


def page(timelines: Sequence[Timeline], links: Sequence[PageLink], still: Sequence[Timeline]) -> str:
    """The page, with a line for each of the series that are ``still``."""
    alone = len(timelines) == 1 and len(timelines[0].series.points) <= FEW
    panels = [panel(number, one, opened=alone) for number, one in enumerate(timelines, 1)]
    return render(
        "history.html.j2", series=panels, heading=heading_of([*timelines, *still]), links=links,
        still=[headline(one) for one in still],
    )  # fmt: skip


def heading_of(timelines: Sequence[Timeline]) -> str:
    """How many rows there are, and how often they moved; of one row its headline."""
    if len(timelines) == 1:
        return headline(timelines[0])
    steps, slides = (
        sum(len(of(one)) for one in timelines) for of in (attrgetter("steps"), attrgetter("slides"))
    )
    return f"{count(len(timelines), 'series')}, {count(steps, 'step')}, {count(slides, 'slide')}"


def has_moved(found: Timeline) -> bool:
    """Whether there is something to see."""
    return bool(found.steps or found.slides)


def index(timelines: Sequence[Timeline], links: Sequence[PageLink] = ()) -> str:
    """The page of a site that leads to the history of every row; those that moved last come first."""
    ordered = sorted(timelines, key=moved_last, reverse=True)
    lines = [
        (history_name(one.series.key), one.series.name, last_of(one), "; ".join(last_move(one)) or NOTHING)
        for one in ordered
    ]
    return render("histories.html.j2", heading=heading_of(timelines), lines=lines, links=links)


def moved_last(found: Timeline) -> str:
    """When a series moved last; empty where it never did."""
    return max((found.series.points[one.at].date for one in (*found.steps, *found.slides)), default="")


def last_move(found: Timeline) -> list[str]:
    """The last step or slide of a series in words, with its day."""
    moved = [one.at for one in (*found.steps, *found.slides)]
    if not moved:
        return []
    return [f"{found.series.points[max(moved)].day}: {words}" for words in moves(found)[max(moved)]]


def last_of(found: Timeline) -> str:
    """The last score of a series."""
    row = found.series.points[-1].row
    return f"{figures(row.score, row.ci, row.scale)} ({found.series.points[-1].day})"


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
        point.short, figure(row.score, row.scale), interval(row.ci, row.scale),
        f"{reference} ({row.reference_source})" if row.reference_source else reference,
        row.verdict.value if row.verdict else "not judged", happened(found, place, moved),
    )  # fmt: skip


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
