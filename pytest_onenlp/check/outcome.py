"""What the checks of a test leave behind while it runs, and the error that fails it."""

import itertools
import os
from dataclasses import dataclass, field
from threading import Lock

import pytest

from pytest_onenlp.records.phase import PhaseRecord, RecordedRow, RecordedUnits

__all__ = ["ATTEMPT", "Attempt", "OneNLPRegression"]

NUMBERS = itertools.count(1)


class OneNLPRegression(AssertionError):  # noqa: N818 - the name users read in the short summary
    """A gate failed; the message says which rows and why, the worst first."""

    # As pytest's own outcomes: the short summary then starts with the name, not with the module.
    __module__ = "builtins"


@dataclass
class Attempt:
    """All that one run of one test recorded; a gate that is tried again begins with a new one."""

    number: int = field(default_factory=lambda: next(NUMBERS))  # among the attempts of this process
    gates: int = 1  # of the session
    checks: int = 1  # of all of them, among which the level is divided
    declared: int = 1  # checks that this gate says it makes
    begun: int = 0  # checks of this gate
    made: int = 0  # those of them that recorded rows
    place: int = 0  # of this gate among them: workers end theirs in any order, reports show one
    rows: list[RecordedRow] = field(default_factory=list)
    units: list[RecordedUnits] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)  # of all rows; stays in this process, as the next
    judged: set[str] = field(default_factory=set)  # labels and ids of metrics with a verdict
    floors: set[str] = field(default_factory=set)  # labels of the rows that have a floor of their own
    phases: int = 0  # reports that took from it
    lost: bool = False  # whether its test failed by a verdict on a row
    running: int = 0  # checks that have begun and not ended
    raised: list[str] = field(default_factory=list)  # why checks ended without a verdict, each in one line
    last_raised: BaseException | None = field(default=None, repr=False)  # one check may call another
    lock: Lock = field(default_factory=Lock, repr=False)  # a test may check in threads

    def drain(self, *, judged_whole: bool, reason: str | None, by_verdict: bool) -> PhaseRecord:
        """What was recorded since the last report."""
        with self.lock:
            rows, units, notes = self.rows, self.units, self.notes
            self.rows, self.units, self.notes = [], [], []
            self.phases += 1
        return PhaseRecord(
            attempt=(os.getpid(), self.number), number=self.phases, place=self.place,
            gates=self.gates, checks=self.checks, declared=self.declared, made=self.made,
            judged_whole=judged_whole, reason=reason, by_verdict=by_verdict,
            recorded=len(self.keys), raised=tuple(self.raised),
            rows=tuple(rows), units=tuple(units), notes=tuple(notes),
        )  # fmt: skip


ATTEMPT = pytest.StashKey[Attempt]()
