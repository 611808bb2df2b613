"""Tables of scores: every form gives the same rows, and a cell that is no number is named with its row."""

import io
import json
import math

import numpy as np
import pandas as pd
import pytest

from scoring import scores
from scoring.base.errors import InputError, UsageError
from scoring.scores.cells import numbers_in

ROWS = [
    {"id": "a1", "mark": 1.0, "ok": True},
    {"id": "a2", "mark": 0.5, "ok": False},
    {"id": "a10", "mark": 0.0, "ok": True},
]
CSV = "id,mark,ok\na1,1,true\na2,0.5,False\na10,0,TRUE\n"


def columns(rows):
    return {name: [row[name] for row in rows] for name in rows[0]}


def arrow(rows):
    return pytest.importorskip("pyarrow").Table.from_pylist(rows)


@pytest.fixture
def write(tmp_path):
    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


FORMS = {
    "CSV": lambda write: write("d.csv", CSV),
    "semicolons and a byte order mark": lambda write: write("d.csv", "\ufeff" + CSV.replace(",", ";")),
    "TSV": lambda write: write("d.tsv", CSV.replace(",", "\t")),
    "JSON Lines": lambda write: write("d.jsonl", "".join(json.dumps(row) + "\n" for row in ROWS)),
    "a JSON array": lambda write: write("d.json", json.dumps(ROWS, indent=1)),
    "an open file": lambda write: io.StringIO(CSV),
    "records": lambda write: ROWS,
    "columns": lambda write: columns(ROWS),
    "arrays by name": lambda write: {name: np.array(cells) for name, cells in columns(ROWS).items()},
    "a DataFrame": lambda write: pd.DataFrame(ROWS),
    "a DataFrame with an index": lambda write: pd.DataFrame(ROWS).set_index("id"),
    "an Arrow table": lambda write: arrow(ROWS),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_same_rows(form, write):
    table = scores.read(FORMS[form](write))
    assert table.ids == ("a1", "a2", "a10")
    assert numbers_in(table, "mark").tolist() == [1.0, 0.5, 0.0]
    assert numbers_in(table, "ok").tolist() == [1.0, 0.0, 1.0]


@pytest.mark.parametrize("ending", ["parquet", "arrow", "feather", "bin"])
def test_parquet_and_arrow_files_are_told_by_how_they_begin(ending, tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import feather, parquet

    path, table = tmp_path / f"d.{ending}", pyarrow.Table.from_pylist(ROWS)
    if ending in ("parquet", "bin"):
        parquet.write_table(table, path)
    elif ending == "feather":
        feather.write_feather(table, path)
    else:
        with pyarrow.OSFile(str(path), "wb") as sink, pyarrow.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table)
    found = scores.read(path)
    assert found.ids == ("a1", "a2", "a10")
    assert numbers_in(found, "mark").tolist() == [1.0, 0.5, 0.0]


def test_without_pyarrow_a_parquet_file_is_one_message_with_what_installs_it(write, monkeypatch):
    import scoring.scores.arrow as reader

    def absent(name):
        raise ImportError(name)

    monkeypatch.setattr(reader.importlib, "import_module", absent)
    said = r"d\.parquet: Parquet and Arrow files are read by pyarrow.*pip install pyarrow"
    with pytest.raises(InputError, match=said):
        scores.read(write("d.parquet", b"PAR1"))


def test_a_damaged_parquet_file_is_one_message(write):
    pytest.importorskip("pyarrow")
    with pytest.raises(InputError, match=r"d\.parquet: not a Parquet or Arrow file that can be read"):
        scores.read(write("d.parquet", b"PAR1 and nothing"))


@pytest.mark.parametrize(
    ("name", "content", "how", "said"),
    [
        ("d.csv", "user,mark\nu1,1\n", {}, "there is no field 'id'; the fields are: user, mark; .*id \\(--id\\)"),
        ("d.csv", "user,mark\nu1,1\n", {"id": "usr"}, "there is no field 'usr'"),
        ("d.csv", "u1,1\nu2,0\n", {}, "d.csv:1: the first line looks like a row.*--columns id,mark"),
        ("d.csv", "id,mark\na,1\na,2\n", {}, "d.csv:3: the id 'a' is also that of .*d.csv:2"),
        ("d.csv", "id,mark\na,1\n,2\n", {}, "d.csv:3: the row has no id"),
        ("d.csv", "id,mark\n", {}, "the file has a header and no rows"),
        ("d.csv", "", {}, "the file has no rows"),
        ("d.jsonl", '{"id": "a"}\n[1]\n', {}, "d.jsonl:2: an object is needed.*got a list"),
        ("d.json", "[]", {}, "the file has no rows"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_table_of_scores_is_one_message(write, name, content, how, said):
    with pytest.raises(InputError, match=said):
        scores.read(write(name, content), **how)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (7, "cannot read data from int; give a path"),
        ([1, 2], "data, row 1: an object is needed.*got int"),
        ({"a": [1], "b": [1, 2]}, "its columns have different numbers of rows: a has 1, b has 2"),
        ({"a": 1}, "the column 'a' is int"),
        ([], "there are no rows"),
    ],
)
def test_an_object_that_is_no_table_of_scores_is_one_message(source, said):
    with pytest.raises(InputError, match=said):
        scores.read(source)


def test_the_columns_of_a_file_without_a_header_are_named(write):
    table = scores.read(write("d.csv", "a1,1\na2,0\n"), columns=["id", "mark"])
    assert (table.ids, list(table.columns["mark"])) == (("a1", "a2"), ["1", "0"])
    with pytest.raises(UsageError, match="header is 'no', but True or False is needed"):
        scores.read(write("d.csv", "a1,1\n"), header="no")


@pytest.mark.parametrize("cell", ["x", "1,5", "0x1f", "1_000", "inf", "1e999", "--1", "1.2.3", "yes"])
def test_a_cell_that_is_no_number_is_named_with_its_row(write, cell):
    table = scores.read(write("d.tsv", f"id\tmark\na1\t1\na2\t{cell}\n"))
    with pytest.raises(InputError, match=r"d\.tsv:3 \(id 'a2'\): mark is '"):
        numbers_in(table, "mark")


@pytest.mark.parametrize("cell", ["1", [1], {"a": 1}, 1j, math.inf, 10**400, 1e300])
def test_a_value_that_is_no_number_is_named_with_its_row(cell):
    with pytest.raises(InputError, match=r"data, row 2 \(id 'b'\): mark is "):
        numbers_in(scores.read({"id": ["a", "b"], "mark": [1, cell]}), "mark")


@pytest.mark.parametrize("cell", [None, math.nan, "", "NaN", np.nan, pd.NA, pd.NaT])
def test_what_is_not_there_is_missing(cell):
    table = scores.read({"id": ["a", "b"], "mark": [1, cell]})
    assert np.isnan(numbers_in(table, "mark")).tolist() == [False, True]


def test_a_decimal_comma_is_told():
    with pytest.raises(InputError, match="decimals have a point"):
        numbers_in(scores.read(io.StringIO("id;mark\na;0,5\n")), "mark")
