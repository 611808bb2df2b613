"""The session as those see it that show and judge it: frozen, made by the controller, which they never get."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pytest_onenlp.records.options import Options
from pytest_onenlp.records.phase import RecordedRow, RecordedUnits, RowOutcome

__all__ = ["GateRecord", "Selection", "SessionView", "Uncollected"]


@dataclass(frozen=True)
class GateRecord:
    """One gate: its last attempt's rows and units, how it ended, how often it was tried."""

    nodeid: str
    outcome: str  # pytest's word, or "xfailed", or "not run"
    reason: str
    attempts: int = 0  # by one worker
    gates: int = 1  # of the session, as its process counted them
    checks: int = 1  # of all of them, among which the level is divided
    declared: int = 1  # checks that its marker says it makes
    made: int = 0  # checks that its last attempt made
    place: int = 0  # among the gates selected
    judged_whole: bool = False  # has judged all that its marker names
    by_verdict: bool = False  # whether it failed by a verdict on a row, and by nothing else
    recorded: int = 0  # rows that its last attempt recorded: as many have to have come
    raised: tuple[str, ...] = ()  # why checks of it ended without a verdict
    location: tuple[str, int | None] = ("", None)  # file from the root folder, line from 0
    rows: tuple[RecordedRow, ...] = ()
    units: tuple[RecordedUnits, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether the gate has judged all its rows, well or badly: none is left that it would have claimed."""
        return not self.lacks_checks and (
            self.outcome == "passed" or (self.judged_whole and self.outcome != "skipped")
        )

    @property
    def lacks_checks(self) -> bool:
        """Whether it says that it makes several checks, and made fewer."""
        return self.made < self.declared > 1

    @property
    def unjudged(self) -> bool:
        """Whether the gate left no verdict, or skipped before its last."""
        return not self.rows or self.outcome == "skipped"


@dataclass(frozen=True)
class Uncollected:
    """A file or folder that failed or was skipped on collecting, gates and all."""

    nodeid: str
    outcome: str  # pytest's word
    reason: str
    names_us: bool  # whether its text holds our name, without which it has no gate of its own


@dataclass(frozen=True)
class Selection:
    """What the run was to take of the tests there are, and what it could not take."""

    gates: int  # selected, as pytest counted them
    deselected: frozenset[str]  # node ids of gates
    uncollected: tuple[Uncollected, ...]
    last_failed: bool  # --lf does not even collect the files without failures, so their gates are not known
    leaving_out: str | None  # the first option that leaves files out, as "--ignore"
    stops_early: str | None  # the option that ends the run at failures, as "--maxfail"
    by_testpaths: bool  # the arguments are those of the ini file
    testpaths: tuple[str, ...]  # of the ini file
    arguments: tuple[str, ...]
    typed: tuple[str, ...]  # the whole command line
    folder: Path  # that pytest was started in
    root: Path


@dataclass(frozen=True)
class SessionView:
    """The session at one moment."""

    options: Options
    selection: Selection
    gates: tuple[GateRecord, ...]
    crashed: tuple[str, ...]  # tests that are tried again because their worker crashed, once each time
    interrupted: bool
    stopped: bool  # before its end
    exitstatus: int
    header: str | None = None  # where it has not been printed yet
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    recorded: bool | None = None  # whether the rows to be recorded were; None before
    reference_keys: tuple[str, ...] = ()  # of the rows in the reference files as they are now
    not_whole: str | None = None  # why the run may not know every gate, as the end of a sentence

    @property
    def selected(self) -> int:
        """The gates that were selected; 0 where none ran."""
        return max((gate.gates for gate in self.gates), default=0)

    @property
    def checks(self) -> int:
        """The checks among which the level was divided; 0 where no gate ran."""
        return max((gate.checks for gate in self.gates), default=0)

    def rows(self) -> Iterator[tuple[GateRecord, RecordedRow]]:
        """Every recorded row beside its gate, in the order of collection."""
        for gate in sorted(self.gates, key=lambda gate: gate.place):
            for one in gate.rows:
                yield gate, one

    def recorded_rows(self) -> list[RecordedRow]:
        """Every recorded row, in the order of collection."""
        return [one for _, one in self.rows()]

    def recordable(self) -> list[RecordedRow]:
        """The rows that the run was asked to record; none of a test that failed by anything but a verdict."""
        return [
            one
            for gate, one in self.rows()
            if one.outcome is RowOutcome.RECORDED and (gate.outcome != "failed" or gate.by_verdict)
        ]

    def keys(self) -> set[str]:
        """The keys of all rows that a gate asked for."""
        return {one.row.key for one in self.recorded_rows()}
