"""The laws of evidence, over every class of it, and what each class refuses."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.base.errors import EvidenceError
from scoring.evidence.cells import Cells
from scoring.evidence.counts import Counts, compact
from scoring.evidence.evidence import whole
from scoring.evidence.formulas import accuracy, f1
from scoring.evidence.slice import within
from tests.core.examples import CELLS, cells, counts, evidences, macro_f1, readings, rebuilt, weighted


@given(weighted())
def test_a_whole_weight_is_as_many_repeats_of_the_unit(case):
    evidence, weights = case
    repeated = rebuilt(evidence, np.repeat(np.arange(evidence.units), weights.astype(int)))
    expected = whole(repeated) if repeated.units else np.nan
    assert evidence.score(weights) == pytest.approx(expected, abs=1e-12, nan_ok=True)


@given(weighted(), st.sampled_from((0.5, 2.0, 8.0)))
def test_a_common_factor_of_all_weights_changes_nothing(case, factor):
    evidence, weights = case
    assert evidence.score(factor * weights) == pytest.approx(evidence.score(weights), abs=1e-12, nan_ok=True)


def test_a_slice_keeps_the_errors_of_its_units():
    dense = np.ones((3, len(CELLS)))
    dense[1, 0] = 0
    part = within(cells(dense), np.array([False, True, True]))
    assert part.in_error().tolist() == [True, False]


@given(evidences(), st.data())
def test_a_block_of_weights_is_scored_row_by_row(evidence, data):
    row = st.lists(st.integers(0, 3), min_size=evidence.units, max_size=evidence.units)
    block = np.array(data.draw(st.lists(row, min_size=1, max_size=4)), dtype=np.float64)
    each = [float(evidence.score(weights)) for weights in block]
    assert evidence.score(block) == pytest.approx(np.array(each), abs=1e-12, nan_ok=True)
    assert evidence.score(block[:, None]).shape == (len(block), 1)


@given(evidences(), st.data())
def test_joined_shards_are_the_whole(evidence, data):
    cut = data.draw(st.integers(0, evidence.units))
    head, tail = rebuilt(evidence, np.arange(cut)), rebuilt(evidence, np.arange(cut, evidence.units))
    joined = head.joined([tail])
    assert joined.units == evidence.units
    weights = np.arange(1.0, evidence.units + 1)
    assert joined.score(weights) == pytest.approx(evidence.score(weights), abs=1e-12, nan_ok=True)
    assert np.array_equal(joined.in_error(), evidence.in_error())


@given(evidences(), st.data())
def test_a_slice_is_the_evidence_of_its_units(evidence, data):
    mask = np.array(data.draw(st.lists(st.booleans(), min_size=evidence.units, max_size=evidence.units)))
    part, chosen = within(evidence, mask), np.flatnonzero(mask)
    assert part.units == len(chosen)
    weights = np.arange(1.0, len(chosen) + 1)
    expected = rebuilt(evidence, chosen).score(weights) if part.units else np.nan
    if part.units:
        assert part.score(weights) == pytest.approx(expected, abs=1e-12, nan_ok=True)
    assert np.array_equal(part.in_error(), evidence.in_error()[chosen])


@given(evidences())
def test_scoring_edits_neither_evidence_nor_weights(evidence):
    before = {name: array.copy() for name, array in evidence.arrays().items()}
    weights = np.ones(evidence.units)
    evidence.score(weights)
    assert weights.tolist() == [1.0] * evidence.units
    assert all(np.array_equal(before[name], array) for name, array in evidence.arrays().items())


def test_the_full_test_set_has_weights_of_one():
    assert whole(counts([(1, 1, 1), (2, 3, 5)])) == pytest.approx(200 * 3 / 10)


def test_counts_name_the_units_in_error():
    evidence = counts([(4, 4, 4), (3, 4, 4), (4, 4, 5), (0, 0, 0)])
    assert evidence.in_error().tolist() == [False, True, True, False]


def test_without_a_perfect_score_every_unit_counts_as_in_error():
    assert Counts(np.ones((2, 3)), ("a", "b", "c"), f1).in_error().tolist() == [True, True]
    assert readings([1.0, 2.0]).in_error().tolist() == [True, True]


def test_cells_name_the_units_in_error_across_blocks():
    dense = np.tile([1, 1, 1, 0, 0, 0, 0, 0, 0], (600, 1))
    dense[[3, 255, 256, 599], 0] = 0
    assert np.flatnonzero(cells(dense).in_error()).tolist() == [3, 255, 256, 599]


def test_cells_score_as_the_dense_table_does():
    dense = np.random.default_rng(5).integers(0, 3, (40, len(CELLS))).astype(float)
    weights = np.random.default_rng(6).integers(0, 4, (7, 40)).astype(float)
    assert cells(dense).score(weights) == pytest.approx(macro_f1(weights @ dense, CELLS), abs=1e-12)


def test_joined_cells_hold_the_columns_of_both_sorted():
    one = Cells(1, np.array([0]), np.array([0]), np.ones(1), (("PER",),), lambda totals, _: totals.sum(-1))
    two = Cells(1, np.array([0]), np.array([0]), np.ones(1) * 5, (("LOC",),), one.formula)
    joined = one.joined([two])
    assert joined.columns == (("LOC",), ("PER",))
    assert joined.totals(np.array([10.0, 1.0])).tolist() == [5.0, 10.0]


def test_cells_without_entries_have_totals_of_zero():
    empty = np.zeros(0, dtype=np.int64)
    evidence = Cells(2, empty, empty, np.zeros(0), (("PER",),), lambda totals, _: totals[..., 0])
    assert evidence.score(np.ones((3, 2))).tolist() == [0.0, 0.0, 0.0]


def test_stored_cells_can_be_without_columns():
    empty = np.zeros(0, dtype=np.int64)
    evidence = Cells(2, empty, empty, np.zeros(0), (), lambda totals, _: totals.sum(axis=-1))
    assert evidence.arrays()["columns"].shape == (0, 0)
    assert evidence.in_error().tolist() == [True, True]


def test_stored_cells_name_their_columns():
    names = cells(np.zeros((1, 9))).arrays()["columns"]
    assert tuple(tuple(row) for row in names.tolist()) == CELLS


def test_readings_are_sorted_with_their_weights():
    evidence = readings([30.0, 10.0, 20.0])
    assert evidence.score(np.array([5.0, 1.0, 1.0])) == 30.0
    assert evidence.score(np.array([1.0, 5.0, 1.0])) == 10.0


def test_counts_of_the_wrong_shape_are_refused():
    with pytest.raises(EvidenceError, match=r"shape \(2, 2\), but the columns are a, b, c"):
        Counts(np.ones((2, 2)), ("a", "b", "c"), f1)


def test_counts_of_other_columns_are_not_joined():
    with pytest.raises(EvidenceError, match="counts of correct, predicted, gold with a, b, c"):
        counts([(1, 1, 1)]).joined([Counts(np.ones((1, 3)), ("a", "b", "c"), f1)])


@pytest.mark.parametrize(
    ("unit", "column", "message"),
    [(2, 0, "unit 2, but there are only 2"), (0, 1, "column 1, but there are only 1")],
)
def test_cells_outside_the_table_are_refused(unit, column, message):
    with pytest.raises(EvidenceError, match=message):
        Cells(2, np.array([unit]), np.array([column]), np.ones(1), (("PER",),), lambda totals, _: totals)


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1, -3], np.int16),
        ([1, 40_000], np.int32),
        ([2**40], np.int64),
        ([0.5, 1], np.float64),
        ([], np.int32),
    ],
)
def test_stored_counts_are_as_small_as_is_exact(values, kind):
    table = np.array(values, dtype=np.float64)
    assert compact(table).dtype == kind
    assert np.array_equal(compact(table), table)


@pytest.mark.parametrize("chosen", [np.array([True]), np.array([0, 1]), np.ones((2, 1), dtype=bool)])
def test_a_slice_needs_one_truth_value_a_unit(chosen):
    with pytest.raises(EvidenceError, match="2 truth values"):
        within(counts([(1, 1, 1), (1, 1, 1)]), chosen)


@pytest.mark.parametrize(
    ("table", "says"),
    [
        pytest.param(np.array([[np.nan, 1.0]]), "not finite", id="not a number"),
        pytest.param(np.array([[np.inf, 1.0]]), "not finite", id="infinite"),
        pytest.param(np.array([[1e300, 1.0]]), "too large", id="beyond exact sums"),
        pytest.param(np.array([[1j, 1.0]]), "real numbers", id="complex"),
        pytest.param(np.array([["a", "b"]]), "real numbers", id="text"),
        pytest.param(np.array([1.0, 2.0]), "shape", id="one-dimensional"),
        pytest.param([[1.0, 2.0]], "shape None", id="a list"),
    ],
)
def test_counts_that_cannot_be_summed_are_refused(table, says):
    with pytest.raises(EvidenceError, match=says):
        Counts(table, ("correct", "all"), accuracy)
