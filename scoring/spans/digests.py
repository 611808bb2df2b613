"""The canonical content of gold units and its SHA-256: what is scored, and nothing of how it is written down.

A sentence or document is its spans in order, a line ``start end label`` each, tab-joined, LF; before them the number of
tokens where there are tokens.  The unit of a text with ``-DOCSTART-`` lines is the contents of its sentences, each
followed by an empty line.
"""

import hashlib
from collections.abc import Iterable

from scoring.spans.align import SpanPairs, unit_sets
from scoring.spans.several_tags import accepted
from scoring.spans.tags import Span
from scoring.spans.text import TaggedText, spans_of

__all__ = ["unit_digests"]


def unit_digests(pairs: SpanPairs) -> list[bytes]:
    """SHA-256 of the gold content of each unit: ``(units,)``."""
    gold = pairs.gold
    if isinstance(gold, TaggedText):
        found = zip(gold.sentences, gold_spans(gold), strict=True)
        contents = [b"%d\n%b" % (len(tags), content(spans)) for tags, spans in found]
        if pairs.unit == "document":
            contents = [b"\n".join([*contents[one.start : one.stop], b""]) for one in gold.documents]
    else:
        contents = [content(spans) for spans in unit_sets(gold)]
    return [hashlib.sha256(each).digest() for each in contents]


def gold_spans(gold: TaggedText) -> list[list[Span]]:
    """The spans of every sentence; where cells have several tags, all that are accepted, whatever was predicted."""
    if gold.origin is None:
        return spans_of(gold)
    return [accepted(tags, gold.origin.scheme) for tags in gold.origin.sentences]


def content(spans: Iterable[Span]) -> bytes:
    """The canonical lines of some spans."""
    return "".join(f"{start}\t{end}\t{label}\n" for start, end, label in sorted(spans)).encode(
        "utf-8", "surrogatepass"
    )
