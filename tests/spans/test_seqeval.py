"""Scores beside seqeval's strict mode on seeded tags, malformed gold and prediction included, to four decimals.

Expected: seqeval 1.2.2, ``classification_report`` with mode strict and scheme IOB2; stored by ``store_answers``.
"""

import json

import pytest

from scoring import spans
from tests.spans import store_answers

RECORD = json.loads(store_answers.ANSWERS.read_text(encoding="utf-8"))
ANSWERS = RECORD["answers"]
FOUR_DECIMALS = 0.00005
FRESH = [(seed, labels, gold, pred) for seed, labels, gold, pred in [(51, 4, 0.2, 0.2), (52, 3, 0.9, 0.5)]]


def name(answer):
    return "-".join(map(str, answer["set"]))


each = pytest.mark.parametrize("answer", ANSWERS, ids=name)


def unlike(found: spans.SpanScores, answer) -> list[str]:
    """Where our points leave seqeval's shares by half of the fourth decimal, or labels or gold spans differ."""
    lines = []
    if list(found.by_label) != sorted(answer["by_label"]):
        lines.append(f"labels {list(found.by_label)}, answered {sorted(answer['by_label'])}")
        return lines
    rows = {"micro": (found.micro, answer["micro"])}
    rows |= {label: (score, answer["by_label"][label]) for label, score in found.by_label.items()}
    for row, (score, (precision, recall, f1, gold)) in rows.items():
        figures = zip((score.precision, score.recall, score.f1), (precision, recall, f1), strict=True)
        if score.gold != gold or any(abs(points - 100 * share) >= FOUR_DECIMALS for points, share in figures):
            lines.append(f"{row}: {score}, answered {precision}, {recall}, {f1}, {gold}")
    if abs(found.macro_f1 - 100 * answer["macro"][2]) >= FOUR_DECIMALS:
        lines.append(f"macro F1 {found.macro_f1}, answered {answer['macro'][2]}")
    return lines


@each
def test_the_sets_are_those_that_were_answered(answer):
    assert store_answers.sha256(*store_answers.made(*answer["set"])) == answer["inputs_sha256"]


@each
def test_a_set_scores_as_seqeval_scored_it(answer):
    gold, pred = store_answers.made(*answer["set"])
    assert not unlike(spans.scores(pred, gold), answer)


def test_every_set_was_answered():
    assert [tuple(answer["set"]) for answer in ANSWERS] == list(store_answers.SETS)


def test_the_sets_hold_malformed_gold_and_predictions():
    for seed in (3, 4):
        sides = store_answers.made(*next(one for one in store_answers.SETS if one[0] == seed))
        for tags in sides:
            assert any(sentence and sentence[0].startswith("I-") for sentence in tags)


@pytest.fixture(scope="module")
def seqeval():
    pytest.importorskip("seqeval", reason="seqeval is not installed: pip install seqeval")


@pytest.mark.usefixtures("seqeval")
@each
def test_seqeval_gives_its_stored_answers_again(answer):
    again = store_answers.ask(*store_answers.made(*answer["set"]))
    assert again["micro"] == pytest.approx(answer["micro"], abs=1e-12)
    assert again["macro"] == pytest.approx(answer["macro"], abs=1e-12)
    assert set(again["by_label"]) == set(answer["by_label"])
    for label, row in again["by_label"].items():
        assert row == pytest.approx(answer["by_label"][label], abs=1e-12), label


@pytest.mark.usefixtures("seqeval")
@pytest.mark.parametrize("one", FRESH)
def test_fresh_sets_score_as_seqeval_scores_them(one):
    gold, pred = store_answers.made(*one)
    assert not unlike(spans.scores(pred, gold), store_answers.ask(gold, pred))
