"""A blend: the weighted mean of several metrics on one test set, itself evidence and so resampled jointly.

A part without a value is left out and its weight shared among the others, on the whole, in a slice and in each draw.
Source: MT scoring specification, §4.1.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError
from scoring.evidence.evidence import Bools, CompleteEvidence, Evidence, Floats, Places, complete
from scoring.evidence.formulas import ratio
from scoring.evidence.slice import within

__all__ = ["Blend"]


@dataclass(frozen=True)
class Blend(CompleteEvidence):
    """The weighted mean of those scores of ``parts`` that are defined; undefined (NaN) where none is.

    ``shares`` are the weights of the parts, at least 0 and not all 0; they need not add up to 1.

    Raises:
        EvidenceError: no part, another number of shares, a negative share, or parts of different numbers of
            units.
    """

    parts: tuple[Evidence, ...]
    shares: tuple[float, ...]

    def __post_init__(self) -> None:
        if not self.parts or len(self.parts) != len(self.shares):
            msg = f"a blend needs a share a part, got {len(self.parts)} parts and {len(self.shares)} shares"
            raise EvidenceError(msg)
        if not (min(self.shares) >= 0 and 0 < sum(self.shares) < float("inf")):
            msg = f"the shares of a blend must be at least 0 and not all 0, got {self.shares}"
            raise EvidenceError(msg)
        units = [part.units for part in self.parts]
        if len(set(units)) > 1:
            msg = f"the parts of a blend have {units} units; they must be measured on one test set"
            raise EvidenceError(msg)

    @cached_property
    def blended(self) -> tuple[CompleteEvidence, ...]:
        return tuple(complete(part) for part in self.parts)

    @property
    def units(self) -> int:
        return self.parts[0].units

    def mean(self, scores: Sequence[Floats]) -> Floats:
        """The weighted mean of one array of scores a part: each ``(...)``, and so the result."""
        found = np.stack([np.asarray(score, dtype=np.float64) for score in scores])
        there = np.isfinite(found)
        shares = np.reshape(self.shares, (-1, *[1] * (found.ndim - 1)))
        weighted = (shares * np.where(there, found, 0.0)).sum(axis=0)
        return ratio(weighted, (shares * there).sum(axis=0))

    def score(self, weights: Floats) -> Floats:
        return self.mean([part.score(weights) for part in self.parts])

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {
            f"{place}.{name}": array
            for place, part in enumerate(self.parts)
            for name, array in part.arrays().items()
        }

    def in_error(self) -> Bools:
        return np.asarray(np.any([part.in_error() for part in self.parts], axis=0))

    def joined(self, others: Sequence[Self]) -> Self:
        for other in others:
            if other.shares != self.shares:
                msg = f"cannot join a blend with shares {self.shares} and one with shares {other.shares}"
                raise EvidenceError(msg)
        columns = zip(*(blend.parts for blend in (self, *others)), strict=True)
        return replace(self, parts=tuple(first.joined(rest) for first, *rest in columns))

    def sliced(self, chosen: Bools) -> Self:
        return replace(self, parts=tuple(within(part, chosen) for part in self.parts))

    def exchanged(self, opponent: CompleteEvidence, chosen: Places | None = None) -> Floats:
        """The score of the whole with each unit in turn as ``opponent`` has it: the mean of the parts' own."""
        others = opponent.blended
        if len(others) != len(self.parts):
            msg = f"ours blends {len(self.parts)} scores, the reference {len(others)}"
            raise EvidenceError(msg)
        pairs = zip(self.blended, others, strict=True)
        return self.mean([ours.exchanged(other, chosen) for ours, other in pairs])
