"""On random text our counts and scores are sacrebleu's, installed here: edits and counts exactly, figures to 1e-9.

Text is made of few words and letters, so that n-grams repeat, shifts abound, and references tie.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU, CHRF, TER
from sacrebleu.metrics.lib_ter import translation_edit_rate

from scoring import mt
from scoring.mt.surface.edits import edits
from scoring.mt.surface.rows import row_edits

LETTERS = "abcB.,!(-'&;\u00e9\u0301\u732b\ud800\u00a0\u2028\ufeff\x00 3"
WORDS = [*"abcdefgh", "the", "cat.", "(hi)", "3.5", "don't", "B", "\u732b\u3002"]


def texts(size):
    words = st.lists(st.sampled_from(WORDS), max_size=size).map(" ".join)
    return st.one_of(words, words, st.text(LETTERS, max_size=size))


def corpora(size=12, segments=5):
    one = st.tuples(texts(size), st.lists(texts(size), min_size=1, max_size=3))
    return st.lists(one, min_size=1, max_size=segments)


def compared(ours, theirs, corpus):
    """Our scores beside theirs, of the corpus and of each segment."""
    outputs, references = [output for output, _ in corpus], [texts for _, texts in corpus]
    streams = [
        [row[at] if at < len(row) else None for row in references] for at in range(max(map(len, references)))
    ]
    found = ours(outputs, references)
    each = tuple(theirs().sentence_score(output, row).score for output, row in corpus)
    assert found.score == pytest.approx(theirs().corpus_score(outputs, streams).score, rel=1e-9, abs=1e-9)
    assert found.per_entry == pytest.approx(each, rel=1e-9, abs=1e-9)


@settings(max_examples=150)
@given(
    corpora(),
    st.integers(0, 7),
    st.integers(0, 4),
    st.sampled_from([1, 2, 3]),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
def test_chrf(corpus, char_order, word_order, beta, lowercase, whitespace, eps_smoothing):
    chosen = {
        "char_order": max(char_order, int(word_order == 0)),
        "word_order": word_order,
        "beta": beta,
        "lowercase": lowercase,
        "whitespace": whitespace,
        "eps_smoothing": eps_smoothing,
    }
    compared(lambda *given: mt.chrf(*given, **chosen), lambda: CHRF(**chosen), corpus)


@settings(max_examples=150)
@given(
    corpora(),
    st.sampled_from(["13a", "intl", "zh", "char", "none"]),
    st.sampled_from(
        [("exp", None), ("floor", None), ("floor", 0.3), ("add-k", None), ("add-k", 2), ("none", None)]
    ),
    st.booleans(),
    st.booleans(),
)
def test_bleu(corpus, tokenize, smoothing, effective_order, lowercase):
    smooth, value = smoothing
    same = {
        "tokenize": tokenize,
        "smooth_value": value,
        "effective_order": effective_order,
        "lowercase": lowercase,
    }
    compared(
        lambda *given: mt.bleu(*given, smooth=smooth, **same),
        lambda: BLEU(smooth_method=smooth, **same),
        corpus,
    )


@settings(max_examples=150)
@given(corpora(), st.booleans(), st.booleans(), st.booleans(), st.booleans())
def test_ter(corpus, normalized, punct, asian, case_sensitive):
    same = {"normalized": normalized, "case_sensitive": case_sensitive}
    compared(
        lambda *given: mt.ter(*given, punct=punct, asian=asian, **same),
        lambda: TER(no_punct=not punct, asian_support=asian, **same),
        corpus,
    )


@st.composite
def rearranged(draw):
    """A reference, and an output made from it by moving, dropping, adding and changing words."""
    words = st.sampled_from("abcdefghijklmnopqrstuvwxyz"[: draw(st.sampled_from([1, 2, 4, 12, 26]))])
    reference = draw(st.lists(words, min_size=1, max_size=draw(st.sampled_from([6, 20, 40, 70, 100]))))
    output = list(reference)
    for _ in range(draw(st.integers(0, 6))):
        at, size = draw(st.integers(0, len(output))), draw(st.integers(1, 12))
        taken, output[at : at + size] = output[at : at + size], []
        kind = draw(st.sampled_from(["move", "move", "drop", "change", "add"]))
        to = draw(st.integers(0, len(output))) if kind == "move" else at
        new = draw(st.lists(words, min_size=len(taken), max_size=len(taken)))
        output[to:to] = {"move": taken, "drop": [], "change": new, "add": taken + new}[kind]
    return output, reference


@settings(max_examples=120)
@given(st.lists(rearranged(), min_size=1, max_size=4))
def test_edits_of_rearranged_text(pairs):
    expected = [translation_edit_rate(*pair)[0] for pair in pairs]
    assert edits([output for output, _ in pairs], [reference for _, reference in pairs]).tolist() == expected
    assert [row_edits(*pair) for pair in pairs if pair[0]] == [
        count for count, pair in zip(expected, pairs, strict=True) if pair[0]
    ]
