"""Draws in stages: a prefix of the whole number, and no verdict or significant p-value that this would change."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.evaluation.compare import compare
from scoring.evaluation.evaluate import evaluate
from scoring.evidence.runs import Runs
from scoring.judging.family import PairedDraws, is_open
from scoring.judging.settings import Settings
from scoring.metrics.metric import Better
from scoring.rows.verdict import Rule
from scoring.statistics import kinds, stages
from scoring.statistics.resampling import Resampling, resample
from scoring.statistics.stages import is_settled, resample_in_stages, stage_end
from tests.core.helpers import METRIC, TOY, lines, reference_file

pytestmark = pytest.mark.usefixtures("toy")
GOLD = lines(60)
SPREAD = np.linspace(-3.0, 3.0, 1001)  # mean 0, standard deviation 1.73: 20 standard errors are 1.1


def evidence_of(name, numbers):
    aligned = ([["a"] * 3] * len(numbers), [["a"] * (3 - n) + ["x"] * n for n in numbers])
    return METRIC[name].measure(aligned)


def judged(pred, ref_pred, checks, metrics=("Accuracy", "Macro F1")):
    how = Settings(checks=checks)
    return evaluate("toy", GOLD, pred, identity=TOY, metrics=metrics, settings=how, ref_pred=ref_pred).rows


# --- the draws of a stage


@pytest.mark.parametrize("grouped", [False, True], ids=["units", "clusters"])
@pytest.mark.parametrize("name", ["accuracy", "median", "macro"])
def test_the_draws_of_a_stage_are_those_of_the_whole_from_there_on(name, grouped):
    one = evidence_of(name, [0, 1, 2, 3, 0, 0, 1, 2])
    clusters = np.repeat(np.arange(4), 2) if grouped else None
    whole = resample([one], Resampling(300, 7, clusters)).values
    later = resample([one], Resampling(200, 7, clusters, begin=100)).values
    assert np.array_equal(whole[100:], later, equal_nan=True)


def test_a_stage_takes_the_runs_of_the_whole_too():
    runs = Runs(tuple(evidence_of("accuracy", each) for each in ([0, 1, 2], [3, 0, 0], [1, 1, 1])))
    whole = resample([runs], Resampling(300, 7)).values
    assert np.array_equal(whole[100:], resample([runs], Resampling(200, 7, begin=100)).values)


def test_a_stage_takes_the_kinds_of_the_whole_too(monkeypatch):
    monkeypatch.setattr(kinds, "FEWEST", 1)
    monkeypatch.setattr(kinds, "SHARE", 1)
    one = evidence_of("accuracy", [0, 1] * 20)
    whole = resample([one], Resampling(300, 7)).values
    assert np.array_equal(whole[100:], resample([one], Resampling(200, 7, begin=100)).values)


@pytest.mark.parametrize(
    ("wanted", "resamples", "end"),
    [
        pytest.param(1000, 10_000, 1000, id="the first of many"),
        pytest.param(1000, 2000, 1000, id="half of them"),
        pytest.param(1000, 1999, 1999, id="more than half: all"),
        pytest.param(8000, 10_000, 10_000, id="the last"),
    ],
)
def test_a_stage_leaves_as_many_draws_as_there_were_or_none(wanted, resamples, end):
    assert stage_end(wanted, resamples) == end


def test_draws_go_on_while_a_row_is_open():
    asked = []

    def open_until_4000(values):
        asked.append(len(values))
        return len(values) < 4000

    one = evidence_of("accuracy", [0, 1, 2])
    drawn = resample_in_stages([one], Resampling(50_000, 7), 100, open_until_4000)
    assert asked == [1000, 2000, 4000]
    assert drawn.resampling.resamples == 4000
    assert np.array_equal(drawn.values, resample([one], Resampling(4000, 7)).values)


# --- when a difference is settled


@pytest.mark.parametrize(
    ("observed", "draws", "settled"),
    [
        pytest.param(0.0, SPREAD, True, id="no difference"),
        pytest.param(-1.5, SPREAD - 1.5, True, id="a loss that 1.1 below leaves draws beyond"),
        pytest.param(1.5, SPREAD + 1.5, True, id="as a gain"),
        pytest.param(-2.0, SPREAD - 2.0, False, id="a loss that 1.1 below leaves none beyond"),
        pytest.param(2.0, SPREAD + 2.0, False, id="as a gain"),
        pytest.param(0.0, np.zeros(1000), False, id="no spread"),
        pytest.param(np.nan, SPREAD, False, id="no difference of the full scores"),
        pytest.param(0.0, np.full(1000, np.nan), False, id="no draw"),
        pytest.param(0.0, SPREAD + 2.999, False, id="two draws on one side of 0"),
        pytest.param(0.0, np.array([-9.0, -9.0, *[0.0] * 998, 9.0, 9.0]), False, id="two draws beyond"),
        pytest.param(0.0, np.array([*[-9.0] * 3, *[0.0] * 994, *[9.0] * 3]), True, id="three draws beyond"),
    ],
)
def test_a_difference_is_settled_once_three_draws_lie_beyond_it_by_twenty_standard_errors(
    observed, draws, settled
):
    assert is_settled(observed, draws) is settled


def test_a_difference_of_more_than_three_standard_deviations_is_never_settled():
    draws = np.array([*[-90.0] * 9, *[0.0] * 100_000, *[90.0] * 9])  # standard deviation 1.2
    assert is_settled(-3.6, draws)
    assert not is_settled(-3.7, draws)


# --- rows


def as_in_full(rows, monkeypatch, *judged_with):
    with monkeypatch.context() as patch:
        patch.setattr(stages, "FIRST", 10**9)
        return list(zip(rows, judged(*judged_with), strict=True))


@settings(max_examples=25, deadline=None)
@given(wrong=st.lists(st.integers(0, 59), max_size=25), checks=st.sampled_from([40, 100]))
def test_verdicts_and_significant_p_values_are_those_of_the_whole_number(wrong, checks):
    ours = [line.replace("bb", "xx") if at in wrong else line for at, line in enumerate(lines(60, 1, 9))]
    theirs = lines(60, 1, 7)
    with pytest.MonkeyPatch.context() as patch:
        pairs = as_in_full(judged(ours, theirs, checks), patch, ours, theirs, checks)
    for staged, full in pairs:
        assert full.difference.resamples == 50 * checks
        assert (staged.verdict, staged.rule) == (full.verdict, full.rule)
        for name in ("p", "adjusted_p"):
            found = [getattr(row.difference, name) for row in (staged, full)]
            assert min(found) >= 0.05 / checks or found[0] == found[1]


def test_a_row_says_how_many_were_drawn_for_its_difference():
    settled, lost = lines(60, 1, 8), lines(60, 2, 1)
    assert [row.difference.resamples for row in judged(settled, lines(60, 1, 7), 100)] == [1000, 1000]
    assert [row.difference.resamples for row in judged(lost, lines(60, 1, 7), 100)] == [5000, 5000]
    assert judged(settled, lines(60, 1, 7), 1)[0].difference.resamples == 1000


def test_what_is_the_same_on_every_unit_is_drawn_once():
    one, same = lines(60, 1, 7), [line.replace("xx", "yy") for line in lines(60, 1, 7)]
    (row,) = judged(one, same, 100, metrics=["Accuracy"])
    assert (row.rule, row.difference.resamples) == (Rule.IDENTICAL, 1000)


def test_a_row_drawn_in_part_says_what_the_whole_number_would_see(monkeypatch):
    systems = (lines(60, 1, 8), lines(60, 1, 7), 100, ["Accuracy"])
    ((row, full),) = as_in_full(judged(*systems), monkeypatch, *systems)
    assert row.difference.resamples < full.difference.resamples
    assert row.mde == pytest.approx(full.mde, rel=0.1)


def test_systems_that_differed_in_no_draw_are_open_unless_they_are_the_same_on_every_unit():
    pair = PairedDraws(80.0, 80.0, np.full(1000, 80.0), np.full(1000, 80.0), Better.HIGHER)
    one, other = evidence_of("accuracy", [0, 1, 2]), evidence_of("accuracy", [0, 2, 1])
    assert is_open(pair, one, other, Settings())
    assert not is_open(pair, one, one, Settings())
    assert is_open(pair, one, one, Settings(max_loss=0.5))


def test_recorded_rows_are_compared_in_stages_too(tmp_path):
    files = []
    for name, every in (("ours", 8), ("theirs", 7)):
        done = evaluate("toy", GOLD, lines(60, 1, every), identity=TOY, metrics=["Accuracy"], judge=False)
        files.append(reference_file(tmp_path / f"{name}.json", done.rows, done.units))
    (row,) = compare(*files).rows
    assert row.difference.resamples == 1000
