"""A whole run of machine translation against what sacrebleu takes for BLEU, chrF++ and TER alone, on NTREX-128.

The run is made of the German side by a seeded script: prediction, raw output, variants, glossary, usage and
latencies, so that every metric that needs no engine has a value.  Each side is a process of its own, timed
whole; the intervals are timed within a process, from what was measured to all intervals.
"""

import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared" / "data" / "mt" / "ntrex"
LINES, SEED, RUNS = 1997, 17, 3
GLOSSARY = {
    "police": ["Polizei"],
    "year": ["Jahr", "Jahre"],
    "government": ["Regierung"],
    "president": ["Präsident"],
}
AIMS = {"run": 3.0, "intervals": 10.0}
# Of the card's metrics those that need an analyser, a standard or a model.
ENGINES = {
    "fst_acceptance_rate",
    "morphological_accuracy",
    "orthographic_accuracy",
    "semantic_score",
    "comet_score",
}


def texts(code: str) -> list[str]:
    return (DATA / f"newstest2019-ref.{code}.txt").read_text("utf-8").split("\n")[:LINES]


def changed(text: str, rng: random.Random) -> str:
    """The text with some words dropped, doubled or moved, as a system of middling quality might have it."""
    words = text.split()
    for _ in range(max(1, len(words) // 6)):
        place = rng.randrange(len(words))
        word = words.pop(place) if len(words) > 1 else words[place]
        if rng.random() < 0.6:
            words.insert(rng.randint(0, len(words)), word)
    return " ".join(words)


def made() -> dict[str, object]:
    """The run."""
    rng = random.Random(SEED)
    entries = []
    for number, (source, reference) in enumerate(zip(texts("eng-US"), texts("deu"), strict=True)):
        prediction = reference if rng.random() < 0.1 else changed(reference, rng)
        entries.append({
            "id": f"{number:05}", "source": source, "references": [reference],
            "variants": [re.sub(r"\bdass\b", "daß", reference)], "prediction": prediction,
            "raw_prediction": re.sub("[„“]", '"', prediction), "difficulty": 1 + number % 3,
            "usage": {"prompt_tokens": 40 + len(source) // 4, "completion_tokens": len(prediction) // 4},
            "latency_seconds": round(rng.lognormvariate(-1, 0.5), 3),
        })  # fmt: skip
    dataset = {"id": "NTREX-128", "source_language": "en", "target_language": "de"}
    return {
        "dataset": dataset, "model_slug": "made", "entries": entries, "glossary": GLOSSARY, "elapsed_seconds": 900.0,
        "pricing": {"prompt": 0.5, "completion": 1.5},
    }  # fmt: skip


THEIRS = """
import json, sys
from sacrebleu.metrics import BLEU, CHRF, TER
entries = json.load(open(sys.argv[1], encoding="utf-8"))["entries"]
outputs, references = [e["prediction"] for e in entries], [[e["references"][0] for e in entries]]
for metric in (BLEU(), CHRF(word_order=2), TER()):
    metric.corpus_score(outputs, references)
"""
THEIR_INTERVALS = """
import json, sys, time
from sacrebleu.metrics import BLEU, CHRF, TER
entries = json.load(open(sys.argv[1], encoding="utf-8"))["entries"]
outputs, references = [e["prediction"] for e in entries], [[e["references"][0] for e in entries]]
taken = 0.0
for make in (BLEU, lambda **k: CHRF(word_order=2, **k), TER):
    stats = make(references=references)._extract_corpus_statistics(outputs, None)
    from sacrebleu.significance import _bootstrap_resample, estimate_ci
    metric = make()
    start = time.perf_counter()
    estimate_ci([score.score for score in _bootstrap_resample(stats, metric, 1000)[1]])
    taken += time.perf_counter() - start
print(taken)
"""
OUR_INTERVALS = """
import sys, time
from scoring.card.score import measure_run
from scoring.statistics.intervals import interval_of
from scoring.metrics.metric import NotAvailable
from scoring.mt.read import read_run
from scoring.mt.align import align
from scoring.statistics.resampling import Resampling, resample
run = read_run(sys.argv[1])
found = measure_run(align(run, run)).evidence
evidence = [one for one in found.values() if not isinstance(one, NotAvailable)]
start = time.perf_counter()
drawn = resample(evidence, Resampling(1000)).values
intervals = [interval_of(column) for column in drawn.T]
print(time.perf_counter() - start)
"""


def timed(*command: str) -> float:
    """How long a process takes, in seconds: the median of several."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def printed(source: str, run: str) -> float:
    """The figure that a program prints: the median of several."""
    command = [sys.executable, "-c", source, run]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return statistics.median(
        float(subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout)
        for _ in range(RUNS)
    )


def main() -> int:
    """Print the ratios; 1 where one is short of its aim or a metric has no value."""
    if not DATA.is_dir():
        print("not measured: ../shared/data/mt/ntrex is absent")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        run, card = str(Path(folder, "run.json")), str(Path(folder, "card.json"))
        Path(run).write_text(json.dumps(made()), encoding="utf-8")
        onenlp = str(Path(sys.executable).with_name("onenlp"))
        ours = timed(onenlp, "mt", "--run", run, "--json", card)
        theirs = timed(sys.executable, "-c", THEIRS, run)
        scores = json.loads(Path(card).read_text("utf-8"))["scores"]
        missing = [
            name for name, value in scores.items() if value is None and name not in {*ENGINES, "fst_accepted"}
        ]
        print(
            f"onenlp mt on {LINES:,} entries, against sacrebleu's BLEU, chrF++ and TER alone: "
            f"{ours / theirs:.2f} times as long (at most {AIMS['run']:g}), {ours:.2f} against {theirs:.2f} s; "
            f"{f'null: {missing}' if missing else 'every metric has a value'}",
            flush=True,
        )
        their, our = printed(THEIR_INTERVALS, run), printed(OUR_INTERVALS, run)
        print(
            f"all intervals of the run, against sacrebleu's bootstrap of the three: {their / our:.1f}x (at least "
            f"{AIMS['intervals']:g}x), {our:.2f} against {their:.2f} s"
        )
    return 0 if not missing and ours <= AIMS["run"] * theirs and their >= AIMS["intervals"] * our else 1


if __name__ == "__main__":
    sys.exit(main())
