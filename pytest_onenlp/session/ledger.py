"""The ledger: what every gate of the session recorded, as its reports bring it to the controller.

Lives in the controller only.  With xdist the reports come from the workers; nothing else differs.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

import pytest

__all__ = ["SHOWN", "GateRecord", "Ledger", "key_of", "listed"]

SHOWN = 10  # names in a list before the rest is counted


@dataclass
class GateRecord:
    """One gate: its last attempt's rows and units, how it ended, how often it was tried."""

    nodeid: str
    rows: list[Mapping[str, Any]] = field(default_factory=list)
    units: list[Mapping[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    outcome: str = "not run"
    reason: str = ""
    attempts: int = 0  # by one worker
    place: int = 0  # among the gates selected
    settled: bool = False  # has judged all that its marker names
    location: tuple[str, int | None] = ("", None)  # file from the root folder, line from 0

    @property
    def whole(self) -> bool:
        """Whether the gate has judged all its rows, well or badly: none is left that it would have claimed."""
        return self.outcome == "passed" or (self.settled and self.outcome != "skipped")

    @property
    def unjudged(self) -> bool:
        """Whether the gate left no verdict, or skipped before its last."""
        return not self.rows or self.outcome == "skipped"


@dataclass
class Ledger:
    """All gates of the session by node id."""

    gates: dict[str, GateRecord] = field(default_factory=dict)
    # By worker too: --dist each runs each test in all of them.
    runs: dict[tuple[str, str], GateRecord] = field(default_factory=dict)
    checks: int = 0

    def log(self, report: pytest.TestReport) -> None:
        """Takes what a phase of a test recorded; the last attempt of a test counts."""
        record = getattr(report, "onenlp", None)
        if record is None:
            # The report that xdist makes of a crashed worker's test has nothing of ours.
            if report.nodeid in self.gates and report.outcome == "failed":
                self.end(self.gates[report.nodeid], report)
            return
        entry = self.runs.setdefault(
            (report.nodeid, getattr(report, "worker_id", "")), GateRecord(report.nodeid)
        )
        self.gates.setdefault(report.nodeid, entry)
        self.checks = max(self.checks, int(record["checks"]))
        entry.place = int(record["place"])
        entry.location = (str(report.location[0]), report.location[1])
        if report.when == "setup":
            entry.attempts += 1
            entry.rows, entry.units, entry.notes, entry.outcome, entry.reason = [], [], [], "not run", ""
        entry.settled = bool(record["settled"])
        entry.rows.extend(record["rows"])
        entry.units.extend(record["units"])
        entry.notes.extend(record["notes"])
        if report.when == "call" or report.outcome != "passed":
            self.gates[report.nodeid] = entry
            self.end(entry, report)

    def end(self, entry: GateRecord, report: pytest.TestReport) -> None:
        """Notes how a gate ended, and why."""
        entry.outcome = "xfailed" if hasattr(report, "wasxfail") else report.outcome
        entry.reason = first_line(report)

    def rows(self) -> Iterator[tuple[GateRecord, Mapping[str, Any]]]:
        """Every recorded row beside its gate, in the order of collection."""
        for entry in sorted(self.gates.values(), key=lambda entry: entry.place):
            for row in entry.rows:
                yield entry, row

    def judged(self) -> list[Mapping[str, Any]]:
        return [row for _, row in self.rows()]

    def keys(self) -> set[str]:
        """The keys of all rows that a gate asked for."""
        return {key_of(one["row"]) for one in self.judged()}

    def recordable(self) -> list[Mapping[str, Any]]:
        """The rows that the run was asked to record."""
        return [row for _, row in self.rows() if row["outcome"] == "recorded"]

    def unaccepted(self, globs: Iterable[str]) -> list[str]:
        """A fault for each glob that no row recorded as accepted matches."""
        accepted = [key_of(one["row"]) for one in self.recordable() if one["acceptable"]]
        return [
            f"--onenlp-accept {glob!r} matches no worse or stale row of this run that could be accepted"
            for glob in globs
            if not any(key == glob or fnmatchcase(key, glob) for key in accepted)
        ]

    def flagged(self) -> list[str]:
        """The rows that passed with a flag that warns of their verdict, each with its flags."""
        return [
            f"{key_of(one['row'])} ({', '.join(one['row']['flags'])})"
            for one in self.judged()
            if one["row"].get("flags") and one["outcome"] in ("passed", "notice")
        ]

    def twice(self) -> list[str]:
        """A fault for each row that two tests judged, naming both."""
        homes: dict[str, str] = {}
        faults: list[str] = []
        for entry, recorded in self.rows():
            key = key_of(recorded["row"])
            first = homes.setdefault(key, entry.nodeid)
            if first != entry.nodeid:
                faults.append(f"{key} was judged by {first} and by {entry.nodeid}: a row belongs to one gate")
        return faults

    def swallowed(self) -> list[str]:
        """A fault for each test that passed or skipped although a row of it failed."""
        ends = {"passed": "passed, but {} did not", "skipped": "skipped, but {} had failed"}
        return [
            f"{entry.nodeid} {ends[entry.outcome].format(key_of(one['row']))}: let the check raise, and mark a loss "
            "that is expected with pytest.mark.xfail"
            for entry, one in self.rows()
            if entry.outcome in ends and one["outcome"] == "failed"
        ]


def key_of(row: Mapping[str, Any]) -> str:
    """The key of a row given as a JSON object."""
    return "/".join(str(row[name]) for name in ("component", "language", "dataset", "metric"))


def listed(names: Sequence[str]) -> str:
    """Names in one line, the first ten."""
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


def first_line(report: pytest.TestReport) -> str:
    """Why a test ended as it did, in one line."""
    if report.outcome == "passed":
        return ""
    if isinstance(report.longrepr, tuple):
        return str(report.longrepr[2]).removeprefix("Skipped: ")
    crash = getattr(report.longrepr, "reprcrash", None)
    text = (crash.message if crash else str(report.longrepr or "")).strip()
    line = text.splitlines()[0] if text else ""
    return line.removeprefix("Failed: ").removeprefix("OneNLPRegression: ")
