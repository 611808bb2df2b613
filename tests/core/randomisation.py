"""Approximate randomisation, another paired test than the product's, to hold it against."""

import numpy as np

from scoring.evidence.evidence import whole
from scoring.statistics.draws import SEED, splitmix64
from scoring.statistics.resampling import common_units
from scoring.statistics.significance import EPSILON

BYTES = 4 << 20  # of the weights of a block of random swaps


def randomisation_p(ours, opponent, resamples=1000, seed=SEED):
    """The two-sided p-value of approximate randomisation: the two outputs of each unit are swapped at random.

    NaN without units or where a score is undefined.
    Source: Noreen (1989), Computer-Intensive Methods for Testing Hypotheses; as in Riezler and Maxwell (2005).
    """
    units = common_units([ours, opponent])
    both = ours.joined([opponent])
    observed = float(whole(ours) - whole(opponent)) if units else float("nan")
    if not np.isfinite(observed):
        return float("nan")
    rows = max(1, BYTES // (16 * units))
    reached = 0
    for start in range(0, resamples, rows):
        count = min(rows, resamples - start)
        swap = (splitmix64(seed, start * units, count * units) >> np.uint64(63)).reshape(count, units)
        keep = np.concatenate([1 - swap, swap], axis=1).astype(np.float64)
        shuffled = both.score(keep) - both.score(1.0 - keep)
        reached += int((np.abs(shuffled) >= abs(observed) - EPSILON).sum())
    return (reached + 1) / (resamples + 1)
