"""Parquet and Arrow files, by pyarrow, which the extra ``parquet`` installs.

Source: Apache Parquet, file format; Apache Arrow, columnar format, "IPC File Format" and "IPC Streaming Format".
"""

import importlib
from pathlib import Path
from typing import Any

from scoring.base.errors import InputError
from scoring.base.extras import install_line

__all__ = ["arrow_columns", "is_arrow"]

PARQUET, FILE, FEATHER = b"PAR1", b"ARROW1", b"FEA1"
ENDINGS = (".parquet", ".pq", ".arrow", ".feather", ".ipc", ".arrows")


def is_arrow(content: bytes, name: str) -> bool:
    """Whether a file is Parquet or Arrow: by how it begins, else by its ending."""
    return content.startswith((PARQUET, FILE, FEATHER)) or Path(name).suffix.lower() in ENDINGS


def arrow_columns(content: bytes, name: str) -> tuple[dict[str, list[Any]], int]:
    """The columns of a Parquet or Arrow file, and how many rows it has.

    Raises:
        InputError: pyarrow is not installed, the file is damaged, or two columns have one name.
    """
    try:
        arrow, parquet = importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
        feather = importlib.import_module("pyarrow.feather")
    except ImportError:
        msg = (
            f"{name}: Parquet and Arrow files are read by pyarrow, which is not installed: "
            f"{install_line('parquet')}, or give the table as CSV or JSON Lines"
        )
        raise InputError(msg) from None
    try:
        buffer = arrow.BufferReader(content)
        if content.startswith(PARQUET):
            table = parquet.read_table(buffer)
        elif content.startswith((FILE, FEATHER)):
            table = feather.read_table(buffer)
        else:
            table = arrow.ipc.open_stream(buffer).read_all()
        names = list(table.column_names)
        columns = {str(column): table.column(place).to_pylist() for place, column in enumerate(names)}
    except (arrow.ArrowException, OSError, ValueError) as fault:
        said = str(fault).splitlines()[0] if str(fault) else type(fault).__name__
        msg = f"{name}: not a Parquet or Arrow file that can be read: {said}"
        raise InputError(msg) from None
    if len(columns) < len(names):
        msg = f"{name}: two columns have one name; it has {', '.join(map(str, names))}"
        raise InputError(msg)
    return columns, int(table.num_rows)
