"""The fixture ``results_snapshot``: rows against a Markdown table a module, kept by syrupy (extra ``snapshot``).

Loaded when a test asks for the fixture, never at start-up.  A test's rows are equal to the snapshot's when each is
within noise; what an update writes of them are the rows that are not.
"""

import contextlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest
from syrupy.assertion import AssertionResult, SnapshotAssertion
from syrupy.data import Snapshot, SnapshotCollection, SnapshotCollections
from syrupy.extensions.base import AbstractSyrupyExtension
from syrupy.location import PyTestLocation
from syrupy.utils import exclusive_file_lock, snapshot_file_lock_enabled

from pytest_onenlp.check.outcome import OneNLPRegression
from pytest_onenlp.records.links import leaves_root
from pytest_onenlp.records.options import OPTIONS
from pytest_onenlp.show.results_table import KeptRow, Tables, dumps, kept_row, loads, loads_rows, text_of
from pytest_onenlp.snapshots.differences import Change, changes, failure_lines, judged_by
from pytest_onenlp.snapshots.syrupy import SUFFIX, hide_from_other_extensions
from scoring.base.errors import RowsError, ScoringError, UsageError
from scoring.base.files import describe, locked, read_bytes, write_atomically
from scoring.base.limits import SNAPSHOT_BYTES
from scoring.base.strict_json import first_twice
from scoring.judging.rule import SLACK
from scoring.rows.records import Row
from scoring.rows.verdict import Verdict

__all__ = ["ResultsExtension", "ResultsSnapshot", "deletion_faults", "results_snapshot_of"]

UPDATE = "pytest --snapshot-update"
FAULTS: list[str] = []  # of what is deleted at the end of the run, when no test can say it


@dataclass(frozen=True)
class Asserted:
    """What a test compared, and the slack of its run in points."""

    rows: object
    slack: float


class ResultsExtension(AbstractSyrupyExtension):
    """How syrupy keeps rows: all of a module in one Markdown file, written at once so that a failure is the test's."""

    file_extension = SUFFIX
    write_immediately = True
    root: ClassVar[Path | None] = None  # pytest's root folder, for syrupy hands it to no writer

    def serialize(self, data: object, **_: object) -> str:  # filters of syrupy's have no meaning for rows
        """The rows as text, one line a row.

        Raises:
            ScoringError: it is no list of rows, or no file can keep one of them.
        """
        asserted = data if isinstance(data, Asserted) else Asserted(data, SLACK)
        return text_of([kept_row(row, asserted.slack) for row in checked_rows(asserted.rows)])

    def matches(self, *, serialized_data: Any, snapshot_data: Any) -> bool:  # noqa: ANN401 - as syrupy has it
        """Whether both have the same rows, each within noise."""
        return not differences_of(serialized_data, snapshot_data)

    def discover_snapshots(
        self, *, test_location: PyTestLocation, ignore_extensions: list[str] | None = None
    ) -> SnapshotCollections:
        """Every results snapshot beside the tests; of a damaged one its own tests tell, other files are not ours."""
        del ignore_extensions  # ours are ignored by all others, see ``hide_from_other_extensions``
        found = SnapshotCollections()
        folder = Path(self.discovery_dirname(test_location=test_location))
        for path in sorted(folder.glob(f"*.{SUFFIX}")):
            with contextlib.suppress(RowsError):
                found.add(self.read_snapshot_collection(snapshot_location=str(path)))
        return found

    def read_snapshot_collection(self, *, snapshot_location: str) -> SnapshotCollection:
        collection = SnapshotCollection(location=snapshot_location)
        for name, rows in tables_of(snapshot_location).items():
            collection.add(Snapshot(name=name, data=text_of(rows)))
        return collection

    def read_snapshot_data_from_location(
        self, *, snapshot_location: str, snapshot_name: str, session_id: str
    ) -> str | None:
        del session_id  # what is read is remembered by content
        rows = tables_of(snapshot_location).get(snapshot_name)
        return None if rows is None else text_of(rows)

    @classmethod
    def write_snapshot_collection(
        cls, *, snapshot_collection: SnapshotCollection, name_order: dict[str, int] | None = None
    ) -> None:
        """Puts the snapshots into the file; a row within noise keeps its text, so that a diff shows what changed."""
        del name_order  # of amber files
        refuse_link(snapshot_collection.location, cls.root)
        with held_for_writing(snapshot_collection.location):
            tables = dict(tables_of(snapshot_collection.location))
            for snapshot in snapshot_collection:
                tables[snapshot.name] = merged_rows(str(snapshot.data), tables.get(snapshot.name, []))
            write_tables(snapshot_collection.location, tables)

    def delete_snapshots(self, *, snapshot_location: str, snapshot_names: set[str]) -> None:
        """Removes unused snapshots, and the file with the last of them."""
        try:
            refuse_link(snapshot_location, self.root)
            with held_for_writing(snapshot_location):
                tables = tables_of(snapshot_location)
                left = {name: rows for name, rows in tables.items() if name not in snapshot_names}
                if left:
                    write_tables(snapshot_location, left)
                elif os.access(snapshot_location, os.W_OK) and Path(snapshot_location).stat().st_mode & 0o222:
                    Path(snapshot_location).unlink()
                else:
                    FAULTS.append(
                        f"{snapshot_location}: the file is read-only, so its unused rows are left in it"
                    )
        except (ScoringError, OSError) as fault:
            FAULTS.append(f"unused rows were not removed: {fault_in_words(fault, snapshot_location)}")


class ResultsSnapshot(SnapshotAssertion):
    """What ``results_snapshot`` gives a test: equal to a list of rows within noise of the snapshot's.

    A list that is not equal fails the test in the comparison itself: then the message is whole in every run, and a
    forgotten ``assert`` does not pass.
    """

    def __eq__(self, other: object) -> bool:
        __tracebackhide__ = True
        slack = self.session.pytest_session.config.stash[OPTIONS].slack
        if super().__eq__(Asserted(other, slack)):
            return True
        raise failure_of(self.executions[self.num_executions - 1]) from None

    def __repr__(self) -> str:
        return f"<results snapshot of {self.test_location.snapshot_name}>"

    __hash__ = None  # type: ignore[assignment]  # as of every mutable thing with an equality


def results_snapshot_of(request: pytest.FixtureRequest) -> ResultsSnapshot:
    """The fixture's value."""
    hide_from_other_extensions(request.config)  # for a test that asks for the fixture by ``getfixturevalue``
    option = request.config.option
    ResultsExtension.root = request.config.rootpath
    return ResultsSnapshot(
        session=request.config._syrupy,  # type: ignore[attr-defined]  # noqa: SLF001 - the way its own fixture takes
        extension_class=ResultsExtension,
        test_location=PyTestLocation(request.node),
        update_snapshots=option.update_snapshots,
        update_new_snapshots_only=option.update_new_snapshots_only,
    )


def deletion_faults() -> list[str]:
    """What went wrong when unused rows were deleted at the end of the run, each once."""
    faults = list(FAULTS)
    FAULTS.clear()
    return faults


def checked_rows(rows: object) -> Sequence[Row]:
    """The rows; raises UsageError where it is something else, or where a row has nothing to be judged by."""
    if not isinstance(rows, list | tuple) or not all(isinstance(row, Row) for row in rows):
        kind = type(rows).__name__
        if isinstance(rows, list | tuple):
            kind += f" with a {next(type(row).__name__ for row in rows if not isinstance(row, Row))}"
        msg = f"results_snapshot compares lists of rows, as onenlp.spans(…) returns them, but got a {kind}"
        raise UsageError(f"{msg}; for anything else there is syrupy's own fixture 'snapshot'")
    if not rows:
        msg = "results_snapshot got an empty list: without a row there is nothing that could leave the noise"
        raise UsageError(msg)
    if twice := first_twice([row.key for row in rows]):
        msg = f"{twice} stands twice in the list compared with results_snapshot; a row has one score"
        raise UsageError(msg)
    for row in rows:
        itself = judged_by(row, row)
        if itself.verdict is Verdict.ERROR:
            msg = f"{row.key} cannot be kept by results_snapshot: {itself.reason}"
            raise UsageError(msg)
    return rows


def differences_of(measured: str, kept: str) -> list[Change]:
    """The changes between two texts of rows."""
    return changes([one.row for one in loads_rows(measured)], [one.row for one in loads_rows(kept)])


def merged_rows(new: str, old: Sequence[KeptRow]) -> list[KeptRow]:
    """The new rows: those within noise as they were, in the order of the file, then those it has not yet."""
    measured = {one.row.key: one for one in loads_rows(new)}
    rows = []
    for kept in old:
        if fresh := measured.pop(kept.row.key, None):
            within = judged_by(fresh.row, kept.row).verdict is Verdict.WITHIN
            rows.append(kept if within else fresh)
    return [*rows, *measured.values()]


def failure_of(result: AssertionResult) -> BaseException:
    """The failure of a comparison that did not hold: what could not be read, kept or written, else what has changed."""
    place = os.path.relpath(result.snapshot_location)
    if isinstance(result.exception, ScoringError | OSError):
        return pytest.fail.Exception(fault_in_words(result.exception, place), pytrace=False)
    if result.exception is not None:
        return result.exception
    if result.recalled_data is None:
        return OneNLPRegression(f"{result.snapshot_name} has no snapshot in {place}: record it: {UPDATE}")
    measured, kept = str(result.asserted_data), str(result.recalled_data)
    total = len({one.row.key for text in (measured, kept) for one in loads_rows(text)})
    found = differences_of(measured, kept)
    count = f"{len(found)} of {total} rows differ from {result.snapshot_name} in {place}"
    return OneNLPRegression("\n".join([*failure_lines(found), f"{count}; if that is meant: {UPDATE}"]))


def refuse_link(location: str, root: Path | None) -> None:
    """Raises UsageError where a snapshot would be written through a link out of the root folder."""
    if root and (fault := leaves_root(Path(location), root)):
        raise UsageError(fault)


def tables_of(location: str) -> Tables:
    """The rows of the file, none where there is no file."""
    if not Path(location).exists():
        return {}
    return loads(read_bytes(location, RowsError, most=SNAPSHOT_BYTES), os.path.relpath(location))


@contextlib.contextmanager
def held_for_writing(location: str) -> Iterator[None]:
    """Holds the file for this process alone: two workers, or two runs, that write it do so one after the other."""
    # A lock on a folder leaves no file behind, but is not known everywhere; with xdist syrupy removes those of its own.
    foreign = os.name == "nt" and snapshot_file_lock_enabled()
    with (
        locked([Path(location).parent]),
        exclusive_file_lock(location) if foreign else contextlib.nullcontext(),
    ):
        yield


def write_tables(location: str, tables: Tables) -> None:
    """Writes the file whole or not at all, with the line ends that it has."""
    path, text = Path(os.path.relpath(location)), dumps(tables)
    if path.exists() and b"\r\n" in read_bytes(path, RowsError, most=SNAPSHOT_BYTES):
        text = text.replace("\n", "\r\n")
    write_atomically(path, text.encode(), RowsError)


def fault_in_words(fault: Exception, place: str) -> str:
    """An error as one line; of the system's with the file."""
    return f"{place}: cannot be written: {describe(fault)}" if isinstance(fault, OSError) else str(fault)
