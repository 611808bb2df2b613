"""What the store knows of rows over commits, for histories and sites.

    with Database.of("scores.db").reading() as connection:
        for one in rows_of(connection, "*/LAS", since="2026-01-01"):
            one.row.score, one.row.ci, one.row.verdict, one.accepted
            units_of(connection, one)

A commit may have a row twice, as a gate judged it and as a reference file holds it; they are one ``StoredRow``: the
score, interval and verdict are those of the judged one, ``accepted`` are the changes that either of them knows.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, RowMapping, select

from scoring.base.globs import Names, composed
from scoring.rows.records import Event, Row
from scoring.rows.rows import convert_at
from scoring.rows.units import StoredUnits
from scoring.rows.units import loads as unpacked
from scoring.store.origin import instant
from scoring.store.tables import SCORE_ROWS, STORED_UNITS

__all__ = ["StoredRow", "rows_of", "units_at", "units_of"]

AT_ONCE = 500  # names that one statement asks for


@dataclass(frozen=True)
class StoredRow:
    """A row at a commit.  ``date`` is the commit's, ISO 8601 in UTC; ``units_file`` names its units, None without."""

    commit: str
    branch: str | None
    date: str
    label: str | None
    row: Row
    accepted: tuple[Event, ...]
    published: str
    units_file: str | None

    @property
    def key(self) -> str:
        """``component/language/dataset/metric``."""
        return self.row.key


def rows_of(connection: Connection, glob: str = "*", since: str | None = None) -> list[StoredRow]:
    """The rows whose names match the glob, by name and then by date, commit and label.

    ``since`` is a date, or date and time: commits of that moment and later.

    Raises:
        UsageError: ``since`` is no date.
        RowsError: a row is of a newer version of this program.
    """
    names = Names(connection.execute(select(SCORE_ROWS.c.row_name).distinct()).scalars()).matching(
        composed(glob)
    )
    start = None if since is None else instant(since)
    found: dict[tuple[str, str, str, str], list[RowMapping]] = {}
    for one in records(connection, sorted(digest_of(name) for name in names), start):
        key = one["row_name"], one["committed_at"], one["commit_id"], one["label"]
        found.setdefault(key, []).append(one)
    return [stored_row(found[key]) for key in sorted(found)]


def records(connection: Connection, digests: Sequence[str], start: str | None) -> Iterator[RowMapping]:
    """What the table holds of the rows with these names, from a moment on."""
    for place in range(0, len(digests), AT_ONCE):
        query = select(SCORE_ROWS).where(SCORE_ROWS.c.row_sha256.in_(digests[place : place + AT_ONCE]))
        if start is not None:
            query = query.where(SCORE_ROWS.c.committed_at >= start)
        yield from connection.execute(query).mappings()


def stored_row(copies: Iterable[RowMapping]) -> StoredRow:
    """One row of one commit: as it was judged, where it was."""
    first, *others = sorted(copies, key=lambda one: not one["judged"])
    rows = [
        convert_at(one["row"], f"the row stored for commit {one['commit_id']}") for one in (first, *others)
    ]
    same_units = (
        one["units_file"]
        for one in (first, *others)
        if one["row"].get("units_sha256") == rows[0].units_sha256
    )
    return StoredRow(
        commit=first["commit_id"],
        branch=first["branch"],
        date=first["committed_at"],
        label=first["label"] or None,
        row=rows[0],
        accepted=max((row.history for row in rows), key=len),
        published=first["published_at"],
        units_file=next((units for units in same_units if units), None),
    )


def units_of(connection: Connection, one: StoredRow) -> StoredUnits | None:
    """The units of a row: ``arrays[row.metric]``, ids by ``row.gold_sha256``, parts; None where none were published."""
    return None if one.units_file is None else units_at(connection, one.units_file, one.key)


def units_at(connection: Connection, sha256: str, name: str) -> StoredUnits | None:
    """The units that are stored under a fingerprint; ``name`` is the row's, for errors."""
    content = connection.execute(
        select(STORED_UNITS.c.content).where(STORED_UNITS.c.sha256 == sha256)
    ).scalar()
    return None if content is None else unpacked(bytes(content), Path(f"the units of {name}"))


def digest_of(name: str) -> str:
    """What a row's name is looked up by."""
    return hashlib.sha256(name.encode()).hexdigest()
