"""Averages: the mean score of several test sets, itself evidence and so resampled jointly.

Each part is drawn within itself, so a test set counts as much as another however many units it has (macro average).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError
from scoring.evidence.evidence import Bools, CompleteEvidence, Evidence, Floats, Places, complete, whole
from scoring.evidence.runs import UNSUMMED, numbered
from scoring.evidence.slice import within

__all__ = ["Average"]

MEMBER = "gate"  # names the arrays of each part


@dataclass(frozen=True)
class Average(CompleteEvidence):
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

    @cached_property
    def test_sets(self) -> tuple[CompleteEvidence, ...]:
        return tuple(complete(part) for part in self.parts)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many units each part has."""
        return tuple(part.units for part in self.parts)

    @property
    def units(self) -> int:
        return sum(self.sizes)

    @property
    def flags(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(flag for part in self.test_sets for flag in part.flags))

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(note for part in self.test_sets for note in part.notes))

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

    def run_scores(self) -> tuple[float, ...]:
        """Run r of an average is run r of each of its test sets; none where these have different numbers of runs."""
        each = [part.run_scores() for part in self.test_sets]
        if len({len(scores) for scores in each}) > 1:
            return ()
        return tuple(float(score) for score in np.mean(each, axis=0))

    def sliced(self, chosen: Bools) -> Self:
        """The average of the slices of its test sets, each drawn within itself as the whole is."""
        slices = (within(part, some) for part, some in zip(self.parts, self.split(chosen), strict=True))
        return type(self)(tuple(slices))

    def as_one_run(self) -> Self:
        return type(self)(tuple(part.as_one_run() for part in self.test_sets))

    def exchanged(self, opponent: CompleteEvidence, chosen: Places | None = None) -> Floats:
        """Each unit exchanged within its own test set, the scores of the others as they are."""
        others = opponent.test_sets
        if self.sizes != tuple(other.units for other in others):
            raise EvidenceError(UNSUMMED)
        scores = [whole(part) for part in self.parts]
        found = []
        for place, (ours, other) in enumerate(zip(self.test_sets, others, strict=True)):
            rest = sum(score for at, score in enumerate(scores) if at != place)
            found.append((ours.exchanged(other) + rest) / len(scores))
        exchanged = np.concatenate(found)
        return exchanged if chosen is None else exchanged[chosen]
