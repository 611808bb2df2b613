"""Paired draws in stages against the whole number of draws: the same verdicts, and what a gate costs.

Both sides are of one process and take turns; "in full" is the same code with a first stage that has no end.
"""

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from scoring.evaluation.assess import assess
from scoring.evaluation.measurement import Measurement
from scoring.evidence.counts import Counts
from scoring.judging.settings import Settings
from scoring.metrics import catalog
from scoring.rows.records import Identity, Row
from scoring.statistics import stages

SENTENCES = 2_077  # of UD English-EWT test
NAMES = ("UPOS", "LAS")
COLUMNS = ("correct", "predicted", "gold", "aligned")
AIMS = {200: 4.0, 1000: 10.0}  # times less processor time, by gates in the session
NULL_GATES = {200: 40, 1000: 40}
ROWS = {200: 10_000, 1000: 2_000}  # simulated, half of them shifted
UNITS = 60  # of a simulated test set


@contextmanager
def in_full() -> Iterator[None]:
    """Gates draw all of their number at once."""
    first = stages.FIRST
    stages.FIRST = sys.maxsize
    try:
        yield
    finally:
        stages.FIRST = first


def systems(rng: np.random.Generator, units: int, shift: float) -> tuple[Measurement, Measurement]:
    """Ours and the reference on one test set; ours is worse by ``shift`` standard deviations, roughly."""
    words = rng.integers(5, 30, units)
    rate = 0.85 - shift * np.sqrt(2 * 0.85 * 0.15 / words.sum())
    sides = []
    for share in (rate, 0.85):
        known = rng.binomial(words, np.clip(share, 0.0, 1.0))
        tables = [
            np.stack([known - rng.binomial(known, loss), words, words, words], axis=1) for loss in (0.0, 0.1)
        ]
        evidence = {
            metric.id: Counts(table.astype(np.float64), COLUMNS, metric.restore({"counts": table}).formula)
            for metric, table in zip(catalog.select("ud", NAMES), tables, strict=True)
        }
        sides.append(Measurement(evidence, "0" * 64, tuple(map(str, range(1, units + 1))), "sentence"))
    return sides[0], sides[1]


def rows_of(pair: tuple[Measurement, Measurement], checks: int) -> Sequence[Row]:
    ours, opponent = pair
    return assess(
        catalog.select("ud", NAMES), ours, identity=Identity("ours", "en", "test"), opponent=opponent,
        settings=Settings(checks=checks), source="simulated",
    ).rows  # fmt: skip


def judged_alike(staged: Row, full: Row, alpha: float) -> bool:
    """Whether both rows have one verdict, by one rule, and the same p-values where one is below the level."""
    if (staged.verdict, staged.rule, staged.within_noise) != (full.verdict, full.rule, full.within_noise):
        return False
    for name in ("p", "adjusted_p"):
        one, other = getattr(staged.difference, name), getattr(full.difference, name)
        if min(one, other) < alpha and one != other:
            return False
    return True


def same_verdicts(checks: int) -> bool:
    """Print how many simulated rows are judged alike; whether all are."""
    rng = np.random.default_rng(checks)
    alike, significant, stopped, count = 0, 0, 0, ROWS[checks]
    for place in range(count // len(NAMES)):
        pair = systems(rng, UNITS, shift=rng.uniform(0.0, 7.0) * (place % 2))
        staged = rows_of(pair, checks)
        with in_full():
            full = rows_of(pair, checks)
        alike += sum(judged_alike(*rows, 0.05 / checks) for rows in zip(staged, full, strict=True))
        significant += sum(row.difference.adjusted_p < 0.05 / checks for row in full if row.difference)
        stopped += sum(row.difference.resamples < 50 * checks for row in staged if row.difference)
    print(
        f"{count:,} rows at {checks} gates, half shifted: {alike:,} judged alike; {significant:,} significant, "
        f"{stopped:,} drawn in part",
        flush=True,
    )
    return alike == count


def cheaper(checks: int) -> bool:
    """Print how many times less processor time a null gate takes; whether that is the aim."""
    rng = np.random.default_rng(checks)
    pairs = [systems(rng, SENTENCES, shift=0.0) for _ in range(NULL_GATES[checks])]
    rows_of(pairs[0], 1)
    start = time.process_time()
    drawn = [rows_of(pair, checks)[0].difference.resamples for pair in pairs]
    staged = (time.process_time() - start) / len(pairs)
    start = time.process_time()
    with in_full():
        for pair in pairs[:4]:
            rows_of(pair, checks)
    full = (time.process_time() - start) / 4
    print(
        f"a null gate of two metrics, {SENTENCES:,} sentences, among {checks:,}: {full / staged:.1f}x (at least "
        f"{AIMS[checks]:g}x), {1e3 * staged:.0f} against {1e3 * full:.0f} ms of processor time; "
        f"{np.mean(drawn):,.0f} draws on average",
        flush=True,
    )
    return full / staged >= AIMS[checks]


def main() -> int:
    """Print verdicts and ratios; 1 where one verdict differs, or a ratio is below its aim."""
    results = [cheaper(checks) for checks in AIMS] + [same_verdicts(checks) for checks in ROWS]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
