"""What a database keeps of rows over commits, as series: one for each row, branch and label."""

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from scoring.base.errors import RowsError, UsageError
from scoring.base.wording import nearest
from scoring.rows.series import Point, Series, Timeline

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from scoring.store.rows import StoredRow

__all__ = ["timelines_of"]


def timelines_of(
    connection: "Connection", options: Namespace, glob: str = "*", *, none_is_fine: bool = False
) -> list[Timeline]:
    """The series of the rows that match, each with what moved.

    Raises:
        UsageError: no published row matches; names the nearest row or branch.
    """
    from scoring.cli.scoring_command import settings_of
    from scoring.evaluation.steps import timeline
    from scoring.store.origin import instant
    from scoring.store.rows import rows_of

    found = rows_of(connection, glob, options.since)
    if found or not none_is_fine:
        refuse_none(connection, found, options, glob)
    chosen = [one for one in found if options.branch in (None, one.branch)]
    settings = settings_of(options)
    day = None if options.since is None else instant(options.since)[:10]
    return [timeline(series, settings) for series in series_of(connection, chosen, day)]


def refuse_none(
    connection: "Connection", found: "Sequence[StoredRow]", options: Namespace, glob: str
) -> None:
    """Raises UsageError where there is nothing to show."""
    from scoring.store.rows import rows_of

    if not found:
        if options.since is not None and rows_of(connection, glob):
            msg = f"no row that matches {glob!r} is of {options.since} or later; give an earlier --since"
            raise UsageError(msg)
        names = dict.fromkeys(one.key for one in rows_of(connection))
        way = nearest(glob, names) if names else "there are none: onenlp publish FILE takes a rows file"
        msg = f"no published row matches {glob!r}; {way}"
        raise UsageError(msg)
    branches = dict.fromkeys(one.branch for one in found if one.branch is not None)
    if options.branch is not None and options.branch not in branches:
        way = nearest(options.branch, branches) if branches else "the rows were published without one"
        msg = f"no row that matches {glob!r} is of branch {options.branch!r}; {way}"
        raise UsageError(msg)


def series_of(
    connection: "Connection", found: "Sequence[StoredRow]", since: str | None = None
) -> Iterator[Series]:
    """The rows as series, by name; a test set's units are read once for all its rows."""

    def line(one: "StoredRow") -> tuple[str, str, str]:
        return one.key, one.branch or "", one.label or ""

    kept = UnitsOfTestSet(connection)
    ordered = sorted(found, key=lambda one: (*line(one), one.date, one.published))
    for (key, branch, label), members in groupby(ordered, key=line):
        points = tuple(kept.point(one) for one in members)
        yield Series(key, branch or None, points, label or None, since)


class UnitsOfTestSet:
    """The stored units of the test set that is being read, by their fingerprint."""

    def __init__(self, connection: "Connection") -> None:
        self.connection = connection
        self.identity: object = None
        self.held: dict[str, Mapping[str, Mapping[str, Any]] | str] = {}

    def point(self, one: "StoredRow") -> Point:
        """The row as a point, with its units where they were published; damaged ones are as good as none, and said."""
        if one.row.identity != self.identity:
            self.identity, self.held = one.row.identity, {}
        arrays, note = None, None
        if one.units_file is not None:
            found = self.held.get(one.units_file)
            if found is None:
                found = self.held[one.units_file] = self.read(one)
            arrays, note = (None, found) if isinstance(found, str) else (found.get(one.row.metric), None)
        row = replace(one.row, history=one.accepted)
        return Point(row, one.date, one.commit, one.branch, one.label, arrays, note)

    def read(self, one: "StoredRow") -> Mapping[str, Mapping[str, Any]] | str:
        """The arrays of every metric of a units file, or what is wrong with it."""
        from scoring.store.rows import units_of

        try:
            stored = units_of(self.connection, one)
        except RowsError as fault:
            return str(fault)
        return {} if stored is None else {**stored.former, **stored.arrays}
