"""chrF++, BLEU and TER against sacrebleu on 2,000 and 20,000 segments: statistics of each segment and the score.

Each side runs in processes of its own with default settings and keeps nothing from one call to the next; garbage is
collected before each timed call.  Results must be equal.  The segments are those of WMT17 English-German, ten systems
in turn, or made up where ``../shared`` is absent.
"""

import gc
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared" / "data" / "mt" / "wmt17"
SIZES = (2_000, 20_000)
RUNS = {2_000: 3, 20_000: 1}  # timed calls a process, after one that is not where there are several
AIMS = {"chrf": 2.0, "ter": 5.0, "bleu": 3.0}
SEED, WORDS, LENGTH = 17, 4_000, 18


def data(size: int) -> tuple[list[str], list[str]]:
    """Outputs and references."""
    systems = sorted(DATA.glob("newstest2017.*.txt"))
    if not systems:
        return made(size)
    references = lines(DATA / "ref.de")
    pairs = [pair for system in systems for pair in zip(lines(system), references, strict=True)]
    random.Random(SEED).shuffle(pairs)
    chosen = pairs[:size]
    return [output for output, _ in chosen], [reference for _, reference in chosen]


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").rstrip("\n").split("\n")


def made(size: int) -> tuple[list[str], list[str]]:
    """Text of a made-up language, and outputs that move, drop and change some of its words."""
    rng = random.Random(SEED)
    words = ["".join(rng.choices("etaoinshrdlu", k=rng.randint(1, 9))) for _ in range(WORDS)]
    weights = [1 / rank for rank in range(1, WORDS + 1)]
    outputs, references = [], []
    for _ in range(size):
        reference = rng.choices(words, weights, k=rng.randint(LENGTH // 3, 2 * LENGTH))
        output = list(reference)
        for _ in range(len(output) // 3):
            word, place = output.pop(rng.randrange(len(output))), rng.randint(0, len(output) - 1)
            output.insert(place, word if rng.random() < 0.5 else rng.choice(words))
        outputs.append(" ".join(output))
        references.append(" ".join(reference))
    return outputs, references


def ours(metric: str, size: int) -> Callable[[], float]:
    from scoring import mt

    outputs, references = data(size)
    lists = [[text] for text in references]
    score = getattr(mt, metric)
    return lambda: score(outputs, lists).score


def theirs(metric: str, size: int) -> Callable[[], float]:
    from sacrebleu.metrics import BLEU, CHRF, TER

    outputs, references = data(size)
    make = {"chrf": lambda: CHRF(word_order=2), "bleu": BLEU, "ter": TER}[metric]
    return lambda: make().corpus_score(outputs, [references]).score


def forget() -> None:
    """Empty the caches of sacrebleu's tokenizers, which both sides use."""
    from sacrebleu.tokenizers import tokenizer_13a, tokenizer_re, tokenizer_ter

    for kind in (tokenizer_13a.Tokenizer13a, tokenizer_re.TokenizerRegexp, tokenizer_ter.TercomTokenizer):
        kind.__call__.cache_clear()


def seconds(side: str, metric: str, size: int) -> tuple[float, float]:
    """How long one call takes, the median of several, and the score."""
    run = globals()[side](metric, size)
    times, score = [], 0.0
    for _ in range(RUNS[size] + (RUNS[size] > 1)):
        forget()
        gc.collect()
        start = time.perf_counter()
        score = run()
        times.append(time.perf_counter() - start)
    return statistics.median(times[-RUNS[size] :]), score


def measured(side: str, metric: str, size: int) -> tuple[float, float]:
    command = [sys.executable, __file__, side, metric, str(size)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    time_taken, score = json.loads(done.stdout)
    return time_taken, score


def compare(metric: str, size: int) -> bool:
    """Print how many times faster we are; whether that is the aim and the scores are equal."""
    (our, our_score), (their, their_score) = (measured(side, metric, size) for side in ("ours", "theirs"))
    equal = abs(our_score - their_score) <= 1e-9 * abs(their_score)
    print(
        f"{metric}, {size:,} segments, against sacrebleu: {their / our:.1f}x (at least {AIMS[metric]:g}x), "
        f"{1e3 * our:.0f} against {1e3 * their:.0f} ms, {'equal' if equal else f'{our_score} is not {their_score}'}",
        flush=True,
    )
    return equal and their / our >= AIMS[metric]


def main() -> int:
    """Print the ratios; 1 where one is short of its aim or a score differs."""
    if len(sys.argv) == 4:
        print(json.dumps(seconds(sys.argv[1], sys.argv[2], int(sys.argv[3]))))
        return 0
    results = [compare(metric, size) for size in SIZES for metric in AIMS]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
