"""``--entries``: a line for each unit, with what was counted on it and what stands there on both sides."""

import json
from pathlib import Path

import pytest

from scoring.cli import main
from tests.cli.files import treebank, write_pair

SPANS = {"gold": "Ann B-PER\n\nOslo B-LOC\n", "pred": "Ann B-PER\n\nOslo B-PER\n"}


@pytest.fixture
def entries(tmp_path, capsys):
    """Runs a command on two texts with ``--entries -``; returns the units."""

    def run(command, gold, pred, *options, ending="txt"):
        for name, text in (("gold", gold), ("pred", pred)):
            (tmp_path / f"{name}.{ending}").write_text(text, encoding="utf-8")
        files = ["--gold", str(tmp_path / f"gold.{ending}"), "--pred", str(tmp_path / f"pred.{ending}")]
        main([command, *files, "--entries", "-", *options])
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return run


def lines(*records):
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def test_a_sentence_of_spans(entries):
    _, second = entries("span", *SPANS.values(), "--metrics", "Span F1,Span macro F1")
    assert second == {
        "id": "2",
        "counts": {
            "Span F1": {"correct": 0, "predicted": 1, "gold": 1},
            "Span macro F1": {"LOC": {"gold": 1}, "PER": {"predicted": 1}},
        },
        "in_error": ["Span F1", "Span macro F1"],
        "tokens": ["Oslo"],
        "gold": [{"start": 0, "end": 1, "label": "LOC", "text": "Oslo"}],
        "predicted": [{"start": 0, "end": 1, "label": "PER", "text": "Oslo"}],
    }


def test_a_unit_without_error_is_in_error_by_no_metric(entries):
    first, _ = entries("span", *SPANS.values())
    assert first["in_error"] == []


def test_a_classified_document(entries):
    gold = lines({"id": "d1", "gold": "sport", "text": "Zwei Tore – größer geht’s nicht"})
    (only,) = entries(
        "classify", gold, lines({"id": "d1", "pred": "news"}), "--metrics", "Accuracy", "--disjoint-labels",
        ending="jsonl",
    )  # fmt: skip
    assert only == {
        "id": "d1", "counts": {"Accuracy": {"correct": 0, "documents": 1}}, "in_error": ["Accuracy"],
        "text": "Zwei Tore – größer geht’s nicht", "gold": "sport", "predicted": "news",
    }  # fmt: skip


def test_a_metric_without_counts_has_none_but_its_errors(entries):
    gold = lines({"id": 1, "gold": ["a"]}, {"id": 2, "gold": []})
    pred = lines({"id": 1, "scores": {"a": 0.2}}, {"id": 2, "scores": {"a": 0.9}})
    first, _ = entries("classify", gold, pred, "--metrics", "Micro F1,ROC-AUC", ending="jsonl")
    assert list(first["counts"]) == ["Micro F1"]
    assert first["in_error"] == ["Micro F1", "ROC-AUC"]
    assert first["scores"] == {"a": 0.2}


def test_the_tasks_own_options_hold_for_the_units_too(entries):
    gold, pred = lines({"id": 1, "gold": ["a"]}), lines({"id": 1, "scores": {"a": 0.4}})
    options = ("--metrics", "Micro F1", "--threshold", "0.3")
    assert entries("classify", gold, pred, *options, ending="jsonl")[0]["predicted"] == ["a"]


def test_a_parsed_sentence(entries):
    units = entries(
        "ud", treebank(sentences=2), treebank([1], sentences=2), "--metrics", "UPOS", ending="conllu"
    )
    assert [unit["in_error"] for unit in units] == [[], ["UPOS"]]
    assert units[1]["counts"]["UPOS"]["correct"] == 2
    assert (units[1]["gold"][0]["upos"], units[1]["predicted"][0]["upos"]) == ("PROPN", "X")


def test_a_label_that_utf8_cannot_hold_goes_out_as_its_escape(entries):
    gold = '{"id": 1, "gold": "\\ud800"}\n'
    (only,) = entries("classify", gold, gold.replace("gold", "pred"), "--metrics", "Accuracy", ending="jsonl")
    assert only["gold"] == "\ud800"


def test_a_file_holds_the_lines_beside_the_table(tmp_path, capsys):
    out = tmp_path / "entries.jsonl"
    assert main(["ud", *write_pair(tmp_path), "--entries", str(out)]) == 0
    assert out.read_text(encoding="utf-8").count("\n") == 40
    assert "UPOS  91.67" in capsys.readouterr().out


def test_a_failing_row_is_said_on_standard_error_where_the_units_are_on_standard_output(tmp_path, capsys):
    assert main(["ud", *write_pair(tmp_path), "--entries", "-", "--reference", "UPOS=99"]) == 1
    out, err = capsys.readouterr()
    assert len([json.loads(line) for line in out.splitlines()]) == 40
    assert err == "ud/und/gold/UPOS 91.67 is 7.33 below 99.00\n"


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("gold.conllu", "--entries {}/gold.conllu is also {}/gold.conllu, which it would replace"),
        ("rows.json", "--entries {}/rows.json is also the place of --json"),
        ("nowhere/e.jsonl", "{}/nowhere/e.jsonl: cannot be written"),
    ],
)
def test_a_place_that_cannot_be_had_is_one_message(tmp_path, capsys, place, says):
    options = [
        *write_pair(tmp_path),
        "--json",
        str(tmp_path / "rows.json"),
        "--entries",
        str(tmp_path / place),
    ]
    assert main(["ud", *options]) == 2
    assert says.format(*[tmp_path] * 2) in capsys.readouterr().err
    assert (tmp_path / "gold.conllu").read_text(encoding="utf-8") == treebank()


def test_a_full_disk_leaves_the_older_file(tmp_path, monkeypatch):
    out = tmp_path / "entries.jsonl"
    out.write_text("old\n", encoding="utf-8")

    def fails(descriptor):
        raise OSError(28, "No space left on device")

    options = ["ud", *write_pair(tmp_path), "--entries", str(out)]
    monkeypatch.setattr("os.fsync", fails)
    assert main(options) == 2
    assert Path(out).read_text(encoding="utf-8") == "old\n"
