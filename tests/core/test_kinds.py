"""Many units of few kinds: the draws are those of the units, to the last bit."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.evidence.cells import Cells
from scoring.evidence.counts import Counts
from scoring.evidence.kinds import kinds_of_columns, kinds_of_table
from scoring.labels.cells import macro_f1
from scoring.statistics import kinds
from scoring.statistics.resampling import Resampling, resample

KINDS = ("correct", "missed", "spurious")
ROWS = st.lists(st.tuples(*[st.integers(0, 2)] * 2, st.integers(0, 1)), min_size=1, max_size=60)


def evidence_of(rows):
    """A ratio of two counts of each row, and macro F1 of two labels, gold and predicted."""
    table = np.array([(right, right + wrong) for right, wrong, _ in rows], dtype=np.float64)
    cells = [(at, 3 * label + kind) for at, (_, kind, label) in enumerate(rows) if kind or label]
    unit, column = np.array(cells, dtype=np.int64).reshape(-1, 2).T
    columns = tuple((name, kind) for name in "ab" for kind in KINDS)
    ratio = Counts(table, ("right", "all"), lambda sums: sums[..., 0] / np.maximum(sums[..., 1], 1))
    return ratio, Cells(len(rows), unit, column, np.ones(unit.size), columns, macro_f1, 100.0, 3)


@given(ROWS, st.integers(0, 2**64 - 1))
def test_draws_by_kind_are_the_draws_by_unit(rows, seed):
    how = Resampling(100, seed)
    by_unit = resample(evidence_of(rows), how).values
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kinds, "FEWEST", 1)
        patch.setattr(kinds, "SHARE", 1)
        assert kinds.kinds_of(evidence_of(rows), len(rows)) is not None
        by_kind = resample(evidence_of(rows), how).values

    assert np.array_equal(by_unit, by_kind, equal_nan=True)


def test_20_000_units_of_four_kinds_are_drawn_as_four():
    ratio, cells = evidence_of([(1, 0, 0), (0, 1, 1), (0, 1, 0), (0, 1, 1), (2, 0, 1)] * 4_000)
    found = kinds.kinds_of((ratio, cells), 20_000)

    assert (found.count, found.numbers[:7].tolist()) == (4, [0, 1, 2, 1, 3, 0, 1])
    assert np.flatnonzero(found.first).tolist() == [0, 1, 2, 4]
    assert kinds.kinds_of((ratio, cells), 19_999) is None


@pytest.mark.parametrize("table", [[[0.5]], [[-1.0]], [[2.0**31]]])
def test_what_is_not_summed_exactly_has_no_kinds(table):
    assert kinds_of_table(np.array(table)) is None
    assert kinds_of_table(np.array([[1.0], [0.0], [1.0]])).tolist() == [1, 0, 1]


def test_units_that_are_all_different_are_drawn_one_by_one():
    table = np.stack([np.arange(20_000.0), np.ones(20_000)], axis=1)

    assert kinds.kinds_of([Counts(table, ("right", "all"), lambda sums: sums[..., 0])], 20_000) is None


def test_many_columns_of_large_numbers_stay_apart():
    large = [2**31 - 1] * 2

    assert len(set(kinds_of_columns(np.array([[0, 1], large, large, large]), 2).tolist())) == 2
    assert len(set(kinds_of_columns(np.array([[1, 1], large, large, large]), 2).tolist())) == 1


def test_a_unit_with_more_labels_than_are_compared_has_no_kind():
    columns = tuple((name, kind) for name in "abc" for kind in KINDS)
    cells = Cells(2, np.zeros(9, dtype=np.int64), np.arange(9), np.ones(9), columns, macro_f1, 100.0, 3)

    assert cells.kinds() is None
