"""FST acceptance: the share of the output's words that the finite-state analyser knows as forms of the language.

Source: MT scoring specification, §2.2.
"""

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.analyser import analyser, sign
from scoring.mt.definitions import counted_metric
from scoring.mt.run import Entry
from scoring.mt.standards.readings import WordReadings
from scoring.mt.standards.sameness import Sameness, sameness

__all__ = ["FST_ACCEPTANCE", "count"]

SIGNATURE = "mt.fst_acceptance_rate|v2"


def count(segments: Segments) -> Floats | NotAvailable:
    """Each output's accepted words, and its words: ``(units, 2)``; an entry that failed is one rejected word."""
    used = analyser(segments)
    if isinstance(used, NotAvailable):
        return used
    sign(segments, "fst_acceptance_rate", SIGNATURE, used)
    same = sameness(segments)
    rows = [(0, 1) if entry.failed else accepted(entry, used, same) for entry in segments.entries]
    return np.array(rows, dtype=np.float64).reshape(-1, 2)


def accepted(entry: Entry, used: WordReadings, same: Sameness) -> tuple[int, int]:
    """How many words of an output are accepted, and how many there are; words that make one form go with it."""
    groups = same.groups(entry.output)
    rejected = [word for joined, parts in groups for word in (joined, *parts) if not used.of(word)]
    expected = [word for word in same.expected(entry) if used.of(word)] if rejected else []
    # A variant of a form that the references have is that form.
    out = {word for word in rejected if not same.counterparts(word, expected)}
    good = sum(
        len(parts) if joined not in out else sum(part not in out for part in parts)
        for joined, parts in groups
    )
    return good, sum(len(parts) for _, parts in groups)


FST_ACCEPTANCE = counted_metric(
    "fst_acceptance_rate",
    count=count,
    columns=("accepted", "words"),
    signature=SIGNATURE,
)
