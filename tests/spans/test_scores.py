"""Scores of small data counted by hand, in every form in which a side can be given."""

import numpy as np
import pytest

from scoring import spans
from scoring.base.errors import AlignmentError
from scoring.spans import Score, Span

ANN, BOB = Span(0, 1, "PER"), Span(3, 5, "PER")


@pytest.mark.parametrize(
    ("gold", "predicted", "points"),
    [
        pytest.param([{ANN, BOB}], [{ANN}], 200 / 3, id="one of two found"),
        pytest.param([{ANN}], [{ANN._replace(label="ORG")}], 0.0, id="right place, wrong label"),
        pytest.param([{ANN}], [{ANN._replace(end=2)}], 0.0, id="too long"),
        pytest.param([{ANN}, {BOB}], [{BOB}, {ANN}], 0.0, id="a span belongs to its unit"),
        pytest.param([{ANN}, set()], [{tuple(ANN)}, []], 100.0, id="plain tuples and lists"),
        pytest.param([set()], [set()], 0.0, id="nothing to find and nothing found"),
        pytest.param([], [], 0.0, id="no units"),
    ],
)
def test_f1_counts_exact_matches(gold, predicted, points):
    assert spans.scores(predicted, gold).micro.f1 == pytest.approx(points)


def test_scores_are_counted_over_all_spans_by_label_and_averaged_over_labels():
    gold = [["B-PER", "I-PER", "O", "B-LOC"], ["B-ORG"]]
    pred = [["B-PER", "I-PER", "B-LOC", "B-LOC"], ["O"]]
    found = spans.scores(pred, gold)
    assert found.micro == Score(2, 3, 3, 200 / 3, 200 / 3, 200 / 3)
    assert list(found.by_label) == ["LOC", "ORG", "PER"]
    assert found.by_label["LOC"] == Score(1, 2, 1, 50.0, 100.0, 200 / 3)
    assert found.by_label["ORG"] == Score(0, 0, 1, 0.0, 0.0, 0.0)
    assert found.macro_f1 == pytest.approx((200 / 3 + 0 + 100) / 3)


def test_a_label_of_the_prediction_alone_counts_in_the_mean():
    found = spans.scores([["B-A", "B-Z"]], [["B-A", "O"]])
    assert (found.micro.f1, found.macro_f1) == (pytest.approx(200 / 3), 50.0)


def test_without_spans_every_figure_is_0():
    found = spans.scores([["O", "I-X"]], [["O", "O"]])
    assert found.micro == Score(0, 0, 0, 0.0, 0.0, 0.0)
    assert (dict(found.by_label), found.macro_f1) == ({}, 0.0)


@pytest.mark.parametrize(
    "form",
    [
        pytest.param(lambda tags: tuple(map(tuple, tags)), id="tuples"),
        pytest.param(lambda tags: [np.array(one) for one in tags], id="arrays"),
        pytest.param(lambda tags: (list(one) for one in tags), id="a generator"),
        pytest.param(lambda tags: [spans.tags_to_spans(one) for one in tags], id="span sets"),
        pytest.param(lambda tags: [sorted(spans.tags_to_spans(one)) for one in tags], id="span lists"),
        pytest.param(
            lambda tags: spans.loads("\n\n".join("\n".join(f"x {tag}" for tag in one) for one in tags)),
            id="a text",
        ),
    ],
)
def test_a_side_may_have_any_form(form):
    gold, pred = [["B-A", "I-A", "O"], ["B-B"]], [["B-A", "I-A", "B-A"], ["O"]]
    plain = spans.scores(pred, gold)
    assert spans.scores(form(pred), gold) == plain
    assert spans.scores(pred, form(gold)) == plain


@pytest.mark.parametrize(
    ("gold", "pred", "words"),
    [
        ([["O"], ["O"]], [["O"]], "gold has 2 sentences, pred has 1"),
        ([["O", "O"], ["O"], []], [["O"], ["O"]], "gold: sequence 1 has 2 tokens, pred: sequence 1 has 1"),
        ([["O"], ["O", "O"]], [["O"], ["O"]], "gold: sequence 2 has 2 tokens, pred: sequence 2 has 1"),
        ([{ANN}, {BOB}], [{ANN}], "gold has 2 units, pred has 1"),
    ],
)
def test_different_numbers_of_sentences_or_tokens_are_errors_with_both_numbers(gold, pred, words):
    with pytest.raises(AlignmentError, match=words):
        spans.scores(pred, gold)


@pytest.mark.parametrize(
    ("gold", "pred", "words"),
    [
        pytest.param("a O\n\nb O\n", "a O\n\nc O\n", "g:3: sequence 2, position 1 has 'b', .* has 'c'", id="token"),
        pytest.param("Ann O\n", "ann O\n", "letter case", id="letter case"),
        pytest.param("é O\n", "e\u0301 O\n", "normalisation", id="normalisation"),
        pytest.param("a O\nb O\n", "a O\n", "g:1: sequence 1 has 2 tokens, p:1: sequence 1 has 1", id="a token less"),
        pytest.param("a O\n\nb O\n", "a O\nb O\n", "g has 2 sentences, p has 1; g:1: .* 1 tokens", id="joined"),
        pytest.param(
            "-DOCSTART- O\na O\n\n-DOCSTART- O\nb O\n", "-DOCSTART- O\na O\n\nb O\n",
            "g has 2 documents, p has 1: one starts before g:5: sequence 2", id="documents",
        ),
    ],
)  # fmt: skip
def test_texts_that_differ_are_errors_with_file_and_line(gold, pred, words):
    with pytest.raises(AlignmentError, match=words):
        spans.scores(spans.loads(pred, "p"), spans.loads(gold, "g"))


def test_the_arguments_are_not_edited():
    gold, pred = [["B-A", "O"]], [["O", "B-A"]]
    spans.scores(pred, gold)
    assert (gold, pred) == ([["B-A", "O"]], [["O", "B-A"]])


def test_tags_changed_after_reading_are_scored_as_they_are_now():
    text = spans.loads("a O\n")
    assert spans.scores(text, [["B-A"]]).micro.f1 == 0.0
    text.sentences[0][0] = "B-A"
    assert spans.scores(text, [["B-A"]]).micro.f1 == 100.0
