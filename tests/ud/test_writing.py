"""CoNLL-U that is written of Docs and token lists is read as the same corpus, by a file too."""

import io

import conllu
import pytest

from scoring import spans, ud
from scoring.base.errors import InputError
from tests.ud.treebank import corpus, row, sentence, unit_digests

spacy_tokens = pytest.importorskip("spacy.tokens")
from spacy.vocab import Vocab  # noqa: E402

WORDS = ["New York", "\n", "ruft", "."]
COLUMNS = {
    "pos": ["PROPN", "SPACE", "VERB", "PUNCT"], "tags": ["NE", "_SP", "VV", "$."],
    "lemmas": ["York", "\n", "rufen", ""], "morphs": ["", "", "Number=Sing|Tense=Pres", ""],
    "spaces": [False, False, False, True],
}  # fmt: skip
TREE = {"heads": [2, 2, 2, 2], "deps": ["nsubj", "", "ROOT", "punct"]}
TWICE = row(1, "a", feats="Case=Nom|Case=Acc") + "\n\n"


def doc(words=WORDS, **columns):
    return spacy_tokens.Doc(Vocab(), words=words, **columns)


PARSED, TAGGED = doc(**COLUMNS, **TREE), doc(**COLUMNS)


@pytest.mark.parametrize("docs", [PARSED, [PARSED, PARSED], TAGGED], ids=["one", "two", "without a parse"])
def test_docs_written_and_read_are_the_docs(docs, tmp_path):
    path = tmp_path / "out.conllu"
    path.write_text(ud.to_conllu(docs), encoding="utf-8")
    assert unit_digests(ud.read(path)) == unit_digests(ud.from_docs(docs))


def test_the_text_and_its_spaces_are_written():
    lines = ud.to_conllu(PARSED).splitlines()
    assert lines[0] == "# text = New York ruft."
    assert [line.split("\t")[-1] for line in lines[1:4]] == ["_", "SpaceAfter=No", "_"]


def test_what_a_doc_does_not_say_is_an_underscore():
    assert ud.to_conllu(doc(["a"])) == "# text = a\n1\ta" + "\t_" * 8 + "\n\n"


def test_entities_are_written_for_gates_of_spans(tmp_path):
    path = tmp_path / "out.conllu"
    path.write_text(ud.to_conllu(doc(ents=["B-LOC", "O", "O", "O"])), encoding="utf-8")
    assert spans.read(path, misc_key="name").sentences == [["B-LOC", "O", "O"]]


def test_an_entity_label_that_no_cell_can_hold_is_refused():
    with pytest.raises(InputError, match=r"the entity label 'a\|b' holds a space or '\|'"):
        ud.to_conllu(doc(ents=["B-a|b", "O", "O", "O"]))


def test_token_lists_are_written_as_they_are():
    text = "# sent_id = s\n" + sentence("a", ("bc", "b", "c"))
    lists = conllu.parse(text)
    assert ud.to_conllu(lists) == text
    assert ud.to_conllu(lists[0]) == text


def test_what_the_reader_would_refuse_is_not_written():
    with pytest.raises(InputError, match="the heads form a cycle"):
        ud.to_conllu(conllu.parse(sentence("a", "b", head="2 1")))


def test_token_lists_of_a_path_and_of_an_open_file_are_those_of_the_text(tmp_path):
    text = "# sent_id = s\n" + sentence("a", "b")
    path = tmp_path / "g.conllu"
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    for source in (path, str(path), io.BytesIO(text.encode()), io.StringIO(text)):
        (found,) = ud.to_tokenlists(source)
        assert (found.metadata["sent_id"], [token["form"] for token in found]) == ("s", ["a", "b"])


def test_a_path_and_a_stream_of_token_lists_are_read(tmp_path):
    path = tmp_path / "g.conllu"
    path.write_text(TWICE, encoding="utf-8")
    with path.open(encoding="utf-8") as file:
        assert ud.from_tokenlists(conllu.parse_incr(file)).n_words == 1
    assert ud.from_tokenlists(path).field(0, 5) == "Case=Nom|Case=Acc"  # as ud.read


def test_a_stream_that_conllu_cannot_parse_is_an_input_error():
    with pytest.raises(InputError, match="<tokenlists>: conllu cannot read it: "):
        ud.from_tokenlists(conllu.parse_incr(io.StringIO("1 a b\n\n")))


@pytest.mark.parametrize(
    ("read", "given", "says"),
    [
        (ud.from_docs, 3, r"<docs> is 3 \(int\), but spaCy Docs are needed"),
        (ud.from_docs, "a.spacy", "is 'a.spacy'"),
        (
            ud.from_docs,
            conllu.parse(TWICE),
            r"but spaCy Docs are needed; for conllu TokenLists there is ud\.from_tokenl",
        ),
        (
            ud.from_tokenlists,
            PARSED,
            r"sentence 1 is .*but conllu TokenLists are needed; for spaCy Docs there is ud\.f",
        ),
        (ud.from_docs, [["a", "b"]], r"Doc 1 is \['a', 'b'\] \(list\)"),
        (ud.to_conllu, [[PARSED]], r"Doc 1 is \[.*\] \(list\), but spaCy Docs are needed$"),
        (ud.from_tokenlists, [3], "sentence 1 is 3"),
        (ud.to_conllu, None, "is None"),
    ],
    ids=[
        "number",
        "path",
        "token lists as docs",
        "doc as token lists",
        "words",
        "Docs in a list",
        "numbers",
        "nothing",
    ],
)
def test_what_is_of_another_kind_is_one_message(read, given, says):
    with pytest.raises(InputError, match=says):
        read(given)


def test_a_feature_that_a_token_list_has_lost_is_warned_of_beside_the_file():
    with pytest.warns(
        UserWarning, match=r"^g:1: the feature Case stands more than once, and token lists, of which pred is"
    ):
        found = ud.scores(conllu.parse(TWICE), corpus(TWICE, "g"))
    assert (found["UFeats"].correct, found["UPOS"].correct) == (0, 1)


def test_features_as_text_and_features_that_stand_once_are_not_warned_of():
    """A warning is an error here."""
    as_text = conllu.parse(TWICE, field_parsers={"feats": lambda line, at: line[at]})
    assert ud.scores(as_text, corpus(TWICE))["UFeats"].correct == 1
    once = row(1, "a", feats="Case=Nom|Number=Sing|Typo=Yes|Typo=No") + "\n\n"  # Typo is no universal feature
    assert ud.scores(conllu.parse(once), corpus(once))["UFeats"].correct == 1
