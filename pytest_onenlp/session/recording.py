"""Recording: writes missing, better and accepted rows into the reference files, all or none, in the controller."""

import os
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from pytest_onenlp.records.phase import RecordedRow
from pytest_onenlp.records.view import GateRecord, SessionView
from scoring.base.files import locked
from scoring.rows import rows as rowfile
from scoring.rows import units as unitstore
from scoring.rows.records import Event, Identity, Row
from scoring.rows.references import expand
from scoring.rows.replace import Replacement, replace_rows, settled

__all__ = ["record", "stored_units"]

Units = Mapping[Identity, unitstore.StoredUnits]


def stored_units(gates: Iterable[GateRecord]) -> dict[Identity, unitstore.StoredUnits]:
    """The units that came with the rows, by test set."""
    stored: dict[Identity, unitstore.StoredUnits] = {}
    for gate in gates:
        for units in gate.units:
            of_test_set = stored.setdefault(units.identity, unitstore.StoredUnits())
            of_test_set.take(unitstore.loads(units.npz, Path("this run")))
    return stored


def record(view: SessionView) -> list[str]:
    """Writes the rows to be recorded with their units; a sentence for each reference file.

    Raises:
        RowsError: a file cannot be read or written; then no file has changed.
    """
    options = view.options
    changes = changes_of(view.recordable(), options.references)
    units = stored_units(view.gates) if options.units else {}
    with locked(path.parent for path in changes):
        return write_changes(changes, units, options.reason)


def write_changes(changes: Mapping[Path, list[RecordedRow]], units: Units, reason: str) -> list[str]:
    """Reads each file as it is now, and writes all of them; see ``record``."""
    replacements: list[Replacement] = []
    sentences = []
    for path, recorded in changes.items():
        was = rowfile.content(path) if path.exists() else b""
        old = rowfile.parse(was, str(path)) if path.exists() else []
        references = {row.key: row for row, _ in old}
        fresh = [
            reference_of(one.row, references.get(one.row.key), units, reason if one.accepted else None)
            for one in recorded
        ]
        before = [row for row, _ in old]
        text = rowfile.laid_out_as(rowfile.dumps(rowfile.merge(old, fresh)), was)
        replacements.append(Replacement(path, before, text, units_beside(path, before, fresh, units)))
        sentences.append(
            f"recorded {len(fresh)} row{'' if len(fresh) == 1 else 's'} in {os.path.relpath(path)}"
        )
    replace_rows(replacements)
    return sentences


def units_beside(
    path: Path, old: Sequence[Row], fresh: Sequence[Row], units: Units
) -> dict[Identity, unitstore.StoredUnits]:
    """The units of the test sets of these fresh rows; those of other rows stay among them."""
    beside = {}
    for identity in dict.fromkeys(row.identity for row in fresh if row.units_sha256):
        labels = {row.metric for row in fresh if row.identity == identity}
        stored = settled(path, identity, old)
        stored.take(units[identity], labels)
        stored.lost.clear()  # what was lost against the reference that is now replaced
        beside[identity] = stored
    return beside


def reference_of(row: Row, old: Row | None, units: Units, reason: str | None) -> Row:
    """The row as a reference: what was measured, without the judgement by the old one, whose slack and history stay.

    ``reason`` says why the row was accepted, and goes into the history; None where an update records it.
    """
    history = old.history if old else ()
    if reason is not None and old and old.score is not None:
        history = (*history, Event(score=old.score, date=f"{datetime.now(UTC):%Y-%m-%d}", reason=reason))
    kept = row.identity in units and row.metric in units[row.identity].arrays
    return replace(
        row, reference=None, reference_ci=None, reference_source=None, within_noise=None, verdict=None, rule=None,
        difference=None, mde=None, reason=None, why=None, units_sha256=row.units_sha256 if kept else None,
        flags=tuple(flag for flag in row.flags if flag != "no_units"),
        slack=old.slack if old else None, history=history,
    )  # fmt: skip


def changes_of(
    recordable: Iterable[RecordedRow], references: Sequence[Path]
) -> dict[Path, list[RecordedRow]]:
    """The rows to be recorded by file: each where it lives, new ones in the last file."""
    changes: dict[Path, list[RecordedRow]] = {}
    for one in recordable:
        changes.setdefault(one.home or last_file(references), []).append(one)
    return changes


def last_file(references: Sequence[Path]) -> Path:
    """The file that takes new rows: the last one named, in a folder its last, ``refs.json`` where it has none."""
    last = references[-1]
    if not last.is_dir():
        return last
    files = expand([last])
    return files[-1] if files else last / "refs.json"
