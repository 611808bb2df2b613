"""Terminology adherence: the share of the glossary's terms in the sources whose accepted translation is in the output.

Source: MT scoring specification, §2.4.
"""

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.definitions import counted_metric
from scoring.mt.words import contains, sequence

__all__ = ["TERMINOLOGY", "count"]


def count(segments: Segments) -> Floats | NotAvailable:
    """Each entry's terms with an accepted translation in the output, and its terms: ``(units, 2)``."""
    if not segments.glossary:
        return NotAvailable("the run has no glossary")
    if segments.sources is None:
        lacking = next(entry.id for entry in segments.entries if entry.source is None)
        return NotAvailable(f"entry {lacking!r} has no source to look for terms in")
    terms = [
        (sequence(term), [sequence(target) for target in targets])
        for term, targets in segments.glossary.items()
    ]
    rows = []
    for entry in segments.entries:
        source, output = sequence(entry.source or ""), sequence(entry.output)
        there = [targets for term, targets in terms if contains(source, term)]
        kept = sum(any(contains(output, target) for target in targets) for targets in there)
        rows.append((kept, len(there)))
    found = np.array(rows, dtype=np.float64).reshape(-1, 2)
    return found if found[:, 1].any() else NotAvailable("no source has a term of the glossary")


TERMINOLOGY = counted_metric(
    "terminology_adherence",
    count=count,
    columns=("kept", "terms"),
    signature="mt.terminology_adherence|v1|casefold",
)
