"""What a side may be: a path, an open file, lists of tags or of spans, documents; each is read by what it is."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from scoring.base.errors import InputError
from scoring.base.files import content_of
from scoring.base.strict_json import EACH_LINE, is_json, json_lines, parse_json
from scoring.base.text import decoded, with_line_feeds
from scoring.spans.align import Source
from scoring.spans.docs import from_docs, from_spacy_file
from scoring.spans.documents import Documents, SpanSets, from_records, from_sets, loads_documents
from scoring.spans.exports import is_pipeline
from scoring.spans.names import named_tags
from scoring.spans.read import loads_as
from scoring.spans.schemes import SEQEVAL, SideReading
from scoring.spans.strict import check_tags
from scoring.spans.text import TaggedText, from_tags

__all__ = ["read_source"]

TAGS = ("ner_tags", "tags")  # the fields of a data set's rows that hold a sentence's tags


def read_source(
    source: object, role: str, reading: SideReading, *, lists_as_they_are: bool = False
) -> Source:
    """The data of a source; ``role`` names what has no name.

    ``lists_as_they_are``: tags in lists are read as seqeval reads them unless a scheme is named.

    Raises:
        InputError: the source cannot be read or is not valid.
    """
    if isinstance(source, TaggedText | Documents | SpanSets):
        return source
    if isinstance(source, str | os.PathLike) or hasattr(source, "read"):
        return read_file(source, reading)
    if hasattr(source, "ents"):
        return from_docs(source, name=role, spans_key=reading.spans_key)
    if isinstance(source, Iterable) and not isinstance(source, Mapping | bytes | bytearray):
        return from_items(list(source), role, reading, lists_as_they_are=lists_as_they_are)
    msg = (
        f"cannot read {role} from {type(source).__name__}; give a path, an open file, lists of tags, "
        "lists of sets of Span, spaCy Docs, or what spans.read or spans.read_documents returned"
    )
    raise InputError(msg)


def read_file(source: object, reading: SideReading) -> Source:
    """What a file holds: Docs in a ``.spacy`` file, JSON Lines or a JSON array by its first line, else tagged text.

    A line of tagged text may start with a brace or bracket too.
    """
    content, name = content_of(source, "")
    if name.endswith(".spacy") and isinstance(content, bytes):
        return from_spacy_file(content, name, reading.spans_key)
    text = with_line_feeds(decoded(content, name))
    start = text.lstrip()
    first = start.partition("\n")[0]
    if first.startswith("[") and is_json(start):
        return from_items(parse_json(text, name), name, reading, lists_as_they_are=False)
    lines = name.endswith((".jsonl", ".ndjson"))
    if lines or (first.startswith(("{", "[")) and is_json(first)):
        if first.startswith("[") or '"ner_tags"' in first or '"tags"' in first:
            records = [record for _, record in json_lines(text, name, hint=EACH_LINE)]
            return from_items(records, name, reading, lists_as_they_are=False)
        return loads_documents(text, name)
    return loads_as(text, name, reading)


def from_items(items: list[Any], role: str, reading: SideReading, *, lists_as_they_are: bool) -> Source:
    """The data of a list, by what is in it."""
    if items and all(hasattr(item, "ents") for item in items):
        return from_docs(items, name=role, spans_key=reading.spans_key)
    if items and all(is_pipeline(item) for item in items):
        return from_sets([items], role)  # what a pipeline says of one text
    tokens = None
    if items and all(isinstance(item, Mapping) for item in items):
        field = next((name for name in TAGS if all(is_list(item.get(name)) for item in items)), None)
        if field is None or any("spans" in item for item in items):
            return from_records(items, role)
        tokens = [item.get("tokens") for item in items]
        items = [item[field] for item in items]
    elif holds_spans(items):
        return from_sets(items, role)
    scheme = reading.scheme
    if lists_as_they_are and not scheme.stated:
        scheme = replace(SEQEVAL, alternatives=scheme.alternatives)
    text = named_tags(from_tags(items, role, scheme), reading.tag_names)
    if tokens is not None and fits(tokens, items):
        text = replace(text, tokens=[list(row) for row in tokens])
    if scheme.strict:
        check_tags(text, both=not scheme.stated)
    return text


def fits(tokens: Sequence[Any], tags: Sequence[Any]) -> bool:
    """Whether there is a token for each tag."""
    return all(is_list(row) and len(row) == len(other) for row, other in zip(tokens, tags, strict=True))


def is_list(value: object) -> bool:
    """Whether a value is a list, of numpy too."""
    return isinstance(value, Sequence | np.ndarray) and not isinstance(value, str | bytes)


def holds_spans(items: list[Any]) -> bool:
    """Whether the items are collections of spans: a set, or a sequence whose first member is a span."""
    for item in items:
        if isinstance(item, set | frozenset):
            return True
        if isinstance(item, list | tuple) and item:
            return isinstance(item[0], tuple | list | Mapping)
    return False
