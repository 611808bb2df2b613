"""Gold and predicted labels of a document, side by side."""

from scoring.labels.task import LABELS, MULTILABEL


def aligned(task, gold, pred):
    return task.align(task.read(gold, "gold"), task.read(pred, "pred"))


def test_a_document_has_its_text_and_both_labels():
    gold = [{"id": "a", "gold": "x", "text": "said"}, {"id": "b", "gold": "y", "text": "more"}]
    pred = [{"id": "b", "pred": "y"}, {"id": "a", "pred": "y"}]
    found = aligned(LABELS, gold, pred)
    assert LABELS.contrast(found, "accuracy", [0], show_text=True) == [
        {"text": "said", "gold": "x", "predicted": "y"}
    ]
    assert LABELS.contrast(found, "accuracy", [0], show_text=False) == [{"gold": "x", "predicted": "y"}]


def test_roc_auc_shows_the_scores_of_gold_labels_and_of_the_five_highest_others():
    scores = {name: value / 10 for value, name in enumerate("abcdefgh")}
    found = aligned(MULTILABEL, [{"a"}], [scores])
    (shown,) = MULTILABEL.contrast(found, "roc_auc", [0], show_text=True)
    assert shown["gold"] == ["a"]
    assert list(shown["predicted"].items()) == [
        ("h", 0.7),
        ("g", 0.6),
        ("f", 0.5),
        ("e", 0.4),
        ("d", 0.3),
        ("a", 0.0),
    ]
    (shown,) = MULTILABEL.contrast(found, "multilabel_micro_f1", [0], show_text=True)
    assert shown["predicted"] == ["f", "g", "h"]
