"""Whole jobs from two files to rows with intervals, against scripts that read the same files and call the reference.

``onenlp span`` on a million tags against seqeval's strict F1, ``onenlp classify`` on 100,000 documents against csv and
scikit-learn.  Each side is a process of its own; what counts is processor time in user mode, which other work on the
machine changes least, and the best of several runs.  Intervals are drawn on our side only.
"""

import importlib.util
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SENTENCES, LENGTH, DOCUMENTS, RUNS = 50_000, 20, 100_000, 3
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


def write_tags(folder: Path) -> None:
    """A million tags in sentences of 20, gold and a prediction that has O for one in 20."""
    from tests.spans import synthetic

    rng = random.Random(2)
    gold = synthetic.tags(1, SENTENCES, LENGTH)
    pred = [["O" if rng.random() < 0.05 else tag for tag in tags] for tags in gold]
    for name, side in (("gold", gold), ("pred", pred)):
        blocks = ("".join(f"w{at} {tag}\n" for at, tag in enumerate(tags)) for tags in side)
        (folder / f"{name}.iob2").write_text("\n".join(blocks), encoding="utf-8")


def write_labels(folder: Path) -> None:
    """100,000 documents with one of 20 labels, of which the prediction has one in 10 wrong."""
    rng = random.Random(3)
    gold = [rng.randrange(20) for _ in range(DOCUMENTS)]
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


def main() -> int:
    """Print the ratios; 1 where one is short of its aim."""
    results = []
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        if importlib.util.find_spec("seqeval"):
            write_tags(folder)
            job = ["span", "--gold", "gold.iob2", "--pred", "pred.iob2", "--metrics", "Span F1"]
            results.append(
                compare("onenlp span, 1 M tags, against a script with seqeval", job, SEQEVAL, 4, folder)
            )
        if importlib.util.find_spec("sklearn"):
            write_labels(folder)
            job = [
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
            results.append(
                compare(
                    "onenlp classify, 100,000 documents, against csv and scikit-learn",
                    job,
                    SKLEARN,
                    3,
                    folder,
                )
            )
    if len(results) < 2:
        print("not run in full: pip install seqeval scikit-learn")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
