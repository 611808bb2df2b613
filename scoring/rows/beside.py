"""Units beside a rows file that may be a link: where they lie, and what is stored of its rows.

Tools that keep data as links into a store, as DVC and Bazel do, may move the file and leave its units, or move both.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from scoring.rows.records import Identity, Row
from scoring.rows.units import StoredUnits, path_of, read

__all__ = ["home_of", "stored_beside"]


def homes_of(rows_path: Path | str, identity: Identity) -> list[Path]:
    """Where the units of a test set may lie: beside the rows file as it is named, and beside what a link leads to."""
    named = path_of(rows_path, identity)
    try:
        real = path_of(os.path.realpath(rows_path), identity)
        return [named] if os.path.realpath(named) == os.path.realpath(real) else [named, real]
    except (OSError, ValueError):  # a name that no system takes, which writing says
        return [named]


def home_of(rows_path: Path | str, identity: Identity) -> Path:
    """Where the units of a test set are written: in the place of those there are, else beside the file as named."""
    homes = homes_of(rows_path, identity)
    return next((home for home in homes if os.path.lexists(home)), homes[0])


def stored_beside(rows_path: Path | str, identity: Identity, rows: Iterable[Row]) -> StoredUnits | None:
    """What is stored of these rows beside a rows file, or beside what the file is a link to; see ``read``."""
    mine = [row for row in rows if row.identity == identity]
    found: StoredUnits | None = None
    for home in reversed(homes_of(rows_path, identity)):
        one = read(home, mine)
        if one is None:
            continue
        if found is not None:
            one.add_missing(found, mine)
        found = one
    return found
