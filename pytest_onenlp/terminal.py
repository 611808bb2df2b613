"""What the terminal shows: the header, the gates table, and for every failing kind the command that settles it."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_onenlp.ledger import Entry, Ledger, key_of
from pytest_onenlp.options import Options, update_command
from pytest_onenlp.referencefiles import keys_in

if TYPE_CHECKING:
    from pytest_onenlp.controller import Controller

__all__ = ["header", "show"]

SHOWN = 10  # names in a list before the rest is counted
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
        reporter.write_line(controller.header)
    if ledger.judged():
        show_rows(reporter, controller)
    for line in lists(ledger, controller.deselected):
        reporter.write_line(line)
    for note in controller.notes:
        reporter.write_line(f"onenlp: {note}")
    for fault in controller.faults:
        reporter.write_line(f"onenlp: error: {fault}", red=True)


def show_rows(reporter: pytest.TerminalReporter, controller: "Controller") -> None:
    """The table, the count of verdicts, and the way on for each kind that failed."""
    from pytest_onenlp.recording import rows_of
    from scoring.judging import judge_order
    from scoring.report.text import summary, table

    ledger, options = controller.ledger, controller.options
    rows = judge_order(rows_of(ledger))
    words = words_of(controller)
    for line in table(rows, better_passes=options.better == "pass", words=words):
        colour = COLOURS.get(str(line.verdict)) if line.verdict else None
        reporter.write_line(line.text, **{colour: True} if colour else {})
    reporter.write_line(f"{summary(rows, words)}.{unclaimed(controller, {row.key for row in rows})}")
    for way in advice(ledger.judged(), options):
        reporter.write_line(way)


def words_of(controller: "Controller") -> dict[str, str]:
    """What stands in the place of a verdict, by key: what was done about it, or that a gate lets it pass."""
    done = "recorded" if controller.recorded else "NOT RECORDED"
    words = {key_of(one["row"]): done for one in controller.ledger.recordable()}
    notices = [one for one in controller.ledger.judged() if one["outcome"] == "notice"]
    return words | {key_of(one["row"]): one["row"]["verdict"] for one in notices}


def unclaimed(controller: "Controller", claimed: set[str]) -> str:
    """The reference rows that no gate asked for, as the end of a line."""
    left = sorted(set(keys_in(controller.options.references)) - claimed)
    partly = controller.deselected or any(entry.unjudged for entry in controller.ledger.gates.values())
    return f" Not claimed by any gate{' that ran' if partly else ''}: {listed(left)}." if left else ""


def advice(judged: Iterable[Mapping[str, Any]], options: Options) -> list[str]:
    """One line for each kind of verdict that is not settled, with the command that settles it."""
    record = update_command(options)
    again = f"remove its row from the reference file, then {record}"
    ways = {
        "better": ("record it:", record),
        "missing": ("record it:", record),
        "no score": ("no record:", "what is not a finite number cannot be a reference"),
        "worse": ("on purpose?", again),
        "stale": ("measure anew:", again),
        "error": ("not judged:", "see its reason above"),
    }
    unsettled = {kind_of(one["row"]) for one in judged if one["outcome"] in ("failed", "notice")}
    return [
        f"{f'{kind}: '.ljust(8)}{question}".ljust(24) + way
        for kind, (question, way) in ways.items()
        if kind in unsettled
    ]


def kind_of(row: Mapping[str, Any]) -> str:
    """The verdict; a missing reference that could not be recorded is a kind of its own."""
    return "no score" if row["verdict"] == "missing" and row["score"] is None else str(row["verdict"])


def lists(ledger: Ledger, deselected: Iterable[str]) -> list[str]:
    """Gates that judged nothing, what to know of the data, gates that were tried again, gates that were left out."""
    gates = ledger.gates.values()
    lines = [f"not judged: {entry.nodeid}: {why(entry)}" for entry in gates if entry.unjudged]
    lines += [f"note: {entry.nodeid}: {note}" for entry in gates for note in entry.notes]
    lines += [
        f"tried {entry.attempts} times: {entry.nodeid} (the last counts)"
        for entry in gates
        if entry.attempts > 1
    ]
    left_out = sorted(set(deselected) - set(ledger.gates))
    return [*lines, f"deselected gates: {listed(left_out)}"] if left_out else lines


def why(entry: Entry) -> str:
    """How a gate without a verdict ended."""
    return f"{entry.outcome}{': ' + entry.reason if entry.reason else ''}"


def listed(names: list[str]) -> str:
    """Names in one line, the first ten."""
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more
