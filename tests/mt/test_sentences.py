"""Where sentences begin and end: a capital there and a full stop at the end of a text are no differences."""

import pytest

from scoring.mt.run import Entry
from scoring.mt.standards import LINT
from scoring.mt.standards.text import split
from tests.mt.test_same_words import MADE


def lint(output, reference):
    found = MADE["crk"].compute(Entry(id="e", references=(reference,), prediction=output))[LINT]
    return found.value, found.details.get("classes")


@pytest.mark.parametrize(("output", "reference"), [
    ("Atim nipâw", "atim nipâw"), ("atim nipâw", "Atim nipâw"), ("Atim nipâw.", "atim nipâw"),
    ("“Atim nipâw.”", "“atim nipâw”"), ("Atim nipâw. Minôs nipâw.", "atim nipâw. minôs nipâw"),
    ("atim nipâw! minôs nipâw", "Atim nipâw! Minôs nipâw"), ("ana: “Atim nipâw”", "ana: “atim nipâw”"),
    ("atim nipâw᙮", "atim nipâw"), ("atim nipâw .", "atim nipâw"), ("Ê-nipât", "ê-nipât."),
])  # fmt: skip
def test_a_capital_at_the_beginning_and_a_full_stop_at_the_end_are_of_no_class(output, reference):
    assert lint(output, reference) == ("EQUIVALENT", [])


@pytest.mark.parametrize(("output", "reference"), [
    ("atim Nipâw", "atim nipâw"), ("atim nipâw!", "atim nipâw"), ("atim nipâw...", "atim nipâw"),
    ("atim. nipâw", "atim nipâw"), ("atim, nipâw", "atim nipâw"), ("ATIM nipâw", "atim nipâw"),
])  # fmt: skip
def test_other_capitals_and_marks_are_differences(output, reference):
    assert lint(output, reference) == ("MISS", None)


def test_a_capital_goes_with_its_word_where_the_order_changes():
    assert lint("Nipâw atim.", "Atim nipâw") == ("EQUIVALENT", ["word_order"])
    assert lint("nipâw Atim", "Atim nipâw") == ("EQUIVALENT", ["word_order"])
    assert lint("nipâw Atim", "atim nipâw")[0] == "MISS"


@pytest.mark.parametrize(("output", "reference", "verdict"), [
    ("nipâw atim mira.example", "atim nipâw mira.example", "EQUIVALENT"),
    ("mira.example atim nipâw", "Atim nipâw mira.example.", "EQUIVALENT"),
    ("atim nipâw other.example", "atim nipâw mira.example", "MISS"),
    ("atim nipâw", "atim nipâw mira.example", "MISS"),
    ("nipâw {name} atim", "atim nipâw {name}", "EQUIVALENT"),
    ("nipâw {other} atim", "atim nipâw {name}", "MISS"),
    ("mira.example 12", "12 mira.example", "EQUIVALENT"),
])  # fmt: skip
def test_addresses_and_placeholders_have_to_be_there_as_they_are(output, reference, verdict):
    assert lint(output, reference)[0] == verdict


def test_the_words_that_begin_a_sentence():
    found = split("«Atim nipâw! Minôs», ana")
    assert [token.word for token in found.tokens if token.starts] == ["Atim", "Minôs", "ana"]
