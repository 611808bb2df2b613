"""How often an analyser rejects words of the references, which are right, as an output could be too.

Source: MT scoring specification, §1.6, validation experiment 2.
"""

from collections import Counter
from dataclasses import dataclass

from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.standards.sameness import sameness

__all__ = ["Rejection", "rejection"]


@dataclass(frozen=True)
class Rejection:
    """The words of all references, those that are no forms of the language, and how many references have one."""

    words: int
    rejected: Counter[str]
    references: int
    with_rejected: int

    @property
    def share(self) -> float | None:
        """The share of rejected words, from 0 to 1; None where there are no words."""
        return self.rejected.total() / self.words if self.words else None

    @property
    def by_count(self) -> list[tuple[str, int]]:
        """The rejected words, the most frequent first."""
        return sorted(self.rejected.items(), key=lambda item: (-item[1], item[0]))


def rejection(segments: Segments) -> Rejection | NotAvailable:
    """What the analyser of the target language says of the references of a run; each distinct entry counts once."""
    used = sameness(segments)
    readings = used.readings
    if isinstance(readings, NotAvailable):
        return readings
    texts = [text for place in segments.distinct for text in segments.entries[place].references]
    groups = [used.groups(text) for text in texts]
    rejected = [
        [word for joined, parts in each if not readings.of(joined) for word in parts if not readings.of(word)]
        for each in groups
    ]
    return Rejection(
        words=sum(len(parts) for each in groups for _, parts in each),
        rejected=Counter(word for words in rejected for word in words),
        references=len(texts),
        with_rejected=sum(map(bool, rejected)),
    )
