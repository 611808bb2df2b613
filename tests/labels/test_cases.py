"""Every case of the shared collection has scikit-learn's answer, but where the specification says otherwise.

Expected: scikit-learn 1.9.1.  A label in neither gold nor prediction is left out of macro F1; it counts 0 there.
"""

import json

import pytest

from scoring import labels
from tests.shared import SHARED, needs_shared

CASES = SHARED / "cases" / "ud-spans-labels" / "classification_cases.json"


def cases(kind):
    if not CASES.is_file():
        return [pytest.param(None, id="absent")]
    with CASES.open(encoding="utf-8") as file:
        found = json.load(file)["cases"]
    return [pytest.param(case, id=case["id"]) for case in found if case["id"].startswith(kind)]


def points(share):
    return None if share in (None, "nan") else pytest.approx(100 * share, rel=1e-9)


@needs_shared
@pytest.mark.parametrize("case", cases("single/"))
def test_one_label_a_document(case):
    ours = labels.scores(case["pred"], case["gold"])
    for figure in ("accuracy", "macro_f1", "micro_f1"):
        assert getattr(ours, figure) == points(case[figure]["value"]), figure
    if "error" in case["per_label"]:  # scikit-learn cannot sort strings and numbers
        assert {score.f1 for score in ours.by_label.values()} == {100.0}
        return
    assert list(ours.by_label) == list(case["per_label"])
    for name, answer in case["per_label"].items():
        score = ours.by_label[name]
        assert score.gold == answer["support"]
        for figure in ("precision", "recall", "f1"):
            assert getattr(score, figure) == points(answer[figure]), (name, figure)


@needs_shared
@pytest.mark.parametrize("case", cases("multi/"))
def test_several_labels_a_document(case):
    ours = labels.multilabel_scores(case["scores"], case["gold"], case["threshold"])
    there = [
        any(row[label] for row in case["gold"])
        or any(row[label] >= case["threshold"] for row in case["scores"])
        for label in range(len(case["per_label_f1_ge"]))
    ]
    by_label = {label: case["per_label_f1_ge"][label] for label, occurs in enumerate(there) if occurs}
    assert {name: score.f1 for name, score in ours.by_label.items()} == {
        name: points(share) for name, share in by_label.items()
    }
    assert ours.macro_f1 == points(
        case["macro_f1_ge"] if all(there) else sum(by_label.values()) / len(by_label)
    )
    assert ours.micro_f1 == points(case["micro_f1_ge"])


@needs_shared
@pytest.mark.parametrize("case", cases("multi/"))
def test_roc_auc_of_several_labels(case):
    ours = labels.roc_auc(case["scores"], case["gold"])
    assert list(ours.by_label.values()) == [points(share) for share in case["roc_auc_per_label"]]
    assert ours.mean == points(case["roc_auc_mean_defined_labels"])
