"""Orthographies: every rule has a word that keeps it and one that breaks it; words counted by hand."""

import pytest

from scoring.base.errors import InputError
from scoring.evidence.evidence import whole
from scoring.metrics.metric import NotAvailable
from scoring.mt.languages.card import Checked
from scoring.mt.languages.loader import Cards
from scoring.mt.languages.orthography import orthography
from scoring.mt.metrics.orthographic_accuracy import ORTHOGRAPHIC_ACCURACY
from tests.mt.runs import entry, ready

SETS = [
    one for name in ("sro", "ici", "double-vowel") for one in (orthography(name), *orthography(name).also)
]
RULES = [(one, rule) for one in SETS for rule in (one.alphabet, *one.rules)]


def named(one, rule):
    return f"{one.name}-{getattr(rule, 'id', 'alphabet')}"


each = pytest.mark.parametrize(("one", "rule"), RULES, ids=[named(*case) for case in RULES])


@each
def test_every_rule_has_a_source_a_word_that_keeps_it_and_one_that_breaks_it(one, rule):
    name = getattr(rule, "id", "alphabet")
    assert rule.source
    assert name in one.broken(rule.bad, unverified=True)
    assert one.broken(rule.good, unverified=True) == []


@each
def test_a_rule_that_nobody_has_checked_is_off(one, rule):
    off = rule.checked is Checked.UNVERIFIED
    assert (getattr(rule, "id", "alphabet") in one.broken(rule.bad)) != off


@pytest.mark.parametrize(
    ("language", "output", "counts"),
    [
        ("crk", "Atim wâpahtam maskisin.", [3, 3]),
        ("crk", "ATIM nipâw", [2, 2]),
        ("crk", "the dog wâpahtam", [1, 3]),
        ("crk", "sīsîp ê-nipāt 12", [0, 2]),
        ("crk", "ᐊᑎᒼ atim", [1, 1]),
        ("crk", "собака atim", [1, 2]),
        ("crk", None, [0, 1]),
        ("iku", "Inuktitut ᐃᓄᒃᑎᑐᑦ text", [2, 3]),
        ("iku", "anngaq nunavummi qaujimajatuqangit", [3, 3]),
        ("oji", "Anishinaabemowin niibin mica", [2, 3]),
        ("oji", "giizhigad, ma'iingan!", [2, 2]),
    ],
)
def test_words_are_counted(language, output, counts):
    made = ready(entry(1, prediction=output), languages=("en", language))
    assert ORTHOGRAPHIC_ACCURACY.measure(made).table.tolist() == [counts]


def test_the_score_is_the_share_of_words_of_all_outputs():
    made = ready(entry(1, prediction="atim"), entry(2, prediction="the dog nipâw"), languages=("en", "crk"))
    assert whole(ORTHOGRAPHIC_ACCURACY.measure(made)) == pytest.approx(2 / 4)


def test_a_language_without_rules_says_so():
    found = ORTHOGRAPHIC_ACCURACY.measure(ready(entry(1), languages=("en", "de")))
    assert isinstance(found, NotAvailable)
    assert "'de'" in found.reason


def test_every_rule_set_that_a_card_names_is_there():
    assert {card.code: card.orthography for card in Cards.load().by_code.values() if card.orthography} == {
        "crk": "sro", "iku": "ici", "oji": "double-vowel",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"), [("{}", "name"), ('{"name": 3}', "name"), ("no", "not JSON"), (None, "cannot be read")]
)
def test_a_wrong_rule_set_is_named(tmp_path, text, said):
    path = tmp_path / "own.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=said):
        orthography(str(path))


def test_an_unknown_rule_set_is_named_with_those_there_are():
    with pytest.raises(InputError, match="double-vowel, ici, sro"):
        orthography("unknown")
