"""What a metric counts as wrong in a sentence, and the counts by relation and part of speech, by hand."""

import pytest

from scoring import ud
from scoring.ud.agreement import parts
from scoring.ud.align import align
from scoring.ud.contrast import contrast

LINES = {  # form, lemma, upos, feats, head, deprel
    "gold": [("She", "she", "PRON", "_", 2, "nsubj:pass"), ("saw", "see", "VERB", "_", 0, "root"),
             ("the", "the", "DET", "_", 4, "det"), ("cat", "cat", "NOUN", "Number=Sing", 2, "parataxis")],
    "pred": [("She", "she", "PRON", "_", 2, "nsubj"), ("saw", "saw", "NOUN", "_", 0, "root"),
             ("the", "the", "DET", "_", 2, "det"), ("cat", "cat", "NOUN", "Number=Plur", 2, "parataxis:x")],
}  # fmt: skip


def corpus(words, *comments):
    lines = [f"# {comment}" for comment in comments]
    for number, (form, lemma, upos, feats, head, relation) in enumerate(words, 1):
        lines.append(f"{number}\t{form}\t{lemma}\t{upos}\t_\t{feats}\t{head}\t{relation}\t_\t_")
    return "\n".join([*lines, "", ""])


def pairs(gold="", pred=""):
    return align(ud.loads(gold or corpus(LINES["gold"])), ud.loads(pred or corpus(LINES["pred"])))


@pytest.mark.parametrize(("metric", "gold", "predicted"), [
    ("upos", {"id": "2", "form": "saw", "upos": "VERB"}, {"id": "2", "form": "saw", "upos": "NOUN"}),
    ("lemmas", {"id": "2", "form": "saw", "lemma": "see"}, {"id": "2", "form": "saw", "lemma": "saw"}),
    ("uas", {"id": "3", "form": "the", "head": "4 cat"}, {"id": "3", "form": "the", "head": "2 saw"}),
    ("las", {"id": "3", "form": "the", "head": "4 cat", "deprel": "det"},
            {"id": "3", "form": "the", "head": "2 saw", "deprel": "det"}),
    ("ufeats", {"id": "4", "form": "cat", "feats": "Number=Sing"}, {"id": "4", "form": "cat", "feats": "Number=Plur"}),
    ("blex", {"id": "2", "form": "saw", "head": "0", "deprel": "root", "lemma": "see"},
             {"id": "2", "form": "saw", "head": "0", "deprel": "root", "lemma": "saw"}),
])  # fmt: skip
def test_a_word_is_shown_with_the_columns_that_the_metric_compares(metric, gold, predicted):
    assert contrast(pairs(), metric, [0], show_text=True) == [
        {"text": "She saw the cat", "gold": [gold], "predicted": [predicted]}
    ]


def test_functional_children_are_shown_where_mlas_compares_them():
    gold = [("the", "_", "DET", "_", 2, "det"), ("cat", "_", "NOUN", "_", 0, "root")]
    pred = [("the", "_", "DET", "_", 2, "amod"), ("cat", "_", "NOUN", "_", 0, "root")]
    (shown,) = contrast(pairs(corpus(gold), corpus(pred)), "mlas", [0], show_text=False)
    assert [word["children"] for word in (shown["gold"][-1], shown["predicted"][-1])] == ["1 det", "none"]


def test_words_without_counterpart_stand_alone_in_the_order_of_the_text():
    gold = corpus([("ab", "_", "X", "_", 0, "root"), ("c", "_", "X", "_", 1, "dep")])
    pred = corpus(
        [("a", "_", "X", "_", 0, "root"), ("b", "_", "X", "_", 1, "dep"), ("c", "_", "X", "_", 1, "dep")]
    )
    (shown,) = contrast(pairs(gold, pred), "upos", [0], show_text=True)
    forms = [[word and word["form"] for word in shown[side]] for side in ("gold", "predicted")]
    assert forms == [["ab", None, None], [None, "a", "b"]]
    (tokens,) = contrast(pairs(gold, pred), "tokens", [0], show_text=True)
    assert tokens["gold"] == [{"start": "0", "end": "2", "form": "ab"}, None]
    assert tokens["predicted"] == [
        {"start": "0", "end": "1", "form": "a"}, {"start": "1", "end": "2", "form": "b"},
    ]  # fmt: skip


def test_the_text_is_that_of_the_sentence_s_own_comment():
    words = [("a", "_", "X", "_", 0, "root")]
    gold = corpus(words, "text = one") + corpus(words) + corpus(words, "text = old", "text = three")
    shown = contrast(pairs(gold, corpus(words) * 3), "upos", [2, 1, 0], show_text=True)
    assert [one["text"] for one in shown] == ["three", "a", "one"]


def test_counts_fall_upon_relations_without_subtype():
    found = parts(pairs(), "las")
    assert dict(zip(found.names, found.counts.tolist(), strict=True)) == {
        "det": [0, 1, 1], "nsubj": [1, 1, 1], "parataxis": [1, 1, 1], "root": [1, 1, 1],
    }  # fmt: skip


def test_counts_of_tags_fall_upon_both_parts_of_speech():
    found = parts(pairs(), "upos")
    assert dict(zip(found.names, found.counts.tolist(), strict=True)) == {
        "DET": [1, 1, 1], "NOUN": [1, 2, 1], "PRON": [1, 1, 1], "VERB": [0, 0, 1],
    }  # fmt: skip


def test_relations_of_any_script_and_length_are_told_apart():
    names = ("日本語", "日本誤", "nsubjective", "nsubjectiva", "abcdefgh", "root")
    words = [
        (f"w{n}", "_", "X", "_", 0 if name == "root" else len(names), name) for n, name in enumerate(names)
    ]
    text = corpus(words)
    assert parts(pairs(text, text), "las").names == tuple(sorted(names))
