"""Figures as papers cite them: sacrebleu's signature beside ours, its tokenizers by name, 100 for identical text."""

import json

import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER

from scoring import mt
from scoring.base.errors import UsageError
from scoring.card import compare_runs, score_run
from scoring.card.markdown import card_markdown
from scoring.cli import main
from scoring.metrics.key import TOKENIZE
from scoring.mt.surface.bleu import SMOOTHINGS
from scoring.mt.surface.tokenizers import REMEDIES, TOKENIZERS
from tests.mt.runs import document, entry, run

TEXTS = ["Der Hund schläft heute im Garten.", "Wir trinken morgens immer heißen Tee."]
WORDS = st.lists(st.text("aébん中.", min_size=1, max_size=6), min_size=4, max_size=9).map(" ".join)
SETTINGS = [
    pytest.param(mt.bleu, {}, BLEU, {}, id="BLEU"),
    pytest.param(
        mt.bleu, {"smooth": "floor", "lowercase": True, "tokenize": "intl", "effective_order": True},
        BLEU, {"smooth_method": "floor", "lowercase": True, "tokenize": "intl", "effective_order": True}, id="floor",
    ),
    pytest.param(mt.bleu, {"smooth": "add-k", "smooth_value": 2}, BLEU, {"smooth_method": "add-k", "smooth_value": 2},
                 id="add-k"),
    pytest.param(mt.bleu, {"tokenize": "zh"}, BLEU, {"tokenize": "zh"}, id="zh"),
    pytest.param(mt.chrf, {}, CHRF, {"word_order": 2}, id="chrF++"),
    pytest.param(
        mt.chrf, {"word_order": 0, "whitespace": True, "eps_smoothing": True, "lowercase": True},
        CHRF, {"word_order": 0, "whitespace": True, "eps_smoothing": True, "lowercase": True}, id="chrF",
    ),
    pytest.param(mt.ter, {}, TER, {}, id="TER"),
    pytest.param(
        mt.ter, {"normalized": True, "punct": False, "asian": True, "case_sensitive": True},
        TER, {"normalized": True, "no_punct": True, "asian_support": True, "case_sensitive": True}, id="TER of CJK",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("ours", "settings", "theirs", "arguments"), SETTINGS)
@pytest.mark.parametrize("streams", [[TEXTS], [TEXTS, TEXTS], [TEXTS, ["Tee.", None]]], ids=["1", "2", "var"])
def test_the_signature_of_sacrebleu_is_the_one_that_it_prints(ours, settings, theirs, arguments, streams):
    references = [[text for text in texts if text is not None] for texts in zip(*streams, strict=True)]
    scorer = theirs(**arguments)
    scorer.corpus_score(TEXTS, streams)
    assert ours(TEXTS, references, **settings).sacrebleu == str(scorer.get_signature())


def test_a_text_brought_into_a_normal_form_has_no_signature_of_sacrebleu():
    assert mt.bleu(TEXTS, [[text] for text in TEXTS], normal_form="NFC").sacrebleu == ""


@pytest.mark.parametrize("tokenize", sorted(set(TOKENIZERS) - set(REMEDIES)))
@pytest.mark.parametrize("smooth", sorted(SMOOTHINGS))
@given(texts=st.lists(WORDS, min_size=1, max_size=3))
def test_identical_text_has_exactly_100(tokenize, smooth, texts):
    references = [[text] for text in texts]
    assert mt.bleu(texts, references, tokenize=tokenize, smooth=smooth).score == 100.0
    assert mt.bleu(texts, references, tokenize=tokenize, smooth=smooth, effective_order=True).score == 100.0
    assert mt.chrf(texts, references).score == 100.0
    assert mt.ter(texts, references).score == 0.0


@pytest.mark.parametrize(
    ("text", "beyond"), [("中𠀀", "U+20000"), ("中\U0002f800", "U+2F800"), ("中\U00031350", "U+31350")]
)
def test_ideographs_beyond_the_basic_plane_are_not_split_and_that_is_said(text, beyond):
    split = sacrebleu.BLEU(tokenize="zh").tokenizer
    assert split("中中").split() == ["中", "中"]
    assert split(text[1] * 2).split() == [text[1] * 2]  # the defect
    for output, reference in ((text, "中"), ("中", text)):
        (said,) = [note for note in mt.bleu([output], [[reference]], tokenize="zh").notes if "plane" in note]
        assert beyond in said
        assert not [n for n in mt.bleu([output], [[reference]], tokenize="char").notes if "plane" in n]


def test_nothing_is_said_of_ideographs_in_the_basic_plane_nor_of_emoji():
    assert not [n for n in mt.bleu(["中文🎉"], [["中文"]], tokenize="zh").notes if "plane" in n]


def test_ter_of_chinese_has_the_same_caveat_where_it_splits_at_all():
    assert [n for n in mt.ter(["𠀀"], [["𠀁"]], normalized=True, asian=True).notes if "plane" in n]
    assert not mt.ter(["𠀀"], [["𠀁"]]).notes


def test_the_card_has_both_signatures_and_the_caveat():
    chinese = run(entry(1, references=["𠀀𠀁"], prediction="𠀀"), languages=("en", "zh"))
    card = score_run(chinese, resamples=100)
    version = sacrebleu.__version__
    assert card.sacrebleu_signatures == {
        "chrf_plus_plus": f"nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|version:{version}",
        "bleu": f"nrefs:1|case:mixed|eff:no|tok:zh|smooth:exp|version:{version}",
        "ter": f"nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:{version}",
    }
    assert any("beyond the basic plane" in caveat for caveat in card.caveats)
    page = card_markdown(card).replace("\\|", "|")
    assert all(theirs in page for theirs in card.sacrebleu_signatures.values())


JAPANESE = {"languages": ("en", "ja")}
WEATHER = entry(1, references=["今日は天気がいい"], prediction="今日は天気")


def test_the_tokenizer_that_is_asked_for_goes_before_the_cards():
    weather = run(WEATHER, **JAPANESE)
    card = score_run(weather, resamples=100, tokenize="char")
    assert "|tok:char|" in card.signatures["bleu"]
    expected = mt.bleu(["今日は天気"], [["今日は天気がいい"]], tokenize="char").score
    assert card.scores.bleu == pytest.approx(expected)
    assert (
        compare_runs(weather, weather, resamples=100, tokenize="char").metrics["bleu"].first
        == card.scores.bleu
    )


@pytest.mark.parametrize("name", ["chars", "spm", 5])
def test_a_tokenizer_that_there_is_not_is_one_message(name):
    with pytest.raises(UsageError, match="there is no tokenizer"):
        score_run(run(WEATHER, **JAPANESE), resamples=100, tokenize=name)


def test_the_key_has_the_names_of_all_tokenizers():
    assert TOKENIZE.words == tuple(TOKENIZERS)


def test_the_commands_take_a_tokenizer(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in (("run.json", "今日は天気"), ("other.json", "今日は")):
        made = json.dumps(document(WEATHER | {"prediction": text}, **JAPANESE))
        (tmp_path / name).write_text(made, encoding="utf-8")
    fast = ["--resamples", "100", "--json", "-"]
    assert main(["mt", "--run", "run.json", "--tokenize", "char", *fast]) == 0
    assert "|tok:char|" in json.loads(capsys.readouterr().out)["signatures"]["bleu"]
    assert main(["mt-compare", "run.json", "other.json", "--tokenize", "none", *fast]) == 0
    assert json.loads(capsys.readouterr().out)["metrics"]["bleu"]["first"] == 0.0
    assert main(["mt", "--run", "run.json", "--tokenize", "chars"]) == 2
    assert "--tokenize" in capsys.readouterr().err
