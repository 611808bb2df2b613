"""Which words of a text only repeat what came just before.

Source: Raunak, Menezes and Junczys-Dowmunt (2021), §3.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from scoring.evidence.evidence import Bools

__all__ = ["repeated"]

RUNS = 4  # times that a word or phrase follows on itself, from which on an output repeats itself
LONGEST = 6  # words of such a phrase


def repeated(output: Sequence[str]) -> Bools:
    """Which words only repeat a word or phrase that came just before, where it stands there too often to be meant.

    >>> repeated("no no no no stop".split()).tolist()
    [False, True, True, True, False]
    """
    marked = np.zeros(len(output), dtype=np.bool_)
    if len(output) < RUNS or max(Counter(output).values()) < RUNS:
        return marked
    for size in range(1, LONGEST + 1):
        same = [output[place] == output[place - size] for place in range(size, len(output))]
        run = 0
        for place, equal in enumerate([*same, False], size):
            if equal:
                run += 1
                continue
            if run >= size * (RUNS - 1):
                marked[place - run : place] = True
            run = 0
    return marked
