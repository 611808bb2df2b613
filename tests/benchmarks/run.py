"""Runs every benchmark and prints its ratios: ``make bench``, or ``make bench ONLY=ud`` for one of them.

Each side of a ratio runs in a process of its own with default settings; machines are noisy, so a ratio of medians is
all that is claimed.
"""

import importlib
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def main(wanted: list[str]) -> int:
    """Run the benchmarks named, all of them where none is; 1 where one misses its target."""
    missed = 0
    sys.path.insert(0, str(ROOT))
    for file in sorted(Path(__file__).parent.glob("bench_*.py")):
        name = file.stem.removeprefix("bench_")
        if not wanted or name in wanted:
            print(f"== {name}", flush=True)
            missed += bool(importlib.import_module(f"tests.benchmarks.{file.stem}").main())
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
