"""The edit distance of a long output after each of several shifts, measured side by side.

Source: Snover et al. (2006), §2.  Only the rows of the words that trade places are new: what comes before is known from
the rows of the output as it is, what follows from the distances to the end.
"""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from scoring.mt.surface.table import FAR, Row, Table

__all__ = ["Swap", "distances"]

Swap = tuple[int, int, int]  # the words [a, b) and [b, c) trade places
Ints = NDArray[np.int64]
CELLS = 1 << 18  # measured together


def distances(swaps: list[Swap], words: list[int], rows: list[Row], after: list[Row], table: Table) -> Ints:
    """The distance after each swap: ``(swaps,)``."""
    starts = np.array(table.starts)
    starts[0] = max(0, starts[1] - 1)  # of the first row no more is looked at
    sizes = np.array(table.ends) - starts
    width = int(sizes[1:].max()) + 1
    found = np.zeros(len(swaps), dtype=np.int64)
    order = np.argsort([a - c for a, _, c in swaps], kind="stable")  # the longest first
    together = max(1, CELLS // width)
    for at in range(0, order.size, together):
        chosen = order[at : at + together]
        some = [swaps[place] for place in chosen.tolist()]
        lines = measured(some, np.array(words), rows, table, (starts, sizes, width))
        found[chosen] = [
            (line[: after[c].size] + after[c]).min() for line, (_, _, c) in zip(lines, some, strict=True)
        ]
    return found


def measured(
    swaps: list[Swap], words: Ints, rows: list[Row], table: Table, shape: tuple[Ints, Ints, int]
) -> NDArray[np.int32]:
    """The row of each swap after its last word: ``(swaps, width)``, from the start of that row's band."""
    starts, sizes, width = shape
    a, b, c = np.array(swaps).T
    lines = np.full((len(swaps), width + 2), FAR, dtype=np.int32)  # far from the band on either side
    for line, first in zip(lines, a.tolist(), strict=True):
        known = rows[first][starts[first] - table.starts[first] :][:width]
        line[1 : known.size + 1] = known
    padded = np.full(
        table.target.size + width + 2, -2, dtype=np.int32
    )  # no word before the first or after the last
    padded[1 : table.target.size + 1] = table.target
    facing = sliding_window_view(padded, width)  # the word before each place of a band that starts there
    flat, bases = lines.reshape(-1), np.arange(len(swaps))[:, None] * (width + 2)
    columns = np.arange(width)
    ramp = columns.astype(np.int32)
    for step, upto in enumerate(np.searchsorted(a - c, -np.arange(int((c - a)[0])), side="left").tolist()):
        first, middle, row = a[:upto], b[:upto], a[:upto] + step + 1
        source = first + step + np.where(step < c[:upto] - middle, middle - first, middle - c[:upto])
        start = starts[row]
        diagonal = columns + (start - starts[row - 1])[:, None]
        fresh = flat[bases[:upto] + np.minimum(diagonal, width + 1)]
        fresh += facing[start] != words[source][:, None]
        np.minimum(fresh, flat[bases[:upto] + np.minimum(diagonal + 1, width + 1)] + 1, out=fresh)
        fresh -= ramp
        np.minimum.accumulate(fresh, axis=1, out=fresh)
        fresh += ramp
        fresh[columns >= sizes[row][:, None]] = FAR
        lines[:upto, 1:-1] = fresh
    return lines[:, 1:-1]
