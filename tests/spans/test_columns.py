"""Which column is the token and which the tag, what a comment is, and tags in MISC of CoNLL-U."""

import pytest

from scoring import spans
from scoring.base.errors import InputError, UsageError

INDEXED = "1\tVerein\tO\tO\n2\tLorbach\tB-ORG\tB-LOC\n\n1\tAnja\tB-PER\tO\n"


def word(number, form, misc="_"):
    """A line of CoNLL-U."""
    return "\t".join([str(number), form, *"______", "_", misc]) + "\n"


@pytest.mark.parametrize(
    ("columns", "tags"),
    [
        pytest.param({"token_column": 2, "tag_column": 3}, [["O", "B-ORG"], ["B-PER"]], id="from the start"),
        pytest.param({"token_column": 2, "tag_column": -2}, [["O", "B-ORG"], ["B-PER"]], id="from the end"),
        pytest.param({"token_column": -3}, [["O", "B-LOC"], ["O"]], id="the tag is the last"),
    ],
)
def test_columns_are_counted_from_1_or_from_the_end(columns, tags):
    text = spans.loads(INDEXED, **columns)
    assert (text.tokens, text.sentences) == ([["Verein", "Lorbach"], ["Anja"]], tags)


def test_columns_between_spaces_are_counted_too():
    text = spans.loads("d0 0 Ann  NNP B-PER  x\n", token_column=3, tag_column=5)
    assert (text.tokens, text.sentences) == ([["Ann"]], [["B-PER"]])


@pytest.mark.parametrize(
    ("content", "words"),
    [
        pytest.param(
            INDEXED, "t:1: the first column counts.*--token-column 2 --tag-column 3 or 4 ", id="two tags"
        ),
        pytest.param("1 Ann B-PER\n2 ran O\n", "--token-column 2 --tag-column 3 ", id="spaces"),
        pytest.param("0\tAnn\tO\n1\tran\tO\n", "--token-column 2 --tag-column 3 ", id="from 0"),
        pytest.param("1\tAnn\tB-PER\n", "--token-column 2 --tag-column 3 ", id="a sentence of one token"),
        pytest.param("# id = 1\n1\tAnn\tB-PER\n", "t:2: the first column", id="after a comment"),
        pytest.param("1 B-PER\n2 O\n", "there is no column of tokens", id="no token at all"),
        pytest.param(
            word(1, "Ann", "SpaceAfter=No|name=B-PER") + word(2, "ran"), "--misc-key name ", id="CoNLL-U"
        ),
        pytest.param(
            "1\tAnn\tx\ty\n2\tran\tx\ty\n", "give --token-column and --tag-column ", id="nothing fits"
        ),
    ],
)
def test_a_first_column_that_counts_the_tokens_is_an_error_that_prints_the_options_that_fit(content, words):
    with pytest.raises(InputError, match=words):
        spans.loads(content, "t")


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("1 O\n2 B-X\n\n3 O\n", id="another number begins a sentence"),
        pytest.param("1 O\n\n1 B-X\n", id="numbers alone in their sentences"),
        pytest.param("1 x O\ntwo x B-X\n", id="a word after a number"),
        pytest.param("1 x O\n3 x B-X\n", id="a gap"),
    ],
)
def test_numbers_that_do_not_count_are_tokens(content):
    assert spans.loads(content).tokens[0][0] == "1"


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"tag_column": 5}, "t:1: .* has 4 columns, but tag_column is 5"),
        ({"token_column": -5}, "t:1: .* has 4 columns, but token_column is -5"),
        ({"token_column": 4, "tag_column": -1}, "t:1: .* are the same"),
        ({"misc_key": "name"}, "t:1: .* has 4 columns, but misc_key is for CoNLL-U"),
    ],
)
def test_a_column_that_is_not_there_is_an_error_with_the_line(columns, words):
    with pytest.raises(InputError, match=words):
        spans.loads(INDEXED, "t", **columns)


@pytest.mark.parametrize(
    "columns", [{"tag_column": 0}, {"token_column": True}, {"tag_column": 3, "misc_key": "n"}]
)
def test_columns_that_are_none_are_refused(columns):
    with pytest.raises(UsageError):
        spans.loads(INDEXED, "t", **columns)


# comments


@pytest.mark.parametrize(
    ("line", "is_token"),
    [
        ("# id = B12", False),
        ("# text = Vitamin B", False),
        ("#", False),
        ("# B-TAG", True),
        ("#O O", True),
        ("# O", True),
        ("# newdoc", False),
        ("# id =", False),
    ],
)
def test_a_line_with_a_hash_before_a_sentence_is_a_comment_unless_it_has_the_columns_of_a_token(
    line, is_token
):
    text = spans.loads(f"{line}\nAnn B-PER\n")
    assert len(text.sentences[0]) == 1 + is_token


def test_columns_of_a_comment_are_counted_as_those_of_the_tokens():
    assert spans.loads("# O\nAnn\tB-PER\n").tokens == [["Ann"]]  # no tab, so one column
    assert spans.loads("#\tO\nAnn\tB-PER\n").tokens == [["#", "Ann"]]


def test_a_hash_within_a_sentence_is_a_token():
    assert spans.loads("no O\n# O\n").tokens == [["no", "#"]]


def test_a_sentence_of_hashes_alone_is_held_to_the_other_sentences():
    assert spans.loads("# O\n\n# a b\n\nAnn B-PER\n").tokens == [["#"], ["Ann"]]


def test_comments_name_sentences_and_begin_documents():
    text = spans.loads("# newdoc id = d1\n# sent_id = s1\na O\n\n# id s2 domain=x\nb O\n\n# newdoc\nc O\n")
    assert text.ids == ("s1", "s2", None)
    assert (text.documents, text.document_ids) == ((range(2), range(2, 3)), ("d1", None))
    assert text.place(2, 0) == "<text>:9: sequence 3, position 1"


def test_units_have_the_names_of_sentences_or_documents_where_each_has_one():
    named = spans.loads("# sent_id = s1\na B-X\n\n# sent_id = s2\nb O\n")
    pairs = spans.SPANS.align(named, named)
    assert spans.SPANS.unit_ids(pairs) == ["s1", "s2"]
    some = spans.loads("# newdoc id = d1\na B-X\n\n# newdoc\nb O\n")
    assert spans.SPANS.unit_ids(spans.SPANS.align(some, some)) == ["1", "2"]


def test_documents_of_conll_2012_begin_with_their_lines():
    text = spans.loads(
        "#begin document (x); part 000\na O\n\n#end document\n#begin document (y); part 000\nb O\n"
    )
    assert len(text.documents) == 2


# MISC


def test_tags_stand_in_a_key_of_misc():
    text = spans.loads(word("1-2", "im") + word(1, "in", "name=O") + word(2, "dem") + word(3, "Ulm", "name=B-LOC|x=y"),
                       misc_key="name")  # fmt: skip
    assert (text.tokens, text.sentences) == ([["in", "dem", "Ulm"]], [["O", "O", "B-LOC"]])
    assert text.place(0, 2) == "<text>:4: sequence 1, position 3"


def test_an_empty_node_with_a_tag_counts_as_a_token_with_a_note_and_one_without_is_none():
    text = spans.loads(word(1, "a", "n=B-X") + word("1.1", "b", "n=I-X") + word("1.2", "c"), misc_key="n")
    assert text.tokens == [["a", "b"]]
    assert text.notes == ("<text>:2: empty nodes with a tag count as tokens: 1 in the file",)


def test_a_tag_at_a_multiword_token_is_an_error():
    with pytest.raises(InputError, match="t:1: the multiword token 1-2 has the tag 'B-X'"):
        spans.loads(word("1-2", "im", "n=B-X") + word(1, "in") + word(2, "dem"), "t", misc_key="n")


def test_a_key_that_no_word_has_is_noted_with_the_keys_there():
    text = spans.loads(word(1, "a", "NER=B-X"), "t", misc_key="name")
    assert text.notes == ("t: no word has name= in MISC, so all are O; the keys there: NER",)


def test_an_empty_token_with_a_tag_counts_as_a_token_with_a_note():
    text = spans.loads("a\tO\n\tO\n", "t")
    assert text.sentences == [["O", "O"]]
    assert text.notes == ("t:2: tokens without characters count as tokens: 1 in the file",)
    assert spans.scores(text, text).notes == text.notes
