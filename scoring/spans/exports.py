"""Documents with spans as annotation tools and models write them, brought to ``id``, ``text`` and ``spans``.

Source: the export formats that doccano ("Export"), Prodigy ("Annotation task formats"), Label Studio ("Export
annotations": JSON, JSON-MIN) and transformers ("TokenClassificationPipeline") document.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.base.errors import InputError

__all__ = ["is_pipeline", "own_form", "parts_of", "span_items"]

FIELDS = ("spans", "entities", "label", "labels")  # where spans stand; our own name goes before all others
STARTS, ENDS = ("start", "start_offset", "start_char"), ("end", "end_offset", "end_char")
LABELS = ("label", "entity_group", "entity", "label_", "labels")


def own_form(record: Mapping[str, Any], place: str) -> dict[str, Any]:
    """The record with its spans under ``spans``; other fields stay.

    Raises:
        InputError: it is of a form that does not say which spans are meant.
    """
    if "spans" in record:
        return dict(record)
    if (drawn := record.get("annotations", record.get("completions"))) is not None and "data" in record:
        return label_studio(record, drawn, place)
    found = [name for name in FIELDS if isinstance(record.get(name), list | tuple)]
    if len(found) > 1:
        msg = f"{place}: spans may stand in {' or '.join(found)}; name the field that holds them 'spans'"
        raise InputError(msg)
    if not found:
        return dict(record)
    (name,) = found
    return {**{key: value for key, value in record.items() if key != name}, "spans": record[name]}


def label_studio(record: Mapping[str, Any], drawn: object, place: str) -> dict[str, Any]:
    """A task of Label Studio: the spans of its one annotation that was not cancelled."""
    each = [one for one in drawn if isinstance(one, Mapping)] if isinstance(drawn, list | tuple) else []
    done = [one for one in each if not one.get("was_cancelled")]
    if len(done) != 1:
        msg = f"{place}: the task has {len(done)} annotations, but one is needed; export one for each task"
        raise InputError(msg)
    results = [one.get("value") for one in done[0].get("result") or () if isinstance(one, Mapping)]
    spans = [value for value in results if isinstance(value, Mapping) and "labels" in value]
    data = record["data"] if isinstance(record["data"], Mapping) else {}
    texts = [value for value in data.values() if isinstance(value, str)]
    text = data.get("text", texts[0] if len(texts) == 1 else None)
    fields = {key: value for key, value in data.items() if value is not text}
    return {**fields, "spans": spans, **({} if text is None else {"text": text}), **identity(record)}


def identity(record: Mapping[str, Any]) -> dict[str, Any]:
    """The id of a record, if it has one."""
    return {"id": record["id"]} if "id" in record else {}


def span_items(spans: Iterable[Any], place: str) -> list[Any]:
    """The spans as ``[start, end, label]``, tokens of a model's output joined; what is none of it stays as it is."""
    spans = list(spans)
    if spans and all(isinstance(item, Mapping) and "entity" in item for item in spans):
        return joined_tokens(spans, place)
    return [part for item in spans for part in parts_of(item, place)]


def parts_of(item: object, place: str) -> list[Any]:
    """A span that is a dictionary as ``[start, end, label]``, one for each of its labels; others as they are."""
    if not isinstance(item, Mapping):
        return [item]
    start, end, label = (first_of(item, names) for names in (STARTS, ENDS, LABELS))
    if start is None or end is None or label is None:
        why = "; a slow tokenizer gives no offsets, a fast one does" if "word" in item else ""
        msg = f"{place}: the span {dict(item)!r:.90} has no start, end and label{why}"
        raise InputError(msg)
    return [[start, end, one] for one in (label if isinstance(label, list | tuple) else [label])]


def first_of(item: Mapping[str, Any], names: Sequence[str]) -> Any:  # noqa: ANN401 - whatever was given
    """The value of the first of the names that is there."""
    return next((item[name] for name in names if item.get(name) is not None), None)


def is_pipeline(item: object) -> bool:
    """Whether something is a span as a token classification pipeline gives it."""
    return isinstance(item, Mapping) and ("entity" in item or "entity_group" in item)


def joined_tokens(tokens: Sequence[Mapping[str, Any]], place: str) -> list[list[Any]]:
    """The spans of tokens that were not aggregated: neighbours of a type, but that B- begins a new span.

    Neighbours are tokens whose ``index`` follows; without it those that touch or have one character between.
    """
    spans: list[list[Any]] = []
    last: Mapping[str, Any] | None = None
    for token in tokens:
        ((start, end, tag),) = parts_of(token, place)
        prefix, hyphen, label = str(tag).partition("-")
        if not hyphen or prefix not in ("B", "I"):
            prefix, label = "", str(tag)
        if label == "O":
            last = None
            continue
        if last is not None and prefix != "B" and spans[-1][2] == label and follow(last, token):
            spans[-1][1] = end
        else:
            spans.append([start, end, label])
        last = token
    return spans


def follow(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether a token is the next one."""
    if one.get("index") is not None and other.get("index") is not None:
        return bool(other["index"] == one["index"] + 1)
    return bool(other["start"] - one["end"] <= 1)
