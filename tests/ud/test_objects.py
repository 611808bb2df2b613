"""spaCy Docs and conllu TokenLists are the same corpus as the file with their content."""

import subprocess
import sys

import conllu
import pytest

from scoring import ud
from scoring.base.errors import InputError
from tests.ud.treebank import corpus, sentence, unit_digests, unit_ids

spacy_tokens = pytest.importorskip("spacy.tokens")
from spacy.vocab import Vocab  # noqa: E402


def doc(words, heads=None, **columns):
    """A Doc made by hand; heads are positions in the Doc."""
    heads = heads or [0] * len(words)
    filled = {"deps": ["ROOT" if head == at else "dep" for at, head in enumerate(heads)], **columns}
    return spacy_tokens.Doc(Vocab(), words=words, heads=heads, **filled)


def cells(found, column):
    return [found.field(word, column) for word in range(found.n_words)]


def heads(found):
    """Heads from 1 within the whole corpus, 0 for a root."""
    return [head + 1 for head in found.heads.tolist()]


def test_a_doc_is_the_corpus_of_its_columns():
    found = ud.from_docs(
        [
            doc(
                ["She", "reads"],
                heads=[1, 1],
                lemmas=["she", "read"],
                pos=["PRON", "VERB"],
                tags=["PRP", "VBZ"],
                morphs=["Case=Nom|Number=Sing", ""],
                deps=["nsubj", "ROOT"],
            )
        ]
    )
    text = (
        "1\tShe\tshe\tPRON\tPRP\tCase=Nom|Number=Sing\t2\tnsubj\t_\t_\n"
        "2\treads\tread\tVERB\tVBZ\t_\t0\troot\t_\t_\n\n"
    )
    assert unit_digests(found) == unit_digests(corpus(text))


def test_what_a_doc_leaves_empty_is_an_underscore():
    found = ud.from_docs([doc(["a"])])
    assert [cells(found, column) for column in range(1, 6)] == [["a"], ["_"], ["_"], ["_"], ["_"]]


def test_white_space_tokens_are_left_out_and_heads_moved_up():
    """b hangs on the white space, which hangs on the root a."""
    found = ud.from_docs([doc(["a", "\n\n", "b"], heads=[0, 0, 1])])
    assert (cells(found, 1), heads(found)) == (["a", "b"], [0, 1])


def test_the_first_word_below_a_root_of_white_space_takes_its_place():
    found = ud.from_docs([doc([" ", "a", "b"], heads=[0, 0, 0])])
    assert (cells(found, 1), heads(found)) == (["a", "b"], [0, 1])


def test_a_doc_of_white_space_has_no_sentence():
    assert ud.from_docs([doc(["\n"]), doc(["a"])]).n_sentences == 1


def test_sentences_of_a_doc_are_its_own():
    two = doc(["a", "b", "c"], heads=[0, 2, 2], sent_starts=[True, True, False])
    found = ud.from_docs([two, doc(["d"])])
    assert (found.sentence_words.tolist(), heads(found)) == ([0, 1, 3, 4], [0, 3, 0, 0])


def test_tokens_with_spaces_keep_them_in_form_only():
    found = ud.from_docs([doc(["New York"])])
    assert (cells(found, 1), found.stream.tobytes()) == (["New York"], b"NewYork")


def test_a_doc_without_a_parse_beside_one_that_has_one_is_refused():
    unparsed = spacy_tokens.Doc(Vocab(), words=["a", "b"])
    with pytest.raises(InputError, match=r"<docs>: Doc 2 .*no dependency parse, but Doc 1 has one"):
        ud.from_docs([doc(["a"]), unparsed])


def test_a_tab_in_a_token_is_refused():
    with pytest.raises(InputError, match=r"<docs>: Doc 1, token 0: 'a\\tb' holds a tab"):
        ud.from_docs([doc(["a\tb"])])


class Token:
    """What a token of another library needs to have."""

    def __init__(self, i, text, dep):
        self.i, self.text, self.dep_ = i, text, dep
        self.lemma_ = self.pos_ = self.tag_ = self.morph = ""
        self.head = self


def test_anything_with_the_attributes_of_a_doc_is_read():
    first, second = Token(0, "a", "ROOT"), Token(1, "b", "obj")
    second.head = first
    found = ud.from_docs([[first, second]])
    assert (cells(found, 7), heads(found)) == (["root", "obj"], [0, 1])


def test_a_head_in_another_sentence_is_refused():
    first, second = Token(0, "a", "ROOT"), Token(1, "b", "obj")
    second.head = first
    with pytest.raises(InputError, match=r"Doc 2: the head of token 1 'b' is 'a' in another sentence"):
        ud.from_docs([[first], [second]])


FULL = (
    "# sent_id = s1\n"
    + sentence("a", ("bc", "b", "c"), lemma="x _ z", feats="Case=Nom|Number=Sing _ Typo=Yes", xpos="_ t _")
    + "# sent_id = s2\n"
    + sentence("d e").replace("1\td e", "0.1\tnode" + "\t_" * 8 + "\n1\td e")
)


def test_token_lists_are_the_corpus_of_their_text():
    found = ud.from_tokenlists(conllu.parse(FULL))
    assert unit_digests(found) == unit_digests(corpus(FULL))
    assert unit_ids(found) == ["s1", "s2"]


def test_a_broken_token_list_is_an_input_error():
    broken = conllu.parse(sentence("a", "b", head="2 1"))
    with pytest.raises(InputError, match=r"^pred:\d+: the heads form a cycle"):
        ud.from_tokenlists(broken, name="pred")


def test_objects_are_scored_without_reading_them_first():
    gold = conllu.parse(sentence("a", "b"))
    assert ud.score([doc(["a", "b"])], gold, "UAS") == ud.NamedScore("UAS", 100.0)
    assert ud.score(gold[0], doc(["a", "b"]), "UAS").value == 100.0
    assert ud.score(iter([doc(["a", "b"])]), gold, "UAS").value == 100.0


def test_scoring_files_imports_no_library_but_numpy():
    code = (
        "import sys; from scoring import ud; ud.scores(ud.loads(''), ud.loads('')); "
        "print([name for name in ('conllu', 'spacy', 'scipy', 'sacrebleu', 'msgspec') if name in sys.modules])"
    )
    command = [sys.executable, "-c", code]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout == "[]\n"


def test_a_list_of_something_else_is_refused():
    with pytest.raises(InputError, match=r"cannot read pred from list; give a path"):
        ud.scores([1, 2], corpus(""))
