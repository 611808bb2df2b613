"""TER by hand: edits, shifts and their limits, references of several lengths, text of a length nobody sends."""

import time

import pytest

from scoring import mt
from scoring.mt.surface import swaps
from scoring.mt.surface.edits import edits
from scoring.mt.surface.rows import row_edits


def counted(output, *references, **settings):
    (row,) = mt.ter([output], [list(references)], **settings).evidence.table.tolist()
    return row


@pytest.mark.parametrize(
    ("output", "reference", "expected"),
    [
        pytest.param("a b c", "a b c", 0, id="equal"),
        pytest.param("a b", "a b c", 1, id="a word missing"),
        pytest.param("a b c d", "a b c", 1, id="a word too many"),
        pytest.param("a x c", "a b c", 1, id="another word"),
        pytest.param("c a b", "a b c", 1, id="a word shifted"),
        pytest.param("d e f a b c", "a b c d e f", 1, id="a phrase shifted is one edit"),
        pytest.param("b a x", "a b c", 2, id="a shift and a substitution"),
        pytest.param("", "a b c", 3, id="nothing said: an edit for every word"),
        pytest.param("a b c", "", 3, id="nothing to say"),
    ],
)
def test_edits(output, reference, expected):
    assert counted(output, reference)[0] == expected


@pytest.mark.parametrize(
    ("output", "reference", "expected"),
    [
        pytest.param("b e e a c e", "a e c b e c", 4, id="66.67 points of 6 words"),
        pytest.param("d e e a f e", "e a e d e f", 2, id="33.33 points of 6 words"),
    ],
)
def test_of_shifts_as_good_and_as_long_that_to_the_first_place_is_made(output, reference, expected):
    assert (
        counted(output, reference)[0] == expected
    )  # sacrebleu 2.6.0, TER().corpus_score([output], [[reference]])


def test_the_reference_with_the_fewest_edits_counts_over_the_mean_length():
    assert counted("a b c", "x y z u", "a b") == [1, 3.0]


def test_a_mean_length_may_be_a_fraction():
    assert counted("a", "a", "a b") == [0, 1.5]


def test_empty_against_empty_scores_0_and_something_against_empty_100():
    found = mt.ter(["", "a b"], [[""], [""]])
    assert found.per_entry == (0.0, 100.0)
    assert found.score == 100.0


@pytest.mark.parametrize(
    ("settings", "expected"),
    [({}, 0), ({"case_sensitive": True}, 1), ({"punct": False}, 0), ({"normalized": True}, 0)],
)
def test_case_counts_on_request(settings, expected):
    assert counted("The cat.", "the cat.", **settings)[0] == expected


def test_punctuation_can_be_split_off_or_left_out():
    assert counted("the cat", "the cat .")[0] == 1
    assert counted("the cat", "the cat.", normalized=True) == [1, 3]
    assert counted("the cat", "the cat.", punct=False) == [0, 2]


def test_the_signature_says_what_was_counted():
    found = mt.ter(["a"], [["a"]], normalized=True, asian=True)
    assert found.signature == "mt.ter|v1|nrefs:1|case:lc|tok:tercom|norm:yes|punct:yes|asian:yes|nf:none"


def test_a_shift_moves_no_more_than_ten_words():
    moved, rest = [f"m{n}" for n in range(11)], [f"r{n}" for n in range(12)]
    assert edits([moved[1:] + rest], [rest + moved[1:]]).tolist() == [1]
    assert edits([moved + rest], [rest + moved]).tolist() == [2]


def test_long_and_short_segments_are_counted_alike():
    short = ["b", "a", "d", "c", "x"]
    padding = [f"w{n}" for n in range(80)]
    target = ["a", "b", "c", "d", "e"]
    assert edits([short], [target]).tolist() == [3] == edits([padding + short], [padding + target]).tolist()
    assert row_edits(short, target) == 3


@pytest.mark.parametrize(
    ("output", "reference"),
    [
        pytest.param("a b " * 60_000, "b a c", id="far too long"),
        pytest.param("b a c", "a b " * 60_000, id="far too short"),
        pytest.param("a " * 60_000, "a " * 59_000, id="one word repeated"),
        pytest.param("x" * 1_000_000, "y" * 1_000_000, id="one word of a million letters"),
    ],
)
def test_a_segment_nobody_sends_is_scored_within_seconds(output, reference):
    start = time.perf_counter()
    for metric in (mt.ter, mt.chrf, mt.bleu):
        assert metric([output], [[reference]]).score is not None
    assert time.perf_counter() - start < 30


def test_shifts_measured_together_or_one_by_one_are_the_same(monkeypatch):
    output, reference = [*"dghabcefzyxw"] * 3, [*"abcdefghxyzw"] * 3
    together = row_edits(output, reference)
    monkeypatch.setattr(swaps, "CELLS", 1)
    assert row_edits(output, reference) == together == edits([output], [reference])[0]
