"""How often gates are red on real counts though nothing has changed, and whether rows see the loss that they say.

The same in small as the tables of docs/explanation/gate-behaviour.md.  The test sets are seeded; a bound is what a
rule that keeps its promise breaks once in 10,000 other seeds, and each comes with a control that breaks it.
"""

from functools import cache

import numpy as np
import pytest
from sacrebleu.metrics import BLEU, CHRF
from scipy.stats import binom

from tests.shared import onenlp_data
from tests.simulation import surface
from tests.simulation.systems import Systems, example, mistaken, wmt17
from tests.simulation.trials import Plan, Tally, overlap, paired, planted, published, run, session

pytestmark = pytest.mark.long

SEED = 20260101
RARE = 1e-4
HYPOTHESES = ["Das Haus ist klein.", "Wir gehen nur, wenn es regnet.", "Niemand weiß das."]
REFERENCES = ["Das Haus ist sehr klein.", "Wir gehen nur, wenn es nicht regnet.", "Das weiß niemand."]


def at_most(sets: int, share: float) -> int:
    return int(binom.ppf(1 - RARE, sets, share))


def at_least(sets: int, share: float) -> int:
    return int(binom.ppf(RARE, sets, share))


@cache
def translations() -> Systems:
    return wmt17(onenlp_data(), [("uedin-nmt", "C-3MA")], segments=500)[0]


@cache
def tools() -> Systems:
    return example()


DATA = [pytest.param(tools, 130, id="example"), pytest.param(translations, 300, id="WMT17")]


@cache
def unchanged(systems: Systems, units: int) -> tuple[Tally, ...]:
    return tuple(run(systems, Plan(units), 200, (overlap, published, paired(rows=1), paired()), SEED))


@pytest.mark.parametrize(("data", "units"), DATA)
def test_a_single_unchanged_row_is_worse_in_one_run_of_forty(data, units):
    row = unchanged(data(), units)[2]
    assert row.worse <= at_most(row.sets, 0.025)
    assert row.better <= at_most(row.sets, 0.025)


@pytest.mark.parametrize(("data", "units"), DATA)
def test_an_unchanged_check_of_several_metrics_is_worse_in_one_run_of_twenty(data, units):
    check = unchanged(data(), units)[3]
    assert check.worse <= at_most(check.sets, 0.05)


@pytest.mark.parametrize(("data", "units"), DATA)
def test_overlapping_intervals_hardly_ever_raise_a_false_alarm(data, units):
    row = unchanged(data(), units)[0]
    assert row.worse + row.better <= at_most(row.sets, 0.006)  # of two independent systems: 2 * P(z > 2.77)


@pytest.mark.parametrize(("data", "units"), DATA)
def test_a_published_number_of_another_system_raises_false_alarms_at_most_as_an_interval_does(data, units):
    row = unchanged(data(), units)[1]
    assert row.worse + row.better <= at_most(row.sets, 0.166)  # of two independent systems: 2 * P(z > 1.39)


def test_an_unchanged_session_of_gates_is_red_in_one_run_of_twenty_and_without_families_far_more_often():
    together, each = session([tools()] * 6, Plan(130), 80, (6, 1), SEED)
    bound = at_most(together.sets, 0.05)
    assert together.worse <= bound
    assert each.worse > bound  # the level not divided among the gates
    assert together.unadjusted > each.worse  # nor adjusted for the rows of a check


@pytest.mark.parametrize(("data", "rule"), [
    pytest.param(translations, overlap, id="WMT17, overlap"),
    pytest.param(translations, published, id="WMT17, published"),
    pytest.param(translations, paired(rows=1), id="WMT17, paired"),
    pytest.param(mistaken, paired(rows=1), id="example, paired"),
    pytest.param(mistaken, paired(), id="example, paired in a check of five metrics"),
    pytest.param(mistaken, paired(checks=10), id="example, paired in a session of ten gates"),
])  # fmt: skip
def test_a_row_sees_the_loss_that_it_says_it_sees(data, rule):
    loss, result = planted(data(), Plan(300), rule, 150, SEED)
    assert result.mde == pytest.approx(loss, rel=0.1)
    assert result.main >= at_least(result.sets, 0.8)
    if (
        rule is not published
    ):  # such a number moves with ours, as it was measured on the same units: more is seen
        assert result.main <= at_most(result.sets, 0.8)


def test_half_of_that_loss_is_mostly_missed():
    systems, rule = translations(), paired(rows=1)
    loss, _ = planted(systems, Plan(300), rule, 100, SEED)
    [half] = run(systems, Plan(300).losing(systems, "chrf", loss / 2), 150, [rule], SEED)
    assert half.main < at_least(half.sets, 0.8)


@pytest.mark.parametrize(("metric", "scorer"), [(surface.CHRF_PP, CHRF(word_order=2)), (surface.BLEU_13A, BLEU())],
                         ids=["chrF++", "BLEU"])  # fmt: skip
def test_the_score_of_summed_counts_is_sacrebleus(metric, scorer):
    counts = metric.measure((HYPOTHESES, REFERENCES))
    expected = scorer.corpus_score(HYPOTHESES, [REFERENCES]).score
    assert counts.score(np.ones(3)) == pytest.approx(expected, rel=1e-9)


def test_the_planted_loss_is_that_of_the_population():
    systems = mistaken()
    plan = Plan(40_000, changed=0.5).losing(systems, "upos", 1.5)
    ours, theirs = (systems.scores(one)["upos"] for one in plan.draw(systems, np.random.default_rng(1)))
    assert theirs - ours == pytest.approx(1.5, abs=0.1)


def test_a_loss_beyond_the_other_system_cannot_be_planted():
    assert Plan(100).losing(mistaken(), "upos", 50.0) is None


def test_an_even_coin_plants_no_loss():
    assert Plan(100).loss(mistaken(), "upos") == pytest.approx(0.0, abs=1e-9)
