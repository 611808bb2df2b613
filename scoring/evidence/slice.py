"""A slice: the evidence of some of the units, for scores with intervals by domain, difficulty, provenance."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError
from scoring.evidence.evidence import Bools, CompleteEvidence, Evidence, Floats, Places, complete

__all__ = ["Part", "within"]

CHOSEN = "chosen"


@dataclass(frozen=True)
class Part(CompleteEvidence):
    """The units ``chosen`` (ordinals) of a larger evidence; the others have weight 0."""

    whole: Evidence
    chosen: Places

    @property
    def units(self) -> int:
        return int(self.chosen.size)

    @property
    def flags(self) -> tuple[str, ...]:
        return complete(self.whole).flags

    @property
    def notes(self) -> tuple[str, ...]:
        return complete(self.whole).notes

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

    def alike(self, other: CompleteEvidence) -> bool:
        return isinstance(other, Part) and complete(self.whole).alike(complete(other.whole))

    def exchanged(self, opponent: CompleteEvidence, chosen: Places | None = None) -> Floats:
        if not isinstance(opponent, Part) or not np.array_equal(self.chosen, opponent.chosen):
            msg = "ours is a slice of the test set, and the reference is not of the same units"
            raise EvidenceError(msg)
        places = self.chosen if chosen is None else self.chosen[chosen]
        return complete(self.whole).exchanged(complete(opponent.whole), places)


def within(evidence: Evidence, chosen: NDArray[Any]) -> CompleteEvidence:
    """The evidence of the units where ``chosen`` ``(units,)`` is true; resamples draw from these alone.

    Raises:
        EvidenceError: ``chosen`` is not one truth value a unit.
    """
    chosen = np.asarray(chosen)
    if chosen.dtype != np.bool_ or chosen.shape != (evidence.units,):
        msg = f"a slice needs {evidence.units} truth values, got shape {chosen.shape} of {chosen.dtype}"
        raise EvidenceError(msg)
    own = complete(evidence).sliced(chosen)
    return Part(evidence, np.flatnonzero(chosen)) if own is None else own
