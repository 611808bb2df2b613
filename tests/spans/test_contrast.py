"""The spans of a unit that differ, side by side, and the counts of each label."""

import pytest

from scoring.evidence.breakdown import Averaging
from scoring.spans import SPANS, Span
from scoring.spans.contrast import parts, side_by_side


def aligned(gold, pred, **options):
    return SPANS.align(SPANS.read(gold, "gold"), SPANS.read(pred, "pred"), **options)


@pytest.mark.parametrize(("gold", "predicted", "pairs"), [
    pytest.param([(0, 2)], [(1, 3)], [((0, 2), (1, 3))], id="they overlap"),
    pytest.param([(0, 2)], [(2, 3)], [((0, 2), None), (None, (2, 3))], id="they only touch"),
    pytest.param([(0, 4)], [(0, 1), (2, 3)], [((0, 4), (0, 1)), (None, (2, 3))], id="one for two"),
    pytest.param([(0, 1), (2, 3)], [(0, 4)], [((0, 1), (0, 4)), ((2, 3), None)], id="two for one"),
    pytest.param([(5, 6)], [(0, 1)], [(None, (0, 1)), ((5, 6), None)], id="in the order of the text"),
])  # fmt: skip
def test_spans_that_overlap_stand_beside_each_other(gold, predicted, pairs):
    def span(ends):
        return ends and Span(*ends, "A")

    found = side_by_side([span(one) for one in gold], [span(one) for one in predicted])
    assert found == [(span(one), span(other)) for one, other in pairs]


GOLD = [["B-PER", "I-PER", "O", "B-LOC"]]
PRED = [["B-PER", "O", "O", "B-LOC"]]


def test_spans_that_are_right_are_left_out():
    (shown,) = SPANS.contrast(aligned(GOLD, PRED), "span_f1", [0], show_text=True)
    assert shown == {
        "gold": [{"start": 0, "end": 2, "label": "PER"}], "predicted": [{"start": 0, "end": 1, "label": "PER"}],
        "text": None,  # there are no tokens
    }  # fmt: skip


def test_of_a_label_only_what_it_is_part_of_is_shown():
    pred = [["B-LOC", "I-LOC", "O", "O"]]
    for label, found in (("PER", [("PER", "LOC")]), ("LOC", [("PER", "LOC"), ("LOC", None)]), ("X", [])):
        (shown,) = SPANS.contrast(aligned(GOLD, pred), "span_f1", [0], show_text=True, label=label)
        sides = zip(shown["gold"], shown["predicted"], strict=True)
        assert [(g and g["label"], p and p["label"]) for g, p in sides] == found


def test_documents_are_quoted_only_where_text_is_to_be_shown():
    gold = [{"id": "d", "text": "Ann sees Bob", "spans": [[0, 3, "PER"]]}]
    pred = [{"id": "d", "spans": [[9, 12, "PER"]]}]
    (shown,) = SPANS.contrast(aligned(gold, pred), "span_f1", [0], show_text=True)
    assert shown["text"] == "Ann sees Bob"
    assert shown["gold"] == [{"start": 0, "end": 3, "label": "PER", "text": "Ann"}, None]
    (hidden,) = SPANS.contrast(aligned(gold, pred), "span_f1", [0], show_text=False)
    assert hidden == {
        "gold": [{"start": 0, "end": 3, "label": "PER"}, None],
        "predicted": [None, {"start": 9, "end": 12, "label": "PER"}],
    }


def test_counts_of_each_label():
    found = parts(aligned(GOLD, PRED), Averaging.PRECISION)
    assert (found.names, found.counts.tolist(), found.average) == (
        ("LOC", "PER"), [[1, 1, 1], [0, 1, 1]], Averaging.PRECISION,
    )  # fmt: skip
