"""Which content words of an output have no counterpart in the source, and which outputs are flagged for it.

Measured on NTREX-128 (see docs/reference/mt-scoring.md): with one constant for all languages.
Source: MT scoring specification, §2.4; repetition as in Raunak, Menezes and Junczys-Dowmunt (2021), §3.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.word_alignment import LearntAlignment, stems, word_alignment

__all__ = ["COMMON", "FLAGGED", "Finding", "findings", "repeated"]

FLAGGED = 0.6  # share of unsupported words above which an output is flagged
COMMON = 0.05  # words in more of the references than this are words of grammar
LIKELY = 2.0  # times the chance of a word, from which on a source word is its counterpart
RUNS = 4  # times that a word or phrase follows on itself, from which on an output repeats itself
LONGEST = 6  # words of such a phrase


@dataclass(frozen=True)
class Finding:
    """An output's content words: without a counterpart, known to the table, and all; and whether it is flagged."""

    unsupported: int
    known: int
    content: int
    flagged: bool


def findings(segments: Segments) -> list[Finding] | NotAvailable:
    """What is found of each output; one that failed has no words."""
    if segments.sources is None:
        lacking = next(entry.id for entry in segments.entries if entry.source is None)
        return NotAvailable(f"entry {lacking!r} has no source")
    table = word_alignment(segments)
    return [
        finding(table, place, stems(entry.source or ""), stems(entry.output))
        for place, entry in enumerate(segments.entries)
    ]


def finding(table: LearntAlignment, place: int, source: Sequence[str], output: Sequence[str]) -> Finding:
    """What is found of one output."""
    if not output:
        return Finding(0, 0, 0, flagged=False)
    pair = table.pair(place, source, output)
    same = set(source)
    copied = np.array([word in same for word in output], dtype=np.bool_)
    content = np.array([not table.is_common(word, COMMON) for word in output], dtype=np.bool_)
    best = pair.odds.max(axis=0) if len(source) else np.zeros(len(output))
    known = content & (pair.seen | copied)
    again = repeated(output)
    lonely = known & (~((best > LIKELY) | copied) | again)
    total = int(known.sum())
    flagged = bool(again.any()) or (total > 0 and int(lonely.sum()) / total > FLAGGED)
    return Finding(int(lonely.sum()), total, int(content.sum()), flagged)


def repeated(output: Sequence[str]) -> "np.ndarray[tuple[int, ...], np.dtype[np.bool_]]":
    """Which words only repeat a word or phrase that came just before, where it stands there too often to be meant.

    >>> repeated("no no no no stop".split()).tolist()
    [False, True, True, True, False]
    """
    marked = np.zeros(len(output), dtype=np.bool_)
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
