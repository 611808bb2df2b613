"""Recording: writes missing, better and accepted rows into the reference files, all or none, in the controller."""

import base64
import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from pytest_onenlp.options import Options
from pytest_onenlp.session.ledger import Ledger
from scoring.base.errors import RowsError
from scoring.base.files import locked, read_bytes
from scoring.rows import rows as rowfile
from scoring.rows import units as unitstore
from scoring.rows.records import Event, Identity, Row
from scoring.rows.references import expand
from scoring.rows.replace import Replacement, replace_rows, settled
from scoring.rows.verdict import Verdict

__all__ = ["packed_units", "record", "rows_of"]

Units = Mapping[Identity, unitstore.StoredUnits]


def rows_of(ledger: Ledger) -> list[Row]:
    """Every row of the session as a Row."""
    return [rowfile.convert(one["row"], "this run", place) for place, one in enumerate(ledger.judged(), 1)]


def packed_units(ledger: Ledger) -> dict[Identity, unitstore.StoredUnits]:
    """The units that came with the rows, by test set."""
    found: dict[Identity, unitstore.StoredUnits] = {}
    for entry in ledger.gates.values():
        for packed in entry.units:
            stored = unitstore.loads(base64.b64decode(packed["npz"]), Path("this run"))
            mine = found.setdefault(Identity(*packed["identity"]), unitstore.StoredUnits())
            mine.take(stored)
    return found


def record(ledger: Ledger, options: Options) -> list[str]:
    """Writes the rows to be recorded with their units; a sentence for each reference file.

    Raises:
        RowsError: a file cannot be read or written; then no file has changed.
    """
    changes = changes_of(ledger.recordable(), options.references)
    units = packed_units(ledger) if options.units else {}
    with locked(path.parent for path in changes):
        return written(changes, units, options.reason)


def written(changes: Mapping[Path, list[Row]], units: Units, reason: str) -> list[str]:
    """Reads each file as it is now, and writes all of them; see ``record``."""
    replacements: list[Replacement] = []
    said = []
    for path, rows in changes.items():
        old = rowfile.parse(read_bytes(path, RowsError), str(path)) if path.exists() else []
        known = {row.key: row for row, _ in old}
        fresh = [reference_of(row, known.get(row.key), units, reason) for row in rows]
        before = [row for row, _ in old]
        text = rowfile.dumps(rowfile.merge(old, fresh))
        replacements.append(Replacement(path, before, text, units_beside(path, before, fresh, units)))
        said.append(f"recorded {len(fresh)} row{'' if len(fresh) == 1 else 's'} in {os.path.relpath(path)}")
    replace_rows(replacements)
    return said


def units_beside(
    path: Path, old: Sequence[Row], fresh: Sequence[Row], units: Units
) -> dict[Identity, unitstore.StoredUnits]:
    """The units of the test sets of these fresh rows; those of other rows stay among them."""
    found = {}
    for identity in dict.fromkeys(row.identity for row in fresh if row.units_sha256):
        labels = {row.metric for row in fresh if row.identity == identity}
        stored = settled(path, identity, old)
        stored.take(units[identity], labels)
        found[identity] = stored
    return found


def reference_of(row: Row, old: Row | None, units: Units, reason: str) -> Row:
    """The row as a reference: what was measured, without the judgement by the old one, whose slack and history stay.

    ``reason`` says why a worse or stale row is recorded all the same; it goes into the history.
    """
    history = old.history if old else ()
    if old and old.score is not None and row.verdict in (Verdict.WORSE, Verdict.STALE):
        history = (*history, Event(score=old.score, date=f"{datetime.now(UTC):%Y-%m-%d}", reason=reason))
    kept = row.identity in units and row.metric in units[row.identity].arrays
    return replace(
        row, reference=None, reference_ci=None, reference_source=None, within_noise=None, verdict=None, rule=None,
        difference=None, mde=None, reason=None, why=None, units_sha256=row.units_sha256 if kept else None,
        flags=tuple(flag for flag in row.flags if flag != "no_units"),
        slack=old.slack if old else None, history=history,
    )  # fmt: skip


def changes_of(recorded: Sequence[Mapping[str, Any]], references: Sequence[Path]) -> dict[Path, list[Row]]:
    """The rows to be recorded by file: each where it lives, new ones in the last file."""
    changes: dict[Path, list[Row]] = {}
    for place, one in enumerate(recorded, 1):
        path = Path(one["home"]) if one["home"] else last_file(references)
        changes.setdefault(path, []).append(rowfile.convert(one["row"], "this run", place))
    return changes


def last_file(references: Sequence[Path]) -> Path:
    """The file that takes new rows: the last one named, in a folder its last, ``refs.json`` where it has none."""
    last = references[-1]
    if not last.is_dir():
        return last
    files = expand([last])
    return files[-1] if files else last / "refs.json"
