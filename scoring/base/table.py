"""A table as it was given: ids and columns of a file, or of objects in memory; and how two sides are matched.

Ids are matched, whatever their order.  Matched rows are taken in the order of their ids, in which the runs of
digits are numbers (d2 before d10), so that a shuffled file is the same test set.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import AlignmentError, InputError, UsageError
from scoring.base.table_form import TableForm

__all__ = ["DataTable", "Places", "columns_of_records", "identified", "in_order", "match", "with_ids"]

Places = NDArray[np.intp]
DIGITS = re.compile(r"([0-9]{1,18})")
SHOWN = 3  # ids that a message names
FIELDS = 12  # and fields


@dataclass(frozen=True, eq=False)
class DataTable:
    """The rows of a table in the order given: ids (None where they have none) and columns by name.

    ``lines`` are the lines of the file on which they begin, None for objects in memory; ``tabular`` says that the
    cells are the text of a CSV or TSV file.  A value that is not there is None.  ``index`` is what pandas calls the
    rows, also where these are but numbers, which are no ids to others.  ``noun`` and ``example`` are for messages: what
    a row is, and a first line.
    """

    name: str
    size: int
    ids: tuple[str, ...] | None = None
    columns: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    lines: Sequence[int] | None = None
    tabular: bool = False
    index: tuple[str, ...] | None = None
    id_field: str | None = None
    noun: str = "row"
    example: str = "id,mark"

    def where(self, place: int) -> str:
        """A row as a message names it: ``gold.jsonl:3 (id 'd3')`` or ``gold, row 3``."""
        shown = (
            f"{self.name}, {self.noun} {place + 1}"
            if self.lines is None
            else f"{self.name}:{self.lines[place]}"
        )
        return f"{shown} (id {self.ids[place]!r})" if self.ids else shown

    def column(self, name: str, key: str) -> Sequence[Any]:
        """The values of a field, which ``key`` names.

        Raises:
            InputError: there is no such field.
        """
        if name in self.columns:
            return self.columns[name]
        raise InputError(self.lacking(name, key))

    def one_value(self, name: str, place: int, use: str) -> str:
        """The value of a column in a row as text, for a ``use`` that needs one of each row: a slice, a cluster.

        Raises:
            UsageError: there is none, or it is several.
        """
        value = self.columns[name][place]
        value = value.item() if isinstance(value, np.generic) else value
        if isinstance(value, str) and value:
            return value
        if value is None or isinstance(value, str | list | dict) or value != value:  # noqa: PLR0124 - NaN
            said = "missing" if value in (None, "") or value != value else f"{value!r}"  # noqa: PLR0124
            msg = f"{self.where(place)}: {name} is {said}, but a {use} needs one value for each {self.noun}"
            raise UsageError(msg)
        return json.dumps(value, default=str)

    def lacking(self, name: str, key: str) -> str:
        """What is said where a field is not there, and the ways out."""
        names = list(self.columns)
        more = f" and {len(names) - FIELDS} more" if len(names) > FIELDS else ""
        there = f"the fields are: {', '.join(names[:FIELDS]) + more or 'none'}"
        if self.tabular and len(names) == 1:  # any text: it may be no table, and then nobody wants it quoted
            there = f"its first line names one column, so is it a table of columns as in {self.example}?"
            return f"{self.name}: there is no field {name!r}; {there}"
        ways = f"name the one that is meant: {key} (--{key.replace('_', '-')})"
        if self.tabular:
            ways += f", or columns (--columns) if the first line is a {self.noun}"
        return f"{self.name}: there is no field {name!r}; {there}; {ways}"


Rows = TypeVar("Rows", bound=DataTable)


def columns_of_records(records: Sequence[Mapping[Any, Any]]) -> dict[str, list[Any]]:
    """The values of records by the names of their fields; None where a record has not the field."""
    fields = dict.fromkeys(field for record in records for field in record if isinstance(field, str))
    return {field: [record.get(field) for record in records] for field in fields}


def with_ids(table: Rows, form: TableForm, key: str = "id_field") -> Rows:
    """The table with the ids of the column that the form names, else of its column ``id``, where there is one.

    ``key`` is what a message calls the option that names it.
    """
    field = form.id_field or ("id" if "id" in table.columns else None)
    if field is None:
        return table
    ids = identified(table, table.column(field, key))
    return replace(table, ids=ids, index=ids if table.index is not None else None, id_field=field)


def identified(table: DataTable, ids: Sequence[Any]) -> tuple[str, ...]:
    """The ids as text: strings, or whole numbers written out.

    Raises:
        InputError: an id is missing, is neither, or comes twice.
    """
    if set(map(type, ids)) == {str} and "" not in ids and len(set(ids)) == len(ids):
        return tuple(ids)  # as most are
    found: dict[str, int] = {}
    for place, value in enumerate(ids):
        if value is None or (isinstance(value, str) and not value):
            msg = f"{table.where(place)}: the {table.noun} has no id, but others have; give each {table.noun} one"
            raise InputError(msg)
        if isinstance(value, bool) or not isinstance(value, str | int | np.integer):
            msg = f"{table.where(place)}: the id is {value!r}, but a string or a whole number is needed"
            raise InputError(msg)
        first = found.setdefault(str(value), place)
        if first != place:
            msg = f"{table.where(place)}: the id {str(value)!r} is also that of {table.where(first)}"
            raise InputError(msg)
    return tuple(found)


def in_order(ids: Sequence[str]) -> Places:
    """The places of the ids in their order, runs of digits compared as numbers: ``(rows,)``.

    >>> in_order(["d10", "d2", "c"]).tolist()
    [2, 1, 0]
    """
    numbers = numbered(ids)
    if numbers is not None:
        return np.argsort(numbers, kind="stable")
    keys = [
        ([int(part) if odd % 2 else part for odd, part in enumerate(DIGITS.split(name))], name)
        for name in ids
    ]
    return np.array(sorted(range(len(ids)), key=keys.__getitem__), dtype=np.intp)


def numbered(ids: Sequence[str]) -> NDArray[np.int64] | None:
    """The numbers of ids that are one prefix with a number each, as most are; None of others, which take longer."""
    start = os.path.commonprefix([min(ids, default=""), max(ids, default="")]).rstrip("0123456789")  # noqa: RUF071 - characters are meant
    rests = [name[len(start) :] for name in ids]
    together = "".join(rests)
    if not (together.isascii() and together.isdigit() and "" not in rests and max(map(len, rests)) <= 18):
        return None
    numbers = np.array(list(map(int, rests)), dtype=np.int64)
    return numbers if np.unique(numbers).size == numbers.size else None


def match(gold: DataTable, pred: DataTable) -> tuple[Places | None, Places | None]:
    """The places of gold's rows in their order, and of the predictions that belong to them; None: as given.

    Raises:
        AlignmentError: a side has rows that the other lacks, or nothing says which belong together.
    """
    if gold.index is not None and pred.index is not None:
        gold, pred = by_index(gold, pred)
    if gold.ids is not None and pred.ids is not None:
        order = in_order(gold.ids)
        if gold.ids == pred.ids:
            return order, order
        places = {name: place for place, name in enumerate(pred.ids)}
        if places.keys() != set(gold.ids):
            raise AlignmentError(differing(gold, pred))
        return order, np.array([places[gold.ids[place]] for place in order], dtype=np.intp)
    for side, other in ((gold, pred), (pred, gold)):
        # An object in memory has the order of whoever made it; a file without ids says nothing of its order.
        if (
            side.lines is not None
            and side.ids is None
            and not (other.ids is None and other.name == side.name)
        ):
            msg = (
                f"{side.name} has no field 'id', so its {side.noun}s cannot be matched with those of {other.name}; "
                f"give every {side.noun} an id in both, or gold and pred in one file"
            )
            raise AlignmentError(msg)
    if gold.size != pred.size:
        sizes = f"{gold.name} has {gold.size} {gold.noun}s, {pred.name} has {pred.size}"
        msg = f"{sizes}; were they read from the same split?"
        raise AlignmentError(msg)
    if gold.ids is not None:
        order = in_order(gold.ids)
        return order, order
    return None, None


def by_index(gold: DataTable, pred: DataTable) -> tuple[DataTable, DataTable]:
    """Both sides with what pandas calls their rows as ids; without ids where both are called alike in one order.

    Raises:
        AlignmentError: a name is that of several rows, and the sides are not in one order.
    """
    if gold.index == pred.index:
        return (replace(gold, ids=None), replace(pred, ids=None)) if gold.ids is None else (gold, pred)
    for side in (gold, pred):
        names = side.index or ()
        if len(set(names)) < len(names):
            twice = next(name for name, times in Counter(names).items() if times > 1)
            msg = (
                f"the index of {side.name} has {twice!r} twice, and that of the other side is not the same, so "
                f"{side.noun}s cannot be matched by it; give both one index, "
                "or lists (.tolist()) to match by their order"
            )
            raise AlignmentError(msg)
    return replace(gold, ids=gold.index), replace(pred, ids=pred.index)


def differing(gold: DataTable, pred: DataTable) -> str:
    """What ids one side has and the other lacks."""
    said = []
    for side, other in ((gold, pred), (pred, gold)):
        others = set(other.ids or ())
        lacking = [place for place, name in enumerate(side.ids or ()) if name not in others]
        if lacking:
            shown = ", ".join(side.where(place) for place in lacking[:SHOWN])
            more = f" and {len(lacking) - SHOWN} more" if len(lacking) > SHOWN else ""
            said.append(f"{other.name} has no {side.noun} for {shown}{more}")
    sizes = f"{gold.name} has {gold.size} {gold.noun}s, {pred.name} has {pred.size}"
    way = (
        "" if gold.index is None or pred.index is None else " If their order is one, give lists (.tolist())."
    )
    return f"{'; '.join(said)} ({sizes}); were they read from the same split?{way}"
