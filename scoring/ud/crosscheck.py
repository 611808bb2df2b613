"""The 13 metrics by udtools' ``udeval``, which descends from the shared task's script; it is run as a program.

Source: Zeman et al. (2018), §5; udtools is under the GPL, so nothing of it is imported here.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from scoring.evidence.formulas import points
from scoring.metrics.crosscheck import Crosscheck, ask
from scoring.metrics.metric import NotAvailable
from scoring.ud.align import Pairs
from scoring.ud.corpus import Corpus

__all__ = ["crosscheck"]

START = "import sys; from udtools.cli import main_eval; sys.exit(main_eval())"
COLUMNS = 5  # the metric, correct, gold, predicted, aligned


class ProgramError(Exception):
    """The program ended with an error of its own."""


def crosscheck(pairs: Pairs) -> Crosscheck | NotAvailable:
    """The F1 of each metric by ``udeval`` on the same text, as it was read: UTF-8, LF, no byte order mark."""
    bare = [side.name for side in (pairs.gold, pairs.pred) if not side.has_heads]
    if bare:
        reason = f"udtools reads no file without trees, and {' and '.join(dict.fromkeys(bare))} has none"
        return NotAvailable(reason, "nothing was compared; run a parser, or leave --crosscheck out")
    return ask("udtools", lambda: figures_of(pairs))


def figures_of(pairs: Pairs) -> Mapping[str, float]:
    """The F1 in points by metric id; counts are asked for, because its table has two decimals."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [
            written(side, Path(folder) / name) for name, side in (("gold", pairs.gold), ("pred", pairs.pred))
        ]
        printed = run([sys.executable, "-P", "-c", START, "-c", "--no-enhanced", *map(str, paths)])
    return figures_in(printed)


def written(corpus: Corpus, path: Path) -> Path:
    """The path, after the text of a corpus was written there."""
    path.write_bytes(corpus.data[: corpus.size].tobytes())
    return path


def run(command: list[str]) -> str:
    """What the program prints; raises ProgramError with its last line where it fails."""
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONUTF8": "1"}
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, env=environment)  # noqa: S603 - our own Python
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        raise ProgramError(lines[-1] if lines else f"exit status {done.returncode}")
    return done.stdout


def figures_in(printed: str) -> dict[str, float]:
    """The F1 in points by metric id, of a table with the counts of each metric."""
    found = {}
    for line in printed.splitlines():
        name, *cells = (cell.strip() for cell in line.split("|"))
        if len(cells) == COLUMNS - 1 and cells[0].isdecimal():
            correct, gold, predicted = map(int, cells[:3])
            found[name.lower()] = points(2 * correct, gold + predicted)
    if not found:
        msg = "its table has no counts"
        raise ProgramError(msg)
    return found
