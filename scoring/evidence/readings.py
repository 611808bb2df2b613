"""Values that do not add up across units: ROC-AUC, median, 95th percentile."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError
from scoring.evidence.evidence import Bools, CompleteEvidence, Floats

__all__ = ["Readings"]


@dataclass(frozen=True)
class Readings(CompleteEvidence):
    """Values that do not add up: ROC-AUC, median, 95th percentile.

    ``values`` is ``(units, k)``; rows are sorted once by their first column, then ``formula(values, weights)``
    takes the sorted values and weights ``(..., units)`` in the same order to scores ``(...)``.
    """

    values: Floats
    formula: Callable[[Floats, Floats], Floats]

    def __post_init__(self) -> None:
        if self.values.ndim != 2:
            msg = f"readings have shape {self.values.shape}, but (units, columns) is needed"
            raise EvidenceError(msg)

    @property
    def units(self) -> int:
        return int(self.values.shape[0])

    @cached_property
    def _order(self) -> NDArray[np.intp]:
        return np.argsort(self.values[:, 0], kind="stable")

    @cached_property
    def _sorted(self) -> Floats:
        return self.values[self._order]

    def score(self, weights: Floats) -> Floats:
        return self.formula(self._sorted, np.asarray(weights, dtype=np.float64)[..., self._order])

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {"readings": self.values}

    def in_error(self) -> Bools:
        return np.ones(self.units, dtype=np.bool_)

    def changed(self, opponent: Self) -> Bools:
        differ: Bools = (self.values != opponent.values).any(axis=1)
        return differ

    def joined(self, others: Sequence[Self]) -> Self:
        return type(self)(np.concatenate([self.values, *(other.values for other in others)]), self.formula)
