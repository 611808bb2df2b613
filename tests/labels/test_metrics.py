"""The metrics of labels on sets whose counts are made by hand; what a draw leaves out; single labels."""

import numpy as np
import pytest

from scoring import labels
from scoring.base.errors import InputError
from scoring.evidence.evidence import whole
from scoring.labels.cells import KINDS
from scoring.metrics.metric import NotAvailable

L, M = labels.LABELS, labels.MULTILABEL
#       d1       d2       d3      d4       d5
GOLD = ["sport", "sport", "news", "news", "art"]
PRED = ["sport", "news", "news", "sport", "law"]
SETS = [{"a", "b"}, {"b"}, set(), {"a"}]
FOUND = [{"a"}, {"b", "c"}, set(), {"b"}]


def evidence(task, metric, gold, pred, label=None, **options):
    aligned = task.align(task.read(gold, "gold"), task.read(pred, "pred"), **options)
    chosen = task.metrics()[metric]
    return chosen.measure(aligned) if label is None else chosen.for_label(aligned, label)


def test_the_metrics_are_shown_in_order():
    assert [(metric.id, metric.label) for metric in L.metrics().values()] == [
        ("accuracy", "Accuracy"),
        ("label_macro_f1", "Macro F1"),
        ("label_micro_f1", "Micro F1"),
    ]
    assert [(metric.id, metric.label) for metric in M.metrics().values()] == [
        ("multilabel_micro_f1", "Micro F1"),
        ("multilabel_macro_f1", "Macro F1"),
        ("roc_auc", "ROC-AUC"),
    ]


def test_one_label_a_document_by_hand():
    scores = labels.scores(PRED, GOLD)
    assert scores.accuracy == scores.micro_f1 == pytest.approx(40.0)  # d1, d3
    assert scores.by_label["sport"] == labels.Score(1, 2, 2, 50.0, 50.0, 50.0)
    assert scores.by_label["art"] == labels.Score(0, 0, 1, 0.0, 0.0, 0.0)
    assert scores.by_label["law"] == labels.Score(0, 1, 0, 0.0, 0.0, 0.0)
    assert scores.macro_f1 == pytest.approx((0 + 0 + 50 + 50) / 4)


@pytest.mark.parametrize(
    ("metric", "expected"), [("accuracy", 40.0), ("label_micro_f1", 40.0), ("label_macro_f1", 25.0)]
)
def test_the_evidence_of_one_label_a_document_scores_as_the_function_does(metric, expected):
    assert whole(evidence(L, metric, GOLD, PRED)) == pytest.approx(expected)


def test_micro_f1_equals_accuracy_under_any_weights():
    weights = np.array([[1, 2, 0, 0, 3], [0.5, 0, 1, 1, 1]])
    micro, accuracy = (evidence(L, name, GOLD, PRED) for name in ("label_micro_f1", "accuracy"))
    assert micro.score(weights).tolist() == accuracy.score(weights).tolist()


def test_macro_f1_is_over_the_labels_in_the_draw():
    drawn = np.array([2.0, 0, 1, 0, 0])  # d1 twice, d3: sport and news alone, both right
    assert evidence(L, "label_macro_f1", GOLD, PRED).score(drawn) == pytest.approx(100.0)


def test_macro_f1_is_the_mean_of_f1_not_the_f1_of_means():
    gold, pred = ["a", "a", "a", "b"], ["a", "b", "b", "b"]
    # a: P 1, R 1/3, F1 1/2; b: P 1/3, R 1, F1 1/2.  Mean P and mean R are 2/3 each.
    assert labels.scores(pred, gold).macro_f1 == pytest.approx(50.0)


@pytest.mark.parametrize("metric", ["label_macro_f1", "label_micro_f1"])
@pytest.mark.parametrize(
    ("label", "points"), [("sport", 50.0), ("art", 0.0), ("law", 0.0), ("absent", np.nan)]
)
def test_the_f1_of_one_label(metric, label, points):
    single = evidence(L, metric, GOLD, PRED, label=label)
    assert single.units == 5
    assert whole(single) == pytest.approx(points, nan_ok=True)
    assert whole(L.metrics()[metric].restore(single.arrays())) == pytest.approx(points, nan_ok=True)


def test_a_single_label_is_in_error_where_it_is_missed_or_spurious():
    assert evidence(L, "label_macro_f1", GOLD, PRED, label="sport").in_error().tolist() == [
        False,
        True,
        False,
        True,
        False,
    ]


def test_labels_named_as_kinds_of_counts_are_labels():
    gold, pred = list(KINDS), [KINDS[0], KINDS[2], KINDS[2]]
    # F1 of the label correct is 1, of missed 0, of spurious 2/3.
    assert whole(evidence(L, "label_macro_f1", gold, pred)) == pytest.approx((100 + 0 + 200 / 3) / 3)


def test_several_labels_a_document_by_hand():
    scores = labels.multilabel_scores(FOUND, SETS)
    # correct a, b; predicted a, b, c, b; gold a, b, b, a
    assert scores.micro_f1 == pytest.approx(200 * 2 / 8)
    assert {name: score.f1 for name, score in scores.by_label.items()} == {
        "a": pytest.approx(200 * 1 / 3),  # 1 of 1 predicted, 2 gold
        "b": pytest.approx(200 * 1 / 4),
        "c": 0.0,
    }
    assert scores.macro_f1 == pytest.approx((200 / 3 + 50 + 0) / 3)
    assert whole(evidence(M, "multilabel_micro_f1", SETS, FOUND)) == pytest.approx(scores.micro_f1)
    assert whole(evidence(M, "multilabel_macro_f1", SETS, FOUND)) == pytest.approx(scores.macro_f1)


def test_a_label_of_neither_side_is_left_out():
    gold, values = np.array([[1, 0], [0, 0]]), np.array([[0.9, 0.1], [0.2, 0.3]])
    scores = labels.multilabel_scores(values, gold)
    assert list(scores.by_label) == [0]
    assert scores.macro_f1 == 100.0
    assert whole(evidence(M, "multilabel_macro_f1", gold, values)) == 100.0


def test_no_label_at_all_is_zero_and_said():
    scores = labels.multilabel_scores([set(), set()], [[], []])
    assert (scores.micro_f1, scores.macro_f1, scores.undefined) == (0.0, 0.0, True)
    for metric in ("multilabel_micro_f1", "multilabel_macro_f1"):
        assert np.isnan(whole(evidence(M, metric, [[], []], [[], []])))
        assert M.metrics()[metric].when_undefined == 0.0


def test_a_score_at_the_threshold_predicts_its_label():
    assert labels.multilabel_scores([[0.5]], [[1]]).micro_f1 == 100.0
    assert labels.multilabel_scores([[0.7]], [[1]], threshold=0.7).micro_f1 == 100.0
    assert labels.multilabel_scores([[0.6999]], [[1]], threshold=0.7).micro_f1 == 0.0
    assert whole(evidence(M, "multilabel_micro_f1", [[1], [0]], [[0.3], [0.2]], threshold=0.3)) == 100.0


@pytest.mark.parametrize(("metric", "points"), [("multilabel_macro_f1", 50.0), ("multilabel_micro_f1", 50.0)])
def test_the_f1_of_one_of_several_labels(metric, points):
    single = evidence(M, metric, SETS, FOUND, label="b")
    assert whole(single) == pytest.approx(points)
    assert whole(M.metrics()[metric].restore(single.arrays())) == pytest.approx(points)
    assert np.isnan(whole(evidence(M, metric, SETS, FOUND, label="absent")))


def test_without_scores_roc_auc_is_not_available():
    for label in (None, "a"):
        found = evidence(M, "roc_auc", SETS, FOUND, label=label)
        assert isinstance(found, NotAvailable)
        assert "holds labels only" in found.reason
    with pytest.raises(InputError, match="holds labels only; give scores"):
        labels.roc_auc(FOUND, SETS)
