"""What the checks of a test leave behind while it runs, and the error that fails it."""

from dataclasses import dataclass, field

import pytest

from pytest_onenlp.records.phase import PhaseRecord, RecordedRow, RecordedUnits

__all__ = ["ATTEMPT", "Attempt", "OneNLPRegression"]


class OneNLPRegression(AssertionError):  # noqa: N818 - the name users read in the short summary
    """A gate failed; the message says which rows and why, the worst first."""

    # As pytest's own outcomes: the short summary then starts with the name, not with the module.
    __module__ = "builtins"


@dataclass
class Attempt:
    """All that one run of one test recorded; a gate that is tried again begins with a new one."""

    checks: int = 1  # gates of the session, among which the level is divided
    place: int = 0  # of this gate among them: workers end theirs in any order, reports show one
    rows: list[RecordedRow] = field(default_factory=list)
    units: list[RecordedUnits] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)  # of all rows; stays in this process, as the next
    judged: set[str] = field(default_factory=set)  # labels and ids of metrics with a verdict
    floors: set[str] = field(default_factory=set)  # labels of the rows that have a floor of their own

    def drain(self, *, judged_whole: bool, reason: str | None) -> PhaseRecord:
        """What was recorded since the last report."""
        rows, units, notes = self.rows, self.units, self.notes
        self.rows, self.units, self.notes = [], [], []
        return PhaseRecord(
            checks=self.checks, place=self.place, judged_whole=judged_whole, reason=reason,
            rows=tuple(rows), units=tuple(units), notes=tuple(notes),
        )  # fmt: skip


ATTEMPT = pytest.StashKey[Attempt]()
