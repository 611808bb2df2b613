"""Addresses are words of no language, for no metric."""

import pytest

from scoring.mt.addresses import addresses, running_text
from scoring.mt.metrics.code_switching import CODE_SWITCHING
from scoring.mt.word_alignment import stems
from scoring.mt.wordforms import forms
from scoring.mt.words import contains, sequence
from tests.mt.runs import triples

ADDRESSES = [
    "https://mira.example/a?b=c", "HTTP://MIRA.EXAMPLE/", "ftp://mira.example", "www.mira.example", "mira.co.uk",
    "mailto:mi@ra.example", "mi.ra+x@mail.mira.example", "mira.example", "MIRA.EXAMPLE", "words.mira.org/word/x",
    "mira.com:8080/a", "nêhiyaw.org", "https://nêhiyaw.ca/ê", "localhost.localdomain.test",
]  # fmt: skip
NONE = ["nipâw.atim", "nipâw.na", "atim.nipiy", "e.g.", "p.m.", "U.S.A.", "L'eau", "3.5", "a/b", "atim…nipâw", "end.So",
        "@mira", "http://", "...com"]  # fmt: skip


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("text", ["{}", "({}).", "atim {}, nipâw", "“{}”", "<{}>", "{}!"])
def test_an_address_is_found_without_the_marks_around_it(address, text):
    assert addresses(text.format(address)) == [address]
    assert forms(text.format(address)) == tuple(text.format("").replace(",", "").strip("“”()<>!.").split())


@pytest.mark.parametrize("word", NONE)
def test_what_only_looks_like_one_is_a_word(word):
    assert addresses(word) == []
    assert running_text(word).strip() == word


def test_text_in_markup_beside_an_address_stays():
    assert forms('<a href="https://mira.example/x">atim</a> https://{host}/x {name}') == ("atim",)


@pytest.mark.parametrize(
    "text", ["a." * 20_000, "a-" * 20_000, "a@" * 20_000, "www." * 10_000, "é" * 30_000, "http://" * 9_000]
)
def test_long_text_takes_no_longer_than_its_length(text):
    assert len(running_text(text)) <= len(text)  # a search that goes back and forth would hang here


def test_a_term_is_not_found_in_an_address_but_an_address_is_a_term():
    assert sequence("See mira at WWW.Mira.example.") == ["see", "mira", "at", "www.mira.example", "."]
    assert not contains(sequence("www.mira.example"), sequence("mira"))
    assert contains(sequence("Gå til mira.example."), sequence("mira.example"))


def test_no_metric_of_behaviour_counts_an_address():
    assert stems("Mira www.mira.example a@b.example") == ["mira"]
    found = CODE_SWITCHING.measure(triples(("See house.example", "Siehe dort", "Siehe house.example")))
    assert found.table.tolist() == [[0, 1]]
