"""chrF++ by hand: character n-grams, words with punctuation apart, the better reference, what is left out."""

import numpy as np
import pytest

from scoring import mt
from scoring.base.errors import UsageError
from scoring.mt.surface import ngrams
from scoring.mt.surface.ngrams import Symbols, characters, matches


def counts(output, *references, **settings):
    """The counts of one segment as (output, reference, match) by order."""
    (row,) = mt.chrf([output], [list(references)], **settings).evidence.table.tolist()
    return [tuple(map(int, row[at : at + 3])) for at in range(0, len(row), 3)]


def test_character_ngrams_are_counted_without_white_space():
    assert counts("ab c", "abd", char_order=2, word_order=0) == [
        (3, 3, 2),
        (2, 2, 1),
    ]  # a b c, ab bc; a b d, ab bd


def test_with_whitespace_a_space_is_a_character():
    assert counts("a b", "a b", char_order=2, word_order=0, whitespace=True) == [(3, 3, 3), (2, 2, 2)]


def test_an_ngram_matches_as_often_as_both_have_it():
    assert counts("aaab", "aab", char_order=1, word_order=0) == [(4, 3, 3)]  # 2 of 3 a, 1 b


def test_no_ngram_runs_from_one_text_into_the_next():
    found = mt.chrf(["ab", "cd"], [["ab"], ["cd"]], char_order=3, word_order=0)
    assert found.evidence.table[:, 6:].tolist() == [[0, 0, 0], [0, 0, 0]]


def test_an_order_that_the_reference_is_too_short_for_does_not_count():
    assert counts("abc", "ab", char_order=3, word_order=0) == [(3, 2, 2), (2, 1, 1), (0, 0, 0)]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("(hi)", ["(hi", ")"]),
        ("(hi", ["(", "hi"]),
        ("hi!", ["hi", "!"]),
        ("!", ["!"]),
        ("«hi»", ["«hi»"]),
        ("a,b", ["a,b"]),
    ],
)
def test_one_punctuation_mark_is_a_word_of_its_own(text, tokens):
    spaced = " ".join(tokens)
    words = len(tokens)
    assert counts(text, spaced, char_order=0, word_order=1)[0][0] == words
    assert counts(text, text, char_order=0, word_order=1) == [(words, words, words)]


def test_the_reference_with_the_better_score_is_the_one_that_counts():
    assert counts("abc", "xyz", "abd", char_order=1, word_order=0) == [(3, 3, 2)]


def test_of_two_references_as_good_the_first_counts():
    assert counts("ab", "xyz", "xy", char_order=1, word_order=0) == [(2, 3, 0)]


def test_segments_may_have_different_numbers_of_references():
    found = mt.chrf(["ab", "cd"], [["xy", "ab"], ["cd"]])
    assert found.per_entry == (100.0, 100.0)
    assert "|nrefs:var|" in found.signature


def test_f_weighs_recall_by_beta():
    # precision 2/2, recall 2/4: F2 = 5 * 1 * .5 / (4 * 1 + .5), F1 = 2 * .5 / 1.5
    two, one = (mt.chrf(["ab"], [["abcd"]], char_order=1, word_order=0, beta=beta).score for beta in (2, 1))
    assert (two, one) == pytest.approx((100 * 2.5 / 4.5, 100 * 2 / 3))


def test_a_corpus_is_scored_from_the_sum_of_its_counts():
    found = mt.chrf(["ab", "xx"], [["ab"], ["yy"]], char_order=1, word_order=0)
    assert (found.score, found.per_entry) == (50.0, (100.0, 0.0))


def test_the_signature_says_what_was_counted():
    assert (
        mt.chrf(["a"], [["a"]]).signature
        == "mt.chrf|v1|nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|beta:2|nf:none"
    )


def test_text_that_differs_in_normal_form_alone_is_noted_and_can_be_compared_in_one():
    decomposed, composed = "cafe\u0301", "caf\u00e9"
    as_written = mt.chrf([decomposed, "b"], [[composed], ["b"]])
    in_one = mt.chrf([decomposed, "b"], [[composed], ["b"]], normal_form="NFC")
    assert as_written.score < 100.0
    assert as_written.notes[0].startswith(
        "1 of 2 segment differs from a reference in Unicode normal form alone"
    )
    assert (in_one.score, in_one.notes) == (100.0, ())
    assert "|nf:NFC" in in_one.signature


@pytest.mark.parametrize(
    "settings",
    [
        {"char_order": -1},
        {"char_order": 1.5},
        {"word_order": True},
        {"char_order": 0, "word_order": 0},
        {"beta": 0},
        {"beta": float("nan")},
        {"normal_form": "nfc"},
    ],
)
def test_a_setting_out_of_range_is_refused(settings):
    with pytest.raises(UsageError, match=next(iter(settings))):
        mt.chrf(["a"], [["a"]], **settings)


class TestMatches:
    """All three ways of counting give the counts of a plain loop."""

    LANES = (("abcabc", "abcab"), ("", "xyz"), ("aaaa", "aa", "aab"), ("zz", ""), ("abc", "abc"))

    def symbols(self):
        numbers, lengths = characters([text for lane in self.LANES for text in lane])
        lanes = [lane for lane, texts in enumerate(self.LANES) for _ in texts]
        sides = [side for texts in self.LANES for side, _ in enumerate(texts)]
        return Symbols(numbers, lengths, np.array(lanes), np.array(sides))

    def by_hand(self, order):
        def grams(text, size):
            return [text[at : at + size] for at in range(len(text) - size + 1)]

        return [
            [
                sum(
                    min(grams(output, size).count(gram), max(grams(text, size).count(gram) for text in texts))
                    for gram in set(grams(output, size))
                )
                for size in range(1, order + 1)
            ]
            for output, *texts in self.LANES
        ]

    @pytest.mark.parametrize("order", [1, 3, 8, 40])
    def test_packed_by_lane_or_by_steps(self, order):
        assert matches(self.symbols(), order).tolist() == self.by_hand(order)

    @pytest.mark.parametrize("size", [1, 5, 20])
    def test_in_blocks(self, monkeypatch, size):
        monkeypatch.setattr(ngrams, "BLOCK", size)
        assert matches(self.symbols(), 4).tolist() == self.by_hand(4)
