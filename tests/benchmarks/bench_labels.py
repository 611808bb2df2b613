"""Labels against scikit-learn: the report, ROC-AUC, and resamples of both, the loop timed on 20 resamples.

Each side runs in processes of its own, which time one call each; a call on few documents before it has done the
imports.  The sides take turns, and a ratio is that of the medians.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

RUNS = 5  # processes a side
FEW, MANY, ENTRIES = 200, 100_000, 25_000
LABELS, MANY_LABELS = 20, 300
RESAMPLES, LOOP = 1000, 20  # ours; the loop's time is multiplied


def topics(documents: int, labels: int) -> tuple[list[str], list[str]]:
    """Gold and predicted labels, three in four alike."""
    rng = np.random.default_rng(1)
    gold = rng.integers(0, labels, documents)
    pred = np.where(rng.random(documents) < 0.75, gold, rng.integers(0, labels, documents))
    return [f"topic {code}" for code in gold], [f"topic {code}" for code in pred]


def judgements(documents: int) -> tuple[np.ndarray, np.ndarray]:
    """Gold zeros and ones and scores of 20 labels, of which a few tie."""
    rng = np.random.default_rng(2)
    gold = (rng.random((documents, LABELS)) < 0.2).astype(int)
    return gold, np.round(rng.random((documents, LABELS)) + 0.2 * gold, 4)


def ours_report(documents: int = MANY) -> Callable[[], object]:
    from scoring import labels

    gold, pred = topics(documents, LABELS)
    return lambda: labels.scores(pred, gold)


def theirs_report(documents: int = MANY) -> Callable[[], object]:
    from sklearn.metrics import classification_report

    gold, pred = topics(documents, LABELS)
    return lambda: classification_report(gold, pred, zero_division=0)


def ours_roc_auc(documents: int = MANY) -> Callable[[], object]:
    from scoring import labels

    gold, values = judgements(documents)
    return lambda: labels.roc_auc(values, gold)


def theirs_roc_auc(documents: int = MANY) -> Callable[[], object]:
    from sklearn.metrics import roc_auc_score

    gold, values = judgements(documents)
    return lambda: roc_auc_score(gold, values, average="macro")


def ours_macro_f1_resamples(documents: int = ENTRIES) -> Callable[[], object]:
    from scoring.labels import LABELS as TASK
    from scoring.statistics.resampling import Resampling, resample

    gold, pred = topics(documents, MANY_LABELS)

    def run() -> object:
        aligned = TASK.align(TASK.read(gold, "gold"), TASK.read(pred, "pred"))
        return resample([TASK.metrics()["label_macro_f1"].measure(aligned)], Resampling(RESAMPLES))

    return run


def theirs_macro_f1_resamples(documents: int = ENTRIES) -> Callable[[], object]:
    from sklearn.metrics import f1_score

    # Numbers, which scikit-learn scores four times as fast as strings.
    gold, pred = (np.unique(side, return_inverse=True)[1] for side in topics(documents, MANY_LABELS))
    rng = np.random.default_rng(3)

    def run() -> object:
        drawn = rng.integers(0, documents, (LOOP, documents))
        return [f1_score(gold[places], pred[places], average="macro", zero_division=0) for places in drawn]

    return run


def ours_roc_auc_resamples(documents: int = ENTRIES) -> Callable[[], object]:
    from scoring.labels import MULTILABEL as TASK
    from scoring.statistics.resampling import Resampling, resample

    gold, values = judgements(documents)

    def run() -> object:
        aligned = TASK.align(TASK.read(gold, "gold"), TASK.read(values, "pred"))
        return resample([TASK.metrics()["roc_auc"].measure(aligned)], Resampling(RESAMPLES))

    return run


def theirs_roc_auc_resamples(documents: int = ENTRIES) -> Callable[[], object]:
    from sklearn.metrics import roc_auc_score

    gold, values = judgements(documents)
    rng = np.random.default_rng(3)

    def run() -> object:
        drawn = rng.integers(0, documents, (LOOP, documents))
        return [roc_auc_score(gold[places], values[places], average="macro") for places in drawn]

    return run


def seconds(side: str) -> float:
    """How long one call takes."""
    make = globals()[side]
    make(FEW)()
    run = make()
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def measured(side: str) -> float:
    """The time of one call in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    command = [sys.executable, __file__, side]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return float(done.stdout)


def compare(what: str, name: str, least: float, times: float = 1.0) -> bool:
    """Print one ratio, the other side's time multiplied; whether it is at least what is aimed for."""
    pairs = [(measured(f"ours_{name}"), times * measured(f"theirs_{name}")) for _ in range(RUNS)]
    our, their = (statistics.median(side) for side in zip(*pairs, strict=True))
    print(
        f"{what}: {their / our:.1f}x (at least {least:g}x), {1e3 * our:.1f} against {1e3 * their:.1f} ms",
        flush=True,
    )
    return their / our >= least


def main() -> int:
    """Print the ratios; 1 where one is below its aim."""
    try:
        import sklearn  # noqa: F401
    except ImportError:
        print("not run: scikit-learn is not installed")
        return 0
    loop = RESAMPLES / LOOP
    results = [
        compare("report of 100,000 string labels, against classification_report", "report", 5),
        compare("ROC-AUC of 100,000 documents and 20 labels, against roc_auc_score", "roc_auc", 1.5),
        compare(
            "1,000 resamples of macro F1, 300 labels, 25,000 documents, against a loop",
            "macro_f1_resamples",
            20,
            loop,
        ),
        compare(
            "1,000 resamples of ROC-AUC, 20 labels, 25,000 documents, against a loop",
            "roc_auc_resamples",
            20,
            loop,
        ),
    ]
    return 0 if all(results) else 1


if __name__ == "__main__":
    if len(sys.argv) == 2:
        print(seconds(sys.argv[1]))
    else:
        sys.exit(main())
