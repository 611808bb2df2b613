"""What the terminal shows: the header, the gates table, and for every failing kind the command that settles it."""

import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_onenlp.options import Options, accept_command, update_command
from pytest_onenlp.session.ledger import SHOWN, GateRecord, Ledger, key_of, listed
from pytest_onenlp.session.reference_files import keys_in
from pytest_onenlp.show.safe_lines import one_line

if TYPE_CHECKING:
    from pytest_onenlp.session.controller import Controller

__all__ = ["header", "show"]

COLOURS = {
    "worse": "red",
    "error": "red",
    "stale": "red",
    "missing": "red",
    "better": "yellow",
    "within": "green",
}


def header(options: Options, gates: int, folder: Path) -> str:
    """``onenlp: 8 reference rows from refs.json, 1000 resamples, seed 20260101, 3 gates at alpha 0.017``."""
    gates = max(1, gates)
    if options.off:
        draws = f"{options.resamples} resamples, seed {options.seed}"
        return f"onenlp: off, nothing is judged (--onenlp-off), {draws}, {many(gates, 'gate')}"
    level = 0.05 / gates if options.family == "session" else 0.05
    counted = f"{many(gates, 'gate')} at alpha {level:.2g}"
    draws = f"{options.resamples} resamples, seed {options.seed}"
    if not options.references:
        return f"onenlp: no reference rows (add --onenlp-reference refs.json), {draws}, {counted}"
    places = ", ".join(os.path.relpath(path, folder) for path in options.references)
    rows = many(len(keys_in(options.references)), "reference row")
    return f"onenlp: {rows} from {places}, {draws}, {counted}"


def many(count: int, name: str) -> str:
    """``1 gate``, ``3 gates``."""
    return f"{count} {name}{'' if count == 1 else 's'}"


def show(reporter: pytest.TerminalReporter, controller: "Controller") -> None:
    """Writes the section; verdicts in colour, failing rows first."""
    reporter.write_sep("=", "onenlp quality gates")
    ledger = controller.ledger
    if controller.header and not controller.headed:
        say(reporter, controller.header)
    if controller.options.off:
        say(reporter, "onenlp: --onenlp-off: scores only, nothing was judged", yellow=True)
    if ledger.judged():
        show_rows(reporter, controller)
    for line in lists(ledger, controller.deselected, controller.crashed):
        say(reporter, line)
    for note in controller.notes:
        say(reporter, f"onenlp: {note}")
    for fault in controller.faults:
        say(reporter, f"onenlp: error: {fault}", red=True)


def show_rows(reporter: pytest.TerminalReporter, controller: "Controller") -> None:
    """The table, the count of verdicts, and the way on for each kind that failed."""
    from pytest_onenlp.session.recording import rows_of
    from scoring.judging.judged import judge_order
    from scoring.report import why as reasons
    from scoring.report.text import summary, table

    ledger, options = controller.ledger, controller.options
    rows = judge_order(rows_of(ledger))
    words = words_of(controller)
    for line in table(rows, better_passes=options.better == "pass", words=words):
        colour = COLOURS.get(str(line.verdict)) if line.verdict else None
        say(reporter, line.text, **{colour: True} if colour else {})
    say(reporter, f"{summary(rows, words)}.{unclaimed(controller, {row.key for row in rows})}")
    for reason in reasons.lines(rows, shutil.get_terminal_size().columns):
        say(reporter, reason)
    for drift in drifts(controller):
        say(reporter, drift)
    for way in advice(ledger.judged(), options):
        say(reporter, way)


def say(reporter: pytest.TerminalReporter, text: str, **markup: bool) -> None:
    """Writes one line, whatever the data put into it: a line of their own could be taken for ours or for a command."""
    reporter.write_line(one_line(text), **markup)


def words_of(controller: "Controller") -> dict[str, str]:
    """What stands in the place of a verdict, by key: what was done about it, or that a gate lets it pass."""
    done = "recorded" if controller.recorded else "NOT RECORDED"
    words = {key_of(one["row"]): done for one in controller.ledger.recordable()}
    notices = [one for one in controller.ledger.judged() if one["outcome"] == "notice"]
    return words | {key_of(one["row"]): one["row"]["verdict"] for one in notices}


def unclaimed(controller: "Controller", claimed: set[str]) -> str:
    """The reference rows that no gate asked for, as the end of a line."""
    if controller.options.off:
        return ""
    left = sorted(set(keys_in(controller.options.references)) - claimed)
    partly = controller.deselected or any(entry.unjudged for entry in controller.ledger.gates.values())
    return f" Not claimed by any gate{' that ran' if partly else ''}: {listed(left)}." if left else ""


def advice(judged: Iterable[Mapping[str, Any]], options: Options) -> list[str]:
    """One line for each kind of verdict that is not settled, with the command that settles it."""
    unsettled = [one for one in judged if one["outcome"] in ("failed", "notice")]
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
        "error": ("not judged:", "see its reason above"),
    }
    kinds = {kind_of(one) for one in unsettled}
    return [
        f"{f'{kind}: '.ljust(8)}{question} ".ljust(24) + way
        for kind, (question, way) in ways.items()
        if kind in kinds
    ]


def accepting(unsettled: Iterable[Mapping[str, Any]], kind: str, options: Options) -> str:
    """The command that accepts the rows of a kind, the first ten."""
    keys = [key_of(one["row"]) for one in unsettled if kind_of(one) == kind]
    return accept_command(options, keys[:SHOWN])


def kind_of(one: Mapping[str, Any]) -> str:
    """The verdict; rows that cannot be settled in the way of their verdict are kinds of their own."""
    row = one["row"]
    if row["verdict"] == "missing" and row["score"] is None:
        return "no score"
    if row["verdict"] == "worse" and not one["acceptable"]:
        return "floor" if row["rule"] == "min" else "ref_pred"
    return str(row["verdict"])


def drifts(controller: "Controller") -> list[str]:
    """For each row whose reference was accepted at some time, the sum since then: small losses add up."""
    from scoring.metrics.metric import Scale
    from scoring.report.figures import signed

    lines = []
    for one in controller.ledger.judged():
        row = one["row"]
        recorded = controller.recorded and one["outcome"] == "recorded"
        accepted = bool(recorded and one["acceptable"])
        past = one["history"]
        if accepted and not past:
            past = {"since": f"{datetime.now(UTC):%Y-%m-%d}", "first": row["reference"], "changes": 0}
        if past:
            now = row["score"] if recorded else past["now"]
            total = signed(now - past["first"], Scale(row["scale"]) if row["scale"] else None)
            counted = many(past["changes"] + accepted, "accepted change")
            lines.append(f"since {past['since']}: {total} over {counted}: {key_of(row)}")
    return lines


def lists(ledger: Ledger, deselected: Iterable[str], crashed: Sequence[str]) -> list[str]:
    """Gates that judged nothing, what to know of the data, gates that were tried again, gates that were left out."""
    gates = ledger.gates.values()
    lines = [f"not judged: {entry.nodeid}: {why(entry)}" for entry in gates if entry.unjudged]
    lines += [f"note: {entry.nodeid}: {note}" for entry in gates for note in entry.notes]
    attempts = {entry.nodeid: entry.attempts + crashed.count(entry.nodeid) for entry in gates}
    lines += [
        f"tried {tries} times: {name} (the last counts)" for name, tries in attempts.items() if tries > 1
    ]
    left_out = sorted(set(deselected) - set(ledger.gates))
    return [*lines, f"deselected gates: {listed(left_out)}"] if left_out else lines


def why(entry: GateRecord) -> str:
    """How a gate without a verdict ended."""
    return f"{entry.outcome}{': ' + entry.reason if entry.reason else ''}"
