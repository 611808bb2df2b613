"""The edits of each output to its reference: of short segments side by side, of long ones one after the other.

Source: Snover et al. (2006), §2: shifts are made greedily while they lower the edit distance, each counting one edit.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scoring.mt.surface.lanes import LONGEST_OUTPUT, LONGEST_REFERENCE, Lanes, lane_edits
from scoring.mt.surface.rows import row_edits

__all__ = ["edits"]

Words = Sequence[str]
TOGETHER = 2048  # segments side by side


def edits(outputs: Sequence[Words], references: Sequence[Words]) -> NDArray[np.int64]:
    """The edits of each output: ``(segments,)``."""
    found = np.zeros(len(outputs), dtype=np.int64)
    fitting: list[int] = []
    for at, (output, reference) in enumerate(zip(outputs, references, strict=True)):
        if not output or not reference:
            found[at] = len(output) + len(reference)
        elif len(output) <= LONGEST_OUTPUT and len(reference) <= LONGEST_REFERENCE:
            fitting.append(at)
        else:
            found[at] = row_edits(output, reference)
    for start in range(0, len(fitting), TOGETHER):
        chosen = np.array(fitting[start : start + TOGETHER])
        counts = lane_edits(encoded([outputs[at] for at in chosen], [references[at] for at in chosen]))
        found[chosen] = counts
        for at in chosen[counts < 0].tolist():  # the band of the search matters
            found[at] = row_edits(outputs[at], references[at])
    return found


def encoded(outputs: Sequence[Words], references: Sequence[Words]) -> Lanes:
    """The segments as lanes of bits, one bit for each word of the reference."""
    flat: list[int] = []
    for output, reference in zip(outputs, references, strict=True):
        places: dict[str, int] = {}
        bit = 1
        for word in reference:
            places[word] = places.get(word, 0) | bit
            bit <<= 1
        flat.extend([places.get(word, 0) for word in output])
    count = len(outputs)
    sizes = np.fromiter(map(len, outputs), dtype=np.int64, count=count)
    order = np.argsort(-sizes, kind="stable")
    place = np.empty(count, dtype=np.int64)
    place[order] = np.arange(count)
    lane = np.repeat(place, sizes)
    row = np.arange(lane.size) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    equal = np.zeros((int(sizes.max(initial=0)), count), dtype=np.uint64)
    equal[row, lane] = np.array(flat, dtype=np.uint64)
    lengths = np.fromiter(map(len, references), dtype=np.int64, count=count)
    return Lanes(equal, sizes[order], lengths[order], order)
