"""Series of unchanged versions of one system, judged run after run on one test set, and what becomes of the reference.

A version answers most units as all versions do, and the rest anew: which of two real systems' counts a unit has is
a coin that all share, or one of its own.  So versions are alike, none is better in the mean, and every red run is a
false alarm.  What is recorded after a run is the plugin's own answer to ``--onenlp-update``.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np

from pytest_onenlp.check.consequence import outcome_of
from pytest_onenlp.records.options import Options
from pytest_onenlp.records.phase import RowOutcome
from scoring.evaluation.assess import assess
from scoring.evaluation.measurement import Measurement
from scoring.evidence.evidence import Floats
from scoring.evidence.runs import Runs
from scoring.judging.settings import Settings
from scoring.rows.records import Row
from tests.simulation.systems import Systems
from tests.simulation.trials import EVEN, GOLD, IDENTITY, generator, interval_of_share, ordinals

SEVERAL = 5  # runs of which a reference may be recorded
UPDATING = Options(
    references=(Path("refs.json"),), given=(), update=True, accept=(), reason="", off=False, strict=False, prune=False,
    require=None, reports=(), resamples=1000, seed=20260101, better="fail", inconclusive="fail", rule="auto",
    family="session", slack=0.5, min_effect=0.0, max_loss=None, units=True, show_text=True,
)  # fmt: skip
Records = Callable[[Row], bool]


def pinned(_: Row) -> bool:
    """The first version stays the reference."""
    return False


def updated(row: Row) -> bool:
    """What ``--onenlp-update`` records, given in every run."""
    outcome = outcome_of(row, UPDATING, "fail", measured_here=False, accepted=False)
    return outcome is RowOutcome.RECORDED


def every_gain(row: Row) -> bool:
    """Every better row, a notice too: what accepting each of them comes to."""
    return row.verdict == "better"


def always_last(_: Row) -> bool:
    """The run before is the reference, whatever its verdict."""
    return True


@dataclass(frozen=True)
class Line:
    """How a series is drawn: units of its test set, and the share of them that each version answers anew."""

    units: int
    anew: float

    def draw(self, systems: Systems, rng: np.random.Generator, versions: int) -> tuple[list[Floats], Floats]:
        """The counts ``(units, k)`` of each version on one test set, and the mean of all that there could be."""
        chosen = rng.integers(systems.units, size=self.units)
        high, low = systems.high[chosen], systems.low[chosen]
        shared = rng.random(self.units) < EVEN
        coins = (
            np.where(rng.random(self.units) < self.anew, rng.random(self.units) < EVEN, shared)
            for _ in range(versions)
        )
        mean = (1 - self.anew) * np.where(shared[:, None], low, high) + self.anew * (low + high) / 2
        return [np.where(coin[:, None], low, high) for coin in coins], mean


@dataclass(frozen=True, eq=False)
class Judged:
    """The versions of one series, each judged by another, on the main metric; the same pair is judged once."""

    systems: Systems
    versions: Sequence[Floats]

    @cached_property
    def seen(self) -> list[Measurement]:
        ids = ordinals(len(self.versions[0]))
        return [Measurement(self.systems.evidence(one), GOLD, ids) for one in self.versions]

    @cached_property
    def scores(self) -> list[float]:
        """The score of each version in points."""
        return [self.systems.scores(one)[self.systems.metrics[0].id] for one in self.versions]

    def together(self, versions: Sequence[int]) -> Measurement:
        """Several versions as the runs of one system."""
        metric = self.systems.metrics[0].id
        runs = Runs(tuple(self.seen[place].evidence[metric] for place in versions))  # type: ignore[arg-type]  # measured
        return Measurement({metric: runs}, GOLD, self.seen[0].ids)

    @cached_property
    def row(self) -> Callable[[int, tuple[int, ...]], Row]:
        """The row of a version by a reference, which is one version or several runs."""

        @cache
        def judged(ours: int, theirs: tuple[int, ...]) -> Row:
            [one] = assess(
                self.systems.metrics[:1], self.seen[ours], identity=IDENTITY,
                opponent=self.seen[theirs[0]] if len(theirs) == 1 else self.together(theirs),
                settings=Settings(), source="",
            ).rows  # fmt: skip
            return one

        return judged

    def follow(self, records: Records, first: tuple[int, ...], runs: Sequence[int]) -> "Course":
        """What becomes of a reference over these runs."""
        reference, red = first, 0
        for place in runs:
            row = self.row(place, reference)
            red += row.verdict == "worse"
            if records(row):
                reference = (place,)
        climbed = float(np.mean([self.scores[place] for place in reference]))
        return Course(red, len(runs), climbed - float(np.mean([self.scores[place] for place in first])))


@dataclass(frozen=True)
class Course:
    """One series under one policy: red runs of all, and how far the reference has moved in points."""

    red: int
    runs: int
    climbed: float


@dataclass(frozen=True)
class Courses:
    """All series under one policy; ``luck`` of each is how far its first version lies above the mean of all."""

    courses: Sequence[Course]
    luck: Sequence[float]

    @property
    def runs(self) -> int:
        return sum(one.runs for one in self.courses)

    @property
    def red(self) -> int:
        return sum(one.red for one in self.courses)

    @property
    def ever_red(self) -> int:
        """Series in which any run is red."""
        return sum(one.red > 0 for one in self.courses)

    @property
    def most_red(self) -> int:
        """Red runs of the worst series."""
        return max(one.red for one in self.courses)

    @property
    def climbed(self) -> tuple[float, float]:
        """How far the reference moves in the mean, and half of its 95 % interval, in points."""
        moved = np.array([one.climbed for one in self.courses])
        return float(moved.mean()), 1.96 * float(moved.std(ddof=1)) / len(moved) ** 0.5

    def of_lucky(self, share: float) -> "Courses":
        """The series with the luckiest first versions."""
        order = np.argsort(self.luck)[::-1][: max(1, round(share * len(self.luck)))]
        return Courses([self.courses[place] for place in order], [self.luck[place] for place in order])


POLICIES: dict[
    str, tuple[Records, int]
] = {  # by name: what is recorded, and of how many runs the first reference is
    "pinned": (pinned, 1),
    "update each run": (updated, 1),
    "every gain accepted": (every_gain, 1),
    "always the last": (always_last, 1),
    f"pinned, of {SEVERAL} runs": (pinned, SEVERAL),
}


def courses(systems: Systems, line: Line, series: int, versions: int, seed: int) -> dict[str, Courses]:
    """What becomes of ``series`` series of so many versions under each policy; all policies see the same series.

    The versions that make a reference of several runs come before the others, so that all policies judge the same.
    """
    found: dict[str, list[Course]] = {name: [] for name in POLICIES}
    luck: dict[str, list[float]] = {name: [] for name in POLICIES}
    for judged, mean in drawn(systems, line, series, SEVERAL - 1 + versions, seed):
        for name, (records, runs) in POLICIES.items():
            first = tuple(range(SEVERAL - runs, SEVERAL))
            found[name].append(judged.follow(records, first, range(SEVERAL, SEVERAL - 1 + versions)))
            luck[name].append(float(np.mean([judged.scores[place] for place in first])) - mean)
    return {name: Courses(found[name], luck[name]) for name in POLICIES}


def drawn(
    systems: Systems, line: Line, series: int, versions: int, seed: int
) -> Iterator[tuple[Judged, float]]:
    """Series after series, each with the score in points of the mean of all versions."""
    rng = generator(seed, systems.name, line)
    for _ in range(series):
        made, mean = line.draw(systems, rng, versions)
        yield Judged(systems, made), systems.scores(mean)[systems.metrics[0].id]


def table(systems: Systems, line: Line, series: int, versions: int, seed: int) -> Iterator[list[str]]:
    """A line for each policy: red runs, series red at least once, red runs of the worst and of lucky series, climb."""
    for name, all_of in courses(systems, line, series, versions, seed).items():
        lucky = all_of.of_lucky(0.1)
        red = f"{100 * all_of.red / all_of.runs:.1f}"
        ever = "{:.0f} [{:.0f}, {:.0f}]".format(*interval_of_share(all_of.ever_red, len(all_of.courses)))
        of_lucky = f"{100 * lucky.red / lucky.runs:.0f}"
        climb = "{:+.2f} ± {:.2f}".format(*all_of.climbed)
        where = [systems.name, str(line.units), f"{100 * line.anew:.0f} %", name]
        yield [*where, red, ever, f"{all_of.most_red} of {versions - 1}", of_lucky, climb]
