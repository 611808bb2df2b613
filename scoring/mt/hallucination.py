"""Which content words of an output have no counterpart in the source, in the outputs that are flagged for it.

Source: MT scoring specification, §2.4; docs/decisions/0047.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np

from scoring.evidence.evidence import Bools
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.beside import SourcedText
from scoring.mt.detector import Detector, detector, outputs
from scoring.mt.prose import Shape, shape
from scoring.mt.repetition import repeated
from scoring.mt.run import Entry
from scoring.mt.word_alignment import LearntAlignment, plain, stems, word_alignment, written

__all__ = ["COMMON", "LIKELY", "Finding", "findings"]

COMMON = 0.05  # words in more of the references than this are words of grammar
LIKELY = 2.0  # times the chance of a word, from which on a source word is its counterpart


@dataclass(frozen=True)
class Finding:
    """An output's content words: unsupported, judged, and all; and whether it is flagged."""

    unsupported: int
    known: int
    content: int
    flagged: bool


def findings(segments: Segments) -> list[Finding] | NotAvailable:
    """What is found of each output; one that failed has no words."""
    if segments.sources is None:
        lacking = next(entry.id for entry in segments.entries if entry.source is None)
        return NotAvailable(f"entry {lacking!r} has no source")
    used, table = detector(segments), word_alignment(segments)
    return [
        finding(used, table, place, entry, text)
        for place, (entry, text) in enumerate(zip(segments.entries, outputs(segments), strict=True))
    ]


def finding(used: Detector, table: LearntAlignment, place: int, entry: Entry, text: SourcedText) -> Finding:
    """What is found of one output."""
    if not text.words:
        return Finding(0, 0, 0, flagged=False)
    own = [*entry.references, *entry.variants]
    again = repeated(text.words) & ~among(text.words, repeats(own))
    content = (
        np.array([not table.is_common(word, COMMON) for word in text.pair.output], dtype=np.bool_) | again
    )
    supported = among(text.pair.output, {word for one in own for word in stems(one)})
    if not used.is_strange(
        place, text
    ):  # what is not in the target language renders nothing but what references keep
        supported |= (text.pair.odds.max(axis=0, initial=0.0) > LIKELY) | handed_on(entry)
    unsupported = content & (~supported | again)
    flagged = bool(unsupported.any()) and (bool(again.any()) or used.is_flagged(place, text))
    # Where nothing is flagged a new word may be right: it is in neither count.
    judged = content if flagged else content & (text.pair.seen | supported)
    return Finding(int(unsupported.sum()), int(judged.sum()), int(content.sum()), flagged)


def among(text: Sequence[str], chosen: AbstractSet[str]) -> Bools:
    """Which words of a text are among those chosen."""
    return np.array([word in chosen for word in text], dtype=np.bool_)


def repeats(texts: Sequence[str]) -> set[str]:
    """The words that texts repeat at once: where a reference does, an output may."""
    return {
        word for text in texts for word, one in zip(plain(text), repeated(plain(text)), strict=True) if one
    }


def handed_on(entry: Entry) -> Bools:
    """Which words of an output stand in the source as they are, and in no small letters: names and numbers."""
    there = set(written(entry.source or ""))
    return np.array(
        [word in there and shape(word) is not Shape.SMALL for word in written(entry.output)], dtype=np.bool_
    )
