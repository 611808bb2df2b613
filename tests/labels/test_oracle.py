"""Our scores of labels are scikit-learn's, to four decimals in points: against stored answers, and beside it."""

import json
import warnings

import pytest

from scoring import labels
from tests.labels import store_answers

STORED = json.loads(store_answers.ANSWERS.read_text(encoding="utf-8"))
FOUR_DECIMALS = 0.00005


def points(share):
    return None if share is None else pytest.approx(100 * share, abs=FOUR_DECIMALS)


def named(key):
    return "-".join(map(str, key))


def agrees_single(sides, answer):
    gold, pred = sides
    ours = labels.scores(pred, gold)
    for figure in ("accuracy", "micro_f1", "macro_f1"):
        assert getattr(ours, figure) == points(answer[figure]), figure
    assert list(ours.by_label) == list(answer["by_label"])
    for name, (precision, recall, f1, there) in answer["by_label"].items():
        score = ours.by_label[name]
        assert (score.precision, score.recall, score.f1) == (points(precision), points(recall), points(f1)), (
            name
        )
        assert score.gold == there


def agrees_multilabel(sides, answer):
    gold, values = sides
    ours = labels.multilabel_scores(values, gold)
    assert (ours.micro_f1, ours.macro_f1) == (points(answer["micro_f1"]), points(answer["macro_f1"]))
    assert {str(name): score.f1 for name, score in ours.by_label.items()} == {
        name: points(share) for name, share in answer["f1"].items()
    }
    areas = labels.roc_auc(values, gold)
    assert list(areas.by_label.values()) == [points(share) for share in answer["roc_auc"]]
    assert areas.mean == points(answer["roc_auc_mean"])


AGREES = {"single": agrees_single, "multilabel": agrees_multilabel}
SETS = [
    pytest.param(task, place, id=f"{task}-{named(key)}")
    for task in AGREES
    for place, (key, _) in enumerate(store_answers.made(task))
]


@pytest.mark.parametrize(("task", "place"), SETS)
def test_a_synthetic_set_has_the_stored_answer(task, place):
    key, sides = store_answers.made(task)[place]
    stored = STORED[task][place]
    assert stored["set"] == list(key)
    assert store_answers.sha256(sides) == stored["sha256"], "not the set that was asked about"
    AGREES[task](sides, stored["answer"])


@pytest.mark.parametrize(("task", "place"), SETS)
def test_scikit_learn_answers_the_same_beside_ours(task, place):
    pytest.importorskip("sklearn", reason="scikit-learn is not installed: only the re-run is left out")
    ask = {"single": store_answers.ask_single, "multilabel": store_answers.ask_multilabel}[task]
    _, sides = store_answers.made(task)[place]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what scikit-learn warns of is not ours
        answer = ask(*sides)
    AGREES[task](sides, answer)
