"""The rows of a table beside those whose ids it is held to, in the order of the ids; units are rows, or clusters."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scoring.base.errors import InputError, UsageError
from scoring.base.table import DataTable, Places, in_order, match
from scoring.base.wording import nearest
from scoring.evidence.evidence import Bools, Floats
from scoring.scores.cells import numbers_in
from scoring.scores.formula import Formula

__all__ = ["ScoredRows", "align"]

WAYS = {
    "skip": "leaves the row out",
    "zero": "counts it as 0",
}


@dataclass(frozen=True, eq=False)
class ScoredRows:
    """The rows of ``table`` in the order of their ids, which are those of ``gold``.

    ``places`` are their places in both tables (None: as given), ``owners`` the unit of each row, ``names`` the units of
    a ``cluster`` (None: each row is one), and ``missing`` what an empty cell means.
    """

    gold: DataTable
    table: DataTable
    gold_places: Places | None
    places: Places | None
    owners: Places
    names: tuple[str, ...]
    cluster: str | None = None
    missing: str | None = None

    @property
    def units(self) -> int:
        """How many units there are."""
        return len(self.names)

    def rows_of(self, unit: int) -> list[int]:
        """The rows of a unit, as places in the gold table."""
        rows = self.rows_in_order(unit)
        return [int(row) for row in (rows if self.gold_places is None else self.gold_places[rows])]

    def rows_in_order(self, unit: int) -> Places:
        """The rows of a unit, as places in the order in which all are scored."""
        order, ends = self._by_unit
        return order[ends[unit] : ends[unit + 1]]

    @cached_property
    def _by_unit(self) -> tuple[Places, Places]:
        """The rows in the order of their units, and where those of each unit begin and end."""
        order = np.argsort(self.owners, kind="stable")
        return order, np.searchsorted(self.owners[order], np.arange(self.units + 1))

    def row_ids(self) -> list[str]:
        """The id of each row in order, the ordinals from 1 where there are none."""
        if self.gold.ids is None:
            return [str(number) for number in range(1, self.gold.size + 1)]
        order = range(self.gold.size) if self.gold_places is None else self.gold_places.tolist()
        return [self.gold.ids[place] for place in order]

    def numbers(self, column: str, formula: Formula, true: float = 1.0) -> Floats:
        """The numbers of a column in order, NaN where a cell is missing: ``(rows,)``.

        Raises:
            InputError: there is no such column, or a cell is no number.
        """
        if column not in self.table.columns:
            there = nearest(column, self.table.columns) if self.table.columns else "it has none"
            msg = f"{self.table.name}: there is no column {column!r}, which {formula.text} needs; {there}"
            raise InputError(msg)
        found = numbers_in(self.table, column, true)
        return found if self.places is None else found[self.places]

    def values(self, formula: Formula, true: float = 1.0) -> tuple[dict[str, Floats], Bools]:
        """The numbers of the columns that a formula needs, and which rows count: those without a missing cell.

        Raises:
            InputError: a cell is missing, and nothing says what that means.
        """
        found = {column: self.numbers(column, formula, true) for column in formula.columns}
        lacking = {column: np.isnan(values) for column, values in found.items()}
        if self.missing is None:
            for column, empty in lacking.items():
                if empty.any():
                    raise InputError(self.empty(column, empty))
        counts = np.ones(self.gold.size, dtype=np.bool_)
        if self.missing == "skip":
            for empty in lacking.values():
                counts &= ~empty
        return {column: np.nan_to_num(values) for column, values in found.items()}, counts

    def empty(self, column: str, lacking: Bools) -> str:
        """What is said of the first cell of a column that is missing, and how many are."""
        rows = np.flatnonzero(lacking)
        place = int(rows[0] if self.places is None else self.places[rows].min())
        cell = self.table.columns[column][place]
        said = "is empty" if cell is None or cell == "" else f"is {cell}"
        more = f" ({rows.size} cells of {column} are missing)" if rows.size > 1 else ""
        ways = "; ".join(f'missing = "{word}" (--missing {word}) {does}' for word, does in WAYS.items())
        return f"{self.table.where(place)}: {column} {said}, but a number is needed{more}; {ways}"

    def lacking(self, formula: Formula) -> tuple[int, list[str]]:
        """How many rows have a missing cell in a column that the formula needs, and which columns have any."""
        cells = {column: np.isnan(self.numbers(column, formula)) for column in formula.columns}
        columns = [column for column, empty in cells.items() if empty.any()]
        return (int(np.any([cells[column] for column in columns], axis=0).sum()) if columns else 0), columns

    def one_each(self, field: str, use: str) -> list[str]:
        """The value of a column of the gold table for each unit, which has to be one.

        Raises:
            UsageError: there is no such column, a row has no value, or the rows of a cluster have several.
        """
        rows = values_of(self.gold, field, use)
        found: dict[int, tuple[str, int]] = {}
        order = range(self.gold.size) if self.gold_places is None else self.gold_places.tolist()
        for place, owner in zip(order, self.owners.tolist(), strict=True):
            first = found.setdefault(owner, (rows[place], place))
            if first[0] != rows[place]:
                msg = (
                    f"{self.gold.where(place)}: {field} is {rows[place]!r}, but {first[0]!r} in "
                    f"{self.gold.where(first[1])}, and both are of {self.cluster} {self.names[owner]!r}: "
                    f"a {use} takes whole clusters, so give all rows of one the same value"
                )
                raise UsageError(msg)
        return [found[unit][0] for unit in range(self.units)]


def align(
    gold: DataTable, pred: DataTable, cluster: str | None = None, missing: str | None = None
) -> ScoredRows:
    """The rows of ``pred`` beside those of ``gold`` by their ids.

    Raises:
        AlignmentError: one has ids that the other lacks.
        UsageError: there is no column for ``cluster``, or a row has no value in it.
    """
    gold_places, places = (None, None) if gold is pred and gold.ids is None else match(gold, pred)
    order = np.arange(gold.size) if gold_places is None else gold_places
    if cluster is None:
        ids = gold.ids or tuple(str(number) for number in range(1, gold.size + 1))
        names = tuple(ids[place] for place in order.tolist())
        return ScoredRows(gold, pred, gold_places, places, np.arange(gold.size), names, None, missing)
    values = values_of(gold, cluster, "cluster")
    distinct = sorted(set(values))
    names = tuple(distinct[place] for place in in_order(distinct).tolist())
    code = {name: place for place, name in enumerate(names)}
    owners = np.array([code[values[place]] for place in order.tolist()], dtype=np.intp)
    return ScoredRows(gold, pred, gold_places, places, owners, names, cluster, missing)


def values_of(table: DataTable, field: str, use: str) -> Sequence[str]:
    """The values of a column as text, in the order of the table."""
    if field not in table.columns:
        known = [name for name in table.columns if name != table.id_field]
        hint = nearest(field, known) if known else "it has none"
        verb = "slice by" if use == "slice" else f"{use} by"
        msg = f"{table.name} has no column {field!r} to {verb}; {hint}"
        raise UsageError(msg)
    return [table.one_value(field, place, use) for place in range(table.size)]
