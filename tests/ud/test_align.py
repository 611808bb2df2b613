"""Which words are aligned, where multiword tokens are involved too.

Expected counts: conll18_ud_eval.py, SHA-256 1072e02a..., run on these inputs.
"""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import ud
from scoring.base.errors import AlignmentError
from scoring.ud.groups import large_subsequence, small_subsequence
from scoring.ud.word_alignment import align_words
from tests.ud.treebank import corpus, plain_pairs, plain_subsequence, row, sentence, words_of

DE = ("de", "d", "e")


@pytest.mark.parametrize(
    ("gold", "pred", "tokens", "words"),
    [
        pytest.param(["ab", ("bc", "b", "c")], ["a", "b", "b", "c"], (0, 2, 4), (2, 3, 4), id="word before"),
        pytest.param(
            ["a", "b", "b", "c"], ["ab", ("bc", "b", "c")], (0, 4, 2), (2, 4, 3), id="the same exchanged"
        ),
        pytest.param(
            ["abc", ("cd", "c", "d")], ["a", "b", "c", "c", "d"], (0, 2, 5), (2, 3, 5), id="three before"
        ),
        pytest.param(
            ["a", "b", "c", "d", "c", "d"],
            ["abcd", ("cd", "c", "d")],
            (0, 6, 2),
            (2, 6, 3),
            id="wrong c and d",
        ),
        pytest.param(
            ["a", ("bc", "b", "c"), "d"], ["a", "b", "cd"], (1, 3, 3), (2, 4, 3), id="sticks out right"
        ),
        pytest.param(
            [("ab", "a", "bc"), "c"], ["a", "bc"], (0, 2, 2), (1, 3, 2), id="sticking word of that form"
        ),
        pytest.param(
            [("abc", "a", "b", "c"), DE], ["a", ("bcd", "b", "c", "d"), "e"], (0, 2, 3), (5, 5, 5), id="chain"
        ),
        pytest.param(
            [("xyz", "a", "b", "a", "b")],
            [("xyz", "b", "a", "b", "a")],
            (1, 1, 1),
            (3, 4, 4),
            id="subsequence",
        ),
        pytest.param([("xy", "a", "b")], [("xy", "b", "a")], (1, 1, 1), (1, 2, 2), id="tie"),
        pytest.param([("ab", "a", "b")], ["a", "b"], (0, 1, 2), (2, 2, 2), id="range on one side"),
        pytest.param(["abc", ("d", "a")], [("abc", "c", "a"), "d"], (2, 2, 2), (0, 2, 3), id="other forms"),
        pytest.param([("du", "DE", "Le")], [("du", "de", "lE")], (1, 1, 1), (2, 2, 2), id="letter case"),
        pytest.param([("x", "a b")], [("x", "ab")], (1, 1, 1), (0, 1, 1), id="spaces count inside"),
        pytest.param(["a b"], [("ab", "ab")], (1, 1, 1), (1, 1, 1), id="spaces of a plain word do not"),
        pytest.param([("x", "ß")], [("x", "SS")], (1, 1, 1), (0, 1, 1), id="lower case, not case folding"),
        pytest.param(["New York"], ["New", "York"], (0, 1, 2), (0, 1, 2), id="one token with a space"),
    ],
)
def test_tokens_and_words_of_a_pair(gold, pred, tokens, words):
    scores = ud.scores(corpus(sentence(*pred)), corpus(sentence(*gold)))
    found = {
        name: (scores[name].correct, scores[name].gold, scores[name].predicted)
        for name in ("Tokens", "Words")
    }
    assert found == {"Tokens": tokens, "Words": words}


def test_gold_and_prediction_are_not_exchangeable():
    """Gold ab, (bc b c) has its b at the b of [1, 2): another word than the other way round."""
    left = sentence("ab", ("bc", "b", "c"), xpos="x y z")
    right = sentence("a", "b", "b", "c", xpos="u y y z")
    assert ud.scores(corpus(right), corpus(left))["XPOS"].correct == 2
    left, right = (
        left.replace("\ty\t", "\t1\t", 1),
        right.replace("\ty\t", "\t2\t", 1).replace("\ty\t", "\t1\t"),
    )
    assert ud.scores(corpus(right), corpus(left))["XPOS"].correct == 1
    assert ud.scores(corpus(left), corpus(right))["XPOS"].correct == 2


def test_a_token_without_words_hides_no_word():
    gold = f"{row(1, 'x')}\n{row(2, 'ab')}\n\n"
    pred = f"{row(1, 'x')}\n3-2\tab" + "\t_" * 8 + "\n\n"
    scores = ud.scores(corpus(pred), corpus(gold))
    assert (scores["Tokens"].correct, scores["Words"].correct, scores["Words"].predicted) == (2, 1, 1)


ALPHABET = "abB"


def random_side(draw, text):
    """A text cut into tokens and sentences at random, multiword tokens among them."""
    sentences, tokens, place = [], [], 0
    while place < len(text):
        size = draw.choice((1, 1, 2, 3))
        form, place = text[place : place + size], place + size
        words = [draw.choice((form, form[:1], draw.choice(ALPHABET))) for _ in range(draw.randint(1, 3))]
        tokens.append((form, *words) if draw.random() < 0.4 else form)
        if draw.random() < 0.1 or place >= len(text):
            sentences.append(sentence(*tokens))
            tokens = []
    return "".join(sentences)


@given(st.integers(0, 2**32))
def test_the_fast_alignment_is_the_plain_one(seed):
    draw = random.Random(seed)
    text = "".join(draw.choice(ALPHABET) for _ in range(draw.randint(1, 14)))
    gold, pred = random_side(draw, text), random_side(draw, text)
    fast = align_words(corpus(gold), corpus(pred))
    pairs = list(zip(fast.gold_words.tolist(), fast.pred_words.tolist(), strict=True))
    assert pairs == plain_pairs(words_of(gold), words_of(pred))


@given(st.lists(st.sampled_from("abcd"), max_size=20), st.lists(st.sampled_from("abcd"), max_size=20))
def test_both_subsequence_tables_are_the_textbook_one(left, right):
    expected = plain_subsequence(left, right)
    assert small_subsequence(left, right) == expected
    assert large_subsequence(left, right) == expected


def test_a_large_group_is_aligned_row_by_row():
    forms = [str(number) for number in range(300)]
    gold, pred = sentence(("x", *forms)), sentence(("x", *forms[1:], "end"))
    assert ud.scores(corpus(pred), corpus(gold))["Words"].correct == 299


@pytest.mark.parametrize("changed", [False, True])
def test_a_group_of_more_than_64_million_pairs_is_refused(changed):
    forms = ["a"] * 8001
    gold = sentence("x", ("y", *forms))
    pred = sentence("x", ("y", *(["b"] if changed else []), *forms))
    with pytest.raises(
        AlignmentError, match=r"(?s)g\.conllu:3 \(8001 words\).*p\.conllu:3 .*64,000,000 word pairs"
    ):
        align_words(corpus(gold, "g.conllu"), corpus(pred, "p.conllu"))


def test_partners_point_from_gold_to_predicted_words():
    found = align_words(corpus(sentence("a", "bc")), corpus(sentence("a", "b", "c")))
    assert found.gold_words.tolist() == [0]
    assert found.pred_words.tolist() == [0]
    assert np.flatnonzero(found.partners < 0).tolist() == [1]


@pytest.mark.parametrize(
    ("gold", "pred", "parts"),
    [
        pytest.param(
            "abcd", "abXd", ["g:1 (token 'abcd')", "p:1 (token 'abXd')", "ab>>>cd", "ab>>>Xd"], id="place"
        ),
        pytest.param("e\u0301", "é", ["NFC"], id="normalisation"),
        pytest.param("6 000", "6_000", ["'_'"], id="underscore for space"),
        pytest.param("Ab", "ab", ["letter case"], id="case"),
        pytest.param("a\u200bb", "ab", ["invisible"], id="zero-width space"),
        pytest.param("abc", "ab", ["p ends earlier"], id="end missing"),
    ],
)
def test_the_text_error_names_places_and_cause(gold, pred, parts):
    with pytest.raises(AlignmentError) as caught:
        align_words(corpus(sentence(gold), "g"), corpus(sentence(pred), "p"))
    assert [part for part in parts if part not in str(caught.value)] == []


def test_the_text_error_shows_twenty_characters_on_each_side():
    left, right = "l" * 30, "r" * 30
    with pytest.raises(AlignmentError) as caught:
        align_words(corpus(sentence(left, "a" + right), "g"), corpus(sentence(left, "b" + right), "p"))
    assert f"g:2 (token 'a{right}') has '{'l' * 20}>>>a{'r' * 19}'" in str(caught.value)
