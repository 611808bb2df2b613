"""Documents with labelled character spans: JSON Lines, records and sets of spans.

Offsets count characters (code points) from 0; a span ends before ``end``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.base.errors import InputError
from scoring.base.files import content_of
from scoring.base.strict_json import EACH_LINE, json_lines, kind_of
from scoring.base.text import decoded, with_line_feeds
from scoring.spans.exports import own_form, span_items
from scoring.spans.tags import Span

__all__ = [
    "Document",
    "Documents",
    "SpanSets",
    "Tokens",
    "from_records",
    "from_sets",
    "loads_documents",
    "read_documents",
]

LARGEST = 2**31  # no text is longer; a larger offset is a mistake
OWN = ("id", "spans", "text")
REJECTED = ("reject", "ignore")  # Prodigy's answers of examples that are no annotation
Tokens = tuple[tuple[str, ...], frozenset[Span]]  # the tokens of a document, and its spans over them


@dataclass(frozen=True)
class Document:
    """A document's spans, its text where known, and its other fields, by which results can be sliced."""

    id: str
    spans: frozenset[Span]
    text: str | None = None
    fields: Mapping[str, Any] = field(default_factory=dict, hash=False)
    place: str = field(default="", compare=False)
    order: int = field(default=0, compare=False)  # among the documents of its source, from 0
    tokens: Tokens | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Documents:
    """Documents in the order of their ids, which no two share."""

    items: tuple[Document, ...]
    name: str = "<documents>"
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.items)

    @property
    def ids(self) -> list[str]:
        return [document.id for document in self.items]


@dataclass(frozen=True)
class SpanSets:
    """The spans of each unit where nothing else is known of it."""

    sets: tuple[frozenset[Span], ...]
    name: str = "<spans>"


def read_documents(source: object, name: str | None = None) -> Documents:
    """The documents of a JSON Lines file: ``{"id": "d1", "spans": [[0, 3, "PER"]], "text": "Ann sleeps."}`` a line.

    ``text`` may be left out; other fields are kept.

    Source: docs/reference/spans.md.

    Raises:
        InputError: the file is missing, a line is no such object, a span is outside its text or given twice, or an id
            is; says file and line.
    """
    content, shown = content_of(source, "")
    return loads_documents(content, name or shown)


def loads_documents(content: str | bytes | bytearray | memoryview, name: str = "<documents>") -> Documents:
    """The documents of JSON Lines in characters or UTF-8 bytes; see ``read_documents``.

    Source: docs/reference/spans.md.
    """
    records = json_lines(with_line_feeds(decoded(content, name)), name, hint=EACH_LINE)
    return of_records([(f"{name}:{number}", record) for number, record in records], name)


def from_records(
    records: Iterable[object], name: str = "<documents>", tokens: Sequence[Tokens | None] = ()
) -> Documents:
    """The documents of mappings with the keys of a JSON line; ``tokens`` are those of each, where they are known."""
    return of_records(
        [(f"{name}: document {at}", record) for at, record in enumerate(records, 1)], name, tokens
    )


def of_records(
    records: Sequence[tuple[str, object]], name: str, tokens: Sequence[Tokens | None] = ()
) -> Documents:
    """The documents of records with their places."""
    made = [(place, own_form(one, place) if isinstance(one, Mapping) else one) for place, one in records]
    kept = [
        (place, one) for place, one in made if not (isinstance(one, dict) and one.get("answer") in REJECTED)
    ]
    kept = with_ids(kept)
    items = [
        document(record, place, at, (tokens[at] if tokens else None))
        for at, (place, record) in enumerate(kept)
    ]
    left_out = len(made) - len(kept)
    note = f"{name}: {left_out} documents whose answer is reject or ignore are left out"
    return together(items, name, (note,) if left_out else ())


def with_ids(records: Sequence[tuple[str, object]]) -> list[tuple[str, object]]:
    """The records; where none has an id, with Prodigy's hash of the input, else with ordinals if all have texts.

    Ordinals say nothing, so texts have to be there, which are compared.
    """
    own = [record for _, record in records if isinstance(record, dict)]
    if len(own) != len(records) or any("id" in record for record in own):
        return list(records)
    hashes = [record.get("_input_hash") for record in own]
    ids: Sequence[object] = range(1, len(own) + 1)
    if None not in hashes and len(set(map(str, hashes))) == len(hashes):
        ids = hashes
    elif not all(isinstance(record.get("text"), str) and "spans" in record for record in own):
        return list(records)
    return [(place, {**record, "id": one}) for (place, _), record, one in zip(records, own, ids, strict=True)]


def from_sets(sets: Iterable[Iterable[Any]], name: str) -> SpanSets:
    """The span sets of a list of collections of (start, end, label)."""
    return SpanSets(
        tuple(
            frozenset(
                span(item, None, f"{name}: unit {at}") for item in span_items(items, f"{name}: unit {at}")
            )
            for at, items in enumerate(sets, 1)
        ),
        name,
    )


def together(items: list[Document], name: str, notes: tuple[str, ...] = ()) -> Documents:
    """The documents in the order of their ids; raises InputError where two ids are the same."""
    seen: dict[str, Document] = {}
    for item in items:
        other = seen.setdefault(item.id, item)
        if other is not item:
            msg = f"{item.place}: the id {item.id!r} is taken by {other.place}; each document needs its own"
            raise InputError(msg)
    return Documents(tuple(seen[key] for key in sorted(seen)), name, notes)


def document(record: object, place: str, order: int = 0, tokens: Tokens | None = None) -> Document:
    """One document of a record, which is the one numbered ``order`` of its source."""
    if not isinstance(record, Mapping):
        msg = f'{place}: {kind_of(record)} is no object; a document is {{"id": …, "spans": [[start, end, label], …]}}'
        raise InputError(msg)
    for key in ("id", "spans"):
        if key not in record:
            msg = f"{place}: there is no {key!r}; the fields are {', '.join(map(str, record)) or 'none'}"
            raise InputError(msg)
    key, text, spans = record["id"], record.get("text"), record["spans"]
    if isinstance(key, bool) or not isinstance(key, str | int) or key == "":
        msg = f"{place}: the id is {key!r}, but a text or a whole number is needed"
        raise InputError(msg)
    if text is not None and not isinstance(text, str):
        msg = f"{place}: the text is {text!r:.60}, but characters are needed"
        raise InputError(msg)
    if not isinstance(spans, Iterable) or isinstance(spans, str | Mapping):
        msg = f"{place}: spans is {spans!r:.60}, but a list of [start, end, label] is needed"
        raise InputError(msg)
    found: set[Span] = set()
    for item in span_items(spans, place):
        one = span(item, text, place)
        if one in found:
            msg = f"{place}: document {key!r} has the span {list(one)} twice; a span counts once"
            raise InputError(msg)
        found.add(one)
    fields = {str(name): value for name, value in record.items() if name not in OWN}
    return Document(str(key), frozenset(found), text, fields, place, order, tokens)


def span(item: object, text: str | None, place: str) -> Span:
    """A span of three parts, checked; ``place`` says where it stands."""
    if isinstance(item, str) or not isinstance(item, Sequence) or len(item) != 3:
        msg = f"{place}: the span {item!r:.60} is not [start, end, label]"
        raise InputError(msg)
    start, end, label = item
    if not is_whole(start) or not is_whole(end) or not isinstance(label, str) or not label:
        msg = f"{place}: the span {item!r:.60} is not [start, end, label] of two whole numbers and a text"
        raise InputError(msg)
    limit = LARGEST if text is None else len(text)
    if not 0 <= start < end <= limit:
        bound = "" if text is None else f" in a text of {limit} characters"
        msg = f"{place}: the span {list(item)!r:.60} must have 0 <= start < end{bound}; ends count as not included"
        raise InputError(msg)
    return Span(int(start), int(end), str(label))


def is_whole(value: object) -> bool:
    """Whether a value is a whole number; numpy's count, true and false do not."""
    return hasattr(value, "__index__") and not isinstance(value, bool)
