"""What becomes of a reference over a series of unchanged versions: the same in small as the table of the page.

The series are seeded, and short: claims hold for each of them, or by a margin that chance does not bridge.
"""

from functools import cache

import numpy as np
import pytest

from tests.simulation.series import Courses, Judged, Line, courses, pinned, updated
from tests.simulation.systems import mistaken

pytestmark = pytest.mark.long

SEED = 20260101


@cache
def found() -> dict[str, Courses]:
    return courses(mistaken(), Line(200, 1.0), series=40, versions=20, seed=SEED)


def moved(name):
    return [one.climbed for one in found()[name].courses]


def test_an_update_after_each_run_leaves_the_reference_of_unchanged_versions_where_it_was_pinned():
    assert moved("update each run") == [0.0] * 40
    assert found()["update each run"].red == found()["pinned"].red


def test_a_reference_that_follows_every_gain_climbs_and_makes_more_runs_red():
    climbed, half = found()["every gain accepted"].climbed
    assert climbed - half > 0
    assert min(moved("every gain accepted")) >= 0.0
    assert found()["every gain accepted"].red > found()["pinned"].red


def test_a_lucky_reference_makes_more_runs_red_than_others():
    everyone = found()["pinned"]
    lucky = everyone.of_lucky(1 / 3)
    assert min(lucky.luck) > np.median(everyone.luck)
    assert lucky.red / lucky.runs > everyone.red / everyone.runs


def test_a_reference_of_several_runs_makes_fewer_runs_red_than_a_lucky_one():
    several, lucky = found()["pinned, of 5 runs"], found()["pinned"].of_lucky(1 / 3)
    assert several.red / several.runs < lucky.red / lucky.runs
    assert np.std(several.luck) < np.std(found()["pinned"].luck)


def test_a_reference_that_is_always_the_last_run_makes_no_series_red_for_long():
    assert found()["always the last"].most_red <= 4  # of 19
    assert len(set(moved("always the last"))) > 1


@pytest.mark.parametrize(("records", "climbs"), [(updated, True), (pinned, False)])
def test_an_update_records_what_is_better_than_noise(records, climbs):
    systems = mistaken()
    course = Judged(systems, [systems.low, systems.high]).follow(records, (0,), [1])
    apart = systems.scores(systems.high)["upos"] - systems.scores(systems.low)["upos"]
    assert apart > 3.0
    assert course.climbed == pytest.approx(apart if climbs else 0.0)


def test_versions_of_one_system_are_alike_in_the_mean():
    systems, rng = mistaken(), np.random.default_rng(1)
    versions, mean = Line(300, 0.5).draw(systems, rng, 200)
    scores = [systems.scores(one)["upos"] for one in versions]
    assert np.mean(scores) == pytest.approx(systems.scores(mean)["upos"], abs=0.1)
    assert np.mean([np.any(one != versions[0], axis=1) for one in versions[1:]]) < 0.5 * (1 - 0.5**2)
