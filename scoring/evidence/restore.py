"""Evidence from stored arrays: a metric's own, a slice of it, or that of several runs."""

from collections.abc import Callable

import numpy as np

from scoring.evidence.evidence import Arrays, Evidence
from scoring.evidence.runs import MEMBER, Runs, unnumbered
from scoring.evidence.slice import CHOSEN, Part

__all__ = ["restored"]


def restored(restore: Callable[[Arrays], Evidence], arrays: Arrays) -> Evidence:
    """The evidence of stored arrays, of a slice or of several runs too; ``restore`` is the metric's own."""
    runs = unnumbered(MEMBER, arrays)
    if runs:
        return Runs(tuple(restored(restore, one) for one in runs))
    if CHOSEN not in arrays:
        return restore(arrays)
    whole = restore({name: array for name, array in arrays.items() if name != CHOSEN})
    return Part(whole, np.asarray(arrays[CHOSEN], dtype=np.intp))
