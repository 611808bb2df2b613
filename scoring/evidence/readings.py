"""Values that do not add up across units: ROC-AUC, median, 95th percentile."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError
from scoring.evidence.evidence import Bools, CompleteEvidence, Floats

__all__ = ["Readings", "quantile"]


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


def quantile(values: Floats, weights: Floats, at: float) -> Floats:
    """The quantile of values ``(units, 1)`` in rising order, each counted ``weights[..., i]`` times; NaN of nothing.

    With whole weights it is that of the values repeated as often, by linear interpolation.

    Source: Hyndman and Fan (1996), Sample quantiles in statistical packages, type 7.
    """
    flat = values[:, 0]
    count = weights.sum(axis=-1)
    rank = at * np.maximum(count - 1.0, 0.0)
    ends = np.cumsum(weights, axis=-1)
    last = np.maximum(flat.size - 1, 0)

    def read(place: Floats) -> Floats:
        index = (ends <= place[..., None] + 1e-9).sum(axis=-1)
        return flat[np.minimum(index, last)] if flat.size else np.full(count.shape, np.nan)

    low = np.floor(rank)
    lower, upper = read(low), read(np.minimum(low + 1.0, np.maximum(count - 1.0, 0.0)))
    return np.where(count > 0, lower + (rank - low) * (upper - lower), np.nan)
