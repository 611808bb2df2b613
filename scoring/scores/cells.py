"""The cells of a column as numbers: what is one, what is missing, and what is neither."""

import math
import numbers
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from scoring.base.errors import InputError
from scoring.base.table import DataTable
from scoring.evidence.evidence import Floats

__all__ = ["TRUE_IN_POINTS", "numbers_in"]

WRITTEN = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
PLAIN = frozenset("0123456789.+-eE")
TRUTH = {"true": True, "false": False}
LARGEST = float(1 << 53)
TRUE_IN_POINTS = 100.0  # a proportion of cells that are true, in points


def numbers_in(table: DataTable, column: str, true: float = 1.0) -> Floats:
    """The numbers of a column in the order of the table, NaN where a cell is empty or NaN: ``(rows,)``.

    A truth value is a number: ``true`` or 0, so that their mean is a proportion.

    Raises:
        InputError: a cell is something else; names the row.
    """
    cells = table.columns[column]
    quick = plain_numbers(cells, tabular=table.tabular)
    if quick is not None:
        return quick
    return np.array(
        [number(table, column, place, cell, true) for place, cell in enumerate(cells)], dtype=np.float64
    )


def plain_numbers(cells: Sequence[Any], *, tabular: bool) -> Floats | None:
    """The numbers of cells that are nothing else, as most are; None of others, which are looked at one by one."""
    kinds = set(map(type, cells))
    if tabular:
        if "" in cells or not PLAIN.issuperset("".join(cells)):
            return None
    elif not kinds <= {int, float, np.float64, np.int64}:
        return None
    try:
        found = np.fromiter(map(float, cells), dtype=np.float64, count=len(cells))
    except (ValueError, OverflowError):
        return None
    largest = np.abs(found).max(initial=0.0, where=~np.isnan(found))
    return found if largest <= LARGEST else None


def number(table: DataTable, column: str, place: int, cell: Any, true: float) -> float:  # noqa: ANN401 - whatever was given
    """One cell as a number, NaN where it is missing."""
    if is_missing(cell):
        return math.nan
    if isinstance(cell, str) and table.tabular:
        truth = TRUTH.get(cell.strip().lower())
        value = float(cell) if WRITTEN.fullmatch(cell.strip()) else None if truth is None else truth * true
    elif isinstance(cell, bool | np.bool_):
        value = bool(cell) * true
    else:
        value = real(cell)
    if value is None:
        comma = isinstance(cell, str) and WRITTEN.fullmatch(cell.replace(",", "."))
        hint = "; decimals have a point" if comma else ""
        msg = f"{table.where(place)}: {column} is {cell!r:.60}, but a number, true or false is needed{hint}"
        raise InputError(msg)
    if not abs(value) <= LARGEST:
        msg = (
            f"{table.where(place)}: {column} is {cell!r:.60}, but a finite number of at most 2**53 is needed"
        )
        raise InputError(msg)
    return value


def real(cell: Any) -> float | None:  # noqa: ANN401 - whatever was given
    """A number of any numeric type as a float, infinite where it is too large; None of anything else."""
    if not isinstance(cell, numbers.Real) and type(cell).__name__ != "Decimal":
        return None
    try:
        return float(cell)
    except OverflowError:
        return math.inf


def is_missing(cell: Any) -> bool:  # noqa: ANN401 - whatever was given
    """Whether a cell is empty: nothing, an empty text, NaN, or what pandas has for it."""
    if cell is None or type(cell).__name__ in ("NAType", "NaTType"):
        return True
    if isinstance(cell, str):
        return cell.strip().lower() in ("", "nan")
    return isinstance(cell, float | np.floating) and math.isnan(cell)
