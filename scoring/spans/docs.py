"""Documents of spaCy Docs: their entities or a group of spans, by characters and, for gold in tags, by tokens."""

from collections.abc import Iterable, Sequence
from typing import Any

from scoring.base.errors import InputError
from scoring.base.spacy_file import docs_in
from scoring.spans.documents import Documents, from_records
from scoring.spans.tags import Span

__all__ = ["from_docs", "from_spacy_file"]


def from_docs(
    docs: Any,  # noqa: ANN401 - duck-typed
    ids: Sequence[str] | None = None,
    name: str = "<docs>",
    spans_key: str | None = None,
) -> Documents:
    """The documents of spaCy Docs, or of anything with ``text`` and ``ents`` of start_char, end_char, label_.

    One Doc is one document.  An id is that of ``ids``, else ``doc.user_data["id"]`` where every Doc has one, else the
    ordinal from 1.  ``spans_key`` names the group ``doc.spans[spans_key]`` that is meant instead of ``doc.ents``.

    Source: spaCy: Doc.ents and Doc.spans, with offsets in characters.

    Raises:
        InputError: two ids are the same, there are not as many ids as Docs, an entity is outside its text, or no Doc
            has entities but some have groups of spans.
    """
    docs = [docs] if hasattr(docs, "ents") else list(docs) if isinstance(docs, Iterable) else [docs]
    strange = next((at for at, doc in enumerate(docs) if not hasattr(doc, "ents")), None)
    if strange is not None:
        kind = type(docs[strange]).__name__
        msg = f"{name}: Doc {strange + 1} is {docs[strange]!r:.60} ({kind}), but spaCy Docs are needed"
        raise InputError(msg)
    names = ids_of(docs, ids, name)
    found = chosen_spans(docs, spans_key, name)
    records = [
        {"id": one, "text": str(doc.text), "spans": [[ent.start_char, ent.end_char, str(ent.label_)] for ent in ents]}
        for one, doc, ents in zip(names, docs, found, strict=True)
    ]  # fmt: skip
    return from_records(
        records, name, tokens=[tokens_of(doc, ents) for doc, ents in zip(docs, found, strict=True)]
    )


def ids_of(docs: Sequence[Any], ids: Sequence[str] | None, name: str) -> Sequence[str]:
    """An id for each Doc."""
    if ids is None:
        own = [dict(getattr(doc, "user_data", None) or {}).get("id") for doc in docs]
        return [str(one) for one in own] if None not in own else [str(at + 1) for at in range(len(docs))]
    if len(ids) != len(docs):
        msg = f"{name}: there are {len(docs)} Docs, but {len(ids)} ids"
        raise InputError(msg)
    return ids


def chosen_spans(docs: Sequence[Any], key: str | None, name: str) -> list[list[Any]]:
    """The spans of each Doc that are meant."""
    groups = [getattr(doc, "spans", None) or {} for doc in docs]
    there = sorted({str(group) for one in groups for group in one})
    if key is None:
        if there and not any(len(doc.ents) for doc in docs):
            msg = (
                f"{name}: no Doc has entities (doc.ents), but there are spans in doc.spans: {', '.join(there)}; "
                f'name the group that is meant: spans_key="{there[0]}"'
            )
            raise InputError(msg)
        return [list(doc.ents) for doc in docs]
    if docs and key not in there:
        msg = f"{name}: no Doc has the group of spans {key!r}; the groups in doc.spans: {', '.join(there) or 'none'}"
        raise InputError(msg)
    return [list(one[key]) if key in one else [] for one in groups]


def tokens_of(doc: Any, ents: Sequence[Any]) -> tuple[tuple[str, ...], frozenset[Span]] | None:  # noqa: ANN401
    """The tokens of a Doc but for white space, and its spans over them; None where it does not say."""
    if not hasattr(doc, "__iter__") or not all(hasattr(ent, "start") and hasattr(ent, "end") for ent in ents):
        return None
    every = list(doc)
    before, words = [0], []
    for token in every:
        if not str(token.text).isspace():
            words.append(str(token.text))
        before.append(len(words))
    return tuple(words), frozenset(Span(before[ent.start], before[ent.end], str(ent.label_)) for ent in ents)


def from_spacy_file(content: bytes, name: str, spans_key: str | None) -> Documents:
    """The documents of a ``.spacy`` file.

    Raises:
        InputError: spaCy is not installed, or the file is none of its own.
    """
    return from_docs(docs_in(content, name), name=name, spans_key=spans_key)
