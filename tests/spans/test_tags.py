"""What a tag says, which spans tags have, and what is said of a tag that is not IOB2."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import spans
from scoring.base.errors import InputError
from scoring.spans import Span
from scoring.spans.text import from_tags, spans_of


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        pytest.param(["B-PER", "I-PER", "O"], {Span(0, 2, "PER")}, id="B and what continues it"),
        pytest.param(["B-PER", "B-PER"], {Span(0, 1, "PER"), Span(1, 2, "PER")}, id="B after B"),
        pytest.param(["I-PER", "I-PER"], set(), id="I that opens"),
        pytest.param(
            ["B-PER", "I-LOC", "I-PER"], {Span(0, 1, "PER")}, id="I of another type ends it for good"
        ),
        pytest.param(["B-PER", "O", "I-PER"], {Span(0, 1, "PER")}, id="I after O"),
        pytest.param(["O", "B-X"], {Span(1, 2, "X")}, id="to the end"),
        pytest.param(["B", "I", "O"], {Span(0, 2, "_")}, id="no type"),
        pytest.param(["B-PER-X", "I-PER-Y"], {Span(0, 1, "PER-X")}, id="hyphens in a type"),
        pytest.param(["B--PER", "I-PER-"], {Span(0, 2, "PER")}, id="hyphens around a type"),
        pytest.param(["BPER", "IN-PER"], {Span(0, 1, "PER")}, id="no hyphen"),
        pytest.param(["O-PER", "Other", "OUT"], set(), id="O is the first letter"),
        pytest.param(["B-PER ", "I-PER"], {Span(0, 1, "PER ")}, id="a trailing space is of the type"),
        pytest.param([], set(), id="nothing"),
    ],
)
def test_spans_follow_strict_iob2(tags, expected):
    assert spans.tags_to_spans(tags) == expected
    assert spans_of(from_tags([tags], "tags")) == [sorted(expected)]


TAGS = st.sampled_from(["O", "B-A", "I-A", "B-B", "I-B", "B", "I", "I-A-", "IA"])


@given(st.lists(st.lists(TAGS, max_size=6), max_size=6))
def test_the_arrays_hold_the_spans_of_the_plain_definition(sentences):
    assert spans_of(from_tags(sentences, "tags")) == [sorted(spans.tags_to_spans(tags)) for tags in sentences]


@pytest.mark.parametrize(
    ("tags", "words"),
    [
        pytest.param(["S-PER", "O"], "'S-PER' starts with 'S'.*look like BIOES.*convert-tags", id="BIOES"),
        pytest.param(["B-PER", "E-PER"], "look like BIOES", id="BIOES by its end"),
        pytest.param(["B-PER", "L-PER"], "look like BILOU.*convert-tags", id="BILOU"),
        pytest.param(["U", "O"], "look like BILOU", id="BILOU without types"),
        pytest.param(["b-PER"], "capital letters", id="small letters"),
        pytest.param(["Ｂ-PER"], "has B, I and O only$", id="another script's B"),
        pytest.param(["-"], "has B, I and O only$", id="a hyphen"),
        pytest.param([" B-PER"], "starts with ' '", id="a leading space"),
        pytest.param([""], "the tag is empty; write O", id="empty"),
        pytest.param([None], r"None \(NoneType\)", id="None"),
        pytest.param([1], r"1 \(int\)", id="a number"),
        pytest.param([["B-PER"]], r"\(list\)", id="a list"),
        pytest.param([b"O"], r"\(bytes\)", id="bytes"),
    ],
)
def test_a_tag_that_is_not_iob2_is_an_error_that_says_sequence_position_and_tag(tags, words):
    place = rf"pred: sequence 2, position {len(tags) if tags[0] == 'B-PER' else 1}: .*{words}"
    gold = [["O"], ["O"] * len(tags)]
    with pytest.raises(InputError, match=place):
        spans.scores([["O"], tags], gold)


@pytest.mark.parametrize("side", ["B-PER", ["B-PER", "O"], [3], [None], 7, {"a": 1}, b"O"])
def test_what_is_no_list_of_tag_lists_is_an_error(side):
    with pytest.raises(InputError):
        spans.scores([["O"]], side)


def test_a_text_instead_of_tags_has_no_spans_but_an_error():
    with pytest.raises(InputError, match="list of tags is needed"):
        spans.tags_to_spans("B-PER")


@pytest.mark.parametrize(
    ("tags", "noted"),
    [
        pytest.param([["I-PER", "I-PER", "O", "I-LOC"]], True, id="only I"),
        pytest.param([["I-PER", "B-PER", "O"]], True, id="B between two of a type"),
        pytest.param([["B-PER", "O"], ["I-PER"]], False, id="a B that opens after nothing"),
        pytest.param([["I-LOC", "B-PER"]], False, id="a B after another type"),
        pytest.param([["I-PER"], ["B-PER"]], False, id="a B that opens a sentence"),
        pytest.param([["B-PER", "I-PER"]], False, id="IOB2"),
        pytest.param([["O"], []], False, id="no spans"),
        pytest.param([], False, id="nothing"),
    ],
)
def test_tags_that_look_like_iob1_are_scored_with_a_note(tags, noted):
    found = spans.scores(tags, tags)
    assert bool(found.notes) is noted
    assert all("IOB1" in note and "convert-tags" in note for note in found.notes)
    assert bool(from_tags(tags, "tags").notes) is noted


def test_the_note_names_the_side_that_looks_like_iob1():
    assert [note.split(":")[0] for note in spans.scores([["I-PER"]], [["B-PER"]]).notes] == ["pred"]
