"""The task: units, ids, fingerprints, labels, slices, what is shown, and its metrics."""

import json

import numpy as np
import pytest

from scoring.base.errors import EvidenceError, UsageError
from scoring.evidence.evidence import whole
from scoring.spans import SPANS, from_docs, loads, loads_documents, tags_to_spans

TWO_DOCUMENTS = "-DOCSTART- O\n\nAnn B-PER\nRay I-PER\n\nno O\n\n-DOCSTART- O\n\nin O\nRome B-LOC\n"


def aligned(gold, pred, **options):
    return SPANS.align(SPANS.read(gold, "gold"), SPANS.read(pred, "pred"), **options)


def table(pairs, metric="span_f1"):
    return SPANS.metrics()[metric].measure(pairs).table.tolist()


def jsonl(*records, name="g"):
    return loads_documents("\n".join(json.dumps({"spans": [], **record}) for record in records), name)


def test_the_unit_is_a_document_where_gold_has_documents_else_a_sentence():
    text, tags = loads(TWO_DOCUMENTS), [["B-PER", "I-PER"], ["O"], ["O", "O"]]
    assert SPANS.unit_of(aligned(text, tags)) == "document"
    assert SPANS.unit_of(aligned(text, tags, cluster="sentence")) == "sentence"
    assert SPANS.unit_of(aligned(tags, text)) == "sentence"
    assert SPANS.unit_of(aligned(jsonl({"id": 1}), jsonl({"id": 1}))) == "document"


def test_counts_are_of_units():
    text, tags = loads(TWO_DOCUMENTS), [["B-PER", "I-PER"], ["B-PER"], ["O", "O"]]
    assert table(aligned(text, tags)) == [[1, 2, 1], [0, 0, 1]]
    assert table(aligned(text, tags, cluster="sentence")) == [[1, 1, 1], [0, 1, 0], [0, 0, 1]]
    sets = [tags_to_spans(one) for one in tags]
    assert table(aligned(text, sets)) == [[1, 2, 1], [0, 0, 1]]


@pytest.mark.parametrize("cluster", ["paragraph", 3])
def test_an_unknown_cluster_is_an_error(cluster):
    with pytest.raises(UsageError, match='"sentence" or "document" is needed'):
        aligned([["O"]], [["O"]], cluster=cluster)


def test_a_cluster_that_gold_has_not_is_an_error():
    with pytest.raises(UsageError, match="no documents"):
        aligned([["O"]], [["O"]], cluster="document")
    with pytest.raises(UsageError, match="sentences are not known"):
        aligned(jsonl({"id": 1}), jsonl({"id": 1}), cluster="sentence")


def test_an_option_of_another_task_is_an_error():
    with pytest.raises(UsageError, match="task spans has no threshold"):
        aligned([["O"]], [["O"]], threshold=0.5)


def test_units_have_the_ids_of_documents_else_ordinals():
    assert SPANS.unit_ids(aligned([["O"], ["O"]], [["O"], ["O"]])) == ["1", "2"]
    assert SPANS.unit_ids(aligned(jsonl({"id": "b"}, {"id": "a"}), jsonl({"id": "a"}, {"id": "b"}))) == [
        "a",
        "b",
    ]


def digests(gold, **options):
    return SPANS.unit_digests(aligned(gold, gold, **options))


def test_a_fingerprint_is_the_same_for_a_path_and_objects(tmp_path):
    path = tmp_path / "gold.iob2"
    path.write_bytes(TWO_DOCUMENTS.replace("\n", "\r\n").encode())
    text = loads(TWO_DOCUMENTS)
    assert digests(path) == digests(text)
    assert len(digests(path)) == 2
    assert digests(path, cluster="sentence") == digests(text.sentences)
    file = tmp_path / "gold.jsonl"
    file.write_bytes(b'{"id": "a", "spans": [[4, 6, "X"], [0, 3, "X"]]}\r\n')
    assert digests(file) == digests(
        jsonl({"id": "a", "spans": [[0, 3, "X"], [4, 6, "X"]], "text": "abc def"})
    )


@pytest.mark.parametrize(
    "other", [[["B-A", "O"]], [["B-B", "I-B"]], [["B-A", "B-A"]], [["B-A", "I-A", "O"]], [["B-A", "I-A"], []]]
)
def test_a_fingerprint_is_another_for_other_gold(other):
    assert digests([["B-A", "I-A"]]) != digests(other)


def test_a_fingerprint_of_documents_is_another_for_other_borders():
    sentences = "a B-X\n\nb O\n\nc B-X\n\n"
    parts = sentences.split("\n\n")
    one = "-DOCSTART- O\n" + parts[0] + "\n\n-DOCSTART- O\n" + "\n\n".join(parts[1:])
    other = "-DOCSTART- O\n" + "\n\n".join(parts[:2]) + "\n\n-DOCSTART- O\n" + parts[2]
    assert digests(loads(one)) != digests(loads(other))


def test_labels_are_those_of_spans_on_either_side():
    assert SPANS.labels(aligned([["B-B", "I-C"]], [["B-A", "O"]])) == ("A", "B")


def test_a_slice_is_by_a_field_of_the_gold_documents():
    gold = jsonl({"id": 1, "genre": "news", "year": 2020}, {"id": 2, "genre": "letter", "year": 2021})
    pairs = aligned(gold, jsonl({"id": 1}, {"id": 2}))
    assert SPANS.slices(pairs, "genre") == ["news", "letter"]
    assert SPANS.slices(pairs, "year") == ["2020", "2021"]


@pytest.mark.parametrize(
    ("records", "words"),
    [
        ([{"id": 1, "year": 1}], "no field 'genre'; fields to slice by: year"),
        ([{"id": 1}], "no field 'genre'; fields to slice by: none"),
        ([{"id": 1, "genre": "a"}, {"id": 2}], r"document '2' \(g:2\) has None in 'genre'"),
        ([{"id": 1, "genre": ["a"]}], r"document '1' \(g:1\) has \['a'\] in 'genre'"),
    ],
)
def test_a_slice_by_what_documents_do_not_have_is_an_error_that_names_the_fields(records, words):
    gold = jsonl(*records)
    with pytest.raises(UsageError, match=words):
        SPANS.slices(aligned(gold, gold), "genre")


def test_tags_have_no_fields():
    with pytest.raises(UsageError, match="JSON Lines"):
        SPANS.slices(aligned([["O"]], [["O"]]), "genre")


def test_a_sentence_is_shown_with_its_tokens_and_spans():
    pairs = aligned(loads("Ann B-PER\nRay I-PER\nleft O\n"), [["B-PER", "O", "O"]])
    assert SPANS.describe(pairs, 0) == {
        "id": "1",
        "tokens": ["Ann", "Ray", "left"],
        "gold": [{"start": 0, "end": 2, "label": "PER", "text": "Ann Ray"}],
        "predicted": [{"start": 0, "end": 1, "label": "PER", "text": "Ann"}],
    }


def test_a_document_is_shown_with_the_spans_of_all_its_sentences():
    shown = SPANS.describe(aligned(loads(TWO_DOCUMENTS), [["O", "O"], ["B-X"], ["O", "O"]]), 0)
    assert shown["tokens"] == ["Ann", "Ray", "no"]
    assert shown["predicted"] == [{"start": 2, "end": 3, "label": "X", "text": "no"}]


def test_a_document_with_character_spans_is_shown_with_its_text():
    gold = jsonl({"id": "a", "text": "Ann left", "spans": [[0, 3, "PER"]]})
    shown = SPANS.describe(aligned(gold, jsonl({"id": "a"})), 0)
    assert (shown["id"], shown["text"], shown["predicted"]) == ("a", "Ann left", [])
    assert shown["gold"] == [{"start": 0, "end": 3, "label": "PER", "text": "Ann"}]
    json.dumps(shown)


def test_units_without_tokens_or_text_are_shown_with_their_spans():
    shown = SPANS.describe(aligned([["B-X"]], [{(0, 1, "Y")}]), 0)
    assert shown["tokens"] is None
    assert shown["predicted"] == [{"start": 0, "end": 1, "label": "Y", "text": None}]


def test_a_file_is_json_lines_where_its_first_line_is_an_object(tmp_path):
    documents, text = tmp_path / "a.txt", tmp_path / "b.txt"
    documents.write_text('\n{"id": 1, "spans": []}\n', encoding="utf-8")
    text.write_text("{ O\n", encoding="utf-8")
    assert SPANS.read(documents, "gold").ids == ["1"]
    assert SPANS.read(text, "gold").tokens == [["{"]]


def test_one_doc_like_object_is_one_document():
    ent = type("Ent", (), {"start_char": 0, "end_char": 3, "label_": "PER"})()
    one = type("Doc", (), {"text": "Ann", "ents": (ent,)})()
    assert SPANS.read(one, "pred") == from_docs([one], name="pred")


# metrics

GOLD, PRED = [["B-A", "B-A"], ["B-B", "O"]], [["B-A", "O"], ["B-C", "B-C"]]  # correct 1, predicted 3, gold 3


@pytest.mark.parametrize(
    ("metric", "points"),
    [
        ("span_f1", 200 / 6),
        ("span_precision", 100 / 3),
        ("span_recall", 100 / 3),
        ("span_macro_f1", 200 / 3 / 3),
    ],
)
def test_the_metrics_are_in_points(metric, points):
    assert whole(SPANS.metrics()[metric].measure(aligned(GOLD, PRED))) == pytest.approx(points)


def test_a_metric_of_one_label_is_its_counts_and_is_restored_by_the_metric():
    pairs = aligned(GOLD, PRED)
    for name, points in (("span_f1", 200 / 3), ("span_precision", 100.0), ("span_recall", 50.0)):
        metric = SPANS.metrics()[name]
        evidence = metric.for_label(pairs, "A")
        assert evidence.table.tolist() == [[1, 1, 2], [0, 0, 0]]
        assert whole(evidence) == whole(metric.restore(evidence.arrays())) == pytest.approx(points)
    assert np.isnan(whole(metric.for_label(pairs, "NONE")))


def test_macro_f1_is_over_the_labels_of_the_draw():
    evidence = SPANS.metrics()["span_macro_f1"].measure(aligned(GOLD, PRED))
    assert evidence.score(np.array([1.0, 0.0])) == pytest.approx(200 / 3)  # A alone
    assert evidence.score(np.array([0.0, 1.0])) == 0.0  # B and C, both 0


@pytest.mark.parametrize("metric", SPANS.metrics())
def test_without_spans_a_score_is_undefined_and_0_stands_for_it(metric):
    for sentences in ([["O"]], []):
        chosen = SPANS.metrics()[metric]
        assert np.isnan(whole(chosen.measure(aligned(sentences, sentences))))
        assert chosen.when_undefined == 0.0


def test_macro_evidence_without_its_arrays_is_an_error():
    with pytest.raises(EvidenceError, match="unit, column, count, columns"):
        SPANS.metrics()["span_macro_f1"].restore({"size": np.array(1)})
