"""Small inputs neither hang nor fill the memory, and no message is long: each limit of docs/reference/limits.md."""

import io
import json
import zipfile

import numpy as np
import pytest

from pytest_onenlp.show import results_table
from scoring.base import limits
from scoring.base.errors import InputError, RowsError, ScoringError, UsageError
from scoring.base.strict_json import parse_json
from scoring.base.wording import closest, nearest
from scoring.gates import file as gatefile
from scoring.mt.languages.loader import Cards
from scoring.rows import rows as rowfile
from scoring.rows import units as unitstore
from scoring.rows.references import References
from scoring.rows.units import StoredUnits, UnitSet
from tests.core.helpers import reference_row

GATE = '[[gate]]\ncomponent = "{0}"\nlanguage = "en"\ndataset = "d"\ntask = "ud"\ngold = "g"\npred = "p"\n'
HALF = '"\\ud800"'


def gates(path, *names, more=""):
    path.write_text("".join(map(GATE.format, names)) + more, encoding="utf-8")
    return gatefile.read(path)


def stored(**arrays):
    found = StoredUnits()
    found.record(UnitSet("g", (), {label: {"counts": array} for label, array in arrays.items()}))
    return found


def with_member(data, name, array):
    """The units file with one more member, packed as well as can be."""
    made = io.BytesIO(data)
    with (
        zipfile.ZipFile(made, "a", zipfile.ZIP_DEFLATED, compresslevel=9) as packed,
        packed.open(name, "w") as member,
    ):
        np.lib.format.write_array(member, array)
    return made.getvalue()


def row_text(fields=""):
    return f'{{"component": "c", "language": "en", "dataset": "d", "metric": "LAS", "score": 1, "source": "s"{fields}}}'


def document(*rows):
    return f'{{"schema": "onenlp-rows/1", "rows": [{", ".join(rows)}]}}'


def test_a_member_that_no_row_names_is_not_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr(unitstore, "UNITS_ALWAYS", 10_000)
    monkeypatch.setattr(unitstore, "UNITS_FACTOR", 1)
    path = tmp_path / "u.npz"
    data = unitstore.dumps(stored(LAS=np.ones((3, 3), dtype=np.int8)))
    path.write_bytes(with_member(data, "arrays|UAS|x.npy", np.zeros(1_000_000, dtype=np.int8)))

    assert list(unitstore.read(path, [reference_row("LAS")]).arrays) == ["LAS"]
    with pytest.raises(RowsError, match=r"its arrays unpack to \d+ bytes, more than the \d+ that a file of"):
        unitstore.read(path, [reference_row("LAS"), reference_row("UAS")])


def test_a_file_that_packs_too_well_is_written_unpacked_so_that_it_can_be_read(monkeypatch):
    monkeypatch.setattr(unitstore, "UNITS_ALWAYS", 10_000)
    units = stored(LAS=np.ones((1_000_000, 1), dtype=np.int8))

    data = unitstore.dumps(units)

    assert len(data) > 1_000_000
    assert unitstore.loads(data, "u.npz").arrays["LAS"]["counts"].sum() == 1_000_000


def test_the_last_of_many_keys_stands_twice():
    keys = [f'"k{n}": 1' for n in range(90_000)]
    with pytest.raises(InputError, match="field 'k89999' stands twice"):
        parse_json("{" + ", ".join([*keys, keys[-1]]) + "}", "a.json")


def test_the_last_of_many_gates_is_the_twin_of_the_first(tmp_path):
    with pytest.raises(UsageError, match="gates 1 and 9001 are both c0/en/d; keep one"):
        gates(tmp_path / "onenlp.toml", *(f"c{n}" for n in range(9_000)), "c0")


@pytest.mark.parametrize(("first", "second", "said"), [
    (None, ["LAS"], "gates 1 and 3 are both a/en/d;"),
    (["LAS"], None, "gates 1 and 3 are both a/en/d;"),
    (["UAS", "LAS"], ["LAS"], "gates 1 and 3 are both a/en/d/LAS;"),
    (["UAS"], ["LAS"], None),
])  # fmt: skip
def test_gates_of_one_set_are_twins_where_they_share_a_metric(tmp_path, first, second, said):
    text = [GATE.format("a"), GATE.format("b"), GATE.format("a")]
    for place, metrics in ((0, first), (2, second)):
        text[place] += f"metrics = {json.dumps(metrics)}\n" if metrics else ""
    path = tmp_path / "onenlp.toml"
    path.write_text("".join(text))
    if said is None:
        assert len(gatefile.read(path)) == 3
        return
    with pytest.raises(UsageError, match=said):
        gatefile.read(path)


def test_an_average_over_thousands_of_globs_and_gates(tmp_path):
    average = {"component": "mean", "language": "en", "dataset": "d", "of": [f"c{n}/*" for n in range(3_000)]}
    more = "[[average]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in average.items())
    *_, found = gates(tmp_path / "onenlp.toml", *(f"c{n}" for n in range(9_000)), more=more)
    assert [gate.component for gate in found.members] == [f"c{n}" for n in range(3_000)]


def test_near_names_are_found_among_very_many():
    known = [
        f"tagger {n}/en/a long name of a data set/{metric}"
        for n in range(50_000)
        for metric in ("UPOS", "LAS")
    ]
    assert closest("tager 77/en/a long name of a data set/UPOS", known, cutoff=0.5) == known[154]
    assert closest("x" * 1_000_000, [*known, "x" * 1_000_001], cutoff=0.5) == "x" * 1_000_001


def test_near_names_are_looked_for_up_to_a_bound(monkeypatch, tmp_path):
    monkeypatch.setattr("scoring.rows.references.MOST_COMPARED", 2)
    rowfile.write(tmp_path / "refs.json", [reference_row()])
    references = References.load([tmp_path / "refs.json"])
    found = [references.closest("tager/en/toy test/Accuracy") for _ in range(4)]
    assert found == ["tagger/en/toy test/Accuracy"] * 3 + [None]


def test_of_many_names_the_first_are_listed():
    assert nearest("?", [f"{n}" for n in range(100, 1_000)]).endswith(", 128, 129 and 870 more")


def card(path):
    return Cards.load([path.parent])


@pytest.mark.parametrize(("name", "read", "most"), [
    ("refs.json", rowfile.read, limits.REFERENCE_BYTES),
    ("onenlp.toml", gatefile.read, limits.GATE_BYTES),
    ("xx.json", card, limits.CARD_BYTES),
])  # fmt: skip
def test_files_kept_under_version_control_have_a_limit(tmp_path, name, read, most):
    with (tmp_path / name).open("wb") as file:
        file.truncate(most + 1)
    with pytest.raises(
        ScoringError, match=rf"{name}: it has more than {most >> 20} MiB, the limit of such files"
    ):
        read(tmp_path / name)


@pytest.mark.parametrize("row", [
    row_text(f", {HALF}: 1"), row_text(f', "reason": {HALF}'), row_text(f', "counts": {{{HALF}: 1}}'),
    row_text().replace('"LAS"', HALF), row_text(f', "why": {{"units": [{{"id": {HALF}, "loss": 1}}]}}'), HALF,
], ids=["field", "text", "inner key", "name", "deep", "row"])  # fmt: skip
def test_half_of_a_surrogate_pair_anywhere_in_a_row_is_one_message(row):
    with pytest.raises(RowsError, match=r"a\.json: row 1.* has half of a surrogate pair") as caught:
        rowfile.loads(document(row), "a.json")
    assert str(caught.value).isprintable()


def test_half_of_a_surrogate_pair_in_a_snapshot_or_a_card_is_one_message(tmp_path):
    kept = results_table.dumps({"test_a": [results_table.kept_row(reference_row(score=1.0))]})
    with pytest.raises(RowsError, match=r"a\.md:10: .*half of a surrogate pair"):
        results_table.loads(kept.replace('"source"', f'{HALF}: 1, "source"').encode(), "a.md")
    (tmp_path / "xx.json").write_text(f'{{"code": "xx", {HALF}: 1}}')
    with pytest.raises(InputError, match=r"xx\.json: .*half of a surrogate pair"):
        card(tmp_path / "xx.json")


LONG = "x\u202e" * 100_000


@pytest.mark.parametrize("said", [(LONG,), (LONG, "short", LONG), ("line",) * 9 + (LONG,)])
def test_no_message_is_longer_than_two_thousand_characters(said):
    error = ScoringError(*said)
    assert len(str(error)) < 2_000
    assert len(error.lines) == len(said)
    assert "short" not in said or error.lines[1] == "short"


def test_a_long_message_keeps_its_beginning_and_its_end_and_says_what_is_left_out():
    line = str(ScoringError("a.json: " + "x" * 10_000 + "; the way out"))
    assert line.startswith("a.json: xxx")
    assert line.endswith("xxx; the way out")
    left_out = int(line.partition("(")[2].split()[0])
    assert len(line) - len(f"… ({left_out} characters left out) …") + left_out == 10_021
