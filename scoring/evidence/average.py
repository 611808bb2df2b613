"""Averages: the mean score of several test sets, itself evidence and so resampled jointly.

Each part is drawn within itself, so a test set counts as much as another however many units it has (macro average).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError
from scoring.evidence.evidence import Bools, Evidence, Floats
from scoring.evidence.runs import numbered

__all__ = ["Average"]

MEMBER = "gate"  # names the arrays of each part


@dataclass(frozen=True)
class Average:
    """The mean of the scores of ``parts``, each with units of its own; undefined (NaN) where a part is.

    The units are those of all parts, one part after the other.

    Raises:
        EvidenceError: fewer than two parts.
    """

    parts: tuple[Evidence, ...]

    def __post_init__(self) -> None:
        if len(self.parts) < 2:
            msg = f"an average needs at least two parts, got {len(self.parts)}"
            raise EvidenceError(msg)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many units each part has."""
        return tuple(part.units for part in self.parts)

    @property
    def units(self) -> int:
        return sum(self.sizes)

    @property
    def flags(self) -> tuple[str, ...]:
        """What the parts warn of."""
        found = [flag for part in self.parts for flag in getattr(part, "flags", ())]
        return tuple(dict.fromkeys(found))

    def split(self, per_unit: NDArray[Any]) -> list[NDArray[Any]]:
        """What is said of each unit ``(..., units)``, by part."""
        return np.split(np.asarray(per_unit), np.cumsum(self.sizes)[:-1], axis=-1)

    def mean(self, scores: Sequence[Floats]) -> Floats:
        """The mean of one array of scores a part: each ``(...)``, and so the result."""
        return np.asarray(np.mean(scores, axis=0), dtype=np.float64)

    def score(self, weights: Floats) -> Floats:
        return self.mean([part.score(w) for part, w in zip(self.parts, self.split(weights), strict=True)])

    def arrays(self) -> dict[str, NDArray[Any]]:
        return numbered(MEMBER, [part.arrays() for part in self.parts])

    def in_error(self) -> Bools:
        return np.concatenate([part.in_error() for part in self.parts])

    def joined(self, others: Sequence[Self]) -> Self:
        msg = f"{1 + len(others)} averages cannot be joined: join the evidence of each test set, then average it"
        raise EvidenceError(msg)
