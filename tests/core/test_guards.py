"""Boundaries of judging, statistics and rows, each at the last figure on one side and the first on the other."""

import numpy as np
import pytest

from scoring.base.limits import LAST_SEED
from scoring.evaluation.assess import drawn_opponent
from scoring.evaluation.compare import recorded_as_measured, without_verdict
from scoring.evaluation.losses import System, losses, why
from scoring.evaluation.row_of import scored_row
from scoring.evidence.counts import Counts
from scoring.evidence.formulas import accuracy, mean_of_defined
from scoring.judging.family import PairedDraws, paired_family
from scoring.judging.judged import judged
from scoring.judging.opponents import Opponent
from scoring.judging.rule import Measured, Reference, judge
from scoring.judging.settings import Settings
from scoring.metrics.metric import Better
from scoring.statistics.draws import SEED, indices
from scoring.statistics.intervals import Estimate, Interval
from scoring.statistics.resampling import Resampling, resample
from tests.core.helpers import METRIC, reference_row

ACCURACY = METRIC["accuracy"]
FALLING = np.linspace(-3.0, 1.0, 200)  # draws of a difference whose mean is a loss of 1


def units(number, wrong=10):
    """So many units of one word each, the first of them wrong."""
    right = np.arange(number) >= wrong
    return Counts(
        np.stack([right, np.ones(number)], axis=1).astype(float), ("correct", "all"), accuracy, 100.0
    )


def flags_of(evidence, undefined_share=0.0):
    """The flags of a row whose interval is wide enough."""
    estimate = Estimate(80.0, Interval(75.0, 85.0), 2.5, undefined_share, evidence.units, 1000, SEED)
    return scored_row(reference_row(flags=()), ACCURACY, evidence, estimate).flags


# --- flags of a row


@pytest.mark.parametrize(("share", "flags"), [(0.025, ()), (0.026, ("sparse",))])
def test_up_to_25_of_1000_undefined_draws_are_no_warning(share, flags):
    assert flags_of(units(60), share) == flags


@pytest.mark.parametrize(("number", "flags"), [(50, ()), (49, ("small_sample",))])
def test_fifty_units_are_no_small_sample(number, flags):
    assert flags_of(units(number)) == flags


@pytest.mark.parametrize(("wrong", "flags"), [(10, ()), (9, ("small_sample",))])
def test_ten_units_with_an_error_are_no_small_sample(wrong, flags):
    assert flags_of(units(60, wrong)) == flags


# --- judging


@pytest.mark.parametrize("turn", [1.0, -1.0], ids=["a loss", "a gain"])
def test_the_adjusted_p_of_a_row_is_of_the_side_that_its_difference_is_on(turn):
    pair = PairedDraws(80.0 - turn, 80.0, 80.0 + turn * FALLING, np.full(200, 80.0), Better.HIGHER)
    found = paired_family({"las": pair}, Settings())["las"]
    assert found.difference.adjusted_p == min(found.paired.p_loss, found.paired.p_gain)
    assert found.paired.p_loss != found.paired.p_gain


def test_a_reference_of_other_gold_is_stale_also_where_it_looks_like_a_share():
    row = reference_row(score=88.0, ci=(86.0, 90.0), gold_sha256="a" * 64, units=200)
    ours = Measured(
        score=88.0, interval=Interval(86.0, 90.0), units=200, resamples=1000, gold_sha256="a" * 64
    )
    share = Opponent(Reference(score=0.88, gold_sha256="b" * 64), "theirs")
    done = judged(row, ours, share, None, Settings(), 1.0)
    assert (done.verdict, done.score, "the gold data has changed" in done.reason) == ("stale", 88.0, True)


@pytest.mark.parametrize(
    ("ours", "recorded", "flags"),
    [
        pytest.param("a" * 64, "a" * 64, (), id="of gold that both know"),
        pytest.param("a" * 64, None, ("no_units",), id="of gold that the reference does not know"),
        pytest.param(None, "a" * 64, ("no_units",), id="of gold that our row does not know"),
    ],
)
def test_stored_units_that_nothing_ties_to_the_gold_data_are_no_pairs_and_that_is_flagged(
    ours, recorded, flags
):
    stored = Opponent(Reference(score=80.0, gold_sha256=recorded), "theirs", evidence=units(60))
    found = drawn_opponent(stored, reference_row(gold_sha256=ours), None, Resampling(100))
    assert (found.flags, found.evidence is None) == (flags, bool(flags))


# --- rows of two results files


def test_a_recorded_row_that_was_often_undefined_is_judged_by_the_published_rule():
    row = reference_row(score=88.0, ci=(86.0, 90.0), units=200, flags=("sparse",))
    recorded = Reference(score=88.0, interval=Interval(87.0, 89.0))
    done = judge(recorded_as_measured(row, None), recorded, Better.HIGHER)
    assert (done.verdict, done.rule, done.flags) == ("within", "published", ("sparse",))


def test_an_earlier_judgement_leaves_no_flag_of_units_that_were_not_there():
    assert without_verdict(reference_row(flags=("sparse", "no_units"))).flags == ("sparse",)


# --- why a score got worse


def test_a_loss_that_is_rounding_names_no_unit():
    ours, opponent = (
        System(Counts(np.array([[one], [two]]), ("sum",), lambda totals: totals[..., 0]))
        for one, two in ((0.0, 0.0), (1e-12, 1.0))
    )
    found, _ = why(ours, opponent, Better.HIGHER)
    assert (found.lost, [unit.id for unit in found.units]) == (1, ["2"])


def test_what_stands_for_an_undefined_score_is_what_a_unit_lost_against():
    nothing, one_wrong = (
        Counts(np.array([[0.0, n], [0.0, 0.0]]), ("correct", "all"), accuracy) for n in (0, 1)
    )
    # 100 stands for the score of nothing; with the first unit of the other system it is 0 of 1
    assert losses(nothing, one_wrong, Better.LOWER, undefined=100.0).tolist() == [100.0, 0.0]


# --- statistics


def test_positive_fractions_are_summed_in_double_precision():
    values = np.random.default_rng(3).uniform(0.1, 0.9, 500)
    evidence = Counts(values[:, None], ("value",), lambda totals: totals[..., 0])
    sums = values[indices(500, 100, SEED)].sum(axis=1)
    assert resample([evidence], Resampling(100)).values[:, 0] == pytest.approx(sums, rel=0, abs=1e-10)


def test_the_largest_seed_of_64_bits_is_one():
    assert Resampling(100, LAST_SEED).seed == 2**64 - 1


def test_the_mean_is_over_the_labels_that_have_a_score():
    assert mean_of_defined(np.array([50.0, np.nan, 100.0])) == 75.0
