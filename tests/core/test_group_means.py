"""What needs a score of each unit, or with each part exchanged, is worked out from what changes, and is the same."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.evidence.breakdown import Averaging, Parts
from scoring.evidence.cells import Cells
from scoring.labels.cells import macro_f1

LABELS = 3
COLUMNS = tuple((label, kind) for label in "abc" for kind in ("correct", "missed", "spurious"))
CELLS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3 * LABELS - 1), st.integers(1, 3)), max_size=12)
COUNTS = st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=LABELS, max_size=LABELS)


def cells(entries, group):
    unit, column, count = (np.array([entry[at] for entry in entries], dtype=np.int64) for at in range(3))
    return Cells(4, unit, column, count.astype(float), COLUMNS, macro_f1, 100.0, group)


@given(CELLS, CELLS)
def test_cells_in_groups_say_of_units_what_cells_without_do(ours, theirs):
    one, other = cells(ours, 3), cells(theirs, 3)
    plain, opponent = replace(one, group=None), replace(other, group=None)
    assert one.in_error().tolist() == plain.in_error().tolist()
    assert one.exchanged(other) == pytest.approx(plain.exchanged(opponent), nan_ok=True)
    assert one.joined([other]).group == one.sliced(np.array([True, False, True, True])).group == 3


@pytest.mark.parametrize("averaging", Averaging)
@given(COUNTS, COUNTS)
def test_a_part_exchanged_is_the_score_with_its_other_counts(averaging, counts, others):
    ours, theirs = np.array(counts, dtype=float), np.array(others, dtype=float)
    parts = Parts(("a", "b", "c"), ours, averaging)
    tried = np.repeat(ours[None], LABELS, axis=0)
    tried[range(LABELS), range(LABELS)] = theirs
    assert parts.exchanged(theirs, ours) == pytest.approx(parts.score(tried), nan_ok=True)
