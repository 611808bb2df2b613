"""The overview of a page of rows: a grid of test sets by metrics with their verdicts, and what the filter offers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.rows.records import Identity, Row
from scoring.rows.verdict import REPORT_ORDER

__all__ = ["FilterValue", "Filters", "Grid", "GridCell", "base_metric", "grids", "kinds_of"]

WIDE = 8  # metrics side by side; of more, a second grid below
PART = re.compile(r"^(.+?)(\[.*\]|\{.*\})$", re.DOTALL)  # of a label or a slice


@dataclass(frozen=True)
class GridCell:
    """What is said of a metric on a test set: its worst row, and of its labels and slices how many there are."""

    verdict: str
    classes: str
    href: str
    parts: str


@dataclass(frozen=True)
class Grid:
    """Metrics side by side: for each test set that has one of them a line of cells, None where it has not that one."""

    metrics: tuple[str, ...]
    lines: tuple[tuple[str, tuple[GridCell | None, ...]], ...]


@dataclass(frozen=True)
class FilterValue:
    """One thing that the filter can show alone: its text, and the class of the rows that it is of."""

    text: str
    kind: str


@dataclass(frozen=True)
class Filters:
    """What the filter offers; what all rows share is no choice."""

    verdicts: tuple[FilterValue, ...]
    components: tuple[FilterValue, ...]
    metrics: tuple[FilterValue, ...]


def base_metric(metric: str) -> str:
    """The metric of which a row is, without the label or slice: ``LAS`` of ``LAS[nsubj]``.

    >>> base_metric("LAS[nsubj]"), base_metric("Accuracy{domain=news}"), base_metric("LAS")
    ('LAS', 'Accuracy', 'LAS')
    """
    found = PART.match(metric)
    return found[1] if found else metric


def grids(rows: Sequence[Row]) -> list[Grid]:
    """The rows, numbered from 1 as they stand on the page, as grids of at most eight metrics."""
    held: dict[Identity, dict[str, list[tuple[int, Row]]]] = {}
    for number, row in enumerate(rows, 1):
        held.setdefault(row.identity, {}).setdefault(base_metric(row.metric), []).append((number, row))
    names = list(dict.fromkeys(name for of in held.values() for name in of))
    found = []
    for start in range(0, len(names), WIDE):
        metrics = tuple(names[start : start + WIDE])
        lines = tuple(
            (
                f"{identity.component}/{identity.language}/{identity.dataset}",
                tuple(cell_of(of[name]) if name in of else None for name in metrics),
            )
            for identity, of in sorted(held.items())
            if any(name in of for name in metrics)
        )
        found.append(Grid(metrics, lines))
    return found


def cell_of(rows: Sequence[tuple[int, Row]]) -> GridCell:
    """The cell of one metric on one test set: the worst verdict leads, and the link goes to its row."""
    ranked = sorted(rows, key=lambda one: rank(one[1]))
    number, worst = ranked[0]
    word = verdict_word(worst)
    like = sum(rank(row) == rank(worst) for _, row in rows)
    return GridCell(
        word, word.replace(" ", "-"), f"#r{number}", f"{like} of {len(rows)}" if len(rows) > 1 else ""
    )


def rank(row: Row) -> int:
    """The place of a row's verdict in a report; those that were not judged are last."""
    return REPORT_ORDER.index(row.verdict) if row.verdict else len(REPORT_ORDER)


def verdict_word(row: Row) -> str:
    """The verdict as the page says it."""
    return row.verdict.value if row.verdict else "not judged"


def kinds_of(rows: Sequence[Row]) -> tuple[Filters, list[str]]:
    """What the filter offers, and the classes of each row that it goes by."""
    components = {name: f"c{n}" for n, name in enumerate(dict.fromkeys(row.component for row in rows))}
    metrics = {name: f"m{n}" for n, name in enumerate(dict.fromkeys(base_metric(row.metric) for row in rows))}
    ordered = sorted({(rank(row), verdict_word(row)) for row in rows})
    verdicts = {word: word.replace(" ", "-") for _, word in ordered}
    offered = [
        tuple(FilterValue(text, kind) for text, kind in of.items()) if len(of) > 1 else ()
        for of in (verdicts, components, metrics)
    ]
    classes = [
        " ".join(
            of[name]
            for of, name in ((components, row.component), (metrics, base_metric(row.metric)))
            if len(of) > 1
        )
        for row in rows
    ]
    return Filters(*offered), classes
