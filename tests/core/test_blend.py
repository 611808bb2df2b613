"""A blend by hand, resampled with its parts, and what it refuses."""

import numpy as np
import pytest

from scoring.base.errors import EvidenceError
from scoring.evidence.blend import Blend
from scoring.evidence.evidence import whole
from scoring.evidence.slice import within
from scoring.statistics.intervals import Resampling, resample
from tests.core.examples import cells, counts, readings

EIGHTY = counts([(8, 10, 10), (8, 10, 10)])
HALF = counts([(5, 10, 10), (5, 10, 10)])


def test_a_blend_is_the_weighted_mean_of_its_parts():
    assert whole(Blend((EIGHTY, HALF), (0.75, 0.25))) == pytest.approx(0.75 * 80 + 0.25 * 50)


def test_shares_need_not_add_up_to_one():
    assert whole(Blend((EIGHTY, HALF), (3.0, 1.0))) == pytest.approx(72.5)


def test_a_part_without_a_score_shares_its_weight_among_the_others():
    first_alone = counts([(1, 1, 1), (0, 0, 0)])  # 100 on the first unit, nothing to find on the second
    blend = Blend((first_alone, EIGHTY, HALF), (2.0, 1.0, 1.0))
    assert blend.score(np.array([1.0, 1.0])) == pytest.approx((2 * 100 + 80 + 50) / 4)
    assert blend.score(np.array([0.0, 1.0])) == pytest.approx((80 + 50) / 2)


def test_a_blend_is_undefined_where_every_part_is():
    nothing = counts([(0, 0, 0)])
    assert np.isnan(whole(Blend((nothing, nothing), (1.0, 1.0))))


def test_a_slice_of_a_blend_is_the_blend_of_the_slices():
    ones = counts([(1, 1, 1), (0, 1, 1), (1, 1, 1)])
    blend = Blend((ones, readings([1, 2, 3])), (1.0, 3.0))
    chosen = np.array([False, True, True])
    weights = np.array([2.0, 1.0])
    assert within(blend, chosen).score(weights) == pytest.approx(blend.score(np.array([0.0, 2.0, 1.0])))


def test_a_unit_is_in_error_where_it_is_in_any_part():
    one, two = counts([(1, 1, 1), (0, 1, 1), (1, 1, 1)]), counts([(1, 1, 1), (1, 1, 1), (0, 1, 1)])
    assert Blend((one, two), (1.0, 1.0)).in_error().tolist() == [False, True, True]


def test_stored_arrays_carry_the_place_of_their_part():
    assert sorted(Blend((EIGHTY, readings([1, 2])), (1.0, 1.0)).arrays()) == ["0.counts", "1.readings"]


def test_a_blend_is_drawn_with_its_parts():
    rng = np.random.default_rng(3)
    whole_counts = counts([(a, 9, 9) for a in rng.integers(0, 9, 30)])
    median = readings(rng.integers(0, 9, 30))
    sparse = cells(rng.integers(0, 2, (30, 9)))
    blend = Blend((whole_counts, Blend((median, sparse), (1.0, 1.0))), (2.0, 1.0))
    drawn = resample([blend, whole_counts, median, sparse], Resampling(100)).values
    expected = (2 * drawn[:, 1] + (drawn[:, 2] + drawn[:, 3]) / 2) / 3
    assert drawn[:, 0] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("parts", "shares", "message"),
    [
        pytest.param((), (), "0 parts and 0 shares", id="no part"),
        pytest.param((EIGHTY,), (0.5, 0.5), "1 parts and 2 shares", id="a share too many"),
        pytest.param((EIGHTY, HALF), (1.0, -0.5), "at least 0", id="negative share"),
        pytest.param((EIGHTY,), (0.0,), "not all 0", id="no weight"),
        pytest.param((EIGHTY,), (float("nan"),), "at least 0", id="NaN"),
        pytest.param((EIGHTY, counts([(1, 1, 1)])), (1.0, 1.0), r"\[2, 1\] units", id="two test sets"),
    ],
)
def test_a_blend_that_has_no_meaning_is_refused(parts, shares, message):
    with pytest.raises(EvidenceError, match=message):
        Blend(parts, shares)


def test_blends_of_other_shares_are_not_joined():
    with pytest.raises(EvidenceError, match=r"\(1.0, 1.0\) and one with shares \(1.0, 2.0\)"):
        Blend((EIGHTY, HALF), (1.0, 1.0)).joined([Blend((EIGHTY, HALF), (1.0, 2.0))])
