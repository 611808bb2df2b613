"""The run card: what it holds, and that what it holds is held to its schema."""

import json
from importlib import metadata
from pathlib import Path

import msgspec
import pytest

import scoring
from scoring.base.errors import AlignmentError, InputError
from scoring.card import compare_runs, score_run, scored_run
from scoring.card.comparison import dumps as dumps_comparison
from scoring.card.entries import entries
from scoring.card.markdown import card_markdown, comparison_markdown, missing
from scoring.card.schema import RunCard, Scores, Totals, dumps, loads
from scoring.mt.read import loads_run
from tests.mt.runs import document, entry, run

CREE = Path(__file__).parent / "lexica" / "compiled" / "cree-w.hfstol"

# Fields and types of the specification's own card (MT scoring specification, §9), whatever its values.
SPECIFIED = {
    "exact_match_rate": float, "exact_matches": int, "equivalent_match_rate": float, "equivalent_matches": int,
    "chrf_plus_plus": float, "bleu": float, "ter": float, "length_ratio": float, "fst_acceptance_rate": float,
    "fst_accepted": int, "morphological_accuracy": float, "orthographic_accuracy": float, "semantic_score": float,
    "comet_score": float, "comet_model": str, "code_switching_rate": float, "hallucination_rate": float,
    "terminology_adherence": float, "consistency_score": float, "composite": float, "quality_tier": str,
    "cost_adjusted": float, "tokens_per_second": float, "entries_per_minute": float, "avg_latency_seconds": float,
    "median_latency_seconds": float, "p95_latency_seconds": float, "confidence_intervals": dict,
    "confidence_intervals_by_tier": dict, "by_difficulty": dict, "by_provenance": dict, "total": int,
    "evaluated": int, "errors": int,
}  # fmt: skip
TOTALS = {
    "prompt_tokens": int, "completion_tokens": int, "reasoning_tokens": int, "cached_tokens": int,
    "total_cost_usd": float, "cost_per_entry_usd": float, "cost_per_source_char": float,
}  # fmt: skip


def scored(**fields):
    made = [
        entry(n, source=f"the dog {n}", difficulty=n % 2 + 1, provenance="web" if n < 30 else "books",
              latency_seconds=1.0,
              usage={"prompt_tokens": 10, "completion_tokens": 5}, prediction="ja" if n % 4 else None)
        for n in range(60)
    ]  # fmt: skip
    given = {"elapsed_seconds": 60.0, "pricing": {"prompt": 1, "completion": 2}} | fields
    return scored_run(run(*made, **given))


def test_every_field_of_the_specification_is_there_with_its_type():
    card = scored().card
    plain = msgspec.to_builtins(card)
    for kind, fields in ((plain["scores"], SPECIFIED), (plain["totals"], TOTALS)):
        for name, wanted in fields.items():
            value = kind[name]
            assert value is None or isinstance(value, wanted if wanted is not float else int | float), name
    assert set(SPECIFIED) <= set(Scores.__struct_fields__)
    assert set(TOTALS) <= set(Totals.__struct_fields__)


@pytest.mark.parametrize("fields", [{}, {"elapsed_seconds": None, "pricing": None}, {"elapsed_seconds": 0.0}])
def test_every_field_without_a_value_has_a_reason_and_no_other_has(fields):
    for card in (scored(**fields).card, score_run(run(entry(1), **fields)), score_run(run(**fields))):
        plain = msgspec.to_builtins(card)
        values = plain["scores"] | plain["totals"] | {"elapsed_seconds": plain["elapsed_seconds"]}
        assert set(card.metric_availability) == {name for name, value in values.items() if value is None}


def test_a_count_is_missing_for_the_reason_of_its_share():
    known = scored().card.metric_availability
    assert known["equivalent_matches"] == known["equivalent_match_rate"]
    assert known["terminology_adherence"] == "not available: the run has no glossary"


def test_a_run_without_entries_costs_what_it_says_and_nothing_an_entry():
    totals = score_run(run(total_cost_usd=3.0)).totals
    assert (totals.total_cost_usd, totals.cost_per_entry_usd) == (3.0, None)


def test_the_coverage_of_a_metric_that_passes_words_over_is_printed():
    expected = ["atim+N+A+Sg", "minôs+N+A+Sg"]  # the output has one of the two lemmas
    of = loads_run(
        json.dumps(document(entry(1, prediction="atim", morphology=expected), languages=("en", "crk")))
    )
    card = score_run(of, resamples=100, analyser=CREE)
    assert card.coverage == {"morphological_accuracy": 0.5}
    assert "Words that could be judged: Morphological accuracy 50%." in card_markdown(card)


def test_versions_are_said_and_in_no_signature():
    card = score_run(run(entry(1)), resamples=100)
    assert card.versions["pytest-onenlp"] == metadata.version("pytest-onenlp")
    assert card.versions["pytest-onenlp"] not in " ".join(card.signatures.values())


def test_scoring_a_run_gives_its_card():
    assert scoring.card.score_run(run(entry(1)), resamples=100).scores.exact_match_rate == 1.0


def test_errors_are_counted_and_left_in():
    scores = scored().card.scores
    assert (scores.total, scores.evaluated, scores.errors) == (60, 60, 15)
    assert (scores.exact_matches, scores.exact_match_rate) == (45, 0.75)
    assert scores.entries_per_minute == 60.0
    assert scores.tokens_per_second == 15.0


def test_groups_are_scored_and_resampled_by_themselves():
    scores = scored().card.scores
    assert {key: (one.total, one.errors) for key, one in scores.by_difficulty.items()} == {
        "1": (30, 15),
        "2": (30, 0),
    }
    assert scores.by_difficulty["1"].scores["exact_match_rate"] == 0.5
    assert list(scores.by_provenance) == ["books", "web"]
    ends = scores.confidence_intervals_by_tier["1"]["exact_match_rate"]
    assert ends.ci_lower < 0.5 < ends.ci_upper
    assert scores.confidence_intervals_by_tier["2"]["exact_match_rate"].ci_lower == 1.0


def test_intervals_are_keyed_by_metric_id_and_hold_the_score():
    scores = scored().card.scores
    assert {"chrf_plus_plus", "exact_match_rate", "composite", "bleu", "ter"} <= set(
        scores.confidence_intervals
    )
    for name, ends in scores.confidence_intervals.items():
        value = getattr(scores, name, None)
        assert value is None or ends.ci_lower - 1e-9 <= value <= ends.ci_upper + 1e-9


def test_what_is_written_is_read_and_what_is_wrong_is_refused():
    card = scored().card
    plain = json.loads(dumps(card))
    assert loads(plain, "card.json") == msgspec.convert(msgspec.to_builtins(card), RunCard)
    with pytest.raises(InputError, match=r"field 'scores\.bleu'"):
        loads(plain | {"scores": plain["scores"] | {"bleu": 101.0}}, "card.json")
    with pytest.raises(InputError, match="schema is 'x'"):
        loads(plain | {"schema": "x"}, "card.json")


def test_the_fingerprint_is_of_what_was_scored_and_not_of_its_order():
    made = [entry(n) for n in range(3)]
    prints = [scored_run(run(*order)).card.fingerprint.hash for order in (made, made[::-1])]
    assert prints[0] == prints[1]
    assert scored_run(run(*made[:2], entry(2, prediction="nein"))).card.fingerprint.hash != prints[0]


@pytest.mark.parametrize(
    ("entries_", "says"),
    [
        ([entry(n, source="der Hund", prediction="der Hund") for n in range(4)], "was copied in 4 of 4 entries"),
        ([entry(n, source=f"s {n}", prediction="ja") for n in range(4)], "one output stands for 4 different sources"),
        ([entry(n, source=f"s {n}", prediction=f"да {n}") for n in range(4)], "4 of 4 outputs are not written in Latn"),
        ([entry(n, source=f"s {n}", prediction="ja " * 9) for n in range(4)], "4 of 4 outputs are more than 2 times"),
        ([entry(1, references=["caf\u00e9"], prediction="cafe\u0301")], "normal form"),
    ],
)  # fmt: skip
def test_a_reader_is_warned_of_outputs_that_are_no_translations(entries_, says):
    assert any(says in caveat for caveat in scored_run(run(*entries_)).card.caveats)


def test_entries_have_the_value_of_every_metric_that_entries_have_one_of():
    lines = [json.loads(line) for line in entries(scored()).splitlines()]
    assert len(lines) == 60
    assert lines[0]["scores"]["exact_match_rate"] == 0.0
    assert lines[0]["failed"] is True
    assert lines[1]["scores"]["chrf_plus_plus"] == 100.0
    assert "bleu" not in lines[1]["scores"]


def test_two_runs_are_compared_on_the_entries_that_both_have():
    first = run(*(entry(n, source=f"s {n}") for n in range(60)))
    second = run(*(entry(n, source=f"s {n}", prediction="ja" if n % 3 else "nein") for n in range(10, 80)))
    found = compare_runs(first, second)
    assert (found.entries, len(found.only_first), len(found.only_second)) == (50, 10, 20)
    exact = found.metrics["exact_match_rate"]
    assert (exact.first, exact.significant, exact.better) == (1.0, True, "first")
    assert exact.p < 0.05
    assert exact.ci[0] > 0
    assert json.loads(dumps_comparison(found))["metrics"]["exact_match_rate"]["better"] == "first"
    assert "| Exact match | 1.0000 |" in comparison_markdown(found)


def test_a_run_against_itself_differs_in_nothing():
    made = run(*(entry(n, prediction="ja" if n % 3 else "nein") for n in range(30)))
    for one in compare_runs(made, made).metrics.values():
        assert (one.difference, one.significant, one.p) == (0.0, False, 1.0)


def test_a_composite_is_compared_on_the_metrics_that_both_runs_have():
    first = run(*(entry(n, source="x") for n in range(30)), glossary={"x": ["ja"]})
    second = run(*(entry(n, source="x") for n in range(30)))
    found = compare_runs(first, second)
    assert "terminology_adherence" not in found.composite_of
    assert found.warnings == (
        "Terminology is not available for the second run (the run has no glossary) and left out",
    )


@pytest.mark.parametrize(
    ("second", "says"),
    [
        (document(entry(9)), "the runs share no entry"),
        (document(entry(1, references=["x"])), "entry 'e0001' has another source, references or variants"),
        (document(entry(1), languages=("en", "fr")), "target_language of the first run is 'de'"),
    ],
)
def test_runs_of_different_test_sets_are_refused(second, says):
    from scoring.mt.read import loads_run

    with pytest.raises(AlignmentError, match=says):
        compare_runs(run(entry(1)), loads_run(json.dumps(second)))


def test_a_metric_without_a_value_on_the_shared_entries_is_said_and_left_out():
    first = run(*(entry(n, source="x", prediction=None) for n in range(30)))
    found = compare_runs(first, run(*(entry(n, source="x") for n in range(30))))
    assert "code_switching_rate" not in found.metrics  # no words in the first run
    said = "Code switching has no value on the shared entries of one run and is left out"
    assert said in found.warnings


def test_the_page_says_composite_caveats_scores_and_in_one_line_what_has_none():
    card = scored(model_slug="a|b").card
    page = card_markdown(card, "onenlp mt --run a_b.json --json -")
    assert page.startswith("# a\\|b on demo (en-de)")
    assert "automated, provisional" in page
    assert "| Exact match | 0.7500 | [" in page
    *_, last = page.splitlines()
    assert last.startswith("Without a value: Equivalent match, ")
    assert " Terminology, " in last
    assert last.endswith(".  Why: onenlp mt --run a_b.json --json -")
    assert page.count("not available") == 0


def test_a_card_without_a_null_has_no_line_of_nulls():
    assert missing(msgspec.structs.replace(scored().card, metric_availability={}), "x") == []
