"""``onenlp mt --standards`` and ``onenlp mt-references``: what they print, write and refuse."""

import json

import pytest

from scoring.cli.command import main
from tests.shared import ROOT

TOY = ROOT / "fixtures" / "mt" / "crk-toy"


@pytest.fixture
def references(tmp_path):
    """A run whose references have a word twice and another once that the toy analyser does not know."""
    path = tmp_path / "run.json"
    entries = [
        {"id": "1", "references": ["atim xyz nipâw."], "prediction": "x"},
        {"id": "2", "references": ["qqq xyz"], "prediction": "x"},
        {"id": "3", "references": ["nipâw"], "prediction": "x"},
    ]
    dataset = {"id": "d", "source_language": "en", "target_language": "crk"}
    path.write_text(json.dumps({"dataset": dataset, "entries": entries}), encoding="utf-8")
    return str(path)


@pytest.fixture(autouse=True)
def no_folders(monkeypatch):
    monkeypatch.delenv("ONENLP_STANDARDS", raising=False)
    monkeypatch.delenv("ONENLP_FST", raising=False)


def test_rejected_words_of_references_are_listed_the_most_frequent_first(references, capsys):
    assert main(["mt-references", "--run", references, "--standards", str(TOY)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "3 of 6 words are rejected (50.00%), in 2 of 3 references", "2  xyz", "1  qqq",
    ]  # fmt: skip


def test_the_counts_can_be_written_as_json(references, capsys):
    analyser = str(TOY / "crk" / "analyser.json")
    assert main(["mt-references", "--run", references, "--analyser", analyser, "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "references": 3, "references_with_rejected_words": 2, "words": 6, "rejected": 3, "share": 0.5,
        "rejected_words": {"xyz": 2, "qqq": 1},
    }  # fmt: skip


def test_without_an_analyser_the_command_says_where_to_put_one(references, capsys):
    assert main(["mt-references", "--run", references]) == 2
    assert "there is no analyser of crk; put crk/analyser.hfstol into a folder" in capsys.readouterr().err


@pytest.mark.parametrize(("arguments", "message"), [
    (["--standards", "none"], "none: there is no such folder of language standards"),
    (["--analyser", "none.json"], "none.json: cannot be read"),
])  # fmt: skip
def test_what_is_not_there_is_one_message(references, capsys, arguments, message):
    assert main(["mt-references", "--run", references, *arguments]) == 2
    assert message in capsys.readouterr().err


def test_an_input_is_never_written_over(references, capsys):
    assert main(["mt-references", "--run", references, "--standards", str(TOY), "--json", references]) == 2
    assert "which it would replace" in capsys.readouterr().err


def test_the_standards_of_a_folder_score_a_run(capsys):
    run, folder = str(TOY / "run.json"), str(TOY)
    assert main(["mt", "--run", run, "--standards", folder, "--resamples", "100", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["scores"]["equivalent_matches"] == 2


def test_two_runs_are_compared_by_the_standard_too(capsys, tmp_path):
    run, copy, folder = str(TOY / "run.json"), tmp_path / "copy.json", str(TOY)
    copy.write_bytes((TOY / "run.json").read_bytes())
    assert (
        main(["mt-compare", run, str(copy), "--standards", folder, "--resamples", "100", "--json", "-"]) == 0
    )
    assert json.loads(capsys.readouterr().out)["metrics"]["semantic_score"]["difference"] == 0.0
