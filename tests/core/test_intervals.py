"""Intervals and differences: a golden row, every resample of a tiny set, plain loops, and degenerate input."""

import math
from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.base.errors import EvidenceError, UsageError
from scoring.evidence.counts import Counts
from scoring.evidence.evidence import whole
from scoring.evidence.formulas import f1, ratio
from scoring.statistics import intervals
from scoring.statistics.draws import indices
from scoring.statistics.intervals import (
    Interval,
    Resampling,
    difference,
    difference_of,
    estimate,
    estimate_of,
    interval_of,
    resample,
)
from tests.core.examples import cells, counts, evidences, readings, rebuilt
from tests.core.randomisation import randomisation_p

ORDINALS = np.arange(2077)
A = counts(np.stack([10 + ORDINALS % 7, np.full(2077, 16), np.full(2077, 16)], axis=1))
B = counts(np.stack([10 + 3 * ORDINALS % 7, np.full(2077, 16), np.full(2077, 16)], axis=1))


def column(values):
    """The sum of one column, whatever its values."""
    table = np.array(values, dtype=np.float64).reshape(-1, 1)
    return Counts(table, ("value",), lambda totals: totals[..., 0])


def close(value):
    return pytest.approx(value, rel=0, abs=1e-12)


# The golden row (2,077 units, 1,000 resamples, default seed): two systems with 10 to 16 of 16 words right.


def test_the_golden_row_has_its_score_and_interval():
    row = estimate(A)
    assert row.value == close(81.2349542609533)
    assert (row.interval.low, row.interval.high) == close((80.71136254212807, 81.7796100144439))
    assert (row.units, row.resamples, row.seed, row.undefined_share) == (2077, 1000, 20260101, 0.0)


def test_the_golden_row_has_its_paired_difference():
    row = difference(B, A)
    assert row.value == close(0.018054886856035)
    assert (row.interval.low, row.interval.high) == close((-0.6198844487241217, 0.6890948483389536))
    assert ((row.draws <= 0).sum(), (row.draws >= 0).sum()) == (489, 513)
    assert row.p == 978 / 1001
    assert row.opponent == estimate(A)
    assert not row.identical


# The ends of the interval.


def test_the_ends_in_whole_numbers_are_those_of_the_specification():
    for size in range(100, 20_001):
        expected = math.floor(0.025 * size), math.ceil(0.975 * size) - 1
        assert intervals._ends(size) == expected
        assert size - 1 - expected[1] == expected[0]


def test_the_interval_of_a_thousand_draws_runs_from_entry_25_to_974():
    shuffled = np.random.default_rng(1).permutation(1000).astype(float)
    assert interval_of(shuffled) == Interval(25.0, 974.0)


def test_undefined_draws_are_left_out_of_the_interval():
    draws = np.concatenate([np.arange(200.0), np.full(800, np.nan)])
    assert interval_of(draws) == Interval(5.0, 194.0)
    assert interval_of(np.full(3, np.nan)) is None
    assert interval_of(np.array([np.nan, 4.0])) == Interval(4.0, 4.0)


@pytest.mark.parametrize(
    ("other", "overlap"), [((3.0, 4.0), True), ((0.0, 1.0), True), ((3.1, 4.0), False), ((1.5, 2.0), True)]
)
def test_intervals_that_touch_overlap(other, overlap):
    assert Interval(1.0, 3.0).overlaps(Interval(*other)) is overlap
    assert Interval(*other).overlaps(Interval(1.0, 3.0)) is overlap


def test_the_ends_are_inside():
    inside = [Interval(1.0, 3.0).contains(value) for value in (0.9, 1.0, 2.0, 3.0, 3.1, math.nan)]
    assert inside == [False, True, True, True, False, False]


@pytest.mark.parametrize(
    ("low", "high", "excluded"),
    [(-1.0, 1.0, False), (0.0, 1.0, False), (1e-10, 1.0, False), (2e-9, 1.0, True), (-1.0, -2e-9, True)],
)
def test_zero_is_excluded_by_more_than_rounding(low, high, excluded):
    assert Interval(low, high).excludes_zero() is excluded


@pytest.mark.parametrize(("low", "high"), [(2.0, 1.0), (math.nan, 1.0)])
def test_an_interval_without_order_is_refused(low, high):
    with pytest.raises(EvidenceError, match="from its lower to its higher end"):
        Interval(low, high)


# The sampler against plain loops.


def test_draws_have_the_frequencies_of_all_resamples_of_a_tiny_set():
    values = [1.0, 10.0, 100.0]
    exact = Counter(sum(values[unit] for unit in units) for units in product(range(3), repeat=3))
    resamples = 27_000
    drawn = Counter(resample([column(values)], Resampling(resamples)).values[:, 0].tolist())
    assert drawn.keys() == exact.keys()
    for total, ways in exact.items():
        expected, share = resamples * ways / 27, ways / 27
        assert abs(drawn[total] - expected) < 4 * math.sqrt(resamples * share * (1 - share))


RNG = np.random.default_rng(11)


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(RNG.integers(0, 30, (50, 3)), id="few counts"),
        pytest.param(RNG.integers(0, 30, (70_001, 2)), id="more units than a chunk"),
        pytest.param(RNG.integers(0, 2**22, (50, 3)), id="sums beyond float32"),
        pytest.param(np.concatenate([np.zeros((3, 1)), [[2**23 - 1]]]), id="one unit beyond float32 if drawn often"),
        pytest.param(RNG.integers(-30, 30, (50, 3)), id="negative numbers"),
        pytest.param(RNG.integers(-(2**22), 0, (50, 3)), id="negative sums beyond float32"),
        pytest.param(RNG.integers(0, 5, (50, 300)), id="many columns"),
        pytest.param(RNG.integers(0, 2**40, (50, 1)), id="large counts"),
    ],
)  # fmt: skip
def test_whole_numbers_are_summed_exactly(table):
    table = table.astype(np.float64)
    names = tuple(str(place) for place in range(table.shape[1]))
    evidence = Counts(table, names, lambda totals: totals[..., 0] + 3 * totals[..., -1])
    drawn = resample([evidence], Resampling(100)).values[:, 0]
    sums = np.array([table[row].sum(axis=0) for row in indices(len(table), 100, 20260101)])
    assert np.array_equal(drawn, sums[:, 0] + 3 * sums[:, -1])


def test_fractions_are_summed_in_double_precision():
    values = RNG.normal(size=500)
    sums = values[indices(500, 100, 20260101)].sum(axis=1)
    assert resample([column(values)], Resampling(100)).values[:, 0] == close(sums)


def test_equal_columns_are_summed_once_and_found_again():
    table = RNG.integers(0, 9, (40, 3)).astype(float)
    swapped, other = table[:, [2, 0, 1]].copy(), table[:, [0, 0, 1]] + [[0.0, 0.0, 1.0]]
    tables = [table, swapped, table, other]
    together = resample([counts(rows) for rows in tables], Resampling(100)).values
    apart = [resample([counts(rows)], Resampling(100)).values[:, 0] for rows in tables]
    assert np.array_equal(together, np.stack(apart, axis=1))


@given(evidences(), st.integers(0, 2**64 - 1))
@settings(max_examples=40)
def test_a_draw_is_the_score_of_the_rebuilt_resample(evidence, seed):
    drawn = resample([evidence], Resampling(100, seed)).values[:, 0]
    for row, score in zip(indices(evidence.units, 8, seed), drawn, strict=False):
        assert score == pytest.approx(whole(rebuilt(evidence, row)), abs=1e-12, nan_ok=True)


def test_all_evidence_sees_the_same_draws():
    values = RNG.integers(0, 9, 30).astype(float)
    dense = np.repeat(values, 9).reshape(30, 9)
    evidence = [column(values), readings(values), cells(dense), column(values + 0.25)]
    together = resample(evidence, Resampling(200)).values
    apart = [resample([one], Resampling(200)).values[:, 0] for one in evidence]
    assert np.array_equal(together, np.stack(apart, axis=1), equal_nan=True)


@pytest.mark.parametrize("make", [column, readings])
def test_clusters_are_drawn_whole(make):
    values, clusters = np.array([1.0, 2.0, 4.0, 8.0, 16.0]), np.array([7, 3, 7, 3, 9])
    members = [[1, 3], [0, 2], [4]]  # of clusters 3, 7 and 9
    drawn = resample([make(values)], Resampling(100, 1, clusters)).values[:, 0]
    for row, score in zip(indices(3, 100, 1), drawn, strict=True):
        units = [unit for cluster in row for unit in members[cluster]]
        assert score == whole(make(values[units]))


def test_a_cluster_a_unit_changes_nothing():
    assert estimate(A, 100, clusters=np.arange(2077)) == estimate(A, 100)


def test_a_user_s_own_evidence_without_a_base_class_is_resampled():
    class Share:
        units = 4

        def score(self, weights):
            return ratio(weights[..., 0], weights.sum(axis=-1))

    drawn = resample([Share()], Resampling(100)).values[:, 0]
    assert np.array_equal(drawn, (indices(4, 100, 20260101) == 0).mean(axis=1))


# Undefined scores and degenerate sets.


def test_the_share_of_undefined_draws_is_recorded():
    row = estimate(counts([(1, 1, 1)] + [(0, 0, 0)] * 19), 10_000)
    assert row.value == 100.0
    assert row.interval == Interval(100.0, 100.0)
    assert row.undefined_share == pytest.approx((1 - 1 / 20) ** 20, abs=0.02)


def test_a_score_that_is_nowhere_defined_has_no_interval():
    row = estimate(counts([(0, 0, 0)] * 3), 100)
    assert math.isnan(row.value)
    assert math.isnan(row.sd)
    assert (row.interval, row.undefined_share) == (None, 1.0)


@pytest.mark.parametrize(
    "evidence", [counts([]), readings([]), cells([])], ids=["counts", "readings", "cells"]
)
def test_no_units_have_no_score(evidence):
    row = difference(evidence, evidence, 100)
    assert np.isnan(row.draws).all()
    assert (row.ours.units, row.ours.interval, row.interval, row.identical) == (0, None, None, False)
    assert math.isnan(row.ours.value)
    assert math.isnan(row.p)


def test_no_evidence_has_no_columns():
    assert resample([], Resampling(100)).values.shape == (100, 0)


def test_an_infinite_score_is_undefined():
    infinite = Counts(np.ones((3, 1)), ("value",), lambda totals: totals[..., 0] * np.inf)
    assert estimate(infinite, 100).undefined_share == 1.0
    assert np.isnan(difference(infinite, infinite, 100).draws).all()


def test_one_unit_has_an_interval_without_width():
    row = difference(counts([(3, 4, 4)]), counts([(4, 4, 4)]), 100)
    assert row.interval == Interval(-25.0, -25.0)
    assert (row.sd, row.mde, row.identical) == (0.0, None, False)


# Differences.


def test_identical_systems_differ_nowhere():
    row = difference(A, counts(A.table.copy()), 200)
    assert (row.value, row.interval, row.p, row.mde, row.sd) == (0.0, Interval(0.0, 0.0), 1.0, None, 0.0)
    assert row.identical


def test_systems_that_are_undefined_in_other_draws_are_not_identical():
    ours, theirs = counts([(1, 1, 1), (0, 0, 0), (1, 1, 1)]), counts([(1, 1, 1), (1, 1, 1), (1, 1, 1)])
    assert not difference(ours, theirs, 200).identical


def test_shared_draws_give_the_same_rows():
    how = Resampling(300, 7)
    drawn = resample([A, B], how).values
    assert estimate_of(A, drawn[:, 0], how) == estimate(A, 300, 7)
    shared, own = difference_of(B, A, drawn[:, 1], drawn[:, 0], how), difference(B, A, 300, 7)
    assert (shared.interval, shared.p, shared.mde) == (own.interval, own.p, own.mde)
    assert shared.mde == close(2.80 * np.std(drawn[:, 1] - drawn[:, 0], ddof=1))


def test_a_difference_may_be_one_of_distances_from_an_ideal():
    ours, theirs = column([0.5, 0.5]), column([0.75, 0.75])
    how = Resampling(100)
    drawn = resample([ours, theirs], how).values
    row = difference_of(ours, theirs, drawn[:, 0], drawn[:, 1], how, turn=lambda scores: -abs(scores - 1.25))
    assert row.value == -abs(1.0 - 1.25) + abs(1.5 - 1.25) == 0.0
    assert difference_of(ours, theirs, drawn[:, 0], drawn[:, 1], how).value == -0.5


def test_a_drop_of_the_mde_is_caught_in_four_of_five_sets():
    caught = 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        words = rng.integers(5, 26, 300)
        theirs = rng.binomial(words, 0.88)  # 88 % right, as a tagger or parser
        churn = 0.03  # of all words right in one system only, as many each way
        unchanged = _changed(rng, words, theirs, churn, churn)
        drop = difference(_accuracy(unchanged, words), _accuracy(theirs, words)).mde / 100
        dropped = _changed(rng, words, theirs, churn + drop / 2, churn - drop / 2)
        row = difference(_accuracy(dropped, words), _accuracy(theirs, words))
        caught += row.interval.high < 0
    assert 140 <= caught <= 180


def _changed(rng, words, right, lost, gained):
    """Words right after some become wrong and some right, given as shares of all words."""
    return right - rng.binomial(right, lost / 0.88) + rng.binomial(words - right, gained / 0.12)


def _accuracy(right, words):
    return counts(np.stack([right, words, words], axis=1))


def test_randomisation_agrees_with_all_swaps_of_a_small_set():
    ours, theirs = np.array([9, 8, 9, 7, 9, 8, 4, 9]), np.array([7, 8, 6, 7, 8, 6, 5, 9])
    tens = np.full(8, 10)
    gaps = np.array([abs(np.dot(signs, ours - theirs)) for signs in product((-1, 1), repeat=8)])
    exact = (gaps >= abs((ours - theirs).sum())).mean()
    p = randomisation_p(_accuracy(ours, tens), _accuracy(theirs, tens), 20_000)
    assert p == pytest.approx(exact, abs=0.01)


@pytest.mark.parametrize("lead", [0.0, 0.02, 0.04])
def test_the_p_value_is_near_that_of_randomisation(lead):
    rng = np.random.default_rng(3)
    words = rng.integers(5, 30, 400)
    theirs = rng.binomial(words, 0.85)
    ours = np.minimum(words, theirs + rng.binomial(words, lead) - rng.binomial(theirs, 0.02))
    pair = _accuracy(ours, words), _accuracy(theirs, words)
    assert difference(*pair, 4000).p == pytest.approx(randomisation_p(*pair, 4000), abs=0.03)


@pytest.mark.parametrize(
    "made",
    [estimate(A), difference(A, A), estimate(counts([])), difference(A, counts([(1, 1, 1)] * A.units))],
)
def test_what_is_printed_of_a_figure_fits_one_line(made):
    said = repr(made)
    assert "\n" not in said
    assert len(said) < 120
    assert type(made).__name__ in said


def test_randomisation_of_identical_systems_gives_one():
    assert randomisation_p(A, A, 100) == 1.0
    assert math.isnan(randomisation_p(counts([]), counts([]), 100))


# What is refused.


@pytest.mark.parametrize("call", [lambda: estimate(A, 99), lambda: difference(A, B, 99)])
def test_too_few_resamples_are_refused(call):
    with pytest.raises(UsageError, match="99 resamples are too few for an interval, at least 100"):
        call()


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_beyond_64_bits_is_refused(seed):
    with pytest.raises(UsageError, match=str(seed)):
        Resampling(100, seed)


def test_evidence_of_two_test_sets_is_refused():
    with pytest.raises(EvidenceError, match="evidence of 2077 units and of 1: were they"):
        difference(A, counts([(1, 1, 1)]))


def test_clusters_of_another_set_are_refused():
    with pytest.raises(EvidenceError, match=r"shape \(3,\), but there are 2077 units"):
        estimate(A, clusters=np.array([1, 2, 3]))


def test_the_formula_is_asked_once_for_all_draws():
    shapes = []

    def formula(totals):
        shapes.append(totals.shape)
        return f1(totals)

    resample([Counts(A.table, A.columns, formula)], Resampling(100))
    assert shapes == [(100, 3)]
