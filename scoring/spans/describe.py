"""A unit as a person reads it: its tokens or text, and the spans of both sides."""

from typing import Any

from scoring.spans.align import Source, SpanPairs
from scoring.spans.documents import Documents, SpanSets
from scoring.spans.tags import Span
from scoring.spans.text import TaggedText
from scoring.spans.text import spans_of as spans_of_text

__all__ = ["describe", "unit_ids"]


def unit_ids(pairs: SpanPairs) -> list[str]:
    """The ids of documents or sentences where each has its own, else the ordinals from 1."""
    if isinstance(pairs.gold, Documents):
        return pairs.gold.ids
    if isinstance(pairs.gold, TaggedText):
        ids = pairs.gold.document_ids if pairs.unit == "document" else pairs.gold.ids
        declared = [name for name in ids if name]
        if len(set(declared)) == pairs.units:
            return declared
    return [str(number) for number in range(1, pairs.units + 1)]


def describe(pairs: SpanPairs, unit: int) -> dict[str, Any]:
    """A unit's id, its tokens or text (None where not known), and the spans of both sides in order.

    Spans count tokens of the unit where there are tokens, else characters.
    """
    shown: dict[str, Any] = {"id": unit_ids(pairs)[unit]}
    if isinstance(pairs.gold, Documents) and isinstance(pairs.pred, Documents):
        text = pairs.gold.items[unit].text
        shown["text"] = pairs.pred.items[unit].text if text is None else text
    else:
        shown["tokens"] = tokens_of(pairs, unit)
    for key, side in (("gold", pairs.gold), ("predicted", pairs.pred)):
        spans = sorted(spans_of(side, pairs, unit))
        shown[key] = [{**one._asdict(), "text": covered(one, shown)} for one in spans]
    return shown


def sentences_of(pairs: SpanPairs, unit: int) -> range:
    """The sentences of a unit."""
    if pairs.unit == "document" and isinstance(pairs.gold, TaggedText):
        return pairs.gold.documents[unit]
    return range(unit, unit + 1)


def tokens_of(pairs: SpanPairs, unit: int) -> list[str] | None:
    """The tokens of a unit, those of gold first; None where neither side knows them."""
    for side in (pairs.gold, pairs.pred):
        if isinstance(side, TaggedText) and side.tokens is not None:
            return [token for sentence in sentences_of(pairs, unit) for token in side.tokens[sentence]]
    return None


def spans_of(source: Source, pairs: SpanPairs, unit: int) -> set[Span]:
    """The spans of a unit; those of a document count its tokens through all its sentences."""
    if not isinstance(source, TaggedText):
        return set(source.sets[unit] if isinstance(source, SpanSets) else source.items[unit].spans)
    found: set[Span] = set()
    offset = 0
    for sentence in sentences_of(pairs, unit):
        tags = source.sentences[sentence]
        alone = TaggedText([tags], scheme=source.scheme)
        found |= {Span(one.start + offset, one.end + offset, one.label) for one in spans_of_text(alone)[0]}
        offset += len(tags)
    return found


def covered(one: Span, shown: dict[str, Any]) -> str | None:
    """What a span covers, where that is known."""
    if shown.get("text") is not None:
        return str(shown["text"][one.start : one.end])
    return " ".join(shown["tokens"][one.start : one.end]) if shown.get("tokens") is not None else None
