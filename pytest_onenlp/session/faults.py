"""What is wrong with a run although no test says so: rows that two tests judged, losses that nobody let fail."""

from collections.abc import Iterable

from pytest_onenlp.records.phase import RowOutcome
from pytest_onenlp.records.view import SessionView

__all__ = ["flagged", "judged_twice", "lost_rows", "swallowed", "unaccepted", "unexcused"]


def judged_twice(view: SessionView) -> list[str]:
    """A fault for each row that two tests judged, naming both."""
    homes: dict[str, str] = {}
    faults: list[str] = []
    for gate, one in view.rows():
        first = homes.setdefault(one.row.key, gate.nodeid)
        if first != gate.nodeid:
            faults.append(
                f"{one.row.key} was judged by {first} and by {gate.nodeid}: a row belongs to one gate"
            )
    return faults


def lost_rows(view: SessionView) -> list[str]:
    """A fault for each gate of which fewer rows came than it judged, or that passed and brought none."""
    return [
        f"{gate.nodeid} judged {gate.recorded} rows, and {len(gate.rows)} of them reached the end of the run: "
        "something between the test and its report has lost them"
        for gate in view.gates
        if len(gate.rows) < max(gate.recorded, gate.outcome == "passed")
    ]


def swallowed(view: SessionView) -> list[str]:
    """A fault for each test that passed or skipped although a row of it failed, or a check raised in it."""
    ends = {"passed": "passed, but {} did not", "skipped": "skipped, but {} had failed"}
    rows = [
        f"{gate.nodeid} {ends[gate.outcome].format(one.row.key)}: let the check raise, and mark a loss "
        "that is expected with pytest.mark.xfail"
        for gate, one in view.rows()
        if gate.outcome in ends and one.outcome is RowOutcome.FAILED
    ]
    raised = [
        f"{gate.nodeid} {gate.outcome}, but a check raised and nothing let the test fail: {gate.raised[0]}"
        for gate in view.gates
        if gate.outcome in ends and gate.raised
    ]
    return [*rows, *raised]


def unexcused(view: SessionView) -> list[str]:
    """A fault for each gate that xfail let pass for another reason than a verdict on its rows."""
    faults = []
    for gate in view.gates:
        if gate.outcome != "xfailed":
            continue
        undecided = [one for one in gate.rows if one.row.verdict == "error" or one.row.score is None]
        reasons = [*gate.raised, *(str(one.why or one.row.key) for one in undecided)]
        if not gate.rows:
            reasons.append("judged nothing")
        if reasons:
            faults.append(f"{gate.nodeid}: xfail excuses a verdict and nothing else: {reasons[0]}")
    return faults


def unaccepted(view: SessionView, globs: Iterable[str]) -> list[str]:
    """A fault for each glob that no row recorded as accepted matches."""
    from scoring.base.globs import Names

    accepted = Names(one.row.key for one in view.recordable() if one.accepted)
    return [
        f"--onenlp-accept {glob!r} matches no worse, stale or better row of this run that could be accepted"
        for glob in globs
        if not accepted.matching(glob)
    ]


def flagged(view: SessionView) -> list[str]:
    """The rows that passed with a flag that warns of their verdict, each with its flags."""
    return [
        f"{one.row.key} ({', '.join(one.row.flags)})"
        for one in view.recorded_rows()
        if one.row.flags and one.outcome in (RowOutcome.PASSED, RowOutcome.NOTICE)
    ]
