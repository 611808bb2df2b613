"""The command compares two things: one file on both sides, and labels that have nothing in common, are refused."""

import json
import os

import pytest

from scoring.cli import main
from tests.cli.files import FAIR, rows_of, treebank, write_rows
from tests.mt.runs import document, entry

LABELS = {"gold.csv": "id,label\n1,0\n2,1\n", "pred.csv": "id,label\n1,LABEL_0\n2,LABEL_1\n"}
TAGS = {"gold.iob2": "Ann B-PER\nsees O\n", "pred.iob2": "Ann B-PERSON\nsees O\n"}


@pytest.fixture
def command(tmp_path, capsys, monkeypatch):
    """Runs ``onenlp`` in a folder with the files; the status and what was said."""
    monkeypatch.chdir(tmp_path)
    for name, text in ({"gold.conllu": treebank(), "pred.conllu": treebank(FAIR)} | LABELS | TAGS).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "both.csv").write_text("id,gold,pred\n1,a,a\n2,b,a\n", encoding="utf-8")

    def run(*words):
        status = main([str(word) for word in words])
        return status, "".join(capsys.readouterr())

    return run


@pytest.mark.parametrize("name", ["ud", "score", "power", "init"])
def test_gold_as_the_prediction_is_an_error(command, name):
    os.link("gold.conllu", "hard.conllu")
    task = () if name == "ud" else ("--task", "ud")
    status, said = command(name, "--gold", "gold.conllu", "--pred", "hard.conllu", *task)
    assert status == 2
    assert "are one file (hard.conllu, gold.conllu)" in said


@pytest.mark.parametrize("name", ["ud", "power", "init"])
def test_the_prediction_as_the_reference_system_is_an_error(command, name):
    sides = ("--gold", "gold.conllu", "--pred", "pred.conllu")
    status, said = command(name, *sides, "--ref-pred", "./pred.conllu")
    assert status == 2
    assert "the reference system's output (ref_pred) are one file (pred.conllu, ./pred.conllu)" in said


def test_a_run_that_is_given_twice_is_not_written_into_a_gate(command, tmp_path):
    os.link("pred.conllu", "twin.conllu")
    status, said = command("init", "--gold", "gold.conllu", "--pred", "pred.conllu", "--pred", "twin.conllu")
    assert (status, "runs 1 and 2 are one file" in said) == (2, True)
    assert not (tmp_path / "onenlp_gates.toml").exists()


def test_a_table_with_both_columns_is_scored_and_one_with_a_single_column_is_not(command):
    assert command("classify", "--gold", "both.csv", "--pred", "./both.csv")[0] == 0
    status, said = command("classify", "--gold", "gold.csv", "--pred", "./gold.csv")
    assert (status, "are one file" in said) == (2, True)


@pytest.mark.parametrize(
    ("name", "ending", "sets"),
    [("classify", "csv", ("'LABEL_0', 'LABEL_1'", "'0', '1'")), ("span", "iob2", ("'PERSON'", "'PER'"))],
)
def test_labels_that_have_nothing_in_common_are_refused_unless_told_otherwise(command, name, ending, sets):
    sides = ("--gold", f"gold.{ending}", "--pred", f"pred.{ending}")
    status, said = command(name, *sides)
    assert status == 2
    assert all(one in said for one in sets)
    for other in (name, "power", "init"):
        assert command(other, *sides)[0] == 2
        assert command(other, *sides, "--disjoint-labels")[0] == 0


def test_a_gate_that_is_proposed_says_that_its_labels_are_disjoint(command, tmp_path):
    command("init", "--gold", "gold.csv", "--pred", "pred.csv", "--disjoint-labels")
    assert "disjoint_labels = true\n" in (tmp_path / "onenlp_gates.toml").read_text(encoding="utf-8")


def test_a_copy_of_gold_is_a_flag(command, tmp_path):
    (tmp_path / "copy.conllu").write_text(treebank(), encoding="utf-8")
    status, _ = command(
        "ud", "--gold", "gold.conllu", "--pred", "copy.conllu", "--metrics", "UPOS", "--json", "r.json"
    )
    assert status == 0
    assert "same_as_gold" in rows_of(tmp_path / "r.json")[0]["flags"]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [("a.json", "./a.json"), ("a.json", "link.json"), ("rows", "./rows"), ("rows", "rows/b.json")],
)
def test_results_are_not_compared_with_themselves(command, tmp_path, ours, theirs):
    (tmp_path / "rows").mkdir()
    write_rows(tmp_path / "a.json", {"score": 88.0})
    write_rows(tmp_path / "rows/b.json", {"score": 88.0})
    (tmp_path / "link.json").symlink_to("a.json")
    status, said = command("compare", ours, theirs)
    assert status == 2
    assert "are one file: a thing compared with itself always agrees" in said


def test_a_copy_of_results_is_compared(command, tmp_path):
    for name in ("a.json", "b.json"):
        write_rows(tmp_path / name, {"score": 88.0})
    assert "are one file" not in command("compare", "a.json", "b.json")[1]


def test_a_run_of_translations_is_compared_with_another(command, tmp_path):
    (tmp_path / "run.json").write_text(json.dumps(document(entry(1), entry(2))), encoding="utf-8")
    status, said = command("mt-compare", "run.json", "./run.json")
    assert (status, "run.json and ./run.json are one file" in said) == (2, True)
