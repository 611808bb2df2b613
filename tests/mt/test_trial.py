"""A metric that learns from a run judges itself first: bounds of shares, and how many entries would do."""

import pytest

from scoring.mt.trial import Trial, wilson


@pytest.mark.parametrize(
    ("trial", "passes"),
    [
        ((4, 90, 100), True),  # 4 of 100 may be 9.8 %
        ((5, 90, 100), False),  # 5 may be 11.2 %
        ((4, 79, 100), True),  # 79 may be 70.0 %
        ((4, 78, 100), False),
        ((0, 20, 20), False),  # none of 20 may be 16 %
        ((0, 0, 0), False),
    ],
)
def test_it_passes_where_both_shares_meet_their_bar_at_the_far_end(trial, passes):
    assert Trial(*trial).passes is passes


def test_it_fails_where_a_share_misses_its_bar_at_the_near_end():
    assert Trial(0, 10, 100).fails
    assert Trial(30, 100, 100).fails
    assert not Trial(0, 1, 2).fails


def test_shares_are_said_with_the_number_of_entries():
    assert Trial(60, 1817, 1997).shares == "right flagged 3%, wrong flagged 91%, 1,997 entries"
    assert Trial(0, 0, 0).shares == "no entry to judge by"


def test_more_entries_would_do_the_fewer_the_better_it_is_already():
    sizes = [Trial(2, wrong, 60).enough for wrong in (10, 30, 50)]
    assert sizes == sorted(sizes, reverse=True)
    assert all(size is not None and size > 60 for size in sizes)
    assert Trial(0, 0, 51_200).enough is None


def test_the_interval_of_a_share_is_wilsons():
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert wilson(10, 20) == pytest.approx((0.2993, 0.7007), abs=1e-4)
