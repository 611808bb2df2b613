"""Reading runs: one record a segment, and for every fault one message with file, entry and field."""

import json

import pytest

from scoring.base.errors import AlignmentError, InputError
from scoring.mt.read import loads_run, read_run
from scoring.mt.run import dumps
from scoring.mt.texts import from_texts
from tests.mt.runs import DATASET, document, entry


def refusal(text, name="run.json"):
    with pytest.raises(InputError) as caught:
        loads_run(text, name)
    return str(caught.value)


def of(*entries, **fields):
    return json.dumps(document(*entries, **fields))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param("", "run.json: the file is empty", id="empty"),
        pytest.param("{", "run.json:1: not JSON", id="not JSON"),
        pytest.param("[]", "run.json: no header", id="a list"),
        pytest.param('{"id": "a"}\n{"id": "b"}', "run.json: no header", id="lines without a header"),
        pytest.param(of(entry(1, id="")), "entry '': field 'id': Expected `str` of length >= 1", id="no id"),
        pytest.param(
            of({"id": "a"}), "entry 'a': Object missing required field `references`", id="no references"
        ),
        pytest.param(of(entry(1, references=[])), "entry 'e0001': field 'references'", id="an empty list"),
        pytest.param(
            of(entry(1, references=[" "])), "entry 'e0001': references[0] is blank", id="a blank reference"
        ),
        pytest.param(
            of(entry(1, prediction=3)),
            "entry 'e0001': field 'prediction': Expected `str | null`",
            id="a number",
        ),
        pytest.param(
            of(entry(1, refs=["x"])),
            "entry 'e0001': Object contains unknown field `refs`",
            id="unknown field",
        ),
        pytest.param(of(entry(1), entry(1)), "entries 1 and 2 both have the id 'e0001'", id="an id twice"),
        pytest.param(
            of(entry(1, latency_seconds=float("nan"))),
            "entry 'e0001': field 'latency_seconds' is nan",
            id="NaN",
        ),
        pytest.param(of(entry(1, cost_usd=-1)), "entry 'e0001': field 'cost_usd'", id="a negative cost"),
        pytest.param(
            of(entry(1, prediction="\ud83d")),
            "entry 'e0001': field 'prediction' is '\\ud83d', which has half",
            id="surrogate",
        ),
        pytest.param(
            of(entry(1), glossary={"dog": "Hund"}),
            "field 'glossary[...]': Expected `array`, got `str`",
            id="a glossary of texts",
        ),
        pytest.param(
            of(entry(1), glossary={"dog": []}),
            "glossary 'dog': [], but a source term needs",
            id="no target term",
        ),
        pytest.param('{"dataset": {"id": "d"}, "entries": []}', "field 'dataset'", id="no languages"),
        pytest.param('{"a": 1, "a": 2}', "field 'a' stands twice", id="a key twice"),
    ],
)
def test_a_fault_is_one_message_with_its_place(text, says):
    assert says in refusal(text)


def test_a_fault_in_a_line_names_the_line():
    text = json.dumps({"dataset": DATASET}) + "\n\n" + json.dumps(entry(1, prediction=3)) + "\n"
    assert "run.jsonl: entry 'e0001' (line 3): field 'prediction'" in refusal(text, "run.jsonl")


def test_lines_and_one_object_are_the_same_run():
    entries = [entry(1), entry(2, prediction=None, error="timeout")]
    lines = "\n".join(json.dumps(one) for one in [{"dataset": DATASET}, *entries])
    assert loads_run(lines) == loads_run(of(*entries))


def test_a_byte_order_mark_is_no_part_of_the_run():
    assert loads_run(b"\xef\xbb\xbf" + of(entry(1)).encode()) == loads_run(of(entry(1)))


def test_what_is_written_is_read_again(tmp_path):
    made = loads_run(of(entry(1, usage={"prompt_tokens": 3, "completion_tokens": 4}, difficulty=2)))
    (tmp_path / "run.json").write_text(dumps(made), encoding="utf-8")
    assert read_run(tmp_path / "run.json") == made


@pytest.mark.parametrize(
    ("fields", "failed"),
    [
        ({"prediction": "x"}, False),
        ({"prediction": None}, True),
        ({"prediction": " \n"}, True),
        ({"prediction": "x", "error": "cut off"}, True),
    ],
)
def test_an_error_or_no_prediction_is_an_empty_output(fields, failed):
    (one,) = loads_run(of(entry(1, **fields))).entries
    assert (one.failed, one.output) == (failed, "" if failed else "x")


def write(folder, **files):
    for name, text in files.items():
        (folder / name).write_bytes(text.encode())
    return {name: folder / name for name in files}


def test_parallel_files_are_a_run_with_an_entry_a_line(tmp_path):
    files = write(tmp_path, src="a\r\nb\n", ref="c\nd\n", pred="c\n\n")
    made = from_texts(
        references=[files["ref"]],
        predictions=files["pred"],
        sources=files["src"],
        source_language="en",
        target_language="de",
    )
    assert [(one.id, one.source, one.references, one.failed) for one in made.entries] == [
        ("1", "a", ("c",), False), ("2", "b", ("d",), True),
    ]  # fmt: skip


def test_a_line_separator_inside_a_line_ends_no_segment(tmp_path):
    files = write(tmp_path, ref="a\u2028b\n", pred="a\x0bb\n")
    made = from_texts(
        references=[files["ref"]], predictions=files["pred"], source_language="en", target_language="de"
    )
    assert len(made.entries) == 1


def test_files_of_different_length_are_refused_with_both_lengths(tmp_path):
    files = write(tmp_path, ref="a\nb\n", pred="a\n")
    with pytest.raises(
        AlignmentError, match=r"pred has 1 line, .*ref has 2 lines; parallel texts have one for each segment"
    ):
        from_texts(
            references=[files["ref"]], predictions=files["pred"], source_language="en", target_language="de"
        )
