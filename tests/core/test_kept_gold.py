"""Gold that is read once a process: the same files give the same data; changed ones, or read otherwise, do not."""

import os

import pytest

from scoring import ud
from scoring.metrics import kept
from scoring.metrics.kept import GoldKept
from scoring.metrics.sources import GoldParts
from scoring.metrics.task import read_side

SENTENCE = "1\tHi\thi\tINTJ\t_\t_\t0\troot\t_\t_\n\n"


@pytest.fixture
def gold(tmp_path):
    path = tmp_path / "gold.conllu"
    path.write_text(SENTENCE, encoding="utf-8")
    return path


def test_gold_of_one_file_is_read_once(gold):
    assert read_side(ud.UD, gold, "gold") is read_side(ud.UD, gold, "gold")
    assert read_side(ud.UD, gold, "pred") is not read_side(ud.UD, gold, "gold")


def test_a_file_that_changed_is_read_again_though_its_size_and_time_are_the_same(gold):
    before = read_side(ud.UD, gold, "gold")
    when = gold.stat()
    gold.write_text(SENTENCE.replace("Hi", "Ho"), encoding="utf-8")
    os.utime(gold, ns=(when.st_atime_ns, when.st_mtime_ns))
    after = read_side(ud.UD, gold, "gold")
    assert (before.field(0, 1), after.field(0, 1)) == ("Hi", "Ho")


def test_a_relative_path_is_of_its_folder(tmp_path, monkeypatch):
    found = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        with open("gold.conllu", "w", encoding="utf-8") as file:  # noqa: PTH123 - relative on purpose
            file.write(SENTENCE)
        found.append(read_side(ud.UD, "gold.conllu", "gold"))
    assert found[0] is not found[1]


def reads(gold, how=None, task="ud", kept_data=None):
    """How often two checks read, with this way of reading the second time."""
    store, count = kept_data or GoldKept(), []
    for given in ({}, how or {}):
        store.read(task, gold, given, lambda: count.append(1))
    return len(count)


def test_another_way_of_reading_is_another_reading(gold):
    assert reads(gold) == 1
    assert reads(gold, {"scheme": "iob1"}) == 2
    assert reads(gold, {"model": len}) == 2


def test_what_is_no_file_is_never_kept(tmp_path):
    for source in ([SENTENCE], tmp_path, tmp_path / "none", None):
        assert reads(source) == 2


def test_gold_in_several_files_is_kept_by_all_of_them(gold, tmp_path):
    other = tmp_path / "source.txt"
    other.write_text("x", encoding="utf-8")
    store = GoldKept()
    assert reads(GoldParts((gold,), (other,)), kept_data=store) == 1
    assert reads(GoldParts((gold, other)), kept_data=store) == 1
    other.write_text("y", encoding="utf-8")
    assert reads(GoldParts((gold,), (other,)), kept_data=store) == 1
    assert reads(GoldParts((gold,), (["x"],)), kept_data=store) == 2


def test_what_is_kept_is_bounded_and_the_least_lately_used_goes_first(tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "MOST", 2)
    paths = [tmp_path / name for name in "abc"]
    for path in paths:
        path.write_text(path.name, encoding="utf-8")
    store, count = GoldKept(), []
    a, b, c = paths
    for path in (a, b, a, c, a, b):
        store.read("ud", path, {}, lambda path=path: count.append(path.name))
    assert count == ["a", "b", "c", "b"]
    monkeypatch.setattr(kept, "MOST_BYTES", 0)
    assert reads(a) == 2


def test_a_file_that_changes_while_it_is_read_is_not_kept(gold):
    store = GoldKept()
    store.read("ud", gold, {}, lambda: gold.write_text("other", encoding="utf-8"))
    count = []
    store.read("ud", gold, {}, lambda: count.append(1))
    gold.write_text(SENTENCE, encoding="utf-8")
    store.read("ud", gold, {}, lambda: count.append(1))
    assert len(count) == 2


def test_a_task_of_another_author_reads_for_itself(gold, monkeypatch):
    monkeypatch.setattr(type(ud.UD), "keeps_gold", False)
    assert read_side(ud.UD, gold, "gold") is not read_side(ud.UD, gold, "gold")
