"""Several runs of one system: predictions of models that differ in their seed alone, scored as one system.

Unit i of run r weighs ``w_i * v_r / R``: resamples draw units and runs, so the interval holds both spreads.
Source: Owen (2007), The pigeonhole bootstrap, Annals of Applied Statistics 1 (rows and columns drawn); of runs,
Reimers and Gurevych (2017), Reporting score distributions makes a difference.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError
from scoring.evidence.evidence import Arrays, Bools, Counts, Evidence, Floats, whole

__all__ = ["FEWEST_RUNS", "Runs", "numbered", "unnumbered"]

FEWEST_RUNS = 3  # runs that are drawn; of two, every second resample would hold one alone
MEMBER = "run"  # names the arrays of each run


@dataclass(frozen=True)
class Runs:
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
            if type(part) is not type(first) or columns(part) != columns(first):
                msg = (
                    f"runs 1 and {number} are evidence of different kinds, so they are not runs of one system"
                )
                raise EvidenceError(msg)

    @property
    def units(self) -> int:
        return self.parts[0].units

    @property
    def counted(self) -> tuple[Counts, ...]:
        """The runs where they are counts, which add up; none where they are not."""
        return tuple(part for part in self.parts if isinstance(part, Counts))

    @property
    def flags(self) -> tuple[str, ...]:
        """What the runs warn of, and whether there are too few of them to be drawn."""
        found = [flag for part in self.parts for flag in getattr(part, "flags", ())]
        few = ["few_runs"] if 1 < len(self.parts) < FEWEST_RUNS else []
        return tuple(dict.fromkeys([*found, *few]))

    @cached_property
    def _joined(self) -> Evidence:
        return self.parts[0].joined(self.parts[1:])

    def scores(self) -> list[float]:
        """The score of each run on the full test set; NaN where it is undefined."""
        return [whole(part) for part in self.parts]

    def score(self, weights: Floats) -> Floats:
        return self.score_of(weights, np.ones(len(self.parts)))

    def score_of(self, weights: Floats, runs: Floats) -> Floats:
        """Scores with run r taken ``runs[..., r]`` times: ``(..., units)`` and ``(..., runs)`` to ``(...)``."""
        weights = np.asarray(weights, dtype=np.float64)
        if self.counted:
            return self.pooled([part.totals(weights) for part in self.counted], runs)
        copies = [weights * runs[..., place, None] / len(self.parts) for place in range(len(self.parts))]
        return self._joined.score(np.concatenate(copies, axis=-1))

    def pooled(self, totals: Sequence[Floats], runs: Floats) -> Floats:
        """The same of counts, from the totals ``(..., k)`` of each run."""
        taken = [runs[..., place, None] * one for place, one in enumerate(totals)]
        return self.counted[0].formula(np.sum(taken, axis=0) / len(self.parts))

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


def columns(part: Evidence) -> object:
    """What the columns of counts are; None of other evidence, which says itself what it cannot be joined with."""
    return part.columns if isinstance(part, Counts) else None


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
