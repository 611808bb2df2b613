"""A package from outside adds a task, a metric and a report, each by one registration, and everything works with it.

The packages are those of the pages "Add a task", "Add a metric" and "Add a report".
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared import ROOT, install
from tests.test_docs import steps

pytestmark = pytest.mark.source

PAGES = sorted((ROOT / "docs/howto").glob("add-a-*.md"))
SCREEN = 60  # lines
GATE = """
[[gate]]
component = "asr"
language = "en"
dataset = "talks"
task = "wer"
gold = "gold.txt"
pred = "pred.txt"
"""
TEST = """
import pytest

@pytest.mark.onenlp(component="asr", language="en", dataset="tested", metrics=["WER"])
def test_transcripts(onenlp):
    onenlp.check_task("wer", gold="gold.txt", pred="pred.txt", ref_pred="old.txt")
"""


def added(page, folder):
    """Installs what a page adds."""
    folder.mkdir()
    for step in steps(str(page.relative_to(ROOT))):
        if step.file:
            (folder / step.file).write_text(step.shown, encoding="utf-8")
    install(folder)
    return folder


@pytest.fixture
def room(tmp_path):
    """A folder of transcripts: 4 errors in 200 words, of the older system 2; with all three packages installed."""
    room = tmp_path / "room"
    room.mkdir()
    lines = [f"a b c {number}" for number in range(50)]
    for name, wrong in (("gold", 0), ("pred", 4), ("old", 2)):
        said = [line.replace("b", "x") if place < wrong else line for place, line in enumerate(lines)]
        (room / f"{name}.txt").write_text("\n".join(said) + "\n", encoding="utf-8")
    room.joinpath("pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    folders = [added(page, tmp_path / page.stem) for page in PAGES]

    def run(*command, also=()):
        path = os.pathsep.join(map(str, [*folders, *also]))
        done = subprocess.run(
            [sys.executable, "-m", *command], cwd=room, capture_output=True, text=True, check=False,
            env={**os.environ, "PYTHONPATH": path, "COLUMNS": "150", "PYTEST_ADDOPTS": ""},
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr

    run.path = room
    return run


def rows_of(path: Path):
    return {row["dataset"]: row for row in json.loads(path.read_text(encoding="utf-8"))["rows"]}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_page_adds_is_one_registration_and_the_page_is_a_screen(page):
    text = page.read_text(encoding="utf-8")
    assert text.count('[project.entry-points."') == 1
    assert len(text.splitlines()) <= SCREEN


def test_the_command_scores_judges_and_reports_it(room):
    status, said = room("scoring.cli", "score", "--task", "wer", "--gold", "gold.txt", "--pred", "pred.txt",
                        "--reference", "WER=0.1", "--report", "lines:-")  # fmt: skip
    assert (status, said.splitlines()[0]) == (1, "wer/und/gold/WER: 2.0 worse")


def test_help_names_the_task(room):
    status, said = room("scoring.cli", "score", "--help")
    assert status == 0
    assert "{labels,mt,multilabel,scores,spans,tags,ud,wer}" in said


@pytest.mark.parametrize("processes", [(), ("-n2",)], ids=["one process", "two workers"])
def test_a_gate_file_and_a_test_judge_it_and_a_report_of_its_type_is_written(room, processes):
    room.path.joinpath("onenlp_gates.toml").write_text(GATE, encoding="utf-8")
    room.path.joinpath("test_asr.py").write_text(TEST, encoding="utf-8")
    reports = ["--onenlp-report", "json:rows.json", "--onenlp-report", "lines:rows.txt"]
    recording = ["--onenlp-reference", "refs.json", "--onenlp-update"]

    status, said = room("pytest", *processes, *recording, *reports)

    assert (status, "2 passed" in said) == (0, True), said
    rows = rows_of(room.path / "rows.json")
    assert {name: (row["score"], row["metric"], row["unit"]) for name, row in rows.items()} == {
        "talks": (2.0, "WER", "unit"), "tested": (2.0, "WER", "unit"),
    }  # fmt: skip
    assert rows["tested"]["reference"] == 1.0
    assert room.path.joinpath("rows.txt").read_text(encoding="utf-8") == (
        "asr/en/talks/WER: 2.0 missing\nasr/en/tested/WER: 2.0 within\n"
    )

    (room.path / "pred.txt").write_text("x\n" * 50, encoding="utf-8")
    status, said = room("pytest", *processes, "--onenlp-reference", "refs.json")
    assert (status, "2 failed" in said) == (1, True), said
    assert "asr/en/talks/WER 100.00 is 98.00 above 2.00" in said


def test_its_own_metric_is_one_of_the_task_of_ours(room):
    for name, labels in (("gold", "abab"), ("pred", "abbb")):
        lines = [f"id,{name}", *(f"{number},{label}" for number, label in enumerate(labels))]
        (room.path / f"{name}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    status, said = room("scoring.cli", "classify", "--gold", "gold.csv", "--pred", "pred.csv",
                        "--metrics", "Error rate,Accuracy", "--report", "lines:-")  # fmt: skip
    assert (status, said.splitlines()[:2]) == (0, [
        "labels/und/gold/Error rate: 25.0 not judged", "labels/und/gold/Accuracy: 75.0 not judged"
    ])  # fmt: skip


def test_a_file_that_the_task_cannot_open_is_one_message(room):
    room.path.joinpath("onenlp_gates.toml").write_text(GATE.replace("pred.txt", "none.txt"), encoding="utf-8")
    status, said = room("pytest", "--onenlp-reference", "refs.json", "--onenlp-update")
    assert status == 1
    assert "none.txt: cannot be read: no such file or directory" in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("group", "value", "task", "says"),
    [
        ("tasks", "onenlp_none:TASK", "bad",
         "entry point onenlp.tasks 'bad' cannot be loaded: ModuleNotFoundError: No module named 'onenlp_none'"),
        ("tasks", "onenlp_bad:NUMBER", "bad", "entry point onenlp.tasks 'bad' is int, but a Task is needed"),
        ("tasks", "onenlp_wer:TASK", "bad", "entry point onenlp.tasks 'bad' is the task 'wer': give both one name"),
        ("tasks", "onenlp_bad:NUMBER", "wer",
         "entry point onenlp.tasks 'wer' is onenlp_wer:TASK and onenlp_bad:NUMBER: uninstall one of the two packages"),
    ],
    ids=["not there", "no task", "other name", "twice"],
)  # fmt: skip
def test_what_is_registered_wrongly_is_one_message(room, tmp_path, group, value, task, says):
    bad = tmp_path / "bad"
    bad.mkdir()
    bad.joinpath("onenlp_bad.py").write_text("NUMBER = 1\n", encoding="utf-8")
    bad.joinpath("pyproject.toml").write_text(
        '[project]\nname = "onenlp-bad"\nversion = "0"\n'
        f'[project.entry-points."onenlp.{group}"]\n{task} = "{value}"\n',
        encoding="utf-8",
    )
    install(bad)
    status, said = room(
        "scoring.cli", "score", "--task", task, "--gold", "gold.txt", "--pred", "pred.txt", also=[bad]
    )
    assert (status, said) == (2, f"onenlp: {says}\n")
