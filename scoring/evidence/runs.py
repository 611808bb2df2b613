"""Several runs of one system: predictions of models that differ in their seed alone, scored as one system.

Unit i of run r weighs ``w_i * v_r / R``: resamples draw units and runs, so the interval holds both spreads.
Source: Owen (2007), The pigeonhole bootstrap, Annals of Applied Statistics 1 (rows and columns drawn); of runs,
Reimers and Gurevych (2017), Reporting score distributions makes a difference.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError
from scoring.evidence.counts import Counts
from scoring.evidence.evidence import (
    Arrays,
    Bools,
    CompleteEvidence,
    Evidence,
    Floats,
    Places,
    complete,
    whole,
)
from scoring.evidence.slice import within

__all__ = ["FEWEST_RUNS", "Runs", "numbered", "unnumbered"]

FEWEST_RUNS = 3  # runs that are drawn; of two, every second resample would hold one alone
MEMBER = "run"  # names the arrays of each run
UNSUMMED = "several runs or test sets of which the counts do not add up"


@dataclass(frozen=True)
class Runs(CompleteEvidence):
    """The evidence of one system's runs ``parts`` on the same units; each run has the same share of the score.

    Raises:
        EvidenceError: no run, or runs of different numbers of units, columns or kinds.
    """

    parts: tuple[Evidence, ...]

    def __post_init__(self) -> None:
        if not self.parts:
            msg = "there are no runs to score"
            raise EvidenceError(msg)
        first = self.parts[0]
        for number, part in enumerate(self.parts[1:], 2):
            if part.units != first.units:
                msg = f"run 1 has {first.units} units, run {number} {part.units}; score all on the same gold data"
                raise EvidenceError(msg)
            if not self.members[0].alike(self.members[number - 1]):
                msg = (
                    f"runs 1 and {number} are evidence of different kinds, so they are not runs of one system"
                )
                raise EvidenceError(msg)

    @cached_property
    def members(self) -> tuple[CompleteEvidence, ...]:
        """The evidence of each run, with an answer to every question."""
        return tuple(complete(part) for part in self.parts)

    @property
    def units(self) -> int:
        return self.parts[0].units

    @cached_property
    def tables(self) -> tuple[Floats, ...]:
        return tuple(table for member in self.members for table in member.tables)

    @property
    def table_columns(self) -> tuple[str, ...]:
        return self.members[0].table_columns

    @property
    def run_count(self) -> int:
        return len(self.parts)

    @property
    def flags(self) -> tuple[str, ...]:
        """What the runs warn of, and whether there are too few of them to be drawn."""
        found = [flag for member in self.members for flag in member.flags]
        few = ["few_runs"] if 1 < len(self.parts) < FEWEST_RUNS else []
        return tuple(dict.fromkeys([*found, *few]))

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(note for member in self.members for note in member.notes))

    @cached_property
    def _joined(self) -> Evidence:
        return self.parts[0].joined(self.parts[1:])

    def run_scores(self) -> tuple[float, ...]:
        return tuple(whole(part) for part in self.parts)

    def score(self, weights: Floats) -> Floats:
        return self.score_of(weights, np.ones(len(self.parts)))

    def score_of(self, weights: Floats, runs: Floats) -> Floats:
        weights = np.asarray(weights, dtype=np.float64)
        if self.tables:
            return self.score_of_totals([weights @ table for table in self.tables], runs)
        copies = [weights * runs[..., place, None] / len(self.parts) for place in range(len(self.parts))]
        return self._joined.score(np.concatenate(copies, axis=-1))

    def score_of_totals(self, totals: Sequence[Floats], runs: Floats) -> Floats:
        taken = [runs[..., place, None] * one for place, one in enumerate(totals)]
        mean = np.sum(taken, axis=0) / len(self.parts)
        return self.members[0].score_of_totals([mean], np.ones(1))

    def arrays(self) -> dict[str, NDArray[Any]]:
        return numbered(MEMBER, [part.arrays() for part in self.parts])

    def in_error(self) -> Bools:
        return np.asarray(np.any([part.in_error() for part in self.parts], axis=0))

    def joined(self, others: Sequence[Self]) -> Self:
        for other in others:
            if len(other.parts) != len(self.parts):
                msg = f"cannot join {len(self.parts)} runs and {len(other.parts)}: score each shard's runs alike"
                raise EvidenceError(msg)
        shards = zip(*(several.parts for several in (self, *others)), strict=True)
        return type(self)(tuple(first.joined(rest) for first, *rest in shards))

    def sliced(self, chosen: Bools) -> Self:
        return type(self)(tuple(within(part, chosen) for part in self.parts))

    def as_one_run(self) -> CompleteEvidence:
        """The counts of the mean run, where the runs are counts."""
        first = self.members[0]
        return replace(first, table=np.mean(self.tables, axis=0)) if isinstance(first, Counts) else self

    def exchanged(self, opponent: CompleteEvidence, chosen: Places | None = None) -> Floats:  # noqa: ARG002 - refused
        raise EvidenceError(UNSUMMED)


def numbered(name: str, members: Sequence[Arrays]) -> dict[str, NDArray[Any]]:
    """The arrays of all members under names of their own: ``run.0.counts``."""
    return {
        f"{name}.{place}.{inner}": array for place, one in enumerate(members) for inner, array in one.items()
    }


def unnumbered(name: str, arrays: Arrays) -> list[dict[str, NDArray[Any]]]:
    """The arrays of each member again; none where these are not the arrays of such members.

    Raises:
        EvidenceError: a member is missing.
    """
    members: dict[int, dict[str, NDArray[Any]]] = {}
    for full, array in arrays.items():
        kind, _, rest = full.partition(".")
        place, _, inner = rest.partition(".")
        if kind != name or not place.isdecimal() or not inner:
            return []
        members.setdefault(int(place), {})[inner] = array
    if sorted(members) != list(range(len(members))):
        msg = f"stored arrays hold {name} {', '.join(map(str, sorted(members)))}: one is missing"
        raise EvidenceError(msg)
    return [members[place] for place in sorted(members)]
