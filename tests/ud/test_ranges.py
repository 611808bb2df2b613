"""A multiword token that does not fit its words is named, with its line and both ranges."""

import pytest

from scoring import ud
from scoring.base.errors import AlignmentError, InputError
from tests.ud.treebank import corpus, row


def ranged(identity, form="x"):
    return f"{identity}\t{form}" + "\t_" * 8


def text(*rows):
    return "\n".join([*rows, "", ""])


A, B, C = row(1, "a"), row(2, "b"), row(3, "c")


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        pytest.param([ranged("1-2"), A, ranged("2-3"), B, C],
                     "t:3: the multiword token 2-3 begins inside the multiword token 1-2 of line 1", id="nested"),
        pytest.param([ranged("1-2"), A, ranged("2-3").replace("\t_\t_\t_\t_", "\t_\t_\t_\t1", 1), C],
                     "t:3: the multiword token 2-3 begins inside the multiword token 1-2 of line 1", id="with a head"),
        pytest.param([ranged("1-2"), A, B, ranged("2-3"), C, row(4, "d")],
                     "t:4: the multiword token 2-3 begins inside the multiword token 1-2 of line 1", id="after it"),
        pytest.param([A, ranged("2-4"), B, C],
                     "t:5: the sentence ends inside the multiword token 2-4 of line 2, which is wider than its words: "
                     "it has only 2-3", id="too wide"),
        pytest.param([A, ranged("2-3"), B],
                     "t:4: the sentence ends inside the multiword token 2-3 of line 2, which is wider than its words: "
                     "it has only 2", id="one word"),
        pytest.param([A, ranged("2-3")],
                     "t:3: the sentence ends inside the multiword token 2-3 of line 2, which is wider than its words: "
                     "it has no word", id="no word"),
    ],
)  # fmt: skip
def test_a_range_that_cannot_be_right_is_refused(rows, said):
    with pytest.raises(InputError) as caught:
        corpus(text(*rows), "t")
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        pytest.param([ranged("3-4"), A, B], "3-4 stands over the words 1-2", id="elsewhere"),
        pytest.param([ranged("1-2"), row("x", "a", head="0"), row("y", "b")], "1-2 are numbered x, y", id="letters"),
        pytest.param([ranged("1-2"), row("²", "a", head="0"), B], "1-2 are numbered ², 2", id="no decimal digit"),
        pytest.param([ranged("2-1"), A, B], "2-1 has no words: it ends before it begins", id="backwards"),
    ],
)  # fmt: skip
def test_a_range_with_odd_numbers_is_scored_and_noted(rows, said):
    found = corpus(text(*rows), "t")
    (note,) = found.notes
    assert note.startswith("t:1: ")
    assert f"{said}; only how many words it spans counts" in note
    assert ud.UD.notes(ud.UD.align(found, found)) == [note]


def test_ranges_that_fit_are_not_noted():
    assert corpus(text(ranged("1-2"), A, B, ranged("3-3"), C)).notes == ()


def test_many_odd_ranges_are_counted_after_the_first():
    notes = corpus(text(ranged("5-5"), A) * 11, "t").notes
    assert len(notes) == 9
    assert notes[-1] == "t: 3 more multiword tokens are numbered oddly"


@pytest.mark.parametrize("identity", ["1-3", "1-1"], ids=["wider", "narrower"])
def test_texts_that_differ_behind_a_range_of_another_width_name_both_ranges(identity):
    """Gold has ab over a, b, then c; 1-3 takes c in, 1-1 leaves b out."""
    gold = corpus(text(ranged("1-2", "ab"), A, B, C), "g")
    pred = corpus(text(ranged(identity, "ab"), A, B, C), "p")
    with pytest.raises(
        AlignmentError, match=f"g:1 has the multiword token 1-2 and p:1 has the multiword token {identity}"
    ):
        ud.scores(pred, gold)


def test_texts_that_differ_behind_equal_ranges_blame_none():
    sides = (corpus(text(ranged("1-2", "ab"), A, B, row(3, form))) for form in "cd")
    with pytest.raises(AlignmentError, match="was the prediction made from this gold text"):
        ud.scores(*sides)
