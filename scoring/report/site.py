"""The pages of a site: the newest rows, the history of each, and leaderboards, which link to each other by name."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from scoring.report.history_html import dumps, index
from scoring.report.html import page
from scoring.report.pages import HISTORY, PageLink, history_name
from scoring.report.panels import Around
from scoring.report.reporter import ReportHead
from scoring.rows.series import Point, Series, Timeline
from scoring.rows.verdict import Verdict

__all__ = ["GATES", "newest", "pages_of", "shown_branch"]

GATES = "index.html"
MAIN = ("main", "master", "trunk")  # the branch that the first page shows, where nobody says which
Board = Callable[[Sequence[PageLink]], str]


def pages_of(
    timelines: Sequence[Timeline], head: ReportHead, boards: Mapping[str, tuple[str, Board]], database: str
) -> dict[str, str]:
    """Every page of the site by the name of its file.

    ``boards`` are leaderboards by the name of their file, each with the text of the link to it and what makes it.
    """
    series = [one.series for one in timelines]
    points = newest(series, shown_branch(series))
    around = {point.row.key: around_of(point, database) for point in points}
    found = {
        GATES: page([point.row for point in points], head_of(points, head), around, links_to(GATES, boards)),
        HISTORY: index(timelines, links_to(HISTORY, boards)),
    }
    for key, members in groupby(timelines, key=lambda one: one.series.key):
        found[history_name(key)] = dumps(list(members), links_to(None, boards))
    for name, (_, made) in boards.items():
        found[name] = made(links_to(name, boards))
    return found


def links_to(current: str | None, boards: Mapping[str, tuple[str, Board]]) -> tuple[PageLink, ...]:
    """The links of a page to the others; itself has no address."""
    names = {GATES: "Gates", HISTORY: "History", **{name: text for name, (text, _) in boards.items()}}
    return tuple(PageLink(text, None if name == current else name) for name, text in names.items())


def shown_branch(series: Sequence[Series]) -> str | None:
    """The branch whose rows the first page shows: the main one where there is one, else all."""
    branches = {one.branch for one in series}
    return next((name for name in MAIN if name in branches), None)


def newest(series: Sequence[Series], branch: str | None) -> list[Point]:
    """The newest point of each row, of that branch alone where the row has it."""
    found: dict[str, Point] = {}
    for one in sorted(series, key=lambda one: one.branch != branch):
        last = one.points[-1]
        held = found.get(one.key)
        if held is None or (last.date > held.date and (branch is None or one.branch == branch)):
            found[one.key] = last
    return [found[key] for key in sorted(found)]


def head_of(points: Sequence[Point], head: ReportHead) -> ReportHead:
    """The head with the newest commit among the points, and what they were judged by."""
    if not points:
        return head
    last = max(points, key=lambda point: point.date)
    sources = dict.fromkeys(
        point.row.reference_source for point in points if point.row.reference_source is not None
    )
    return ReportHead(head.project, last.commit, last.branch, last.date, head.command, tuple(sources)[:5])


def around_of(point: Point, database: str) -> Around:
    """What the first page says of a row: its history, where it is from, and how to look closer where it fails."""
    fails = point.row.verdict not in (None, Verdict.WITHIN, Verdict.BETTER)
    return Around(
        command=shlex.join(["onenlp", "history", point.row.key, "--db", database]) if fails else None,
        history=history_name(point.row.key),
        facts=[
            (name, value)
            for name, value in (("Commit", point.commit), ("Branch", point.branch), ("Date", point.date))
            if value
        ],
    )
