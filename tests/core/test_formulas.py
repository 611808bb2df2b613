"""Formulas by hand, over leading axes, and where they are undefined."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.evidence.formulas import accuracy, f1, ratio


@pytest.mark.parametrize(
    ("correct", "predicted", "gold", "points"),
    [
        pytest.param(8, 10, 10, 80.0, id="as many predicted as gold"),
        pytest.param(1, 1, 2, 200 / 3, id="one of two found: P 1, R 1/2"),
        pytest.param(0, 5, 5, 0.0, id="nothing right"),
        pytest.param(0, 5, 0, 0.0, id="nothing to find, something found"),
        pytest.param(0, 0, 5, 0.0, id="something to find, nothing found"),
    ],
)
def test_f1_is_the_harmonic_mean_in_points(correct, predicted, gold, points):
    assert f1(np.array([correct, predicted, gold], dtype=float)) == points


def test_nothing_to_find_and_nothing_found_is_undefined():
    assert np.isnan(f1(np.zeros(3)))


def test_accuracy_is_the_share_of_all_in_points():
    assert accuracy(np.array([3.0, 4.0])) == 75.0
    assert np.isnan(accuracy(np.zeros(2)))


def test_a_ratio_keeps_its_sign_and_is_undefined_over_zero():
    assert ratio(np.array([-1.0, 1.0]), np.array([4.0, 0.0])).tolist() == pytest.approx(
        [-0.25, np.nan], nan_ok=True
    )


@pytest.mark.parametrize("formula", [f1, accuracy])
def test_a_formula_works_over_leading_axes(formula):
    totals = np.arange(2 * 3 * 3, dtype=float).reshape(2, 3, 3)
    each = [[float(formula(totals[i, j])) for j in range(3)] for i in range(2)]
    assert np.array_equal(formula(totals), each, equal_nan=True)


@pytest.mark.parametrize("formula", [f1, accuracy])
def test_a_formula_does_not_edit_the_totals(formula):
    totals = np.array([[1.0, 0.0, 0.0], [1.0, 2.0, 3.0]])
    formula(totals)
    assert totals.tolist() == [[1.0, 0.0, 0.0], [1.0, 2.0, 3.0]]


COUNT = st.integers(0, 10**6)


@given(COUNT, COUNT, COUNT, st.integers(1, 1000))
def test_equal_fractions_give_equal_doubles(correct, predicted, gold, times):
    once = np.array([correct, predicted, gold], dtype=float)
    assert np.array_equal(f1(once), f1(once * times), equal_nan=True)
    assert np.array_equal(accuracy(once), accuracy(once * times), equal_nan=True)


@given(COUNT, COUNT, COUNT)
def test_f1_is_the_fraction_rounded_once(correct, predicted, gold):
    if predicted + gold:
        expected = float(Fraction(200 * correct, predicted + gold))
        assert float(f1(np.array([correct, predicted, gold], dtype=float))) == expected
