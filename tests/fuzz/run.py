"""``make fuzz``: mutated files of every kind that is read, each in bounds of time and memory.

    python -m tests.fuzz.run [--files N] [--seed N] [--only READER] [--jobs N]

A file ends in a reading or in a ``ScoringError``.  Anything else is a crash; one that takes longer than SECONDS hangs;
a process that takes more than MEMORY is too large.  Each is printed with what makes the file again; the status is 1.
"""

import argparse
import faulthandler
import os
import resource
import shutil
import signal
import sys
import tempfile
import traceback
import warnings
from pathlib import Path
from random import Random

from scoring.base.errors import ScoringError
from tests.fuzz.mutations import mutated
from tests.fuzz.readers import readers

SECONDS = 10  # a file of some kilobytes
MEMORY = 1 << 30  # bytes
BATCH = 200  # files of one process
LARGEST = 4 << 20  # bytes of a mutated file
CRASHED = 1  # exit status of a batch


class HangError(BaseException):
    """A file takes too long; no ``except Exception`` may keep it from being seen."""


def main(argv=None):
    """The exit status: 0 where nothing was found."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--files", type=int, default=20_500)
    options.add_argument("--seed", type=int, default=20260101)
    options.add_argument("--only", help="the readers whose names begin so")
    options.add_argument("--jobs", type=int, default=2)
    asked = options.parse_args(argv)
    with tempfile.TemporaryDirectory() as made:
        found = [one for one in readers(Path(made)) if one.name.startswith(asked.only or "")]
        share = -(-asked.files // len(found))
        batches = [
            (one, range(start, min(start + BATCH, share)))
            for start in range(0, share, BATCH)
            for one in found
        ]
        faults = run_all(batches, asked)
    print(
        f"fuzz: {share * len(found)} files of {len(found)} kinds, seed {asked.seed}: {faults} batches with faults"
    )
    return 1 if faults else 0


def run_all(batches, asked):
    """How many batches had a fault; each runs in a process of its own."""
    waiting, running, faults = list(batches), {}, 0
    while waiting or running:
        while waiting and len(running) < asked.jobs:
            reader, numbers = waiting.pop(0)
            sys.stdout.flush()
            child = os.fork()
            if not child:
                os._exit(batch(reader, numbers, asked.seed))
            running[child] = reader, numbers
        child, status, use = os.wait4(-1, 0)
        reader, numbers = running.pop(child)
        large = use.ru_maxrss * 1024 > MEMORY
        if status or large:
            faults += 1
            said = (
                f"memory {use.ru_maxrss >> 10} MB" if large else f"exit {os.waitstatus_to_exitcode(status)}"
            )
            print(f"fuzz: {reader.name}, files {numbers.start} to {numbers.stop - 1}: {said}", flush=True)
    return faults


def batch(reader, numbers, seed):
    """Uses the files of some numbers; the exit status of the process."""
    resource.setrlimit(resource.RLIMIT_DATA, (2 * MEMORY, 2 * MEMORY))  # what is measured is half of it
    signal.signal(signal.SIGALRM, hang)
    warnings.simplefilter("ignore")
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    prepared(reader, folder)
    faults = [number for number in numbers if not holds(reader, folder, seed, number)]
    os.chdir("/")
    shutil.rmtree(folder)
    sys.stdout.flush()
    return CRASHED if faults else 0


def prepared(reader, folder):
    """The folder with the good files."""
    for place, source in enumerate(reader.sources):
        (folder / f"good{place}{reader.ending}").write_bytes(source)
    for name in ("good0.json", "good0.units", "g.conllu"):  # what all kinds of rows files are made with
        path = Path(reader.home) / name
        if path.is_dir():
            shutil.copytree(path, folder / name)
        elif path.exists() and not (folder / name).exists():
            shutil.copy2(path, folder / name)
    os.chdir(folder)


def file_of(reader, seed, number):
    """The mutated file of that number."""
    return mutated(Random(f"{seed}/{reader.name}/{number}"), reader.sources)[:LARGEST]


def holds(reader, folder, seed, number):
    """Whether the file of that number is read or refused as it should be; says what else happened."""
    path = folder / f"mutated{reader.ending}"
    path.write_bytes(file_of(reader, seed, number))
    faulthandler.dump_traceback_later(
        3 * SECONDS, exit=True, file=sys.__stderr__
    )  # where no signal is looked at
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        reader.use(path, folder)
    except ScoringError:
        return True
    except BaseException as fault:  # noqa: BLE001 - whatever it is, it is what was looked for
        signal.setitimer(signal.ITIMER_REAL, 0)
        said = traceback.format_exception(fault)
        print(f"fuzz: {reader.name}, seed {seed}, file {number}: {''.join(said[-3:])[-900:]}", flush=True)
        return False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        faulthandler.cancel_dump_traceback_later()
    return True


def hang(*_):
    """The handler of the alarm."""
    message = f"more than {SECONDS} s"
    raise HangError(message)


if __name__ == "__main__":
    sys.exit(main())
