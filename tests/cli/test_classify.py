"""``onenlp classify``: which of its two tasks the files are of, and what each scores."""

import json

import pytest

from scoring.cli import main
from tests.cli.files import rows_of

ONE, SEVERAL = "labels", "multilabel"
FILES = {
    "one.jsonl": [{"id": 1, "gold": "a", "pred": "a"}, {"id": 2, "gold": "b", "pred": "a"}],
    "numbers.jsonl": [{"id": 1, "gold": 0, "pred": 0}, {"id": 2, "gold": 1, "pred": 0}],
    "several.jsonl": [{"id": 1, "gold": ["a"], "pred": ["a", "b"]}, {"id": 2, "gold": [], "pred": ["b"]}],
    "scores.jsonl": [{"id": 1, "scores": {"a": 0.9, "b": 0.3}}, {"id": 2, "scores": {"a": 0.1, "b": 0.4}}],
    "one.csv": "id,gold,pred\n1,a,a\n2,b,a\n",
    "several.csv": "id,gold,pred\n1,a|b,a\n2,b,a\n",
    "bars.csv": "id,gold,pred\n1,a|b,a|b\n2,b,a\n",
    "none.csv": "id,gold,pred\n1,a,a\n2,,a\n",
    "cells.csv": "id,gold:a,gold:b,score:a,score:b\n1,1,0,0.9,0.3\n2,0,1,0.1,0.4\n",
    "wide.csv": "id,a,b\n1,1,0\n2,0,1\n",
    "wider.csv": "id,a,b\n1,0.9,0.3\n2,0.1,0.4\n",
    "both.csv": "id,gold,pred,score:a,score:b\n1,a,a,0.9,0.3\n2,b,a,0.7,0.4\n",
    "other.csv": "id,class\n1,a\n2,b\n",
}


@pytest.fixture
def classify(tmp_path, capsys):
    """Scores two of the files; returns the status, and the rows by metric or what was said."""

    def run(gold, pred, *options):
        for name in (gold, pred):
            text = FILES[name]
            if isinstance(text, list):
                text = "".join(json.dumps(line) + "\n" for line in text)
            (tmp_path / name).write_text(text, encoding="utf-8")
        out = tmp_path / "rows.out.json"
        named = ["--gold", str(tmp_path / gold), "--pred", str(tmp_path / pred), "--json", str(out)]
        status = main(["classify", *named, *options])
        said = capsys.readouterr().err
        return status, {row["metric"]: row for row in rows_of(out)} if out.exists() else said

    return run


@pytest.mark.parametrize(
    ("gold", "pred", "task"),
    [
        pytest.param("one.jsonl", "one.jsonl", ONE, id="a label"),
        pytest.param("numbers.jsonl", "numbers.jsonl", ONE, id="a number"),
        pytest.param("one.csv", "one.csv", ONE, id="a cell"),
        pytest.param("one.csv", "one.jsonl", ONE, id="two formats"),
        pytest.param("both.csv", "both.csv", ONE, id="a label and scores beside it"),
        pytest.param("several.jsonl", "several.jsonl", SEVERAL, id="lists"),
        pytest.param("several.jsonl", "scores.jsonl", SEVERAL, id="scores"),
        pytest.param("several.csv", "several.csv", SEVERAL, id="a bar in a cell"),
        pytest.param("none.csv", "bars.csv", SEVERAL, id="an empty cell, and a bar in the other file"),
        pytest.param("cells.csv", "cells.csv", SEVERAL, id="marked columns"),
        pytest.param("wide.csv", "wider.csv", SEVERAL, id="a column for each label"),
    ],
)
def test_the_task_is_what_the_files_hold(classify, gold, pred, task):
    _, rows = classify(gold, pred)
    assert {row["signature"].split(".")[0] for row in rows.values()} == {task}


def test_files_that_look_like_two_tasks_need_a_name(classify):
    status, said = classify("one.jsonl", "scores.jsonl")
    assert status == 2
    assert "one.jsonl has one label for each document" in said
    assert "--task labels or --task multilabel" in said


def test_a_task_that_is_named_is_taken(classify):
    assert "Accuracy" not in classify("one.csv", "one.csv", "--task", "multilabel")[1]
    status, rows = classify("several.csv", "several.csv", "--task", "labels", "--disjoint-labels")
    assert (status, rows["Accuracy"]["score"]) == (0, 0.0)  # "a|b" is a label like any other


def test_a_file_without_the_field_is_named(classify):
    status, said = classify("other.csv", "one.csv")
    assert status == 2
    assert "other.csv: there is no field 'gold'; the fields are: id, class; name the one" in said


def test_the_threshold_is_from_where_on_a_label_is_predicted(classify):
    scores = [classify("cells.csv", "cells.csv", *options)[1]["Micro F1"]["score"]
              for options in ((), ("--threshold", "0.4"), ("--threshold=-1",))]  # fmt: skip
    # 0.5: a of 1 alone; 0.4: a of 1 and b of 2; -1: everything
    assert scores == [pytest.approx(200 / 3), 100.0, pytest.approx(200 * 2 / 6)]


@pytest.mark.parametrize(
    ("file", "options", "says"),
    [
        ("one.csv", ["--threshold", "0.4"], "--threshold: task labels has no threshold"),
        ("cells.csv", ["--threshold", "nan"], "--threshold: 'nan' is not a number"),
        ("cells.csv", ["--threshold", "half"], "--threshold: 'half' is not a number"),
        ("one.csv", ["--task", "spans"], "--task: invalid choice: 'spans'"),
        ("one.csv", ["--cluster", "document"], "unknown option --cluster"),
        ("one.csv", ["--labels", "c"], "there is no label 'c' in gold or prediction; it is one of: a, b"),
    ],
)
def test_what_is_not_there_is_one_message(classify, file, options, says):
    status, said = classify(file, file, *options)
    assert status == 2
    assert says in said
    assert said.count("\n") == 1


def test_single_labels_of_every_metric_that_has_them(classify):
    _, rows = classify("one.jsonl", "one.jsonl", "--by-label")
    assert sorted(name for name in rows if "[" in name) == [
        "Macro F1[a]",
        "Macro F1[b]",
        "Micro F1[a]",
        "Micro F1[b]",
    ]
    assert rows["Micro F1[a]"]["counts"] == {"correct": 1, "predicted": 2, "gold": 1}


def test_a_metric_that_needs_scores_is_an_error_row_where_there_are_none(classify):
    status, rows = classify("several.jsonl", "several.jsonl", "--metrics", "ROC-AUC")
    assert status == 2
    assert rows["ROC-AUC"]["reason"].startswith("not available: ROC-AUC ranks documents by score")


def test_a_metric_that_nobody_asked_for_is_left_out_where_it_cannot_be_had_and_named(classify):
    status, rows = classify("several.jsonl", "several.jsonl")
    assert (status, sorted(rows)) == (0, ["Macro F1", "Micro F1"])


def test_a_metric_of_the_reference_file_is_asked_for(classify, tmp_path):
    assert classify("several.jsonl", "scores.jsonl")[0] == 0
    refs = tmp_path / "refs.json"
    (tmp_path / "rows.out.json").rename(refs)
    status, rows = classify("several.jsonl", "several.jsonl", "--reference-file", str(refs))
    assert (status, rows["ROC-AUC"]["verdict"]) == (2, "error")


def test_a_reference_system_that_brings_no_figure_leaves_the_row_missing(classify, tmp_path):
    bare = tmp_path / "bare.jsonl"
    bare.write_text('{"id": 1, "pred": ["a"]}\n{"id": 2, "pred": ["b"]}\n')
    status, rows = classify("several.jsonl", "scores.jsonl", "--metrics", "ROC-AUC", "--ref-pred", str(bare))[
        :2
    ]
    assert status == 3
    assert rows["ROC-AUC"]["verdict"] == "missing"
