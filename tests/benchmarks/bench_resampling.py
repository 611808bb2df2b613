"""Resampling against a plain numpy loop and scipy, and the memory it takes beside its table.

Each side runs in processes of its own, which time one call each; a call on a tiny table before it has done the
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

RUNS = 9  # processes a side
TINY, SENTENCES, ENTRIES, MILLION = 100, 2_077, 25_000, 1_000_000


def table(units: int, columns: int, seed: int = 0) -> np.ndarray:
    """Counts 0 to 19, filled a column at a time so that making them takes no more memory than they do."""
    rng = np.random.default_rng(seed)
    counts = np.empty((units, columns))
    for column in counts.T:
        column[:] = rng.integers(0, 20, units, dtype=np.int8)
    return counts


def f1_evidence(counts: np.ndarray) -> list:
    """One F1 for every three columns."""
    from scoring.evidence.counts import Counts
    from scoring.evidence.formulas import f1

    names = ("correct", "predicted", "gold")
    starts = range(0, counts.shape[1] - 2, 3)
    return [Counts(np.ascontiguousarray(counts[:, at : at + 3]), names, f1) for at in starts]


def ours_13_metrics(units: int = SENTENCES) -> Callable[[], object]:
    from scoring.statistics.intervals import Resampling, resample

    evidence = f1_evidence(table(units, 40))
    return lambda: resample(evidence, Resampling())


def loop_13_metrics(units: int = SENTENCES) -> Callable[[], object]:
    counts = table(units, 40)

    def run() -> object:
        rng, n = np.random.default_rng(1), len(counts)
        totals = np.array([counts[rng.integers(0, n, n)].sum(0) for _ in range(1000)])
        return [200 * totals[:, at] / (totals[:, at + 1] + totals[:, at + 2]) for at in range(0, 38, 3)]

    return run


def ours_one_f1(units: int = ENTRIES) -> Callable[[], object]:
    from scoring.statistics.intervals import estimate

    (evidence,) = f1_evidence(table(units, 3))
    return lambda: estimate(evidence)


def scipy_one_f1(units: int = ENTRIES) -> Callable[[], object]:
    from scipy.stats import bootstrap

    counts = table(units, 3)

    def f1(correct, predicted, gold, axis):
        return 200 * correct.sum(axis) / (predicted.sum(axis) + gold.sum(axis))

    # The percentile method, as ours; the default (BCa) needs (units, units) arrays on top.
    return lambda: bootstrap(
        tuple(counts.T), f1, n_resamples=1000, paired=True, vectorized=True, method="percentile", rng=1
    )


def seconds(side: str) -> float:
    """How long one call takes."""
    make = globals()[side]
    make(TINY)()
    run = make()
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def peak_bytes(metrics: int) -> int:
    """How far the process grows beyond its size with the evidence made: highest afterwards minus size before."""
    from scoring.statistics.intervals import Resampling, resample

    resample(f1_evidence(table(TINY, 3)), Resampling(100))
    evidence = [one for seed in range(metrics) for one in f1_evidence(table(MILLION, 3, seed))]
    before = _status("VmRSS")
    resample(evidence, Resampling(100))  # blocks are alike: more resamples take no more memory
    return _status("VmHWM") - before


def _status(field: str) -> int:
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith(field))


def measured(*arguments: str) -> float:
    root = str(Path(__file__).resolve().parents[2])
    command = [sys.executable, __file__, *arguments]
    done = subprocess.run(
        command, check=True, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": root}
    )
    return float(done.stdout)


def compare(what: str, ours: str, theirs: str, least: float) -> bool:
    """Print one ratio; whether it is at least what is aimed for.  The sides take turns."""
    times = [(measured("seconds", ours), measured("seconds", theirs)) for _ in range(RUNS)]
    our, their = (statistics.median(side) for side in zip(*times, strict=True))
    print(f"{what}: {their / our:.1f}x (at least {least:g}x), {1e3 * our:.1f} against {1e3 * their:.1f} ms")
    return their / our >= least


def memory(metrics: int) -> bool:
    most = 64e6 + 32 * MILLION
    found = measured("peak_bytes", str(metrics))
    what = f"1,000,000 units, {metrics} tables of 3 columns, peak beyond the tables"
    print(f"{what}: {found / 1e6:.0f} MB (at most {most / 1e6:.0f} MB)")
    return found <= most


def main() -> int:
    """Print the ratios; 1 where one is below its aim."""
    results = [
        compare(
            "1,000 resamples, 13 metrics, 2,077 units, against a plain numpy loop",
            "ours_13_metrics",
            "loop_13_metrics",
            6,
        ),
        compare(
            "1,000 resamples, one F1, 25,000 units, against scipy.stats.bootstrap",
            "ours_one_f1",
            "scipy_one_f1",
            10,
        ),
        memory(1),
        memory(13),
    ]
    return 0 if all(results) else 1


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["seconds", side]:
            print(seconds(side))
        case ["peak_bytes", metrics]:
            print(peak_bytes(int(metrics)))
        case _:
            sys.exit(main())
