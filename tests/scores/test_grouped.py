"""Values of which several are one unit's: drawn, joined and exchanged with their unit."""

import numpy as np
import pytest

from scoring.base.errors import EvidenceError
from scoring.evidence.evidence import whole
from scoring.evidence.grouped import Grouped
from scoring.evidence.readings import Readings, quantile


def median(values, weights):
    return quantile(values, weights, 0.5)


def grouped(values, owners, units=None):
    items = Readings(np.array(values, dtype=np.float64).reshape(-1, 1), median)
    return Grouped(items, np.array(owners, dtype=np.intp), max(owners) + 1 if units is None else units)


def test_a_unit_counts_with_all_its_values():
    evidence = grouped([5, 1, 2, 9], [1, 0, 0, 1])
    assert whole(evidence) == 3.5
    assert evidence.score(np.array([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]])).tolist() == [1.5, 7.0, 2.0]


def test_joined_units_are_those_of_the_first_and_then_of_the_others():
    both = grouped([1, 2], [0, 1]).joined([grouped([8, 9, 10], [0, 0, 1])])
    assert both.units == 4
    assert whole(both) == whole(grouped([1, 2, 8, 9, 10], [0, 1, 2, 2, 3])) == 8.0
    assert both.score(np.array([0.0, 0.0, 1.0, 0.0])) == 8.5


def test_units_are_exchanged_one_by_one():
    ours, reference = grouped([1, 2, 3, 4], [0, 0, 1, 1]), grouped([1, 2, 3, 40], [0, 0, 1, 1])
    assert ours.changed(reference).tolist() == [False, True]
    assert ours.exchanged(reference).tolist() == [2.5, 2.5]
    assert grouped([1, 2, 3], [0, 0, 1]).changed(grouped([1, 2, 3], [0, 1, 1])).tolist() == [True, True]


def test_values_of_no_unit_are_an_error():
    with pytest.raises(EvidenceError, match="there are 2 items, and units of 1"):
        grouped([1, 2], [0])
    with pytest.raises(EvidenceError, match="an item is of a unit that is none of the 1"):
        grouped([1, 2], [0, 1], units=1)
