"""One reader of UTF-8 and one of JSON for every file: a mark at its start is no data, and faults have one wording."""

import io
import json
import random
import re

import pytest

from pytest_onenlp.show import results_table
from scoring import labels, mt, spans, ud
from scoring.base.errors import InputError, RowsError, ScoringError
from scoring.base.pairing import by_cost, paired
from scoring.base.strict_json import is_json, json_lines, leaves, parse_json, unfit
from scoring.base.text import decoded
from scoring.cli import main
from scoring.gates import file as gatefile
from scoring.mt.languages.loader import Cards
from scoring.mt.standards.lists import read_lists
from scoring.mt.standards.resources import load_analyser, load_glosses
from scoring.mt.texts import from_texts
from scoring.rows import rows
from tests.core.helpers import reference_row
from tests.ud.treebank import sentence

MARK = b"\xef\xbb\xbf"
RUN = {"dataset": {"id": "d", "source_language": "en", "target_language": "de"}}
ENTRY = {"id": "1", "source": "a", "references": ["b"], "prediction": "b"}
GATE = '[[gate]]\ncomponent = "c"\nlanguage = "en"\ndataset = "d"\ntask = "labels"\ngold = "g.csv"\npred = "p.csv"\n'
LISTS = {"lists": [{"kind": "k", "source": "s", "checked": "read", "words": ["w"]}]}
CARD = {"code": "xx", "name": "Xish"}


def cards(path):
    return Cards.load([path.parent]).find("xx")


def snapshot(path):
    return results_table.loads(path.read_bytes(), str(path))


def segments(path):
    found = from_texts(references=[path], predictions=path, source_language="en", target_language="de")
    return found.entries


def converted(path):
    target = path.with_name("out.txt")
    assert main(["convert-tags", str(path), str(target)]) == 0
    return decoded(target.read_bytes(), "out.txt")


def file_of_rows():
    return rows.dumps([reference_row()])


READERS = {  # name of the file, its content, what reads it
    "CoNLL-U": ("t.conllu", sentence("Ina"), lambda path: ud.read(path).stream.tobytes()),
    "tagged text": ("t.iob2", "Ina B-PER\n", lambda path: spans.read(path).tokens),
    "span documents": ("t.jsonl", '{"id": 1, "spans": [[0, 3, "PER"]]}\n', lambda path: spans.read_documents(path).ids),
    "label objects": ("t.jsonl", '{"id": "1", "gold": "a"}\n', lambda path: labels.read(path).columns),
    "label table": ("t.csv", "id,gold\n1,a\n", lambda path: labels.read(path).columns),
    "label table in tabs": ("t.tsv", "id\tgold\n1\ta\n", lambda path: labels.read(path).columns),
    "run": ("run.json", json.dumps({**RUN, "entries": [ENTRY]}), mt.read_run),
    "run in lines": ("run.jsonl", f"{json.dumps(RUN)}\n{json.dumps(ENTRY)}\n", mt.read_run),
    "segments": ("t.txt", "eins\nzwei\n", segments),
    "gate file": ("onenlp.toml", GATE, lambda path: [gate.identity for gate in gatefile.read(path)]),
    "rows": ("refs.json", file_of_rows(), rows.read),
    "results snapshot": ("test_a.md", results_table.dumps({"a": [results_table.kept_row(reference_row())]}), snapshot),
    "glosses": ("glosses.tsv", "atim\tdog\n", load_glosses),
    "glosses in JSON": ("glosses.json", '{"atim": ["dog"]}', load_glosses),
    "analyses": ("analyser.json", '{"atim": ["atim+N"]}', lambda path: load_analyser(path).analyses("atim")),
    "word lists": ("lists.json", json.dumps(LISTS), lambda path: read_lists(path, str(path), ["k"], unverified=False)),
    "language card": ("xx.json", json.dumps(CARD), cards),
    "tags to convert": ("t.txt", "Ina S-PER\n", converted),
}  # fmt: skip


@pytest.fixture(params=READERS)
def kept(request, tmp_path):
    """A file's place, its content in bytes, and what reads it."""
    name, text, read = READERS[request.param]
    return tmp_path / name, text.encode(), read


def test_a_byte_order_mark_at_the_start_of_any_file_is_no_data(kept):
    path, content, read = kept
    path.write_bytes(content)
    bare = read(path)
    path.write_bytes(MARK + content)
    assert read(path) == bare


def test_bytes_that_are_not_utf8_have_one_wording_in_any_file(kept, capsys):
    path, content, read = kept
    path.write_bytes(content + b"#\n\xe4bc\n")
    try:
        read(path)
    except AssertionError:  # the command has said it
        said = capsys.readouterr().err.removeprefix("onenlp: ").strip()
    except ScoringError as error:
        said = str(error)
    line, byte = content.count(b"\n") + 2, len(content) + 3
    assert said == (
        f"{path}:{line}: byte {byte} (0xE4) is not UTF-8: invalid continuation byte; save the file as UTF-8"
    )


def test_a_mark_counts_as_bytes_but_not_as_a_line():
    with pytest.raises(InputError, match=r"^t:1: byte 5 \(0xFF\)"):
        decoded(MARK + b"a\xff", "t")


@pytest.mark.parametrize(
    ("content", "line"), [(b"\r\n\r\n\xff", 3), (b"\r\r\xff", 3), (b"\n\r\xff", 3), (b"\xff", 1)]
)
def test_every_line_end_that_the_reader_knows_is_counted(content, line):
    with pytest.raises(InputError, match=f"^t:{line}: "):
        decoded(content, "t")
    with pytest.raises(InputError, match=f"^t:{line}: "):
        ud.loads(content, "t")


def test_where_a_carriage_return_ends_no_line_it_is_not_counted():
    with pytest.raises(InputError, match=r"^t:2: "):
        decoded(b"a\rb\n\xff", "t", cr_ends_lines=False)


def test_a_mark_inside_of_a_file_is_data(tmp_path):
    (tmp_path / "t.txt").write_bytes("\ufeffeins\n\ufeffzwei\n".encode())
    assert [entry.prediction for entry in segments(tmp_path / "t.txt")] == ["eins", "\ufeffzwei"]


def test_a_second_mark_is_data():
    assert decoded(MARK + MARK + b"a", "t") == "\ufeffa"


@pytest.mark.parametrize("read", [ud.read, spans.read, labels.read, mt.read_run])
def test_an_open_text_file_that_is_not_utf8_has_the_same_wording(read):
    file = io.TextIOWrapper(io.BytesIO(b"a\n\xff"), encoding="utf-8")
    with pytest.raises(InputError, match=r"2: byte 3 \(0xFF\) is not UTF-8: .*; save the file as UTF-8$"):
        read(file)


def test_a_text_file_opened_in_another_encoding_is_told_so():
    file = io.TextIOWrapper(io.BytesIO(b"a\xc3\xa4"), encoding="ascii")
    with pytest.raises(
        InputError,
        match=r":1: byte 2 \(0xC3\) is not ASCII: .* as UTF-8 and open it so$",
    ):
        labels.read(file)


def test_a_converted_file_keeps_its_mark(tmp_path):
    (tmp_path / "in.txt").write_bytes(MARK + b"Ina S-PER\r\n")
    assert main(["convert-tags", str(tmp_path / "in.txt"), str(tmp_path / "out.txt")]) == 0
    assert (tmp_path / "out.txt").read_bytes() == MARK + b"Ina B-PER\r\n"


# --- JSON


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param('{"a": 1, "a": 1}', "t: field 'a' stands twice; keep one", id="a key twice"),
        pytest.param('{"b": {"a": 1, "a": 2}}', "t: field 'a' stands twice", id="deeper"),
        pytest.param('[{"a" :1, "a":2, "t": ":"}]', "t: field 'a' stands twice", id="a colon in a text beside it"),
        pytest.param('{"a" :1, "a" :2, "t": "\\":"}', "t: field 'a' stands twice", id="a quote and a colon in a text"),
        pytest.param('{"a": 1, "\\u0061": 1}', "t: field 'a' stands twice", id="spelt otherwise"),
        pytest.param("{\n1", "t:2: not JSON: Expecting property name", id="no key"),
        pytest.param("[" * 100_000, "t:1: not JSON: nested too deeply", id="nested"),
        pytest.param("1" * 5000, "t: a number of it has too many digits to be read", id="digits"),
    ],
)  # fmt: skip
def test_what_is_no_strict_json_is_refused(text, said):
    with pytest.raises(RowsError, match=f"^{re.escape(said)}"):
        parse_json(text, "t", RowsError)


@pytest.mark.parametrize(
    "text",
    [
        '{"a": {"a": 1}}',
        '[{"a": 1}, {"a": ":"}]',
        '{"t": "{\\"a\\":1, \\"a\\":2}"}',
        '"a"',
        "[]",
        '{"a" : "::"}',
    ],
)
def test_what_only_looks_like_a_key_twice_is_read(text):
    assert parse_json(text, "t") == json.loads(text)


@pytest.mark.parametrize("seed", range(300))
def test_the_fast_way_reads_what_pythons_reader_reads(seed):
    draw = random.Random(seed)

    def value(depth):
        kind = draw.randrange(7 if depth else 5)
        if kind < 2:
            return draw.choice(["", "a", ":", '":', "é\\", "😀", "\ud800", "x\udc00y", "\x00"])
        if kind == 5:
            return [value(depth - 1) for _ in range(draw.randrange(3))]
        if kind == 6:
            return {draw.choice("ab:é"): value(depth - 1) for _ in range(draw.randrange(4))}
        return draw.choice([0, -1, 2**64, -(2**63) - 1, 0.1, 1e-320, 1e308, None, True, float("inf"), 10**30])

    text = json.dumps(value(3), ensure_ascii=draw.random() < 0.5)
    assert repr(parse_json(text, "t")) == repr(json.loads(text))


def test_a_line_of_json_lines_is_named():
    with pytest.raises(InputError, match=r"^t:3: field 'a' stands twice"):
        list(json_lines('{"a": 1}\n\n{"a":1,"a":2}\n', "t"))
    with pytest.raises(InputError, match=r"^t:2: not JSON: .* \(column 2\); and$"):
        list(json_lines("1\n{", "t", hint="; and"))


def test_lines_without_anything_on_them_are_left_out_and_counted():
    assert list(json_lines("\n1\n \t\n2\n", "t")) == [(2, 1), (4, 2)]


@pytest.mark.parametrize(
    ("text", "said"),
    [("1 ", True), ("NaN", True), ('"\\ud800"', True), ("", False), ("{", False), ("[" * 99_999, False)],
)
def test_a_text_is_json_or_not(text, said):
    assert is_json(text) is said


def test_leaves_come_in_the_order_of_the_text_keys_before_what_they_hold():
    document = {"a": [1, {"b": "x"}], "c": None}
    assert list(leaves(document, "$")) == [
        ("$.a", "a"), ("$.a[0]", 1), ("$.a[1].b", "b"), ("$.a[1].b", "x"), ("$.c", "c"), ("$.c", None),
    ]  # fmt: skip


def test_leaves_of_a_document_nested_as_deeply_as_json_allows():
    deep = json.loads("[" * 900 + "1" + "]" * 900)
    assert [value for _, value in leaves(deep)] == [1]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (float("nan"), "is nan, but a finite number is needed; leave it out"),
        (2**64, "is a whole number of more than 64 bits"),
        ("x\ud800", r"is 'x\ud800', which has half of a surrogate pair, so it is no text; take it out"),
        ("é😀", None), (2**64 - 1, None), (True, None), (0.5, None), (None, None),
    ],
)  # fmt: skip
def test_what_no_file_can_hold_is_told_apart(value, said):
    assert unfit(value, "leave it out") == said


# --- pairing


@pytest.mark.parametrize(
    ("choices", "pairs"),
    [
        pytest.param([[0], [0]], {0: 0}, id="one place for two"),
        pytest.param([[0, 1], [0]], {0: 1, 1: 0}, id="the first makes room"),
        pytest.param([[0], [0, 1], [1, 2]], {0: 0, 1: 1, 2: 2}, id="each in turn"),
        pytest.param([[1], [], [0]], {0: 1, 2: 0}, id="none"),
        pytest.param([], {}, id="nothing"),
    ],
)
def test_as_many_as_can_be_are_paired(choices, pairs):
    assert paired(choices) == pairs


def test_a_long_chain_of_places_that_make_room_is_followed():
    size = 3000
    choices = [*([place, place + 1] for place in range(size)), [0]]
    assert len(paired(choices)) == size + 1


def test_cheaper_places_come_first_then_nearer_ones():
    assert by_cost([[1, 0, None, 0], [2, 2, 2]]) == [[1, 3, 0], [1, 0, 2]]
