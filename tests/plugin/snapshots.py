"""Tests with snapshots, the rows that they find, and what stands in the files."""

import json

from tests.plugin.data import module

FILE = "__snapshots__/test_a.md"
# The rows of a test come from a file, so that a run can find others than the one before.
HEAD = """
import json
from pathlib import Path
from scoring.rows.records import Row

def rows(name):
    said = json.loads(Path("rows.json").read_text("utf-8"))[name]
    same = {"component": "ner", "language": "en", "dataset": "demo", "source": "test"}
    return [Row(**{**same, "metric": metric, **fields}) for metric, fields in said.items()]
"""
ONE = "def test_one(results_snapshot): assert rows('one') == results_snapshot"
TWO = "def test_two(results_snapshot): assert rows('two') == results_snapshot"


def measured(score, half=1.0, **fields):
    """A row of a run: its score in points, its interval, and what it was measured on."""
    return {
        "score": score, "ci": [score - half, score + half], "scale": "points", "better": "higher", "units": 100,
        "resamples": 1000, "gold_sha256": "a" * 64, "signature": "spans.micro.f1|v1",
    } | fields  # fmt: skip


def given(suite, *tests, **rows):
    """Writes the tests, if there are any, and what their rows are."""
    if tests:
        suite.write(test_a__py=module(HEAD, *tests))
    suite.write(rows__json=json.dumps(rows))


def updated(suite, *tests, **rows):
    """Makes the snapshots of these tests and rows, and returns the text of the file."""
    given(suite, *tests, **rows)
    assert suite.alone("--snapshot-update", "-q").ret == 0
    return suite.read(FILE)


def table(text):
    """Metric, score and snapshot of each line of the table."""
    lines = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [(cells[2], cells[3], cells[-1]) for cells in lines[2:]]
