"""The canonical content of gold units and its SHA-256: what is scored, and nothing of how it is written down.

A sentence or document is its spans in order, a line ``start end label`` each, tab-joined, LF; before them the number of
tokens where there are tokens.  The unit of a text with ``-DOCSTART-`` lines is the contents of its sentences, each
followed by an empty line.
"""

import hashlib
from collections.abc import Iterable, Iterator
from itertools import pairwise

import numpy as np

from scoring.spans.align import SpanPairs, unit_sets
from scoring.spans.several_tags import accepted
from scoring.spans.tags import Span
from scoring.spans.text import TaggedText, lengths_of, spans_within

__all__ = ["unit_digests"]


def unit_digests(pairs: SpanPairs) -> list[bytes]:
    """SHA-256 of the gold content of each unit: ``(units,)``."""
    gold = pairs.gold
    if isinstance(gold, TaggedText):
        lengths = lengths_of(gold).tolist()
        contents = [b"%d\n%b" % both for both in zip(lengths, sentence_contents(gold), strict=True)]
        if pairs.unit == "document":
            contents = [b"\n".join([*contents[one.start : one.stop], b""]) for one in gold.documents]
    else:
        contents = [content(spans) for spans in unit_sets(gold)]
    return [hashlib.sha256(each).digest() for each in contents]


def sentence_contents(gold: TaggedText) -> Iterator[bytes]:
    """The lines of every sentence; where cells have several tags, of all that are accepted, whatever was predicted."""
    if gold.origin is not None:
        return (content(accepted(tags, gold.origin.scheme)) for tags in gold.origin.sentences)
    sentences, starts, stops, types, labels = spans_within(gold)
    shape = (int(stops.max(initial=0)) + 1,) * 2 + (len(labels) + 1,)
    spans, which = np.unique(np.ravel_multi_index((starts, stops, types), shape), return_inverse=True)
    different = zip(*(place.tolist() for place in np.unravel_index(spans, shape)), strict=True)
    lines = [line_of(start, stop, labels[code]) for start, stop, code in different]
    ordered = list(map(lines.__getitem__, which.tolist()))
    bounds = np.searchsorted(sentences, np.arange(len(gold.sentences) + 1)).tolist()
    return (b"".join(ordered[start:stop]) for start, stop in pairwise(bounds))


def content(spans: Iterable[Span]) -> bytes:
    """The canonical lines of some spans."""
    return b"".join(line_of(start, end, label) for start, end, label in sorted(spans))


def line_of(start: int, end: int, label: str) -> bytes:
    """The canonical line of a span."""
    return f"{start}\t{end}\t{label}\n".encode("utf-8", "surrogatepass")
