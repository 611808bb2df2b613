"""Code switching: which words are left in the source language, counted by hand."""

import random

import pytest

from scoring.evidence.evidence import whole
from scoring.mt.metrics.code_switching import CODE_SWITCHING
from tests.mt.runs import entry, ready, triples


def table(*texts, **fields):
    return CODE_SWITCHING.measure(triples(*texts, **fields)).table.tolist()


def test_a_source_word_in_the_output_is_one_of_its_words():
    made = triples(
        ("The dog sees the house", "atim wâskahikan wâpahtam", "atim house wâpahtam"), languages=("en", "crk")
    )
    assert whole(CODE_SWITCHING.measure(made)) == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("source", "reference", "output", "counts"),
    [
        pytest.param("the dog", "der Hund", "der dog", [1, 2], id="left"),
        pytest.param("the hand", "die Hand", "die hand", [0, 2], id="the same word in the reference"),
        pytest.param(
            "I met Anna of Rome", "ich traf sie", "ich traf Anna of", [1, 3], id="a name does not count"
        ),
        pytest.param("see {name} at 5", "bei", "{name} 5 bei", [0, 1], id="placeholders and numbers"),
        pytest.param("go to https://a.bc/dog", "x", "https://a.bc/dog x", [0, 1], id="an address"),
        pytest.param("the dog", "x", None, [0, 0], id="no output said nothing"),
    ],
)
def test_words_are_counted(source, reference, output, counts):
    assert table((source, reference, output)) == [counts]


def test_the_target_of_a_glossary_term_is_no_source_word_but_the_term_is():
    assert table(("the server", "x", "der server"), glossary={"server": ["server"]}) == [[0, 2]]
    assert table(("the house", "das Haus", "das house"), glossary={"house": ["Haus"]}) == [[1, 2]]


def test_letters_of_a_script_of_the_source_alone_are_source_words():
    assert table(("hello", "שלום", "שלום friend"), languages=("en", "he")) == [[1, 2]]


def test_a_word_that_references_use_as_often_is_one_of_the_target_language():
    texts = [("in the park", "in dem Park", "im Park"), ("in the sea", "am Meer", "in der See")]
    assert table(*texts)[1] == [0, 3]


def test_the_order_of_the_records_does_not_matter():
    made = [entry(n, source=f"the dog {n}", references=["der Hund"], prediction="der dog") for n in range(20)]
    mixed = random.Random(1).sample(made, len(made))
    assert (CODE_SWITCHING.measure(ready(*made)).table == CODE_SWITCHING.measure(ready(*mixed)).table).all()


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"source": None}, "entry 'e0001' has no source"),
        (
            {"source": "x", "languages": ("en", "xx")},
            "no language card says in which scripts 'xx' is written",
        ),
    ],
)
def test_without_sources_or_scripts_it_is_not_available(fields, reason):
    languages = fields.pop("languages", ("en", "de"))
    assert CODE_SWITCHING.measure(ready(entry(1, **fields), languages=languages)).reason == reason
