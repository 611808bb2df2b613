"""Kinds of units: those that count alike in all that is drawn, so that only how often a kind is taken matters."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.evidence.evidence import Floats, Places

__all__ = ["kinds_of_columns", "kinds_of_table"]

LARGEST = 1 << 62


def kinds_of_columns(columns: Iterable[NDArray[Any]], units: int) -> Places:
    """A number for each unit, ``(units,)``, the same where all columns are; columns hold whole numbers from 0 on."""
    kinds, size = np.zeros(units, dtype=np.int64), 1
    for column in columns:
        width = int(column.max(initial=0)) + 1
        if size > LARGEST // width:
            different, kinds = np.unique(kinds, return_inverse=True)
            size = different.size
        kinds = kinds * width + column
        size *= width
    return kinds


def kinds_of_table(table: Floats) -> Places | None:
    """The kinds of the rows of a table; None where it does not hold whole numbers from 0 on, as sums must be exact."""
    whole = np.rint(table)
    if not np.array_equal(whole, table) or bool((table < 0).any()) or float(table.max(initial=0)) >= 2.0**31:
        return None
    return kinds_of_columns(whole.astype(np.int64).T, table.shape[0])
