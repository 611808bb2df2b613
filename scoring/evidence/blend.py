"""A blend: the weighted mean of several metrics on one test set, itself evidence and so resampled jointly."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError
from scoring.evidence.evidence import Bools, CompleteEvidence, Evidence, Floats, Places, complete

__all__ = ["Blend"]


@dataclass(frozen=True)
class Blend(CompleteEvidence):
    """The weighted mean of the scores of ``parts``; undefined (NaN) where a part is.

    ``shares`` are the weights of the parts, at least 0 and not all 0; they need not add up to 1.  Which parts
    there are is settled once, on the full test set: settling it in each resample would make the score jump.

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
        total = sum(self.shares)
        weighted = [(share / total) * score for share, score in zip(self.shares, scores, strict=True)]
        return np.asarray(np.sum(weighted, axis=0), dtype=np.float64)

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

    def exchanged(self, opponent: CompleteEvidence, chosen: Places | None = None) -> Floats:
        """The score of the whole with each unit in turn as ``opponent`` has it: the mean of the parts' own."""
        others = opponent.blended
        if len(others) != len(self.parts):
            msg = f"ours blends {len(self.parts)} scores, the reference {len(others)}"
            raise EvidenceError(msg)
        pairs = zip(self.blended, others, strict=True)
        return self.mean([ours.exchanged(other, chosen) for ours, other in pairs])
