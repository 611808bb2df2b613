"""Breaks the core in one place after the other, and wants the tests beside each place to fail: ``make mutants``.

    python -m tests.mutants [--jobs N] [NAME-PREFIX ...]

``tests/mutations.toml`` is the list.  All of it happens in copies of the checkout in a temporary folder, one for each
job.  What the rest rests on is proved first: with an import broken in the copy the tests fail, so they import the copy;
with nothing broken all that are named pass, so that one which is red anyhow kills nothing.
"""

import argparse
import compileall
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from py_compile import PycInvalidationMode
from queue import SimpleQueue

from tests.shared import ROOT, SHARED

LIST = Path(__file__).parent / "mutations.toml"
LEAST = 0.95  # of the mutations that change anything
LONGEST = 300  # seconds for the tests of a mutation: one that makes them hang is killed
PACKAGES = ("scoring", "pytest_onenlp")
NOT_COPIED = (".*", "__pycache__", "_build", "build", "dist")


@dataclass(frozen=True)
class Mutation:
    """One place of the core as it is and as it is broken; ``equivalent`` says why no test could tell the two apart."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...] = ()  # files, or single tests of a file after ::
    equivalent: str = ""


def mutations() -> list[Mutation]:
    """The list."""
    found = tomllib.loads(LIST.read_text(encoding="utf-8"))["mutation"]
    return [Mutation(**{**one, "tests": tuple(one.get("tests", ()))}) for one in found]


def fault_of(mutation: Mutation, root: Path = ROOT) -> str | None:
    """Why the list is out of date there, in words: the place is not found once, or a test is not there."""
    path = root / mutation.file
    times = path.read_text(encoding="utf-8").count(mutation.old) if path.is_file() else 0
    if times != 1:
        return f"{mutation.file} has the place {times} times"
    for test in mutation.tests:
        file, _, name = test.partition("::")
        there = (root / file).read_text(encoding="utf-8") if (root / file).is_file() else None
        if there is None or (name and f"def {name.rpartition('::')[2]}(" not in there):
            return f"there is no {test}"
    return None


@contextlib.contextmanager
def copies(number: int) -> Iterator[list[Path]]:
    """Copies of the checkout, with what lies beside it."""
    with tempfile.TemporaryDirectory() as room:
        made = [Path(room) / str(place) for place in range(number)]
        for root in made:
            shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(*NOT_COPIED))
        if SHARED.is_dir():
            (Path(room) / SHARED.name).symlink_to(SHARED)
        yield made


def precompile(root: Path) -> None:
    """Compiles the packages of a copy, told apart by content: a file may be broken and mended within a second."""
    for package in PACKAGES:
        compileall.compile_dir(root / package, quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)


@contextlib.contextmanager
def broken(root: Path, mutation: Mutation) -> Iterator[None]:
    """A copy with the mutation in it."""
    path = root / mutation.file
    was = path.read_bytes()
    path.write_bytes(was.replace(mutation.old.encode(), mutation.new.encode()))
    try:
        yield
    finally:
        path.write_bytes(was)


def passes(root: Path, tests: Iterable[str], *options: str, longest: float = LONGEST) -> tuple[bool, str]:
    """Whether the tests pass in a copy, and what pytest said; those that hang do not."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", "not services"]
    env = {
        **os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1", "OPENBLAS_NUM_THREADS": "1",
        "PYTEST_ADDOPTS": "",
    }  # fmt: skip
    with subprocess.Popen(
        [*command, *options, *tests], cwd=root, env=env, text=True, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ) as run:  # fmt: skip
        try:
            said, _ = run.communicate(timeout=longest)
        except subprocess.TimeoutExpired:
            return False, f"more than {longest:.0f} s"
        finally:
            with contextlib.suppress(ProcessLookupError):  # workers, and programs that tests have started
                os.killpg(run.pid, signal.SIGKILL)
    return run.returncode == 0, said


def refusal(root: Path, chosen: Sequence[Mutation], jobs: int) -> str | None:
    """Why nothing that is found would mean anything; None where it does."""
    test = chosen[0].tests[0]
    for package in PACKAGES:
        init = f"{package}/__init__.py"
        text = (root / init).read_text(encoding="utf-8")
        with broken(root, Mutation("import", init, text, f"{text}\nimport no_such_module_of_ours\n")):
            passed, said = passes(root, [test])
        if passed or "no_such_module_of_ours" not in said:
            return f"the tests do not import the copy: {test} does not miss what {init} imports there\n{said}"
    every = dict.fromkeys(test for one in chosen for test in one.tests)
    files = {test for test in every if "::" not in test}
    tests = [test for test in every if test in files or test.partition("::")[0] not in files]
    passed, said = passes(root, tests, "-n", str(jobs), longest=10 * LONGEST)
    return None if passed else f"the tests fail with nothing broken\n{said}"


def run_all(roots: Sequence[Path], chosen: Sequence[Mutation]) -> list[str]:
    """The names of the mutations that survive; says of each what became of it."""
    free: SimpleQueue[Path] = SimpleQueue()
    for root in roots:
        free.put(root)

    def run(mutation: Mutation) -> bool:
        root, start = free.get(), time.monotonic()
        try:
            with broken(root, mutation):
                survived, _ = passes(root, mutation.tests)
        finally:
            free.put(root)
        word = "SURVIVED" if survived else "killed"
        print(f"{word:9} {mutation.name}  {time.monotonic() - start:.0f} s", flush=True)
        return survived

    with ThreadPoolExecutor(len(roots)) as pool:
        return [one.name for one, survived in zip(chosen, pool.map(run, chosen), strict=True) if survived]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the mutations whose names begin so; 1 where too many survive or the list is out of date."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants", description="Breaks the core, one place at a time."
    )
    parser.add_argument("prefix", nargs="*", help="run those whose names begin so; all where none is given")
    parser.add_argument("--jobs", type=int, default=2, help="mutations at a time (default: 2)")
    given = parser.parse_args(arguments)
    wanted = [one for one in mutations() if not given.prefix or one.name.startswith(tuple(given.prefix))]
    lost = 0
    for one in wanted:
        if fault := fault_of(one):
            print(f"not found {one.name}: {fault}")
            lost += 1
        elif one.equivalent:
            print(f"equivalent {one.name}: {one.equivalent}")
    chosen = [one for one in wanted if not one.equivalent and not fault_of(one)]
    if not chosen:
        print("nothing to run")
        return 1
    with copies(max(1, given.jobs)) as roots:
        for root in roots:
            precompile(root)
        if why := refusal(roots[0], chosen, given.jobs):
            print(why)
            return 1
        survivors = run_all(roots, chosen)
    killed = len(chosen) - len(survivors)
    print(f"{killed} of {len(chosen)} killed: {killed / len(chosen):.1%}, at least {LEAST:.0%} are needed")
    if survivors:
        print(f"survived: {', '.join(survivors)}")
    return 1 if lost or killed < LEAST * len(chosen) else 0


if __name__ == "__main__":
    sys.exit(main())
