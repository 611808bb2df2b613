"""The limits of the search for shifts: Tercom's, and those of sacrebleu's implementation of it.

Source: Snover et al. (2006), §2.2, for the search; its limits decide which of several shifts is found, so they are part
of the definition of the score.
"""

import math

__all__ = ["LONGEST_SHIFT", "MOST_CANDIDATES", "WIDEST_SHIFT", "band", "within_every_band"]

LONGEST_SHIFT = 10  # words moved at once
WIDEST_SHIFT = 50  # places between the words and their counterpart
MOST_CANDIDATES = 1000  # shifts tried in all rounds; the round that reaches it changes nothing
BEAM = 25  # places on either side of the diagonal


def band(output: int, reference: int) -> tuple[float, int]:
    """The slope of the diagonal, and how far from it distances are looked at."""
    slope = reference / output if output else 1.0
    return slope, math.ceil(slope / 2 + BEAM) if slope / 2 > BEAM else BEAM


def within_every_band(distance: int, output: int, reference: int) -> bool:
    """Whether every cheapest path of that cost keeps within the band, so that the band changes no distance.

    A path with ``i`` insertions and ``d`` deletions strays from the diagonal by at most ``max(i, d)``, and
    ``i + d <= distance``, ``|i - d| = |output - reference|``.  One place is left to the rounding of the diagonal.
    """
    return reference < BEAM or distance + abs(output - reference) <= 2 * (BEAM - 2)
