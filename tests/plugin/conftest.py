"""A suite of its own for every test: gold, predictions, and pytest run on it in one process and with two workers."""

import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import pytest_onenlp
from tests.plugin.data import conllu

# Runs inside this process drop what they import, and numpy must not be imported twice.
for _found in pkgutil.walk_packages(pytest_onenlp.__path__, "pytest_onenlp."):
    importlib.import_module(_found.name)
for _name in (
    "scoring.ud.score",
    "scoring.spans.task",
    "scoring.labels.task",
    "scoring.scores.task",
    "scoring.report.json",
    "scoring.report.markdown",
    "scoring.report.csv",
    "scoring.report.html",
    "scoring.gates.file",
):
    importlib.import_module(_name)

# pytest-retry keeps state between runs.
QUICK = "-p no:hypothesispytest -p no:syrupy -p no:anyio -p no:pytest-retry"
END = re.compile(r"=====|\d+ (passed|failed|skipped|deselected|error)|no tests ran")
OURS = ("CI", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "GITHUB_WORKSPACE", "BUILD_NUMBER", "PYTHONPATH",
        "PYTEST_XDIST_WORKER")  # fmt: skip


class Suite:
    """A folder of tests, and pytest on it."""

    def __init__(self, pytester, processes=()):
        self.pytester = pytester
        self.processes = processes
        self.path = pytester.path

    def write(self, **files):
        """Files by name, ``__`` standing for the dot of the ending."""
        for name, text in files.items():
            (self.path / name.replace("__", ".")).write_text(text, encoding="utf-8")

    def read(self, name):
        return (self.path / name).read_text(encoding="utf-8")

    def run(self, *options):
        """Pytest in this process, which starts the workers where there are any."""
        return self.pytester.runpytest_inprocess(*self.processes, *options)

    def alone(self, *options):
        """Pytest in this process, to make ready what a test is about."""
        return self.pytester.runpytest_inprocess(*options)

    def subprocess(self, *options):
        return self.pytester.runpytest_subprocess(*self.processes, *options)

    def units(self):
        """The names of all units files."""
        return sorted(str(file.relative_to(self.path)) for file in Path(self.path).rglob("*.npz"))


def make(pytester, monkeypatch, processes=()):
    for name in OURS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTEST_ADDOPTS", QUICK)
    monkeypatch.setenv("COLUMNS", "180")
    suite = Suite(pytester, processes)
    suite.write(gold__conllu=conllu(), pred__conllu=conllu(40))
    return suite


# Files about data, keys and rules; all others are about sessions, files and workers.
WHAT_IS_JUDGED = {
    "test_ci_commands", "test_label_tables", "test_margin", "test_mt", "test_mt_keys", "test_mt_slices",
    "test_mt_texts", "test_mt_tokenize", "test_pairing", "test_report_page", "test_same", "test_scores",
    "test_settings", "test_spans_labels", "test_tagged_gates", "test_without_trees",
}  # fmt: skip


@pytest.fixture
def suite(pytester, monkeypatch):
    """A suite in one process."""
    return make(pytester, monkeypatch)


def pytest_collection_modifyitems(items):
    """What is judged is the same whoever judges: two workers run those files in ``make test-long``."""
    for item in items:
        if item.path.stem in WHAT_IS_JUDGED and "two workers" in item.name:
            item.add_marker("long")


@pytest.fixture(params=[(), ("-n2",)], ids=["one process", "two workers"])
def both(pytester, monkeypatch, request):
    """A suite of its own in one process, and another with two workers."""
    return make(pytester, monkeypatch, request.param)


def section(result):
    """The lines of our section."""
    lines = result.outlines
    start = next((at for at, line in enumerate(lines) if " onenlp quality gates " in line), None)
    if start is None:
        return []
    end = next((at for at in range(start + 1, len(lines)) if END.match(lines[at])), len(lines))
    return lines[start + 1 : end]


@pytest.fixture
def snap(both, monkeypatch):
    """The suite with syrupy, in one process and with two workers."""
    monkeypatch.setenv("PYTEST_ADDOPTS", QUICK.replace("-p no:syrupy", "") + " -p no:cacheprovider")
    return both


@pytest.fixture
def single(suite, monkeypatch):
    """The suite with syrupy, in one process."""
    monkeypatch.setenv("PYTEST_ADDOPTS", QUICK.replace("-p no:syrupy", "") + " -p no:cacheprovider")
    return suite
