"""Scores without an interval to speak of, as 100.00: pairs are looked at all the same, and can only add failures."""

import pytest

from scoring.evaluation.evaluate import evaluate
from scoring.judging.settings import Settings
from tests.core.helpers import TOY, lines, only

pytestmark = pytest.mark.usefixtures("toy")
RIGHT = lines(600)  # 1,800 words, a third of a line each


def wrong_in(count):
    """One wrong word in each of the first ``count`` lines: 100 / 1,800 points each."""
    return [*lines(count, 1), *lines(600)[count:]]


def judged_by(pred, ref_pred, **settings):
    done = evaluate(
        "toy",
        RIGHT,
        pred,
        identity=TOY,
        metrics=("Accuracy",),
        ref_pred=ref_pred,
        settings=Settings(**settings),
    )
    return only(done, "Accuracy")


def test_nine_lost_and_none_won_is_worse_though_the_reference_is_flat_and_half_a_point_away():
    row = judged_by(wrong_in(9), RIGHT)
    assert (row.score, row.reference_ci) == (99.5, (100.0, 100.0))
    assert (row.verdict, row.rule) == ("worse", "paired")
    assert row.difference.value == -0.5
    assert row.difference.ci[1] < 0
    assert "zero_width" in row.flags


def test_what_a_row_beside_a_flat_reference_can_see_is_what_the_pairs_see_where_that_is_less():
    lost_one, lost_nine = judged_by(wrong_in(1), RIGHT), judged_by(wrong_in(9), RIGHT)
    assert lost_one.rule == "published"
    assert lost_one.mde < lost_nine.mde < 0.5  # half a point is what the published rule lets pass


@pytest.mark.parametrize(("pred", "ref_pred"), [
    pytest.param(wrong_in(1), RIGHT, id="one lost, which is chance"),
    pytest.param(RIGHT, wrong_in(9), id="nine won: a gain is no failure, and no notice"),
    pytest.param(RIGHT, RIGHT, id="nothing lost: the difference has no spread"),
])  # fmt: skip
def test_beside_a_flat_interval_nothing_else_changes(pred, ref_pred):
    row = judged_by(pred, ref_pred)
    assert (row.verdict, row.rule) == ("within", "published")
    assert "zero_width" in row.flags


def test_a_loss_beside_a_flat_reference_may_be_smaller_than_matters():
    assert judged_by(wrong_in(9), RIGHT, min_effect=0.6).verdict == "within"


def test_the_rule_of_the_specification_alone_pairs_nothing_beside_a_flat_reference():
    row = judged_by(wrong_in(9), RIGHT, pair=False)
    assert (row.verdict, row.rule) == ("within", "published")
    assert row.mde > 0.5
