"""Latin words in text of a script without case: names and code belong there, ordinary words of the source do not."""

import pytest

from scoring.mt.compliance import rules
from tests.mt.runs import entry, ready


def leaked(source, output, *others, references=("x",), **fields):
    """The Latin words of an output that are leaks, in a run with other pairs of source and reference."""
    made = ready(
        entry(0, source=source, references=list(references), prediction="x"),
        *(entry(n, source=s, references=[r]) for n, (s, r) in enumerate(others, 1)),
        languages=("en", "he"), **fields,
    )  # fmt: skip
    found = rules(made).violations(source, output, list(references))
    return sorted(word for kind, word in found if kind == "letters")


@pytest.mark.parametrize(
    ("source", "output", "words"),
    [
        pytest.param("The FBI said no", "ה-FBI אמר לא", [], id="an acronym"),
        pytest.param("Ask Peter Jones", "Peter Jones שאל", [], id="a name"),
        pytest.param("Sainsbury's opens", "Sainsbury's נפתחת", [], id="a name at the beginning"),
        pytest.param("The Boots and Lidl stores", "חנויות Boots-Lidl", [], id="names joined"),
        pytest.param("call user42 on my iPhone", "user42 iPhone התקשר", [], id="user names and mixed case"),
        pytest.param("see example.com", "ראה example.com", [], id="a bare domain"),
        pytest.param("run `git status`, or --help", "`git status` או --help", [], id="code"),
        pytest.param("write to @big_fan", "כתוב ל-@big_fan", [], id="a handle"),
        pytest.param("see foo_bar()", "ראה foo_bar()", [], id="a function"),
        pytest.param("25 miles away", "40 km מכאן", [], id="a unit after a number"),
        pytest.param("the letter w", "האות w", [], id="a single letter"),
        pytest.param("watch Lord of the Rings", "ראה Lord of the Rings", [], id="small words inside a name"),
        pytest.param("new Members met", "Member חדש", [], id="a name with an ending"),
        pytest.param("the hall burnt", "האולם (Hall) נשרף", ["Hall"], id="an ordinary word in brackets"),
        pytest.param("he spoke", "הוא דיבר (Peter Jones)", [], id="an original name in brackets"),
        pytest.param("the house is big", "ה-house גדול", ["house"], id="an ordinary word"),
        pytest.param("the house is big", "ה-House גדול", ["House"], id="with a capital"),
        pytest.param("The house is big", "The בית גדול", ["The"], id="a word of grammar at the beginning"),
        pytest.param("the house is big", "HOUSE גדול", ["HOUSE"], id="in capitals"),
        pytest.param("good", "sorry, no", ["no", "sorry"], id="words that are not in the source"),
        pytest.param("good", "Sorry", ["Sorry"], id="with a capital, not in the source either"),
        pytest.param("see the Rings of gold", "the Rings of", ["of", "the"], id="small words beside a name"),
    ],
)
def test_ordinary_words_are_leaks_and_names_are_none(source, output, words):
    assert leaked(source, output) == words


def test_a_capital_at_the_beginning_makes_no_name_of_a_word_that_is_small_elsewhere():
    assert leaked("House prices rise", "House עולים") == []
    assert leaked("House prices rise", "House עולים", ("a house", "בית")) == ["House"]


def test_words_that_the_references_write_in_latin_letters_regularly_are_the_target_language_s():
    online = ("go online", "online"), ("be online", "online")
    assert leaked("go online", "online", ("go online", "ברשת"), ("be online", "ברשת")) == ["online"]
    assert leaked("go online", "online", *online) == []
    assert leaked("go online", "online", *online[:1]) == ["online"]  # one is not regular
    missing = [(f"be online {n}", "ברשת") for n in range(5)]
    assert leaked("go online", "online", *online, *missing) == ["online"]  # 2 of 8 that could have it


def test_latin_words_of_any_reference_and_variant_are_accepted():
    made = ready(entry(1, source="the house", references=["house"], variants=["villa"], prediction="villa house x"),
                 languages=("en", "he"))  # fmt: skip
    assert not rules(made).violations("the house", "villa house", ("house", "villa"))


def test_letters_leak_only_into_languages_without_capitals_or_latin_letters():
    for code, there in (
        ("ru", False),
        ("de", False),
        ("srp_Latn", False),
        ("arb_Latn", False),
        ("pan_Guru", True),
    ):
        made = ready(entry(1, source="a house", references=["x"]), languages=("en", code))
        assert (rules(made).latin is not None) is there, code


def test_a_very_long_output_of_latin_words_is_judged_in_little_time():
    assert len(leaked("a house of the FBI", "FBI " + "house The " * 5_000)) == 2


def test_words_of_the_source_that_many_references_leave_are_no_leak_and_more_of_them_are():
    others = [(f"the {word}", word) for word in ("cat", "horse", "cow", "goat")]
    others += [(f"a dog {n}", f"כלב {n}") for n in range(40)]
    assert leaked("the house is big", "house", *others) == ["house"]  # 4 references are slips
    assert leaked("the house is big", "house", *others, ("the fish", "fish")) == []
    assert leaked("the house is big", "house big", *others, ("the fish", "fish")) == ["big", "house"]
