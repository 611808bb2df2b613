"""Documents against tags, over the tokens that both have; and spans without ids against documents, in their order."""

from collections.abc import Sequence
from dataclasses import replace

from scoring.base.errors import AlignmentError
from scoring.spans.documents import Document, Documents, SpanSets, Tokens, span
from scoring.spans.tags import Span
from scoring.spans.text import TaggedText

__all__ = ["in_order", "over_tokens"]


def over_tokens(source: Documents | SpanSets, text: TaggedText) -> SpanSets:
    """The spans of each sentence of a text; a document is one sentence or several in a row.

    Raises:
        AlignmentError: the documents have no tokens, or others than the text.
    """
    if isinstance(source, SpanSets):
        return source
    tokens = [item.tokens for item in in_source_order(source)]
    whole = [one for one in tokens if one is not None]
    if len(whole) != len(tokens):
        msg = (
            f"{text.name} has sentences of tokens, {source.name} has documents with character spans; "
            "give both sides in one form"
        )
        raise AlignmentError(msg)
    sets: list[set[Span]] = [set() for _ in text.sentences]
    at = 0
    for number, document in enumerate(whole, 1):
        at = put(document, sets, text, at, f"{source.name}: document {number}")
    if at < len(sets):
        msg = f"{text.place(at)} is in none of the {len(whole)} documents of {source.name}; are they of the same split?"
        raise AlignmentError(msg)
    return SpanSets(tuple(frozenset(spans) for spans in sets), source.name)


def put(document: Tokens, sets: Sequence[set[Span]], text: TaggedText, at: int, place: str) -> int:
    """Adds the spans of a document to its sentences, from the one numbered ``at`` on; the number of the next one."""
    words, spans = document
    left = 0  # the token at which the sentence starts
    while left < len(words) or (not words and at < len(sets) and not text.sentences[at]):
        size = len(text.sentences[at]) if at < len(sets) else 0
        if at == len(sets) or left + size > len(words):
            where = text.place(at) if at < len(sets) else f"{text.name}, after its last sentence,"
            msg = f"{place} has {len(words) - left} tokens, {where} has {size}; give the tool the gold tokens"
            raise AlignmentError(msg)
        check_words(words[left : left + size], text, at, place)
        sets[at].update(
            Span(one.start - left, one.end - left, one.label)
            for one in spans
            if left <= one.start < left + size
        )
        left += size
        at += 1
        if not words:
            break
    return at


def check_words(words: Sequence[str], text: TaggedText, at: int, place: str) -> None:
    """Raises AlignmentError at the first token that the text has otherwise, where it has tokens."""
    if text.tokens is None:
        return
    for position, (ours, theirs) in enumerate(zip(text.tokens[at], words, strict=True)):
        if ours != theirs:
            msg = f"{place} has the token {theirs!r}, {text.place(at, position)} has {ours!r}; are they the same text?"
            raise AlignmentError(msg)


def in_order(source: Documents | SpanSets, other: Documents | SpanSets) -> Documents | SpanSets:
    """Spans without ids as documents, one after the other, where the other side has documents; else as they are.

    Raises:
        AlignmentError: there are not as many.
    """
    if isinstance(source, Documents) or isinstance(other, SpanSets):
        return source
    documents = in_source_order(other)
    if len(documents) != len(source.sets):
        msg = f"{other.name} has {len(documents)} documents, {source.name} has spans of {len(source.sets)} without ids"
        raise AlignmentError(msg)
    made = [
        replace(one, spans=frozenset(span(item, one.text, f"{source.name}: unit {one.order + 1}") for item in spans),
                text=None, fields={}, place=f"{source.name}: unit {one.order + 1}", tokens=None)
        for one, spans in zip(documents, source.sets, strict=True)
    ]  # fmt: skip
    return Documents(tuple(sorted(made, key=lambda one: one.id)), source.name)


def in_source_order(source: Documents) -> list[Document]:
    """The documents as they came."""
    return sorted(source.items, key=lambda one: one.order)
