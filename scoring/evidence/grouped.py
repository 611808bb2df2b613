"""Values that do not add up, several to a unit: a median over items of which whole clusters are drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError
from scoring.evidence.evidence import Arrays, Bools, CompleteEvidence, Floats, Places
from scoring.evidence.readings import Readings

__all__ = ["OWNERS", "Grouped"]

OWNERS, UNITS = "owners", "owning_units"


@dataclass(frozen=True)
class Grouped(CompleteEvidence):
    """Readings of items, each of one unit: ``owners`` ``(items,)`` are the units, of which there are ``size``."""

    items: Readings
    owners: Places
    size: int

    def __post_init__(self) -> None:
        if self.owners.shape != (self.items.units,):
            msg = f"there are {self.items.units} items, and units of {self.owners.size}"
            raise EvidenceError(msg)
        if self.owners.size and not 0 <= int(self.owners.min()) <= int(self.owners.max()) < self.size:
            msg = f"an item is of a unit that is none of the {self.size}"
            raise EvidenceError(msg)

    @classmethod
    def restored(cls, items: Readings, arrays: Arrays) -> "Grouped":
        """The evidence of stored arrays, of which the items have been restored."""
        return cls(items, np.asarray(arrays[OWNERS], dtype=np.intp), int(arrays[UNITS][0]))

    @property
    def units(self) -> int:
        return self.size

    def score(self, weights: Floats) -> Floats:
        return self.items.score(np.asarray(weights, dtype=np.float64)[..., self.owners])

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {**self.items.arrays(), OWNERS: self.owners, UNITS: np.array([self.size])}

    def in_error(self) -> Bools:
        return np.ones(self.size, dtype=np.bool_)

    def changed(self, opponent: Self) -> Bools:
        if not np.array_equal(self.owners, opponent.owners):
            return super().changed(opponent)
        found = np.zeros(self.size, dtype=np.bool_)
        found[self.owners[self.items.changed(opponent.items)]] = True
        return found

    def joined(self, others: Sequence[Self]) -> Self:
        parts = (self, *others)
        starts = np.cumsum([0, *(one.size for one in parts)])
        owners = np.concatenate([one.owners + start for one, start in zip(parts, starts[:-1], strict=True)])
        return type(self)(self.items.joined([one.items for one in others]), owners, int(starts[-1]))
