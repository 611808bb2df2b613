"""What differs between gold and predicted spans of a unit, side by side, and the counts of each label."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from scoring.evidence.breakdown import Averaging, Parts
from scoring.evidence.evidence import Bools
from scoring.spans.align import SpanPairs
from scoring.spans.describe import covered, spans_of, tokens_of
from scoring.spans.documents import Documents
from scoring.spans.tags import Span

__all__ = ["contrast", "parts"]


def contrast(
    pairs: SpanPairs, label: str | None, units: Sequence[int], *, show_text: bool
) -> list[dict[str, Any]]:
    """For each unit its text, and two lists of one length: ``gold`` and ``predicted``, the spans that differ.

    Spans that overlap stand beside each other, None beside one that overlaps none.  With a ``label`` only pairs in
    which it occurs.  Without ``show_text`` there is neither the text nor what a span covers.
    """
    return [contrast_unit(pairs, label, unit, show_text=show_text) for unit in units]


def contrast_unit(pairs: SpanPairs, label: str | None, unit: int, *, show_text: bool) -> dict[str, Any]:
    """The text of one unit, and its spans that differ."""
    shown: dict[str, Any] = {}
    if show_text and isinstance(pairs.gold, Documents) and isinstance(pairs.pred, Documents):
        texts = (side.items[unit].text for side in (pairs.gold, pairs.pred))
        shown["text"] = next((text for text in texts if text is not None), None)
    elif show_text:
        shown["tokens"] = tokens_of(pairs, unit)
        shown["text"] = None if shown["tokens"] is None else " ".join(shown["tokens"])

    def cells(span: Span | None) -> dict[str, Any] | None:
        if span is None:
            return None
        made: dict[str, Any] = span._asdict()
        words = covered(span, {"tokens": shown["tokens"]} if "tokens" in shown else shown)
        return made if words is None else {**made, "text": words}

    gold, predicted = (spans_of(side, pairs, unit) for side in (pairs.gold, pairs.pred))
    beside = [
        pair for pair in side_by_side(sorted(gold - predicted), sorted(predicted - gold))
        if label is None or label in [span.label for span in pair if span]
    ]  # fmt: skip
    found: dict[str, Any] = {
        "gold": [cells(g) for g, _ in beside],
        "predicted": [cells(p) for _, p in beside],
    }
    return {**found, "text": shown["text"]} if show_text else found


def side_by_side(gold: Sequence[Span], predicted: Sequence[Span]) -> list[tuple[Span | None, Span | None]]:
    """Each gold span beside the first free predicted one that overlaps it, in order; all others alone."""
    free = list(predicted)
    beside: list[tuple[Span | None, Span | None]] = []
    for span in gold:
        partner = next((p for p in free if p.start < span.end and span.start < p.end), None)
        if partner is not None:
            free.remove(partner)
        beside.append((span, partner))
    beside += [(None, span) for span in free]
    return sorted(beside, key=lambda pair: min(span.start for span in pair if span))


def parts(pairs: SpanPairs, averaging: Averaging, chosen: Bools | None = None) -> Parts:
    """Correct, predicted and gold spans of each label, in all units or in the chosen ones: ``(units,)``."""
    size = len(pairs.labels)
    columns = [
        np.bincount(labels if chosen is None else labels[chosen[units]], minlength=size)
        for units, labels in pairs.sides()
    ]
    return Parts(pairs.labels, np.stack(columns, axis=1).astype(np.float64), averaging)
