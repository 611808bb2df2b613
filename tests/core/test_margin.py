"""The margin ``max_loss``: when a loss of that size is excluded, when one is shown, and when nobody can tell."""

import math

import numpy as np
import pytest
from scipy.stats import beta

from scoring.evidence.counts import Counts
from scoring.judging.judged import joined
from scoring.judging.margin import (
    UnitGains,
    lowest_gain,
    score_bound,
    unit_gains,
    units_to_tell,
    upper_share,
)
from scoring.judging.rule import judge
from scoring.judging.terms import Measured, Paired, Policy, Reference
from scoring.metrics.metric import Better, Scale
from scoring.rows.verdict import EXIT_STATUS, Rule, Verdict
from scoring.statistics.intervals import Interval


def accuracy(right):
    """A score of 0/1 items: the share of those that are right, in points."""
    table = np.array([[float(one), 1.0] for one in right])
    return Counts(table, ("right", "items"), lambda totals: 100 * totals[..., 0] / totals[..., 1], 100.0)


def verdict_of(paired, *, margin=1.0, score=88.0, reference=88.0, ours=None, **policy):
    """Verdict and rule on a score of 200 units with overlapping intervals, judged with a margin."""
    measured = ours or Measured(
        score=score, interval=Interval(score - 2, score + 2), units=200, resamples=1000
    )
    to_beat = Reference(score=reference, interval=Interval(reference - 2, reference + 2), units=200)
    done = judge(measured, to_beat, Better.HIGHER, paired, Policy(max_loss=margin, **policy))
    return done.verdict, done.rule


def pair(low, high, *, p_loss=0.5, lowest=None):
    return Paired(
        gain=(low + high) / 2, interval=Interval(low, high), p_loss=p_loss, p_gain=0.5, lowest=lowest
    )


@pytest.mark.parametrize(("paired", "expected"), [
    pytest.param(pair(-0.9, 0.5), ("within", "margin"), id="a loss of 1 is excluded"),
    pytest.param(pair(-1.0, 0.5), ("within", "margin"), id="the end touches the margin"),
    pytest.param(pair(-0.9, -0.1, p_loss=0.001), ("within", "margin"), id="a loss, but smaller than the margin"),
    pytest.param(pair(0.5, 3.0), ("within", "margin"), id="a gain"),
    pytest.param(pair(-1.1, 0.5), ("inconclusive", "margin"), id="a loss of 1 is not excluded"),
    pytest.param(pair(-0.9, 0.5, lowest=-1.8), ("inconclusive", "margin"), id="few units differ"),
    pytest.param(pair(-1.1, -0.1, p_loss=0.001), ("worse", "paired"), id="a loss is shown"),
    pytest.param(pair(-1.1, -0.1, p_loss=0.06), ("inconclusive", "margin"), id="not significant among many gates"),
    pytest.param(None, ("inconclusive", "margin"), id="no pair"),
])  # fmt: skip
def test_the_margin_decides_between_a_loss_excluded_one_shown_and_neither(paired, expected):
    assert verdict_of(paired) == expected


def test_a_loss_that_intervals_alone_show_is_worse_where_there_are_pairs():
    assert verdict_of(pair(-9.0, -1.0, p_loss=0.2), score=80.0, reference=88.0) == ("worse", "overlap")


def test_without_pairs_nobody_can_tell_however_large_the_loss():
    assert verdict_of(None, score=80.0, reference=88.0) == ("inconclusive", "margin")
    assert verdict_of(pair(-0.9, 0.5), pair=False) == ("inconclusive", "margin")


@pytest.mark.parametrize(("more", "score"), [({"units": 1}, 88.0), ({"undefined_share": 0.5}, 88.0)])
def test_a_pair_of_one_unit_or_of_a_sparse_score_is_not_usable(more, score):
    ours = Measured(**{"score": score, "interval": Interval(86, 90), "units": 200, "resamples": 1000} | more)
    to_beat = Reference(score=88.0, interval=Interval(86, 90), units=ours.units)
    done = judge(ours, to_beat, Better.HIGHER, pair(-0.1, 0.1), Policy(max_loss=1.0))
    assert done.verdict == "inconclusive"


def test_what_needs_no_comparison_goes_before_the_margin():
    ours = Measured(score=70.0, interval=Interval(69, 71), units=200, resamples=1000)
    other = Reference(score=70.0, interval=Interval(69, 71), units=200, fault="not its units")
    policy = Policy(max_loss=1.0, floor=80.0)
    assert judge(ours, None, Better.HIGHER, None, policy).rule == "min"
    assert judge(ours, None, Better.HIGHER, None, Policy(max_loss=1.0)).verdict == "missing"
    assert judge(ours, other, Better.HIGHER, None, policy).verdict == "stale"
    below = judge(ours, Reference(score=70.0, units=200), Better.HIGHER, pair(-0.1, 0.1), policy)
    assert (below.verdict, below.rule) == ("worse", "min")
    nothing = Measured(score=math.nan, interval=None, units=200, resamples=1000)
    assert judge(nothing, Reference(score=70.0), Better.HIGHER, None, policy).verdict == "error"


def test_without_a_margin_the_same_pairs_are_judged_by_noise():
    done = verdict_of(pair(-1.1, 0.5), margin=None)
    assert done == (Verdict.WITHIN, Rule.OVERLAP)


def test_inconclusive_is_the_last_of_the_exit_statuses():
    assert list(EXIT_STATUS.items())[-1] == (Verdict.INCONCLUSIVE, 4)


@pytest.mark.parametrize(("lost", "units"), [(0, 50), (0, 2000), (1, 200), (9, 200), (5, 5), (3, 1_000_000)])
def test_the_upper_share_is_that_of_clopper_and_pearson(lost, units):
    expected = 1.0 if lost == units else beta.ppf(0.975, lost + 1, units - lost)
    assert upper_share(lost, units) == pytest.approx(expected, abs=1e-9)


def test_two_equal_outputs_exclude_no_loss_that_units_of_the_next_sample_may_show():
    same = unit_gains(accuracy([1] * 190 + [0] * 10), accuracy([1] * 190 + [0] * 10), Better.HIGHER)
    assert same is not None
    assert (same.units, same.lost, same.differing) == (200, 0, 0)
    assert lowest_gain(0.0, same) == pytest.approx(-100 * (1 - 0.025 ** (1 / 200)))  # -1.83


def test_the_bound_of_few_units_is_the_limit_of_the_share_that_lost():
    gains = unit_gains(accuracy([1] * 188 + [0] * 12), accuracy([1] * 189 + [0] * 10 + [1]), Better.HIGHER)
    assert gains is not None
    assert (gains.lost, gains.differing) == (2, 2)
    assert lowest_gain(-2.0, gains) == pytest.approx(-100 * beta.ppf(0.975, 3, 198))  # -3.57


def test_twenty_losses_without_a_gain_are_bounded_where_a_percentile_interval_is_too_short():
    gains = UnitGains(np.array([-0.5] * 20 + [0.0] * 180), 0.5)
    # 20 seen: a percentile interval ends at 14 points, the exact limit of 20 of 200 is 15.02.
    assert -16.0 < lowest_gain(-14.0, gains) < -14.9


def test_the_bound_of_losses_and_gains_solves_the_score_equation():
    lost, won = 30.0, 20.0
    net = score_bound(np.array([-1.0] * 30 + [1.0] * 20))
    fitted = (math.sqrt((2 * net - 50) ** 2 + 8 * won * net) - (2 * net - 50)) / 4
    assert (net - (lost - won)) / math.sqrt(2 * fitted + net) == pytest.approx(1.959964, abs=1e-5)


def test_units_that_do_not_differ_have_no_net_loss_to_bound():
    assert score_bound(np.zeros(50)) == 0.0


def test_the_gains_of_units_add_up_to_the_gain_and_turn_with_the_metric():
    ours, theirs = accuracy([1, 1, 0, 0, 0]), accuracy([1, 0, 1, 1, 0])
    assert unit_gains(ours, theirs, Better.HIGHER).gains.tolist() == pytest.approx([0, 20, -20, -20, 0])
    assert unit_gains(ours, theirs, Better.LOWER).gains.tolist() == pytest.approx([0, -20, 20, 20, 0])


def test_units_of_a_cluster_are_one():
    ours, theirs = accuracy([1, 1, 0, 0]), accuracy([0, 0, 1, 1])
    gains = unit_gains(ours, theirs, Better.HIGHER, clusters=np.array([0, 1, 1, 1]))
    assert gains.gains.tolist() == pytest.approx([25.0, -25.0])
    assert gains.largest == pytest.approx(75.0)


def test_the_largest_loss_of_a_ratio_is_that_of_its_longest_unit():
    table = np.array([[8.0, 10.0], [1.0, 10.0], [15.0, 20.0], [40.0, 60.0]])
    ours = Counts(table, ("right", "tokens"), lambda totals: 100 * totals[..., 0] / totals[..., 1], 100.0)
    assert unit_gains(ours, ours, Better.HIGHER, Scale.POINTS).largest == pytest.approx(60.0)


@pytest.mark.parametrize(
    ("scale", "largest"), [(Scale.POINTS, 50.0), (Scale.RATIO, 0.5), (Scale.SECONDS, 0.1)]
)
def test_a_unit_can_lose_all_of_its_scale(scale, largest):
    ours = Counts(np.array([[0.4], [0.4]]), ("sum",), lambda totals: totals[..., 0] / 2, None)
    assert unit_gains(ours, ours, Better.HIGHER, scale).largest == pytest.approx(largest)


def test_how_many_units_would_tell_follows_from_the_noise_and_from_the_few_that_differ():
    assert units_to_tell(1.0, 1000, 0.5) == 1960  # 1000 * (2.8 * 0.5)**2
    assert units_to_tell(2.0, 1000, 0.5) == 490
    assert units_to_tell(1.0, 200, 0.0, 1.83) == 366


def test_what_else_is_to_be_said_of_a_row_stays_beside_its_margin():
    assert (
        joined("a loss, smaller than 3", None, "fewer than 3 runs")
        == "a loss, smaller than 3; fewer than 3 runs"
    )
    assert joined(None, None) is None
