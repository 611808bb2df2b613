"""What a check leaves for the controller: plain JSON types only, because xdist sends them between processes."""

from dataclasses import dataclass, field
from typing import Any

import pytest

__all__ = ["OUTCOMES", "OneNLPRegression", "Outcomes"]


class OneNLPRegression(AssertionError):  # noqa: N818 - the name users read in the short summary
    """A gate failed; the message says which rows and why, the worst first."""

    # As pytest's own outcomes: the short summary then starts with the name, not with the module.
    __module__ = "builtins"


@dataclass
class Outcomes:
    """All that one run of one test recorded.

    Each row is ``{"row": …, "home": file or None, "outcome": passed | failed | recorded | notice | scored,
    "acceptable": bool, "history": {since, first, now, changes} or None, "why": the line of a failed row or None}``;
    each of units ``{"identity": [component, language, dataset], "npz": base64}``.
    """

    checks: int = 1  # gates of the session, among which the level is divided
    place: int = 0  # of this gate among them: workers end theirs in any order, reports show one
    rows: list[dict[str, Any]] = field(default_factory=list)
    units: list[dict[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # what a reader should know of the data
    keys: set[str] = field(default_factory=set)  # of all rows; stays in this process, as the next
    judged: set[str] = field(default_factory=set)  # labels and ids of metrics with a verdict
    floors: set[str] = field(default_factory=set)  # labels of the rows that have a floor of their own

    def drain(self) -> dict[str, Any]:
        """What was recorded since the last report, as a report attribute."""
        rows, units, notes = self.rows, self.units, self.notes
        self.rows, self.units, self.notes = [], [], []
        return {"checks": self.checks, "place": self.place, "rows": rows, "units": units, "notes": notes}


OUTCOMES = pytest.StashKey[Outcomes]()
