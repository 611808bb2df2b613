"""Rows as a Markdown table: the specification's columns first, then what else decides how to read them.

Source: specification, "Producing a results row".
"""

import re
from collections.abc import Mapping, Sequence
from functools import partial

from scoring.base.wording import printable
from scoring.judging.judged import judge_order
from scoring.report.figures import delta, figure, figures, interval, runs, signed
from scoring.report.reporter import Reporter
from scoring.rows.records import Row

__all__ = ["REPORTER", "dumps", "escaped"]

HEADER = ("Component", "Language", "Metric", "Score", "95% CI", "Reference", "Within noise",
          "Dataset", "Delta", "Can see", "Verdict", "Flags", "Runs")  # fmt: skip
RIGHT = {"Score", "Delta", "Can see"}
ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
# What would be taken for a cell's end, code, emphasis or a link; an underscore inside a word is none of these.
SPECIAL = re.compile(r"[\\|`*~]|(?<!\w)_|_(?!\w)|\](?=[(\[])")


def dumps(rows: Sequence[Row], *, failing_first: bool = False, words: Mapping[str, str] | None = None) -> str:
    """The table as text; ``failing_first`` puts worse, error, stale and missing rows before the others.

    ``words`` stand in the place of a verdict, by key, as in the terminal's table.
    """
    ordered = judge_order(rows) if failing_first else rows
    rule = ["---:" if name in RIGHT else "---" for name in HEADER]
    shown = len(HEADER) - (not any(row.runs for row in rows))  # the last column where some row has runs
    cells = (cells_of(row, words.get(row.key) if words else None) for row in ordered)
    return "".join(line(found[:shown]) for found in (HEADER, rule, *cells))


def line(cells: Sequence[str]) -> str:
    """One row of the table."""
    return f"| {' | '.join(cells)} |\n"


def cells_of(row: Row, word: str | None = None) -> list[str]:
    """The row's cells in the order of the header."""
    within = {True: "yes", False: "no", None: "-"}[row.within_noise]
    return [
        escaped(row.component),
        escaped(row.language),
        escaped(row.metric),
        figure(row.score, row.scale),
        interval(row.ci, row.scale),
        figures(row.reference, row.reference_ci, row.scale),
        within,
        escaped(row.dataset),
        signed(delta(row), row.scale),
        figure(row.mde, row.scale),
        word or (row.verdict.value if row.verdict else "not judged"),
        escaped(", ".join(row.flags)) or "-",
        runs(row),
    ]


def escaped(text: str) -> str:
    r"""A name as Markdown shows it, whatever is in it: on one line, in one cell, no markup.

    >>> print(escaped("a|b <i> my_model *2*"))
    a\|b &lt;i&gt; my_model \*2\*
    """
    plain = printable(" ".join(text.split()))
    return SPECIAL.sub(r"\\\g<0>", re.sub("[&<>]", lambda found: ENTITIES[found[0]], plain))


REPORTER = Reporter(partial(dumps, failing_first=True))
