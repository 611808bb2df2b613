"""Simulated test sets from real counts, judged as a gate judges, and how often each verdict came out.

A test set draws units of two real systems with replacement, and gives one system's unit to ours and the other's to
the reference.  Who gets which is a coin: even, and nothing differs but chance; uneven, and ours is worse by a margin
that is known exactly, because the real units are the whole population.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from math import sqrt
from zlib import crc32

import numpy as np

from scoring.evaluation.assess import assess
from scoring.evaluation.measurement import Measurement
from scoring.evidence.evidence import Floats
from scoring.judging.settings import Settings
from scoring.rows.records import Identity, Row
from scoring.rows.references import References
from tests.simulation.systems import Systems

IDENTITY = Identity("simulated", "xx", "drawn")
GOLD = "0" * 64
EVEN = 0.5
Judge = Callable[[Systems, Floats, Floats], Sequence[Row]]


@dataclass(frozen=True)
class Plan:
    """How test sets are drawn: units a set, the share of them that differ, how often ours gets the lower system's."""

    units: int
    changed: float = 1.0
    worse: float = EVEN

    def draw(self, systems: Systems, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """Our counts and the reference's on one test set: ``(units, k)`` each."""
        chosen = rng.integers(systems.units, size=self.units)
        differs = rng.random(self.units) < self.changed
        ours = (differs & (rng.random(self.units) < self.worse))[:, None]
        high, low = systems.high[chosen], systems.low[chosen]
        theirs = differs[:, None] & ~ours
        return np.where(ours, low, high), np.where(theirs, low, high)

    def loss(self, systems: Systems, metric: str) -> float:
        """How far ours lies below the reference on the whole population, in the score's unit."""
        high, low = systems.high.sum(axis=0), systems.low.sum(axis=0)
        parts = self.changed * self.worse, self.changed * (1 - self.worse)
        ours, theirs = ((1 - part) * high + part * low for part in parts)
        return systems.scores(theirs[None])[metric] - systems.scores(ours[None])[metric]

    def losing(self, systems: Systems, metric: str, loss: float) -> "Plan | None":
        """The plan under which ours lies below by ``loss``; None where the two systems are not that far apart."""
        low, high = EVEN, 1.0
        if replace(self, worse=high).loss(systems, metric) < loss:
            return None
        for _ in range(50):
            middle = (low + high) / 2
            low, high = (
                (middle, high) if replace(self, worse=middle).loss(systems, metric) < loss else (low, middle)
            )
        return replace(self, worse=high)


def seen(systems: Systems, counts: Floats) -> Measurement:
    """Counts as what was measured of one system."""
    return Measurement(systems.evidence(counts), GOLD, ordinals(len(counts)))


@cache
def ordinals(units: int) -> tuple[str, ...]:
    """The names of units that have none of their own."""
    return tuple(str(number) for number in range(1, units + 1))


def measured(
    systems: Systems, ours: Floats, theirs: Floats, settings: Settings, rows: int | None = None
) -> list[Row]:
    """The judged rows of a check by a reference measured on the same units; ``rows``: of the first metrics only."""
    mine, other = seen(systems, ours), seen(systems, theirs)
    found = assess(
        systems.metrics[:rows], mine, identity=IDENTITY, opponent=other, settings=settings, source=""
    )
    return list(found.rows)


def paired(checks: int = 1, rows: int | None = None) -> Judge:
    """The paired rule, in a session of ``checks`` gates."""
    return partial(measured, settings=Settings(checks=checks), rows=rows)


def overlap(systems: Systems, ours: Floats, theirs: Floats) -> list[Row]:
    """The specification's rule on two intervals (``onenlp_rule = "spec"``), for the main metric."""
    return measured(systems, ours, theirs, Settings(pair=False), 1)


def published(systems: Systems, ours: Floats, theirs: Floats) -> list[Row]:
    """The published rule with half a point of slack: the reference's score is known, and nothing else of it."""
    metric = systems.metrics[0]
    known = Row(component=IDENTITY.component, language=IDENTITY.language, dataset=IDENTITY.dataset, metric=metric.label,
                score=systems.scores(theirs)[metric.id], source="published")  # fmt: skip
    references = References(given=(known,))
    done = assess(
        (metric,),
        seen(systems, ours),
        identity=IDENTITY,
        references=references,
        settings=Settings(),
        source="",
    )
    return list(done.rows)


@dataclass(frozen=True)
class Tally:
    """What became of ``sets`` test sets.

    ``worse`` and ``better``: in how many any row was; ``main``: in how many that of the main metric was worse;
    ``unadjusted``: in how many any row's own interval of the difference lay below 0, which is what a gate without
    families would call worse.  ``mde``: the mean of what the main row says it sees, in its score's unit.
    """

    sets: int
    worse: int
    better: int
    main: int
    unadjusted: int
    mde: float

    def percent(self, count: int) -> tuple[float, float, float]:
        """A count as percent of the sets, with its 95 % interval."""
        return interval_of_share(count, self.sets)


def interval_of_share(count: int, of: int) -> tuple[float, float, float]:
    """A count in percent, with its 95 % interval.  Source: Wilson (1927)."""
    p, n, z = count / of, of, 1.96
    middle, half = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = ((middle + sign * half) / (1 + z * z / n) for sign in (-1, 1))
    return 100 * p, 100 * max(0.0, low), 100 * min(1.0, high)


def tally(judged: Sequence[Sequence[Row]]) -> Tally:
    """What became of the rows of each test set."""
    drops = [rows[0].mde for rows in judged if rows[0].mde is not None]
    return Tally(
        sets=len(judged),
        worse=sum(any(row.verdict == "worse" for row in rows) for rows in judged),
        better=sum(any(row.verdict == "better" for row in rows) for rows in judged),
        main=sum(rows[0].verdict == "worse" for rows in judged),
        unadjusted=sum(any(row.difference and row.difference.ci[1] < 0 for row in rows) for rows in judged),
        mde=float(np.mean(drops)) if drops else float("nan"),
    )


def generator(seed: int, *names: object) -> np.random.Generator:
    """The generator of one cell of a table: others do not move it."""
    return np.random.default_rng([seed, crc32(repr(names).encode())])


def run(systems: Systems, plan: Plan, sets: int, judges: Sequence[Judge], seed: int) -> list[Tally]:
    """The tally of each judge; all judge the same test sets."""
    rng = generator(seed, systems.name, plan)
    drawn = (plan.draw(systems, rng) for _ in range(sets))
    judged = [[judge(systems, *pair) for judge in judges] for pair in drawn]
    return [tally(rows) for rows in zip(*judged, strict=True)]


def session(gates: Sequence[Systems], plan: Plan, sets: int, checks: Sequence[int], seed: int) -> list[Tally]:
    """The tally of sessions with these gates, once for each number of checks among which the level is divided.

    A session is what a developer sees: it is red when any row of any gate is.
    """
    rng = generator(seed, *(gate.name for gate in gates), plan)
    judged: list[list[list[Row]]] = [[] for _ in checks]
    for _ in range(sets):
        drawn = [(gate, *plan.draw(gate, rng)) for gate in gates]
        for rows, number in zip(judged, checks, strict=True):
            rows.append([row for one in drawn for row in paired(number)(*one)])
    return [tally(rows) for rows in judged]


def planted(systems: Systems, plan: Plan, judge: Judge, sets: int, seed: int) -> tuple[float, Tally] | None:
    """A loss as large as the row says it sees with 80 % power, and the tally of test sets with that loss.

    None where the two systems are not that far apart.  What the row says depends a little on the loss, so that it is
    looked for in three rounds.
    """
    metric, found, pilot = systems.metrics[0].id, plan, max(20, sets // 20)
    for attempt in range(3):
        [first] = run(systems, found, pilot, [judge], seed + 1 + attempt)
        better = plan.losing(systems, metric, first.mde)
        if better is None:
            return None
        found = better
    [result] = run(systems, found, sets, [judge], seed)
    return found.loss(systems, metric), result
