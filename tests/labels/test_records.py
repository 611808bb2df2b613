"""Documents as records: JSON arrays, and what a text-classification pipeline of transformers returns."""

import json

import pytest

from scoring import labels
from scoring.base.errors import InputError


@pytest.fixture
def write(tmp_path):
    def write(name, text):
        path = tmp_path / name
        path.write_text(text if isinstance(text, str) else json.dumps(text, indent=1), encoding="utf-8")
        return path

    return write


RANKED = [
    [{"label": "pos", "score": 0.9}, {"label": "neg", "score": 0.1}],
    [{"label": "pos", "score": 0.2}, {"label": "neg", "score": 0.8}],
    [{"label": "pos", "score": 0.6}, {"label": "neg", "score": 0.4}],
]
GOLD = ["pos", "neg", "neg"]  # two of three


def test_the_label_of_each_document_is_read_from_a_pipeline():
    best = [{"label": label, "score": 0.9} for label in ("pos", "neg", "pos")]
    assert labels.scores(best, GOLD).accuracy == pytest.approx(200 / 3)
    assert labels.scores(RANKED, GOLD) == labels.scores(best, GOLD)
    assert labels.scores([row[:1] for row in RANKED], ["pos"] * 3).accuracy == 100.0


def test_scores_of_all_labels_are_scores_of_several_labels_too():
    gold = [["pos"], ["neg"], ["neg"]]
    as_scores = [{one["label"]: one["score"] for one in row} for row in RANKED]
    assert labels.multilabel_scores(RANKED, gold) == labels.multilabel_scores(as_scores, gold)


@pytest.mark.parametrize(
    ("ranking", "message"),
    [
        pytest.param([("a", 0.5), ("b", 0.5)], "labels .a. and .b. both have the highest score, 0.5", id="a tie"),
        pytest.param([("a", 0.5), ("b", float("nan"))], "score of the label 'b' is nan, but a number", id="nan"),
        pytest.param([("a", "high")], "score of the label 'a' is 'high', but a number", id="a word"),
        pytest.param([("a", 0.5), ("a", 0.4)], "'a' stands twice among the labels with a score", id="twice"),
        pytest.param([(None, 0.5)], "None is no label among", id="no label"),
    ],
)  # fmt: skip
def test_scores_that_say_no_label_are_one_message(ranking, message):
    with pytest.raises(InputError, match=message):
        labels.scores([[{"label": label, "score": score} for label, score in ranking]], ["a"])


def test_scores_by_label_in_a_file_say_the_best_where_one_label_is_asked_for(write):
    pred = write("pred.jsonl", '{"id": 1, "scores": {"a": 0.3, "b": 0.7}}\n')
    assert labels.scores(pred, {1: "b"}).accuracy == 100.0


def test_a_json_array_is_read_as_json_lines_are(write):
    gold = write("gold.json", [{"id": 2, "label": "a"}, {"id": 1, "label": "b"}])
    pred = write("pred.jsonl", '{"id": 1, "label": "b"}\n{"id": 2, "label": "b"}\n')
    assert labels.scores(pred, gold).accuracy == 50.0
    assert labels.read(write("gold", [{"id": 2, "label": "a"}])).ids == ("2",)


def test_what_a_pipeline_returned_is_read_from_a_file_beside_its_gold(write):
    both = [{"gold": gold, **row[0]} for gold, row in zip(GOLD, RANKED, strict=True)]
    path = write("both.json", both)
    assert labels.scores(path, path, pred_field="label").accuracy == pytest.approx(100 / 3)  # always pos
    lines = write("pred.jsonl", "".join(json.dumps(row) + "\n" for row in RANKED))
    assert labels.read(lines).columns["scores"][1] == {"pos": 0.2, "neg": 0.8}
    assert labels.read(write("pred.json", RANKED)).columns == labels.read(lines).columns


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[\n {"id": 1, "gold": "a"},\n\n {"id": 2}\n]', r"gold.json:4 \(id '2'\): gold is missing"),
        ('[\n {"id": 1, "gold": "a"},\n 5\n]', "gold.json:3: an object is needed, as in .* got a number"),
        ('[\n {"id": 1, "gold": "a"},\n {]', "gold.json:3: not JSON"),
        ('[\n {"id": 1, "gold": "a", "gold": "b"}\n]', "gold.json: field 'gold' stands twice"),
        ("[]", "gold.json: the file has no documents"),
        ('[[{"label": "a", "score": 1}, {"label": "a", "score": 2}]]', "gold.json:1: 'a' stands twice"),
    ],
)  # fmt: skip
def test_a_fault_in_an_array_has_its_line(write, text, message):
    with pytest.raises(InputError, match=message):
        labels.scores({1: "a", 2: "b"}, write("gold.json", text))
