"""Series and DataFrames as tables: their index names the rows, their columns are fields.

Duck-typed, so that nothing is imported: pandas, and what is like it.
"""

from dataclasses import replace
from typing import Any

from scoring.base.errors import InputError
from scoring.base.table import DataTable, with_ids
from scoring.base.table_form import TableForm

__all__ = ["frame_table", "indexed", "is_frame"]


def is_frame(source: object) -> bool:
    """Whether a source has named columns, as a DataFrame has."""
    return hasattr(source, "columns") and hasattr(source, "__getitem__") and hasattr(source, "shape")


def indexed(source: Any, name: str, form: type[TableForm] = TableForm) -> DataTable:  # noqa: ANN401 - whatever has a length
    """As many rows as the source has, called as its index calls them, where it has one."""
    index: Any = getattr(source, "index", None)
    if not hasattr(index, "tolist"):
        return DataTable(name, len(source), noun=form.noun, example=form.example)
    names = index.tolist()
    written = tuple(map(str, names))
    # Numbers from 0 in order are what pandas calls rows that nobody gave a name.
    own = names != list(range(len(names))) and len(set(written)) == len(written)
    ids = written if own else None
    return DataTable(name, len(written), ids, index=written, noun=form.noun, example=form.example)


def frame_table(source: Any, name: str, form: TableForm) -> DataTable:  # noqa: ANN401 - a DataFrame
    """The rows of a DataFrame with its columns, and the ids of the field with them, if there is one."""
    rows = indexed(source, name, type(form))
    columns = {str(column): list(source[column]) for column in source.columns}
    if len(columns) < len(source.columns):
        there = ", ".join(map(str, source.columns))
        msg = f"{name}: two columns of the DataFrame have one name; it has {there}"
        raise InputError(msg)
    return with_ids(replace(rows, columns=columns), form)
