"""Figures that cannot be meant as they stand: no unit, outside their bounds, too large."""

import dataclasses

import numpy as np
import pytest

from scoring.evaluation.assess import assess
from scoring.evaluation.compare import compare
from scoring.evaluation.measurement import Measurement
from scoring.evidence.counts import Counts
from scoring.judging.judged import judged
from scoring.judging.opponents import Opponent
from scoring.judging.rule import Measured, Reference
from scoring.judging.settings import Settings
from scoring.metrics import catalog
from scoring.metrics.metric import Metric, Scale
from scoring.rows import rows as rowfile
from scoring.rows.records import Identity, Row
from scoring.rows.references import References
from scoring.rows.verdict import Verdict

IDENTITY = Identity("model", "en", "test")


def bare(score, reference, *, ours=None, theirs=None, metric="Judge", known=None, floor=None) -> Row:
    """A bare number judged by a hand-written row; ``ours`` and ``theirs`` are their scales, where they say one."""
    row = Row(
        component="m", language="en", dataset="d", metric=metric, score=score, source="here", scale=ours
    )
    measured = Measured(score=score, interval=None, units=0, resamples=0, bare=True)
    opponent = Opponent(Reference(score=reference), "by hand", scale=theirs)
    return judged(row, measured, opponent, None, Settings(floor=floor), None, known)


@pytest.mark.parametrize(
    ("scale", "score", "reference", "margin", "refused"),
    [
        pytest.param(Scale.RATIO, 0.09, 0.42, 1.0, True, id="a point meant for others is all of a ratio"),
        pytest.param(Scale.RATIO, 0.09, 0.42, 0.99, False, id="less than all of it"),
        pytest.param(Scale.RATIO, 0.17, 1.02, 1.0, False, id="a ratio beyond 1"),
        pytest.param(Scale.POINTS, 9.0, 42.0, 100.0, True, id="all points"),
        pytest.param(Scale.POINTS, 9.0, 42.0, 1.0, False, id="one point"),
        pytest.param(Scale.USD, 0.09, 0.42, 100.0, False, id="dollars have no end"),
    ],
)
def test_a_margin_that_every_loss_keeps_is_an_error(scale, score, reference, margin, refused):
    row = Row(component="m", language="en", dataset="d", metric="M", score=score, source="here", scale=scale)
    ours = Measured(score=score, interval=None, units=0, resamples=0, bare=True)
    opponent = Opponent(Reference(score=reference), "by hand", scale=scale)

    done = judged(row, ours, opponent, None, Settings(max_loss=margin), None)

    assert (done.verdict == "error", "so every loss would pass" in done.reason) == (refused, refused)


@pytest.mark.parametrize(
    ("score", "reference"), [(0.40, 0.88), (0.55, 0.12), (0.0, 1.0), (1.0, 1.0), (0.0, 0.0)]
)
def test_two_numbers_from_0_to_1_without_a_unit_are_an_error_that_asks_for_it(score, reference):
    done = bare(score, reference)

    assert done.verdict is Verdict.ERROR
    assert 'say scale = "ratio" of both, or give points' in done.reason


def test_the_message_gives_both_numbers_and_both_as_points():
    assert bare(0.4, 0.88).reason == (
        "the score 0.4 and the reference 0.88 lie between 0 and 1, and nothing says in which unit: "
        'say scale = "ratio" of both, or give points (40 and 88)'
    )


@pytest.mark.parametrize(
    ("ours", "theirs", "verdict"),
    [
        (Scale.RATIO, None, Verdict.WORSE),
        (None, Scale.RATIO, Verdict.WORSE),  # slack of ratios is 0
        (Scale.RATIO, Scale.RATIO, Verdict.WORSE),
        (Scale.POINTS, None, Verdict.WITHIN),  # said to be points: half a point apart
        (None, Scale.POINTS, Verdict.WITHIN),
    ],
)
def test_a_unit_that_either_side_states_is_taken(ours, theirs, verdict):
    assert bare(0.4, 0.88, ours=ours, theirs=theirs).verdict is verdict


@pytest.mark.parametrize(("score", "reference"), [(1.2, 0.9), (0.9, 1.2), (40.0, 88.0)])
def test_numbers_beyond_1_are_points_as_ever(score, reference):
    assert bare(score, reference).verdict is not Verdict.ERROR


def shares(right: int) -> Counts:
    """A score of right / 100 from 0 to 1, over 100 units, as somebody writes it who forgets the hundred."""
    table = np.stack([np.arange(100) < right, np.ones(100)], axis=1).astype(float)
    return Counts(table, ("right", "all"), lambda sums: sums[..., 0] / sums[..., 1], None)


def own(metric: Metric, right: int, reference: Row) -> Row:
    ours = Measurement({metric.id: shares(right)}, None, tuple(map(str, range(100))))
    done = assess(
        [metric], ours, identity=IDENTITY, references=References.load((), [reference]), settings=Settings()
    )
    return done.rows[0]


@pytest.mark.parametrize(
    ("perfect", "scale", "verdict"),
    [
        (None, Scale.POINTS, Verdict.ERROR),
        (1.0, Scale.POINTS, Verdict.ERROR),
        (None, Scale.RATIO, Verdict.WORSE),
        (
            100.0,
            Scale.POINTS,
            Verdict.WITHIN,
        ),  # points that end at 100 are points, and these half a point apart
    ],
)
def test_a_metric_of_the_users_own_that_says_points_without_100_has_said_nothing(perfect, scale, verdict):
    metric = dataclasses.replace(
        catalog.metrics("labels")["accuracy"],
        id="mine",
        label="Mine",
        task="mine",
        perfect=perfect,
        scale=scale,
    )
    reference = Row(component="model", language="en", dataset="test", metric="Mine", score=0.88, source="by hand",
                    scale=scale)  # fmt: skip

    done = own(metric, 40, reference)

    assert done.verdict is verdict
    assert ('scale = "ratio"' in (done.reason or "")) is (verdict is Verdict.ERROR)


def test_a_metric_of_ours_whose_perfect_value_is_0_has_a_unit():
    ter = catalog.metrics("mt")["ter"]

    assert (ter.scale, ter.perfect, catalog.is_ours(ter)) == (Scale.POINTS, 0.0, True)
    assert bare(0.4, 0.88, ours=Scale.POINTS, known=ter).verdict is not Verdict.ERROR


def test_hand_written_rows_of_two_files_need_a_unit_too(tmp_path):
    sides = []
    for name, score in (("ours", 0.51), ("theirs", 0.91)):
        row = Row(component="m", language="en", dataset="d", metric="Accuracy", score=score, source="by hand")
        path = tmp_path / f"{name}.json"
        path.write_text(rowfile.dumps([row]))
        sides.append(References.load([path]))

    (done,) = compare(*sides).rows

    assert done.verdict is Verdict.ERROR
    assert 'scale = "ratio"' in done.reason


LAS = catalog.metrics("ud")["las"]


@pytest.mark.parametrize("value", [100.5, 8800.0, -3.0])
def test_points_outside_0_to_100_of_a_metric_that_ends_there_are_refused_on_either_side(value):
    for done in (
        bare(value, 92.0, metric="LAS", known=LAS),
        bare(92.0, value, metric="LAS", known=LAS, ours=Scale.POINTS),
    ):
        assert done.verdict is Verdict.ERROR
        assert f"is {value:g}, but LAS goes from 0 to 100 points" in done.reason


def test_the_ends_of_the_points_are_scores():
    assert bare(100.0, 100.0, metric="LAS", known=LAS).verdict is Verdict.WITHIN
    assert bare(0.0, 0.0, metric="LAS", known=LAS, ours=Scale.POINTS).verdict is Verdict.WITHIN


@pytest.mark.parametrize("value", [1e308, -1e308, 1.1e12])
def test_a_number_that_is_too_large_to_be_a_score_is_refused_on_either_side(value):
    for done in (bare(value, 92.0), bare(92.0, value)):
        assert done.verdict is Verdict.ERROR
        assert "but a score is at most 1e+12" in done.reason


def test_a_label_that_means_one_kind_of_metric_is_known_and_another_is_not():
    assert catalog.labelled("LAS") is LAS
    assert catalog.labelled("Micro F1") is not None  # of two tasks, and of one kind
    assert catalog.labelled("Judge") is None
