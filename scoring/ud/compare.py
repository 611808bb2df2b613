"""Whether spans of two texts hold the same bytes, eight bytes at a time."""

import numpy as np

from scoring.ud.corpus import Bools, Corpus, Ints

__all__ = ["Spans", "same_bytes"]

Spans = tuple[Ints, Ints]  # where each starts and ends in the text of a corpus
BELOW = np.array([2 ** (8 * count) - 1 for count in range(9)], dtype=np.uint64)
FEW = 16  # spans still open that are quicker to compare one by one


def same_bytes(gold: Corpus, gold_spans: Spans, pred: Corpus, pred_spans: Spans) -> Bools:
    """Which pairs of spans hold the same bytes: ``(pairs,)``."""
    ours, theirs = gold_spans[0], pred_spans[0]
    left = gold_spans[1] - ours
    same: Bools = left == pred_spans[1] - theirs
    todo = np.flatnonzero(same)
    if todo.size < same.size:
        ours, theirs, left = ours[todo], theirs[todo], left[todo]
    while todo.size > FEW:
        differ = gold.eights[ours] ^ pred.eights[theirs]
        differ &= BELOW[np.minimum(left, 8)]
        unequal = differ != 0
        same[todo[unequal]] = False
        more = np.flatnonzero(~unequal & (left > 8))
        todo, ours, theirs, left = todo[more], ours[more] + 8, theirs[more] + 8, left[more] - 8
    for place, our, their, size in zip(todo, ours, theirs, left, strict=True):
        same[place] = bool((gold.data[our : our + size] == pred.data[their : their + size]).all())
    return same
