"""CSV and TSV texts to tables: the first line names the columns, unless the form says what does.

CSV: RFC 4180, the delimiter (comma, semicolon, tab) is that of the first line.  TSV: tabs, and a quote is a character
like any other.
"""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.base.errors import InputError
from scoring.base.strict_json import first_twice
from scoring.base.table import DataTable
from scoring.base.table_form import TableForm

__all__ = ["TABS", "from_table"]

TABS = (".tsv", ".tab")  # how the names of files end whose cells are between tabs


@dataclass(frozen=True)
class CellColumns:
    """The cells of a table by column, those of the first line with them, and the lines on which its rows begin."""

    columns: list[list[str]]
    lines: Sequence[int]


def from_table(text: str, name: str, form: TableForm, *, tabs: bool) -> DataTable:
    """The rows of a CSV or TSV text, not yet identified.

    Raises:
        InputError: it is not CSV, has no rows, or its first line is not what the form takes it for.
    """
    first = text.lstrip("\n").split("\n", 1)[0]
    delimiter = "\t" if tabs else next((sign for sign in ",\t;" if sign in first), ",")
    table = regular(text, delimiter, quotes=not tabs) or quoted(text, delimiter, name, form, tabs=tabs)
    header = columns_of((table.lines[0], [column[0] for column in table.columns]), name, form)
    if len(header) != len(table.columns):
        raise InputError(other_width(f"{name}:{table.lines[0]}", len(table.columns), len(header), form))
    skipped = int(form.first_is_header)
    lines = table.lines[skipped:]
    if not lines:
        msg = f"{name}: the file has a header and no {form.noun}s"
        raise InputError(msg)
    if form.header is None and form.columns is None:
        refuse_row(header, table, name, form)
    columns = {cell: column[skipped:] for cell, column in zip(header, table.columns, strict=True)}
    return DataTable(
        name, len(lines), None, columns, lines, tabular=True, noun=form.noun, example=form.example
    )


def regular(text: str, delimiter: str, *, quotes: bool) -> CellColumns | None:
    """The columns of a text without quotes or empty lines in which all lines have as many cells; None of another.

    One split for the whole text: several times as fast as a list for each line, and the same cells.
    """
    lines = text.removesuffix("\n").split("\n")
    width = lines[0].count(delimiter) + 1
    if (
        (quotes and '"' in text)
        or "\0" in text
        or "" in lines
        or max(map(len, lines)) >= csv.field_size_limit()
    ):
        return None
    if any(line.count(delimiter) + 1 != width for line in lines):
        return None
    cells = delimiter.join(lines).split(delimiter)
    return CellColumns([cells[place::width] for place in range(width)], range(1, len(lines) + 1))


def quoted(text: str, delimiter: str, name: str, form: TableForm, *, tabs: bool) -> CellColumns:
    """The columns of any text, as the reader of CSV has them."""
    file = io.StringIO(text)
    if tabs:
        reader = csv.reader(file, delimiter=delimiter, quoting=csv.QUOTE_NONE, strict=True)
    else:
        reader = csv.reader(file, delimiter=delimiter, strict=True)
    rows = list(numbered(reader, name))
    width = len(form.columns) if form.columns and not form.first_is_header else len(rows[0][1])
    for line, row in rows:
        if len(row) != width:
            raise InputError(other_width(f"{name}:{line}", len(row), width, form))
    return CellColumns(
        list(map(list, zip(*(row for _, row in rows), strict=True))), [line for line, _ in rows]
    )


def other_width(where: str, cells: int, width: int, form: TableForm) -> str:
    """What is said of a row with more or fewer cells than there are columns."""
    said = f"columns names {width}" if form.columns else f"the header has {width}"
    return f"{where}: the row has {cells} cells, {said}"


def numbered(rows: Any, name: str) -> Iterator[tuple[int, list[str]]]:  # noqa: ANN401 - csv's reader has no type
    """The rows that are not empty, with the lines on which they begin."""
    line = 1
    try:
        for row in rows:
            if row:
                yield line, row
            line = rows.line_num + 1
    except csv.Error as fault:
        hint = (
            "; give long texts as JSONL"
            if "limit" in str(fault)
            else "; a quote opens a cell that no quote closes?"
        )
        msg = f"{name}:{line}: not CSV: {fault}{hint}"
        raise InputError(msg) from None


def columns_of(first: tuple[int, list[str]], name: str, form: TableForm) -> list[str]:
    """The names of the columns: those of the form, of the first line, or numbers from 1."""
    line, row = first
    if form.columns is None:
        if form.first_is_header:
            return column_names(row, f"{name}:{line}", form)
        return [str(number) for number in range(1, len(row) + 1)]
    also = [cell for cell in row if cell in form.columns or cell in form.names]
    if not form.first_is_header and also and (form.header is None or row == list(form.columns)):
        msg = (
            f"{name}:{line}: the first line names {also[0]!r} like a column, but columns says that it is a "
            f"{form.noun}; remove columns, or say header = true (--header) to have them in place of that line, "
            f"header = false (--no-header) if it is a {form.noun}"
        )
        raise InputError(msg)
    return list(form.columns)


def column_names(row: list[str], where: str, form: TableForm) -> list[str]:
    """The names of the columns, each once; a first one without a name is that of the ids, as pandas writes an index."""
    if not row[0] and len(row) > 1 and form.id_field is None and "id" not in row:
        row = ["id", *row[1:]]
    twice = first_twice(row)
    if twice is not None or "" in row:
        name = repr(twice) if twice in form.names else f"in place {row.index(twice or '') + 1}"
        said = f"the column {name} comes {row.count(twice)} times" if twice else "a column has no name"
        msg = (
            f"{where}: {said}; the first line names each column once, as in {form.example}; "
            f"if it is a {form.noun}, name the columns: {form.by_hand}"
        )
        raise InputError(msg)
    return row


def refuse_row(header: Sequence[str], table: CellColumns, name: str, form: TableForm) -> None:
    """Raises InputError where the first line, which nobody called a header, looks like a row.

    A line with a usual name or one that the form names is a header; any other with a number in it, or a cell that
    stands in the same column again, is not.
    """
    if form.names.intersection(header) or any(cell.startswith(form.beginnings) for cell in header):
        return
    for place, (cell, column) in enumerate(zip(header, table.columns, strict=True), 1):
        again = column.index(cell, 1) if cell in column[1:] else None
        if again is None and not is_number(cell):
            continue
        # Not quoted: it may be any file, and no table at all.
        said = "is a number" if again is None else f"is that of line {table.lines[again]} too"
        msg = (
            f"{name}:{table.lines[0]}: the first line looks like a {form.noun}, not like the names of columns "
            f"(cell {place} {said}); "
            f"name them: {form.by_hand}, or say header = true (--header) if that line does"
        )
        raise InputError(msg)


def is_number(cell: str) -> bool:
    """Whether a cell is the text of a number."""
    try:
        float(cell)
    except ValueError:
        return False
    return True
