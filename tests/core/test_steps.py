"""Steps and slides of a row over commits: 40 sentences of three words, so that one wrong tag costs 100 / 120 points."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as changed

from scoring.evaluation.steps import timeline
from scoring.metrics.metric import Better
from scoring.rows.records import Event, Row
from scoring.rows.series import Point, Series
from scoring.rows.verdict import Rule, Verdict
from tests.core.points import tagged

ONE = 100 / 120


def bare(score, ci=None, **fields):
    """A point without units."""
    given = {"component": "t", "language": "en", "dataset": "d", "metric": "LAS", "source": "s", "units": 100}
    return Point(Row(**given | {"score": score, "ci": ci} | fields), "2026-01-01")


def found(*points):
    return timeline(Series("t/en/d/LAS", "main", tuple(points)))


def places(shifts):
    return [(shift.since, shift.at, shift.verdict, shift.rule) for shift in shifts]


def test_the_step_is_where_neighbours_differ_on_the_same_units():
    fair, good = tagged(10), tagged(5)
    done = found(good, good, fair, fair)
    assert places(done.steps) == [(1, 2, Verdict.WORSE, Rule.PAIRED)]
    assert done.steps[0].difference == pytest.approx(-5 * ONE)
    assert [shift.rule for shift in done.shifts] == [Rule.IDENTICAL, Rule.PAIRED, Rule.IDENTICAL]


def test_a_gain_is_a_step_too():
    done = found(tagged(10), tagged(5))
    assert places(done.steps) == [(0, 1, Verdict.BETTER, Rule.PAIRED)]


def test_the_pair_alone_decides_where_intervals_part_and_no_unit_tells_the_two_apart():
    apart = [replace(one, row=changed(one.row, ci=ends)) for one, ends in (
        (tagged(5), (95.0, 96.0)), (tagged(6), (94.9, 94.95)),
    )]  # fmt: skip
    assert found(*apart).steps == ()
    assert places(found(*(replace(one, arrays=None) for one in apart)).steps) == [
        (0, 1, Verdict.WORSE, Rule.OVERLAP)
    ]


def test_a_loss_of_every_unit_alike_has_no_spread_and_is_judged_by_the_intervals():
    done = found(tagged(0), tagged(40))
    assert places(done.steps) == [(0, 1, Verdict.WORSE, Rule.PUBLISHED)]


def test_intervals_decide_where_a_neighbour_has_no_units():
    fair, good = tagged(10), replace(tagged(5), arrays=None)
    assert found(good, fair).steps == ()  # they overlap: blind to what a pair sees
    done = found(bare(90.0, (89.0, 91.0)), bare(80.0, (79.0, 81.0)))
    assert places(done.steps) == [(0, 1, Verdict.WORSE, Rule.OVERLAP)]


def test_a_bare_number_moves_by_more_than_the_slack():
    assert found(bare(90.0), bare(89.6)).steps == ()
    assert places(found(bare(90.0), bare(89.4)).steps) == [(0, 1, Verdict.WORSE, Rule.PUBLISHED)]


def test_small_losses_that_add_up_are_a_slide_though_no_neighbour_moved():
    done = found(*(tagged(wrong) for wrong in range(5, 20)))
    assert done.steps == ()
    (slide,) = done.slides
    assert (slide.since, slide.verdict, slide.rule) == (0, Verdict.WORSE, Rule.PAIRED)
    assert slide.at > 2
    assert slide.difference == pytest.approx(-slide.at * ONE)
    assert done.total.difference == pytest.approx(-14 * ONE)
    assert done.total.verdict is Verdict.WORSE


def test_a_level_begins_anew_with_a_step():
    done = found(tagged(0), tagged(20), tagged(20), tagged(20))
    assert [shift.at for shift in done.steps] == [1]
    assert done.slides == ()


def test_chance_alone_makes_no_step_in_a_long_history():
    import random

    draw = random.Random(1)
    done = found(*(tagged(0, at=tuple(draw.sample(range(40), 10))) for _ in range(30)))
    assert done.steps == ()


def test_other_gold_breaks_the_line_and_is_no_step():
    other = tagged(20)
    other = replace(other, row=changed(other.row, gold_sha256="0" * 64))
    done = found(tagged(0), other, other)
    assert done.steps == ()
    assert done.shifts[0].verdict is Verdict.STALE
    assert "gold data has changed" in done.shifts[0].reason
    assert (done.total.since, done.total.at) == (1, 2)


def test_another_definition_breaks_the_line():
    before, after = bare(90.0, signature="a|v1"), bare(50.0, signature="a|v2")
    (shift,) = found(before, after).shifts
    assert shift.verdict is Verdict.STALE


def test_a_point_without_a_score_is_passed_over():
    done = found(tagged(5), bare(None), tagged(10))
    assert places(done.steps) == [(0, 2, Verdict.WORSE, Rule.PAIRED)]


def test_units_that_do_not_give_the_score_are_not_used_and_said():
    wrong = replace(tagged(5), arrays=tagged(10).arrays)
    done = found(wrong, tagged(10))
    assert list(done.notes) == [0]
    assert "95.8" in done.notes[0]
    assert done.steps == ()


def test_less_is_better_where_the_metric_says_so():
    done = found(bare(20.0, (19.0, 21.0), better=Better.LOWER), bare(10.0, (9.0, 11.0), better=Better.LOWER))
    assert [shift.verdict for shift in done.steps] == [Verdict.BETTER]


def test_an_accepted_change_is_told_once_where_it_is_new():
    first, second = (Event(score=score, date="2026-01-02", reason=f"{score}") for score in (90.0, 89.0))
    points = [bare(90.0), bare(89.0, history=(first,)), bare(88.0, history=(first, second))]
    assert Series("t/en/d/LAS", None, tuple(points)).accepted == ((), (first,), (second,))


def test_nothing_is_found_in_no_point_and_in_one():
    for points in ((), (tagged(0),), (bare(None),)):
        done = found(*points)
        assert (done.shifts, done.slides, done.total) == ((), (), None)
