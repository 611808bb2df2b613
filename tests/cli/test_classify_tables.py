"""``onenlp classify`` and ``init`` on tables as people have them: options say how; no task is guessed in silence."""

import json
from pathlib import Path

import pytest

from scoring.cli import main
from tests.cli.files import rows_of

GOLD = "id,text,topic\n1,a goal,sport\n2,a tax,politics\n3,rain,sport\n"
PRED = "1,sport\n2,sport\n3,sport\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Writes files into the working folder."""
    monkeypatch.chdir(tmp_path)

    def write(**files):
        for name, text in files.items():
            (tmp_path / name.replace("_", ".")).write_text(text, encoding="utf-8")
        return tmp_path

    return write


def classify(capsys, *options):
    """The status, the rows by metric and what was said on standard error."""
    status = main(["classify", "--gold", "gold.csv", "--pred", "pred.csv", "--json", "out.json", *options])
    said = capsys.readouterr().err
    return (
        status,
        {row["metric"]: row["score"] for row in rows_of(Path("out.json"))} if status == 0 else {},
        said,
    )


def test_fields_are_named_and_the_task_that_is_guessed_is_said_with_the_option_that_settles_it(
    folder, capsys
):
    folder(gold_csv=GOLD, pred_csv="id,label\n" + PRED)
    options = ("--gold-field", "topic", "--pred-field", "label", "--id-field", "id")
    status, scores, said = classify(capsys, *options)
    assert (status, scores["Accuracy"]) == (0, pytest.approx(200 / 3))
    assert said == (
        "onenlp: by the look of gold.csv and pred.csv this is task labels; "
        "--task labels says that it is, --task multilabel that it is not\n"
    )
    assert classify(capsys, *options, "--task", "labels") == (0, scores, "")


def test_zeros_and_ones_in_a_field_of_labels_are_labels_and_it_is_said(folder, capsys):
    folder(gold_csv="id,label\n1,0\n2,1\n", pred_csv="id,label\n1,0\n2,0\n")
    status, scores, said = classify(capsys)
    assert (status, scores["Accuracy"]) == (0, 50.0)
    assert "this is task labels; --task labels says" in said


def test_a_column_for_each_label_is_said_to_be_several_labels(folder, capsys):
    folder(gold_csv="id,a,b\n1,0,1\n", pred_csv="id,a,b\n1,.2,.7\n")
    status, scores, said = classify(capsys)
    assert (status, scores["Micro F1"]) == (0, 100.0)
    assert "this is task multilabel; --task multilabel says that it is, --task labels that it is not" in said


@pytest.mark.parametrize(
    ("gold", "pred"),
    [
        pytest.param("id,gold:a\n1,1\n", "id,score:a\n1,.9\n", id="columns that say so"),
        pytest.param('{"id": 1, "gold": ["a"]}\n', '{"id": 1, "pred": ["a"]}\n', id="lists"),
        pytest.param('{"id": 1, "gold": "a"}\n', "id,pred\n1,a\n", id="a text in JSON Lines"),
    ],
)
def test_a_form_that_only_one_task_can_read_is_no_guess(folder, capsys, gold, pred):
    folder(gold_jsonl=gold, pred_csv=pred, gold_csv=gold, pred_jsonl=pred)
    names = ["gold.csv" if "," in gold[:6] else "gold.jsonl", "pred.csv" if "," in pred[:8] else "pred.jsonl"]
    assert main(["classify", "--gold", names[0], "--pred", names[1], "--json", "out.json"]) == 0
    assert "look" not in capsys.readouterr().err


def test_an_empty_cell_is_no_reason_to_take_another_task(folder, capsys):
    folder(gold_csv="id,gold\n1,a\n2,\n3,b\n", pred_csv="id,pred\n1,a\n2,b\n3,b\n")
    status, _, said = classify(capsys)
    assert status == 2
    assert said == (
        "onenlp: gold.csv:3 (id '2'): gold is empty, and no cell has several labels; name what the files hold: "
        "--task labels needs a label there, --task multilabel takes it for a document without labels\n"
    )
    # a and b of gold are found, the b of document 2 is spurious: 2 of 3 predicted, 2 of 2 gold.
    assert classify(capsys, "--task", "multilabel")[1]["Micro F1"] == 80.0
    assert "gold is empty, but each document has one label" in classify(capsys, "--task", "labels")[2]


def test_a_table_without_a_header_is_refused_or_its_columns_are_named(folder, capsys):
    folder(gold_csv="1,sport\n2,politics\n3,sport\n", pred_csv=PRED)
    status, _, said = classify(capsys)
    assert (status, "the first line looks like a document" in said, "--columns id,label" in said) == (
        2,
        True,
        True,
    )
    for options in (
        ["--columns", "id,label"],
        ["--no-header", "--id-field", "1", "--gold-field", "2", "--pred-field", "2"],
    ):
        status, scores, _ = classify(capsys, *options)
        assert (status, scores["Accuracy"]) == (0, pytest.approx(200 / 3))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--header", "--no-header"], "--header or --no-header is given twice; keep one"),
        (["--gold-field", "class"], "gold.csv: there is no field 'class'; the fields are: id, text, topic"),
        (["--columns", "id,,label"], "--columns: 'id,,label' has an empty name in it"),
    ],
)
def test_an_option_that_does_not_fit_is_one_message(folder, capsys, options, says):
    folder(gold_csv=GOLD, pred_csv="id,label\n" + PRED)
    status, _, said = classify(capsys, *options)
    assert (status, said.count("\n")) == (2, 1)
    assert says in said


def test_a_file_is_not_scored_against_itself(folder, capsys):
    folder(gold_csv="id,label\n1,a\n")
    assert main(["classify", "--gold", "gold.csv", "--pred", "gold.csv", "--task", "labels"]) == 2
    assert (
        "gold and pred are both the field 'label' of gold.csv; name the other file" in capsys.readouterr().err
    )


def test_the_command_that_records_a_missing_row_reads_as_this_one_did(folder, capsys):
    folder(
        gold_csv="1,sport\n2,politics\n",
        pred_csv=PRED[:16],
        refs_json='{"schema": "onenlp-rows/1", "rows": []}',
    )
    options = [
        "--columns",
        "id,label",
        "--task",
        "labels",
        "--reference-file",
        "refs.json",
        "--metrics",
        "Accuracy",
    ]
    assert main(["classify", "--gold", "gold.csv", "--pred", "pred.csv", *options]) == 3
    assert "--columns id,label" in capsys.readouterr().out


def test_init_writes_how_the_files_are_read_and_power_reads_them_so(folder, capsys):
    path = folder(gold_csv="1,sport\n2,politics\n3,sport\n", pred_csv=PRED)
    files = ["--gold", "gold.csv", "--pred", "pred.csv"]
    how = ["--no-header", "--id-field", "1", "--gold-field", "2", "--pred-field", "2"]
    assert main(["init", *files, *how]) == 0
    assert "this is task labels" in capsys.readouterr().err
    text = (path / "onenlp_gates.toml").read_text()
    assert 'id_field = "1"\ngold_field = "2"\npred_field = "2"\nheader = false\n' in text
    assert main(["power", *files, *how, "--task", "labels"]) == 0
    (path / "onenlp_gates.toml").unlink()
    assert main(["init", *files, "--columns", "id,label"]) == 0
    assert 'columns = ["id", "label"]' in (path / "onenlp_gates.toml").read_text()


def test_init_has_no_fields_for_a_task_without_them(folder, capsys):
    line = "1\tHi\thi\tINTJ\t_\t_\t0\troot\t_\t_\n\n"
    folder(gold_conllu=line, pred_conllu=line)
    assert main(["init", "--gold", "gold.conllu", "--pred", "pred.conllu", "--gold-field", "x"]) == 2
    assert "--gold-field: task ud has no gold_field; remove the option" in capsys.readouterr().err


def test_init_and_power_tell_a_json_array_of_a_pipeline(folder, capsys):
    ranked = [[{"label": "a", "score": 0.9}, {"label": "b", "score": 0.1}]]
    folder(gold_json=json.dumps([{"id": 1, "label": "a"}]), pred_json=json.dumps([{"id": 1, "label": "a"}]))
    assert main(["init", "--gold", "gold.json", "--pred", "pred.json"]) == 0
    folder(pred_json=json.dumps(ranked))
    assert main(["power", "--gold", "gold.json", "--pred", "pred.json"]) == 2
    assert "pred.json looks like several or scores; name what they hold" in capsys.readouterr().err
