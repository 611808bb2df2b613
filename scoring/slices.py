"""A slice: the evidence of some of the units, for scores with intervals by domain, difficulty, provenance."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from scoring.errors import EvidenceError
from scoring.evidence import Arrays, Bools, Cells, Counts, Evidence, Floats

__all__ = ["Part", "restored", "within"]

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
    if isinstance(evidence, Cells):
        kept = chosen[evidence.unit]
        place = np.cumsum(chosen) - 1
        return replace(
            evidence, size=int(chosen.sum()), unit=place[evidence.unit[kept]], column=evidence.column[kept],
            count=evidence.count[kept],
        )  # fmt: skip
    return Part(evidence, np.flatnonzero(chosen))


def restored(restore: Callable[[Arrays], Evidence], arrays: Arrays) -> Evidence:
    """The evidence of stored arrays, a slice's too; ``restore`` is the metric's own."""
    if CHOSEN not in arrays:
        return restore(arrays)
    whole = restore({name: array for name, array in arrays.items() if name != CHOSEN})
    return Part(whole, np.asarray(arrays[CHOSEN], dtype=np.intp))
