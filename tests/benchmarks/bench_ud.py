"""UD scoring against the shared task's script: both files read and all 13 metrics, and the memory it takes.

Each side runs in processes of its own with default settings; garbage is collected before each timed call, since the
script leaves much of it.  The treebanks are those of ``ONENLP_DATA``; predictions are made by the project's perturber.
"""

import gc
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EWT, HTB = "en_ewt-r2.15-test.conllu", "he_htb-r2.17-test.conllu"
RUNS = 5  # timed calls a process, after one that is not
PROCESSES = 3  # processes a side
SEED, RATE = 1, 0.02


def ours(gold: str, pred: str) -> Callable[[], object]:
    from scoring import ud

    return lambda: ud.scores(ud.read(pred), ud.read(gold))


def theirs(gold: str, pred: str) -> Callable[[], object]:
    from tests.ud import oracle

    script = oracle.script()
    return lambda: script.evaluate(script.load_conllu_file(gold), script.load_conllu_file(pred))


def tables(gold: str, pred: str) -> Callable[[], object]:
    """Counts of every gold sentence, by which the bootstrap resamples."""
    from scoring import ud

    metrics = ud.UD.metrics().values()

    def run() -> object:
        pairs = ud.UD.align(ud.read(gold), ud.read(pred))
        return [metric.measure(pairs) for metric in metrics]

    return run


def totals(gold: str, pred: str) -> Callable[[], object]:
    """The totals alone, counted without tables."""
    from scoring import ud
    from scoring.ud.align import align

    def run() -> object:
        pairs = align(ud.read(gold), ud.read(pred))
        tags = pairs.upos & pairs.xpos & pairs.feats
        content = pairs.content & pairs.attached
        mlas = content & pairs.upos & pairs.feats & pairs.children
        words = (pairs.upos, pairs.xpos, pairs.feats, tags, pairs.lemmas, pairs.heads, pairs.attached)
        sides = (pairs.content, pairs.gold_content, pairs.pred_content)
        return [int(flags.sum()) for flags in (*words, content, mlas, content & pairs.lemmas, *sides)]

    return run


def seconds(side: str, gold: str, pred: str) -> float:
    """How long one call takes: the median of several."""
    run = globals()[side](gold, pred)
    run()
    times = []
    for _ in range(RUNS):
        gc.collect()
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def peak(side: str, gold: str, pred: str) -> float:
    """The most memory the process held, in bytes, one call made."""
    import resource

    globals()[side](gold, pred)()
    return 1024.0 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def measured(what: str, side: str, gold: Path, pred: Path) -> float:
    command = [sys.executable, __file__, what, side, str(gold), str(pred)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return float(done.stdout)


def taking_turns(what: str, sides: tuple[str, str], gold: Path, pred: Path, processes: int) -> list[float]:
    """The median of each side over several processes, one side after the other."""
    found = [[measured(what, side, gold, pred) for side in sides] for _ in range(processes)]
    return [statistics.median(values) for values in zip(*found, strict=True)]


def compare(name: str, gold: Path, pred: Path, least: float, processes: int = PROCESSES) -> bool:
    """Print how many times faster we are; whether it is what is aimed for."""
    our, their = taking_turns("seconds", ("ours", "theirs"), gold, pred, processes)
    print(
        f"{name}: {their / our:.1f}x (at least {least:g}x), {1e3 * our:.1f} against {1e3 * their:.1f} ms",
        flush=True,
    )
    return their / our >= least


def compare_memory(name: str, gold: Path, pred: Path, most: float) -> bool:
    our, their = taking_turns("peak", ("ours", "theirs"), gold, pred, 1)
    print(
        f"{name}: {our / their:.2f} (at most {most:.2f}), {our / 1e6:.0f} against {their / 1e6:.0f} MB",
        flush=True,
    )
    return our / their <= most


def compare_tables(name: str, gold: Path, pred: Path, most: float) -> bool:
    table, total = taking_turns("seconds", ("tables", "totals"), gold, pred, PROCESSES)
    print(
        f"{name}: {table / total:.2f} (at most {most:.2f}), {1e3 * table:.1f} against {1e3 * total:.1f} ms",
        flush=True,
    )
    return table / total <= most


def perturbed(gold: Path, folder: Path) -> Path:
    """A prediction for the gold file, made by the project's perturber."""
    from tests.ud.perturb import perturb

    path = folder / f"pred-{gold.name}"
    path.write_bytes(perturb(gold.read_bytes(), SEED, RATE))
    return path


def copies(path: Path, times: int, folder: Path) -> Path:
    """A file that repeats another several times."""
    long = folder / f"{times}x-{path.name}"
    long.write_bytes(path.read_bytes() * times)
    return long


def main() -> int:
    """Print the ratios; 1 where one is short of its aim."""
    if len(sys.argv) == 5 and sys.argv[1] in ("seconds", "peak"):
        print(globals()[sys.argv[1]](*sys.argv[2:]))
        return 0
    data = Path(os.environ.get("ONENLP_DATA") or ROOT.parent / "shared" / "data") / "ud"
    if missing := [name for name in (EWT, HTB) if not (data / name).is_file()]:
        print(
            f"not run: {data} has no {' and no '.join(missing)}; ONENLP_DATA names the folder that holds ud/"
        )
        return 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ewt, htb = data / EWT, data / HTB
        ewt_pred, htb_pred = perturbed(ewt, folder), perturbed(htb, folder)
        long, long_pred = copies(ewt, 10, folder), copies(ewt_pred, 10, folder)
        results = [
            compare("EWT test, read and scored", ewt, ewt_pred, 15),
            compare("EWT test ten times, read and scored", long, long_pred, 20, processes=1),
            compare_memory("EWT test ten times, peak memory", long, long_pred, 1 / 3),
            compare("Hebrew HTB test, read and scored", htb, htb_pred, 10),
            compare_tables("EWT test, tables of sentences over totals", ewt, ewt_pred, 1.2),
        ]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
