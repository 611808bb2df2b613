"""CoNLL-U is read as the shared task's script reads it, and what it refuses is named with file, line and reason."""

import io
import random

import numpy as np
import pytest

from scoring import ud
from scoring.base.errors import InputError
from scoring.ud.corpus import COLUMNS
from scoring.ud.regular import read_regular
from scoring.ud.strict import read_strict
from tests.ud.treebank import corpus, row, sentence

ARRAYS = (
    "fields", "heads", "forms", "ranges", "words", "sentence_tokens", "sentence_words", "stream", "offsets"
)  # fmt: skip
A = row(1, "a")
B = row(2, "b")


def lines(*rows):
    return "\n".join([*rows, ""]) + "\n"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        pytest.param(lines("1\ta"), 1, "10 columns", id="too few columns"),
        pytest.param(lines(A + "\t"), 1, "11 columns", id="trailing tab"),
        pytest.param(lines(A, "# c", B), 2, "comments stand before a sentence", id="comment inside"),
        pytest.param(lines(A, " ", B), 2, "has to be empty", id="line of one space"),
        pytest.param(lines("1.1\te" + "\t_" * 7, A), 1, "9 columns", id="empty node of nine columns"),
        pytest.param(lines(row(1, "")), 1, "FORM is empty", id="empty form"),
        pytest.param(lines(row(1, "\u3000")), 1, "FORM is empty", id="form of spaces"),
        pytest.param(lines(row("x", "a")), 1, "ID 'x' is not a number", id="id in letters"),
        pytest.param(lines(row("", "a")), 1, "ID '' is not a number", id="empty id"),
        pytest.param(lines(A, row(3, "b", head="1")), 2, "ID is 3, but 2 is expected", id="gap"),
        pytest.param(lines(A, row(1, "b", head="1")), 2, "ID is 1, but 2 is expected", id="id twice"),
        pytest.param(lines("1-x\tab" + "\t_" * 8, A), 1, "'1-x' is neither", id="range in letters"),
        pytest.param(lines("1-2-3\tab" + "\t_" * 8, A), 1, "'1-2-3' is neither", id="range of three"),
        pytest.param(
            lines("1-3\tab" + "\t_" * 8, A, B), 4, "sentence ends inside", id="range beyond the sentence"
        ),
        pytest.param("1-3\tab" + "\t_" * 8 + f"\n{A}\n", 2, "file ends inside", id="range beyond the file"),
        pytest.param(
            lines(A, B, "1-2\tab" + "\t_" * 8), 4, "sentence ends inside", id="range after its words"
        ),
        pytest.param(lines(A, row(2, "b", head="x")), 2, "HEAD 'x' is not a number", id="head in letters"),
        pytest.param(lines(A, row(2, "b", head="")), 2, "HEAD '' is not a number", id="empty head"),
        pytest.param(lines(A, row(2, "b", head="-1")), 2, "negative", id="negative head"),
        pytest.param(lines(A, row(2, "b", head="3")), 2, "outside of the sentence", id="head out of range"),
        pytest.param(lines(A, row(2, "b", head="2")), 2, "cycle: 2 -> 2", id="own head"),
        pytest.param(
            lines(A, row(2, "b", head="3"), row(3, "c", head="2")), 2, "cycle: 2 -> 3 -> 2", id="cycle of two"
        ),
        pytest.param(
            lines(A, row(2, "b", head="0")), 2, "2 words have HEAD 0: 1 (line 1), 2 (line 2)", id="two roots"
        ),
        pytest.param(
            lines("1-1\ta" + "\t_" * 8, row(1, "a", head="_"), row(2, "b", head="1")),
            2,
            "HEAD '_' is not a number",
            id="no head in a range",
        ),
        pytest.param(
            lines("1-1\ta" + "\t_" * 8, row(1, "a", head="-1")),
            2,
            "outside of the sentence",
            id="-1 in a range",
        ),
        pytest.param(lines(A, "") + lines(A), 3, "blank line with no sentence", id="two blank lines"),
        pytest.param("\n" + lines(A), 1, "blank line with no sentence", id="blank line first"),
        pytest.param(lines("# c"), 2, "blank line with no sentence", id="comment and blank line"),
        pytest.param(lines("1.1\te" + "\t_" * 8), 2, "no word", id="empty nodes only"),
        pytest.param(A + "\n", 1, "blank line after it", id="no blank line at the end"),
        pytest.param(A, 1, "blank line after it", id="no line end at the end"),
        pytest.param(lines(A).replace("\n", "\r\r\n"), 3, "blank line with no sentence", id="CR CR LF"),
        pytest.param(lines(row(1, "a\nb")), 1, "10 columns", id="line end in a form"),
    ],
)
def test_what_is_refused_is_named_with_line_and_reason(text, line, reason):
    with pytest.raises(InputError) as caught:
        ud.loads(text, "my.conllu")
    message = str(caught.value)
    assert message.startswith(f"my.conllu:{line}: ")
    assert reason in message


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(lines("# c", "#\ttabs\t", A, B), id="comments"),
        pytest.param(lines(A, B) + "# last\n", id="comment at the end"),
        pytest.param(lines(A, B) + "# last", id="comment at the end without line end"),
        pytest.param(lines(A, B).replace("\n", "\r\n"), id="CRLF"),
        pytest.param("\ufeff" + lines(A, B), id="byte order mark"),
        pytest.param("\ufeff# c\n" + lines(A, B), id="byte order mark before a comment"),
        pytest.param(lines(A, B).replace("\n", "\r"), id="CR"),
        pytest.param(
            lines(row("01", "a", head="0"), row("+2", "b", head=" 1")), id="numbers as int reads them"
        ),
        pytest.param(
            lines(row("１", "a", head="00"), row("٢", "b", head="１")), id="digits of other scripts"
        ),
        pytest.param(lines("0.1\te" + "\t_" * 8, A, "1.1\te" + "\t_" * 8, B), id="empty nodes"),
        pytest.param(lines("a.b\t" + "\t_" * 8, A, B), id="any id with a dot is an empty node"),
        pytest.param(lines("5-5\ta" + "\t_" * 8, A, B), id="only the width of a range counts"),
        pytest.param(
            lines("1 - 1\ta" + "\t_" * 8, row(7, "a", head="0"), B), id="ids inside a range do not count"
        ),
        pytest.param(lines(A, row(2, "b", xpos="\u2028\x85\x0b")), id="line separators that end no line"),
    ],
)
def test_odd_but_valid_texts_are_read(text):
    found = corpus(text)
    assert (found.n_sentences, found.n_words, found.heads.tolist()) == (1, 2, [-1, 0])
    assert found.stream.tobytes() == b"ab"


def test_empty_nodes_in_a_range_are_left_out():
    found = corpus(lines("1-2\tab" + "\t_" * 8, A, "1.1\te" + "\t_" * 8, B))
    assert found.words.tolist() == [0, 2]


def test_words_of_a_sentence_may_hang_in_a_chain_of_any_length():
    size = 3000
    rows = [row(n, "x", head=str(n + 1)) for n in range(1, size)]
    assert corpus(lines(*rows, row(size, "x", head="0"))).n_words == size


def test_ten_broken_sentences_are_listed_and_the_rest_counted():
    broken = lines(row(2, "a"))
    with pytest.raises(InputError) as caught:
        ud.loads(broken * 12 + lines(A), "my.conllu")
    shown = str(caught.value).split("\n")
    assert [line.split(": ")[0] for line in shown[:10]] == [
        f"my.conllu:{number}" for number in range(1, 20, 2)
    ]
    assert shown[10:] == ["and 2 more broken sentences in my.conllu"]


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param(lines(row(1, "a", head="1"), row(2, "b", head="0")), id="in the tree"),
        pytest.param(lines(A, "broken", B), id="in a line"),
        pytest.param(lines("1-2\tab" + "\t_" * 8, A), id="at its end"),
    ],
)
def test_a_broken_sentence_is_reported_once(bad):
    with pytest.raises(InputError) as caught:
        ud.loads(lines(A) + bad + lines(A), "my.conllu")
    assert "\n" not in str(caught.value)


def test_bytes_that_are_not_utf8_are_named_with_line_and_byte():
    with pytest.raises(InputError, match=r"my\.conllu:4: byte \d+ \(0xFF\) is not UTF-8"):
        ud.loads(lines(A, B).encode() + b"\xff\n\n", "my.conllu")


def test_half_a_surrogate_pair_is_refused():
    with pytest.raises(InputError, match=r"t:1: character 3 is half of a surrogate pair"):
        ud.loads("1\t\ud800", "t")


@pytest.mark.parametrize("text", ["", "# only a comment\n"])
def test_a_text_without_sentences_is_an_empty_corpus(text):
    found = corpus(text)
    assert (found.n_sentences, found.n_tokens, found.n_words) == (0, 0, 0)
    scores = ud.scores(found, found)
    assert {(score.correct, score.f1) for score in scores.values()} == {(0, 0.0)}


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        pytest.param("no/such.conllu", "No such file", id="missing"),
        pytest.param("", "path of the CoNLL-U file is empty", id="empty path"),
        pytest.param(".", "Is a directory", id="folder"),
        pytest.param("a\0b", "null", id="null byte"),
        pytest.param(3, "give a path or an open file", id="number"),
    ],
)
def test_a_source_that_cannot_be_read_is_an_input_error(source, reason):
    with pytest.raises(InputError, match=reason):
        ud.read(source)


@pytest.mark.parametrize("mode", ["path", "text of path", "bytes", "text"])
def test_paths_and_open_files_are_read(tmp_path, mode):
    path = tmp_path / "gold.conllu"
    path.write_bytes(lines(A, row(2, "é")).encode())
    with path.open("rb") as binary, path.open(encoding="utf-8") as text:
        source = {"path": path, "text of path": str(path), "bytes": binary, "text": text}[mode]
        found = ud.read(source)
    assert found.stream.tobytes() == "aé".encode()
    assert found.name == str(path)


def test_a_text_file_that_is_not_utf8_is_an_input_error():
    file = io.TextIOWrapper(io.BytesIO(b"\xff"), encoding="utf-8")
    with pytest.raises(InputError, match="not UTF-8"):
        ud.read(file)


def test_every_space_of_unicode_leaves_the_text():
    spaces = (
        " \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
    )
    assert len(spaces) == 17
    found = corpus(sentence(f"a{spaces}b", f"{spaces}c"))
    assert found.stream.tobytes() == b"abc"
    assert found.offsets.tolist() == [0, 2, 3]


def test_no_other_character_leaves_the_text():
    kept = "\u200b\u200c\u00ad\u2060\u2028\u180e\ufeffx\u2010\u3001\u1681"
    assert corpus(sentence(kept)).stream.tobytes().decode() == kept


def random_text(draw):
    """A valid text of the regular form: multiword tokens, empty nodes, comments, spaces, several scripts."""
    sentences = []
    for number in range(draw.randint(1, 5)):
        tokens = []
        for _ in range(draw.randint(1, 12)):
            form = "".join(draw.choice("ab c\u00a0é中😀") for _ in range(draw.randint(0, 3))) + draw.choice(
                "xyш"
            )
            words = [draw.choice("pqr") * draw.randint(0, 2) for _ in range(draw.randint(1, 3))]
            tokens.append((form, *words) if draw.random() < 0.3 else form)
        rows = sentence(*tokens).split("\n")
        if draw.random() < 0.3:
            rows.insert(draw.randint(0, len(rows) - 2), f"{draw.randint(0, 9)}.1\tnode" + "\t_" * 8)
        sentences.append(f"# sent_id = s{number}\n" * draw.randint(0, 1) + "\n".join(rows))
    return "".join(sentences)


@pytest.mark.parametrize("seed", range(200))
def test_the_fast_reader_and_the_strict_one_make_the_same_corpus(seed):
    text = random_text(random.Random(seed)).encode()
    data = np.frombuffer(text + bytes(16), dtype=np.uint8)
    fast, strict = read_regular("t", data, len(text)), read_strict("t", data, len(text))
    assert fast is not None
    assert [name for name in ARRAYS if not np.array_equal(getattr(fast, name), getattr(strict, name))] == []


@pytest.mark.parametrize(
    ("second", "regular"),
    [
        pytest.param("3-4", True, id="one begins behind the other's last word"),
        pytest.param("2-3", False, id="one begins with the other's last word"),
        pytest.param("1-2", False, id="one begins with the other's first word"),
    ],
)
def test_ranges_that_share_a_word_are_left_to_the_strict_reader(second, regular):
    rows = [row(1, "a"), row(2, "b"), row(3, "c", head="1"), row(4, "d", head="1")]
    at = int(second[0]) - 1
    rows.insert(at, second + "\tcd" + "\t_" * 8)
    rows.insert(0, "1-2\tab" + "\t_" * 8)
    text = lines(*rows).encode()
    data = np.frombuffer(text + bytes(16), dtype=np.uint8)
    assert (read_regular("t", data, len(text)) is not None) is regular


@pytest.mark.parametrize("seed", range(300))
def test_the_fast_reader_takes_nothing_that_the_strict_one_refuses(seed):
    draw = random.Random(seed)
    text = random_text(draw)
    place = draw.randrange(len(text))
    text = (
        text[:place] + draw.choice(["", "\t", "\n", "-", ".", "0", "7", "#"]) + text[place + 1 :]
    ).encode()
    data = np.frombuffer(text + bytes(16), dtype=np.uint8)
    if read_regular("t", data, len(text)) is not None:
        read_strict("t", data, len(text))


def test_columns_are_the_bytes_between_the_tabs():
    found = corpus(sentence("a", "é", lemma="l m", upos="N V", xpos="n v", feats="F=1 _", deprel="root obj"))
    assert [found.field(1, column) for column in range(len(COLUMNS))] == [
        "2",
        "é",
        "m",
        "V",
        "v",
        "_",
        "1",
        "obj",
    ]
