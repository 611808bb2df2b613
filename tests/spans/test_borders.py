"""Where a span ends, and what two spans are told apart by: a sentence's border, a type, another span of gold."""

import pytest

from scoring import spans
from scoring.spans import Span
from scoring.spans.schemes import Scheme
from scoring.spans.text import from_tags, spans_of


def found(sentences, scheme="iob2"):
    return spans_of(from_tags(sentences, "tags", Scheme(scheme, stated=True)))


@pytest.mark.parametrize("scheme", ["iob2", "bioes", "iob1"])
def test_no_span_runs_on_into_the_next_sentence(scheme):
    (first, second) = found([["O", "B-A"], ["I-A", "O"]], scheme)
    assert Span(1, 3, "A") not in first
    assert second == ([Span(0, 1, "A")] if scheme == "iob1" else [])


def test_an_inner_tag_of_iob1_opens_a_span_at_the_start_of_each_sentence():
    assert found([["I-A"], ["I-A"]], "iob1") == [[Span(0, 1, "A")], [Span(0, 1, "A")]]


def test_an_inner_tag_of_iob1_goes_on_with_a_span_that_b_has_opened():
    assert found([["I-A", "B-A", "I-A"]], "iob1") == [[Span(0, 1, "A"), Span(1, 3, "A")]]


def test_a_tagged_span_of_another_type_in_the_right_place_is_wrong():
    scores = spans.scores([["B-LOC", "I-LOC"]], [["B-PER", "I-PER"]])
    assert (scores.micro.correct, scores.micro.predicted, scores.micro.gold) == (0, 1, 1)


def test_of_two_accepted_spans_that_overlap_gold_has_the_first():
    scores = spans.scores([["O", "O"]], [["B-A", "I-A|B-B"]], alternatives=True, scheme="iob2")
    assert {label: score.gold for label, score in scores.by_label.items()} == {"A": 1}
