"""Formulas that several metrics of machine translation share.

Source: MT scoring specification, §2.
"""

from scoring.evidence.evidence import Floats
from scoring.evidence.formulas import ratio

__all__ = ["share"]


def share(totals: Floats) -> Floats:
    """The first total over the second, ``(..., 2)`` to ``(...)``: a share or a mean; undefined (NaN) of nothing.

    >>> import numpy as np
    >>> share(np.array([1.0, 4.0]))
    array(0.25)
    """
    return ratio(totals[..., 0], totals[..., 1])
