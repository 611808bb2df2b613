"""A side without heads: tags, lemmas, features and borders are scored, and metrics of trees say why they are not."""

import pytest

from scoring import ud
from scoring.base.errors import InputError
from tests.ud.treebank import corpus, row, sentence, unit_digests

spacy_tokens = pytest.importorskip("spacy.tokens")
from spacy.vocab import Vocab  # noqa: E402

TREES = ["UAS", "LAS", "CLAS", "MLAS", "BLEX"]
WITHOUT = ["Tokens", "Sentences", "Words", "UPOS", "XPOS", "UFeats", "AllTags", "Lemmas"]
GOLD = sentence("a", "b", "c", upos="X Y Z", lemma="p q r")
BARE = sentence(
    "a", "b", "c", upos="X Y W", lemma="p q s", head="_ _ _", deprel="_ _ _"
)  # UPOS, Lemmas: 2 of 3
MIXED = sentence("a", "b", head="0 _")


def doc(words, **columns):
    """A Doc without a parse."""
    return spacy_tokens.Doc(Vocab(), words=words, **columns)


@pytest.mark.parametrize("sides", [(BARE, GOLD), (GOLD, BARE), (BARE, BARE)], ids=["pred", "gold", "both"])
def test_tags_and_lemmas_are_scored_where_a_side_has_no_heads(sides):
    pred, gold = map(corpus, sides)
    found = ud.scores(pred, gold)
    right = 3 if pred.field(2, 3) == gold.field(2, 3) else 2
    assert (found["UPOS"].correct, found["Lemmas"].correct, found["Words"].correct) == (right, right, 3)


@pytest.mark.parametrize("label", TREES)
def test_a_metric_of_trees_says_which_side_has_none(label):
    found = ud.scores(corpus(BARE, "p.conllu"), corpus(GOLD))
    assert list(found) == WITHOUT
    with pytest.raises(
        InputError, match=rf"^{label} is not available: p\.conllu has no trees .*run a parser"
    ):
        found[label]
    with pytest.raises(InputError, match=f"^{label} is not available"):
        ud.score(corpus(BARE), corpus(GOLD), label)


def test_a_name_that_is_no_metric_stays_a_key_error():
    with pytest.raises(KeyError):
        ud.scores(corpus(GOLD), corpus(GOLD))["las"]


def test_with_trees_on_both_sides_nothing_is_left_out():
    assert list(ud.scores(corpus(GOLD), corpus(GOLD))) == [*WITHOUT, *TREES]


def test_multiword_tokens_need_no_heads_either():
    bare = sentence(("ab", "a", "b"), "c", head="_ _ _")
    assert ud.scores(corpus(bare), corpus(sentence(("ab", "a", "b"), "c")))["Words"].correct == 3


@pytest.mark.parametrize(
    "text",
    [MIXED, MIXED.replace("\t0\t", "\t_\t", 1).replace("\t_\tdep", "\t1\tdep")],
    ids=["behind the root", "in the place of the root"],
)
def test_one_head_that_is_missing_in_a_tree_is_an_error(text):
    with pytest.raises(
        InputError, match=r"^t:\d: HEAD '_' is not a number; .*in every word of a file without trees"
    ):
        corpus(text, "t")


def test_a_sentence_without_heads_beside_trees_is_an_error():
    with pytest.raises(
        InputError, match=r"^t:5: no word of this sentence has a HEAD .* as on line 1; give every"
    ):
        corpus(GOLD + BARE, "t")


def test_the_fingerprint_of_gold_without_trees_is_its_own_and_no_root_stands_for_a_head():
    one = row(1, "a", head="_", deprel="_") + "\n\n"
    assert unit_digests(corpus(one)) != unit_digests(corpus(row(1, "a", deprel="_") + "\n\n"))
    assert ud.UD.describe(ud.UD.align(corpus(one), corpus(one)), 0)["gold"][0]["head"] == "_"


def test_docs_of_a_tagger_have_no_trees():
    tagged = doc(["a", "b", "c"], pos=["NOUN", "VERB", "ADP"], lemmas=["p", "q", "r"])
    found = ud.scores(tagged, corpus(sentence("a", "b", "c", upos="NOUN VERB DET", lemma="p q r")))
    assert (found["UPOS"].correct, found["Lemmas"].correct, "LAS" in found) == (2, 3, False)


def test_a_part_of_a_doc_has_the_trees_of_the_doc():
    assert not ud.from_docs(doc(["a", "b", "c"])[:2]).has_heads


def test_sentences_that_a_doc_has_without_a_parse_count():
    tagged = doc(["a", "b"], sent_starts=[True, True])
    assert ud.scores(tagged, corpus(sentence("a") + sentence("b")))["Sentences"].correct == 2


def test_a_doc_of_one_word_is_a_tree_beside_docs_that_have_one():
    parsed = doc(["a", "b"], heads=[0, 0], deps=["ROOT", "obj"])
    assert ud.from_docs([parsed, doc(["c"])]).has_heads
    assert not ud.from_docs([doc(["c"])]).has_heads


def test_a_doc_of_white_space_says_nothing_of_trees():
    parsed = doc(["a", "b"], heads=[0, 0], deps=["ROOT", "obj"])
    assert ud.from_docs([doc(["\n", " "]), parsed]).n_sentences == 1
