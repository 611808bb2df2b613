"""Evidence of a kind from outside is drawn, paired, sliced, averaged, pooled, explained and judged unasked.

The laws of metrics run on it too: see ``CASES`` in ``tests/core/test_laws.py``.
"""

import numpy as np
import pytest

from scoring.base.errors import EvidenceError
from scoring.evaluation.assess import assess
from scoring.evaluation.losses import System, losses, why
from scoring.evaluation.measurement import Measurement
from scoring.evidence.average import Average
from scoring.evidence.blend import Blend
from scoring.evidence.evidence import CompleteEvidence, complete, whole
from scoring.evidence.runs import Runs
from scoring.evidence.slice import within
from scoring.judging.settings import Settings
from scoring.metrics.metric import Better
from scoring.rows.verdict import Verdict
from scoring.statistics.draws import indices
from scoring.statistics.intervals import Resampling, difference, estimate, resample
from tests.core.examples import counts
from tests.core.helpers import TOY, approx
from tests.core.outside import GEOMETRIC, Shares

HALVES = Shares(np.array([0.5, 0.5, 1.0, 0.25]))  # of 1/16 the fourth root: 50 points
QUARTERS = Shares(np.array([0.25, 0.5, 1.0, 0.5]))  # 50 points too
HOW = Resampling(100)


def scores_of_draws(values):
    """The score of each resample, from the values that it drew."""
    drawn = values[indices(len(values), HOW.resamples, HOW.seed)]
    return 100.0 * np.exp(np.log(drawn).mean(axis=1))


def test_its_interval_is_that_of_its_draws():
    drawn = np.sort(scores_of_draws(HALVES.values))
    found = estimate(HALVES, 100)
    assert found.value == approx(50.0)
    assert (found.interval.low, found.interval.high) == approx((drawn[2], drawn[97]))


def test_it_is_drawn_with_other_evidence_from_the_same_units():
    other = counts([(1, 2, 2), (1, 2, 2), (2, 2, 2), (0, 1, 1)])
    together = resample([HALVES, other, HALVES], HOW).values
    assert together[:, 0] == approx(scores_of_draws(HALVES.values))
    assert together == approx(
        np.stack([resample([one], HOW).values[:, 0] for one in (HALVES, other, HALVES)], axis=1)
    )


def test_two_systems_are_paired():
    found = difference(HALVES, QUARTERS, 100)
    assert found.value == approx(0.0)
    drawn = np.sort(scores_of_draws(HALVES.values) - scores_of_draws(QUARTERS.values))
    assert (found.interval.low, found.interval.high) == approx((drawn[2], drawn[97]))


def test_a_slice_is_drawn_from_its_own_units():
    part = within(HALVES, np.array([False, True, False, True]))
    assert whole(part) == approx(100 * np.sqrt(0.125))
    assert resample([part], HOW).values[:, 0] == approx(scores_of_draws(np.array([0.5, 0.25])))


def test_an_average_draws_each_test_set_within_itself():
    average = Average((HALVES, Shares(np.array([1.0, 0.25]))))
    assert whole(average) == approx(50.0)
    expected = np.mean([scores_of_draws(HALVES.values), scores_of_draws(np.array([1.0, 0.25]))], axis=0)
    assert resample([average], HOW).values[:, 0] == approx(expected)


def test_a_slice_of_an_average_draws_each_test_set_within_itself_too():
    average = Average((HALVES, Shares(np.array([1.0, 0.25]))))
    part = within(average, np.array([True, True, False, True, False, True]))
    alone = Average((Shares(np.array([0.5, 0.5, 0.25])), Shares(np.array([0.25]))))
    assert resample([part], HOW).values == approx(resample([alone], HOW).values)


def test_runs_are_pooled_and_drawn():
    runs = Runs((HALVES, QUARTERS, HALVES))
    assert runs.run_scores() == approx((50.0, 50.0, 50.0))
    assert whole(runs) == approx(50.0)
    assert np.isfinite(resample([runs], HOW).values).all()


def test_runs_of_another_kind_are_refused():
    with pytest.raises(EvidenceError, match="runs 1 and 2 are evidence of different kinds"):
        Runs((HALVES, counts([(1, 1, 1)] * 4)))


def test_a_blend_mixes_its_draws():
    blend = Blend((HALVES, QUARTERS), (1.0, 3.0))
    expected = 0.25 * scores_of_draws(HALVES.values) + 0.75 * scores_of_draws(QUARTERS.values)
    assert resample([blend], HOW).values[:, 0] == approx(expected)


def test_each_unit_is_exchanged_for_the_opponents():
    # The first as the opponent has it halves the product under the fourth root, the last doubles it.
    expected = [50 * 0.5**0.25 - 50, 0, 0, 50 * 2**0.25 - 50]
    assert losses(HALVES, QUARTERS, Better.HIGHER) == approx(expected)
    found, _ = why(System(HALVES), System(QUARTERS), Better.HIGHER)
    assert [(unit.id, unit.before) for unit in found.units] == [("4", None)]
    some = np.array([False, False, True, True])
    sliced = losses(within(HALVES, some), within(QUARTERS, some), Better.HIGHER)
    assert sliced == approx([0, 100 * (np.sqrt(0.5) - 0.5)])


def test_evidence_of_two_kinds_is_not_explained_and_that_is_said():
    found, _ = why(System(HALVES), System(counts([(1, 1, 1)] * 4)), Better.HIGHER)
    assert found.note == (
        "which units lost is not known: ours is evidence of another kind (Shares) than the reference (Counts)"
    )


def test_it_makes_a_row_that_is_judged_and_explained():
    ours, opponent = (
        Measurement({GEOMETRIC.id: Shares(np.array(values))}, "00", tuple(map(str, range(60))))
        for values in ([0.25] * 30 + [1.0] * 30, [1.0] * 60)
    )
    (row,) = assess([GEOMETRIC], ours, identity=TOY, opponent=opponent, settings=Settings(resamples=100)).rows
    assert (row.verdict, row.score, row.counts, row.runs) == (Verdict.WORSE, approx(50.0), None, None)
    assert len(row.why.units) == 30


def test_what_it_inherits_it_may_answer_itself():
    class Flagged(Shares, CompleteEvidence):
        flags = ("biased",)

        def exchanged(self, opponent, chosen=None):
            return np.arange(4.0)

    assert complete(Flagged(HALVES.values)).flags == ("biased",)
    assert within(Flagged(HALVES.values), np.array([True, False, False, False])).flags == ("biased",)
    assert losses(Flagged(HALVES.values), Flagged(HALVES.values), Better.HIGHER) == approx(
        np.arange(4.0) - 50
    )
