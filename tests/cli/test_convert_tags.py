"""``onenlp convert-tags``: what it writes, what it says, and what it refuses."""

import pytest

from scoring.cli import main

BIOES = "a B-X\nb E-X\nc S-Y\n\nd O\n"


@pytest.fixture
def convert(tmp_path, capsys):
    """Converts a text; returns the status, the new text, and what was said without the folder."""

    def run(text, *options, out="out.txt"):
        source, target = tmp_path / "in.txt", tmp_path / out
        source.write_text(text, encoding="utf-8", newline="")
        status = main(["convert-tags", str(source), str(target), *options])
        new = target.read_bytes().decode() if target.is_file() else None
        return status, new, "".join(capsys.readouterr()).replace(f"{tmp_path}/", "")

    return run


@pytest.mark.parametrize(
    ("text", "new", "says"),
    [
        pytest.param(BIOES, "a B-X\nb I-X\nc B-Y\n\nd O\n", "BIOES, 2 of 4 tags", id="BIOES"),
        pytest.param("a B-X\nb L-X\nc U-Y\n", "a B-X\nb I-X\nc B-Y\n", "BILOU, 2 of 3 tags", id="BILOU"),
        pytest.param("a I-X\nb B-X\n", "a B-X\nb B-X\n", "IOB1, 1 of 2 tags", id="IOB1"),
        pytest.param("a B-X\r\nb I-X\r\n", "a B-X\r\nb I-X\r\n", "IOB2, 0 of 2 tags", id="IOB2 already"),
    ],
)
def test_the_scheme_is_found_and_said(convert, text, new, says):
    assert convert(text) == (0, new, f"in.txt: {says} written anew\n")


def test_a_scheme_that_is_given_is_taken(convert):
    assert convert("a I-X\nb B-X\nc O\nd B-Y\n", "--scheme", "iob1")[1] == "a B-X\nb B-X\nc O\nd B-Y\n"


def test_tags_that_break_the_scheme_are_counted(convert):
    said = convert("a E-X\nb O\nc S-X\n")[2]
    assert (
        said
        == "in.txt: BIOES, 2 of 3 tags written anew; 1 broke the scheme and stay as near as IOB2 allows\n"
    )


@pytest.mark.parametrize(
    ("text", "options", "says"),
    [
        pytest.param(
            "a Q-X\n", [], "tags start with 'Q', which fits none of IOB1, IOB2, BIOES, BILOU", id="unknown"
        ),
        pytest.param(
            "a S-X\n", ["--scheme", "bilou"], "in.txt:1: the tag 'S-X' does not start with", id="another"
        ),
        pytest.param("a\n", [], "in.txt:1: the line has no tag", id="no tag"),
        pytest.param(BIOES, ["--scheme", "iob2"], "--scheme: invalid choice: 'iob2'", id="no choice"),
    ],
)
def test_what_cannot_be_converted_is_one_message_and_no_file(convert, text, options, says):
    status, new, said = convert(text, *options)
    assert (status, new) == (2, None)
    assert says in said


def test_the_input_is_never_replaced(convert):
    status, left, said = convert(BIOES, out="in.txt")
    assert (status, left) == (2, BIOES)
    assert "is also IN, which it would replace" in said


def test_what_is_converted_can_be_scored(convert, tmp_path, capsys):
    convert(BIOES)
    out, copy = tmp_path / "out.txt", tmp_path / "copy.txt"
    copy.write_bytes(out.read_bytes())
    assert main(["span", "--gold", str(out), "--pred", str(copy), "--metrics", "Span F1"]) == 0
    assert "100.00" in capsys.readouterr().out
