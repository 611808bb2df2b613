"""The language cards that come with the product: which there are, how they are found, where their facts come from."""

import importlib.util

import pytest

from scoring.card import score_run
from scoring.mt.languages import Cards
from scoring.mt.scripts import CASED
from tests.mt.runs import entry, run
from tests.shared import ROOT

CARDS = Cards.load()


@pytest.mark.parametrize("code", sorted(CARDS.by_code))
def test_every_card_says_scripts_and_case_and_where_each_fact_comes_from(code):
    card = CARDS.by_code[code]
    assert card.scripts
    assert card.has_case is bool(CASED.intersection(card.scripts))
    assert {"scripts", "hasCase", "tokenizer"} <= set(card.facts)
    assert bool(card.metric_model_support) == ("metricModelSupport" in card.facts)


def test_no_two_cards_have_a_code_in_common():
    codes = [name.casefold() for card in CARDS.by_code.values() for name in (card.code, *card.names)]
    assert len(codes) == len(set(codes))


@pytest.mark.source
def test_every_language_of_the_test_sets_has_a_card_with_its_script():
    spec = importlib.util.spec_from_file_location("cldr_cards", ROOT / "tools" / "cldr_cards.py")
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    for item in [*made.FLORES.split(), *made.NTREX.split(), *made.WMT.split(), *made.AFROXLMR.split()]:
        card = CARDS.find(item)
        assert card is not None, item
        assert "_" not in item or card.scripts in {(item[-4:],), ("Hans",)}, item


@pytest.mark.parametrize(
    ("code", "name", "scripts", "cased"),
    [
        ("zh-TW", "Chinese", ("Hans",), False),
        ("zho_Hant", "Chinese", ("Hant",), False),
        ("jpn_Jpan", "Japanese", ("Jpan",), False),
        ("kor_Hang", "Korean", ("Kore",), False),
        ("srp_Latn", "Serbian", ("Latn",), True),
        ("sr-Cyrl-RS", "Serbian", ("Cyrl",), True),
        ("sr", "Serbian", ("Cyrl", "Latn"), True),
        ("kas_Deva", "Kashmiri", ("Deva",), False),
        ("fa-AF", "Dari", ("Arab",), False),
        ("Zulu", "Zulu", ("Latn",), True),
    ],
)
def test_a_card_is_found_by_longer_tags_and_is_of_the_script_that_they_name(code, name, scripts, cased):
    card = CARDS.find(code)
    assert (card.name, card.scripts, card.has_case) == (name, scripts, cased)


@pytest.mark.parametrize(
    ("language", "reference", "warned"),
    [
        ("th", "วันนี้อากาศดีมาก", True), ("km", "ថ្ងៃនេះ", True), ("lo", "ມື້ນີ້", True), ("my", "ယနေ့", True),
        ("bod_Tibt", "དེ་རིང་", True), ("dz", "ད་རིས་", True), ("nod", "วันนี้", True),
        ("zh", "今天", False), ("de", "heute", False), ("nod", "today", False),
    ],
)  # fmt: skip
def test_a_language_without_spaces_and_tokenizer_is_pointed_to_chrf(language, reference, warned):
    made = run(
        entry(1, source="today", references=[reference], prediction=reference), languages=("en", language)
    )
    said = [text for text in score_run(made, resamples=100).caveats if "without spaces" in text]
    assert bool(said) is warned
    assert all("chrF" in text and "BLEU, TER" in text for text in said)
