"""Regular files are cut at once, and come out as line by line; others are left to the reader of lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.spans.read import loads, scanned
from scoring.spans.regular import regular_text
from scoring.spans.schemes import IOB2, reading_of

CELLS = st.text("aä#-\u00a0\u2028B0", min_size=0, max_size=3)
TAGS = st.sampled_from(["O", "B-A", "", "I-\u00a0"])
PAIRS = st.tuples(CELLS, st.sampled_from([" ", "\t", "  ", "", " x "]), TAGS).map("".join)
TRIPLES = st.tuples(CELLS, st.sampled_from([" x ", "\tx\t", "\tx ", "\t\t", " \t"]), TAGS).map("".join)
BORDERS = ["", "", "-DOCSTART- O", "-DOCSTART- -X- O", "-DOCSTART-\tx\tB-Z"]
TEXTS = st.one_of(
    st.lists(st.one_of(lines, st.sampled_from(BORDERS)), max_size=8).map("\n".join)
    for lines in (PAIRS, TRIPLES)
)
FILES = st.lists(
    st.sampled_from(["a x O\nb x B-A", "# x O", "a x B-A\n# x O", "-DOCSTART- x B-Z"]), max_size=6
).map("\n\n".join)


def same(text):
    return (
        text.sentences,
        text.tokens,
        text.lines,
        text.ids,
        dict(text.gaps),
        text.documents,
        text.document_ids,
        text.said,
        sorted(text.numbered[0]) == sorted({tag for tags in text.sentences for tag in tags}),
    )


@given(st.one_of(TEXTS, FILES))
def test_what_is_cut_at_once_is_what_is_read_line_by_line(text):
    found = regular_text(text, "x", IOB2)

    if found is not None:
        assert same(found) == same(scanned(text, "x", reading_of({})))


def test_a_regular_file_is_cut_at_once():
    found = regular_text("\nAnn B-PER\nsings O\n\nOslo\tB-LOC\n\n", "x", IOB2)

    assert (found.sentences, found.tokens, found.lines) == (
        [["B-PER", "O"], ["B-LOC"]],
        [["Ann", "sings"], ["Oslo"]],
        (2, 5),
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "a O\n\n\nb O\n",
        "# id 1\na O\n",
        "-DOCSTART- O\na O\n",
        "a O\n-DOCSTART- O\n\na O\n",
        "-DOCSTART-\n\na O\n",
        "a X O\nb O\n",
        "a b\tX\tO\n",
        "a\tb O\tO\n",
        "a  O\n",
        "a O\nb\n",
        "a\u00a0b O\n",
        " O\n",
        "a\n\nb O O\n",
    ],
)
def test_what_is_to_be_decided_is_read_line_by_line(text):
    assert regular_text(text, "x", IOB2) is None


def test_borders_and_further_columns_are_cut_at_once():
    found = regular_text(
        "-DOCSTART- -X- -X-\n\nAnn NN B-PER\n# , O\n\n-DOCSTART- -X- O\n\nOslo NN B-LOC\n", "x", IOB2
    )

    assert (found.sentences, found.tokens, found.lines) == (
        [["B-PER", "O"], ["B-LOC"]],
        [["Ann", "#"], ["Oslo"]],
        (3, 8),
    )
    assert (found.documents, found.document_ids) == ((range(1), range(1, 2)), (None, None))
    assert found.numbered[0] == ["B-PER", "O", "B-LOC"]  # -X- is the tag of a border alone


def test_messages_name_the_line_all_the_same():
    with pytest.raises(
        ValueError, match=r"x:4: sequence 2, position 1: the tag 'PER' has no B- or I- in front"
    ):
        loads("a O\nb B-X\n\nc PER\n", "x")
