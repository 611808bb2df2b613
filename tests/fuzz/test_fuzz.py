"""The program of ``make fuzz``: good files are read, a few mutated ones of each kind hold, and faults are seen."""

import os
import re
from pathlib import Path
from random import Random

import pytest

from tests.fuzz import run
from tests.fuzz.mutations import mutated
from tests.fuzz.readers import CrashError, Reader, command, readers

pytestmark = [
    pytest.mark.source,
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="a process for each batch needs fork"),
]


@pytest.mark.long
def test_some_mutated_files_of_every_kind_are_read_or_refused(capfd):
    assert run.main(["--files", "60"]) == 0
    said = capfd.readouterr().out
    assert re.search(r"\d+ files of \d+ kinds, seed 20260101: 0 batches with faults\n", said), said


def test_the_good_files_are_those_that_their_readers_read(tmp_path):
    for one in readers(tmp_path):
        folder = tmp_path / one.name
        folder.mkdir()
        path = folder / f"mutated{one.ending}"
        path.write_bytes(one.sources[0])
        before = Path.cwd()
        run.prepared(one, folder)
        try:
            one.use(path, folder)
        finally:
            os.chdir(before)


def fault(kind):
    """A reader with a fault."""

    def use(path, folder):
        if kind == "hang":
            run.hang()
        raise ValueError

    return use


@pytest.mark.parametrize("kind", ["crash", "hang"])
def test_a_crash_and_a_hang_are_found(tmp_path, capsys, kind):
    reader = Reader("broken", (b"a",), ".txt", tmp_path, fault(kind))
    assert not run.holds(reader, tmp_path, 1, 7)
    assert "fuzz: broken, seed 1, file 7: " in capsys.readouterr().out


def test_a_fault_that_the_command_says_is_a_crash(monkeypatch):
    monkeypatch.setattr("scoring.cli.command.run", lambda _: 1 // 0)
    with pytest.raises(CrashError, match="a fault of onenlp itself"):
        command("ud")


def test_a_file_is_made_again_from_its_seed_and_number(tmp_path):
    (tags,) = (one for one in readers(tmp_path) if one.name == "tags")
    made = [run.file_of(tags, 1, number) for number in range(50)]
    assert made == [run.file_of(tags, 1, number) for number in range(50)]
    assert len(set(made)) > 40


def test_an_empty_file_is_mutated_too():
    assert len({mutated(Random(number), (b"",)) for number in range(50)}) > 5
