"""A slice: the evidence of some of the units, for scores with intervals by domain, difficulty, provenance."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError
from scoring.evidence.evidence import Bools, Cells, Counts, Evidence, Floats
from scoring.evidence.runs import Runs

__all__ = ["Part", "within"]

CHOSEN = "chosen"


@dataclass(frozen=True)
class Part:
    """The units ``chosen`` (ordinals) of a larger evidence; the others have weight 0."""

    whole: Evidence
    chosen: NDArray[np.intp]

    @property
    def units(self) -> int:
        return int(self.chosen.size)

    def score(self, weights: Floats) -> Floats:
        weights = np.asarray(weights, dtype=np.float64)
        everywhere = np.zeros((*weights.shape[:-1], self.whole.units))
        everywhere[..., self.chosen] = weights
        return self.whole.score(everywhere)

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {**self.whole.arrays(), CHOSEN: self.chosen}

    def in_error(self) -> Bools:
        return self.whole.in_error()[self.chosen]

    def joined(self, others: Sequence[Self]) -> Self:
        slices = (self, *others)
        starts = np.cumsum([0, *(one.whole.units for one in slices)])[:-1]
        chosen = [one.chosen + start for one, start in zip(slices, starts, strict=True)]
        return type(self)(self.whole.joined([one.whole for one in others]), np.concatenate(chosen))


def within(evidence: Evidence, chosen: NDArray[Any]) -> Evidence:
    """The evidence of the units where ``chosen`` ``(units,)`` is true; resamples draw from these alone.

    Raises:
        EvidenceError: ``chosen`` is not one truth value a unit.
    """
    chosen = np.asarray(chosen)
    if chosen.dtype != np.bool_ or chosen.shape != (evidence.units,):
        msg = f"a slice needs {evidence.units} truth values, got shape {chosen.shape} of {chosen.dtype}"
        raise EvidenceError(msg)
    if isinstance(evidence, Runs):
        return Runs(tuple(within(part, chosen) for part in evidence.parts))
    if isinstance(evidence, Counts):
        return Counts(evidence.table[chosen], evidence.columns, evidence.formula, evidence.perfect)
    if isinstance(evidence, Cells):
        kept = chosen[evidence.unit]
        place = np.cumsum(chosen) - 1
        return replace(
            evidence, size=int(chosen.sum()), unit=place[evidence.unit[kept]], column=evidence.column[kept],
            count=evidence.count[kept],
        )  # fmt: skip
    return Part(evidence, np.flatnonzero(chosen))
