"""Span scoring against seqeval's strict mode: 1 M tags from Python lists, and the resampling of macro F1.

Each side runs in processes of its own with default settings; garbage is collected before each timed call.  The tags
are made by ``tests.spans.synthetic``: 50,000 sentences of 20 tags, 4 types, one tag in 20 wrong.
"""

import gc
import importlib.util
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SENTENCES, LENGTH = 50_000, 20
DOCUMENTS, LABELS, RESAMPLES = 25_000, 300, 1_000
RUNS = 3  # timed calls a process, after one that is not


def data() -> tuple[list[list[str]], list[list[str]]]:
    from tests.spans import synthetic

    gold = synthetic.tags(1, SENTENCES, LENGTH)
    return gold, synthetic.perturbed(gold, 2, 0.05)


def ours() -> Callable[[], object]:
    from scoring import spans

    gold, pred = data()
    return lambda: spans.scores(pred, gold)


def strict_f1() -> Callable[[], object]:
    from seqeval.metrics import f1_score
    from seqeval.scheme import IOB2

    gold, pred = data()
    return lambda: f1_score(gold, pred, mode="strict", scheme=IOB2, zero_division=0)


def macro() -> object:
    """The evidence of macro F1 on 25,000 documents of 300 labels."""
    from scoring import spans
    from tests.spans import synthetic

    gold = synthetic.tags(3, DOCUMENTS, LENGTH, LABELS)
    pred = synthetic.perturbed(gold, 4, 0.05, LABELS)
    task = spans.SPANS
    return task.metrics()["span_macro_f1"].measure(
        task.align(task.read(gold, "gold"), task.read(pred, "pred"))
    )


def macro_resamples() -> Callable[[], object]:
    from scoring.statistics.resampling import Resampling, resample

    evidence = macro()
    return lambda: resample([evidence], Resampling(RESAMPLES))  # type: ignore[list-item]


def macro_loop() -> Callable[[], object]:
    """One resample as a loop of the public function does it: rebuild the lists, score them anew."""
    import numpy as np

    from scoring import spans
    from tests.spans import synthetic

    gold = synthetic.tags(3, DOCUMENTS, LENGTH, LABELS)
    pred = synthetic.perturbed(gold, 4, 0.05, LABELS)
    rng = np.random.default_rng(5)

    def run() -> object:
        drawn = rng.integers(0, DOCUMENTS, DOCUMENTS).tolist()
        return spans.scores([pred[at] for at in drawn], [gold[at] for at in drawn])

    return run


def seconds(side: str) -> float:
    """How long one call takes: the median of several."""
    run = globals()[side]()
    run()
    times = []
    for _ in range(RUNS):
        gc.collect()
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def measured(side: str) -> float:
    command = [sys.executable, __file__, "seconds", side]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return float(done.stdout)


def compare(name: str, sides: tuple[str, str], least: float, times: int = 1) -> bool:
    """Print how many times faster the first is than the second done ``times`` times; whether that is the aim."""
    our, their = measured(sides[0]), measured(sides[1]) * times
    print(
        f"{name}: {their / our:.1f}x (at least {least:g}x), {1e3 * our:.0f} against {1e3 * their:.0f} ms",
        flush=True,
    )
    return their / our >= least


def main() -> int:
    """Print the ratios; 1 where one is short of its aim."""
    if len(sys.argv) == 3 and sys.argv[1] == "seconds":
        print(seconds(sys.argv[2]))
        return 0
    results = []
    if importlib.util.find_spec("seqeval"):
        results.append(
            compare("1 M tags, all labels, against seqeval's strict F1", ("ours", "strict_f1"), 10)
        )
    else:
        print("not run: seqeval is not installed; pip install seqeval")
    name = "1,000 resamples of macro F1 with 300 labels, against scoring anew (one timed, times 1,000)"
    results.append(compare(name, ("macro_resamples", "macro_loop"), 20, RESAMPLES))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
