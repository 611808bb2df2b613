"""What the terminal shows: the header, the gates table, and for every failing kind the command that settles it."""

import os
import shutil
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pytest_onenlp.records.options import Options
from pytest_onenlp.records.phase import AcceptedChanges, RecordedRow, RowOutcome
from pytest_onenlp.records.values import FIRST, names_in_line
from pytest_onenlp.records.view import GateRecord, SessionView
from pytest_onenlp.show.commands import accept_command, update_command
from pytest_onenlp.show.safe_lines import safe_line

__all__ = ["header", "say", "show"]

COLOURS = {
    "worse": "red",
    "error": "red",
    "stale": "red",
    "missing": "red",
    "inconclusive": "yellow",
    "better": "yellow",
    "within": "green",
}


def header(options: Options, gates: int, checks: int, folder: Path, reference_rows: int) -> str:
    """``onenlp: 8 reference rows from refs.json, 1000 resamples, seed 20260101, 3 gates at alpha 0.017``.

    The level is divided among the checks, which are named where some gate makes several.
    """
    gates, checks = max(1, gates), max(1, checks)
    if options.off:
        draws = f"{options.resamples} resamples, seed {options.seed}"
        return f"onenlp: off, nothing is judged (--onenlp-off), {draws}, {count_of(gates, 'gate')}"
    level = 0.05 / checks if options.family == "session" else 0.05
    several = f" of {checks} checks" if checks > gates else ""
    counted = f"{count_of(gates, 'gate')}{several} at alpha {level:.2g}"
    draws = f"{options.resamples} resamples, seed {options.seed}"
    if not options.references:
        return f"onenlp: no reference rows (add --onenlp-reference refs.json), {draws}, {counted}"
    places = ", ".join(os.path.relpath(path, folder) for path in options.references)
    return f"onenlp: {count_of(reference_rows, 'reference row')} from {places}, {draws}, {counted}"


def count_of(count: int, name: str) -> str:
    """``1 gate``, ``3 gates``."""
    return f"{count} {name}{'' if count == 1 else 's'}"


def show(reporter: pytest.TerminalReporter, view: SessionView) -> None:
    """Writes the section; verdicts in colour, failing rows first."""
    reporter.write_sep("=", "onenlp quality gates")
    if view.header:
        say(reporter, view.header)
    if view.options.off:
        say(reporter, "onenlp: --onenlp-off: scores only, nothing was judged", yellow=True)
    if view.recorded_rows():
        show_rows(reporter, view)
    for line in gate_lines(view):
        say(reporter, line)
    for note in view.notes:
        say(reporter, f"onenlp: {note}")
    for fault in view.faults:
        say(reporter, f"onenlp: error: {fault}", red=True)


def show_rows(reporter: pytest.TerminalReporter, view: SessionView) -> None:
    """The table, the count of verdicts, and the way on for each kind that failed."""
    from scoring.judging.judged import judge_order
    from scoring.report import why as reasons
    from scoring.report.text import summary, table

    rows = judge_order([one.row for one in view.recorded_rows()])
    words = verdict_words(view)
    for line in table(rows, better_passes=view.options.better == "pass", words=words):
        colour = COLOURS.get(str(line.verdict)) if line.verdict else None
        say(reporter, line.text, **{colour: True} if colour else {})
    say(reporter, f"{summary(rows, words)}.{unclaimed(view)}")
    for reason in reasons.lines(rows, shutil.get_terminal_size().columns):
        say(reporter, reason)
    for said in notices(view):
        say(reporter, said)
    for drift in drifts(view):
        say(reporter, drift)
    for way in advice(view.recorded_rows(), view.options):
        say(reporter, way)


def say(reporter: pytest.TerminalReporter, text: str, **markup: bool) -> None:
    """Writes one line, whatever the data put into it: a line of their own could be taken for ours or for a command."""
    reporter.write_line(safe_line(text), **markup)


def verdict_words(view: SessionView) -> dict[str, str]:
    """What stands in the place of a verdict, by key: what was done about it, or that a gate lets it pass."""
    done = "recorded" if view.recorded else "NOT RECORDED"
    words = {one.row.key: done for one in view.recordable()}
    notices = [one.row for one in view.recorded_rows() if one.outcome is RowOutcome.NOTICE]
    return words | {row.key: str(row.verdict) for row in notices}


def unclaimed(view: SessionView) -> str:
    """The reference rows that no gate asked for, as the end of a line."""
    if view.options.off:
        return ""
    left = sorted(set(view.reference_keys) - view.keys())
    if left and view.not_whole:
        return f" Which reference rows no gate claims is not known, because {view.not_whole}."
    return f" Not claimed by any gate: {names_in_line(left)}." if left else ""


def advice(rows: Iterable[RecordedRow], options: Options) -> list[str]:
    """One line for each kind of verdict that is not settled, with the command that settles it.

    A gain within the noise asks for nothing.
    """
    from scoring.report.text import notice

    ends = (RowOutcome.FAILED, RowOutcome.NOTICE)
    unsettled = [
        one
        for one in rows
        if one.outcome in ends
        and one.row.verdict != "within"
        and not (one.row.verdict == "better" and notice(one.row))
    ]
    record = update_command(options)
    ways = {
        "better": ("record it:", record),
        "missing": ("record it:", record),
        "no score": ("no record:", "what is not a finite number cannot be a reference"),
        "worse": ("on purpose?", accepting(unsettled, "worse", options)),
        "floor": ("on purpose?", "lower min in the gate, since no reference moves it"),
        "ref_pred": (
            "on purpose?",
            "compare with another system's output, since no reference file decides here",
        ),
        "stale": ("on purpose?", accepting(unsettled, "stale", options)),
        "inconclusive": (
            "more units?",
            f"see its reason; or {accepting(unsettled, 'inconclusive', options)}",
        ),
        "unsure": ("more units?", "see its reason; no reference file decides here"),
        "alike": (
            "more units?",
            "or a larger max_loss, or onenlp_inconclusive = notice; no unit differs, so accepting it changes nothing",
        ),
        "error": ("not judged:", "see its reason above"),
    }
    kinds = {kind_of(one) for one in unsettled}
    return [
        f"{f'{kind}: '.ljust(8)}{question} ".ljust(24) + way
        for kind, (question, way) in ways.items()
        if kind in kinds
    ]


def accepting(unsettled: Iterable[RecordedRow], kind: str, options: Options) -> str:
    """The command that accepts the rows of a kind, the first ten."""
    keys = [one.row.key for one in unsettled if kind_of(one) == kind]
    return accept_command(options, keys[:FIRST])


def kind_of(one: RecordedRow) -> str:
    """The verdict; rows that cannot be settled in the way of their verdict are kinds of their own."""
    row = one.row
    if row.verdict == "missing" and row.score is None:
        return "no score"
    if row.verdict in ("worse", "better") and not one.acceptable:
        return "floor" if row.rule == "min" else "ref_pred"
    if row.verdict == "inconclusive" and not one.acceptable:
        return "unsure"
    if row.verdict == "inconclusive" and row.difference and row.difference.ci == (0.0, 0.0):
        return "alike"
    return str(row.verdict)


def notices(view: SessionView) -> list[str]:
    """What is to be said of rows that pass by a margin, or that nobody can tell about where that passes."""
    from scoring.report.line import line_of

    return [
        f"notice: {line_of(one.row)}"
        for one in view.recorded_rows()
        if one.outcome is RowOutcome.NOTICE and one.row.rule == "margin"
    ]


def drifts(view: SessionView) -> list[str]:
    """For each row whose reference was accepted at some time, the sum since then: small losses add up."""
    from scoring.report.figures import signed

    lines = []
    for one in view.recorded_rows():
        row, past = one.row, one.history
        score, reference = row.score, row.reference
        recorded = bool(view.recorded) and one.outcome is RowOutcome.RECORDED
        accepted = recorded and one.accepted
        if accepted and not past and score is not None and reference is not None:
            past = AcceptedChanges(f"{datetime.now(UTC):%Y-%m-%d}", first=reference, now=score, changes=0)
        if past:
            now = score if recorded and score is not None else past.now
            counted = count_of(past.changes + accepted, "accepted change")
            lines.append(
                f"since {past.since}: {signed(now - past.first, row.scale)} over {counted}: {row.key}"
            )
    return lines


def gate_lines(view: SessionView) -> list[str]:
    """What to know of single gates.

    In this order: those that judged nothing or made fewer checks than they declare, modules that were skipped, what to
    know of the data, gates that were tried again or left out.
    """
    gates = view.gates
    lines = [f"not judged: {gate.nodeid}: {ending_of(gate)}" for gate in gates if gate.unjudged]
    lines += [
        f"not collected: {one.nodeid}: {one.outcome}: {one.reason}"
        for one in view.selection.uncollected
        if one.outcome == "skipped" and one.names_us
    ]
    lines += [
        f"fewer checks: {gate.nodeid} made {gate.made} of the {gate.declared} that its marker declares; "
        "the level was divided among all of them"
        for gate in gates
        if gate.lacks_checks
    ]
    lines += [f"note: {gate.nodeid}: {note}" for gate in gates for note in gate.notes]
    attempts = {gate.nodeid: gate.attempts + view.crashed.count(gate.nodeid) for gate in gates}
    lines += [
        f"tried {tries} times: {name} (the last counts)" for name, tries in attempts.items() if tries > 1
    ]
    left_out = sorted(view.selection.deselected - {gate.nodeid for gate in gates})
    return [*lines, f"deselected gates: {names_in_line(left_out)}"] if left_out else lines


def ending_of(gate: GateRecord) -> str:
    """How a gate without a verdict ended."""
    return f"{gate.outcome}{': ' + gate.reason if gate.reason else ''}"
