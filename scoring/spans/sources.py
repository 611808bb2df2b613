"""What a side may be: a path, an open file, lists of tags or of spans, documents; each is read by what it is."""

import os
from collections.abc import Iterable, Mapping
from typing import Any

from scoring.base.errors import InputError
from scoring.base.files import content_of
from scoring.base.strict_json import is_json
from scoring.base.text import decoded, with_line_feeds
from scoring.spans.align import Source
from scoring.spans.documents import Documents, SpanSets, from_docs, from_records, from_sets, loads_documents
from scoring.spans.names import named_tags
from scoring.spans.read import loads_as
from scoring.spans.schemes import SEQEVAL, SideReading
from scoring.spans.strict import check_tags
from scoring.spans.text import TaggedText, from_tags

__all__ = ["read_source"]


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
        return from_docs([source], name=role)
    if isinstance(source, Iterable) and not isinstance(source, Mapping | bytes | bytearray):
        return from_items(list(source), role, reading, lists_as_they_are=lists_as_they_are)
    msg = (
        f"cannot read {role} from {type(source).__name__}; give a path, an open file, lists of tags, "
        "lists of sets of Span, spaCy Docs, or what spans.read or spans.read_documents returned"
    )
    raise InputError(msg)


def read_file(source: object, reading: SideReading) -> Source:
    """Documents where the first line that is not blank is a JSON object, else tagged text.

    A line of tagged text may start with a brace too.
    """
    content, name = content_of(source, "")
    text = with_line_feeds(decoded(content, name))
    first = text.lstrip().partition("\n")[0]
    if name.endswith((".jsonl", ".ndjson")) or (first.startswith("{") and is_json(first)):
        return loads_documents(text, name)
    return loads_as(text, name, reading)


def from_items(items: list[Any], role: str, reading: SideReading, *, lists_as_they_are: bool) -> Source:
    """The data of a list, by what is in it."""
    if items and all(hasattr(item, "ents") for item in items):
        return from_docs(items, name=role)
    if items and all(isinstance(item, Mapping) for item in items):
        return from_records(items, role)
    if holds_spans(items):
        return from_sets(items, role)
    scheme = SEQEVAL if lists_as_they_are and not reading.scheme.stated else reading.scheme
    text = named_tags(from_tags(items, role, scheme), reading.tag_names)
    if scheme.strict:
        check_tags(text, both=not scheme.stated)
    return text


def holds_spans(items: list[Any]) -> bool:
    """Whether the items are collections of spans: a set, or a sequence whose first member is one of several parts."""
    for item in items:
        if isinstance(item, set | frozenset):
            return True
        if isinstance(item, list | tuple) and item:
            return isinstance(item[0], tuple | list)
    return False
