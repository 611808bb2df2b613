"""Nothing that comes from data can start a command of a runner of CI, whatever ``onenlp`` prints."""

import csv
import html
import io
import json

import pytest

from scoring.cli import main
from tests.ci_commands import NAME, TEXT, WORD, commands, write_data

PLACES = ("--component", NAME, "--language", WORD, "--dataset", WORD)
TASKS = {
    "ud": ("ud",), "span": ("spans",), "score": ("tags",), "classify": ("labels", "multilabel"), "mt": ("mt",),
    "scores": ("scores",),
}  # fmt: skip
RUNS = [(command, task) for command, tasks in TASKS.items() for task in tasks]


@pytest.fixture
def onenlp(tmp_path, monkeypatch, capfd):
    """Runs the command in a folder with hostile data; what it says on both streams."""
    monkeypatch.chdir(tmp_path)
    files = write_data(tmp_path)

    def run(*arguments):
        run.status = main([*arguments])
        said = capfd.readouterr()
        run.out = said.out
        return said.out + "\n" + said.err

    run.files = files
    return run


def scoring(onenlp, command, task, *options):
    """The command on the files of a task."""
    gold, pred, ref = onenlp.files[task]
    if command == "mt":
        return onenlp("mt", "--run", pred, *options)
    if command == "scores":
        metric = "::add-mask::mark = mean(mark)"
        return onenlp("scores", "--data", pred, "--ref-data", ref, "--metric", metric, *PLACES, *options)
    if command == "score":
        options = ("--task", task, *options)
    return onenlp(command, "--gold", gold, "--pred", pred, "--ref-pred", ref, *PLACES, *options)


@pytest.mark.parametrize(("command", "task"), RUNS)
def test_no_line_about_a_loss_of_any_task_is_a_command(onenlp, command, task):
    said = scoring(onenlp, command, task)

    assert onenlp.out
    assert commands(said) == []


@pytest.mark.parametrize(("command", "task"), RUNS)
def test_no_line_of_a_cross_check_is_a_command(onenlp, command, task):
    said = scoring(onenlp, command, task, "--crosscheck")

    assert said.strip()
    assert commands(said) == []


@pytest.mark.parametrize("kind", ["json", "markdown", "csv", "html", "entries"])
@pytest.mark.parametrize(("command", "task"), RUNS)
def test_no_line_of_a_file_that_is_printed_is_a_command(onenlp, command, task, kind):
    if command == "mt" and kind in ("csv", "html"):
        kind = {"csv": "rows", "html": "write-run"}[kind]

    said = scoring(onenlp, command, task, f"--{kind}", "-")

    assert onenlp.out
    assert commands(said) == []
    if kind in ("json", "rows", "write-run"):
        json.loads(onenlp.out)
    elif kind == "entries":
        assert [json.loads(line) for line in onenlp.out.splitlines()]


def test_json_and_html_that_are_printed_read_as_the_file_does(onenlp, tmp_path):
    scoring(onenlp, "ud", "ud", "--json", "rows.json", "--html", "rows.html")
    scoring(onenlp, "ud", "ud", "--json", "-", "--no-units")
    assert json.loads(onenlp.out)["rows"][0]["component"] == NAME
    assert json.loads((tmp_path / "rows.json").read_text("utf-8"))["rows"][0]["component"] == NAME
    scoring(onenlp, "ud", "ud", "--html", "-")
    page = (
        (tmp_path / "rows.html").read_text("utf-8").replace("--json rows.json --html rows.html", "--html -")
    )
    assert html.unescape(onenlp.out) == html.unescape(page)  # but for the command that made it


def test_a_table_of_values_that_is_printed_says_the_name_with_backslashes(onenlp):
    scoring(onenlp, "ud", "ud", "--csv", "-")

    rows = list(csv.DictReader(io.StringIO(onenlp.out)))
    assert rows[0]["component"].lstrip("'\\").startswith("::add-mask::##\\[group]section\\_start:17:x")


def test_no_line_of_another_command_is_a_command(onenlp):
    gold, pred, ref = onenlp.files["labels"]
    scoring(onenlp, "classify", "labels", "--json", "new.json")
    onenlp("classify", "--gold", gold, "--pred", ref, *PLACES, "--json", "old.json")
    runs = onenlp.files["mt"][1:]
    for arguments in (
        ["compare", "new.json", "old.json"], ["power", "--gold", gold, "--pred", pred, "--json", "-"],
        ["power", "--gold", gold, "--pred", pred], ["mt-compare", *runs], ["mt-compare", *runs, "--json", "-"],
    ):  # fmt: skip
        said = onenlp(*arguments)
        assert onenlp.out
        assert commands(said) == []


@pytest.mark.parametrize(
    "arguments",
    [
        (TEXT,), (f"--{TEXT}",), ("ud", "--gold", TEXT, "--pred", TEXT), ("ud", f"--{TEXT}"), ("compare", TEXT, TEXT),
        ("classify", "--gold", "labels-gold.jsonl", "--pred", "labels-pred.jsonl", "--metrics", TEXT),
        ("mt", "--run", TEXT), ("power", TEXT), ("languages", TEXT), ("schema", TEXT),
    ],
    ids=lambda arguments: arguments[0].strip()[:9],
)  # fmt: skip
def test_no_message_about_wrong_usage_is_a_command(onenlp, arguments):
    said = onenlp(*arguments)

    assert onenlp.status == 2
    assert commands(said) == []
