"""spaCy Docs against tags, span groups, ``.spacy`` files, one Doc alone."""

import pytest

from scoring import spans, ud
from scoring.base.errors import AlignmentError, InputError
from scoring.spans import SPANS

tokens = pytest.importorskip("spacy.tokens")


def doc(words, ents=(), key=None):
    from spacy.vocab import Vocab

    made = tokens.Doc(Vocab(), words=words)
    found = [tokens.Span(made, start, end, label=label) for start, end, label in ents]
    if key is None:
        made.ents = found
    else:
        made.spans[key] = found
    return made


PRED = [doc(["Ruta", "Lind", "sang"], [(0, 2, "PER")]), doc(["Oslo"])]
TAGS = "Ruta B-PER\nLind I-PER\nsang O\n\nOslo B-LOC\n"


def counts(pred, gold):
    micro = spans.scores(pred, gold).micro
    return micro.correct, micro.predicted, micro.gold


def test_docs_are_compared_with_tags_over_their_tokens():
    gold = spans.loads(TAGS)
    assert counts(PRED, gold) == counts(PRED, gold.sentences) == (1, 1, 2)
    assert counts(gold, PRED) == (1, 2, 1)
    assert counts(PRED, [["B-PER", "E-PER", "O"], ["S-LOC"]]) == (1, 1, 2)


def test_a_doc_may_hold_several_sentences():
    assert counts(
        [doc(["Ruta", "Lind", "sang", "Oslo"], [(0, 2, "PER"), (3, 4, "LOC")])], spans.loads(TAGS)
    ) == (2, 2, 2)
    over = doc(
        ["Ruta", "Lind", "sang", "Oslo"], [(2, 4, "LOC")]
    )  # over the end of a sentence, so never right
    assert counts([over], spans.loads(TAGS)) == (0, 1, 2)


def test_white_space_tokens_are_none():
    assert counts(
        [doc(["Ruta", " ", "Lind", "sang"], [(0, 3, "PER")]), doc(["Oslo"])], spans.loads(TAGS)
    ) == (1, 1, 2)


@pytest.mark.parametrize(
    ("pred", "words"),
    [
        pytest.param([doc(["Ruta", "Lind"]), doc(["Oslo"])], "1 has 2 tokens, .*:1: sequence 1 has 3", id="fewer"),
        pytest.param([doc(["Ruta", "Lind", "sang"])], ":5: sequence 2 is in none of the 1 doc", id="a sentence"),
        pytest.param([*PRED, doc(["x"])], "document 3 has 1 tokens, <text>, after its last", id="a document more"),
        pytest.param([doc(["Ruta", "Lund", "sang"]), doc(["Oslo"])], "'Lund', .*:2: .* has 'Lind'", id="other"),
    ],
)  # fmt: skip
def test_docs_of_another_text_are_an_error_with_the_place(pred, words):
    with pytest.raises(AlignmentError, match=words):
        counts(pred, spans.loads(TAGS))


def test_docs_are_compared_with_spans_over_characters():
    assert counts(PRED, [[(0, 9, "PER")], [(0, 4, "LOC")]]) == (1, 1, 2)


def test_spans_may_stand_in_a_group():
    grouped = [doc(["Ruta", "Lind", "sang"], [(0, 2, "PER"), (0, 1, "PER")], "sc"), doc(["Oslo"], [], "sc")]
    found = spans.from_docs(grouped, spans_key="sc")
    assert [len(one.spans) for one in found.items] == [2, 0]
    assert SPANS.read_as(grouped, "pred", spans_key="sc").items == found.items


def test_docs_without_entities_but_with_groups_are_an_error_that_names_the_groups():
    with pytest.raises(
        InputError, match=r'there are spans in doc.spans: sc; name the group that is meant: spans_key="sc"'
    ):
        SPANS.read([doc(["a"], [(0, 1, "X")], "sc")], "pred")
    with pytest.raises(InputError, match=r"no Doc has the group of spans 'x'; the groups in doc.spans: sc"):
        spans.from_docs([doc(["a"], [], "sc")], spans_key="x")


def test_a_spacy_file_is_its_docs(tmp_path):
    path = tmp_path / "pred.spacy"
    tokens.DocBin(docs=PRED).to_disk(path)
    assert counts(path, spans.loads(TAGS)) == (1, 1, 2)
    path.write_bytes(b"no")
    with pytest.raises(InputError, match=r"pred\.spacy: spaCy cannot read it"):
        SPANS.read(path, "pred")


def test_one_doc_or_token_list_is_a_sequence_of_one():
    conllu = pytest.importorskip("conllu")
    assert spans.from_docs(PRED[0]) == spans.from_docs(PRED[:1])
    one = conllu.parse("1\tIna\tIna\tPROPN\t_\t_\t0\troot\t_\t_\n\n")[0]
    assert ud.scores(ud.from_tokenlists(one), ud.from_tokenlists([one]))["LAS"].f1 == 100
    parsed = tokens.Doc(PRED[0].vocab, words=["Ina", "sang"], heads=[1, 1], deps=["nsubj", "ROOT"])
    assert ud.scores(ud.from_docs(parsed), ud.from_docs([parsed]))["LAS"].f1 == 100


@pytest.mark.parametrize("docs", ["pred.spacy", 3, ["Ann"]])
def test_what_is_no_doc_is_one_message(docs):
    with pytest.raises(InputError, match="but spaCy Docs are needed"):
        spans.from_docs(docs)
