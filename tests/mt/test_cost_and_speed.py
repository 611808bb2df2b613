"""Tokens, costs and latencies, counted by hand."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.base.errors import InputError
from scoring.card import score_run
from scoring.card.markdown import card_markdown
from scoring.evidence.evidence import whole
from scoring.evidence.readings import quantile
from scoring.mt.cost import cost_adjusted, totals
from scoring.mt.metrics.latency import MEAN_LATENCY, MEDIAN_LATENCY, P95_LATENCY
from scoring.mt.speed import pace
from tests.mt.runs import entry, ready, run


def used(prompt, completion, cached=0, reasoning=0):
    return {
        "prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion,
        "prompt_tokens_details": {"cached_tokens": cached, "audio_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": reasoning},
    }  # fmt: skip


def test_prices_are_for_a_million_tokens_of_each_kind():
    found = totals(run(
        entry(1, source="abcd", usage=used(1000, 500, cached=400, reasoning=100)), entry(2, source="ef"),
        pricing={"prompt": 10, "completion": 20, "cached": 1, "reasoning": 40},
    ))  # fmt: skip
    cost = (600 * 10 + 400 * 1 + 400 * 20 + 100 * 40) / 1e6
    assert (found.prompt_tokens, found.completion_tokens, found.reasoning_tokens, found.cached_tokens) == (
        1000, 500, 100, 400,
    )  # fmt: skip
    assert found.total_cost_usd == pytest.approx(cost)
    assert found.cost_per_entry_usd == pytest.approx(cost)  # entry 2 reports nothing, and has no part in it
    assert found.cost_per_1k_tokens == pytest.approx(cost / 1500 * 1000)
    assert found.cost_per_source_char == pytest.approx(cost / 4)
    assert (found.total_tokens, found.tokens_per_entry) == (1500, 1500)


def test_reported_costs_go_before_prices():
    found = totals(run(entry(1, cost_usd=0.5, usage=used(1000, 0)), pricing={"prompt": 10, "completion": 20}))
    assert found.total_cost_usd == 0.5
    assert totals(run(entry(1, cost_usd=0.5), total_cost_usd=2.0)).total_cost_usd == 2.0


def test_what_is_not_reported_is_null_with_its_reason():
    found = totals(run(entry(1)))
    assert found.total_cost_usd is found.total_tokens is found.cost_per_source_char is None
    assert found.reasons["cost_per_entry_usd"] == "the run reports neither costs nor prices and usage"
    assert found.reasons["tokens_per_entry"] == "no entry reports usage (prompt_tokens and completion_tokens)"


@pytest.mark.parametrize(
    "half",
    [
        {},
        {"total_tokens": 9},
        {"prompt_tokens": 4},
        {"completion_tokens": 3, "prompt_tokens": None},
        {"input_tokens": 4, "output_tokens": 3},
    ],
)
def test_tokens_that_a_usage_does_not_say_are_not_zero(half):
    entries = (entry(1, usage=half), entry(2, usage=used(10, 5)))
    found = totals(run(*entries, pricing={"prompt": 1, "completion": 1}))
    assert (found.total_tokens, found.tokens_per_entry) == (15, 15)  # of the second alone
    assert found.cost_per_entry_usd == pytest.approx(15e-6)
    card = score_run(run(*entries), resamples=100)
    assert any("1 of 2 outputs report no usage (first: e0001)" in one for one in card.caveats)
    assert totals(run(entry(1, usage=half))).total_tokens is None


def test_the_composite_is_divided_by_the_logarithm_of_the_cost():
    assert cost_adjusted(0.8, 0.001) == pytest.approx(0.8)  # log2(1 + 1)
    assert cost_adjusted(0.8, 0.007) == pytest.approx(0.8 / 3)  # log2(1 + 7)
    assert cost_adjusted(0.8, 0.0) is cost_adjusted(None, 1.0) is cost_adjusted(0.8, None) is None


def test_pace_is_over_the_time_of_the_run():
    found = pace(run(entry(1), entry(2), elapsed_seconds=30), 600)
    assert (found.tokens_per_second, found.entries_per_minute) == (20.0, 4.0)


@given(
    st.lists(st.tuples(st.floats(0, 100), st.integers(0, 4)), min_size=1, max_size=8),
    st.sampled_from([0.5, 0.95]),
)
def test_a_weighted_quantile_is_that_of_repeated_values(pairs, at):
    pairs.sort()
    values, weights = (np.array(side, dtype=np.float64) for side in zip(*pairs, strict=True))
    found = float(quantile(values.reshape(-1, 1), weights, at))
    repeated = np.repeat(values, weights.astype(int))
    expected = np.quantile(repeated, at) if repeated.size else math.nan
    assert found == pytest.approx(expected, nan_ok=True)


def test_latencies_are_those_of_the_entries_that_report_one():
    made = ready(*(entry(n, latency_seconds=float(n)) for n in range(21)), entry(30))
    assert whole(MEAN_LATENCY.measure(made)) == 10.0
    assert whole(MEDIAN_LATENCY.measure(made)) == 10.0
    assert whole(P95_LATENCY.measure(made)) == 19.0
    assert MEDIAN_LATENCY.measure(ready(entry(1))).reason == "no entry reports latency_seconds"


@pytest.mark.parametrize("metric", [MEAN_LATENCY, MEDIAN_LATENCY, P95_LATENCY], ids=lambda metric: metric.id)
def test_a_stored_latency_is_restored_with_the_entries_that_report_it(metric):
    made = metric.measure(ready(entry(1, latency_seconds=1.0), entry(2), entry(3, latency_seconds=4.0)))
    weights = np.array([1.0, 5.0, 2.0])
    assert metric.restore(made.arrays()).score(weights) == made.score(weights)


def partly_used(*lacking, **fields):
    """Three entries of 15, 30 and 45 tokens, of which some report no usage."""
    made = [entry(n, usage=None if n in lacking else used(10 * n, 5 * n), source="abcd") for n in (1, 2, 3)]
    return [one | fields.get(one["id"], {}) for one in made]


PRICED = {"pricing": {"prompt": 1000, "completion": 1000}}


def test_tokens_and_costs_are_of_the_entries_that_report_them_with_their_share_beside():
    card = score_run(run(*partly_used(3), **PRICED), resamples=100)
    totals = card.totals
    assert (totals.total_tokens, totals.tokens_per_entry) == (45, 22.5)
    assert totals.cost_per_entry_usd == pytest.approx(0.0225)
    assert totals.cost_per_1k_tokens == pytest.approx(1.0)
    assert totals.cost_per_source_char == pytest.approx(0.045 / 8)
    assert {name: round(share, 2) for name, share in card.coverage.items()} == {
        "tokens_per_entry": 0.67, "cost_per_entry_usd": 0.67,
    }  # fmt: skip
    assert "Entries that report it: Tokens per entry 67%, Cost per entry 67%." in card_markdown(card)


def said_of_usage(*entries, **fields):
    return [
        caveat
        for caveat in score_run(run(*entries, **fields), resamples=100).caveats
        if "report no" in caveat
    ]


def test_a_right_output_without_usage_is_a_caveat_and_a_failed_one_is_none():
    others = "tokens and costs are those of the others"
    assert said_of_usage(*partly_used(3), **PRICED) == [
        f"1 of 3 outputs report no usage (first: e0003); 1 of 3 outputs report no cost (first: e0003): {others}"
    ]
    assert said_of_usage(*partly_used(3)) == [f"1 of 3 outputs report no usage (first: e0003): {others}"]
    failed = {"e0003": {"prediction": None, "error": "timeout"}}
    assert said_of_usage(*partly_used(3, **failed), **PRICED) == []
    assert (
        said_of_usage(*partly_used(1, 2, 3), **PRICED) == []
    )  # nobody reports any: that is null with its reason


def test_a_cost_of_the_run_is_of_all_its_entries():
    card = score_run(run(*partly_used(3), total_cost_usd=3.0), resamples=100)
    assert (card.totals.total_cost_usd, card.totals.cost_per_entry_usd) == (3.0, 1.0)
    assert card.totals.cost_per_1k_tokens == pytest.approx(
        2.0 / 45 * 1000
    )  # two of three bear 2 of 3 dollars


@pytest.mark.parametrize("field", ["latency_seconds", "cost_usd"])
@pytest.mark.parametrize(("value", "says"), [(1e308, "<= 1000000000"), (5e-324, "0 or at least 1e-30")])
def test_an_amount_that_cannot_be_reckoned_with_names_entry_and_field(field, value, says):
    with pytest.raises(InputError, match=rf"entry 'e0001': field '{field}'.*{says}"):
        run(entry(1, **{field: value}))


@pytest.mark.parametrize("field", ["elapsed_seconds", "total_cost_usd"])
def test_an_amount_of_the_run_that_cannot_be_reckoned_with_names_the_field(field):
    with pytest.raises(InputError, match=f"field '{field}' is 1e-310, but 0 or at least 1e-30"):
        run(entry(1), **{field: 1e-310})


def test_the_smallest_amounts_give_finite_figures():
    found = run(entry(1, usage=used(10**9, 0)), elapsed_seconds=1e-30, total_cost_usd=1e-30)
    assert math.isfinite(pace(found, 10**9).tokens_per_second)
    assert math.isfinite(cost_adjusted(0.5, totals(found).cost_per_entry_usd))
