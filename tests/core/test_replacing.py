"""Rows and units are replaced in an order in which every row finds its units, whenever the writer is stopped."""

import pytest

from scoring.base.errors import RowsError
from scoring.evaluation.evaluate import evaluate
from scoring.report import Report, reporter
from scoring.rows import rows as rowfile
from scoring.rows import units as unitstore
from scoring.rows.references import References
from scoring.rows.replace import Replacement, replace_rows, settled, steps_of
from scoring.rows.units import StoredUnits
from tests.core.helpers import FAST, METRIC, TOY, lines

LABELS = {"accuracy": "Accuracy", "misses": "Misses"}


def measured(step):
    """The evaluation of 40 lines, each ``step``-th with a wrong word."""
    return evaluate("toy", lines(40), lines(40, 1, step), identity=TOY, metrics=list(LABELS.values()),
                    judge=False, settings=FAST)  # fmt: skip


@pytest.fixture
def old(toy):
    return measured(2)


@pytest.fixture
def new(toy):
    return measured(3)


def replacement(path, evaluation, before=()):
    stored = StoredUnits()
    stored.record(evaluation.units)
    return Replacement(path, before, rowfile.dumps(evaluation.rows), {TOY: stored})


def faults(path):
    """What is wrong with the units of any row in the file, and the number of rows that have units."""
    references = References.load([path])
    found = [references.evidence(references.find(f"tagger/en/toy test/{label}"), METRIC[name])
             for name, label in LABELS.items()]  # fmt: skip
    return [one.fault for one in found if one.fault], sum(one.evidence is not None for one in found)


def home(path):
    return unitstore.path_of(path, TOY)


def test_after_each_step_every_row_has_its_units(tmp_path, old, new):
    path = tmp_path / "refs.json"
    replace_rows([replacement(path, old)])

    steps = steps_of(replacement(path, new, old.rows))

    assert [step[0] for step in steps] == [home(path), path, home(path)]
    for file, data in steps:
        file.write_bytes(data)
        assert faults(path) == ([], 2)
    assert unitstore.read(home(path)).former == {}


def test_what_was_never_there_needs_no_third_step(tmp_path, new):
    path = tmp_path / "refs.json"
    assert [step[0] for step in steps_of(replacement(path, new))] == [home(path), path]


def test_the_same_units_again_need_no_third_step(tmp_path, old):
    path = tmp_path / "refs.json"
    replace_rows([replacement(path, old)])
    assert [step[0] for step in steps_of(replacement(path, old, old.rows))] == [home(path), path]


def test_units_that_no_row_names_are_not_kept(tmp_path, old, new):
    path = tmp_path / "refs.json"
    replace_rows([replacement(path, old)])
    assert len(steps_of(replacement(path, new, []))) == 2


def test_a_writer_stopped_twice_still_leaves_every_row_its_units(tmp_path, old, new, toy):
    path = tmp_path / "refs.json"
    replace_rows([replacement(path, old)])
    for stopped_after in (1, 2):
        for file, data in steps_of(replacement(path, new, rowfile.read(path)))[:stopped_after]:
            file.write_bytes(data)
        for file, data in steps_of(replacement(path, measured(5), rowfile.read(path))):
            file.write_bytes(data)
            assert faults(path) == ([], 2)


def test_settled_units_are_those_that_the_rows_name(tmp_path, old, new):
    path = tmp_path / "refs.json"
    replace_rows([replacement(path, old)])
    first, *_ = steps_of(replacement(path, new, old.rows))
    home(path).write_bytes(first[1])

    found = settled(path, TOY, rowfile.read(path))

    named = {row.metric: row.units_sha256 for row in old.rows}
    assert {label: unitstore.arrays_sha256(arrays) for label, arrays in found.arrays.items()} == named
    assert found.former == {}


def test_a_folder_made_for_units_goes_where_nothing_could_be_written(tmp_path, new):
    path = tmp_path / "refs.json"
    path.write_text(rowfile.dumps([]))
    path.chmod(0o444)

    with pytest.raises(RowsError, match="read-only"):
        replace_rows([replacement(path, new)])

    assert [file.name for file in tmp_path.iterdir()] == ["refs.json"]


def test_a_folder_that_is_not_there_is_said_of_the_rows(tmp_path, new):
    with pytest.raises(RowsError, match=r"refs\.json: cannot be written: there is no folder .*none$"):
        replace_rows([replacement(tmp_path / "none" / "refs.json", new)])


@pytest.mark.parametrize("name", ["x" * 250 + ".json", "a\0b.json", "x" * 300 + ".json"],
                         ids=["too long for its units", "no name", "too long"])  # fmt: skip
def test_a_name_that_no_system_takes_is_an_error_and_nothing_is_left(tmp_path, new, name):
    with pytest.raises(RowsError, match=r"cannot be (made|written)"):
        replace_rows([replacement(tmp_path / name, new)])
    with pytest.raises(RowsError, match=r"cannot be (made|written)"):
        reporter("json").write(tmp_path / name, Report(new.rows, {TOY: StoredUnits()}))
    assert list(tmp_path.iterdir()) == []


def test_damaged_units_are_replaced(tmp_path, old, new):
    path = tmp_path / "refs.json"
    replace_rows([replacement(path, old)])
    home(path).write_bytes(b"damaged")

    replace_rows([replacement(path, new, old.rows)])

    assert faults(path) == ([], 2)
