"""The opponent, the paired family and the smallest visible drop, with figures small enough to do by hand."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.evaluation.assess import drawn_opponent
from scoring.evidence.counts import Counts
from scoring.judging.family import PairedDraws, PairedRow, paired_family
from scoring.judging.judged import judge_order, judged, policy_of
from scoring.judging.opponents import Opponent, measured_opponent, opponent_of
from scoring.judging.rule import Measured, Paired, Reference
from scoring.judging.settings import Settings
from scoring.metrics.metric import Better, Scale
from scoring.rows.records import RowDifference
from scoring.statistics.intervals import Interval, interval_of
from scoring.statistics.resampling import Resampling
from scoring.statistics.significance import p_value
from tests.core.helpers import METRIC, in_memory, points, reference_row

NAN = math.nan
WIDE = Interval(80.0, 96.0)
SHOWN = RowDifference(value=-1.0, ci=(-2.0, 0.5), p=0.2)


def row(**fields):
    """Our row of 88 points with the interval [86, 90], so a half of 2."""
    return reference_row(**{"ci": (86.0, 90.0), "better": Better.HIGHER, "units": 200, **fields})


def ours(**fields) -> Measured:
    return Measured(
        **{"score": 88.0, "interval": Interval(86.0, 90.0), "units": 200, "resamples": 1000, **fields}
    )


def pairs(sd=0.5, critical=1.0, *, gain=-0.1, ends=(-1.0, 1.0), p_loss=0.5, identical=False) -> PairedRow:
    found = Paired(gain=gain, interval=Interval(*ends), p_loss=p_loss, p_gain=1.0, identical=identical)
    return PairedRow(found, SHOWN, sd, critical)


def against(score=88.0, interval=None, **fields) -> Opponent:
    return Opponent(Reference(score=score, interval=interval), "theirs", **fields)


PUBLISHED = against(88.0)
MEASURED = against(88.0, Interval(87.0, 89.0))  # a half of 1, so an sd of 1 / 1.96


# --- the smallest drop that the deciding rule notices, as the gate's page has it


@pytest.mark.parametrize(
    ("opponent_", "paired", "settings", "drop"),
    [
        # published: max(slack, half) + .84 sd
        pytest.param(PUBLISHED, None, Settings(), 2 + 0.84, id="published, half above slack"),
        pytest.param(PUBLISHED, None, Settings(slack=3.0), 3 + 0.84, id="published, slack above half"),
        # overlap: half A + half B + .84 sqrt(sdA^2 + sdB^2), or .84 sd(d) where paired
        pytest.param(MEASURED, None, Settings(), 2 + 1 + 0.84 * math.hypot(1, 1 / 1.96), id="overlap"),
        pytest.param(
            MEASURED, pairs(), Settings(pair=False), 2 + 1 + 0.84 * 0.5, id="overlap of paired systems"
        ),
        # paired: max(min_effect, (c + .84) sd(d)), c = max(1.96, critical)
        pytest.param(MEASURED, pairs(), Settings(), (1.96 + 0.84) * 0.5, id="paired"),
        pytest.param(MEASURED, pairs(critical=3.0), Settings(), (3 + 0.84) * 0.5, id="paired in a family"),
        pytest.param(
            MEASURED, pairs(critical=NAN), Settings(), (1.96 + 0.84) * 0.5, id="paired, out of the family"
        ),
        pytest.param(MEASURED, pairs(), Settings(min_effect=2.0), 2.0, id="paired, smallest effect above it"),
        pytest.param(
            MEASURED, pairs(ends=(-1.0, -0.1), p_loss=0.01), Settings(), 2.8 * 0.5, id="paired loss"
        ),
    ],
)
def test_the_smallest_visible_drop(opponent_, paired, settings, drop):
    assert judged(row(), ours(), opponent_, paired, settings, 1.0).mde == pytest.approx(drop)


def test_identical_systems_have_no_smallest_visible_drop():
    assert judged(row(), ours(), MEASURED, pairs(0.0, identical=True), Settings(), 1.0).mde is None


def test_without_a_spread_of_our_own_the_smallest_drop_is_not_known():
    for sd in (None, NAN):
        assert judged(row(), ours(), PUBLISHED, None, Settings(), sd).mde is None


def test_a_flat_interval_is_judged_by_the_published_rule_and_so_is_its_smallest_drop():
    flat = row(ci=(88.0, 88.0))
    done = judged(flat, ours(interval=Interval(88.0, 88.0)), MEASURED, pairs(), Settings(), 0.0)
    assert (done.rule, done.mde, done.flags) == ("published", 0.5, ("zero_width",))


@pytest.mark.parametrize(("found", "drop"), [
    pytest.param(pairs(0.1), (1.96 + 0.84) * 0.1, id="the pairs see less"),
    pytest.param(pairs(0.5), 0.5, id="the published rule sees less"),
    pytest.param(pairs(0.1, NAN), 0.5, id="the pairs have left the family"),
    pytest.param(pairs(0.5, ends=(-2.0, -0.1), p_loss=0.01), 0.5, id="a paired loss"),
])  # fmt: skip
def test_beside_a_flat_interval_the_smallest_drop_is_what_either_rule_sees(found, drop):
    flat = judged(row(ci=(88.0, 88.0)), ours(interval=Interval(88.0, 88.0)), MEASURED, found, Settings(), 0.0)
    assert flat.mde == pytest.approx(drop)


# --- a judged row


def test_a_judged_row_holds_the_reference_and_the_verdict():
    done = judged(row(), ours(), MEASURED, pairs(), Settings(), 1.0)
    assert (done.reference, done.reference_ci, done.reference_source) == (88.0, (87.0, 89.0), "theirs")
    assert (done.verdict, done.rule, done.within_noise, done.difference) == ("within", "overlap", True, SHOWN)


def test_a_judged_row_keeps_its_own_figures():
    assert judged(row(), ours(), MEASURED, None, Settings(), 1.0).score == 88.0
    assert judged(row(), ours(), None, None, Settings(), 1.0).ci == (86.0, 90.0)


def test_a_stale_row_holds_no_comparison():
    other = Opponent(Reference(score=88.0, interval=WIDE, units=7), "theirs")
    done = judged(row(), ours(), other, pairs(), Settings(), 1.0)
    assert (done.verdict, done.difference, done.mde) == ("stale", None, None)


def test_a_reference_without_a_score_is_an_error_and_written_as_null():
    done = judged(row(), ours(), against(NAN), None, Settings(), 1.0)
    assert (done.verdict, done.reference, done.within_noise) == ("error", None, False)


def test_flags_are_those_of_the_row_the_verdict_and_the_opponent_each_once():
    flat = ours(units=1)
    done = judged(
        row(flags=("one_unit",)), flat, against(interval=WIDE, flags=("no_units",)), None, Settings(), 1.0
    )
    assert done.flags == ("one_unit", "no_units")


def test_a_row_without_a_direction_is_better_the_higher_it_is():
    assert judged(row(better=None), ours(), against(80.0), None, Settings(), 1.0).verdict == "better"


@pytest.mark.parametrize(
    ("score", "reference", "scale", "refused"),
    [
        pytest.param(88.0, 0.881, Scale.POINTS, True, id="a share"),
        pytest.param(88.0, 1.0, Scale.POINTS, True, id="all of it"),
        pytest.param(88.0, 1.01, Scale.POINTS, False, id="above 1"),
        pytest.param(88.0, 0.0, Scale.POINTS, False, id="nothing"),
        pytest.param(10.0, 0.881, Scale.POINTS, False, id="our score is 10"),
        pytest.param(10.1, 0.881, Scale.POINTS, True, id="our score is above 10"),
        pytest.param(88.0, 0.881, Scale.RATIO, False, id="a ratio"),
    ],
)
def test_a_share_is_refused_where_points_are_stored(score, reference, scale, refused):
    seen = ours(score=score, interval=Interval(score - 1, score + 1))
    done = judged(row(score=score, scale=scale), seen, against(reference), None, Settings(), 1.0)
    assert (done.verdict == "error") is refused
    assert ("did you mean" in (done.reason or "")) is refused
    assert done.within_noise is False


def test_the_points_that_were_meant_are_named():
    assert "did you mean 88.1?" in judged(row(), ours(), against(0.881), None, Settings(), 1.0).reason
    floor = Settings(floors={"Accuracy": 0.85})
    assert "did you mean 85?" in judged(row(), ours(), PUBLISHED, None, floor, 1.0).reason


def test_a_system_measured_here_that_gets_next_to_nothing_is_no_share():
    here = Opponent(Reference(score=0.5, interval=Interval(0.1, 0.9), measured_here=True), "here")
    assert judged(row(), ours(), here, None, Settings(), 1.0).verdict == "better"


# --- the opponent


def test_a_row_without_any_reference_has_no_opponent():
    assert opponent_of(row(), METRIC["accuracy"], None, None, Settings()) is None
    assert opponent_of(row(), METRIC["accuracy"], in_memory(), None, Settings()) is None


def test_the_opponent_is_the_row_of_the_file():
    written = reference_row(score=87.0, ci=(86.0, 88.0), units=200, gold_sha256="g", signature="s", slack=0.2)
    found = opponent_of(row(), METRIC["accuracy"], in_memory(written), None, Settings())
    expected = Reference(score=87.0, interval=Interval(86.0, 88.0), units=200, gold_sha256="g", signature="s")
    assert (found.reference, found.source, found.slack, found.flags) == (
        expected,
        "by hand",
        0.2,
        ("no_units",),
    )


def test_the_opponent_measured_here_takes_the_slack_that_the_files_row_gives():
    here = against(87.0)
    found = opponent_of(
        row(), METRIC["accuracy"], in_memory(reference_row(score=50.0, slack=0.2)), here, Settings()
    )
    assert (found.reference, found.slack, found.flags) == (here.reference, 0.2, ())
    assert found.note == "by hand: 50.0 is shown, not judged"


def test_a_system_measured_here_has_the_interval_of_its_draws():
    evidence = Counts(np.array([[1.0, 2.0], [2.0, 2.0]]), ("correct", "gold"), points, 100.0)
    here = measured_opponent(evidence, METRIC["accuracy"], "here")
    found = drawn_opponent(here, row(), np.arange(1000.0), Resampling(1000))
    assert (found.reference.score, found.reference.interval) == (75.0, Interval(25.0, 974.0))
    assert found.reference.measured_here


def test_a_system_measured_here_without_anything_to_find_has_the_metrics_score_of_nothing():
    nothing = Counts(np.zeros((2, 2)), ("correct", "gold"), points, 100.0)
    assert measured_opponent(nothing, METRIC["accuracy"], "here").reference.score == 0.0
    assert math.isnan(measured_opponent(nothing, METRIC["misses"], "here").reference.score)


# --- slack, floor, level


@pytest.mark.parametrize(
    ("scale", "theirs", "own", "slack"),
    [
        (Scale.POINTS, None, None, 0.5),
        (Scale.RATIO, None, None, 0.0),
        (Scale.SECONDS, None, None, 0.0),
        (Scale.POINTS, 0.0, None, 0.0),
        (Scale.RATIO, 0.02, None, 0.02),
        (Scale.POINTS, 0.2, 0.0, 0.0),
        (Scale.RATIO, 0.02, 0.01, 0.01),
    ],
)
def test_slack_is_the_gates_else_the_rows_else_half_a_point(scale, theirs, own, slack):
    policy = policy_of(row(scale=scale), against(slack=theirs), Settings(own_slack=own))
    assert policy.slack == slack


def test_a_policy_is_what_the_gates_owner_set():
    policy = policy_of(
        row(), None, Settings(floors={"Accuracy": 80.0, "Misses": 1.0}, min_effect=0.3, pair=False, checks=2)
    )
    assert (policy.floor, policy.min_effect, policy.pair, policy.alpha) == (80.0, 0.3, False, 0.025)
    assert policy_of(row(metric="Macro F1"), None, Settings(floors={"Accuracy": 80.0})).floor is None


# --- the paired family


def duel(observed, draws, better=Better.HIGHER, theirs=80.0) -> PairedDraws:
    """Two systems whose difference is given; the reference does not move."""
    draws = np.asarray(draws, dtype=np.float64)
    return PairedDraws(theirs + observed, theirs, theirs + draws, np.full(draws.shape, theirs), better)


SPREAD = np.linspace(-3.0, 1.0, 200)  # a loss of 1 with draws around it


def test_a_paired_row_holds_difference_interval_and_p():
    found = paired_family({"las": duel(-1.0, SPREAD)}, Settings())["las"]
    expected = interval_of(SPREAD)
    assert found.difference.value == pytest.approx(-1.0)
    assert found.difference.ci == (pytest.approx(expected.low), pytest.approx(expected.high))
    assert found.difference.p == p_value(SPREAD)
    assert found.sd == pytest.approx(np.std(SPREAD, ddof=1))
    assert (found.paired.gain, found.paired.identical) == (pytest.approx(-1.0), False)


def test_where_lower_is_better_a_rise_is_a_loss():
    found = paired_family({"wer": duel(1.0, -SPREAD, Better.LOWER)}, Settings())["wer"]
    assert found.paired.gain == pytest.approx(-1.0)
    assert found.difference.value == pytest.approx(1.0)  # ours minus theirs, as the scores are
    assert found.difference.ci == (
        pytest.approx(interval_of(-SPREAD).low),
        pytest.approx(interval_of(-SPREAD).high),
    )


def test_with_an_ideal_value_the_distances_are_compared():
    # theirs 0.8 is 0.2 from 1, ours 1.3 is 0.3 from 1: a loss of 0.1
    drawn = np.full(100, 1.3) + np.linspace(-0.01, 0.01, 100)
    found = paired_family({"length": PairedDraws(1.3, 0.8, drawn, np.full(100, 0.8), 1.0)}, Settings())[
        "length"
    ]
    assert found.paired.gain == pytest.approx(-0.1)
    assert found.difference.value == pytest.approx(0.1)
    assert found.paired.interval.high < 0 < found.difference.ci[0]


def test_systems_that_never_differ_are_identical():
    found = paired_family({"las": duel(0.0, np.zeros(100))}, Settings())["las"]
    assert found.paired.identical
    assert (found.paired.p_loss, found.paired.p_gain, found.sd) == (1.0, 1.0, 0.0)


def test_systems_that_differ_in_the_last_bit_only_are_identical():
    found = paired_family({"macro": duel(1e-14, np.full(100, -1e-14))}, Settings())["macro"]
    assert found.paired.identical
    assert found.paired.interval == Interval(0.0, 0.0)


def test_systems_that_are_undefined_in_other_draws_are_not_identical():
    drawn = np.full(100, 80.0)
    drawn[7] = NAN
    found = paired_family(
        {"las": PairedDraws(80.0, 80.0, drawn, np.full(100, 80.0), Better.HIGHER)}, Settings()
    )["las"]
    assert not found.paired.identical


def test_a_difference_that_is_undefined_in_every_draw_leaves_the_family():
    assert paired_family({"las": duel(-1.0, np.full(100, NAN))}, Settings()) == {}
    assert paired_family({}, Settings()) == {}


def test_a_row_that_is_often_undefined_decides_nothing_and_costs_the_others_nothing():
    sparse = np.where(np.arange(200) < 10, NAN, SPREAD)  # 5 % of the draws
    both = paired_family({"sparse": duel(-1.0, sparse), "las": duel(-1.0, SPREAD)}, Settings())
    assert (both["sparse"].paired.p_loss, both["sparse"].paired.p_gain) == (1.0, 1.0)
    alone = paired_family({"las": duel(-1.0, SPREAD)}, Settings())["las"]
    assert both["las"].paired == alone.paired
    assert both["las"].critical == pytest.approx(alone.critical)


@given(st.lists(st.floats(-3, 3), min_size=1, max_size=4), st.integers(0, 99))
def test_a_family_never_makes_a_row_more_significant(observed, seed):
    drawn = np.random.default_rng(seed).normal(size=(120, len(observed)))
    duels = {str(place): duel(value, value + drawn[:, place]) for place, value in enumerate(observed)}
    family = paired_family(duels, Settings())
    for name, one in duels.items():
        alone = paired_family({name: one}, Settings())[name]
        assert family[name].paired.p_loss >= alone.paired.p_loss
        assert family[name].paired.p_gain >= alone.paired.p_gain
        assert family[name].paired.interval == alone.paired.interval


def test_only_one_of_loss_and_gain_can_be_significant():
    found = paired_family({"las": duel(-5.0, SPREAD - 4.0)}, Settings())["las"].paired
    assert found.p_loss < 0.05 < found.p_gain
    found = paired_family({"las": duel(5.0, 4.0 - SPREAD)}, Settings())["las"].paired
    assert found.p_gain < 0.05 < found.p_loss


# --- order


def test_failing_rows_come_first_and_the_others_as_they_came():
    verdicts = ["within", "better", "missing", None, "stale", "error", "worse"]
    rows = [row(verdict=verdict) for verdict in verdicts]
    assert [one.verdict for one in judge_order(rows)] == [
        "worse",
        "error",
        "stale",
        "missing",
        "better",
        "within",
        None,
    ]
    same = [row(metric=name, verdict="worse") for name in ("b", "a")]
    assert judge_order(same) == same


@pytest.mark.parametrize("field", ["scale", "better"])
def test_a_reference_of_another_kind_is_stale_and_says_which(field):
    theirs = row(score=88.0, **{field: {"scale": Scale.SECONDS, "better": Better.LOWER}[field]})
    found = opponent_of(row(scale=Scale.POINTS), None, in_memory(theirs), None, Settings())
    done = judged(row(scale=Scale.POINTS), ours(), found, None, Settings(), None)
    assert done.verdict == "stale"
    assert f"its {field} is" in (done.reason or "")


def test_a_hand_written_reference_takes_its_kind_from_the_score():
    theirs = reference_row(score=88.0)
    found = opponent_of(
        row(scale=Scale.SECONDS, better=Better.LOWER), None, in_memory(theirs), None, Settings()
    )
    assert found is not None
    assert found.reference.fault is None
