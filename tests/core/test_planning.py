"""What a test set can see, with figures small enough to do by hand, and the same formulas as judged rows."""

import dataclasses
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import ud
from scoring.evaluation.evaluate import Wanted, evaluate, measure
from scoring.evaluation.power import Spread, critical_value, drops, needed, paired_sd, plans
from scoring.judging.settings import Settings
from scoring.metrics import catalog
from scoring.rows.records import Identity, Row
from scoring.rows.references import References
from scoring.rows.verdict import Rule
from tests.cli.files import FAIR, GOOD, POOR, treebank

# Half-widths of 2 and 1, an sd of 1, one of the difference of .5, a slack of .5.
SPREAD = Spread(half=2.0, sd=1.0, opponent=1.0, apart=0.5, paired=(0.5, 0.5), critical=1.0, slack=0.5)
positive = st.floats(0.01, 100.0)


def upos(wrong, against=None, **settings):
    """The plan of UPOS alone for a treebank with wrong tags, perhaps beside a reference system."""
    metrics = catalog.select("ud", ["UPOS"])
    ours, theirs = (
        measure("ud", ud.loads(treebank()), ud.loads(treebank(tags)), metrics, None, Wanted())
        if tags is not None
        else None
        for tags in (wrong, against)
    )
    (plan,) = plans(metrics, ours, theirs, Settings(**settings))
    return plan


def test_each_rule_has_its_formula():
    seen = drops(SPREAD)
    assert seen.published == pytest.approx(2 + 0.84 * 1)  # max(slack, half) + .84 sd
    assert seen.overlap == pytest.approx(2 + 1 + 0.84 * 0.5)  # half A + half B + .84 sd(d)
    assert seen.paired == pytest.approx((2.8 * 0.5, 2.8 * 0.5))  # (1.96 + .84) sd(d)


def test_the_slack_hides_what_a_narrow_interval_would_show():
    assert drops(dataclasses.replace(SPREAD, slack=3.0)).published == pytest.approx(3 + 0.84)


def test_the_level_of_many_gates_raises_the_paired_drop_alone():
    many = drops(dataclasses.replace(SPREAD, critical=3.0))
    assert many.paired == pytest.approx((3.84 * 0.5, 3.84 * 0.5))
    assert (many.published, many.overlap) == (drops(SPREAD).published, drops(SPREAD).overlap)


def test_without_a_spread_nothing_is_known():
    flat = dataclasses.replace(SPREAD, half=0.0, sd=0.0, paired=(0.0, 0.0))
    for found in (drops(flat), needed(flat, 100, 1.0)):
        assert (found.published, found.overlap, found.paired) == (None, None, None)


@pytest.mark.parametrize(
    ("alpha", "rows", "critical"), [(0.05, 1, 1.96), (0.00125, 1, 3.02), (0.05, 40, 3.02)]
)
def test_the_level_is_divided_among_gates_and_rows(alpha, rows, critical):
    # One-sided: .05 alone asks for 1.645, less than the interval's 1.96; .05 / 40 for 3.02 (normal tables).
    assert critical_value(alpha, rows) == pytest.approx(critical, abs=0.01)


@pytest.mark.parametrize(
    ("correlation", "sd"), [(0.5, 1.0), (0.8, math.sqrt(0.4)), (0.0, math.sqrt(2.0)), (1.0, 0.0)]
)
def test_scores_that_correlate_differ_by_less(correlation, sd):
    assert paired_sd(1.0, correlation) == pytest.approx(sd)


# --- units for a margin


def test_half_the_drop_needs_four_times_the_units():
    half = drops(SPREAD)
    assert needed(SPREAD, 100, half.paired[0] / 2).paired == (400, 400)
    assert needed(SPREAD, 100, half.overlap / 2).overlap == 400


def test_the_published_rule_needs_its_drop_without_slack_while_the_interval_is_wider():
    # 2.84 at 100 units; half of it at 400, where the interval's half of 1 is still above the slack of .5.
    assert needed(SPREAD, 100, 1.42).published == 400


def test_the_published_rule_needs_what_is_left_above_the_slack_where_the_interval_is_narrower():
    # A margin of .6 leaves .1 above the slack: .84 s = .1, and units = 100 / s^2 = 100 * 70.56.
    assert needed(SPREAD, 100, 0.6).published == 7056


@pytest.mark.parametrize("margin", [0.5, 0.3])
def test_no_number_of_units_shows_a_margin_within_the_slack(margin):
    assert needed(SPREAD, 100, margin).published == math.inf


@given(half=positive, sd=positive, slack=st.floats(0.0, 5.0), above=positive)
def test_so_many_units_see_the_margin_and_a_tenth_fewer_do_not(half, sd, slack, above):
    spread = dataclasses.replace(SPREAD, half=half, sd=sd, slack=slack)
    units = needed(spread, 10**6, slack + above).published

    def seen(share):
        return max(slack, half * share) + 0.84 * sd * share

    assert seen(math.sqrt(10**6 / units)) <= (slack + above) * (1 + 1e-6)
    if units > 1000:
        assert seen(math.sqrt(10**6 / (0.9 * units))) > slack + above


# --- measured


@pytest.mark.parametrize("reference", [GOOD, POOR], ids=["better than ours", "worse than ours"])
def test_with_a_reference_system_the_paired_drop_is_that_of_the_row(reference):
    plan = upos(FAIR, reference, checks=3)
    row = evaluate(
        "ud", ud.loads(treebank()), ud.loads(treebank(FAIR)), identity=Identity("a", "b", "c"), metrics=["UPOS"],
        ref_pred=ud.loads(treebank(reference)), settings=Settings(checks=3),
    ).rows[0]  # fmt: skip
    assert row.rule in (Rule.PAIRED, Rule.OVERLAP)
    assert plan.measured
    assert drops(plan.spread).paired == (row.mde, row.mde)


@pytest.mark.parametrize(("recorded", "rule"), [(False, Rule.PUBLISHED), (True, Rule.OVERLAP)])
def test_without_one_the_drop_is_that_of_a_row_judged_by_a_number_or_an_interval(recorded, rule):
    plan = upos(FAIR)
    half = plan.spread.half
    wide = (90.0 - half, 90.0 + half) if recorded else None  # a reference that spreads as ours does
    known = Row("a", "b", "c", "UPOS", 90.0, "by hand", ci=wide)
    row = evaluate(
        "ud", ud.loads(treebank()), ud.loads(treebank(FAIR)), identity=Identity("a", "b", "c"), metrics=["UPOS"],
        references=References.load([], [known]),
    ).rows[0]  # fmt: skip
    assert row.rule == rule
    assert getattr(drops(plan.spread), rule.value) == pytest.approx(row.mde)


def test_without_one_the_paired_drop_is_a_range():
    plan = upos(FAIR)
    low, high = drops(plan.spread).paired
    assert not plan.measured
    assert high / low == pytest.approx(2.0)  # sqrt((1 - .8) / (1 - .95))


def test_a_system_beside_itself_shows_no_paired_spread():
    assert drops(upos(FAIR, FAIR).spread).paired is None


def test_a_score_without_an_error_has_no_spread():
    assert drops(upos(()).spread).published is None
