"""Rows files replaced together with the units beside them: a run killed in between leaves rows that find their units.

The order that makes it so is decision 11: units of old and new rows, then the rows, then the units without the old.
"""

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scoring.base.errors import RowsError
from scoring.base.files import describe, is_folder, write_in_order
from scoring.rows import units as unitstore
from scoring.rows.beside import home_of, stored_beside
from scoring.rows.records import Identity, Row
from scoring.rows.rows import encoded
from scoring.rows.units import StoredUnits

__all__ = ["Replacement", "replace_rows", "settled"]


@dataclass(frozen=True)
class Replacement:
    """A rows file as it is to become."""

    path: Path
    old: Sequence[Row]  # those in the file now
    text: str
    units: Mapping[Identity, StoredUnits]  # of the test sets whose units change


def replace_rows(replacements: Iterable[Replacement]) -> None:
    """Writes rows files and units; none is replaced before all have found room on the disk.

    Raises:
        RowsError: a file cannot be written; where it is one of the drafts, then no file has changed.
    """
    steps: list[tuple[Path, bytes]] = []
    rows: list[Path] = []
    for one in replacements:
        rows.append(one.path)
        if not is_folder(one.path.parent):  # to be said of the rows and not of their units
            msg = f"{one.path}: cannot be written: there is no folder {one.path.parent}"
            raise RowsError(msg)
        steps += steps_of(one)
    made = [folder for folder in dict.fromkeys(path.parent for path, _ in steps) if make(folder)]
    try:
        write_in_order(steps, RowsError, first=rows)
    except BaseException:
        for folder in made:
            with contextlib.suppress(OSError):  # not empty: something of it was written
                folder.rmdir()
        raise


def steps_of(replacement: Replacement) -> list[tuple[Path, bytes]]:
    """What is written where, in order."""
    first, last = [], []
    for identity, stored in replacement.units.items():
        home = home_of(replacement.path, identity)
        old = [row for row in replacement.old if row.identity == identity]
        there = held(replacement.path, identity, old)
        bridge, final = unitstore.dumps(bridged(stored, there, old)), unitstore.dumps(stored)
        first.append((home, bridge))
        if bridge != final:
            last.append((home, final))
    return [*first, (replacement.path, encoded(replacement.text, replacement.path)), *last]


def bridged(new: StoredUnits, old: StoredUnits, rows: Iterable[Row]) -> StoredUnits:
    """The new units and beside them those that the old rows name."""
    named = {row.metric: old.find(row.metric, row.units_sha256) for row in rows if row.units_sha256}
    lost = {
        row.metric: arrays
        for row in rows
        if (arrays := named.get(row.metric)) is not None and new.find(row.metric, row.units_sha256) is None
    }
    return StoredUnits({**old.ids, **new.ids}, new.arrays, new.parts, lost)


def settled(path: Path, identity: Identity, rows: Iterable[Row]) -> StoredUnits:
    """The units beside a rows file as its rows name them, without what a killed run left."""
    mine = [row for row in rows if row.identity == identity]
    stored = held(path, identity, mine)
    found = {row.metric: stored.find(row.metric, row.units_sha256) for row in mine}
    named = {label: arrays for label, arrays in found.items() if arrays is not None}
    return StoredUnits(dict(stored.ids), stored.arrays | named, dict(stored.parts))


def held(path: Path, identity: Identity, rows: Sequence[Row]) -> StoredUnits:
    """What is stored of the rows; nothing where it is missing or damaged, for then it is of no use to any row."""
    try:
        return stored_beside(path, identity, rows) or StoredUnits()
    except RowsError:
        return StoredUnits()


def make(folder: Path) -> bool:
    """Whether the folder had to be made; RowsError where it cannot be."""
    if is_folder(folder):
        return False
    try:
        folder.mkdir()
    except (OSError, ValueError) as fault:
        msg = f"{folder}: the folder of the units cannot be made: {describe(fault)}"
        raise RowsError(msg) from None
    return True
