"""Resamples of many units of few kinds: how often each kind is taken, from the same draws of units.

100,000 documents with one of 20 labels are of 400 kinds at most.  Counts are whole numbers, so every sum is the same.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError
from scoring.evidence.evidence import Bools, CompleteEvidence
from scoring.evidence.kinds import kinds_of_columns
from scoring.statistics.draws import unit_runs

__all__ = ["Kinds", "kinds_of"]

FEWEST = 20_000  # units; for fewer the kinds take longer to find than they save
SHARE = 16  # units of a kind on average, at least
ROWS = 32  # resamples in a block
LARGEST = 1 << 24  # units; float32 counts them exactly up to here


@dataclass(frozen=True)
class Kinds:
    """The kind of each unit, ``(units,)`` from 0 to ``count - 1``, and the first unit of each kind, ``(units,)``."""

    numbers: NDArray[np.unsignedinteger]
    first: Bools
    count: int

    def alone(self, evidence: CompleteEvidence) -> CompleteEvidence:
        """The evidence of one unit of each kind."""
        part = evidence.sliced(self.first)
        if part is None:
            msg = f"evidence of {type(evidence).__name__} has kinds of units, but no slices"
            raise EvidenceError(msg)
        return part

    def weight_blocks(
        self, resamples: int, seed: int, begin: int = 0
    ) -> Iterator[tuple[int, NDArray[np.float32]]]:
        """Blocks of resamples: the first of them, and how often each kind is taken: ``(rows, kinds)``, used again."""
        weights = np.empty((ROWS, self.count), dtype=np.float32)
        for start in range(0, resamples, ROWS):
            rows = weights[: min(ROWS, resamples - start)]
            rows[:] = 0.0
            for row, taken in enumerate(rows, begin + start):
                for units in unit_runs(self.numbers.size, row, seed):
                    np.add.at(taken, self.numbers.take(units).astype(np.intp), np.float32(1.0))
            yield start, rows


def kinds_of(sources: Iterable[CompleteEvidence], units: int) -> Kinds | None:
    """The kinds of units for all sources together; None where there are too many, or too few units, or none known."""
    if not FEWEST <= units < LARGEST:
        return None
    kinds = np.zeros(units, dtype=np.int64)
    for source in sources:
        own = source.kinds()
        if own is None:
            return None
        different, kinds = np.unique(kinds_of_columns((kinds, own), units), return_inverse=True)
        if different.size > units // SHARE:
            return None
    _, firsts, numbers = np.unique(kinds, return_index=True, return_inverse=True)
    place = np.empty(firsts.size, dtype=np.intp)
    place[np.argsort(firsts)] = np.arange(firsts.size)
    first = np.zeros(units, dtype=np.bool_)
    first[firsts] = True
    # Numbers as small as they can be: draws read them in any order, which is fast as long as all are in the cache.
    return Kinds(place[numbers].astype(np.min_scalar_type(firsts.size)), first, firsts.size)
