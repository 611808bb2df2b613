"""How analyses are taken apart: compounds, derivations, and tags that are no inflection."""

import pytest

from scoring.mt.run import Entry
from scoring.mt.standards import SEMANTIC
from scoring.mt.standards.crk.standard import NOTATION
from scoring.mt.standards.meanings import Meanings
from scoring.mt.standards.protocol import analyser_of
from scoring.mt.standards.readings import GIELLALT, Notation, WordReadings, reading
from scoring.mt.standards.semantics import semantic
from tests.mt.test_same_words import MADE

FILM_STAR = "filbma+N+Sem/Prod+Cmp/SgNom+Cmp#násti+N+Sem/Hum+Sg+Nom"


@pytest.mark.parametrize(("analysis", "lemma", "head", "tags"), [
    pytest.param(FILM_STAR, "filbmanásti", "násti", ("N", "Sg", "Nom"), id="compound"),
    pytest.param("a+N+SgGenCmp+Cmp#b+N+Cmp/SgGen+Cmp#c+N+Pl+Acc", "abc", "c", ("N", "Pl", "Acc"), id="of three"),
    pytest.param("elokuva#tähti+N+Sg+Nom", "elokuvatähti", "tähti", ("N", "Sg", "Nom"), id="boundary in the lemma"),
    pytest.param("kjerne+N#+Cmp+område+N+Neu+Sg", "kjerneområde", "område", ("N", "Neu", "Sg"), id="of Norwegian"),
    pytest.param("tele+N+Sg+Nom#visio+N+Pl", "televisio", "visio", ("N", "Pl"), id="boundary behind tags"),
    pytest.param("bargat+V+IV+Der/NomAg+N+Sg+Nom", "bargat", "bargat", ("N", "Sg", "Nom"), id="derivation"),
    pytest.param("#+PUNCT", "#", "#", ("PUNCT",), id="a number sign"),
    pytest.param("atim+N+A+Sg", "atim", "atim", ("N", "A", "Sg"), id="neither"),
])  # fmt: skip
def test_the_parts_of_an_analysis(analysis, lemma, head, tags):
    found = reading(analysis)
    assert (found.lemma, found.head, found.tags) == (lemma, head, tags)


LEXICAL = ["Sem/Hum", "Gram/3syll", "CmpN/SgG", "Use/NG", "Dial/GG", "OLang/FIN", "v1", "v2", "TV", "IV"]


@pytest.mark.parametrize("tag", LEXICAL)
@pytest.mark.parametrize(
    "notation", [GIELLALT, NOTATION, MADE["sme"].readings.notation], ids=["giellalt", "crk", "sme"]
)
def test_tags_that_say_what_a_word_is_are_no_inflection(notation, tag):
    assert reading(f"x+{tag}+N+{tag}+Sg", notation).tags == ("N", "Sg")
    assert reading(f"x+N+{tag}", Notation()).tags == ("N", tag)  # where nobody declares them


ANALYSES = {
    "filbmanásti": [FILM_STAR], "filbmanásttit": [FILM_STAR.replace("Sg+Nom", "Pl+Nom")], "filbma": ["filbma+N+Sg+Nom"],
    "násti": ["násti+N+Sg+Nom"], "bargi": ["bargat+V+IV+Der/NomAg+N+Sg+Nom"], "bargat": ["bargat+V+IV+Inf"],
    "boahtá": ["boahtit+V+IV+Ind+Prs+Sg3"], "stuoris": ["stuoris+A+Sg+Nom"],
    "govvanásti": ["govvanásti+N+Sg+Nom"],
}  # fmt: skip
GLOSSES = {"filbma": ["film"], "násti": ["star"], "filbmanásti": ["film star"], "govvanásti": ["a film star"]}
READINGS = WordReadings(analyser_of(lambda word: ANALYSES.get(word, ())))


@pytest.mark.parametrize(("output", "reference", "verdict"), [
    ("filbmanásttit", "filbmanásti", "GRAMMAR_ISSUES"),  # the plural of the whole compound
    ("govvanásti", "filbmanásti", "VALID"),  # a compound with the same gloss
    ("filbma", "filbmanásti", "WRONG"),  # what it begins with is another word
    ("násti", "filbmanásti", "PARTIAL"),  # its head counts half: F1 is .5
    ("filbmanásti", "násti", "PARTIAL"),
    ("filbma boahtá", "filbmanásti boahtá", "PARTIAL"),  # 1 of 2
    ("násti boahtá", "filbmanásti boahtá", "PARTIAL"),  # 1.5 of 2
    ("násti boahtá stuoris", "filbmanásti boahtá stuoris", "GRAMMAR_ISSUES"),  # 2.5 of 3: over .8, and a word related
    ("filbma boahtá stuoris", "filbmanásti boahtá stuoris", "PARTIAL"),  # 2 of 3
    ("bargat", "bargi", "PARTIAL"),  # to work for worker
    ("bargi", "bargi!", "VALID"),
])  # fmt: skip
def test_a_compound_and_its_parts(output, reference, verdict):
    meanings = Meanings(READINGS, GLOSSES, frozenset({"N", "V", "A"}))
    assert semantic(output, [reference], meanings).value == verdict


def test_the_same_words_go_together_before_inflected_ones():
    # The second output word could stand for either; with the first reference word it would be another inflection.
    made = MADE["crk"].compute(
        Entry(id="e", references=("minôs mêkwâ-nipâw nipâw",), prediction="nipâw mêkwâ-nipâw minôs")
    )
    assert made[SEMANTIC].value == "VALID"
