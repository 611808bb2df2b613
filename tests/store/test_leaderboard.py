"""Cards in the order of a figure: direction, nulls, ranks, and what is warned of."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.card.entrant import SORTS, entrant_of
from scoring.card.leaderboard import PairedPlaces, leaderboard
from scoring.card.leaderboard_pages import board_html, board_json, board_markdown
from tests.store.made import card

NEVER = {"intervals": {"composite": (0.0, 1.0)}}


def board(*cards, sort="composite", **options):
    chosen = SORTS[sort]
    return leaderboard((entrant_of(one, chosen) for one in cards), chosen, **options)


def ranks(found):
    return [(place.rank, place.entrant.model_slug) for place in found.places]


def scored(name, value, width=0.001, **more):
    return card(name, composite=value, intervals={"composite": (value - width, value + width)}, **more)


def test_the_best_composite_is_first():
    assert ranks(board(scored("low", 0.2), scored("high", 0.8), scored("middle", 0.5))) == [
        (1, "high"),
        (2, "middle"),
        (3, "low"),
    ]


def test_the_lowest_cost_is_first_and_a_free_run_costs_nothing():
    costs = {"dear": 0.5, "free": 0.0, "cheap": 0.01}
    cards = [card(name, totals={"cost_per_entry_usd": cost}) for name, cost in costs.items()]
    assert ranks(board(*cards, sort="cost")) == [(1, "free"), (2, "cheap"), (3, "dear")]


@pytest.mark.parametrize("sort", SORTS)
def test_a_card_without_the_figure_is_last_has_no_rank_and_says_why(sort):
    one = SORTS[sort]
    there, lacking = card("a"), card("b")
    there[one.block][one.field], lacking[one.block][one.field] = 0.5, None
    lacking["metric_availability"][one.field] = "nobody measured it"
    found = board(lacking, there, sort=sort)
    assert ranks(found) == [(1, "a"), (None, "b")]
    assert found.places[1].entrant.reason == "nobody measured it"
    assert "no figure: nobody measured it" in board_markdown(found)


def test_overlapping_intervals_share_a_rank_and_the_next_counts_all_before_it():
    found = board(scored("a", 0.80, 0.02), scored("b", 0.78, 0.02), scored("c", 0.5))
    assert [(place.rank, place.shared) for place in found.places] == [(1, True), (1, True), (3, False)]
    assert found.places[1].said == "not told apart from the one above: intervals overlap"
    assert "| 1= | b plain |" in board_markdown(found)


def test_touching_intervals_overlap():
    assert [place.rank for place in board(scored("a", 0.75, 0.125), scored("b", 0.5, 0.125)).places] == [1, 1]


@pytest.mark.parametrize(("significant", "second"), [(True, 2), (False, 1)])
def test_the_paired_test_goes_before_intervals(significant, second):
    cards = scored("a", 0.80, 0.1), scored("b", 0.79, 0.1)
    found = board(*cards, compare=lambda *_: PairedPlaces(0.01, (0.001, 0.02), 0.04, significant))
    assert [place.rank for place in found.places] == [1, second]
    assert "paired difference 0.01 [0.001, 0.02]" in found.places[1].said


def test_equal_figures_without_intervals_share_a_rank():
    cards = [card(name, entries_per_minute=value) for name, value in (("a", 9.0), ("b", 9.0), ("c", 8.0))]
    assert ranks(board(*cards, sort="speed")) == [(1, "a"), (1, "b"), (3, "c")]


def test_the_interval_of_the_cost_adjusted_score_is_the_composites_at_the_same_cost():
    one = card("a", composite=0.8, cost_adjusted=0.2, intervals={"composite": (0.6, 0.9)})
    assert board(one, sort="cost-adjusted").places[0].entrant.ci == pytest.approx((0.15, 0.225))


def test_a_chain_of_neighbours_whose_ends_differ_is_said():
    cards = scored("a", 0.80, 0.02), scored("b", 0.77, 0.02), scored("c", 0.74, 0.02)
    found = board(*cards)
    assert [place.rank for place in found.places] == [1, 1, 1]
    assert found.warnings == ("rank 1: nothing tells neighbours apart, but its first and its last differ",)


def test_coverage_that_differs_from_the_top_rows_is_warned_of():
    found = board(
        scored("a", 0.8, semantic_score=0.9), scored("b", 0.5, fst_acceptance_rate=0.4), scored("c", 0.2)
    )
    assert found.places[0].warnings == ()
    assert found.places[1].warnings == (
        "coverage differs from the top row's: lacks Semantic score; has FST acceptance besides",
    )
    assert found.places[2].warnings == ("coverage differs from the top row's: lacks Semantic score",)
    assert any("not directly comparable" in warning for warning in found.warnings)


def test_several_test_sets_in_one_order_are_warned_of():
    found = board(scored("a", 0.8, dataset="one"), scored("b", 0.5, dataset="two"))
    assert found.places[1].warnings == ("another test set than the top row's",)
    assert any(warning.startswith("cards of 2 test sets") for warning in found.warnings)


def test_every_page_says_that_tiers_are_automated_and_provisional():
    found = board(scored("a", 0.8, quality_tier="deployable"))
    assert "deployable (automated, provisional)" in board_markdown(found)
    assert "deployable (automated, provisional)" in board_html(found)
    assert json.loads(board_json(found))["rows"][0]["tier_note"] == "automated, provisional"


def test_names_are_escaped_in_every_page():
    hostile = "<script>x</script>|"
    found = board(scored(hostile, 0.8))
    assert "<script>" not in board_html(found)
    assert r"\|" in board_markdown(found)
    assert json.loads(board_json(found))["rows"][0]["model_slug"] == hostile


def test_signs_that_turn_the_text_around_are_spelled_out_in_every_page():
    found = board(scored("a\u202ez\x1b[31m", 0.8))
    for made in (board_html(found), board_markdown(found)):
        assert "\u202e" not in made
        assert "\x1b" not in made
        assert "u202ez" in made


@given(st.lists(st.tuples(st.none() | st.floats(0, 1), st.floats(0, 0.2)), max_size=12))
def test_ranks_follow_the_order_and_a_new_rank_is_its_number(figures):
    cards = [
        card(
            str(number),
            composite=value,
            intervals={"composite": ((value or 0) - width, (value or 0) + width)},
        )
        for number, (value, width) in enumerate(figures)
    ]
    places = board(*cards).places
    values = [place.entrant.value for place in places if place.rank is not None]
    assert values == sorted((value for value, _ in figures if value is not None), reverse=True)
    assert [place.rank is None for place in places] == sorted(place.rank is None for place in places)
    for number, (above, place) in enumerate(pairwise(places), 2):
        assert place.rank in (None, number, above.rank)
        assert place.shared >= (place.rank is not None and place.rank == above.rank)


def test_an_old_card_that_lacks_fields_is_still_ranked():
    old = {"fingerprint": {"hash": "0" * 64}, "scores": {"composite": 0.5}, "dataset": {"id": "set"}}
    found = board(old, scored("a", 0.2))
    assert [place.rank for place in found.places] == [1, 2]
