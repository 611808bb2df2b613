"""Asking the program that predicts: JSON Lines out and in; whatever goes wrong there is a sentence here.

Source: ``scoring.mt.comet.program`` for the lines.
"""

import contextlib
import json
import math
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from scoring.base.extras import install_line
from scoring.metrics.metric import NotAvailable
from scoring.mt.comet.kept import Text
from scoring.mt.comet.models import Model

__all__ = ["PYTHON", "TIMEOUT", "Answer", "asked", "python_of"]

PYTHON = "ONENLP_COMET_PYTHON"  # the environment variable: the Python of an environment with unbabel-comet
TIMEOUT = "ONENLP_COMET_TIMEOUT"  # the environment variable: seconds
INSTALL = (
    f"python -m venv comet; {install_line('comet', 'comet/bin/pip')}; export ONENLP_COMET_PYTHON=comet/bin/python "
    "(it needs numpy below 2, so give it an environment of its own)"
)
LOADING, EACH = (
    900.0,
    5.0,
)  # seconds that a program may take, without a limit of the user's: at all, and for a text
TAIL = 300  # characters of what the program said last


@dataclass(frozen=True)
class Answer:
    """The scores that came, in the order of the texts, and why there are not more."""

    scores: tuple[float, ...]
    fault: NotAvailable | None = None


def python_of(given: str | None) -> str | NotAvailable:
    """The Python that has unbabel-comet: as given, else ``ONENLP_COMET_PYTHON``, else this one."""
    own = given or os.environ.get(PYTHON)
    if own:
        path = Path(own).expanduser()
        # A bare name is looked for in PATH, where a file of the working folder is not; Path drops the "./" of one.
        return str(path.absolute()) if os.path.dirname(own) or path.is_file() else str(path)  # noqa: PTH120
    if find_spec("comet") is not None:
        return sys.executable
    return NotAvailable("unbabel-comet is not installed", INSTALL)


def limit_of(texts: int) -> float | NotAvailable:
    """Seconds that the program may take."""
    own = os.environ.get(TIMEOUT)
    if not own:
        return LOADING + EACH * texts
    try:
        seconds = float(own)
    except ValueError:
        seconds = math.nan
    if seconds > 0:
        return min(seconds, threading_most())
    return NotAvailable(f"{TIMEOUT} is {own!r}, but a number of seconds is needed")


def threading_most() -> float:
    """The longest time that a process can be waited for."""
    import threading

    return threading.TIMEOUT_MAX


def asked(python: str, model: Model, texts: Sequence[Text]) -> Answer:
    """What the program answers; it is stopped, with all it started, when its time is over."""
    limit = limit_of(len(texts))
    if isinstance(limit, NotAvailable):
        return Answer((), limit)
    lines = [{"model": str(model.checkpoint)}, *({"src": s, "mt": m, "ref": r} for s, m, r in texts)]
    data = "".join(f"{json.dumps(line)}\n" for line in lines).encode("ascii")
    try:
        running = subprocess.Popen(  # noqa: S603 - the user names the program
            [python, str(Path(__file__).with_name("program.py"))],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=surroundings(),
            start_new_session=True,
        )  # fmt: skip
    except (OSError, ValueError) as fault:
        why = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        return Answer(
            (), NotAvailable(f"{python} cannot be started: {why}", f"set {PYTHON} to a Python; {INSTALL}")
        )
    try:
        out, said = running.communicate(data, timeout=limit)
    except subprocess.TimeoutExpired:
        stop(running)
        out, said = drained(running)
        return read(out, len(texts), f"gave no answer within {limit:g} s", f"{TIMEOUT} gives it more time")
    except BaseException:
        stop(running)
        raise
    tail = " ".join(said.decode("utf-8", "replace").split())[-TAIL:]
    end = f"ended with status {running.returncode}" + (f", and said last: {tail}" if tail else "")
    return read(out, len(texts), end)


def surroundings() -> dict[str, str]:
    """The environment of the program: this one, without what makes another Python read our packages, and offline."""
    own = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    return own | {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "PYTHONIOENCODING": "utf-8"}


def stop(running: subprocess.Popen[bytes]) -> None:
    """Ends the program and what it started."""
    with contextlib.suppress(OSError, AttributeError):
        os.killpg(running.pid, signal.SIGKILL)
    running.kill()


def drained(running: subprocess.Popen[bytes]) -> tuple[bytes, bytes]:
    """What a stopped program had written."""
    try:
        return running.communicate(timeout=5)
    except (subprocess.TimeoutExpired, ValueError):
        return b"", b""


def read(out: bytes, wanted: int, end: str, remedy: str = "") -> Answer:
    """The scores in the program's answer, as far as it is one; ``end`` says how the program ended."""
    scores: list[float] = []
    for line in out.splitlines():
        try:
            one = json.loads(line)
        except (ValueError, RecursionError):
            return short(
                scores, f"answered {line[:60]!r}, which is not JSON", "its standard output must be its own"
            )
        if isinstance(one, dict) and isinstance(one.get("error"), str):
            return short(scores, f"failed: {one['error']}", advice(one["error"]))
        score = one.get("score") if isinstance(one, dict) else None
        if isinstance(score, bool) or not isinstance(score, int | float) or not math.isfinite(score):
            return short(scores, f"answered {line[:60]!r}, which is no score")
        scores.append(float(score))
    if len(scores) > wanted:
        return short([], f"gave {len(scores)} scores for {wanted} texts")
    if len(scores) < wanted:
        return short(scores, f"gave {len(scores)} scores for {wanted} texts: it {end}", remedy)
    return Answer(tuple(scores))


def short(scores: Sequence[float], why: str, remedy: str = "") -> Answer:
    """An answer that is not whole."""
    return Answer(tuple(scores), NotAvailable(f"COMET's program {why}", remedy))


def advice(fault: str) -> str:
    """The way out of what the program says of itself."""
    if "No module named" in fault:
        return INSTALL
    if "builds on" in fault:
        return "where there is a network, huggingface-cli download that one too"
    return ""
