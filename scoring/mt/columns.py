"""A text for each segment: the lines of a file, the columns of TSV or JSON Lines, lists, DataFrames.

TSV: the first line names the columns unless ``columns`` does, a quote is a character like any other, and only a line
feed (or CR LF) ends a row, as in plain text.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.base.errors import InputError
from scoring.base.strict_json import first_twice, kind_of, unfit
from scoring.mt.document import lines_of
from scoring.mt.form import USUAL, TextForm

__all__ = ["Column", "Segmented", "from_lines", "from_memory", "from_records", "from_tsv"]

MOST_SHOWN = 12  # columns that a message names


@dataclass(frozen=True, eq=False)
class Segmented:
    """Segments as they were given: plain ``texts``, or ``columns`` by name; the other is None.

    ``lines`` are those of the file on which segments begin, None in memory; ``headed``: the first line named columns.
    """

    name: str
    size: int
    texts: Sequence[object] | None = None
    columns: Mapping[str, Sequence[object]] | None = None
    lines: Sequence[int] | None = None
    headed: bool = False

    def where(self, place: int) -> str:
        """A segment as a message names it: ``ref.txt:3``, or ``ref[0], text 3``."""
        return f"{self.name}, text {place + 1}" if self.lines is None else f"{self.name}:{self.lines[place]}"

    def ids(self, form: TextForm) -> tuple[str, ...] | None:
        """What a table calls its segments; None where it has no column for that.

        Raises:
            InputError: an id is missing, no text or whole number, or comes twice.
        """
        field = form.id_field or "id"
        if self.columns is None or (form.id_field is None and field not in self.columns):
            return None
        places: dict[str, int] = {}
        for place, given in enumerate(self.column(field, "id_field")):
            if isinstance(given, bool) or not isinstance(given, str | int) or given == "" or unfit(given, ""):
                said = "empty" if given == "" else kind_of(given)
                msg = f"{self.where(place)}: {field} is {said}, but a text or a whole number is needed"
                raise InputError(msg)
            first = places.setdefault(str(given), place)
            if first != place:
                msg = f"{self.where(place)}: the {field} {str(given)!r} is also that of {self.where(first)}"
                raise InputError(msg)
        return tuple(places)

    def side(self, role: str, form: TextForm, *, needed: bool = True) -> "list[Column]":
        """The columns of ``ref``, ``source`` or ``pred``: those named, else the usual one; plain texts are one.

        Raises:
            InputError: there is none, though it is needed, or there are several usual ones.
        """
        key, names = f"{role}_field", form.fields(role)
        if self.columns is None:
            if names:
                msg = f"{self.name}: plain text has no column {names[0]!r}; remove {key}, or give TSV or JSON Lines"
                raise InputError(msg)
            return [Column(self, self.texts or (), None, None)]
        ids = self.ids(form)
        usual = [name for name in USUAL[role] if name in self.columns]
        if not names and len(usual) > 1:
            msg = (
                f"{self.name}: {role} may be {' or '.join(map(repr, usual))}; name the column: {ways_of(key)}"
            )
            raise InputError(msg)
        if not names and not usual and needed:
            raise InputError(self.lacking(", ".join(map(repr, USUAL[role])), key))
        return [Column(self, self.column(name, key), ids, name) for name in names or usual]

    def column(self, name: str, key: str) -> Sequence[object]:
        """The values of a column, which ``key`` names."""
        columns = self.columns or {}
        if name not in columns:
            raise InputError(self.lacking(repr(name), key))
        return columns[name]

    def lacking(self, names: str, key: str) -> str:
        """What is said where a column is not there."""
        there = list(self.columns or ())
        more = f" and {len(there) - MOST_SHOWN} more" if len(there) > MOST_SHOWN else ""
        listed = f"its columns are: {', '.join(there[:MOST_SHOWN])}{more}"
        if len(there) == 1:  # it may be no table, and then nobody wants it quoted
            listed = "it has one column, so is it a table at all?"
        ways = f"name the one that is meant: {ways_of(key)}"
        if self.headed:
            ways += ", or all of them, if the first line does not: columns (--columns)"
        return f"{self.name}: there is no column {names}; {listed}; {ways}"


@dataclass(frozen=True, eq=False)
class Column:
    """One column of segments, with the ids of a table that has them; ``field`` is None of plain texts."""

    given: Segmented
    texts: Sequence[object]
    ids: tuple[str, ...] | None
    field: str | None

    @property
    def counted(self) -> str:
        """How many segments there are, in words."""
        noun = "text" if self.given.lines is None else "line" if self.field is None else "row"
        return f"{self.given.name} has {len(self.texts)} {noun}{'' if len(self.texts) == 1 else 's'}"

    def where(self, place: int) -> str:
        """A text as a message names it."""
        return self.given.where(place) + (f": {self.field}" if self.field is not None else "")


def ways_of(key: str) -> str:
    """How a key is given: in a gate or a call, and to the command."""
    return f"{key} (--{key.replace('_', '-')})"


def from_lines(data: bytes | str, name: str) -> Segmented:
    """Plain text, a segment a line."""
    lines = lines_of(data, name)
    return Segmented(name, len(lines), texts=lines, lines=range(1, len(lines) + 1))


def from_tsv(data: bytes | str, name: str, form: TextForm) -> Segmented:
    """A table with tabs between its cells.

    Raises:
        InputError: a row has more or fewer cells than there are columns, or two columns have one name.
    """
    rows = [line.split("\t") for line in lines_of(data, name)]
    if not rows:
        msg = f"{name}: the file is empty"
        raise InputError(msg)
    names = rows[0] if form.columns is None else list(form.columns)
    first = 2 if form.columns is None else 1
    if form.columns is None and (twice := first_twice(names)) is not None:
        msg = f"{name}:1: the column {twice!r} comes twice; the first line names each once, or columns (--columns) does"
        raise InputError(msg)
    rows = rows[first - 1 :]
    for number, row in enumerate(rows, first):
        if len(row) != len(names):
            said = "the first line" if form.columns is None else "columns"
            msg = f"{name}:{number}: the row has {len(row)} cells, {said} names {len(names)}"
            raise InputError(msg)
    columns = {column: [row[place] for row in rows] for place, column in enumerate(names)}
    lines = range(first, len(rows) + first)
    return Segmented(name, len(rows), columns=columns, lines=lines, headed=form.columns is None)


def from_records(
    records: Iterable[object], name: str, lines: Sequence[int] | None = None
) -> Segmented:  # fmt: skip
    """Objects with a field for each column; a field that one has not is None.

    Raises:
        InputError: something else is among them.
    """
    found: list[Mapping[Any, object]] = []
    for place, record in enumerate(records):
        if not isinstance(record, Mapping):
            where = f"{name}, record {place + 1}" if lines is None else f"{name}:{lines[place]}"
            msg = f'{where}: {kind_of(record)}, but an object is needed, as in {{"source": "…", "ref": "…"}}'
            raise InputError(msg)
        found.append(record)
    names = dict.fromkeys(str(name) for record in found for name in record)
    columns = {column: [record.get(column) for record in found] for column in names}
    return Segmented(name, len(found), columns=columns, lines=lines)


def from_memory(source: Any, role: str, ways: str) -> Segmented:  # noqa: ANN401 - whatever was given
    """Texts in a list, records, or a DataFrame.

    Raises:
        InputError: it is neither.
    """
    if hasattr(source, "columns") and hasattr(source, "shape"):
        columns = {str(name): list(source[name]) for name in source.columns}
        return Segmented(role, len(source), columns=columns)
    if isinstance(source, str | bytes | Mapping) or not isinstance(source, Iterable):
        msg = f"cannot read {role} from {type(source).__name__}; give {ways}"
        raise InputError(msg)
    items = list(source)
    if items and all(isinstance(item, Mapping) for item in items):
        return from_records(items, role)
    return Segmented(role, len(items), texts=items)
