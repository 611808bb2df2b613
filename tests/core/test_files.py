"""Writing whole or not at all: the old content or the new one, never neither, whatever goes wrong."""

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scoring.base.errors import InputError, RowsError
from scoring.base.files import read_bytes, write_atomically, write_in_order, write_together

OLD, NEW = b"old\n", b"new\n" * 1000


def save(path, data=NEW) -> None:
    write_atomically(path, data, RowsError)


def refused(path, data=NEW) -> str:
    with pytest.raises(RowsError) as caught:
        save(path, data)
    return str(caught.value)


@pytest.fixture
def old(tmp_path) -> Path:
    """A file with content, alone in its folder."""
    path = tmp_path / "refs.json"
    path.write_bytes(OLD)
    return path


def alone(path) -> bool:
    """Whether nothing was left beside the file."""
    return [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_file_is_written_and_nothing_is_left_beside_it(tmp_path):
    path = tmp_path / "refs.json"
    save(path)
    assert path.read_bytes() == NEW
    assert alone(path)


def test_a_file_is_replaced_and_nothing_is_left_beside_it(old):
    save(old)
    assert old.read_bytes() == NEW
    assert alone(old)


def test_a_reader_who_has_the_old_file_open_keeps_it(old):
    with old.open("rb") as reader:
        save(old)
        assert reader.read() == OLD


def test_a_read_only_file_is_never_replaced_also_by_root(old):
    old.chmod(0o444)
    message = refused(old)
    assert "read-only" in message
    assert f"chmod u+w {old}" in message
    assert old.read_bytes() == OLD
    assert alone(old)


def test_permissions_are_kept(old):
    old.chmod(0o640)
    save(old)
    assert stat.S_IMODE(old.stat().st_mode) == 0o640


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_new_file_has_the_permissions_that_the_umask_leaves(tmp_path, mask, mode):
    before = os.umask(mask)
    try:
        save(tmp_path / "refs.json")
        assert os.umask(mask) == mask  # it was put back
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "refs.json").stat().st_mode) == mode


def test_a_link_stays_a_link_and_its_file_is_written(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    (home / "real.json").write_bytes(OLD)
    link = tmp_path / "refs.json"
    link.symlink_to(home / "real.json")
    save(link)
    assert link.is_symlink()
    assert (home / "real.json").read_bytes() == NEW
    assert alone(home / "real.json")


def test_the_draft_lies_beside_the_real_file_so_that_it_can_be_renamed(tmp_path, monkeypatch):
    home = tmp_path / "home"  # it could be another disk
    home.mkdir()
    (home / "real.json").write_bytes(OLD)
    (tmp_path / "refs.json").symlink_to(home / "real.json")
    seen = []
    monkeypatch.setattr(os, "fsync", lambda _: seen.append(len(list(home.iterdir()))))
    save(tmp_path / "refs.json")
    assert seen == [2]


def test_a_link_to_a_read_only_file_is_refused(tmp_path):
    (tmp_path / "real.json").write_bytes(OLD)
    (tmp_path / "real.json").chmod(0o444)
    (tmp_path / "refs.json").symlink_to("real.json")
    assert "read-only" in refused(tmp_path / "refs.json")
    assert (tmp_path / "real.json").read_bytes() == OLD


def test_a_link_to_itself_is_an_error(tmp_path):
    (tmp_path / "refs.json").symlink_to("refs.json")
    assert "cannot be written" in refused(tmp_path / "refs.json")


def test_a_folder_in_the_place_of_the_file_is_an_error(tmp_path):
    assert "it is a folder" in refused(tmp_path)


def test_a_folder_that_is_not_there_is_an_error(tmp_path):
    assert "no such file or directory" in refused(tmp_path / "none" / "refs.json")
    assert not (tmp_path / "none").exists()


def test_a_name_that_no_system_takes_is_an_error(tmp_path):
    assert "cannot be written" in refused(f"{tmp_path}/a\0b")
    assert "cannot be written" in refused(tmp_path / ("x" * 300))


def test_a_long_name_in_a_script_of_many_bytes_can_be_written(tmp_path):
    path = tmp_path / ("字" * 80 + ".json")  # 245 bytes of the 255 that a name may have
    save(path)
    assert alone(path)


def test_a_folder_without_write_permission_is_an_error_and_the_file_stays(old):
    old.parent.chmod(0o555)
    try:
        if os.access(old.parent, os.W_OK):  # root writes anywhere
            save(old)
            assert old.read_bytes() == NEW
        else:
            assert "permission denied" in refused(old)
            assert old.read_bytes() == OLD
    finally:
        old.parent.chmod(0o755)
    assert alone(old)


def test_a_device_is_written_to_and_not_replaced():
    save("/dev/null")
    assert Path("/dev/null").is_char_device()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full on this system")
def test_a_full_device_is_an_error():
    assert "no space left" in refused("/dev/full")


WRITE = """
import sys
from scoring.base.errors import RowsError
from scoring.base.files import write_atomically
"""


def python(code, *arguments) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", WRITE + code, *map(str, arguments)], capture_output=True, text=True,
                          check=False, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})  # fmt: skip


def test_a_full_disk_leaves_the_old_file_and_nothing_beside_it(old):
    pytest.importorskip("resource")
    done = python(
        """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    write_atomically(sys.argv[1], b"x" * 100_000, RowsError)
except RowsError as error:
    print(error)
""",
        old,
    )
    assert "cannot be written: file too large; the file is as it was" in done.stdout, done.stderr
    assert old.read_bytes() == OLD
    assert alone(old)


@pytest.mark.parametrize("wait", [0.0, 0.01, 0.03])
def test_a_killed_writer_leaves_the_old_or_the_new_file(old, wait):
    """The writer is killed while it writes one content after the other, as fast as it can."""
    code = (
        WRITE
        + """
sizes = [1000, 3_000_000]
print("ready", flush=True)
while True:
    for size in sizes:
        write_atomically(sys.argv[1], str(size).encode().ljust(size, b"."), RowsError)
"""
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, "-c", code, str(old)], stdout=subprocess.PIPE, env=environment
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"ready\n"
        time.sleep(wait)
        writer.send_signal(signal.SIGKILL)
        writer.wait()
    found = old.read_bytes()
    assert found == OLD or len(found) == int(found.split(b".")[0])


def test_an_interrupted_writer_leaves_nothing_beside_the_old_file(old, monkeypatch):
    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        save(old)
    assert old.read_bytes() == OLD
    assert alone(old)


def test_files_written_together_are_all_written(old):
    other = old.with_name("refs.npz")
    write_together({old: NEW, other: OLD}, RowsError)
    assert (old.read_bytes(), other.read_bytes()) == (NEW, OLD)
    assert sorted(one.name for one in old.parent.iterdir()) == ["refs.json", "refs.npz"]


def test_files_written_together_all_stay_as_they_were_where_one_cannot_be_written(old):
    for bad in (old.parent / "none" / "refs.npz", old.parent, old.with_name("locked.npz")):
        if bad.name == "locked.npz":
            bad.write_bytes(OLD)
            bad.chmod(0o444)
        for order in ([old, bad], [bad, old]):
            with pytest.raises(RowsError, match=bad.name):
                write_together(dict.fromkeys(order, NEW), RowsError)
            assert old.read_bytes() == OLD
    assert sorted(one.name for one in old.parent.iterdir()) == ["locked.npz", "refs.json"]


def test_a_file_that_comes_twice_ends_as_the_last_and_in_between_as_the_first(old):
    other = old.with_name("refs.npz")
    write_in_order([(old, OLD), (other, NEW), (old, NEW)], RowsError)
    assert (old.read_bytes(), other.read_bytes()) == (NEW, NEW)
    assert sorted(one.name for one in old.parent.iterdir()) == ["refs.json", "refs.npz"]


STOLEN = """
import os
from pathlib import Path
from scoring.base.files import write_together

def steal(event, args):
    if event == "os.rename" and str(args[1]).endswith("refs.json"):
        Path(args[1] + "2").mkdir()  # the next file cannot be replaced any more

first = Path(sys.argv[1])
sys.addaudithook(steal)
try:
    write_together({first: b"new", Path(sys.argv[1] + "2"): b"new"}, RowsError)
except RowsError as error:
    print(error)
"""


def test_a_file_that_cannot_be_replaced_in_the_end_is_said_with_those_that_were(old):
    done = python(STOLEN, old)
    where = os.path.realpath(old)
    said = (
        f"{where}2: cannot be written: is a directory; the file is as it was, but {where} had been written\n"
    )
    assert (done.stdout, done.stderr) == (said, "")
    assert sorted(one.name for one in old.parent.iterdir()) == ["refs.json", "refs.json2"]


@pytest.mark.parametrize(("name", "hours", "stays"), [
    pytest.param(".refs.json.abcd1234.onenlp.tmp", 2, False, id="an old draft"),
    pytest.param(".other.json.abcd1234.onenlp.tmp", 2, False, id="an old draft of another file"),
    pytest.param(".refs.json.abcd1234.onenlp.tmp", 0, True, id="a draft of a writer at work"),
    pytest.param(".refs.json.abcd1234.tmp", 2, True, id="a hidden file of another program"),
    pytest.param("refs.json.onenlp.tmp", 2, True, id="a file that is not hidden"),
])  # fmt: skip
def test_drafts_of_killed_writers_are_removed_and_nothing_else(old, name, hours, stays):
    draft = old.with_name(name)
    draft.write_bytes(OLD)
    os.utime(draft, (time.time() - 3600 * hours,) * 2)
    save(old)
    assert draft.exists() == stays


def test_reading_gives_the_bytes(old):
    assert read_bytes(old, RowsError) == OLD


def test_a_file_that_cannot_be_read_is_an_error_of_the_callers_kind_without_a_number(tmp_path):
    for path, said in ((tmp_path / "none", "no such file or directory"), (tmp_path, "is a directory")):
        with pytest.raises(InputError) as caught:
            read_bytes(path, InputError)
        assert str(caught.value) == f"{path}: cannot be read: {said}"


COUNT_UP = """
import sys
from pathlib import Path
from scoring.base.files import locked, write_atomically
from scoring.base.errors import RowsError
path = Path(sys.argv[1])
for _ in range(20):
    with locked([path.parent]):
        write_atomically(path, str(int(path.read_text()) + 1).encode(), RowsError)
"""


def test_processes_that_hold_the_folder_change_a_file_one_after_the_other(tmp_path):
    path = tmp_path / "count"
    path.write_text("0")
    started = [subprocess.Popen([sys.executable, "-c", COUNT_UP, str(path)]) for _ in range(3)]
    assert [process.wait() for process in started] == [0, 0, 0]
    assert path.read_text() == "60"
    assert [file.name for file in tmp_path.iterdir()] == ["count"]


def test_a_text_given_for_a_path_is_cut_and_doubted():
    with pytest.raises(
        RowsError, match=r"'1\\tHi.*characters: is that the text itself rather than a path\?"
    ) as caught:
        read_bytes("1\tHi\n" * 1000, RowsError)
    assert len(str(caught.value)) < 300
