"""Spans as annotation tools, models and data sets write them: each form counts what the plain form counts."""

import json

import pytest

from scoring import spans
from scoring.base.errors import AlignmentError, InputError
from scoring.spans import SPANS

TEXTS = ("Ruta met Bo.", "Bo left.")
PLAIN = [
    {"id": "0", "text": TEXTS[0], "spans": [[0, 4, "PER"], [9, 11, "PER"]]},
    {"id": "1", "text": TEXTS[1], "spans": [[0, 2, "LOC"]]},
]
PRED = [
    {"id": "0", "spans": [[0, 4, "PER"]]},
    {"id": "1", "spans": [[0, 2, "PER"]]},
]  # 1 right of 2, 3 in gold


def each(make):
    """Every document of gold in another form, made of its id, text and spans."""
    return [make(int(one["id"]), one["text"], one["spans"]) for one in PLAIN]


def region(span):
    """A region of Label Studio."""
    return {"start": span[0], "end": span[1], "labels": [span[2]]}


FORMS = {
    "dictionaries": each(lambda n, t, s: {"id": n, "text": t, "spans": [
        {"start": x[0], "end": x[1], "label": x[2]} for x in s]}),
    "doccano": each(lambda n, t, s: {"id": n, "text": t, "label": s, "Comments": []}),
    "doccano with relations": each(lambda n, t, s: {"id": n, "text": t, "relations": [], "entities": [
        {"id": 7, "label": x[2], "start_offset": x[0], "end_offset": x[1]} for x in s]}),
    "JSON-MIN of Label Studio": each(lambda n, t, s: {"id": n, "text": t, "label": [region(x) for x in s]}),
    "JSON of Label Studio": each(lambda n, t, s: {"id": n, "data": {"text": t}, "annotations": [
        {"was_cancelled": True, "result": []},
        {"result": [{"value": region(x)} for x in s] + [{"value": {"choices": ["a"]}}]}]}),
}  # fmt: skip


def counts(pred, gold, **how):
    micro = spans.scores(pred, gold, **how).micro
    return micro.correct, micro.predicted, micro.gold


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("ending", ["jsonl", "json"])
def test_an_export_is_read_as_its_plain_form(tmp_path, form, ending):
    path = tmp_path / f"gold.{ending}"
    lines = "".join(json.dumps(one) + "\n" for one in FORMS[form])
    path.write_text(lines if ending == "jsonl" else json.dumps(FORMS[form], indent=1), encoding="utf-8")
    assert counts(PRED, path) == counts(PRED, FORMS[form]) == counts(PRED, PLAIN) == (1, 2, 3)
    assert SPANS.read(path, "gold").items[0].text == TEXTS[0]


def prodigy(answer="accept", **more):
    return [{"text": one["text"], "_input_hash": 7 - at, "_task_hash": 1, "answer": answer, **more,
             "spans": [{"start": a, "end": b, "label": c, "token_start": 0} for a, b, c in one["spans"]]}
            for at, one in enumerate(PLAIN)]  # fmt: skip


def test_documents_of_prodigy_are_matched_by_the_hash_of_their_input():
    pred = list(reversed(prodigy()))
    del pred[1]["spans"][0]
    assert counts(pred, prodigy()) == (2, 2, 3)


def test_examples_that_were_rejected_are_left_out_with_a_note():
    gold = [*prodigy(), {**prodigy("reject")[0], "_input_hash": 1}]
    assert counts(prodigy(), gold) == (3, 3, 3)
    assert SPANS.read(gold, "gold").notes == (
        "gold: 1 documents whose answer is reject or ignore are left out",
    )


def test_documents_without_ids_are_matched_by_order_where_they_have_texts():
    gold, pred = ([{"text": text, "spans": []} for text in order] for order in (TEXTS, TEXTS[::-1]))
    assert counts(gold, gold) == (0, 0, 0)
    with pytest.raises(AlignmentError, match="not the same text"):
        counts(pred, gold)


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ({"id": 1, "label": [], "entities": []}, "spans may stand in entities or label"),
        ({"id": 1, "data": {"text": "a"}, "annotations": []}, "the task has 0 annotations"),
        ({"id": 1, "spans": [{"start": 0, "label": "X"}]}, ".* has no start, end and label"),
        ({"id": 1, "label": "news"}, "there is no 'spans'"),
    ],
)
def test_an_export_that_does_not_say_its_spans_is_an_error_with_its_place(record, words):
    with pytest.raises(InputError, match=f"gold: document 1: {words}"):
        SPANS.read([record], "gold")


# transformers

GOLD = [[(0, 4, "PER"), (9, 11, "PER")], [(0, 2, "LOC")]]


def entity(start, end, label, key="entity_group", **more):
    return {key: label, "start": start, "end": end, "score": 0.9, "word": "x", **more}


def test_the_output_of_a_pipeline_is_spans():
    pred = [[entity(0, 4, "PER")], [entity(0, 2, "PER")]]
    assert counts(pred, GOLD) == counts(pred, PLAIN) == (1, 2, 3)
    assert counts(pred[0], [GOLD[0]]) == (1, 1, 2)  # of one text


@pytest.mark.parametrize(
    ("tokens", "found"),
    [
        pytest.param([(0, 2, "B-PER", 1), (2, 4, "I-PER", 2)], {(0, 4, "PER")}, id="B and I"),
        pytest.param([(0, 2, "I-PER", 1), (2, 4, "I-PER", 2)], {(0, 4, "PER")}, id="I opens"),
        pytest.param([(0, 2, "B-PER", 1), (3, 4, "B-PER", 2)], {(0, 2, "PER"), (3, 4, "PER")}, id="B and B"),
        pytest.param([(0, 2, "B-PER", 1), (3, 4, "I-LOC", 2)], {(0, 2, "PER"), (3, 4, "LOC")}, id="two types"),
        pytest.param([(0, 2, "B-PER", 1), (3, 4, "I-PER", 3)], {(0, 2, "PER"), (3, 4, "PER")}, id="a gap"),
        pytest.param([(0, 2, "P", None), (3, 4, "P", None), (7, 8, "P", None)], {(0, 4, "P"), (7, 8, "P")}, id="plain"),
    ],
)  # fmt: skip
def test_tokens_of_a_pipeline_are_joined(tokens, found):
    pred = [[entity(a, b, c, "entity", index=n) for a, b, c, n in tokens]]
    assert SPANS.read(pred, "pred").sets[0] == found


def test_a_pipeline_without_offsets_is_an_error_with_the_way_out():
    with pytest.raises(InputError, match=r"pred: unit 1: .* a slow tokenizer gives no offsets"):
        SPANS.read([[entity(None, None, "PER")]], "pred")


def test_documents_in_which_a_pipeline_found_nothing_have_no_spans():
    assert counts([[], []], PLAIN) == (0, 0, 3)


def test_spans_without_ids_need_as_many_documents():
    with pytest.raises(AlignmentError, match="gold has 2 documents, pred has spans of 1 without ids"):
        counts([[entity(0, 4, "PER")]], PLAIN)


# rows of data sets


def test_rows_of_a_data_set_are_their_tags_with_their_tokens(tmp_path):
    rows = [
        {"id": "0", "tokens": ["Ann", "ran"], "ner_tags": [1, 0]},
        {"id": "1", "tokens": ["Bo"], "ner_tags": [1]},
    ]
    path = tmp_path / "gold.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    names = ["O", "B-PER"]
    assert counts([[1, 0], [0]], rows, tag_names=names) == (1, 1, 2)
    assert SPANS.read_as(path, "gold", tag_names=names).tokens == [["Ann", "ran"], ["Bo"]]
