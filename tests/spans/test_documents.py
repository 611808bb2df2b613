"""Documents with character spans: JSON Lines, records, spaCy Docs; errors with file and line."""

import json

import pytest

from scoring import spans
from scoring.base.errors import AlignmentError, InputError
from scoring.spans import Span

TEXT = "Ann met Bob."
ANN, BOB = [0, 3, "PER"], [8, 11, "PER"]


def line(key="d", found=(ANN,), **fields):
    return json.dumps({"id": key, "spans": list(found), **fields})


def documents(*lines, name="gold.jsonl"):
    return spans.loads_documents("\n".join(lines), name)


def test_a_line_is_a_document_with_its_text_and_other_fields():
    found = documents(line("d1", [ANN, BOB], text=TEXT, domain="news")).items[0]
    assert (found.id, found.text, dict(found.fields)) == ("d1", TEXT, {"domain": "news"})
    assert found.spans == {Span(0, 3, "PER"), Span(8, 11, "PER")}


def test_documents_are_sorted_by_id_and_an_id_may_be_a_number():
    assert documents(line("b"), "", line(10), line("a")).ids == ["10", "a", "b"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("{", r"gold.jsonl:2: not JSON", id="not JSON"),
        pytest.param(
            '{"id": "x", "spans": [], "id": "y"}', r"gold.jsonl:2: field 'id' stands twice", id="a key twice"
        ),
        pytest.param("[1]", r"gold.jsonl:2: .*is no object", id="no object"),
        pytest.param('{"spans": []}', r"gold.jsonl:2: there is no 'id'; the fields are spans", id="no id"),
        pytest.param('{"id": "x"}', r"gold.jsonl:2: there is no 'spans'", id="no spans"),
        pytest.param(line(""), r"gold.jsonl:2: the id is ''", id="an empty id"),
        pytest.param(line(True), r"gold.jsonl:2: the id is True", id="an id that is true"),
        pytest.param(line("a"), r"gold.jsonl:2: the id 'a' is taken by gold.jsonl:1", id="an id twice"),
        pytest.param(line("x", text=3), r"gold.jsonl:2: the text is 3", id="a text that is none"),
        pytest.param('{"id": "x", "spans": 4}', r"gold.jsonl:2: spans is 4", id="spans that are none"),
        pytest.param(line("x", [[0, 3]]), r"gold.jsonl:2: the span \[0, 3\] is not", id="two parts"),
        pytest.param(line("x", [[0, 2.5, "A"]]), r"two whole numbers", id="half a character"),
        pytest.param(line("x", [[0, True, "A"]]), r"two whole numbers", id="an end that is true"),
        pytest.param(line("x", [[0, 3, ""]]), r"and a text", id="an empty label"),
        pytest.param(line("x", [[3, 3, "A"]]), r"0 <= start < end", id="an empty span"),
        pytest.param(line("x", [[-1, 3, "A"]]), r"0 <= start < end", id="before the text"),
        pytest.param(line("x", [[0, 13, "A"]], text=TEXT), r"text of 12 characters", id="after the text"),
        pytest.param(line("x", [[0, 10**30, "A"]]), r"0 <= start < end", id="far too large"),
        pytest.param(line("x", [ANN, ANN]), r"has the span \[0, 3, 'PER'\] twice", id="a span twice"),
    ],
)
def test_an_error_says_file_and_line(text, words):
    with pytest.raises(InputError, match=words):
        documents(line("a"), text)


def test_offsets_count_characters_not_bytes():
    assert documents(line("d", [[2, 4, "X"]], text="é😀né")).items[0].spans == {Span(2, 4, "X")}


def test_documents_are_matched_by_id_and_not_by_order():
    gold = documents(line("a", [ANN]), line("b", [BOB]))
    pred = documents(line("b", [BOB]), line("a", [ANN]), name="pred.jsonl")
    assert spans.scores(pred, gold).micro.f1 == 100.0


@pytest.mark.parametrize(
    ("pred", "words"),
    [
        pytest.param([line("a"), line("c")], r"pred.jsonl has 'c' \(pred.jsonl:2\), unknown to gold", id="unknown"),
        pytest.param([line("a")], r"gold.jsonl has 2 documents, pred.jsonl has 1.*gold.jsonl has 'b'", id="missing"),
        pytest.param(
            [line("a"), line("b", text="Ann met bob.")], r"document 'b'.* at character 8 .*'Bob\.'.*'bob\.'.*case",
            id="other text",
        ),
    ],
)  # fmt: skip
def test_other_ids_and_other_texts_are_errors_that_name_the_place(pred, words):
    gold = documents(line("a"), line("b", text=TEXT))
    with pytest.raises(AlignmentError, match=words):
        spans.scores(documents(*pred, name="pred.jsonl"), gold)


def test_a_text_on_one_side_only_is_not_compared():
    assert spans.scores(documents(line()), documents(line(text=TEXT))).micro.f1 == 100.0


def test_tags_and_character_spans_cannot_be_compared():
    with pytest.raises(AlignmentError, match="character spans"):
        spans.scores([["O"]], documents(line()))


def test_overlapping_spans_are_spans_each():
    gold = documents(line("d", [[0, 3, "A"], [0, 5, "A"], [0, 3, "B"]]))
    pred = documents(line("d", [[0, 5, "A"], [0, 3, "B"]]))
    micro = spans.scores(pred, gold).micro
    assert (micro.correct, micro.predicted, micro.gold) == (2, 2, 3)


# spaCy


@pytest.fixture
def doc():
    tokens = pytest.importorskip("spacy.tokens")
    from spacy.vocab import Vocab

    def made(words, ents=(), **user_data):
        found = tokens.Doc(Vocab(), words=words, user_data=user_data)
        found.ents = [tokens.Span(found, *ent) for ent in ents]
        return found

    return made


def test_a_doc_has_its_entities_as_character_spans(doc):
    found = spans.from_docs([doc(["Ann", "met", "Bob", "Ray"], [(0, 1, "PER"), (2, 4, "PER")])])
    assert found.items[0].spans == {Span(0, 3, "PER"), Span(8, 15, "PER")}
    assert found.items[0].text == "Ann met Bob Ray "


def test_docs_score_against_a_file_by_the_ids_given(doc, tmp_path):
    path = tmp_path / "gold.jsonl"
    path.write_text(line("b", [ANN], text="Ann met ") + "\n" + line("a", []), encoding="utf-8")
    docs = [doc(["No"], id="a"), doc(["Ann", "met"], [(0, 1, "PER")], id="b")]
    assert spans.scores(docs, path).micro.f1 == 100.0
    assert spans.scores(spans.from_docs(docs, ids=["a", "b"]), path).micro.f1 == 100.0


def test_docs_without_ids_are_matched_in_order(doc):
    gold = [doc(["Ann"], [(0, 1, "PER")]), doc(["Bob"], [(0, 1, "PER")])]
    pred = [doc(["Ann"], [(0, 1, "PER")]), doc(["Bob"], [(0, 1, "ORG")])]
    micro = spans.scores(pred, gold).micro
    assert (micro.correct, micro.predicted, micro.gold) == (1, 2, 2)


def test_docs_of_another_text_are_an_error(doc):
    with pytest.raises(AlignmentError, match="document '1' is not the same text: at character 0"):
        spans.scores([doc(["Bob"])], [doc(["Ann"])])


def test_ids_and_docs_of_different_numbers_are_an_error(doc):
    with pytest.raises(InputError, match="1 Docs, but 2 ids"):
        spans.from_docs([doc(["Ann"])], ids=["a", "b"])
