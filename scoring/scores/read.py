"""Tables of numbers: CSV, TSV, JSON, JSON Lines, Parquet and Arrow files, DataFrames, columns and records in memory."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scoring.base.delimited import TABS, from_table
from scoring.base.errors import InputError
from scoring.base.files import content_of
from scoring.base.frames import frame_table, is_frame
from scoring.base.json_rows import is_objects, json_rows
from scoring.base.strict_json import kind_of
from scoring.base.table import DataTable, columns_of_records, with_ids
from scoring.base.table_form import TableForm
from scoring.base.text import decoded, with_line_feeds
from scoring.scores.arrow import arrow_columns, is_arrow

__all__ = ["read", "read_table"]

WAYS = "give a path, an open file, a DataFrame, an Arrow table, columns by name, or a list of records"


def read(
    source: object,
    *,
    id: str | None = None,  # noqa: A002 - as the key of gates
    columns: Sequence[str] | None = None,
    header: bool | None = None,
) -> DataTable:
    """The rows of a table with a column of ids (``id``, where none is named): a file, or an object in memory.

    The ending of a file says what it is (.csv, .tsv, .jsonl, .json, .parquet, .arrow); ``columns`` and ``header`` say
    what names the columns of a CSV or TSV file.

    Source: docs/reference/scores.md.

    Raises:
        InputError: the source cannot be read, has no rows, or an id is missing or comes twice.
        UsageError: an option is not what it has to be.
    """
    return read_table(source, "data", TableForm.of({"id_field": id, "columns": columns, "header": header}))


def read_table(source: object, name: str, form: TableForm) -> DataTable:
    """The rows of a source with their ids; ``name`` is what messages call one in memory.

    A file needs a column of ids; rows in memory without one are numbered.
    """
    if isinstance(source, DataTable):
        return source
    if isinstance(source, str | os.PathLike) or hasattr(source, "read"):
        content, file = content_of(source, "scores ", ways=WAYS)
        found = with_ids(from_file(content, file, form), form, "id")
        if found.ids is None:
            raise InputError(found.lacking("id", "id"))
        return found
    found = from_memory(source, name, form)
    if not found.size:
        msg = f"{name}: there are no rows"
        raise InputError(msg)
    return with_ids(found, form, "id")


def from_file(content: str | bytes, name: str, form: TableForm) -> DataTable:
    """The rows of a file by its content."""
    if isinstance(content, bytes) and is_arrow(content, name):
        columns, size = arrow_columns(content, name)
        if not size:
            msg = f"{name}: the file has no rows"
            raise InputError(msg)
        return DataTable(name, size, None, columns)
    text = with_line_feeds(decoded(content, name))
    if not text.strip():
        msg = f"{name}: the file has no rows"
        raise InputError(msg)
    ending = Path(name).suffix.lower()
    if not is_objects(text, ending, (*TABS, ".csv")):
        return from_table(text, name, form, tabs=ending in TABS)
    values, lines = json_rows(text, name, form.noun)
    return DataTable(name, len(values), None, columns_of_records(records_of(values, name, lines)), lines)


def from_memory(source: Any, name: str, form: TableForm) -> DataTable:  # noqa: ANN401 - whatever was given
    """The rows of an object in memory, whose field of ids may be missing."""
    if hasattr(source, "to_pylist") and hasattr(source, "column_names"):
        return DataTable(name, len(source), None, columns_of_records(source.to_pylist()))
    if is_frame(source):
        return frame_table(source, name, form)
    if isinstance(source, Mapping):
        columns = {str(key): listed(value, f"{name}: the column {key!r}") for key, value in source.items()}
        sizes = {key: len(cells) for key, cells in columns.items()}
        if len(set(sizes.values())) > 1:
            said = ", ".join(f"{key} has {size}" for key, size in sizes.items())
            msg = f"{name}: its columns have different numbers of rows: {said}"
            raise InputError(msg)
        return DataTable(name, next(iter(sizes.values()), 0), None, columns)
    if isinstance(source, Sequence) and not isinstance(source, bytes | bytearray | str):
        return DataTable(name, len(source), None, columns_of_records(records_of(source, name)))
    msg = f"cannot read {name} from {type(source).__name__}; {WAYS}"
    raise InputError(msg)


def listed(values: Any, what: str) -> list[Any]:  # noqa: ANN401 - whatever was given
    """The values of a list, an array or a Series."""
    if hasattr(values, "tolist") and getattr(values, "ndim", 1) == 1:
        return list(values.tolist())
    if isinstance(values, Sequence) and not isinstance(values, str | bytes):
        return list(values)
    msg = f"{what} is {type(values).__name__}, but a list or an array with one value for each row is needed"
    raise InputError(msg)


def records_of(
    values: Sequence[Any], name: str, lines: Sequence[int] | None = None
) -> Sequence[Mapping[str, Any]]:
    """The values, each of which has to be a record."""
    for place, value in enumerate(values):
        if not isinstance(value, Mapping):
            where = f"{name}, row {place + 1}" if lines is None else f"{name}:{lines[place]}"
            said = kind_of(value) if lines is not None else type(value).__name__
            msg = f'{where}: an object is needed, as in {{"id": "q1", "mark": 0.5}}, got {said}'
            raise InputError(msg)
    return values
