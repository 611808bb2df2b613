"""Why gold measures nothing: gates and commands refuse it, for a score on it would pass for ever."""

from scoring.spans.align import SpanPairs
from scoring.spans.text import TaggedText, opened_with_i

__all__ = ["refusal"]


def refusal(pairs: SpanPairs) -> str:
    """What is said of gold without any span, or in IOB1; empty where it can be measured or there are no units."""
    gold = pairs.gold
    if isinstance(gold, TaggedText) and gold.scheme.strict and (stray := opened_with_i(gold)):
        return (
            f"{gold.name}: the tags of gold look like IOB1: {stray} spans open with I, and B stands only after a span "
            "of its type, so that strict IOB2 would ignore most; 'onenlp convert-tags' turns the tags into IOB2"
        )
    if pairs.gold_units.size or not pairs.units:
        return ""
    if not isinstance(gold, TaggedText):
        return f"{gold.name}: there is no span in gold, so nothing can be measured; is it the right file?"
    way = "is the tag in another column (tag_column)?" if gold.lines else "are they the tags of gold?"
    return f"{gold.name}: there is no span in gold, every tag is O, so nothing can be measured; {way}"
