"""The tables of a transducer laid out for looking up: a buffer for each column, with an end that stops every walk.

Source: Silfverberg and Lindén (2009), HFST Runtime Format, FSMNLP.
"""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.mt.fst.format import NONE, NOWHERE, START, Tables

__all__ = ["Layout", "layout"]

ROUNDS = 200  # transitions in a row that read nothing; where there are more they are taken to form a loop


class Layout(NamedTuple):
    """Columns of the transition table and of the index table, as plain numbers.

    ``silent`` are the input symbols that read nothing, ``cyclic`` says whether transitions with them can form a loop,
    ``read`` are the input symbols of all transitions.
    """

    inputs: Sequence[int]
    outputs: Sequence[int]
    targets: Sequence[int]
    weights: Sequence[float]
    index_symbol: Sequence[int]
    index_target: Sequence[int]
    index_weights: Sequence[float]
    weighted: bool
    silent: frozenset[int]
    cyclic: bool
    read: frozenset[int]


def layout(held: Tables, flags: Collection[int]) -> Layout:
    """The columns of the tables; ``flags`` are the symbols that are flag diacritics."""
    index, transitions = held.index, held.transitions
    room = len(held.symbols) + 1  # a state at the very end looks for its transitions beyond it
    silent = np.isin(transitions["input"], [0, *flags])
    nothing = np.zeros(0, dtype=np.float32)
    final = np.ascontiguousarray(index["target"])
    if not held.weighted:
        final = np.where((index["symbol"] == NONE) & (final != 1), np.uint32(NOWHERE), final)
    return Layout(
        inputs=column(transitions["input"], NONE, 1),
        outputs=column(transitions["output"], NONE, 1),
        targets=column(transitions["target"], NOWHERE, 1),
        weights=column(transitions["weight"], 0, 1) if held.weighted else column(nothing, 0, len(transitions) + 1),
        index_symbol=column(index["symbol"], NONE, room),
        index_target=column(final, NOWHERE, room),
        index_weights=column(final.view("<f4"), 0, 1) if held.weighted else column(nothing, 0, len(index) + 1),
        weighted=held.weighted,
        silent=frozenset({0, *flags}),
        cyclic=has_loop(held, silent),
        read=frozenset(np.unique(transitions["input"]).tolist()),
    )  # fmt: skip


def column(values: NDArray[Any], end: int, room: int) -> Sequence[Any]:
    """A column with ``room`` entries more, as a buffer whose items are plain numbers."""
    padded = np.full(len(values) + room, end, dtype=values.dtype.newbyteorder("="))
    padded[: len(values)] = values
    return padded.data


def has_loop(held: Tables, silent: NDArray[np.bool_]) -> bool:
    """Whether transitions that read nothing can lead back to where they began.

    Those that lead to none are taken away, again and again; what is left leads into a loop.
    """
    arcs = np.flatnonzero(silent)
    if not arcs.size:
        return False
    # Where each one leads to, as a run of silent transitions.
    goal = held.transitions["target"][arcs].astype(np.int64)
    slot = np.minimum(goal + 1, len(held.index) - 1)
    indexed = np.where(
        held.index["symbol"][slot] == 0, held.index["target"][slot].astype(np.int64) - START, len(silent)
    )
    start = np.where(goal >= START, np.minimum(goal - START + 1, len(silent)), indexed)
    start = np.clip(start, 0, len(silent))
    stops = np.append(np.flatnonzero(~silent), len(silent))
    stop = stops[np.searchsorted(stops, start)]
    alive = silent.copy()
    left = np.ones(len(arcs), dtype=np.bool_)
    for _ in range(ROUNDS):
        before = np.concatenate([[0], np.cumsum(alive)])
        leads = left & (before[stop] > before[start])
        if not leads.any():
            return False
        if leads.sum() == left.sum():
            return True
        left = leads
        alive = np.zeros(len(silent), dtype=np.bool_)
        alive[arcs[left]] = True
    return True
