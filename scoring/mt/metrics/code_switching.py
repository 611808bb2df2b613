"""Code switching: the share of an output's words that are left in the source language.

Source: MT scoring specification, §2.4.
"""

from collections import Counter

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.definitions import counted_metric
from scoring.mt.digests import entry_digest
from scoring.mt.switching import Languages, key, languages
from scoring.mt.trial import Trial
from scoring.mt.wordlists import signature
from scoring.mt.words import words

__all__ = ["CODE_SWITCHING", "count", "tried"]

NAME = "code_switching_rate"
SIGNATURE = f"mt.{NAME}|v2|closed-class"
SWITCHED = (
    0.2  # share of source words above which an output counts as flagged, where the metric judges itself
)
TRIED = 100  # entries that are enough for it


def count(segments: Segments) -> Floats | NotAvailable:
    """Each output's words in the source language, and its words: ``(units, 2)``; one that failed said nothing."""
    found = languages(segments)
    if isinstance(found, NotAvailable):
        return found
    own = tried(segments, found)
    if own.fails:
        return NotAvailable(f"the run's sources and references are not told apart ({own.shares})")
    segments.remarks.judgements[NAME] = own.shares
    if found.listed:
        segments.remarks.signatures[NAME] = f"{SIGNATURE}|{signature()}"
    rows = [found.switched(entry) for entry in segments.entries]
    return np.array(rows, dtype=np.float64).reshape(-1, 2)


def tried(segments: Segments, found: Languages) -> Trial:
    """How often references are flagged that nothing was learnt from, and other entries' sources handed back."""
    chosen = sorted((segments.entries[place] for place in segments.distinct), key=entry_digest)[:TRIED]
    right = wrong = 0
    for entry, other in zip(chosen, [*chosen[1:], *chosen[:1]], strict=True):
        written = Counter(key(word) for text in entry.references for word in words(text))
        heard = Counter(key(word) for word in words(other.source or ""))
        source = entry.source or ""
        right += flagged(found.count(entry.references[0], source, frozenset(), unwritten=written))
        wrong += flagged(found.count(other.source or "", source, frozenset(written), unheard=heard))
    return Trial(right, wrong, len(chosen))


def flagged(counts: tuple[int, int]) -> bool:
    """Whether so many words are in the source language that the output is no translation."""
    switched, total = counts
    return switched > SWITCHED * total


CODE_SWITCHING = counted_metric(NAME, count=count, columns=("source words", "words"), signature=SIGNATURE)
