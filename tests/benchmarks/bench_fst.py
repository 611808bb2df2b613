"""Looking up word forms, against pyhfst and HFST's own hfst-optimized-lookup: each form once (cold), and again (warm).

The lexicon is made here: 30,000 stems with seven endings, more than 100,000 states, letters copied and tags written
behind them.  A fifth of the words asked for are forms with a foreign letter behind.  Each side runs in processes of its
own, which time reading the file and looking up all words; hfst-optimized-lookup is timed as a whole.
"""

import importlib.util
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STEMS, WORDS, RUNS = 30_000, 25_000, 5
ENDINGS = {"": ["+N+Sg"], "ak": ["+N+Pl"], "a": ["+N+Obv", "+N+In+Pl"], "ihk": ["+N+Loc"], "w": ["+V+3Sg"],
           "wak": ["+V+3Pl"], "nân": ["+V+1Pl", "+N+1Pl+Poss"]}  # fmt: skip


def stems() -> list[str]:
    """Made-up stems of two to five syllables."""
    rng = random.Random(1)
    syllables = [consonant + vowel for consonant in "ptkcmnshwy" for vowel in "aioâîôê"]
    found: dict[str, None] = {}
    while len(found) < STEMS:
        found["".join(rng.choice(syllables) for _ in range(rng.randint(2, 5)))] = None
    return list(found)


def transducer(known: list[str]) -> tuple[bytes, int]:
    """The analyser of the stems, and how many states it has."""
    from tests.mt.hfstol import Arc, cut, written

    arcs: list[list[Arc]] = [[]]

    def step(state: int, symbol: tuple[str, str]) -> int:
        goal = next((arc[2] for arc in arcs[state] if arc[:2] == symbol), None)
        if goal is None:
            arcs.append([])
            goal = len(arcs) - 1
            arcs[state].append((*symbol, goal, 0.0))
        return goal

    ends: set[int] = set()
    endings = step(0, ("#", ""))  # a state that all stems lead to; nothing else has this letter
    for ending, analyses in ENDINGS.items():
        for analysis in analyses:
            state = endings
            for char in ending:
                state = step(state, (char, ""))
            for tag in ["+" + tag for tag in analysis.split("+") if tag]:
                state = step(state, ("", tag))
            ends.add(state)
    for stem in known:
        state = 0
        for char in cut(stem, ()):
            state = step(state, (char, char))
        arcs[state].append(("", "", endings, 0.0))
    states = [(0.0 if number in ends else None, own) for number, own in enumerate(arcs)]
    return written(states), len(states)


def asked(known: list[str]) -> list[str]:
    """Different word forms, some of them with a foreign letter."""
    forms = list(dict.fromkeys(stem + ending for stem in known for ending in ENDINGS))
    chosen = random.Random(2).sample(forms, WORDS)
    return [word + "ж" if place % 5 == 0 else word for place, word in enumerate(chosen)]


def ours(path: str) -> tuple[Callable[[], object], Callable[[object, str], object]]:
    from scoring.mt import fst

    return lambda: fst.load(path), lambda analyser, word: analyser.analyses(word)  # type: ignore[attr-defined]


def pyhfst(path: str) -> tuple[Callable[[], object], Callable[[object, str], object]]:
    import pyhfst

    return lambda: pyhfst.HfstInputStream(path).read(), lambda analyser, word: analyser.lookup(word)  # type: ignore[attr-defined]


def timed(side: str, path: str, words: list[str]) -> str:
    """Seconds to read the file and look up all words, seconds to do that again, and how many are forms."""
    read, look_up = globals()[side](path)
    start = time.perf_counter()
    analyser = read()
    forms = sum(bool(look_up(analyser, word)) for word in words)
    cold = time.perf_counter()
    for word in words:
        look_up(analyser, word)
    return f"{cold - start} {time.perf_counter() - cold} {forms}"


def measured(side: str, path: str, words: Path) -> tuple[float, float, int]:
    """The times of one process, and how many words are forms."""
    if side == "hfst":
        start = time.perf_counter()
        with words.open("rb") as text:
            done = subprocess.run(
                ["hfst-optimized-lookup", "-q", path], stdin=text, capture_output=True, check=True
            )
        lines = done.stdout.decode().split("\n")
        forms = {line.partition("\t")[0] for line in lines if "\t" in line and not line.endswith("+?")}
        taken = time.perf_counter() - start
        return taken, taken, len(forms)
    command = [sys.executable, __file__, side, path, str(words)]
    done = subprocess.run(command, check=True, capture_output=True, env={"PYTHONPATH": str(ROOT)})
    cold, warm, forms = done.stdout.split()
    return float(cold), float(warm), int(forms)


def main() -> int:
    """Print the ratios; 1 where a form is judged otherwise than it was made, or pyhfst is faster cold."""
    sides = ["ours"]
    for name, there in (
        ("pyhfst", importlib.util.find_spec("pyhfst")),
        ("hfst", shutil.which("hfst-optimized-lookup")),
    ):
        if there:
            sides.append(name)
        else:
            print(f"not compared with {name}: it is not installed")
    known = stems()
    data, states = transducer(known)
    words = asked(known)
    right = sum(not word.endswith("ж") for word in words)
    with tempfile.TemporaryDirectory() as folder:
        path, text = Path(folder, "made.hfstol"), Path(folder, "words.txt")
        path.write_bytes(data)
        text.write_text("\n".join(words) + "\n", encoding="utf-8")
        runs = [
            [measured(side, str(path), text) for side in sides] for _ in range(RUNS)
        ]  # the sides take turns
    print(f"{states:,} states, {len(words):,} word forms, of which {right:,} are forms of the lexicon")
    found = {}
    for place, side in enumerate(sides):
        cold, warm = (statistics.median(run[place][kind] for run in runs) for kind in (0, 1))
        forms = runs[0][place][2]
        found[side] = cold, warm, forms
        print(
            f"{side}: cold {1e3 * cold:.0f} ms, warm {1e3 * warm:.0f} ms, {abs(forms - right):,} words judged wrong"
        )
    for side in sides[1:]:
        cold, warm = (found[side][kind] / found["ours"][kind] for kind in (0, 1))
        print(f"against {side}: cold {cold:.2f}x, warm {warm:.2f}x", flush=True)
    slower = "pyhfst" in found and found["pyhfst"][0] < found["ours"][0]
    return 1 if slower or found["ours"][2] != right else 0


if __name__ == "__main__":
    if len(sys.argv) == 4:
        print(timed(sys.argv[1], sys.argv[2], Path(sys.argv[3]).read_text(encoding="utf-8").splitlines()))
    else:
        sys.path.insert(0, str(ROOT))
        sys.exit(main())
