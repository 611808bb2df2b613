"""The p-value and its agreement with the interval; max-T against a plain loop; sizes by small simulations."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.statistics.intervals import interval_of
from scoring.statistics.significance import effective_units, mde80, p_value, step_down


@pytest.mark.parametrize(
    ("draws", "p"),
    [
        pytest.param([1.0, 2.0, 3.0], 1 / 4, id="none beyond: one, over resamples and one"),
        pytest.param([-1.0] + [1.0] * 8, 2 / 10, id="one beyond counts twice"),
        pytest.param([-1.0, 1.0], 2 / 3, id="half beyond"),
        pytest.param([0.0, 0.0, 0.0], 1.0, id="identical systems: never above 1"),
        pytest.param([1e-12] * 9, 1.0, id="a rounding error is no difference"),
        pytest.param([math.nan, 1.0, 1.0, math.nan, 1.0], 1 / 4, id="undefined draws do not count"),
    ],
)
def test_p_counts_the_draws_on_the_rarer_side(draws, p):
    assert p_value(np.array(draws)) == p


def test_p_of_no_draws_is_undefined():
    assert math.isnan(p_value(np.array([math.nan])))


def test_p_is_below_five_percent_exactly_where_the_interval_excludes_zero():
    for resamples in range(100, 3001):
        edge = 25 * resamples // 1000
        for beyond in (edge - 1, edge, edge + 1):
            draws = np.ones(resamples)
            draws[:beyond] = -1.0
            assert (p_value(draws) < 0.05) == interval_of(draws).excludes_zero() == (beyond <= edge)


@given(st.lists(st.integers(-3, 30), min_size=100, max_size=160), st.booleans())
def test_p_agrees_with_the_interval_on_any_draws(draws, flip):
    draws = np.array(draws, dtype=float) * (-1 if flip else 1)
    assert (p_value(draws) < 0.05) == interval_of(draws).excludes_zero()


def plain_step_down(observed, draws, alpha):
    """Step-down max-T one hypothesis and one draw at a time."""
    resamples = len(draws)
    sds = [np.nanstd(draws[:, g], ddof=1) for g in range(len(observed))]
    means = [np.nanmean(draws[:, g]) for g in range(len(observed))]
    remaining = sorted(range(len(observed)), key=lambda g: observed[g] / sds[g])
    adjusted, critical = [math.nan] * len(observed), [math.nan] * len(observed)
    smallest, rejecting = 0.0, True
    while remaining:
        tops = [
            max(
                (-(row[g] - means[g]) / sds[g] for g in remaining if not math.isnan(row[g])),
                default=-math.inf,
            )
            for row in draws
        ]
        first = remaining[0]
        reached = sum(top >= -observed[first] / sds[first] for top in tops)
        smallest = max(smallest, (reached + 1) / (resamples + 1))
        if rejecting:
            # A loss may be reached by so many draws; the next largest must lie below it.
            allowed = [count for count in range(resamples) if (count + 1) / (resamples + 1) < alpha]
            limit = sorted(tops, reverse=True)[allowed[-1]] if allowed else math.inf
        adjusted[first], critical[first] = smallest, limit
        rejecting = rejecting and smallest < alpha
        remaining = remaining[1:]
    return adjusted, critical


def family(seed, size, resamples=199):
    """Differences with correlated draws, some of them real losses."""
    rng = np.random.default_rng(seed)
    noise = rng.normal(size=(resamples + 1, size)) + rng.normal(size=(resamples + 1, 1))
    noise *= rng.uniform(0.1, 3.0, size)
    observed = noise[0] - rng.choice([0.0, 0.0, 4.0], size)
    return observed, observed + noise[1:]


@given(st.integers(0, 10**6), st.integers(1, 6), st.sampled_from((0.004, 0.01, 0.05, 0.3)), st.booleans())
@settings(max_examples=40)
def test_step_down_is_that_of_a_plain_loop(seed, size, alpha, sparse):
    observed, draws = family(seed, size)
    if sparse and size > 1:
        draws[:4, 0] = math.nan  # 2 % of 199
    found = step_down(observed, draws, alpha)
    adjusted, critical = plain_step_down(observed, draws, alpha)
    assert found.adjusted_p == pytest.approx(np.array(adjusted), abs=1e-12)
    assert found.critical == pytest.approx(np.array(critical), abs=1e-9)


@given(st.integers(0, 10**6), st.integers(1, 8), st.floats(0.001, 0.5))
@settings(max_examples=60)
def test_a_loss_is_significant_exactly_where_it_exceeds_its_critical_value(seed, size, alpha):
    observed, draws = family(seed, size)
    found = step_down(observed, draws, alpha)
    losses = -observed / draws.std(axis=0, ddof=1)
    assert ((found.adjusted_p < alpha) == (losses > found.critical)).all()


def test_one_difference_is_judged_by_its_own_draws():
    draws = np.arange(-50.0, 50.0)[:, None]  # mean -0.5
    found = step_down(np.array([-40.0]), draws)
    assert found.adjusted_p.tolist() == [(10 + 1) / 101]  # -50 to -41 lie at least 40 below the mean of -0.5


def test_a_gain_is_no_loss_until_the_signs_are_flipped():
    draws = 1000.0 + np.arange(-50.0, 50.0)[:, None]
    assert step_down(np.array([1000.0]), draws).adjusted_p.tolist() == [1.0]
    assert step_down(np.array([-1000.0]), -draws).adjusted_p.tolist() == [1 / 101]


def test_differences_without_spread_or_with_many_undefined_draws_leave_the_family():
    observed, draws = family(4, 2)
    flat, sparse = np.zeros(199), draws[:, 0].copy()
    sparse[:5] = math.nan  # 2.51 % of 199
    wide = np.stack([flat, draws[:, 0], sparse, draws[:, 1]], axis=1)
    found = step_down(np.array([0.0, observed[0], observed[0], observed[1]]), wide)
    alone = step_down(observed, draws)
    assert (
        np.isnan(found.adjusted_p).tolist() == np.isnan(found.critical).tolist() == [True, False, True, False]
    )
    assert found.adjusted_p[[1, 3]].tolist() == alone.adjusted_p.tolist()


@pytest.mark.parametrize("draws", [np.zeros((100, 2)), np.full((100, 2), math.nan), np.zeros((0, 2))])
def test_a_family_may_be_empty(draws):
    found = step_down(np.zeros(2), draws)
    assert np.isnan(found.adjusted_p).all()
    assert np.isnan(found.critical).all()


def test_no_loss_is_enough_where_alpha_is_finer_than_the_draws():
    observed, draws = family(5, 2, resamples=99)
    found = step_down(observed - 1000, draws, alpha=0.005)
    assert found.critical.tolist() == [math.inf, math.inf]
    assert found.adjusted_p.tolist() == [0.01, 0.01]


@pytest.mark.parametrize("correlation", [0.0, 0.75])
def test_a_false_alarm_anywhere_in_a_family_is_as_rare_as_alpha(correlation):
    rng = np.random.default_rng(20260101)
    alarms, families = 0, 600
    for _ in range(families):
        shared = rng.normal(size=(301, 1)) * math.sqrt(correlation)
        noise = shared + rng.normal(size=(301, 8)) * math.sqrt(1 - correlation)
        alarms += bool((step_down(noise[0], noise[0] + noise[1:]).adjusted_p < 0.05).any())
    # 5 % of 600 are 30; four standard deviations (5.3) either way.
    assert 9 <= alarms <= 51


def test_a_loss_beside_many_others_is_still_seen():
    rng = np.random.default_rng(1)
    noise = rng.normal(size=(1000, 40))
    observed = np.zeros(40)
    observed[7] = -5.0
    found = step_down(observed, observed + noise)
    assert np.flatnonzero(found.adjusted_p < 0.05).tolist() == [7]
    assert found.critical[7] == pytest.approx(
        3.02, abs=0.2
    )  # 1 - 0.95 ** (1 / 40) of a normal lies beyond 3.02


def test_the_smallest_drop_seen_is_2_8_standard_deviations():
    assert mde80(0.5) == pytest.approx(1.4)
    assert mde80(0.5, critical=3.0) == pytest.approx(1.92)


def test_effective_units_are_the_units_of_equal_size():
    assert effective_units(np.full(7, 3.0)) == pytest.approx(7.0)
    assert effective_units(np.array([100.0, 0.0, 0.0])) == 1.0
    assert effective_units(np.zeros(0)) == 0.0
