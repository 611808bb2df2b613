"""The gates table as plain lines for a terminal, each tagged with its verdict so that it can be coloured.

Nothing but ASCII save what is in names.
"""

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.base.wording import printable
from scoring.judging.margin import SMALLER_LOSS
from scoring.report.figures import delta, figure, figures, interval, runs, signed
from scoring.rows.records import Row
from scoring.rows.verdict import Rule, Verdict

__all__ = ["TableLine", "fails", "is_smaller_loss", "notice", "summary", "table"]

HEADER = ("row", "score", "95% CI", "runs", "reference", "delta", "can see", "verdict")
SOME = "runs"  # a column of tables in which some row has it
RIGHT = {"score", "delta", "can see"}
NAMES = {**{verdict: verdict.value for verdict in Verdict}, Verdict.WITHIN: "within noise"}  # in the summary


@dataclass(frozen=True)
class TableLine:
    """One line of the table; the header and rows that were not judged have no verdict."""

    text: str
    verdict: Verdict | None = None


def table(
    rows: Sequence[Row], *, better_passes: bool = False, words: Mapping[str, str] | None = None
) -> list[TableLine]:
    """The header and a line for each row, aligned; verdicts that fail are in capitals.

    ``delta`` is score minus reference, ``can see`` the smallest drop that the deciding rule notices with 80 % power.
    ``words`` stand in the place of a verdict, by key: what was done about it.
    """
    cells = [
        HEADER,
        *(cells_of(row, better_passes=better_passes, word=(words or {}).get(row.key)) for row in rows),
    ]
    several = any(row.runs for row in rows)
    shown = [place for place, name in enumerate(HEADER) if several or name != SOME]
    columns = [[line[place] for place in shown] for line in cells]
    widths = [max(width(line[place]) for line in columns) for place in range(len(shown))]
    tags = [None, *(row.verdict for row in rows)]
    return [
        TableLine(aligned(line, widths, columns[0]), tag) for line, tag in zip(columns, tags, strict=True)
    ]


def cells_of(row: Row, *, better_passes: bool, word: str | None = None) -> tuple[str, ...]:
    """The row's cells in the order of the header."""
    return (
        printable(row.key),
        figure(row.score, row.scale),
        interval(row.ci, row.scale),
        runs(row),
        figures(row.reference, row.reference_ci, row.scale),
        signed(delta(row), row.scale),
        figure(row.mde, row.scale),
        verdict_cell(row, better_passes=better_passes, word=word),
    )


def verdict_cell(row: Row, *, better_passes: bool, word: str | None = None) -> str:
    """The verdict, in capitals where it fails, or the word in its place; with the flags that warn of the figures."""
    if word is not None:
        pass
    elif row.verdict is None:
        word = "not judged"
    else:
        word = row.verdict.upper() if fails(row, better_passes=better_passes) else row.verdict.value
    return f"{word} ({printable(', '.join(row.flags))})" if row.flags else word


def fails(row: Row, *, better_passes: bool = False) -> bool:
    """Whether the row's verdict fails a gate: all do but within, and better where it is a notice."""
    if row.verdict is Verdict.BETTER:
        return not notice(row) and not better_passes
    return row.verdict not in (None, Verdict.WITHIN)


def notice(row: Row) -> bool:
    """Whether a better row is only to be told of: by pairs alone, or still inside the specification's noise."""
    return row.rule is Rule.PAIRED or bool(row.within_noise)


def is_smaller_loss(row: Row) -> bool:
    """Whether a row passes by its margin although a loss is shown, which is to be told of."""
    kept = row.verdict is Verdict.WITHIN and row.rule is Rule.MARGIN
    return kept and (row.reason or "").startswith(SMALLER_LOSS)


def summary(rows: Sequence[Row], words: Mapping[str, str] | None = None) -> str:
    """How many rows were judged, and how: ``7 judged: 5 within noise, 1 better, 1 worse``.

    ``words`` are counted in the place of a verdict, by key, as ``table`` shows them: ``2 judged: 2 recorded``.
    """
    said = words or {}
    found = Counter(said.get(row.key, NAMES[row.verdict]) for row in rows if row.verdict is not None)
    order = dict.fromkeys((*NAMES.values(), *sorted(found)))
    counts = ", ".join(f"{found[name]} {name}" for name in order if found[name])
    unjudged = sum(row.verdict is None for row in rows)
    judged = f"{found.total()} judged: {counts}" if found else ""
    return (
        "; ".join(part for part in (judged, f"{unjudged} not judged" if unjudged else "") if part)
        or "no rows"
    )


def aligned(cells: Sequence[str], widths: Sequence[int], header: Sequence[str]) -> str:
    """The cells on one line, figures to the right."""
    padded = []
    for name, cell, most in zip(header, cells, widths, strict=True):
        space = " " * (most - width(cell))
        padded.append(space + cell if name in RIGHT else cell + space)
    return "  ".join(padded).rstrip()


def width(text: str) -> int:
    """How many columns of a terminal the text takes."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    marks = sum(unicodedata.category(char) in ("Mn", "Me", "Cf") for char in text)
    return len(text) + wide - marks
