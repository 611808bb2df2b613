"""The second half of ``make fuzz``: 200 runs that record, accept or prune, killed at a random moment; nothing is lost.

    python -m tests.fuzz.kills [--kills N] [--seed N] [--jobs N]

Half of them are killed just before they make, rename, change or remove a file, half at a random time.  What is left has
the rows as they were or as they are to become, and units that fit each row; the same command then ends as it would.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random

from scoring.metrics import catalog
from scoring.rows.references import References
from tests.plugin.data import conllu
from tests.plugin.operations import OPERATIONS, REFERENCE, measured

# Counts what the process does to the files of the references, and kills it just before one of them.
SCRIPT = """
import os, signal, sys
CHANGES = ("os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.chmod")
HERE, LEFT = os.getcwd(), [int(os.environ["KILL_AT"])]

def hook(event, args):
    makes = event == "open" and isinstance(args[2], int) and args[2] & os.O_CREAT
    if (makes or event in CHANGES) and str(args[0]).startswith(HERE) and "refs." in str(args[0]):
        LEFT[0] -= 1
        os.write(2, b"operation\\n")
        if not LEFT[0]:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(hook)
"""


@dataclass
class Suite:
    """A folder with tests, as ``tests.plugin.operations`` wants it."""

    path: Path

    def write(self, **files):
        for name, content in files.items():
            (self.path / name.replace("__", ".")).write_text(content, encoding="utf-8")

    def alone(self, *options, kill_at=0):
        return subprocess.run(
            words(options),
            cwd=self.path,
            env=environment(kill_at),
            capture_output=True,
            text=True,
            check=False,
        )


def words(options):
    return [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]


def environment(kill_at):
    return {
        **os.environ,
        "KILL_AT": str(kill_at),
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }


@dataclass(frozen=True)
class Prepared:
    """A suite before an operation, and the rows before and after it."""

    operation: object
    folder: Path
    before: bytes
    after: bytes
    changes: int  # of files, in the whole run
    seconds: float


def prepared(operation, folder):
    """The suite, tried once without a kill in a copy."""
    folder.mkdir()
    suite = Suite(folder)
    suite.write(gold__conllu=conllu(), pred__conllu=conllu(40), conftest__py=SCRIPT)
    measured(suite, operation)
    copy = Suite(folder.with_name(f"{folder.name}-whole"))
    shutil.copytree(folder, copy.path)
    begun = time.monotonic()
    done = copy.alone(*REFERENCE, *operation.options)
    seconds = time.monotonic() - begun
    assert done.returncode == 0, done.stdout + done.stderr
    before, after = ((one / "refs.json").read_bytes() for one in (folder, copy.path))
    assert before != after
    return Prepared(operation, folder, before, after, done.stderr.count("operation"), seconds)


def fault_of(one, number, seed, again):
    """What a run lost that was killed; None where nothing is lost.  ``again``: the command is given once more."""
    random = Random(f"{seed}/{number}")
    suite = Suite(one.folder.with_name(f"{one.folder.name}-{number}"))
    shutil.copytree(one.folder, suite.path)
    if number % 2:
        suite.alone(*REFERENCE, *one.operation.options, kill_at=random.randint(1, one.changes))
    else:
        killed_after(suite, one, random.uniform(0.2, 1.2) * one.seconds)
    said = lost(suite.path, one)
    if again and not said:
        done = suite.alone(*REFERENCE, *one.operation.options)
        if (suite.path / "refs.json").read_bytes() != one.after:
            said = f"the same command again left other rows: {done.stdout[-500:]}"
    shutil.rmtree(suite.path)
    return said


def killed_after(suite, one, seconds):
    """Runs the operation and kills it after a time, if it has not ended."""
    process = subprocess.Popen(
        words([*REFERENCE, *one.operation.options]), cwd=suite.path, env=environment(0),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()


def lost(folder, one):
    """What is not as it was or as it is to become; None where all is."""
    if (folder / "refs.json").read_bytes() not in (one.before, one.after):
        return "the rows are neither the old nor the new ones"
    references = References.load([folder / "refs.json"])
    for key, found in references.in_files.items():
        if found.row.units_sha256 is None:
            continue
        stored = references.evidence(found, catalog.select("ud", [found.row.metric])[0])
        if stored.evidence is None:
            return f"{key} has no units that fit: {stored.fault}"
    for name in ("gold.conllu", "pred.conllu"):
        if (folder / name).read_bytes() != (one.folder / name).read_bytes():
            return f"{name} has changed"
    return None


def main(argv=None):
    """The exit status: 0 where nothing was lost."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--kills", type=int, default=200)
    options.add_argument("--seed", type=int, default=20260101)
    options.add_argument("--jobs", type=int, default=2)
    asked = options.parse_args(argv)
    with tempfile.TemporaryDirectory() as made, ThreadPoolExecutor(asked.jobs) as pool:
        suites = list(pool.map(prepared, OPERATIONS, [Path(made).resolve() / one.name for one in OPERATIONS]))
        runs = [
            pool.submit(fault_of, suites[number // 2 % len(suites)], number, asked.seed, number % 10 < 2)
            for number in range(asked.kills)
        ]
        faults = [(number, said) for number, run in enumerate(runs) if (said := run.result())]
    for number, said in faults:
        print(f"kill {number}, seed {asked.seed}: {said}")
    print(f"fuzz: {asked.kills} kills, seed {asked.seed}: {len(faults)} lost something")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
