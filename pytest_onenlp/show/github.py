"""GitHub Actions: the gates table in the step's summary, and the worst failures as annotations of files and lines.

Source: GitHub's documentation of workflow commands, "Adding a job summary" and "Setting an error message".
"""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from pytest_onenlp.records.phase import RecordedRow, RowOutcome
from pytest_onenlp.records.values import FIRST
from pytest_onenlp.records.view import GateRecord, SessionView
from pytest_onenlp.shadow import check_scoring
from pytest_onenlp.show.safe_lines import one_line, safe_name, safe_text
from pytest_onenlp.show.terminal import verdict_words

__all__ = ["annotate", "append", "command"]

LIMIT = 2**20  # bytes of a step's summary; GitHub drops a larger one whole
ANNOTATOR = "pytest_github_actions_annotate_failures"  # a plugin that annotates every failing test
TITLE = "### onenlp quality gates"
OFF = "`--onenlp-off`: scores only, nothing was judged."
REASONS_LEFT = "- Reasons left out here: {}; the log has them all.\n"
ROWS_LEFT = "\nRows left out here: {}; the log has them all.\n"
DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
PROPERTY = DATA | {":": "%3A", ",": "%2C"}
Failing = tuple[GateRecord, RecordedRow]


def append(path: Path, view: SessionView) -> str | None:
    """Appends table, count and reasons to the summary, which stays within GitHub's limit; a note where it is full.

    Raises:
        OSError: the file cannot be written.
    """
    check_scoring()
    old = path.stat().st_size if path.is_file() else 0
    room = LIMIT - old
    text = ("\n\n" if old else "") + summary(view, room - 2)
    if len(text.encode()) > room:
        return "the step summary has no room left for the gates, and is as it was"
    with path.open("ab") as file:
        file.write(text.encode())
    return None


def summary(view: SessionView, room: int) -> str:
    """The summary in Markdown, cut at a line where it would take more than ``room`` bytes of UTF-8."""
    from scoring.judging.judged import judge_order
    from scoring.report import markdown, text

    rows = judge_order([one.row for one in view.recorded_rows()])
    words = verdict_words(view)
    head = [TITLE, "", f"{text.summary(rows, words)}.", ""]
    if view.options.off:
        head += [OFF, ""]
    reasons = [f"- {markdown.escaped(reason)}\n" for reason in reasons_of(view)]
    table = markdown.dumps(rows, words=words).splitlines(keepends=True) if rows else []
    start = "\n".join(head) + "\n" + "".join(table[:2])
    left = room - utf8_size(start) - 1
    bullets = cut_to_fit(reasons, left // 2, REASONS_LEFT)
    left -= utf8_size(bullets)
    lines = cut_to_fit(table[2:], left, ROWS_LEFT)
    return safe_text(start + lines + ("\n" if lines and bullets else "") + bullets)


def reasons_of(view: SessionView) -> list[str]:
    """Why the run fails, the worst first: its faults, failing rows, gates that judged nothing."""
    return [*(f"error: {fault}" for fault in view.faults), *(reason for _, reason, _ in failures(view))]


def failures(view: SessionView) -> list[tuple[GateRecord, str, str]]:
    """The gate, the reason and a title of each failure, the worst first: failing rows, then gates without one."""
    failing = [
        (gate, one)
        for gate, one in view.rows()
        if one.outcome is RowOutcome.FAILED and gate.outcome != "xfailed"
    ]
    with_rows = {gate.nodeid for gate, _ in failing}
    without = [gate for gate in view.gates if gate.outcome == "failed" and gate.nodeid not in with_rows]
    return [
        *((gate, str(one.why), title_of(one)) for gate, one in worst_first(failing)),
        *((gate, f"{gate.nodeid}: {gate.reason}", "onenlp: gate failed") for gate in without),
    ]


def worst_first(failing: Sequence[Failing]) -> list[Failing]:
    """Failing rows in the order of the table, those of one verdict by how far they are from their reference."""
    if not failing:
        return []
    from scoring.rows.verdict import REPORT_ORDER

    def order(one: Failing) -> tuple[int, float]:
        row = one[1].row
        far = 0.0 if row.score is None or row.reference is None else abs(row.score - row.reference)
        return REPORT_ORDER.index(row.verdict) if row.verdict else len(REPORT_ORDER), -far

    return sorted(failing, key=order)


def title_of(one: RecordedRow) -> str:
    """What an annotation is called: ``onenlp: fast tagger/en/UD English-EWT test/LAS worse``."""
    return f"onenlp: {one.row.key} {one.row.verdict or 'has no score'}"


def cut_to_fit(lines: Sequence[str], room: int, more: str) -> str:
    """The first lines that fit, and how many were left out; ``more`` says it."""
    if utf8_size("".join(lines)) <= room:
        return "".join(lines)
    room -= utf8_size(more.format(len(lines)))
    kept = 0
    for line in lines:
        room -= utf8_size(line)
        if room < 0:
            break
        kept += 1
    return "".join(lines[:kept]) + more.format(len(lines) - kept)


def utf8_size(text: str) -> int:
    """Bytes in UTF-8."""
    return len(text.encode(errors="replace"))


def annotate(reporter: pytest.TerminalReporter, view: SessionView) -> None:
    """Prints an error command for each of the worst failures, at most ten, unless another plugin annotates them."""
    manager = reporter.config.pluginmanager
    if any(manager.has_plugin(name) for name in (ANNOTATOR, f"{ANNOTATOR}.plugin")):
        return
    root = view.selection.root
    commands = [command(one_line(fault), title="onenlp") for fault in view.faults]
    for gate, reason, title in failures(view):
        name, line = gate.location
        file = in_workspace(root / name, root)
        commands.append(
            command(one_line(reason), file=file, line=None if line is None else line + 1, title=title)
        )
    for text in commands[:FIRST]:
        reporter.ensure_newline()
        reporter.write_line(text)


def command(message: str, **properties: str | int | None) -> str:
    r"""An error as a workflow command, on one line whatever is in it.

    >>> command("50% below\nits floor", file="a,b.py", line=3, title=None)
    '::error file=a%2Cb.py,line=3::50%25 below%0Aits floor'
    """
    pairs = [
        f"{name}={escaped(str(value), PROPERTY)}" for name, value in properties.items() if value is not None
    ]
    return safe_name(f"::error {','.join(pairs)}::{escaped(message, DATA)}")


def escaped(text: str, signs: Mapping[str, str]) -> str:
    """The text with the signs replaced that would end a command or a property of one."""
    return re.sub(f"[{''.join(signs)}]", lambda found: signs[found[0]], text)


def in_workspace(path: Path, root: Path) -> str:
    """The file from the workspace that the job runs in, as GitHub finds it; else from pytest's root folder."""
    for folder in (os.environ.get("GITHUB_WORKSPACE"), root):
        if folder and path.resolve().is_relative_to(Path(folder).resolve()):
            return path.resolve().relative_to(Path(folder).resolve()).as_posix()
    return path.as_posix()
