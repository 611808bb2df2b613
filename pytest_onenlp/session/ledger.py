"""The ledger: what every gate of the session recorded, as its reports bring it to the controller.

Lives in the controller only.  With xdist the reports come from the workers; nothing else differs.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from pytest_onenlp.records.phase import PhaseRecord, unpack
from pytest_onenlp.records.view import GateRecord

__all__ = ["Ledger"]

Attempt = tuple[int, int]  # the process, and the number of the attempt in it


@dataclass
class GateLog:
    """What the reports of one gate have said so far; phases stay packed, by the attempt that recorded them.

    Reports come in any order: a plugin that tries tests again holds back those of a test, and not those of its
    sub-tests, or sends a report once more.
    """

    nodeid: str
    phases: dict[Attempt, dict[int, Mapping[str, Any]]] = field(default_factory=dict)
    last: Attempt = (0, 0)  # the attempt that counts
    outcome: str = "not run"
    ending: str = ""  # the first line of the report that it ended with
    last_phase: Mapping[str, Any] | None = None  # that of this report
    location: tuple[str, int | None] = ("", None)

    def take(self, packed: Mapping[str, Any]) -> None:
        """Keeps a phase with those of its attempt, once; a later attempt counts instead of the earlier ones."""
        process, number = packed["attempt"]
        attempt = (process, number)
        if attempt not in self.phases and (process != self.last[0] or number > self.last[1]):
            self.last = attempt
        self.phases.setdefault(attempt, {})[packed["number"]] = packed

    def begin(self) -> None:
        """Forgets how the attempt before ended."""
        self.outcome, self.ending, self.last_phase = "not run", "", None

    def end(self, report: pytest.TestReport) -> None:
        """Notes how the gate ended, and why."""
        self.outcome = "xfailed" if hasattr(report, "wasxfail") else report.outcome
        self.ending = first_line(report)
        self.last_phase = getattr(report, "onenlp", None)

    def record(self) -> GateRecord:
        """The gate as it is now."""
        packed = self.phases.get(self.last, {})
        phases = [unpack(packed[number]) for number in sorted(packed)]
        last = phases[-1] if phases else PhaseRecord()
        stated = unpack(self.last_phase).reason if self.last_phase else None
        return GateRecord(
            nodeid=self.nodeid,
            outcome=self.outcome,
            reason=self.ending if stated is None or self.outcome == "passed" else stated,
            attempts=len(self.phases),
            gates=last.gates,
            checks=last.checks,
            declared=last.declared,
            made=last.made,
            place=last.place,
            judged_whole=last.judged_whole,
            by_verdict=last.by_verdict,
            recorded=last.recorded,
            raised=last.raised,
            location=self.location,
            rows=tuple(row for one in phases for row in one.rows),
            units=tuple(units for one in phases for units in one.units),
            notes=tuple(note for one in phases for note in one.notes),
        )


@dataclass
class Ledger:
    """All gates of the session by node id."""

    logs: dict[str, GateLog] = field(default_factory=dict)
    # By worker too: --dist each runs each test in all of them.
    runs: dict[tuple[str, str], GateLog] = field(default_factory=dict)
    records: tuple[GateRecord, ...] | None = None  # until the next report

    def log(self, report: pytest.TestReport) -> None:
        """Takes what a phase of a test recorded; the last attempt of a test counts."""
        self.records = None
        packed = getattr(report, "onenlp", None)
        if packed is None:
            # The report that xdist makes of a crashed worker's test has nothing of ours.
            if report.nodeid in self.logs and report.outcome == "failed":
                self.logs[report.nodeid].end(report)
            return
        run = (report.nodeid, getattr(report, "worker_id", ""))
        gate = self.runs.setdefault(run, GateLog(report.nodeid))
        self.logs.setdefault(report.nodeid, gate)
        gate.location = (str(report.location[0]), report.location[1])
        gate.take(packed)
        if report.when == "setup":
            gate.begin()
        if report.when == "call" or report.outcome != "passed":
            self.logs[report.nodeid] = gate
            gate.end(report)

    def gates(self) -> tuple[GateRecord, ...]:
        """Every gate as it is now, in the order in which their first reports came."""
        if self.records is None:
            self.records = tuple(gate.record() for gate in self.logs.values())
        return self.records


def first_line(report: pytest.TestReport) -> str:
    """How a test ended, in the first line of what pytest says of it."""
    if report.outcome == "passed":
        return ""
    if isinstance(report.longrepr, tuple):
        return str(report.longrepr[2])
    crash = getattr(report.longrepr, "reprcrash", None)
    text = (crash.message if crash else str(report.longrepr or "")).strip()
    return text.splitlines()[0] if text else ""
