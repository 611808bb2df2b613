"""Whole jobs from two files to rows with intervals, against scripts that read the same files and call the reference.

``onenlp span`` on a million tags against seqeval's strict F1, ``onenlp classify`` on 100,000 documents against csv and
scikit-learn.  Each side is a process of its own; what counts is processor time in user mode, which other work on the
machine changes least, and the best of several runs.  Intervals are drawn on our side only.  Then the same jobs at ten
and at a hundred times the size, each once: by how much time grows with each decade, and the memory of a tag.
"""

import importlib.util
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SENTENCES, LENGTH, DOCUMENTS, RUNS = 50_000, 20, 100_000, 3
DECADE, BYTES_A_TAG = 11, 150
SEQEVAL = """
import warnings
warnings.simplefilter("ignore")
from seqeval.metrics import f1_score
from seqeval.scheme import IOB2
def read(path):
    sentences, tags = [], []
    for line in open(path, encoding="utf-8"):
        cells = line.split()
        if cells:
            tags.append(cells[-1])
        elif tags:
            sentences.append(tags)
            tags = []
    return [*sentences, tags] if tags else sentences
print(f1_score(read("gold.iob2"), read("pred.iob2"), mode="strict", scheme=IOB2))
"""
SKLEARN = """
import csv
from sklearn.metrics import f1_score
def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return {row["id"]: row["label"] for row in csv.DictReader(file)}
gold, pred = read("gold.csv"), read("pred.csv")
print(f1_score([gold[name] for name in gold], [pred[name] for name in gold], average="macro"))
"""


def write_tags(folder: Path, sentences: int = SENTENCES) -> None:
    """Tags in sentences of 20, gold and a prediction that has O for one in 20."""
    from tests.spans import synthetic

    rng = random.Random(2)
    gold = synthetic.tags(1, sentences, LENGTH)
    pred = [["O" if rng.random() < 0.05 else tag for tag in tags] for tags in gold]
    for name, side in (("gold", gold), ("pred", pred)):
        blocks = ("".join(f"w{at} {tag}\n" for at, tag in enumerate(tags)) for tags in side)
        (folder / f"{name}.iob2").write_text("\n".join(blocks), encoding="utf-8")


def write_labels(folder: Path, documents: int = DOCUMENTS) -> None:
    """Documents with one of 20 labels, of which the prediction has one in 10 wrong."""
    rng = random.Random(3)
    gold = [rng.randrange(20) for _ in range(documents)]
    pred = [rng.randrange(20) if rng.random() < 0.1 else label for label in gold]
    for name, side in (("gold", gold), ("pred", pred)):
        rows = "".join(f"d{at},label{label}\n" for at, label in enumerate(side))
        (folder / f"{name}.csv").write_text(f"id,label\n{rows}", encoding="utf-8")


def user_seconds(command: Sequence[str], folder: Path) -> float:
    """The least processor time in user mode that the command took."""
    times = []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}
        subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL, env=environment)
        times.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
    return min(times)


def compare(name: str, ours: Sequence[str], script: str, least: float, folder: Path) -> bool:
    """Print how many times faster our command is than the script; whether that is the aim."""
    our = user_seconds([sys.executable, "-m", "scoring.cli", *ours], folder)
    their = user_seconds([sys.executable, "-c", script], folder)
    print(
        f"{name}: {their / our:.1f}x (aim {least:g}x), {our:.2f} against {their:.2f} s of processor time",
        flush=True,
    )
    return their / our >= least


def cost_of(job: Sequence[str], folder: Path) -> tuple[float, float]:
    """Processor time in seconds, in user mode, and the largest memory in bytes of one run of a command."""
    script = (
        "import resource, sys; from scoring.cli.command import main; status = main(sys.argv[1:]); "
        "used = resource.getrusage(resource.RUSAGE_SELF); print(used.ru_utime, used.ru_maxrss); sys.exit(status)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-c", script, *job]
    done = subprocess.run(command, check=True, cwd=folder, capture_output=True, text=True, env=environment)
    seconds, kilobytes = done.stdout.split()[-2:]
    return float(seconds), 1024.0 * float(kilobytes)


def grow(
    name: str, job: Sequence[str], write: Callable[[Path, int], None], sizes: Sequence[int], each: int
) -> bool:
    """Print the cost of a job at each size, in which ``each`` items belong together; whether it grows as it may."""
    found = []
    for size in sizes:
        with tempfile.TemporaryDirectory() as made:
            write(Path(made), size)
            found.append(cost_of(job, Path(made)))
    times = [seconds for seconds, _ in found]
    growth = [later / earlier for earlier, later in pairwise(times)]
    size, (_, least), (_, most) = sizes[-1] * each, found[0], found[-1]
    print(
        f"{name}, {' / '.join(f'{size * each:,}' for size in sizes)}: {' / '.join(f'{s:.2f}' for s in times)} s, "
        f"{' and '.join(f'{one:.1f}x' for one in growth)} a decade (at most {DECADE}x), "
        f"{(most - least) / size:.0f} bytes each",
        flush=True,
    )
    return max(growth) <= DECADE and (each == 1 or (most - least) / size <= BYTES_A_TAG)


def main() -> int:
    """Print the ratios and how the jobs grow; 1 where one is short of its aim."""
    spans = ["span", "--gold", "gold.iob2", "--pred", "pred.iob2", "--metrics", "Span F1"]
    labels = [
        "classify",
        "--gold",
        "gold.csv",
        "--pred",
        "pred.csv",
        "--task",
        "labels",
        "--metrics",
        "Macro F1",
    ]
    results = []
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        if importlib.util.find_spec("seqeval"):
            write_tags(folder)
            name = "onenlp span, 1 M tags, against a script with seqeval"
            results.append(compare(name, spans, SEQEVAL, 4, folder))
        if importlib.util.find_spec("sklearn"):
            write_labels(folder)
            name = "onenlp classify, 100,000 documents, against csv and scikit-learn"
            results.append(compare(name, labels, SKLEARN, 3, folder))
    if len(results) < 2:
        print("not run in full: pip install seqeval scikit-learn")
    results.append(grow("onenlp span, tags", spans, write_tags, (5_000, 50_000, 500_000), LENGTH))
    results.append(
        grow("onenlp classify, documents", labels, write_labels, (100_000, 1_000_000, 10_000_000), 1)
    )
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
