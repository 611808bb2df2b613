"""Which words are of the source language, by what the run and the lists say: one piece of evidence at a time."""

import dataclasses

import hypothesis.strategies as st
import pytest
from hypothesis import given

from scoring.evidence.evidence import whole
from scoring.metrics.metric import NotAvailable
from scoring.mt import wordlists
from scoring.mt.languages import Cards
from scoring.mt.metrics.code_switching import CODE_SWITCHING
from scoring.mt.prose import prose
from scoring.mt.switching import filled, languages
from scoring.mt.wordlists import Frequencies
from tests.mt.runs import triples

PAD = [(f"apple{n} pear{n}", f"Apfel{n} Birne{n}", f"Apfel{n}") for n in range(9)]  # other entries of the run


@pytest.fixture(autouse=True)
def without_lists(monkeypatch):
    """What is tested here holds without wordfreq, installed or not."""
    monkeypatch.setattr(wordlists, "frequencies", lambda *_: None)


def first(source, reference, output, *others, **fields):
    """The counts of one output: source words and words."""
    made = triples((source, reference, output), *others, **fields)
    return languages(made).switched(made.entries[0])


def test_a_refusal_is_source_language_though_no_source_has_its_words():
    refusal = "I'm sorry, but I cannot do that."
    assert first("The dog barks.", "Koira haukkuu.", refusal, languages=("en", "fi")) == (7, 7)


def test_a_word_of_grammar_of_both_languages_is_none_of_the_source():
    assert first("x", "y", "die in am war", languages=("en", "de")) == (0, 4)


def test_a_title_in_one_reference_does_not_make_its_words_target_words():
    others = [(f"the cat {n}", f"die Katze {n}", "x") for n in range(30)]
    quoted = ("we read it", "wir lesen The Cat", "x")
    assert first("a dog", "ein Hund", "the Hund", quoted, *others) == (1, 2)


def test_a_word_that_references_have_about_as_often_is_a_target_word():
    others = [(f"the computer {n}", f"der Computer {n}", "x") for n in range(5)]
    assert first("a computer", "ein Rechner", "ein computer", *others) == (0, 2)


def test_a_word_of_two_other_sources_is_a_source_word_and_one_of_a_single_source_is_not():
    twice, once = [("a kettle", "x", "x"), ("my kettle", "y", "y")], [("a kettle", "x", "x")]
    assert first("dogs", "Hunde", "Hunde kettle", *twice) == (1, 2)
    assert first("dogs", "Hunde", "Hunde kettle", *once) == (0, 2)


@pytest.mark.parametrize(
    ("source", "output", "counts"),
    [
        pytest.param("Anna Smith met NASA", "Anna Smith traf NASA", (0, 1), id="names and acronyms"),
        pytest.param("He used an iPhone 5", "Er nahm iPhone 5", (0, 2), id="mixed case"),
        pytest.param("the Bank of Rome", "die Bank of Rome", (0, 1), id="a word of grammar inside a name"),
        pytest.param("mail a@b.example now", "a@b.example jetzt", (0, 1), id="an address"),
        pytest.param("show {user.name}", "{user.name} zeigen", (0, 1), id="a placeholder"),
        pytest.param("the hand", "die rechte Hand", (0, 3), id="a noun as the target language writes it"),
    ],
)
def test_words_of_no_language_and_adapted_words_are_no_leak(source, output, counts):
    assert first(source, "x", output) == counts


def test_a_german_noun_is_a_leak_where_the_run_says_it_too_often_for_a_name():
    often = [(f"das Haus {n}", f"the house {n}", "x") for n in range(2)]
    texts = ("Wir sehen das Haus in Berlin", "x", "we see Haus in Berlin", ("in Berlin", "in Berlin", "y"))
    assert first(*texts, languages=("de", "en")) == (0, 3)
    assert first(*texts, *often, languages=("de", "en")) == (1, 4)


def test_words_of_which_nothing_is_known_are_source_words_between_source_words():
    assert filled([True, None, None, True]) == [True] * 4
    assert filled([True, None, None, None, True]) == [True, False, False, False, True]
    assert filled([False, None, True]) == [False, False, True]
    assert filled([None, True]) == [True, True]
    assert filled([None]) == [False]


def test_scripts_that_stand_for_several_are_taken_apart():
    assert first("学校", "学校", "勉強 です", languages=("zh", "ja")) == (0, 3)


def test_a_fuller_list_knows_words_that_the_run_does_not():
    made = triples(("dogs", "Hunde", "Hunde kettle fenster"))
    lists = Frequencies({"kettle": 1e-5, "film": 1e-4}, {"fenster": 1e-5, "film": 1e-4})
    found = dataclasses.replace(languages(made), listed=lists)
    assert languages(made).switched(made.entries[0]) == (0, 3)
    assert found.switched(made.entries[0]) == (1, 3)
    assert lists.oftener("film") == 1.0
    assert lists.oftener("zzzz") is None


def test_without_a_list_of_the_target_only_long_and_frequent_words_are_taken():
    lists = Frequencies({"kettle": 1e-5, "cat": 1e-4, "kettles": 1e-6}, None)
    assert [lists.oftener(word) is None for word in ("kettle", "cat", "kettles", "zzzz")] == [
        False,
        True,
        True,
        True,
    ]


def test_one_language_on_both_sides_is_not_told_apart_and_that_is_the_reason():
    texts = [(f"the red house {n} is big", f"the house {n} is red and big", "x") for n in range(40)]
    found = CODE_SWITCHING.measure(triples(*texts, languages=("en", "en")))
    assert isinstance(found, NotAvailable)
    assert found.reason.endswith("(right flagged 0%, wrong flagged 0%, 40 entries)")


def test_what_it_says_of_itself_stands_beside_the_figure():
    made = triples(("the dog", "der Hund", "der Hund"), ("a cat", "eine Katze", "a cat"))
    assert whole(CODE_SWITCHING.measure(made)) == 0.5
    assert made.remarks.judgements["code_switching_rate"] == "right flagged 0%, wrong flagged 100%, 2 entries"


TEXTS = st.lists(
    st.sampled_from(
        ["the", "dog", "I'm", "Rome", "NASA", "of", "Hund", "5", "house", "{x}", "שלום", "a@b.example", ".", "l'eau"]
    ),
    min_size=1, max_size=8,
).map(" ".join)  # fmt: skip


@given(TEXTS, TEXTS, st.sampled_from(["de", "he", "fi", "yo", "ja", "fr"]))
def test_a_reference_is_never_at_fault(source, reference, target):
    source_words, _ = first(source, reference, reference, *PAD, languages=("en", target))
    assert source_words == 0


def test_every_list_of_words_of_grammar_says_where_it_comes_from_and_has_no_word_twice():
    cards = Cards.load(unverified=True).by_code.values()
    listed = [card for card in cards if card.closed_class]
    assert len(listed) > 25
    for card in listed:
        assert card.facts["closedClass"].source
        assert len(set(card.closed_class)) == len(card.closed_class), card.code
        assert all(word == word.strip() and not word.isdigit() for word in card.closed_class)


def test_a_list_that_nobody_has_checked_is_used_on_request_alone():
    assert not Cards.load().find("so").closed_class
    assert Cards.load(unverified=True).find("so").closed_class


def test_the_words_of_a_text_know_where_sentences_begin():
    text = prose("Dogs bark. Cats, in Rome")
    assert [text.is_capital(place) for place in range(5)] == [False, False, False, False, True]


@pytest.mark.parametrize("write", [str.upper, str.title])
def test_capitals_of_a_whole_text_make_no_nouns_of_its_words(write):
    refusal = write("I'm sorry but I cannot do that")
    ours, every = first("The dog barks.", "Der Hund bellt.", refusal, languages=("en", "de"))
    assert every == 7
    assert ours >= 6
