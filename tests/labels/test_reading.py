"""Every way to give labels says the same, and every fault in them is one clear error."""

import io
import json
import math
import re
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import labels
from scoring.base.errors import AlignmentError, InputError, UsageError
from scoring.base.table import in_order
from scoring.metrics.task import gold_sha256
from tests.shared import ROOT

FIXTURES = ROOT / "fixtures" / "labels"
L, M = labels.LABELS, labels.MULTILABEL


@pytest.fixture
def write(tmp_path):
    def write(name, text):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def aligned(task, gold, pred, **options):
    return task.align(task.read(gold, "gold"), task.read(pred, "pred"), **options)


def digest(task, gold, pred):
    return gold_sha256(task.unit_digests(aligned(task, gold, pred)))


JSONL = '{"id": "d1", "gold": "a", "pred": "b", "x": 1}\n\n{"id": "d2", "gold": "b", "pred": "b", "x": 2}\n'
CSV = 'id,gold,pred,x\nd1,a,b,1\nd2,"b",b,2\n'


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("one.jsonl", JSONL),
        ("one.txt", JSONL),
        ("one.csv", CSV),
        ("one.csv", CSV.replace("\n", "\r\n")),
        ("one.csv", "\ufeff" + CSV),
        ("one.csv", CSV.replace(",", ";")),
        ("one.tsv", CSV.replace(",", "\t").replace('"', "")),
        ("one.csv", CSV.replace("id,", "n,")),  # without ids, in one file
    ],
)
def test_one_file_holds_gold_and_prediction(write, name, text):
    path = write(name, text)
    assert labels.scores(path, path) == labels.scores(["b", "b"], ["a", "b"])
    assert digest(L, path, path) == digest(L, ["a", "b"], ["b", "b"])
    with path.open("rb") as gold, path.open(encoding="utf-8") as pred:
        assert labels.scores(pred, gold).accuracy == 50.0
    assert labels.scores(labels.read(path), labels.read(path)).accuracy == 50.0


def test_ids_are_matched_whatever_their_order(write):
    gold = write("gold.csv", "id,gold\nd10,c\nd2,b\nd1,a\n")
    pred = write(
        "pred.jsonl", '{"id": "d1", "pred": "a"}\n{"id": "d2", "pred": "b"}\n{"id": "d10", "pred": "x"}\n'
    )
    found = aligned(L, gold, pred)
    assert L.unit_ids(found) == ["d1", "d2", "d10"]
    assert [L.describe(found, unit)["predicted"] for unit in range(3)] == ["a", "b", "x"]
    assert digest(L, gold, pred) == digest(L, ["a", "b", "c"], ["a", "b", "c"])


@pytest.mark.parametrize(
    "make",
    [
        list, tuple, np.array, iter, lambda items: dict(enumerate(items)),
        lambda items: [{"id": place, "gold": item, "pred": item} for place, item in enumerate(items)],
    ],
    ids=["list", "tuple", "array", "iterator", "by id", "records"],
)  # fmt: skip
@pytest.mark.parametrize("items", [["b", "a"], [2, 1], [True, False]])
def test_labels_come_as_any_collection(make, items):
    scores = labels.scores(make(items), make(items))
    assert scores.accuracy == 100.0
    assert list(scores.by_label) == sorted(items)


def test_numbers_of_an_array_are_the_labels_of_a_file(write):
    path = write("gold.csv", "id,gold\n1,0\n2,1\n")
    assert labels.scores(np.array([0, 1]), path).accuracy == 100.0
    assert list(labels.scores([0, 0], path).by_label) == ["0", "1"]
    assert labels.scores([0.0, 1.0], [0, 1]).accuracy == 100.0


MULTI_JSONL = (
    '{"id": "d1", "gold": ["a", "b"], "scores": {"a": 0.9, "b": 0.2, "c": 0.5}}\n'
    '{"id": "d2", "gold": [], "scores": {"c": 0.1, "b": 0.6, "a": 0.1}}\n'
)
GOLD_SETS, VALUES = [{"a", "b"}, set()], [{"a": 0.9, "b": 0.2, "c": 0.5}, {"a": 0.1, "b": 0.6, "c": 0.1}]
MULTI_CSV = "id,gold,score:b,score:a,scores.c,n\nd2,,.6,.1,.1,7\nd1,a|b,.2,.9,.5,7\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("one.jsonl", MULTI_JSONL),
        ("one.csv", MULTI_CSV),
        ("one.tsv", MULTI_CSV.replace(",", "\t")),
        ("one.csv", "id,gold,a,b,c\nd1,a|b,.9,.2,.5\nd2,,.1,.6,.1\n"),
        ("one.csv", "id,gold:a,gold:b,score:a,score:b,score:c\nd1,1,1,.9,.2,.5\nd2,0,0,.1,.6,.1\n"),
    ],
)
def test_scores_of_labels_come_in_fields_and_columns(write, name, text):
    path = write(name, text)
    assert labels.multilabel_scores(path, path) == labels.multilabel_scores(VALUES, GOLD_SETS)
    assert labels.roc_auc(path, path) == labels.roc_auc(VALUES, GOLD_SETS)
    assert digest(M, path, path) == digest(M, GOLD_SETS, VALUES) == digest(M, [["b", "a"], []], VALUES)


def test_gold_has_a_column_of_zeros_and_ones_for_each_label(write):
    gold, pred = write("gold.csv", "id,a,b\n1,1,0\n2,0,1\n"), write("pred.csv", "id,a,b\n2,.1,.9\n1,.8,.6\n")
    assert labels.multilabel_scores(pred, gold).micro_f1 == pytest.approx(200 * 2 / 5)


def test_predicted_labels_need_no_scores(write):
    path = write("one.csv", "id,gold,pred\n1,a|b,a\n2,b,b|c\n")
    assert labels.multilabel_scores(path, path) == labels.multilabel_scores(
        [{"a"}, {"b", "c"}], [{"a", "b"}, {"b"}]
    )
    assert labels.multilabel_scores({"x": ["a"]}, {"x": ["a"]}).micro_f1 == 100.0


def test_spacy_categories_are_scores_and_gold():
    gold = [{"a": 1.0, "b": 0.0}, {"a": 0.0, "b": 1.0}]  # doc.cats
    assert labels.multilabel_scores([{"a": 0.8, "b": 0.1}, {"b": 0.7, "a": 0.6}], gold).micro_f1 == 80.0


def test_labels_without_ids_belong_to_a_files_documents_in_its_order(write):
    path = write("gold.csv", "id,gold\nd2,b\nd1,a\n")
    assert labels.scores(["b", "a"], path).accuracy == 100.0
    assert L.unit_ids(aligned(L, path, ["b", "a"])) == ["d1", "d2"]


def test_arrays_name_their_labels_by_column():
    gold, values = [[1, 0], [0, 1]], [[0.9, 0.1], [0.2, 0.8]]
    expected = labels.multilabel_scores(values, gold)
    assert list(expected.by_label) == [0, 1]
    assert (
        labels.multilabel_scores(np.array(values, dtype=np.float32), np.array(gold, dtype=bool)) == expected
    )
    assert labels.multilabel_scores(np.array(values) > 0.5, np.array(gold)) == expected
    assert labels.multilabel_scores([np.array(row) for row in values], tuple(map(tuple, gold))) == expected


def test_scores_may_be_of_any_range_unless_one_is_declared():
    assert labels.multilabel_scores([[-3.0], [40.0]], [[0], [1]], threshold=0.0).micro_f1 == 100.0
    with pytest.raises(
        InputError, match=r"pred, document 2: the score of the label 0 is 40.0, .* range is 0 to 1"
    ):
        labels.multilabel_scores([[0.0], [40.0]], [[0], [1]], score_range=(0, 1))
    with pytest.raises(InputError, match="declared range"):
        aligned(M, [{"a"}], [{"a": 7}], score_range=[0, 1])


def test_a_slice_is_a_further_field_of_the_gold():
    found = aligned(L, FIXTURES / "topics-gold.jsonl", FIXTURES / "topics-candidate.csv")
    values = L.slices(found, "language")
    assert values == ["de"] * 32 + ["en"] * 32
    with pytest.raises(
        UsageError, match=r"topics-gold.jsonl has no field 'langage' .*did you mean 'language'"
    ):
        L.slices(found, "langage")
    with pytest.raises(UsageError, match=r"no field 'gold' to slice by"):
        L.slices(found, "gold")


def test_a_slice_needs_a_value_for_each_document():
    gold = [{"id": 1, "gold": "a", "n": 3}, {"id": 2, "gold": "b"}]
    found = aligned(L, gold, {1: "a", 2: "b"})
    with pytest.raises(UsageError, match=r"gold, document 2 \(id '2'\): n is missing"):
        L.slices(found, "n")
    with pytest.raises(UsageError, match="its only fields are the id and the labels"):
        L.slices(aligned(L, ["a"], ["a"]), "n")


def test_a_document_is_described_in_plain_types():
    one = aligned(L, FIXTURES / "topics-gold.jsonl", FIXTURES / "topics-reference.csv")
    shown = L.describe(one, 0)
    assert shown["id"] == "de-01"
    assert list(shown) == ["id", "text", "gold", "predicted"]
    several = aligned(M, [{"b", "a"}], [{"a": 0.5, "b": 0.25}])
    assert M.describe(several, 0) == {
        "id": "1", "gold": ["a", "b"], "predicted": ["a"], "scores": {"a": 0.5, "b": 0.25},
    }  # fmt: skip
    assert json.loads(json.dumps(shown)) == shown


def test_labels_are_those_of_gold_and_prediction():
    assert L.labels(aligned(L, ["b", "a"], ["c", "a"])) == ["a", "b", "c"]
    assert M.labels(aligned(M, [{"b"}], [{"a": 0.9, "b": 0.1, "c": 0.1}])) == ["a", "b"]


FAULTS = [
    # name and content of the gold file, what the message says
    ("g.jsonl", "", "g.jsonl: the file has no documents"),
    ("g.csv", "id,gold\n", "g.csv: the file has a header and no documents"),
    ("g.jsonl", '{"id": 1, "gold": "a"}\n{"id": 2, "gold"\n', r"g.jsonl:2: not JSON: .* \(column 17\); a file"),
    ("g.jsonl", '{"id": 1, "gold": "a", "gold" : "b"}\n', "g.jsonl:1: field 'gold' stands twice; keep one"),
    ("g.jsonl", '["a"]\n', "g.jsonl:1: an object is needed"),
    ("g.jsonl", '{"id": 1, "gold": "a"}\n' * 2, r"g.jsonl:2: the id '1' is also that of .*g.jsonl:1"),
    ("g.jsonl", '{"id": 1, "gold": "a"}\n{"gold": "a"}\n', "g.jsonl:2: the document has no id"),
    ("g.jsonl", '{"id": 1.5, "gold": "a"}\n', "the id is 1.5, but a string or a whole number"),
    ("g.jsonl", '{"id": 1, "class": "a"}\n', "g.jsonl: there is no field 'gold'; the fields are: id, class; name the"),
    ("g.jsonl", '{"id": 1, "gold": null}\n', r"g.jsonl:1 \(id '1'\): gold is missing"),
    ("g.jsonl", '{"id": 1, "gold": 1.5}\n', "gold is 1.5; a label is a string or a whole number"),
    ("g.jsonl", '{"id": 1, "gold": NaN}\n', "gold is nan; a label is"),
    ("g.jsonl", '{"id": 1, "gold": ["a", "b"]}\n', "several labels: that is the task multilabel"),
    ("g.csv", "id,gold\n1,\n", r"g.csv:2 \(id '1'\): gold is empty"),
    ("g.csv", "id,gold\n1,a,b\n", "g.csv:2: the row has 3 cells, the header has 2"),
    ("g.csv", "id,gold,gold\n1,a,b\n", "g.csv:1: the column 'gold' comes 2 times"),
    ("g.csv", 'id,gold\n1,"a\n', "g.csv:2: not CSV"),
    ("g.csv", b"id,gold\n1,\xff\n", r"g.csv:2: byte 11 \(0xFF\) is not UTF-8: "),
    ("g.jsonl", '{"id": 2, "gold": "a"}\n', r"pred has no document for .*g.jsonl:1 \(id '2'\); .*no document for pred"),
    ("g.jsonl", '{"id": 1, "gold": "a"}\n{"id": 2, "gold": "a"}\n', "has 2 documents, pred has 1"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "message"), FAULTS)
def test_a_fault_in_a_file_is_named_with_its_place(write, name, text, message):
    with pytest.raises((InputError, AlignmentError), match=message):
        labels.scores({1: "a"}, write(name, text))


MULTI_FAULTS = [
    ("p.jsonl", '{"id": 1, "scores": {"a": NaN}}\n', r"p.jsonl:1 \(id '1'\): the score of the label 'a' is nan"),
    ("p.jsonl", '{"id": 1, "scores": {"a": 1e999}}\n', "the score of the label 'a' is inf"),
    ("p.jsonl", f'{{"id": 1, "scores": {{"a": 1{"0" * 400}}}}}\n', "the score of the label 'a' is inf"),
    ("p.jsonl", '{"id": 1, "scores": {"a": "high"}}\n', "scores of 'a' is 'high'"),
    ("p.jsonl", '{"id": 1, "scores": {"b": 0.5}}\n', r"gold, document 1 .* has the label 'a', which .*p.jsonl has no"),
    ("p.jsonl", '{"id": 1, "scores": [0.5]}\n', "scores holds 0.5"),
    ("p.jsonl", '{"id": 1, "pred": "a"}\n', "pred is 'a', but a list of labels is needed"),
    ("p.jsonl", '{"id": 1, "pred": ["a", "a"]}\n', "pred names 'a' twice"),
    ("p.jsonl", '{"id": 1}\n', "there is no field 'pred'; the fields are: id"),
    ("p.csv", "id,a,domain\n1,.5,news\n", "domain is 'news', but a number is needed; name the columns"),
    ("p.csv", "id,score:a,score.a\n1,.5,.5\n", "columns 'score:a' and 'score.a' are of one label"),
    ("p.csv", "id,score:a\n1,nan\n", r"p.csv:2 \(id '1'\): the score of the label 'a' is nan"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "message"), MULTI_FAULTS)
def test_a_fault_in_scores_is_named_with_its_place(write, name, text, message):
    with pytest.raises((InputError, AlignmentError), match=message):
        labels.multilabel_scores(write(name, text), {1: ["a"]})


def test_a_document_that_lacks_the_score_of_a_label_is_named(write):
    path = write("p.jsonl", '{"id": 1, "scores": {"a": 1}}\n{"id": 2, "scores": {"b": 1}}\n')
    with pytest.raises(InputError, match=r"p.jsonl:1 \(id '1'\): scores has no number for the label 'b'"):
        labels.multilabel_scores(path, {1: ["a"], 2: ["b"]})


def test_two_files_without_ids_are_not_matched_by_order(write):
    gold, pred = write("gold.csv", "gold\na\n"), write("pred.csv", "pred\na\n")
    with pytest.raises(
        AlignmentError, match=r"gold.csv has no field 'id', .*give every document an id in both"
    ):
        labels.scores(pred, gold)


@pytest.mark.parametrize(
    ("pred", "gold", "message"),
    [
        (["a"], ["a", "b"], "gold has 2 documents, pred has 1"),
        ([], [], "gold: there are no documents"),
        (np.array([["a"]]), ["a"], r"pred has shape \(1, 1\), but one label for each document"),
        ([None], ["a"], "pred, document 1: pred is missing"),
        ([math.nan], ["a"], "pred, document 1: pred is nan"),
        (["1"], [1], "the label '1' is a string in one place and the number 1 in another"),
        (3, ["a"], "cannot read pred from int"),
        ({"a"}, ["a"], "cannot read pred from set"),
        ("absent.jsonl", ["a"], "absent.jsonl: cannot be read: no such file"),
    ],
)
def test_labels_that_cannot_be_scored(pred, gold, message):
    with pytest.raises((InputError, AlignmentError), match=message):
        labels.scores(pred, gold)


@pytest.mark.parametrize(
    ("values", "gold", "message"),
    [
        ([[0.1, 0.2]], [[1]], "gold has 1 labels, pred 2"),
        ([[0.1]], [[1], [0]], "gold has 2 documents, pred has 1"),
        ([[0.1], [0.1, 0.2]], [[1], [0]], "pred has rows of 1 to 2 numbers"),
        ([[math.nan]], [[1]], "pred, document 1: the score of the label 0 is nan, but a finite number"),
        ([[math.inf]], [[1]], "is inf, but a finite number"),
        ([[0.1]], [[2]], "gold, document 1: gold of the label 0 is 2, but 0 or 1"),
        ([[0.1]], [[math.nan]], "gold of the label 0 is nan"),
        ([[None]], [[1]], r"pred is an array of object with shape \(1, 1\)"),
        (np.zeros((1, 1, 1)), [[1]], r"with shape \(1, 1, 1\)"),
        (np.zeros((0, 2)), np.zeros((0, 2)), "there are no documents"),
        ([[0.1]], [{"a"}], "pred is an array of 1 columns without names, gold has the labels a"),
        (["a"], [{"a"}], "pred is 'a', but a list of labels is needed"),
    ],
)
def test_scores_that_cannot_be_scored(values, gold, message):
    for function in (labels.multilabel_scores, labels.roc_auc):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with pytest.raises((InputError, AlignmentError), match=message):
                function(values, gold)


@pytest.mark.parametrize("threshold", [math.nan, math.inf, "0.5", None, True])
def test_the_threshold_is_a_finite_number(threshold):
    with pytest.raises(UsageError, match="the threshold is"):
        labels.multilabel_scores([[0.1]], [[1]], threshold=threshold)


@pytest.mark.parametrize("score_range", [(1, 0), (0,), ("a", "b")])
def test_a_range_is_two_numbers(score_range):
    with pytest.raises(UsageError, match="score_range is"):
        labels.multilabel_scores([[0.1]], [[1]], score_range=score_range)


def test_a_task_has_no_other_options():
    with pytest.raises(UsageError, match="task labels has no option threshold"):
        aligned(L, ["a"], ["a"], threshold=0.5)
    with pytest.raises(
        UsageError, match="task multilabel has no option cluster; its options: threshold, score_range"
    ):
        aligned(M, [{"a"}], [{"a"}], cluster="document")


def test_reading_wants_a_path_or_a_file():
    with pytest.raises(InputError, match="cannot read documents from int"):
        labels.read(3)
    assert labels.read(io.StringIO(JSONL)).ids == ("d1", "d2")


@given(st.lists(st.text("ad01", max_size=4), unique=True))
def test_ids_are_ordered_with_runs_of_digits_as_numbers(ids):
    def key(name):
        return [int(part) if part.isdigit() else part for part in re.split("([0-9]+)", name)], name

    assert [ids[place] for place in in_order(ids)] == sorted(ids, key=key)


def test_gold_may_say_of_each_label_whether_it_is_true():
    gold = [{"a": True, "b": False}, {"a": False, "b": True}]
    assert labels.multilabel_scores([{"a"}, {"a"}], gold).micro_f1 == 50.0
    with pytest.raises(InputError, match="pred of 'a' is True"):
        labels.multilabel_scores(gold, gold)


def test_truth_values_are_the_same_labels_in_memory_and_in_a_file(tmp_path):
    path = tmp_path / "gold.jsonl"
    path.write_text('{"id": 1, "gold": true}\n{"id": 2, "gold": false}\n')
    assert labels.scores({1: True, 2: False}, path).accuracy == 100.0


def test_a_line_nested_too_deeply_is_one_clear_error():
    line = '{"id": 1, "gold": "a", "x": ' + "[" * 100_000 + "]" * 100_000 + "}"
    with pytest.raises(InputError, match=r"^<file>:1: not JSON"):
        labels.read(io.StringIO(line))
