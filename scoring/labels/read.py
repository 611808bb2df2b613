"""JSONL, CSV and TSV files of documents to columns; what the columns mean is the task's business.

JSONL: an object a line.  CSV: RFC 4180, the delimiter (comma, semicolon, tab) is that of the header line.  TSV: tabs,
and a quote is a character like any other.  All: UTF-8, with or without a byte order mark, and any line end.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from scoring.base.errors import InputError
from scoring.base.files import content_of
from scoring.base.strict_json import EACH_LINE, first_twice, json_lines, kind_of
from scoring.base.text import decoded, with_line_feeds
from scoring.labels.documents import LabelDocuments, identified

__all__ = ["from_records", "loads", "read"]

OBJECTS = (".jsonl", ".ndjson", ".json")
TABS = (".tsv", ".tab")


def read(source: object) -> LabelDocuments:
    """The documents of a JSONL, CSV or TSV file: a path, or a file open for reading as bytes or as text.

    The ending says which it is (.jsonl, .csv, .tsv); another file is JSONL where it begins with a brace.

    Source: docs/reference/labels.md.

    Raises:
        InputError: the file is missing, empty, not UTF-8 or not in its format, or an id is missing or comes twice.
    """
    return loads(*content_of(source, "documents "))


def loads(content: bytes | str, name: str = "<text>") -> LabelDocuments:
    """The documents in the content of a file; the name's ending says in which format.

    Raises:
        InputError: as ``read``.
    """
    text = with_line_feeds(decoded(content, name))
    if not text.strip():
        msg = f"{name}: the file has no documents"
        raise InputError(msg)
    ending = Path(name).suffix.lower()
    if ending in OBJECTS or (ending not in (*TABS, ".csv") and text.lstrip().startswith("{")):
        return from_lines(text, name)
    return from_table(text, name, tabs=ending in TABS)


def from_lines(text: str, name: str) -> LabelDocuments:
    """The documents of JSONL: an object a line, empty lines left out."""
    records, lines = [], []
    for number, record in json_lines(text, name, hint=EACH_LINE):
        if not isinstance(record, dict):
            msg = f'{name}:{number}: an object is needed, as in {{"id": "d1", "gold": "sport"}}, got {kind_of(record)}'
            raise InputError(msg)
        records.append(record)
        lines.append(number)
    return from_records(records, name, lines)


def from_records(
    records: Sequence[Mapping[Any, Any]], name: str, lines: Sequence[int] | None = None
) -> LabelDocuments:
    """The documents of records with fields ``id``, ``gold``, ``pred``, ``scores`` and others.

    Raises:
        InputError: an id is missing or comes twice.
    """
    fields = dict.fromkeys(field for record in records for field in record if isinstance(field, str))
    columns = {field: [record.get(field) for record in records] for field in fields}
    return with_ids(LabelDocuments(name, len(records), None, columns, lines))


def with_ids(documents: LabelDocuments) -> LabelDocuments:
    """The documents with the ids of their column ``id``, where there is one."""
    if "id" not in documents.columns:
        return documents
    ids = identified(documents, documents.columns["id"])
    return LabelDocuments(
        documents.name, documents.size, ids, documents.columns, documents.lines, documents.tabular
    )


def from_table(text: str, name: str, *, tabs: bool) -> LabelDocuments:
    """The documents of a CSV or TSV text, whose first line names the columns."""
    first = text.lstrip("\n").split("\n", 1)[0]
    delimiter = "\t" if tabs else next((sign for sign in ",\t;" if sign in first), ",")
    file = io.StringIO(text)
    if tabs:
        rows = csv.reader(file, delimiter=delimiter, quoting=csv.QUOTE_NONE, strict=True)
    else:
        rows = csv.reader(file, delimiter=delimiter, strict=True)
    cells, lines = [], []
    header: list[str] = []
    for line, row in numbered(rows, name):
        if not header:
            header = column_names(row, f"{name}:{line}")
        elif len(row) != len(header):
            msg = f"{name}:{line}: the row has {len(row)} cells, the header has {len(header)}"
            raise InputError(msg)
        else:
            cells.append(row)
            lines.append(line)
    if not cells:
        msg = f"{name}: the file has a header and no documents"
        raise InputError(msg)
    columns = dict(zip(header, map(list, zip(*cells, strict=True)), strict=True))
    return with_ids(LabelDocuments(name, len(cells), None, columns, lines, tabular=True))


def numbered(rows: Any, name: str) -> Iterable[tuple[int, list[str]]]:  # noqa: ANN401 - csv's reader has no type
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


def column_names(row: list[str], where: str) -> list[str]:
    """The names of the columns, each once."""
    twice = first_twice(row)
    if twice is not None or "" in row:
        name = (
            repr(twice)
            if twice in ("id", "gold", "pred", "scores")
            else f"in place {row.index(twice or '') + 1}"
        )
        said = f"the column {name} comes {row.count(twice)} times" if twice else "a column has no name"
        msg = f"{where}: {said}; the first line names each column once, as in id,gold,pred"
        raise InputError(msg)
    return row
