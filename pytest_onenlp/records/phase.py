"""What one phase of a gate's test recorded: typed on both sides, plain JSON types on the report in between.

Only reports go from process to process, and xdist sends plain types alone.  ``scoring`` is imported where there are
rows: a module of the user's of that name must not end the session.
"""

import base64
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scoring.rows.records import Identity, Row

__all__ = ["AcceptedChanges", "PhaseRecord", "RecordedRow", "RecordedUnits", "RowOutcome", "pack", "unpack"]


class RowOutcome(StrEnum):
    """What the verdict on a row does to its test."""

    PASSED = "passed"
    FAILED = "failed"
    RECORDED = "recorded"  # passes, and becomes a reference at the end of the run
    NOTICE = "notice"  # passes, and there is something to say: better, a loss within its margin, or nobody can tell
    SCORED = "scored"  # nothing is judged


@dataclass(frozen=True)
class AcceptedChanges:
    """What was accepted for a reference: since when, from which score on to which, how many times."""

    since: str
    first: float
    now: float
    changes: int


@dataclass(frozen=True)
class RecordedRow:
    """A row as it was judged, and what comes of it."""

    row: "Row"
    outcome: RowOutcome
    home: Path | None = None  # the file of its reference
    acceptable: bool = False  # whether it could be recorded on purpose
    accepted: bool = False  # whether it is
    history: AcceptedChanges | None = None
    why: str | None = None  # the line of a failed row


@dataclass(frozen=True)
class RecordedUnits:
    """The units of a test set's rows, as the bytes of a units file."""

    identity: "Identity"
    npz: bytes


@dataclass(frozen=True)
class PhaseRecord:
    """What a gate recorded since its last report."""

    attempt: tuple[int, int] = (0, 0)  # the process, and the number of the attempt in it
    number: int = 0  # among the phases of the attempt
    gates: int = 1  # of the session
    checks: int = 1  # of all of them, among which the level is divided
    declared: int = 1  # checks that the gate says it makes
    made: int = 0  # checks that the attempt has made so far
    place: int = 0  # of this gate among them
    judged_whole: bool = False  # whether the gate, however it ends, has judged all rows that can be its own
    reason: str | None = None  # why it skipped or failed, where it said so itself
    by_verdict: bool = False  # whether it failed by a verdict on a row
    recorded: int = 0  # rows that the attempt has recorded so far, in all its phases
    raised: tuple[str, ...] = ()  # why checks of the attempt ended without a verdict so far
    rows: tuple[RecordedRow, ...] = ()
    units: tuple[RecordedUnits, ...] = ()
    notes: tuple[str, ...] = ()  # what a reader should know of the data


def pack(phase: PhaseRecord) -> dict[str, Any]:
    """The record as a report attribute: plain JSON types."""
    return {
        "attempt": list(phase.attempt),
        "number": phase.number,
        "gates": phase.gates,
        "checks": phase.checks,
        "declared": phase.declared,
        "made": phase.made,
        "place": phase.place,
        "judged_whole": phase.judged_whole,
        "reason": phase.reason,
        "by_verdict": phase.by_verdict,
        "recorded": phase.recorded,
        "raised": list(phase.raised),
        "rows": [pack_row(one) for one in phase.rows],
        "units": [pack_units(one) for one in phase.units],
        "notes": list(phase.notes),
    }


def pack_row(recorded: RecordedRow) -> dict[str, Any]:
    """One row, the measured one within what became of it."""
    from scoring.rows.rows import plain

    return {
        "row": plain(recorded.row),
        "outcome": str(recorded.outcome),
        "home": str(recorded.home) if recorded.home else None,
        "acceptable": recorded.acceptable,
        "accepted": recorded.accepted,
        "history": asdict(recorded.history) if recorded.history else None,
        "why": recorded.why,
    }


def pack_units(units: RecordedUnits) -> dict[str, Any]:
    """The units of one test set as text."""
    of = units.identity
    return {
        "identity": [of.component, of.language, of.dataset],
        "npz": base64.b64encode(units.npz).decode(),
    }


def unpack(packed: Mapping[str, Any]) -> PhaseRecord:
    """The record that was packed."""
    process, number = packed["attempt"]
    return PhaseRecord(
        attempt=(process, number),
        number=packed["number"],
        gates=packed["gates"],
        checks=packed["checks"],
        declared=packed["declared"],
        made=packed["made"],
        place=packed["place"],
        judged_whole=packed["judged_whole"],
        reason=packed["reason"],
        by_verdict=packed["by_verdict"],
        recorded=packed["recorded"],
        raised=tuple(packed["raised"]),
        rows=tuple(unpack_row(one, number) for number, one in enumerate(packed["rows"], 1)),
        units=tuple(unpack_units(one) for one in packed["units"]),
        notes=tuple(packed["notes"]),
    )


def unpack_row(packed: Mapping[str, Any], number: int) -> RecordedRow:
    """One row; ``number`` is its place in the test, for the error of another version's."""
    from scoring.rows.rows import unpacked

    return RecordedRow(
        row=unpacked(packed["row"], "this run", number),
        outcome=RowOutcome(packed["outcome"]),
        home=Path(packed["home"]) if packed["home"] else None,
        acceptable=packed["acceptable"],
        accepted=packed["accepted"],
        history=AcceptedChanges(**packed["history"]) if packed["history"] else None,
        why=packed["why"],
    )


def unpack_units(packed: Mapping[str, Any]) -> RecordedUnits:
    """The units of one test set."""
    from scoring.rows.records import Identity

    return RecordedUnits(Identity(*packed["identity"]), base64.b64decode(packed["npz"]))
