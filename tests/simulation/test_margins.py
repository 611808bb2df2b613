"""How often a margin is kept in error, at a true loss as large as the margin; each cell with what a bare interval does.

The same in small as the table of docs/explanation/gate-behaviour.md.
"""

import pytest
from scipy.stats import binom

from tests.shared import onenlp_data
from tests.simulation.margins import documents, items, kept, sentences, translations
from tests.simulation.trials import generator

pytestmark = pytest.mark.long

SETS = 600
RARE = 1e-4


def at_most(sets, share):
    return int(binom.ppf(1 - RARE, sets, share))


def cell(make, *arguments):
    return make(*arguments, generator(20260101, make.__name__))


CELLS = [
    pytest.param(lambda: cell(items, 0.85, 0.95, 4.0), 50, id="0/1, few differ"),
    pytest.param(lambda: cell(items, 0.95, 0.95, 4.0), 500, id="0/1, twenty lost and none won"),
    pytest.param(lambda: cell(items, 0.85, 0.8, 2.0), 500, id="0/1, half won"),
    pytest.param(lambda: cell(documents, 0.97, 0.03, 2.0), 200, id="F1 of short documents"),
    pytest.param(lambda: cell(sentences, 0.97, 0.03, 2.0), 200, id="LAS"),
    pytest.param(lambda: translations(onenlp_data(), 0.1, 0.5), 200, id="chrF++"),
]


@pytest.mark.parametrize(("pairs", "units"), CELLS)
def test_a_loss_as_large_as_the_margin_is_excluded_in_three_of_a_hundred_runs(pairs, units):
    losing = pairs()
    assert kept(losing, units, losing.loss, SETS).gate <= at_most(SETS, 0.03)


def test_a_percentile_interval_alone_excludes_it_far_too_often():
    losing = cell(items, 0.85, 0.95, 4.0)
    assert kept(losing, 50, losing.loss, SETS).percentile > at_most(SETS, 0.06)


def test_a_margin_is_mostly_kept_without_a_loss_where_as_many_units_as_would_tell_are_there():
    alike = cell(items, 0.85, 0.8, 0.0)
    found = kept(alike, 1000, 2.0, SETS)
    assert found.gate >= int(binom.ppf(RARE, SETS, 0.7))
    assert found.percentile - found.gate < 0.1 * SETS
