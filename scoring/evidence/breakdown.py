"""Parts of a test set that are no units: labels and relations, with what was counted of each.

A prediction of one label for another is missed of the one and spurious of the other, so it counts in both parts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.evidence.formulas import f1, mean_of_defined, ratio

__all__ = ["COLUMNS", "Averaging", "Parts", "arranged"]

COLUMNS = ("correct", "predicted", "gold")


class Averaging(StrEnum):
    """How the score of the whole comes from its parts."""

    MICRO = "micro"  # F1 of the sums
    MACRO = "macro"  # mean F1 of the parts that occur
    PRECISION = "precision"  # of the sums
    RECALL = "recall"


@dataclass(frozen=True, eq=False)
class Parts:
    """Correct, predicted and gold items of each part: ``(parts, 3)``, with the names of the parts."""

    names: tuple[str, ...]
    counts: Floats
    average: Averaging

    def score(self, counts: Floats) -> Floats:
        """The score of the whole in points, of counts ``(..., parts, 3)``; NaN where it is undefined.

        >>> Parts(("a", "b"), np.zeros((2, 3)), Averaging.MICRO).score(np.array([[1.0, 2, 2], [1, 2, 2]]))
        array(50.)
        """
        if self.average is Averaging.MACRO:
            return mean_of_defined(f1(counts))
        return self._of_sums(counts.sum(axis=-2))

    def exchanged(self, others: Floats, counts: Floats) -> Floats:
        """The score of ``counts`` with each part in turn at its ``others``: ``(parts, 3)`` each to ``(parts,)``."""
        if self.average is not Averaging.MACRO:
            return self._of_sums(counts.sum(axis=0) - counts + others)
        ours, theirs = f1(counts), f1(others)
        sums = np.nansum(ours) - np.nan_to_num(ours) + np.nan_to_num(theirs)
        return ratio(
            sums, np.isfinite(ours).sum() - np.isfinite(ours) + np.isfinite(theirs).astype(np.float64)
        )

    def _of_sums(self, totals: Floats) -> Floats:
        """The score of sums over the parts: ``(..., 3)`` to ``(...)``."""
        if self.average is Averaging.MICRO:
            return f1(totals)
        of = totals[..., COLUMNS.index("predicted" if self.average is Averaging.PRECISION else "gold")]
        return ratio(100.0 * totals[..., 0], of)


def arranged(parts: Parts, names: Sequence[str]) -> Floats:
    """The counts of the parts with these names, 0 where there is no such part: ``(names, 3)``."""
    place = {name: number for number, name in enumerate(parts.names)}
    padded = np.concatenate([parts.counts, np.zeros((1, 3))])
    return padded[[place.get(name, -1) for name in names]]
