"""Units beside a rows file that is a link, and beside the file that it leads to: which of the two count."""

import numpy as np
import pytest

from scoring.rows.beside import home_of, stored_beside
from scoring.rows.units import StoredUnits, UnitSet, arrays_sha256, path_of, write
from tests.core.helpers import TOY, reference_row

GOLD = "g" * 64
NEW, OLD = ({"counts": np.array([[number, 9]])} for number in (7, 3))
ROW = reference_row(units_sha256=arrays_sha256(NEW), gold_sha256=GOLD)


@pytest.fixture
def link(tmp_path):
    """A rows file in a store, and the link to it."""
    (tmp_path / "store").mkdir()
    (tmp_path / "store/ab12").write_text("{}", encoding="utf-8")
    (tmp_path / "refs.json").symlink_to("store/ab12")
    return tmp_path / "refs.json"


def store(rows_path, arrays, ids):
    """Units of the toy's accuracy beside a rows file."""
    stored = StoredUnits()
    stored.record(UnitSet(GOLD, ids, {"Accuracy": arrays}))
    write(path_of(rows_path, TOY), stored)


def test_units_beside_the_link_go_before_those_beside_what_it_leads_to(link):
    store(link, NEW, ("new",))
    store(link.parent / "store/ab12", OLD, ("old",))

    found = stored_beside(link, TOY, [ROW])

    assert found.ids == {GOLD: ("new",)}
    assert found.arrays["Accuracy"]["counts"].tolist() == [[7, 9]]


def test_units_that_the_row_names_are_found_beside_what_the_link_leads_to(link):
    store(link, OLD, ("old",))
    store(link.parent / "store/ab12", NEW, ("new",))

    found = stored_beside(link, TOY, [ROW])

    assert found.find("Accuracy", ROW.units_sha256)["counts"].tolist() == [[7, 9]]


def test_units_are_written_where_there_are_some_else_beside_the_link(link):
    assert home_of(link, TOY) == path_of(link, TOY)
    store(link.parent / "store/ab12", NEW, ())
    assert home_of(link, TOY) == path_of(link.parent / "store/ab12", TOY)
    store(link, NEW, ())
    assert home_of(link, TOY) == path_of(link, TOY)
