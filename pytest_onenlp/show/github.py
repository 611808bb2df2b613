"""GitHub Actions: the gates table in the step's summary, and the worst failures as annotations of files and lines.

Source: GitHub's documentation of workflow commands, "Adding a job summary" and "Setting an error message".
"""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_onenlp.session.ledger import SHOWN, GateRecord, key_of
from pytest_onenlp.shadow import check_scoring
from pytest_onenlp.show.safe_lines import one_line

if TYPE_CHECKING:
    from pytest_onenlp.session.controller import Controller

__all__ = ["annotate", "append", "command"]

LIMIT = 2**20  # bytes of a step's summary; GitHub drops a larger one whole
ANNOTATOR = "pytest_github_actions_annotate_failures"  # a plugin that annotates every failing test
TITLE = "### onenlp quality gates"
OFF = "`--onenlp-off`: scores only, nothing was judged."
REASONS_LEFT = "- Reasons left out here: {}; the log has them all.\n"
ROWS_LEFT = "\nRows left out here: {}; the log has them all.\n"
DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
PROPERTY = DATA | {":": "%3A", ",": "%2C"}
Failing = tuple[GateRecord, Mapping[str, Any]]


def append(path: Path, controller: "Controller") -> None:
    """Appends table, count and reasons to the summary, which stays within GitHub's limit.

    Raises:
        OSError: the file cannot be written.
    """
    check_scoring()
    old = path.stat().st_size if path.is_file() else 0
    room = LIMIT - old
    text = ("\n\n" if old else "") + summary(controller, room - 2)
    if len(text.encode()) > room:
        controller.notes.append("the step summary has no room left for the gates, and is as it was")
        return
    with path.open("ab") as file:
        file.write(text.encode())


def summary(controller: "Controller", room: int) -> str:
    """The summary in Markdown, cut at a line where it would take more than ``room`` bytes of UTF-8."""
    from pytest_onenlp.session.recording import rows_of
    from pytest_onenlp.show.terminal import words_of
    from scoring.judging.judged import judge_order
    from scoring.report import markdown, text

    rows = judge_order(rows_of(controller.ledger))
    words = words_of(controller)
    head = [TITLE, "", f"{text.summary(rows, words)}.", ""]
    if controller.options.off:
        head += [OFF, ""]
    reasons = [f"- {markdown.escaped(reason)}\n" for reason in reasons_of(controller)]
    table = markdown.dumps(rows, words=words).splitlines(keepends=True) if rows else []
    start = "\n".join(head) + "\n" + "".join(table[:2])
    left = room - size(start) - 1
    listed = cut(reasons, left // 2, REASONS_LEFT)
    left -= size(listed)
    kept = cut(table[2:], left, ROWS_LEFT)
    return start + kept + ("\n" if kept and listed else "") + listed


def reasons_of(controller: "Controller") -> list[str]:
    """Why the run fails, the worst first: its faults, failing rows, gates that judged nothing."""
    return [*(f"error: {fault}" for fault in controller.faults), *(said[1] for said in failures(controller))]


def failures(controller: "Controller") -> list[tuple[GateRecord, str, str]]:
    """The gate, the reason and a title of each failure, the worst first: failing rows, then gates without one."""
    ledger = controller.ledger
    failed = [(entry, one) for entry, one in ledger.rows() if one["outcome"] == "failed"]
    failed = [found for found in failed if found[0].outcome != "xfailed"]
    found = [(entry, str(one["why"]), title_of(one["row"])) for entry, one in worst_first(failed)]
    known = {entry.nodeid for entry, _ in failed}
    without = (
        entry for entry in ledger.gates.values() if entry.outcome == "failed" and entry.nodeid not in known
    )
    return [*found, *((entry, f"{entry.nodeid}: {entry.reason}", "onenlp: gate failed") for entry in without)]


def worst_first(failed: Sequence[Failing]) -> list[Failing]:
    """Failing rows in the order of the table, those of one verdict by how far they are from their reference."""
    if not failed:
        return []
    from scoring.rows.verdict import REPORT_ORDER

    def order(found: Failing) -> tuple[int, float]:
        row = found[1]["row"]
        score, reference = row["score"], row["reference"]
        far = 0.0 if score is None or reference is None else abs(score - reference)
        return REPORT_ORDER.index(row["verdict"]) if row["verdict"] else len(REPORT_ORDER), -far

    return sorted(failed, key=order)


def title_of(row: Mapping[str, Any]) -> str:
    """What an annotation is called: ``onenlp: fast tagger/en/UD English-EWT test/LAS worse``."""
    return f"onenlp: {key_of(row)} {row['verdict'] or 'has no score'}"


def cut(lines: Sequence[str], room: int, more: str) -> str:
    """The first lines that fit, and how many were left out; ``more`` says it."""
    if size("".join(lines)) <= room:
        return "".join(lines)
    room -= size(more.format(len(lines)))
    kept = 0
    for line in lines:
        room -= size(line)
        if room < 0:
            break
        kept += 1
    return "".join(lines[:kept]) + more.format(len(lines) - kept)


def size(text: str) -> int:
    """Bytes in UTF-8."""
    return len(text.encode(errors="replace"))


def annotate(reporter: pytest.TerminalReporter, controller: "Controller") -> None:
    """Prints an error command for each of the worst failures, at most ten, unless another plugin annotates them."""
    manager = controller.config.pluginmanager
    if any(manager.has_plugin(name) for name in (ANNOTATOR, f"{ANNOTATOR}.plugin")):
        return
    said = [command(one_line(fault), title="onenlp") for fault in controller.faults]
    for entry, reason, title in failures(controller):
        file, line = entry.location
        place = shown_path(controller.config.rootpath / file, controller.config.rootpath)
        said.append(
            command(one_line(reason), file=place, line=None if line is None else line + 1, title=title)
        )
    for text in said[:SHOWN]:
        reporter.ensure_newline()
        reporter.write_line(text)


def command(message: str, **properties: str | int | None) -> str:
    r"""An error as a workflow command, on one line whatever is in it.

    >>> command("50% below\nits floor", file="a,b.py", line=3, title=None)
    '::error file=a%2Cb.py,line=3::50%25 below%0Aits floor'
    """
    named = [
        f"{name}={escaped(str(value), PROPERTY)}" for name, value in properties.items() if value is not None
    ]
    return f"::error {','.join(named)}::{escaped(message, DATA)}"


def escaped(text: str, signs: Mapping[str, str]) -> str:
    """The text with the signs replaced that would end a command or a property of one."""
    return re.sub(f"[{''.join(signs)}]", lambda found: signs[found[0]], text)


def shown_path(path: Path, root: Path) -> str:
    """The file from the workspace that the job runs in, as GitHub finds it; else from pytest's root folder."""
    for folder in (os.environ.get("GITHUB_WORKSPACE"), root):
        if folder and path.resolve().is_relative_to(Path(folder).resolve()):
            return path.resolve().relative_to(Path(folder).resolve()).as_posix()
    return path.as_posix()
