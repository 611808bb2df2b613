"""Reference rows: where each lives, which one counts, and whether its stored units belong to it."""

import json
from dataclasses import replace as changed

import numpy as np
import pytest
from msgspec.structs import replace

from scoring.base.errors import RowsError
from scoring.evaluation.evaluate import evaluate
from scoring.evidence.evidence import whole
from scoring.rows.records import Identity
from scoring.rows.references import References, expand
from scoring.rows.rows import loads, write
from scoring.rows.units import UnitSet, arrays_sha256, path_of
from tests.core.helpers import FAST, METRIC, TOY, in_memory, lines, only, reference_file, reference_row

KEY = "tagger/en/toy test/Accuracy"


def test_a_row_is_found_by_its_key_with_the_file_it_lives_in(tmp_path):
    references = reference_file(tmp_path / "refs.json", [reference_row()])
    found = references.find(KEY)
    assert (found.row.score, found.path) == (88.0, tmp_path / "refs.json")
    assert references.find("tagger/en/toy test/Misses") is None


def test_a_folder_stands_for_its_json_files_in_order(tmp_path):
    for name in ("b.json", "a.json", "c.txt"):
        (tmp_path / name).write_text("{}")
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "d.json").write_text("{}")
    assert [path.name for path in expand([tmp_path])] == ["a.json", "b.json"]


def test_a_file_named_twice_is_read_once(tmp_path):
    write(tmp_path / "refs.json", [reference_row()])
    (tmp_path / "link.json").symlink_to("refs.json")
    named = [tmp_path / "refs.json", tmp_path, tmp_path / "." / "refs.json"]
    assert expand(named) == [tmp_path / "refs.json"]
    assert len(References.load(named).files) == 1


def test_the_same_row_in_two_files_is_an_error_that_names_both(tmp_path):
    for name in ("old.json", "new.json"):
        write(tmp_path / name, [reference_row()])
    with pytest.raises(RowsError) as caught:
        References.load([tmp_path])
    for said in (KEY, "old.json", "new.json"):
        assert said in str(caught.value)


def test_a_fault_in_one_file_of_a_folder_names_that_file(tmp_path):
    write(tmp_path / "a.json", [reference_row()])
    (tmp_path / "b.json").write_text("")
    with pytest.raises(RowsError, match=r"b\.json:1: the file is empty"):
        References.load([tmp_path])


def test_a_file_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(RowsError, match=r"none\.json: cannot be read"):
        References.load([tmp_path / "none.json"])


def test_the_command_lines_row_goes_before_the_files():
    references = in_memory(reference_row(), given=[reference_row(score=90.0)])
    assert references.find(KEY).row.score == 90.0
    assert references.find(KEY).path is None
    assert references.in_files[KEY].row.score == 88.0


def test_every_row_keeps_the_object_it_was_written_as(tmp_path):
    by_hand = {"component": "tagger", "language": "en", "dataset": "toy test", "metric": "Accuracy", "score": 88,
               "source": "by hand"}  # fmt: skip
    (tmp_path / "refs.json").write_text(json.dumps({"schema": "onenlp-rows/1", "rows": [by_hand]}))
    assert References.load([tmp_path]).files[0].rows[0][1] == by_hand


def test_the_closest_key_is_the_one_most_like_it():
    references = in_memory(reference_row(), reference_row("Macro F1"))
    assert references.closest("tagger/en/toy test/accuracy") == KEY
    assert references.closest("nothing like it") is None
    assert in_memory().closest(KEY) is None


# --- stored units


@pytest.fixture
def recorded(toy):
    """The evaluation of 40 lines, every second with one wrong word of three."""
    metrics = ["Accuracy", "Misses", "Median", "Macro F1"]
    return evaluate("toy", lines(40), lines(40, 1, 2), identity=TOY, metrics=metrics,
                    judge=False, settings=FAST)  # fmt: skip


def stored(tmp_path, evaluation, *rows, units=None) -> References:
    return reference_file(tmp_path / "refs.json", rows or evaluation.rows, units or evaluation.units)


@pytest.mark.parametrize("metric", ["accuracy", "misses", "median", "macro"])
def test_stored_units_give_the_evidence_that_was_recorded(tmp_path, recorded, metric):
    references = stored(tmp_path, recorded)
    label = METRIC[metric].label
    found = references.evidence(references.find(f"tagger/en/toy test/{label}"), METRIC[metric])
    assert found.fault is None
    assert whole(found.evidence) == pytest.approx(only(recorded, label).score)


def evidence_of(references, metric="accuracy"):
    return references.evidence(references.find(KEY), METRIC[metric])


def test_a_row_without_stored_units_has_no_evidence_and_no_fault(tmp_path, recorded):
    no_file = reference_file(tmp_path / "refs.json", recorded.rows)
    assert evidence_of(no_file) == evidence_of(in_memory(reference_row()))
    assert evidence_of(no_file).fault is None
    others = changed(recorded.units, arrays={"Misses": recorded.units.arrays["Misses"]})
    assert evidence_of(stored(tmp_path, recorded, units=others)).fault is None


def test_a_row_of_the_command_line_has_no_units(tmp_path, recorded):
    references = References(stored(tmp_path, recorded).files, tuple(recorded.rows))
    assert evidence_of(references).evidence is None
    assert evidence_of(references).fault is None


def test_units_that_the_row_was_not_recorded_with_are_a_fault(tmp_path, recorded):
    counts = recorded.units.arrays["Accuracy"]["counts"][::-1].copy()  # the same totals in another order
    arrays = {**recorded.units.arrays, "Accuracy": {"counts": counts}}
    found = evidence_of(stored(tmp_path, recorded, units=changed(recorded.units, arrays=arrays)))
    assert found.evidence is None
    assert "not those the row was recorded with" in found.fault


def test_units_that_do_not_give_the_rows_score_are_a_fault_with_both_figures(tmp_path, recorded):
    row = only(recorded, "Accuracy")
    found = evidence_of(stored(tmp_path, recorded, replace(row, score=row.score + 0.001)))
    assert found.evidence is None
    assert f"give {row.score:.4f}" in found.fault
    assert f"says {row.score + 0.001:.4f}" in found.fault


def test_a_row_without_a_score_has_no_units_that_fit_it(tmp_path, recorded):
    found = evidence_of(stored(tmp_path, recorded, replace(only(recorded, "Accuracy"), score=None)))
    assert found.evidence is None
    assert found.fault


@pytest.mark.parametrize(
    "arrays",
    [
        pytest.param({"readings": np.zeros((40, 1))}, id="of another kind of evidence"),
        pytest.param({"counts": np.zeros((40, 5))}, id="of other columns"),
        pytest.param({"counts": np.zeros(40)}, id="of one dimension"),
        pytest.param({"counts": np.array(["x"] * 40)}, id="of text"),
        pytest.param({}, id="of nothing"),
    ],
)
def test_units_that_the_metric_cannot_restore_are_a_fault(tmp_path, recorded, arrays):
    row = replace(only(recorded, "Accuracy"), units_sha256=arrays_sha256(arrays))
    units = UnitSet(recorded.units.gold_sha256, (), {"Accuracy": arrays} if arrays else {"Misses": {}})
    found = evidence_of(stored(tmp_path, recorded, row, units=units))
    assert found.evidence is None
    assert bool(found.fault) is bool(arrays)  # no arrays at all: simply not stored


def test_a_damaged_units_file_is_a_fault_of_its_rows_alone(tmp_path, recorded):
    elsewhere = replace(reference_row(), dataset="other test")
    references = stored(tmp_path, recorded, *recorded.rows, elsewhere)
    path = path_of(tmp_path / "refs.json", TOY)
    path.write_bytes(path.read_bytes()[:-40])
    assert "damaged" in evidence_of(references).fault
    assert references.find("tagger/en/other test/Accuracy").row.score == 88.0


def test_the_units_of_a_test_set_are_read_once_for_all_its_rows(tmp_path, recorded):
    references = stored(tmp_path, recorded)
    first = evidence_of(references)
    path_of(tmp_path / "refs.json", TOY).unlink()
    assert evidence_of(references).evidence is not None
    assert first.evidence is not None


def test_a_results_file_is_a_reference_file(tmp_path, recorded):
    references = stored(tmp_path, recorded)
    assert [row for row, _ in references.files[0].rows] == loads((tmp_path / "refs.json").read_bytes())
    assert evidence_of(references).evidence is not None


def test_two_test_sets_keep_their_units_apart(tmp_path):
    one, other = Identity("t", "en", "test"), Identity("t", "en", "dev")
    assert path_of(tmp_path / "refs.json", one) != path_of(tmp_path / "refs.json", other)
