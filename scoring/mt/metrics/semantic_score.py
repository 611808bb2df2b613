"""Semantic score: does the output mean what the reference means, by the target language's standard?

Source: MT scoring specification, §2.3.
"""

from scoring.evidence import Floats
from scoring.metric import NotAvailable
from scoring.mt.definitions import counted_metric
from scoring.mt.formulas import share
from scoring.mt.segments import Segments
from scoring.mt.standards import from_standard

__all__ = ["SEMANTIC_SCORE", "count"]


def count(segments: Segments) -> Floats | NotAvailable:
    """What each entry's meaning is worth, and 1: ``(units, 2)``."""
    found = from_standard(segments)
    if found is not None:
        return found
    code = segments.run.dataset.target_language
    if segments.target_card is None:
        return NotAvailable(f"no language card {code!r}", "add a language card: see ONENLP_LANGUAGE_CARDS")
    return NotAvailable(f"the language card of {code!r} names no language standard")


SEMANTIC_SCORE = counted_metric(
    "semantic_score",
    count=count,
    columns=("weights", "entries"),
    formula=share,
    perfect=1.0,
    signature="mt.semantic_score|v1",
)
