"""Labels in pandas, in one-hot rows and in sparse matrices: what names documents and labels matches them."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse

from scoring import labels
from scoring.base.errors import AlignmentError, InputError

GOLD = pd.Series(["a", "b", "b"], index=["x", "y", "z"])
PRED = pd.Series(["a", "b", "a"], index=["x", "y", "z"])  # two of three


def test_series_are_matched_by_their_index_whatever_its_order():
    whole = labels.scores(PRED.tolist(), GOLD.tolist())
    assert labels.scores(PRED, GOLD) == labels.scores(PRED[::-1], GOLD) == whole
    numbers = PRED.reset_index(drop=True)
    assert labels.scores(numbers[::-1], GOLD.reset_index(drop=True)) == whole
    found = labels.LABELS.align(labels.LABELS.read(GOLD, "gold"), labels.LABELS.read(PRED[::-1], "pred"))
    assert labels.LABELS.unit_ids(found) == ["x", "y", "z"]


def test_a_list_or_an_array_has_the_order_of_the_series():
    assert labels.scores(PRED.tolist(), GOLD).accuracy == pytest.approx(200 / 3)
    assert labels.scores(PRED, GOLD.to_numpy()).accuracy == pytest.approx(200 / 3)


def test_two_indexes_that_name_other_documents_are_not_matched_by_order():
    with pytest.raises(
        AlignmentError, match=r"pred has no document for gold.*\(id 'x'\).*give lists \(.tolist\(\)\)"
    ):
        labels.scores(PRED.reset_index(drop=True), GOLD)


def test_an_index_with_a_name_twice_matches_only_one_that_is_the_same():
    twice = pd.Series(["a", "b"], index=[0, 0])
    assert labels.scores(twice, twice).accuracy == 100.0
    with pytest.raises(AlignmentError, match="the index of pred has '0' twice"):
        labels.scores(twice, pd.Series(["a", "b"]))


def test_a_frame_holds_both_sides_and_its_index_or_a_field_the_ids():
    frame = pd.DataFrame({"y_true": GOLD, "y_pred": PRED})
    whole = labels.scores(PRED, GOLD)
    assert labels.scores(frame, frame) == labels.scores(frame[::-1], frame) == whole
    named = frame.rename(columns={"y_pred": "system"}).reset_index(names="uid")
    assert labels.scores(named[::-1], named, pred_field="system", id_field="uid") == whole
    with pytest.raises(InputError, match=r"pred, document 2 \(id 'y'\): pred is nan"):
        labels.scores(frame.assign(y_pred=["a", None, "a"]), frame)
    with pytest.raises(InputError, match="there is no field 'pred'; the fields are: y_true, system"):
        labels.scores(named[["y_true", "system"]], named)


def test_a_column_for_each_label_keeps_its_name_and_is_matched_by_it():
    gold = pd.DataFrame([[1, 0], [0, 1]], columns=["spam", "urgent"])
    scores = pd.DataFrame([[0.9, 0.1], [0.2, 0.8]], columns=["spam", "urgent"])
    found = labels.multilabel_scores(scores, gold)
    assert (list(found.by_label), found.micro_f1) == (["spam", "urgent"], 100.0)
    assert labels.multilabel_scores(scores[["urgent", "spam"]][::-1], gold) == found
    assert labels.multilabel_scores(scores, gold[["urgent", "spam"]].astype(bool)) == found
    assert labels.multilabel_scores(scores, [{"spam"}, {"urgent"}]) == found
    assert labels.roc_auc(scores[["urgent", "spam"]], gold).by_label == {"spam": 100.0, "urgent": 100.0}


def test_an_array_has_the_columns_of_a_frame_in_its_order():
    gold = pd.DataFrame([[1, 0], [0, 1]], columns=["urgent", "spam"])
    found = labels.multilabel_scores(np.array([[0.9, 0.1], [0.8, 0.2]]), gold)
    assert [found.by_label[name].predicted for name in ("urgent", "spam")] == [2, 0]
    with pytest.raises(AlignmentError, match="pred is an array of 3 columns without names"):
        labels.multilabel_scores(np.zeros((2, 3)), gold)


def test_a_frame_holds_lists_of_labels_or_numbers_alone():
    gold = pd.DataFrame({"gold": [["a"], ["a", "b"]]})
    assert labels.multilabel_scores(pd.DataFrame({"pred": [["a"], ["a"]]}), gold).micro_f1 == 80.0
    assert labels.multilabel_scores(pd.Series([["a"], ["a"]]), gold).micro_f1 == 80.0
    with pytest.raises(InputError, match="a column of numbers for each label is needed"):
        labels.multilabel_scores(pd.DataFrame({"a": [0.5, 0.1], "domain": ["x", "y"]}), gold)


EYE = np.eye(3, dtype=int)


@pytest.mark.parametrize(
    "make",
    [np.array, lambda rows: rows.astype(float), lambda rows: rows.astype(bool), lambda rows: rows.tolist(),
     scipy.sparse.csr_matrix, scipy.sparse.coo_array],
    ids=["array", "floats", "truth values", "lists", "sparse matrix", "sparse array"],
)  # fmt: skip
def test_one_hot_rows_are_one_label_a_document(make):
    found = labels.scores(make(EYE[[0, 1, 2]]), make(EYE[[0, 1, 1]]))
    assert found == labels.scores([0, 1, 2], [0, 1, 1])
    assert labels.scores(make(EYE), [0, 1, 1]).accuracy == pytest.approx(200 / 3)


def test_one_hot_columns_of_a_frame_are_the_labels():
    gold = pd.get_dummies(pd.Series(["b", "a", "b"]))
    assert labels.scores(gold[["b", "a"]], gold) == labels.scores(["b", "a", "b"], ["b", "a", "b"])
    assert labels.scores(gold, ["b", "a", "a"]).accuracy == pytest.approx(200 / 3)
    assert labels.scores(gold.to_numpy(), gold[["a", "b"]]).accuracy == 100.0


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[1, 0], [1, 1]], "pred, document 2: the row has 2 ones, but one label is needed: .*multilabel"),
        ([[1, 0], [0, 0]], "pred, document 2: the row has 0 ones"),
        (
            [[1, 0], [0.4, 0.6]],
            r"document 2: the row has other numbers than 0 and 1, .*scores.argmax\(axis=1\)",
        ),
        ([[1, 0], [0.5, 1]], "document 2: the row has other numbers than 0 and 1"),
        (
            np.array([[1], [0]]),
            r"pred has shape \(2, 1\), but one label for each document is needed, or one-hot",
        ),
    ],
)
def test_rows_that_are_not_one_hot_are_named(rows, message):
    with pytest.raises(InputError, match=message):
        labels.scores(rows, [0, 1])


def test_one_hot_rows_without_names_are_not_taken_for_labels_with_names():
    with pytest.raises(
        AlignmentError, match="pred is one-hot rows whose columns have no names, gold has labels like 'a'"
    ):
        labels.scores(EYE, ["a", "b", "c"])


def test_a_sparse_matrix_is_what_its_dense_table_is():
    gold, pred = np.array([[1, 0, 1], [0, 0, 1]]), np.array([[1, 1, 0], [0, 0, 1]])
    values = np.array([[0.9, 0.0, 0.2], [0.0, 0.0, 0.7]])
    assert labels.multilabel_scores(scipy.sparse.csr_matrix(pred), scipy.sparse.csc_array(gold)) == (
        labels.multilabel_scores(pred, gold)
    )
    assert labels.roc_auc(scipy.sparse.csr_matrix(values), gold) == labels.roc_auc(values, gold)
    with pytest.raises(InputError, match="gold, document 1: gold of the label 2 is 2, but 0 or 1 is needed"):
        labels.multilabel_scores(pred, scipy.sparse.csr_matrix([[1, 0, 2], [0, 0, 1]]))
    with pytest.raises(
        InputError, match="ROC-AUC ranks documents by score, and the prediction holds labels only"
    ):
        labels.roc_auc(scipy.sparse.csr_matrix(pred), gold)
