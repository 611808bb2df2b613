"""Rows as one self-contained HTML page: where they come from, an overview, a filter, and every row, failing ones first.

No script and nothing from elsewhere; the frame is ``templates/base.html.j2``, the page ``templates/rows.html.j2``.
"""

from collections.abc import Mapping, Sequence

from scoring.judging.judged import judge_order
from scoring.report.glossary import FLAGS, VERDICTS
from scoring.report.overview import grids, kinds_of
from scoring.report.pages import PageLink, render
from scoring.report.panels import Around, Detail, Facts, panel
from scoring.report.reporter import Report, Reporter, ReportHead
from scoring.report.text import summary
from scoring.rows.records import Row

__all__ = ["LARGEST", "REPORTER", "dumps", "page"]

LARGEST = 1_400_000  # bytes of a page that shows everything; a larger one is made with less
DETAILS = (Detail(), Detail(units=50, pairs=20, letters=2000),
           Detail(whole=False, units=5, pairs=8, letters=300))  # fmt: skip
NOWHERE = Around()


def dumps(rows: Sequence[Row]) -> str:
    """The page of rows of which nothing else is known."""
    return page(rows)


def of_report(report: Report) -> str:
    """The page of a report, with its head and the commands to run next."""
    around = {key: Around(command=command) for key, command in report.commands.items()}
    return page(report.rows, report.head, around)


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


REPORTER = Reporter(dumps, of_report=of_report)
