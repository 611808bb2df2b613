"""Rows as one self-contained HTML page: where they come from, an overview, a filter, and every row, failing ones first.

No script and nothing from elsewhere; the frame is ``templates/base.html.j2``, the page ``templates/rows.html.j2``.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from scoring.judging.judged import judge_order
from scoring.report.glossary import FLAGS, VERDICTS
from scoring.report.overview import grids, kinds_of
from scoring.report.pages import HISTORY, PageLink, history_name, render
from scoring.report.panels import Around, Detail, Facts, panel
from scoring.report.reporter import Report, Reporter, ReportHead, write_text
from scoring.report.text import summary
from scoring.rows.records import Row

__all__ = ["LARGEST", "REPORTER", "dumps", "page"]

LARGEST = 1_400_000  # bytes of a page that shows everything; a larger one is made with less
DETAILS = (Detail(), Detail(units=50, pairs=20, letters=2000),
           Detail(whole=False, units=5, pairs=8, letters=300))  # fmt: skip
NOWHERE = Around()
LEADERBOARD = re.compile(r"leaderboard-[a-z-]+\.html")


def dumps(rows: Sequence[Row]) -> str:
    """The page of rows of which nothing else is known."""
    return page(rows)


def of_report(report: Report) -> str:
    """The page of a report, with its head and the commands to run next."""
    return page(report.rows, report.head, around_of(report))


def write(path: Path, report: Report) -> None:
    """Writes the page; in the folder of a site it leads to the pages that are there."""
    there = {file.name for file in path.parent.glob("*.html")} - {path.name}
    links = [PageLink(text, name) for name, text in links_there(there).items()]
    histories = {row.key: name for row in report.rows if (name := history_name(row.key)) in there}
    here = [PageLink("Gates", None)] if links else []
    write_text(path, page(report.rows, report.head, around_of(report, histories), [*here, *links]))


def links_there(names: Collection[str]) -> dict[str, str]:
    """The pages of a site that are among the files of a folder, with the text of the link to each."""
    found = {HISTORY: "History"} if HISTORY in names else {}
    boards = sorted(name for name in names if LEADERBOARD.fullmatch(name))
    return found | {name: f"Leaderboard by {name[12:-5]}" for name in boards}


def around_of(report: Report, histories: Mapping[str, str] | None = None) -> dict[str, Around]:
    """What is to be said of each row beside what is in it."""
    pages = histories or {}
    keys = {**report.commands, **pages}
    return {key: Around(command=report.commands.get(key), history=pages.get(key)) for key in keys}


def page(
    rows: Sequence[Row],
    head: ReportHead | None = None,
    around: Mapping[str, Around] | None = None,
    links: Sequence[PageLink] = (),
) -> str:
    """The page as text: the same rows always make the same page.

    A page that would be too large shows less of each row, and says so.
    """
    ordered = judge_order(rows)
    filters, classes = kinds_of(ordered)
    text = ""
    for detail in DETAILS:
        panels = [
            panel(row, number, kinds, (around or {}).get(row.key, NOWHERE), detail)
            for number, (row, kinds) in enumerate(zip(ordered, classes, strict=True), 1)
        ]
        text = render(
            "rows.html.j2", summary=summary(rows), head=head_facts(head), panels=panels, links=links,
            grids=grids(ordered) if len(ordered) > 1 else (), filters=filters,
            lean=not detail.whole, verdicts=VERDICTS, flags=FLAGS,
        )  # fmt: skip
        if len(text.encode(errors="backslashreplace")) <= LARGEST:
            break
    return text


def head_facts(head: ReportHead | None) -> Facts:
    """What is known of where the rows come from."""
    if head is None:
        return []
    found = {
        "Project": head.project, "Commit": head.commit, "Branch": head.branch, "Date": head.date,
        "Command": head.command, "References": ", ".join(head.references) or None,
    }  # fmt: skip
    return [(name, value) for name, value in found.items() if value]


REPORTER = Reporter(dumps, write, of_report)
