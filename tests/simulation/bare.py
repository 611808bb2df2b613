"""How often a bare number of an unchanged version fails by half a point: what `check_value` does on real counts.

`python -m tests.simulation.bare --data FOLDER` prints the table of docs/explanation/gate-behaviour.md.
"""

import argparse
from pathlib import Path

import numpy as np

from scoring.judging.rule import SLACK
from tests.simulation.systems import Systems, wmt17
from tests.simulation.trials import Plan

SEED = 20260101
SIZES = (100, 500, 1000, 3000)


def false_alarms(systems: Systems, plan: Plan, sets: int) -> float:
    """In how many of 100 test sets ours, which is no worse, lies more than half a point below the reference."""
    rng, metric, lost = np.random.default_rng(SEED), systems.metrics[0].id, 0
    for _ in range(sets):
        ours, theirs = (systems.scores(side.sum(axis=0)[None])[metric] for side in plan.draw(systems, rng))
        lost += ours - theirs < -SLACK
    return 100 * lost / sets


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sets", type=int, default=2000)
    options = parser.parse_args()
    for systems in wmt17(options.data, [("uedin-nmt", "C-3MA")]):
        for changed in (0.2, 1.0):
            cells = [f"{false_alarms(systems, Plan(units, changed), options.sets):.1f}" for units in SIZES]
            print("|", " | ".join((systems.name, f"{changed:.0%}", *cells)), "|")  # noqa: T201 - a table


if __name__ == "__main__":
    main()
