"""What a row keeps of its losses: all of the first units, less of the next, number and sum of the rest."""

import json

import numpy as np
import pytest

from scoring.evaluation import losses as explain
from scoring.evaluation.compare import compare, stored_units
from scoring.evaluation.evaluate import evaluate
from scoring.evaluation.losses import System, why
from scoring.evidence.breakdown import Averaging, Parts
from scoring.metrics.metric import Better
from scoring.rows import rows as rowfile
from scoring.rows.records import MoreLosses, UnitLoss, Why
from scoring.rows.units import StoredUnits, dumps, loads
from tests.core.helpers import TOY, lines, reference_file, reference_row
from tests.core.test_explain import OURS, THEIRS, counts


def parts(*rows):
    names = tuple(name for name, *_ in rows)
    return Parts(names, np.array([numbers for _, *numbers in rows], dtype=np.float64), Averaging.MICRO)


def test_what_a_unit_holds_is_kept_of_the_first_ones(monkeypatch):
    monkeypatch.setattr(explain, "DESCRIBED", 1)
    asked = []

    def describe(units):
        asked.extend(units)
        return [{"text": "said", "gold": "A", "predicted": "B"} for _ in units]

    found, _ = why(System(OURS), System(THEIRS), Better.HIGHER, describe=describe)
    assert asked == [0]
    first, second = found.units
    assert (first.text, first.gold, first.predicted) == ("said", "A", "B")
    assert first.before is not None
    assert second == UnitLoss(id=second.id, loss=second.loss)
    assert (found.rest, found.note) == (None, None)


def test_of_units_that_are_not_named_number_and_sum_are_kept_and_all_losses_beside(monkeypatch):
    monkeypatch.setattr(explain, "DESCRIBED", 1)
    monkeypatch.setattr(explain, "LISTED", 1)
    ours, theirs = counts((1, 4), (2, 4), (3, 4), (4, 4)), counts((4, 4), (4, 4), (4, 4), (4, 4))
    found, lost = why(System(ours), System(theirs), Better.HIGHER)
    assert lost.tolist() == [18.75, 12.5, 6.25, 0.0]  # of 16 words 3, 2 and 1 are missing: 100 / 16 each
    assert (found.lost, [unit.id for unit in found.units]) == (3, ["1"])
    assert found.rest == MoreLosses(units=2, loss=18.75)


def test_of_many_labels_the_first_are_named_and_that_is_said(monkeypatch):
    monkeypatch.setattr(explain, "PARTS", 1)
    both = parts(("a", 0, 1, 1), ("b", 0, 1, 1)), parts(("a", 1, 1, 1), ("b", 1, 1, 1))
    found, _ = why(*(System(one, own) for one, own in zip((OURS, THEIRS), both, strict=True)), Better.HIGHER)
    assert [part.name for part in found.parts] == ["a"]
    assert found.note == "of 2 labels or relations that lost, 1 are named"


@pytest.mark.usefixtures("toy")
def test_the_units_file_has_every_loss_of_a_worse_row_and_none_of_another(tmp_path):
    gold, good, bad = lines(60), lines(60, 1, 30), lines(60, 2, 2)
    runs = {
        name: evaluate("toy", gold, pred, identity=TOY, metrics=["Accuracy", "Length"], ref_pred=good)
        for name, pred in (("bad", bad), ("good", lines(60, 1, 30)))
    }
    stored = StoredUnits()
    stored.record(runs["bad"].units)
    back = loads(dumps(stored), tmp_path / "units.npz")
    assert back.lost["Accuracy"].size == 60
    assert back.lost["Accuracy"].tolist() == stored.lost["Accuracy"].tolist()
    # Of 180 words every second line has two more wrong, but lines 0 and 30, which have one more.
    assert back.lost["Accuracy"][:3] == pytest.approx([100 / 180, 0.0, 200 / 180])
    assert runs["good"].units.lost == {}


@pytest.mark.usefixtures("toy")
def test_rows_that_are_compared_have_every_loss_beside_them(tmp_path):
    files = []
    for name, pred in (("ours", lines(60, 2, 2)), ("theirs", lines(60, 1, 30))):
        done = evaluate("toy", lines(60), pred, identity=TOY, metrics=["Accuracy"], judge=False)
        files.append(reference_file(tmp_path / f"{name}.json", done.rows, done.units))
    done = compare(*files)
    (stored,) = stored_units(files[0], done.lost).values()
    assert stored.lost["Accuracy"][:3] == pytest.approx([100 / 180, 0.0, 200 / 180])


def test_a_unit_is_a_line_of_the_rows_file_whatever_it_holds():
    nasty = '"why": "\0000", \\"'
    unit = UnitLoss(id=nasty, loss=1.0, before={"correct": 2}, after={"correct": 1}, text=nasty)
    row = reference_row(source=nasty, why=Why(lost=2, units=(unit, UnitLoss(id="b", loss=0.5))))
    plain_row = reference_row("Misses", source=nasty)
    text = rowfile.dumps([row, plain_row])
    assert rowfile.loads(text) == [row, plain_row]
    (line,) = [one for one in text.splitlines() if '"b"' in one]
    assert json.loads(line) == {
        "id": "b", "loss": 0.5, "before": None, "after": None, "text": None, "gold": None, "predicted": None,
    }  # fmt: skip
