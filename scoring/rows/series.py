"""A row over commits: its points in order of time, and where it moved from one to the next."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from numpy.typing import NDArray

from scoring.rows.records import Ends, Event, Row
from scoring.rows.verdict import Rule, Verdict

__all__ = ["Point", "Series", "Shift", "Timeline"]


@dataclass(frozen=True)
class Point:
    """A row as one commit had it; ``arrays`` are its stored units, ``note`` why there are none that can be used."""

    row: Row
    date: str  # ISO 8601
    commit: str | None = None
    branch: str | None = None
    label: str | None = None
    arrays: Mapping[str, NDArray[Any]] | None = field(default=None, repr=False, compare=False)
    note: str | None = None

    @property
    def day(self) -> str:
        return self.date[:10]

    @property
    def short(self) -> str:
        """The commit as people write it; ``-`` where it is not known."""
        return self.commit[:10] if self.commit else "-"


@dataclass(frozen=True)
class Series:
    """The points of one row on one branch, oldest first; runs of one kind where they were labelled.

    ``since`` is the first day that was asked for: what was accepted before it belongs to points that are left out.
    """

    key: str
    branch: str | None
    points: tuple[Point, ...]
    label: str | None = None
    since: str | None = None

    @property
    def name(self) -> str:
        """``tagger/en/ewt/LAS on main``, with the label if there is one."""
        branch = f" on {self.branch}" if self.branch else ""
        return f"{self.key}{branch}{f' ({self.label})' if self.label else ''}"

    @cached_property
    def accepted(self) -> tuple[tuple[Event, ...], ...]:
        """Of each point the accepted changes that no earlier one told of."""
        told: set[Event] = set()
        found = []
        start = self.since or ""
        for point in self.points:
            found.append(
                tuple(event for event in point.row.history if event not in told and event.date >= start)
            )
            told.update(point.row.history)
        return tuple(found)


@dataclass(frozen=True)
class Shift:
    """How a point compares with an earlier one: the verdict of the written rule, and the difference.

    ``since`` and ``at`` are places of points; ``stale`` says that the two cannot be compared, ``reason`` why.
    """

    since: int
    at: int
    verdict: Verdict
    rule: Rule | None
    difference: float | None
    ci: Ends | None = None
    p: float | None = None
    reason: str | None = None

    @property
    def moved(self) -> bool:
        return self.verdict in (Verdict.WORSE, Verdict.BETTER)


@dataclass(frozen=True)
class Timeline:
    """A series with what moved: each point against the one before it, slow slides, and the last against the first.

    ``slides`` are points that left the noise of where their level began although no neighbour did: small losses or
    gains that add up.  ``total`` compares the last point with the first that can be compared with it.  ``notes`` say
    of a point why its stored units were not used.
    """

    series: Series
    shifts: tuple[Shift, ...]
    slides: tuple[Shift, ...] = ()
    total: Shift | None = None
    notes: Mapping[int, str] = field(default_factory=dict)

    @property
    def steps(self) -> tuple[Shift, ...]:
        """Where the row moved from one point to the next."""
        return tuple(shift for shift in self.shifts if shift.moved)
