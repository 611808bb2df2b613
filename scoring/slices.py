"""A slice: the evidence of some of the units, for scores with intervals by domain, difficulty, provenance."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from scoring.errors import EvidenceError
from scoring.evidence import Bools, Counts, Evidence, Floats

__all__ = ["Part", "within"]


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
        return {**self.whole.arrays(), "chosen": self.chosen}

    def in_error(self) -> Bools:
        return self.whole.in_error()[self.chosen]

    def joined(self, others: Sequence[Self]) -> Self:
        msg = (
            f"{1 + len(others)} slices cannot be joined: join the evidence they were cut from, then slice it"
        )
        raise EvidenceError(msg)


def within(evidence: Evidence, chosen: NDArray[Any]) -> Evidence:
    """The evidence of the units where ``chosen`` ``(units,)`` is true; resamples draw from these alone.

    Raises:
        EvidenceError: ``chosen`` is not one truth value a unit.
    """
    chosen = np.asarray(chosen)
    if chosen.dtype != np.bool_ or chosen.shape != (evidence.units,):
        msg = f"a slice needs {evidence.units} truth values, got shape {chosen.shape} of {chosen.dtype}"
        raise EvidenceError(msg)
    if isinstance(evidence, Counts):
        return Counts(evidence.table[chosen], evidence.columns, evidence.formula, evidence.perfect)
    return Part(evidence, np.flatnonzero(chosen))
