"""Lists kept as numbers are the lists that went in, and their spans have the same contents."""

import hashlib
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import spans
from scoring.spans import regular
from scoring.spans.coded_lists import CodedLists, Numbering
from scoring.spans.schemes import IOB2
from scoring.spans.text import from_tags, spans_of
from tests.spans import synthetic

LISTS = st.lists(st.lists(st.sampled_from(["O", "B-A", "", "ä"]), max_size=4), max_size=5)


def coded(lists, first=()):
    """The lists as numbers, counted from those of ``first`` on."""
    numbers = Numbering()
    numbers.of(first)
    codes = numbers.of([item for one in lists for item in one])
    return CodedLists(list(numbers), codes, np.cumsum([len(one) for one in lists], dtype=np.int64))


@given(LISTS, st.slices(5), st.integers(-6, 5))
def test_what_went_in_comes_out(lists, part, at):
    found = coded(lists)

    assert (list(found), repr(found), len(found)) == (lists, repr(lists), len(lists))
    assert found[part] == lists[part]
    assert found.lengths.tolist() == [len(one) for one in lists]
    if -len(lists) <= at < len(lists):
        assert found[at] == lists[at]
    else:
        with pytest.raises(IndexError):
            found[at]


@given(LISTS, LISTS)
def test_two_are_equal_where_their_lists_are_however_their_strings_are_numbered(lists, others):
    assert (coded(lists) == coded(others, ["ä", "x"])) == (lists == others)
    assert (coded(lists) == others) == (lists == others)


def test_the_content_of_a_sentence_is_its_length_and_a_line_for_each_span():
    gold = spans.loads("a B-PER\nb I-PER\nc B-LOC\n\nd O\n")
    digests = spans.SPANS.unit_digests(spans.SPANS.align(gold, gold))

    contents = [b"3\n0\t2\tPER\n2\t3\tLOC\n", b"1\n"]
    assert digests == [hashlib.sha256(content).digest() for content in contents]


def test_contents_hold_the_spans_of_each_sentence_in_their_order():
    rng = random.Random(1)
    gold = from_tags(
        [[synthetic.anything(rng, ("A", "B")) for _ in range(rng.randint(0, 9))] for _ in range(99)],
        "gold",
    )
    digests = spans.SPANS.unit_digests(spans.SPANS.align(gold, gold))

    for tags, found, digest in zip(gold.sentences, spans_of(gold), digests, strict=True):
        lines = "".join(f"{one.start}\t{one.end}\t{one.label}\n" for one in sorted(found))
        assert hashlib.sha256(f"{len(tags)}\n{lines}".encode()).digest() == digest


def test_a_long_text_is_cut_in_parts_at_the_end_of_a_sentence(monkeypatch):
    text = "\n\n".join(f"w{at} B-A\nv{at % 3} O" for at in range(50)) + "\n"
    whole = regular.regular_text(text, "x", IOB2)
    monkeypatch.setattr(regular, "TOGETHER", 20)
    cut = regular.regular_text(text, "x", IOB2)

    assert (cut.sentences, cut.tokens, cut.lines) == (whole.sentences, whole.tokens, whole.lines)
    assert cut.lines == tuple(range(1, 151, 3))


def test_a_part_that_is_not_regular_leaves_the_whole_text_to_the_reader_of_lines(monkeypatch):
    monkeypatch.setattr(regular, "TOGETHER", 20)
    text = "\n\n".join(f"w{at} B-A\nv{at % 3} O" for at in range(50))

    assert regular.regular_text(f"{text}\nx y O\n", "x", IOB2) is None
