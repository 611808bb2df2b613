"""Every message of the page of messages is produced here, and every message produced here is on the page."""

import ast
import re

import pytest

from tests.messages import (  # noqa: F401 - they register their scenarios
    checks,
    command,
    crosscheck,
    data,
    gates,
    history,
    scores,
    settings,
    snapshots,
    standards,
    store,
    tagged,
    texts,
    translation,
)
from tests.messages.room import SCENARIOS, Room
from tests.plugin.conftest import make
from tests.shared import ROOT

PAGE = ROOT / "docs/reference/messages.md"
BLOCK = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)

METRICS = sorted((ROOT / "scoring/mt/metrics").glob("*.py"))
# What is said: the plugin, and what it says of rows, gates and files.
SPEAKING = sorted((ROOT / "pytest_onenlp").rglob("*.py")) + [
    ROOT / "scoring" / name
    for name in (
        "judging/rule.py", "rows/rows.py", "rows/records.py", "rows/verdict.py", "gates/file.py", "rows/references.py",
        "base/text.py", "base/strict_json.py", "evaluation/average.py", "report/line.py", "cli/init.py",
        "cli/mt.py", "cli/mt_compare.py", "cli/mt_options.py", "cli/languages.py", "card/comparison.py",
        "card/caveats.py", "card/fields.py", "card/score.py", "mt/surface/beyond_plane.py",
        "mt/run.py", "mt/read.py", "mt/document.py", "mt/align.py", "mt/task.py", "mt/compliance.py",
        "mt/cost.py", "mt/speed.py", "mt/switching.py", "mt/hallucination.py", "mt/languages/loader.py",
        "mt/detector.py",
        "mt/languages/orthography.py", "mt/analyser.py", "mt/fst/format.py", "cli/mt_references.py",
        "mt/texts.py", "mt/parallel.py", "mt/columns.py", "mt/form.py",
        *(f"mt/standards/{name}.py" for name in ("finding", "lists", "protocol", "resources", "worth")),
        *(f"mt/metrics/{path.name}" for path in METRICS),
        *(f"store/{name}.py" for name in ("address", "database", "documents", "origin", "publish")),
        "cli/publish.py", "cli/unpublish.py", "cli/leaderboard.py", "cli/revision.py", "cli/store_options.py",
        "cli/history.py", "cli/site.py", "cli/stored_series.py",
        *(f"labels/{name}.py" for name in ("align", "align_sets", "documents", "frames", "one_hot")),
        *(f"labels/{name}.py" for name in ("matrix", "several")),
        *(f"base/{name}.py" for name in ("delimited", "frames", "table")), "metrics/declared.py", "evaluation/items.py",
        *(f"scores/{name}.py" for name in ("align", "arrow", "cells", "formula", "items", "read")),
    )
]  # fmt: skip
# How sentences of theirs start that are no messages, or stand in messages as what ``‹…›`` stands for.
UNSAID = {
    "automated, provisional: ",  # the note beside a tier
    "  2  wrong usage, bad input, or a database",  # of the help
    "PRAGMA foreign_keys = ON",
    "{} pages written; begin with {}",  # what ``onenlp site`` has done
    "SELECT ",
    ", dated now ({}), since",  # what ``onenlp publish`` has done
    " published, {} of them there already",
    "{} {}{} published",
    ", {} of them there already",
    "{}: {} is withdrawn: {}",
    "mean(a), sum(a), sum(a + b)/sum(c), ",  # the formulas that there are
    "module {} has no attribute {}",  # Python's own words
    r"[ \t]*\[\[[ \t]*(gate|average)[ \t]*\]\]",  # what finds the line of a gate
    "### onenlp quality gates",  # the summary's heading
    "Kept by `pytest --snapshot-update`; ",  # in the file
    "<!-- onenlp-results/1: ",
    "<results snapshot of {}>",
    "{} has no score to be kept: ",  # said as a row that cannot be judged
    "{}: one gate of task {}, ",  # what ``onenlp init`` has done
    "next: pytest --onenlp-reference refs.json ",
    "      pytest --onenlp-reference refs.json ",
    "      with required_plugins = ",
    "an error, shown above",  # why a file was not collected
    "{} is of task {}, {} of task {}; ",  # runs of other tasks do not fit the gold file, which is said first
    "no metric of task {} can be computed from all of",  # each task has one that always can
    "{}: not written: {} in a row is half of a surrogate pair, ",  # names and reasons are refused before
    "{}: gold holds scores, ",  # from Python
    "the threshold is {}, ",  # an option and a key of their own are refused before
    "score_range is {}, ",
    "{}: the score of the label {} is {}, but the declared range",
    "give a path, an open file, a run as a dictionary, or what mt.read_run returned",  # from Python
    "gold has to be read as gold, ",
    "a run (a path, an open file, a dictionary, what mt.read_run returned)",  # as what can be given
    "{}, or a table (TSV, JSON Lines, records); texts are given by ref and source",
    "a text file, a table or a list of texts",
    "translations are not read by {}; ",
    "{} shards cannot be joined: ",
    "there is nothing to divide by: ",  # no run without entries is scored
    "none of the metrics of profile {} is available",  # exact match always is
    "onenlp(component, ",  # the marker's own line in --markers
    "onenlp: {} from {}, {}, {}",  # the header
    "a file of tests or gates that was collected",
    "the reference system's output",
    "it is not a finite number",
    "the score is not a finite number",
    "{} of {} words are rejected (",  # what ``onenlp mt-references`` has found
    "the references have no words",
    "{} is not judged",
    "{} is within noise",
    "the row cannot be judged",
    "it was measured on something else",
    "Object contains unknown field `(.*)`",  # msgspec's
    "Object missing required field `(.*)`",
    r" \(at line (\d+), column (\d+)\)$",  # tomllib's
    " (at end of document)",
}

pytestmark = pytest.mark.source


def messages():
    """The messages of the page by heading: the lines of its blocks, for ``‹…›`` stands in a line only."""
    found = {}
    text = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""  # none where a wheel is tried
    for part in re.split(r"^##+ ", text, flags=re.MULTILINE)[1:]:
        lines = [line for block in BLOCK.findall(part) for line in block.splitlines()]
        if lines:
            assert part.splitlines()[0] not in found
            found[part.splitlines()[0]] = lines
    return found


MESSAGES = messages()


def is_of(message, line):
    """Whether a line ends with the message, which starts it or follows a blank; ``‹…›`` is any text but none."""
    first, *parts = re.split("‹[^›]+›", message)
    starts = [found.end() for found in re.finditer(rf"(?:^|(?<=[ \t])){re.escape(first)}", line)]
    if not parts:
        return len(line) in starts
    at = starts[0] if starts else len(line)
    for part in parts[:-1]:  # each where it comes first: no later place fits better, and none is tried twice
        found = line.find(part, at + 1)
        if found < 0:
            return False
        at = found + len(part)
    return line.endswith(parts[-1]) and at < len(line) - len(parts[-1])


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.__name__)
def test_each_message_of_the_page_is_printed_as_the_page_has_it(scenario, pytester, monkeypatch):
    suite = make(pytester, monkeypatch)
    suite.monkeypatch = monkeypatch
    monkeypatch.setenv("COLUMNS", "2000")
    printed = scenario(Room(suite))
    output = printed if isinstance(printed, str) else "\n".join(printed)
    lacking = [
        f"not printed: {message}"
        for heading in SCENARIOS[scenario]
        for message in MESSAGES[heading]
        if not any(is_of(message, line) for line in output.splitlines())
    ]
    assert not lacking, "\n".join([*lacking, "printed:", output])


def test_each_message_of_the_page_has_a_scenario_and_each_scenario_its_messages():
    assert sorted(heading for headings in SCENARIOS.values() for heading in headings) == sorted(MESSAGES)


def sentences(path):
    """The lines of four words or more in a module that are no docstrings or help; ``{}`` for what is put in."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    left_out = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            left_out.add(node.value)
        elif isinstance(node, ast.FunctionDef) and node.name in ("add_command_line", "add_ini_keys"):
            left_out.update(ast.walk(node))
        elif isinstance(node, ast.JoinedStr):
            left_out.update(node.values)
        elif isinstance(node, ast.Call):
            helps = getattr(node.func, "id", None) == "Parser"
            told = [*node.args, *(key.value for key in node.keywords)] if helps else []
            told += [key.value for key in node.keywords if key.arg == "help"]
            left_out.update(part for one in told for part in ast.walk(one))
    for node in ast.walk(tree):
        if node in left_out or not isinstance(node, ast.JoinedStr | ast.Constant):
            continue
        parts = node.values if isinstance(node, ast.JoinedStr) else [node]
        text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
        yield from (line for line in text.splitlines() if len(line.split()) >= 4)


@pytest.mark.parametrize("path", SPEAKING, ids=lambda path: path.name)
def test_each_sentence_of_the_plugin_is_on_the_page(path):
    page = [re.sub("‹[^›]+›", "", line) for lines in MESSAGES.values() for line in lines]
    lacking = [
        text
        for text in sentences(path)
        if not text.startswith(tuple(UNSAID))
        and not any(re.search(".*".join(map(re.escape, text.split("{}"))), line) for line in page)
    ]
    assert lacking == []
