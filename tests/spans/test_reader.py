"""Tagged text: columns, sentences, documents, and errors with file and line."""

import io

import pytest

from scoring import spans
from scoring.base.errors import InputError


def test_the_tag_is_the_last_column_and_the_token_the_first():
    text = spans.loads("Ann NNP I-NP B-PER\nsleeps VBZ O\n")
    assert text.sentences == [["B-PER", "O"]]
    assert text.tokens == [["Ann", "sleeps"]]


@pytest.mark.parametrize(
    ("line", "token", "tag"),
    [
        pytest.param("Ann\tB-PER", "Ann", "B-PER", id="tab"),
        pytest.param("New York\tB-LOC", "New York", "B-LOC", id="a space in a token beside tabs"),
        pytest.param("Ann  x   B-PER", "Ann", "B-PER", id="runs of spaces"),
        pytest.param("Ann B-PER  ", "Ann", "B-PER", id="spaces at the end"),
        pytest.param("Ann\tB-PER ", "Ann", "B-PER", id="spaces at the end beside tabs"),
        pytest.param("10\u00a0000 O", "10\u00a0000", "O", id="a no-break space is of the token"),
        pytest.param("a\u2028b O", "a\u2028b", "O", id="a line separator is of the token"),
        pytest.param("# O", "#", "O", id="a token that is a hash"),
        pytest.param("-DOCSTART-x O", "-DOCSTART-x", "O", id="a token that starts like a border"),
        pytest.param("x\t\tO", "x", "O", id="an empty column"),
    ],
)
def test_columns_are_separated_by_tabs_where_there_are_any_else_by_spaces(line, token, tag):
    text = spans.loads(line)
    assert (text.tokens, text.sentences) == ([[token]], [[tag]])


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_blank_lines_separate_sentences_whatever_the_line_end(end):
    text = spans.loads(end.join(["", "a O", "b O", "", "  ", "c B-X", "\t", "d O"]))
    assert text.sentences == [["O", "O"], ["B-X"], ["O"]]


def test_docstart_lines_are_borders_of_documents_and_no_tokens():
    text = spans.loads("-DOCSTART- -X- O\n\na O\n\nb O\n-DOCSTART- O\nc O\n")
    assert text.sentences == [["O"], ["O"], ["O"]]
    assert text.documents == (range(2), range(2, 3))


def test_sentences_before_the_first_border_are_a_document_and_empty_documents_are_none():
    text = spans.loads("a O\n\n-DOCSTART- O\n\n-DOCSTART- O\n\nb O\n\n-DOCSTART- O\n")
    assert text.documents == (range(1), range(1, 2))


def test_without_borders_there_are_no_documents():
    assert spans.loads("a O\n").documents == ()


@pytest.mark.parametrize("content", ["", "\n\n", b"", "-DOCSTART- O\n"])
def test_a_file_without_tokens_has_no_sentences(content):
    text = spans.loads(content)
    assert text.sentences == []
    assert text.documents == ()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        pytest.param("a O\n\nb\n", r"gold.iob2:3: the line has no tag", id="no tag"),
        pytest.param("a\t\n", r"gold.iob2:1: .* has no tag", id="an empty tag"),
        pytest.param(
            "a O\n\nb O\nc S-X\n", r"gold.iob2:4: sequence 2, position 2: .*'S-X'.*BIOES", id="BIOES"
        ),
        pytest.param("a O\r\n\r\nc X-X\r\n", r"gold.iob2:3: sequence 2, position 1: .*'X-X'", id="CRLF"),
        pytest.param(b"a O\nb\xff O\n", r"gold.iob2:2: byte 6 \(0xFF\) is not UTF-8", id="not UTF-8"),
        pytest.param("a O".encode("utf-16"), r"gold.iob2:1: .*UTF-16", id="UTF-16"),
    ],
)
def test_an_error_says_file_and_line(content, words):
    with pytest.raises(InputError, match=words):
        spans.loads(content, "gold.iob2")


@pytest.mark.parametrize("line", ["-DOCSTART- O", "", "a O"])
def test_a_byte_order_mark_is_no_part_of_the_first_line(line):
    bare = spans.loads(f"{line}\n\nb B-X\n")
    marked = spans.loads(b"\xef\xbb\xbf" + f"{line}\n\nb B-X\n".encode())
    assert (marked.tokens, marked.documents) == (bare.tokens, bare.documents)


def test_a_path_and_open_files_are_the_same_text(tmp_path):
    path = tmp_path / "gold.iob2"
    path.write_bytes(b"Ann B-PER\r\n\r\nno O\r\n")
    sides = [spans.read(path), spans.read(str(path)), spans.read(io.BytesIO(path.read_bytes()))]
    with path.open(encoding="utf-8") as file:
        sides.append(spans.read(file))
    assert [side.sentences for side in sides] == [[["B-PER"], ["O"]]] * 4


def test_a_missing_file_is_an_error_with_its_name(tmp_path):
    with pytest.raises(InputError, match=r"none\.iob2: cannot be read"):
        spans.read(tmp_path / "none.iob2")


@pytest.mark.parametrize("source", [3, None, ["a O"], ""])
def test_what_is_no_file_is_an_error(source):
    with pytest.raises(InputError):
        spans.read(source)
