"""Runs every benchmark and prints its ratios: ``make bench``, or ``make bench ONLY=ud`` for one of them.

Each side of a ratio runs in a process of its own with default settings; machines are noisy, so a ratio of medians is
all that is claimed.
"""

import importlib
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def main(wanted: list[str]) -> None:
    """Run the benchmarks named, all of them where none is."""
    sys.path.insert(0, str(ROOT))
    for file in sorted(Path(__file__).parent.glob("bench_*.py")):
        name = file.stem.removeprefix("bench_")
        if not wanted or name in wanted:
            print(f"== {name}", flush=True)
            importlib.import_module(f"tests.benchmarks.{file.stem}").main()


if __name__ == "__main__":
    main(sys.argv[1:])
