"""Exact and equivalent match, length ratio, terminology: counted by hand."""

import pytest

from scoring.evidence.evidence import whole
from scoring.metrics.metric import NotAvailable
from scoring.mt.metrics.equivalent_match import EQUIVALENT_MATCH
from scoring.mt.metrics.exact_match import EXACT_MATCH
from scoring.mt.metrics.length_ratio import LENGTH_RATIO
from scoring.mt.metrics.terminology import TERMINOLOGY
from scoring.mt.words import contains, sequence, words
from tests.mt.runs import entry, ready, triples


def score(metric, *args, **fields):
    return whole(metric.measure(ready(*args, **fields)))


@pytest.mark.parametrize(
    ("output", "matches"),
    [
        ("ja", 1), (" ja\n", 1), ("Ja", 0), ("nein", 1), ("cafe\u0301", 1), ("ja.", 0),
    ],
)  # fmt: skip
def test_an_exact_match_is_a_reference_in_normal_form_without_space_around(output, matches):
    assert score(EXACT_MATCH, entry(1, references=["ja", "nein", "caf\u00e9"], prediction=output)) == matches


def test_one_right_and_one_failed_is_a_half():
    assert score(EXACT_MATCH, entry(1), entry(2, prediction=None, error="timeout")) == 0.5


def test_a_variant_is_an_equivalent_match_and_no_exact_one():
    made = entry(1, variants=["jawohl"], prediction="jawohl")
    assert (score(EXACT_MATCH, made), score(EQUIVALENT_MATCH, made)) == (0.0, 1.0)


def test_without_variants_there_is_no_equivalent_match():
    assert isinstance(EQUIVALENT_MATCH.measure(ready(entry(1))), NotAvailable)


@pytest.mark.parametrize(
    ("references", "output", "ratio"),
    [(["abcd"], "ab", 0.5), (["abcd", "ab"], "ab", 1.0), (["ab"], "abcd", 2.0), (["ab"], None, 0.0)],
)
def test_the_length_ratio_is_that_to_the_reference_nearest_in_length(references, output, ratio):
    assert score(LENGTH_RATIO, entry(1, references=references, prediction=output)) == ratio


@pytest.mark.parametrize(
    ("text", "term", "there"),
    [
        ("we start now", "art", False), ("the Art of war", "art", True), ("write C++ code", "C++", True),
        ("write C code", "C++", False), ("他喜歡人工智能", "人工智能", True), ("new  York", "New York", True),
    ],
)  # fmt: skip
def test_a_term_is_found_as_tokens_and_not_as_letters(text, term, there):
    assert contains(sequence(text), sequence(term)) is there


def test_terms_are_counted_in_the_sources_and_kept_in_the_outputs():
    glossary = {"dog": ["Hund", "Köter"], "cat": ["Katze"]}
    segments = triples(
        ("the dog and the cat", "x", "der Köter"), ("a cat", "x", "eine KATZE"), ("a bird", "x", "Katze"),
        glossary=glossary,
    )  # fmt: skip
    assert TERMINOLOGY.measure(segments).table.tolist() == [[1, 2], [1, 1], [0, 0]]
    assert whole(TERMINOLOGY.measure(segments)) == pytest.approx(2 / 3)


def test_the_terms_of_a_failed_entry_are_missed():
    made = entry(1, source="the dog", prediction=None)
    assert TERMINOLOGY.measure(ready(made, glossary={"dog": ["Hund"]})).table.tolist() == [[0, 1]]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({}, "the run has no glossary"),
        ({"glossary": {"dog": ["Hund"]}}, "entry 'e0001' has no source to look for terms in"),
    ],
)
def test_without_glossary_or_sources_there_is_no_terminology(fields, reason):
    assert TERMINOLOGY.measure(ready(entry(1), **fields)).reason == reason


def test_words_keep_apostrophes_and_hyphens_inside():
    assert words("l’amour-propre, c'est 'ça'") == ["l’amour-propre", "c'est", "ça"]
