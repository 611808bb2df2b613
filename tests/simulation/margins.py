"""How often a margin is kept in error, at a true loss as large as the margin: the table, as Markdown.

    python -m tests.simulation.margins --data ../shared/data

Items that are right or wrong, documents with spans and sentences with tokens are made up, translations are drawn from
real ones.  Each line has the lower end of the percentile interval alone, with the bound for fewer than ten units alone, and as a gate has it.
"""  # noqa: E501 - a command

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from scoring.evidence.counts import Counts
from scoring.evidence.evidence import Floats
from scoring.judging.margin import FEW, lowest_gain, unit_gains, upper_share
from scoring.metrics.metric import Better
from scoring.statistics.draws import SEED, weight_blocks
from tests.simulation.systems import wmt17
from tests.simulation.trials import Plan, generator

POPULATION = 200_000  # units made up
RESAMPLES = 1000
BATCH = 25  # test sets drawn at once
LOW = 25  # the place of the lower end among the sorted draws
UNITS = (50, 200, 500, 2000)
MARGINS = (0.5, 2.0)
PAIR = ("uedin-nmt", "C-3MA")
HEADS = ("data", "correlation", "units", "margin", "differ", "percentile", "few units", "gate", "no loss")


@dataclass(frozen=True, eq=False)
class Pairs:
    """Two systems' counts: how a test set of them is drawn, and how far ours lies below on all of them, in points."""

    name: str
    evidence: Callable[[Floats], Counts]
    draw: Callable[[int, np.random.Generator], tuple[Floats, Floats]]
    loss: float
    correlation: float  # of the units' scores


@dataclass(frozen=True)
class Kept:
    """In how many of ``sets`` test sets a loss as large as the margin was excluded, by each lower end."""

    sets: int
    differing: float  # units, in the mean
    percentile: int
    few: int
    gate: int


def ratio(table: Floats) -> Counts:
    """Correct, predicted and gold items as F1; with two columns the share that is correct."""
    if table.shape[-1] == 2:
        return Counts(table, ("correct", "all"), lambda t: 100 * t[..., 0] / t[..., 1], 100.0)
    return Counts(
        table, ("correct", "predicted", "gold"), lambda t: 200 * t[..., 0] / (t[..., 1] + t[..., 2]), 100.0
    )


def made_up(name: str, ours: Floats, theirs: Floats) -> Pairs:
    """Pairs of a population that is made up; a test set draws its units."""
    scores = [np.nan_to_num(ratio(side).unit_scores(), nan=100.0) for side in (ours, theirs)]
    loss = [float(ratio(side).score(np.ones(len(side)))) for side in (theirs, ours)]

    def draw(units: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        chosen = rng.integers(len(ours), size=units)
        return ours[chosen], theirs[chosen]

    return Pairs(name, ratio, draw, loss[0] - loss[1], float(np.corrcoef(*scores)[0, 1]))


def items(accuracy: float, correlation: float, loss: float, rng: np.random.Generator) -> Pairs | None:
    """Items that are right or wrong; None where two such systems cannot be so far apart and correlate so."""
    theirs, ours = accuracy, accuracy - loss / 100
    both = theirs * ours + correlation * np.sqrt(theirs * (1 - theirs) * ours * (1 - ours))
    both = min(both, ours)  # as alike as they can be
    lost, won = theirs - both, ours - both
    kind = rng.choice(4, POPULATION, p=[both, lost, won, 1 - both - lost - won])
    tables = [
        np.stack([np.isin(kind, right), np.ones(POPULATION)], axis=1).astype(float)
        for right in ((0, 2), (0, 1))
    ]
    return made_up(f"0/1, {100 * accuracy:.0f} %", *tables)


def changed(right: Floats, size: Floats, churn: float, loss: float, spread: Floats) -> Floats:
    """How many are right after a change: of those wrong the share ``churn`` is won, of those right more are lost."""
    rng = generator(SEED, "changed", churn, loss, size.sum())
    share = right.sum() / size.sum()
    lost = (churn * (1 - share) + loss / 100) / share
    gone = rng.binomial(right.astype(int), np.minimum(lost * spread, 0.95))
    won = rng.binomial((size - right).astype(int), np.minimum(churn * spread, 0.95))
    return right - gone + won


def sentences(accuracy: float, churn: float, loss: float, rng: np.random.Generator) -> Pairs:
    """Sentences of tokens that are right or wrong, as in LAS; a change comes in clumps."""
    size = np.clip(np.round(np.exp(rng.normal(2.8, 0.6, POPULATION))), 1, 80)
    theirs = rng.binomial(size.astype(int), rng.beta(20 * accuracy, 20 * (1 - accuracy), POPULATION)).astype(
        float
    )
    ours = changed(theirs, size, churn, loss, rng.gamma(2.0, 0.5, POPULATION))
    return made_up(f"LAS {100 * accuracy:.0f}", *(np.stack([one, size], axis=1) for one in (ours, theirs)))


def documents(accuracy: float, churn: float, loss: float, rng: np.random.Generator) -> Pairs:
    """Documents with one span and more, as in span F1."""
    gold = 1.0 + rng.poisson(1.5, POPULATION)
    theirs = rng.binomial(gold.astype(int), rng.beta(8 * accuracy, 8 * (1 - accuracy), POPULATION)).astype(
        float
    )
    ours = changed(theirs, gold, churn, loss, np.ones(POPULATION))
    false = rng.poisson((1 - accuracy) * gold)
    new = rng.binomial(false, 1 - churn) + rng.poisson((1 - accuracy) * churn * gold)
    sides = ((ours, new), (theirs, false))
    return made_up(
        f"F1 {100 * accuracy:.0f}", *(np.stack([one, one + more, gold], axis=1) for one, more in sides)
    )


def translations(data: Path, share: float, loss: float) -> Pairs | None:
    """Real translations of which a share differs, by chrF++; None where the two systems are not so far apart."""
    systems = wmt17(data, [PAIR])[0]
    width = len(systems.columns[0])
    metric = systems.metrics[0]
    even = Plan(1, changed=share)
    plan = even if loss == 0 else even.losing(systems, metric.id, loss)
    if plan is None:
        return None

    def draw(units: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        ours, theirs = Plan(units, plan.changed, plan.worse).draw(systems, rng)
        return ours[:, :width], theirs[:, :width]

    def evidence(table: Floats) -> Counts:
        return systems.evidence(np.pad(table, ((0, 0), (0, systems.high.shape[1] - width))))[metric.id]  # type: ignore[return-value]  # counts

    many = [evidence(side).unit_scores() for side in draw(20_000, generator(SEED, "alike", share, loss))]
    return Pairs("chrF++", evidence, draw, plan.loss(systems, metric.id), float(np.corrcoef(*many)[0, 1]))


def weights(units: int) -> Floats:
    """The product's own draws of so many units, ``(resamples, units)``."""
    return np.concatenate([block.copy() for _, block in weight_blocks(units, RESAMPLES, SEED)])


def kept(pairs: Pairs, units: int, margin: float, sets: int, seed: int = SEED) -> Kept:
    """In how many test sets a loss of ``margin`` was excluded."""
    # Rounded: the last digits of means hang on where arrays lie in memory.
    rng = generator(
        seed, pairs.name, round(pairs.correlation, 6), units, round(margin, 6), round(pairs.loss, 6)
    )
    drawn = weights(units)
    found = np.zeros(3, dtype=int)
    differing = 0
    for start in range(0, sets, BATCH):
        sides = [tuple(map(pairs.evidence, pairs.draw(units, rng))) for _ in range(min(BATCH, sets - start))]
        lows = lower_ends([side for pair in sides for side in pair], drawn)
        for (mine, other), low in zip(sides, lows, strict=True):
            seen = unit_gains(mine, other, Better.HIGHER)
            assert seen is not None
            few = low
            if seen.differing < FEW:
                few = min(low, -units * seen.largest * upper_share(seen.lost, units))
            found += np.array([low, few, lowest_gain(low, seen)]) >= -margin - 1e-9
            differing += seen.differing
    return Kept(sets, differing / sets, *map(int, found))


def lower_ends(sides: list[Counts], drawn: Floats) -> list[float]:
    """The lower end of the percentile interval of each pair, ours and theirs one after the other."""
    tables = np.concatenate([side.table for side in sides], axis=1).astype(np.float32)
    totals = np.split((drawn @ tables).astype(np.float64), len(sides), axis=1)  # exact: below 2**24
    scores = [side.formula(each) for side, each in zip(sides, totals, strict=True)]
    gains = (mine - other for mine, other in zip(scores[::2], scores[1::2], strict=True))
    return [float(np.partition(one, LOW)[LOW]) for one in gains]


def cells(data: Path | None) -> Iterator[tuple[Callable[[float], Pairs | None], float]]:
    """What makes the pairs of each line at a true loss, and the margin."""
    for margin in MARGINS:
        for accuracy in (0.85, 0.95):
            for correlation in (0.5, 0.8, 0.95):
                yield (
                    lambda loss, a=accuracy, r=correlation: items(a, r, loss, generator(SEED, "items")),
                    margin,
                )  # type: ignore[misc]  # bound now
        for make in (documents, sentences):
            for accuracy in (0.90, 0.97):
                for churn in (0.5, 0.15, 0.03):
                    yield (
                        lambda loss, m=make, a=accuracy, c=churn: m(a, c, loss, generator(SEED, "made")),
                        margin,
                    )  # type: ignore[misc]  # bound now
        for share in (1.0, 0.5, 0.1) if data else ():
            yield lambda loss, s=share: translations(data, s, loss), margin  # type: ignore[misc]  # bound now


def main() -> None:
    """Writes the table to standard output."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation.margins")
    parser.add_argument(
        "--data", type=Path, default=None, help="the folder with mt/; without it no translations"
    )
    parser.add_argument("--sets", type=int, default=1000, help="simulated test sets a cell")
    options = parser.parse_args()
    out = sys.stdout
    out.write(f"| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}\n")
    for make, margin in cells(options.data):
        losing, even = make(margin), make(0.0)
        if losing is None or even is None:
            continue
        for units in UNITS:
            sets = options.sets // (4 if losing.name == "chrF++" else 1)
            result = kept(losing, units, losing.loss, sets)
            without = kept(even, units, losing.loss, sets // 4)
            shares = (100 * count / sets for count in (result.percentile, result.few, result.gate))
            figures = [
                f"{losing.correlation:.2f}",
                str(units),
                f"{losing.loss:.2f}",
                f"{result.differing:.0f}",
            ]
            figures += [*(f"{share:.1f}" for share in shares), f"{100 * without.gate / without.sets:.0f}"]
            out.write(f"| {losing.name} | {' | '.join(figures)} |\n")
            out.flush()


if __name__ == "__main__":
    main()
