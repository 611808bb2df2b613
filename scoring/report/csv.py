"""Rows as comma-separated values: a header and one row a line, for spreadsheets and data frames.

Source: RFC 4180.
"""

import csv
import io
from collections.abc import Sequence
from enum import Enum
from pathlib import Path

from scoring.report.figures import delta
from scoring.report.reporter import Report, Reporter, write_text
from scoring.rows.records import Row, RowDifference
from scoring.rows.rows import rounded

__all__ = ["COLUMNS", "REPORTER", "dumps"]

Cell = str | float | None
PLAIN = ("unit", "units", "resamples", "seed", "draws", "signature", "gold_sha256", "units_sha256",
         "slack", "source")  # fmt: skip
PAIRED = tuple(field for field in RowDifference.__struct_fields__ if field != "value")
COLUMNS = (
    "component", "language", "dataset", "metric", "score", "scale", "better", "ci_low", "ci_high",
    "precision", "recall", "runs", "runs_sd", "reference", "reference_ci_low", "reference_ci_high", "reference_source",
    "delta", "difference", "difference_ci_low", "difference_ci_high", "difference_p", "difference_adjusted_p",
    "difference_ours_ci_low", "difference_ours_ci_high",
    "difference_reference_ci_low", "difference_reference_ci_high", "difference_resamples",
    "mde", "within_noise", "verdict", "rule", "flags", "reason", *PLAIN,
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet takes for the start of a formula


def dumps(rows: Sequence[Row], end: str = "\n") -> str:
    """The header and a line for each row; what is missing is an empty cell, figures have up to 9 decimals."""
    found = (values(row) for row in rows)
    lines = [COLUMNS, *([cell(fields[name]) for name in COLUMNS] for fields in found)]
    return "".join(line(cells, end) for cells in lines)


def line(cells: Sequence[Cell], end: str) -> str:
    """One line; a cell with a line end in it is quoted, which the writer sees to only for its own line end."""
    text = io.StringIO(newline="")
    csv.writer(text).writerow(cells)
    return text.getvalue().removesuffix("\r\n") + end


def values(row: Row) -> dict[str, object]:
    """The row's fields by column; an interval is two columns, the difference as many as it has figures.

    The scores of runs stand in one cell, with spaces between them.
    """
    found: dict[str, object] = {"delta": delta(row), "runs_sd": None}
    flat = {name: getattr(row, name) for name in Row.__struct_fields__}
    flat |= {f"difference_{name}": getattr(row.difference, name, None) for name in PAIRED}
    flat["difference"] = row.difference.value if row.difference else None
    flat["flags"] = " ".join(row.flags)
    if row.runs:
        defined = ["" if score is None else f"{rounded(score)}" for score in row.runs.scores]
        flat |= {"runs": " ".join(defined), "runs_sd": row.runs.sd}
    for name, value in flat.items():
        if name.endswith("ci"):
            found[f"{name}_low"], found[f"{name}_high"] = value or (None, None)
        elif name in COLUMNS:
            found[name] = value
    return found


def cell(value: object) -> Cell:
    """A field as its cell: figures as they are, text so that no spreadsheet runs it.

    >>> cell("=1+1"), cell(-1.69), cell(True), cell(None)
    ("'=1+1", -1.69, 'true', None)
    """
    if isinstance(value, Enum):  # a word of ours; an Enum of text is text too
        return str(value.value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return float(rounded(value)) + 0.0 if isinstance(value, float) else value
    if value is None:
        return None
    text = str(value)
    return f"'{text}" if text.startswith(FORMULA) else text


def write(path: Path, report: Report) -> None:
    """Writes the lines in the order of the rows, ended as RFC 4180 wants them in a file."""
    write_text(path, dumps(report.rows, end="\r\n"))


REPORTER = Reporter(dumps, write)
