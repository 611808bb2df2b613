"""BLEU by hand: clipped matches over all references, the closest length, smoothing, tokenizers."""

import math

import pytest

from scoring import mt
from scoring.base.errors import UsageError
from scoring.mt.surface import tokenizers
from scoring.mt.surface.tokenizers import TOKENIZERS, readable, tokenizer_missing


def counts(output, *references, **settings):
    (row,) = mt.bleu([output], [list(references)], **settings).evidence.table.tolist()
    return [int(value) for value in row]


def test_a_word_matches_at_most_as_often_as_the_reference_that_has_it_most():
    # Papineni et al. (2002), §2.1, example 2: "the" matches 2 of 7
    found = counts(
        "the the the the the the the", "the cat is on the mat", "there is a cat on the mat", tokenize="none"
    )
    assert found == [7, 7, 2, 0, 0, 0, 7, 6, 5, 4]


@pytest.mark.parametrize(
    ("lengths", "closest"),
    [((4, 9), 4), ((3, 7), 3), ((7, 3), 3), ((5, 5), 5), ((9,), 9), ((9, 8, 6), 6)],
)
def test_the_closest_length_counts_and_of_two_the_shorter(lengths, closest):
    assert counts("a a a a a", *(" ".join("a" * length) for length in lengths))[1] == closest


def test_a_short_output_is_penalised():
    found = mt.bleu(["a b c d"], [["a b c d e f"]])
    assert found.score == pytest.approx(100 * math.exp(1 - 6 / 4))


@pytest.mark.parametrize(
    ("settings", "precisions"),
    [
        # "a b x c d e" against "a b y c d e": 5 of 6, 3 of 5, 1 of 4, 0 of 3
        ({"smooth": "exp"}, (5 / 6, 3 / 5, 1 / 4, 1 / (2 * 3))),
        ({"smooth": "floor"}, (5 / 6, 3 / 5, 1 / 4, 0.1 / 3)),
        ({"smooth": "floor", "smooth_value": 0.5}, (5 / 6, 3 / 5, 1 / 4, 0.5 / 3)),
        ({"smooth": "add-k"}, (5 / 6, 4 / 6, 2 / 5, 1 / 4)),
        ({"smooth": "none"}, (5 / 6, 3 / 5, 1 / 4, 0.0)),
    ],
)
def test_smoothing(settings, precisions):
    found = mt.bleu(["a b x c d e"], [["a b y c d e"]], **settings)
    assert found.score == pytest.approx(100 * math.prod(precisions) ** 0.25)


def test_identical_short_text_scores_0_with_a_note_and_100_by_effective_order():
    corpus, effective = (mt.bleu(["Yes."], [["Yes."]], effective_order=switch) for switch in (False, True))
    assert (corpus.score, effective.score) == (0.0, pytest.approx(100.0))
    assert corpus.notes[0].startswith("no 4-gram in corpus")
    assert effective.notes == ()


@pytest.mark.parametrize(
    ("tokenize", "noted"), [("13a", True), ("intl", True), ("zh", False), ("char", False)]
)
def test_chinese_split_at_white_space_is_noted(tokenize, noted):
    found = mt.bleu(["我喜欢猫和狗。"], [["我喜欢狗和猫。"]], tokenize=tokenize)
    assert any("tokenize='zh'" in note for note in found.notes) is noted


def test_a_few_chinese_names_in_another_text_are_not_noted():
    text = "The city of 北京 is the capital of China"
    assert mt.bleu([text], [[text]]).notes == ()


def test_the_signature_says_tokenizer_and_smoothing():
    found = mt.bleu(
        ["a"], [["a", "b"]], tokenize="char", smooth="floor", lowercase=True, effective_order=True
    )
    assert found.signature == "mt.bleu|v1|nrefs:2|case:lc|eff:yes|tok:char|smooth:floor[0.1]|nf:none"


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"tokenize": "13A"}, "did you mean '13a'"),
        ({"tokenize": "flores200"}, "fetched.*it is one of: 13a"),
        ({"tokenize": None}, "it is one of: 13a"),
        ({"smooth": "expo"}, "did you mean 'exp'"),
        ({"smooth": "floor", "smooth_value": -1}, "smooth_value is -1"),
        ({"smooth": "add-k", "smooth_value": math.inf}, "smooth_value is inf"),
    ],
)
def test_an_unknown_setting_is_refused(settings, words):
    with pytest.raises(UsageError, match=words):
        mt.bleu(["a"], [["a"]], **settings)


@pytest.fixture
def without_mecab(monkeypatch):
    module = pytest.importorskip("sacrebleu.tokenizers.tokenizer_ja_mecab")
    monkeypatch.setattr(module, "MeCab", None)
    for cached in (tokenizers.loaded, tokenizers.made):
        cached.cache_clear()
    yield
    for cached in (tokenizers.loaded, tokenizers.made):
        cached.cache_clear()


def test_without_its_dictionary_the_japanese_tokenizer_is_not_available(without_mecab):
    missing = tokenizer_missing("ja-mecab")
    assert missing is not None
    assert missing.remedy == "pip install 'sacrebleu[ja]'"


def test_bleu_of_japanese_without_its_dictionary_names_the_command_that_installs_it(without_mecab):
    with pytest.raises(UsageError, match=r"ja-mecab.*pip install 'sacrebleu\[ja\]'"):
        mt.bleu(["猫"], [["猫"]], tokenize="ja-mecab")


@pytest.mark.parametrize("name", sorted(set(TOKENIZERS) - {"ja-mecab", "ko-mecab"}))
def test_the_other_tokenizers_need_nothing_more(name):
    assert tokenizer_missing(name) is None


def test_half_a_character_is_replaced_before_mecab_reads_it():
    assert readable("\u732b\ud83d!") == "\u732b\ufffd!"
