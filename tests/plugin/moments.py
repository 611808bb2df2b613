"""A run that gets a signal at every moment at which it touches the disk, and what each leaves behind.

Tests run once; then a process of its own for each moment finishes the session and gets the signal just before it
makes, renames, changes or removes the file of that moment.  The last one gets none and ends by itself.
"""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

SCRIPT = """
import os, pathlib, shutil, signal, sys
import pytest

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores Ctrl-C, and its children do
HERE = os.getcwd()
SIGNAL, TIMES = int(os.environ["SIGNAL"]), int(os.environ["TIMES"])
CHANGES = ("os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.chmod")

def touches(event, args):
    if event == "open":
        return isinstance(args[2], int) and args[2] & os.O_CREAT and str(args[0]).startswith(HERE)
    return event in CHANGES and str(args[0]).startswith(HERE)

def strike(moment):
    left = [moment]
    def hook(event, args):
        if touches(event, args):
            left[0] -= 1
            if left[0] < 0:
                left[0] = 1_000_000
                print("moment:", event, pathlib.Path(str(args[0])).name[:9], flush=True)
                for _ in range(TIMES):
                    os.kill(os.getpid(), SIGNAL)
    sys.addaudithook(hook)

def copy(to):
    to.mkdir()
    for path in pathlib.Path().iterdir():
        if path.name.startswith(("refs.", ".refs.")):
            (shutil.copytree if path.is_dir() else shutil.copy2)(path, to / path.name)

def restore(old):
    for path in pathlib.Path().iterdir():
        if path.name.startswith(("refs.", ".refs.")):
            (shutil.rmtree if path.is_dir() else os.unlink)(path)
    for path in old.iterdir():
        (shutil.copytree if path.is_dir() else shutil.copy2)(path, path.name)

@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session):
    states = pathlib.Path("states")
    states.mkdir()
    copy(states / "before")
    struck, moment = True, 0
    while struck:
        sys.stdout.flush()
        child = os.fork()
        if not child:
            output = os.open(states / f"{moment}.txt", os.O_CREAT | os.O_WRONLY)
            os.dup2(output, 1)
            os.dup2(output, 2)
            strike(moment)
            return (yield)
        status = os.waitpid(child, 0)[1]
        struck = "moment:" in (states / f"{moment}.txt").read_text()
        (states / f"{moment}.status").write_text(str(os.waitstatus_to_exitcode(status)))
        copy(states / f"{moment}")
        restore(states / "before")
        moment += 1
    os._exit(0)
"""


@dataclass(frozen=True)
class Moment:
    """What is left after one of the processes."""

    folder: Path
    status: int  # negative: the signal
    output: str

    @property
    def rows(self):
        """The bytes of the reference file."""
        return (self.folder / "refs.json").read_bytes()

    @property
    def units(self):
        return {file.name: file.read_bytes() for file in sorted((self.folder / "refs.units").glob("*.npz"))}

    @property
    def drafts(self):
        return sorted(file.name for file in self.folder.rglob(".*"))

    def restore(self, to):
        """Puts the files into a folder, in the place of those there."""
        shutil.rmtree(to / "refs.units", ignore_errors=True)
        shutil.copytree(self.folder, to, dirs_exist_ok=True)


def moments(suite, signal, *options, times=1):
    """One for each time the run touches the disk in its end, and the last of a run without a signal."""
    suite.write(conftest__py=SCRIPT)
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-m", "pytest", "-s", "-p", "no:cacheprovider", *options],
        cwd=suite.path, capture_output=True, text=True, check=False, timeout=120,
        env={**os.environ, "SIGNAL": str(int(signal)), "TIMES": str(times), "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    assert (suite.path / "states").exists(), done.stdout + done.stderr
    states = suite.path.with_name(f"{suite.path.name}-states")  # out of the way of the next run
    shutil.move(suite.path / "states", states)
    found = []
    for number in range(sum(1 for file in states.glob("*.status"))):
        status = int((states / f"{number}.status").read_text())
        output = (states / f"{number}.txt").read_text(encoding="utf-8", errors="replace")
        found.append(Moment(states / str(number), status, output))
    (suite.path / "conftest.py").unlink()
    return found
