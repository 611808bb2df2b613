"""JSON as people and programs write it, held to what a run or a card may hold; every fault names its place.

JSON readers let duplicate keys, NaN and half surrogate pairs pass; here they are errors.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from scoring.base.errors import InputError

__all__ = ["convert", "decode", "leaves", "lines_of", "place", "refuse_unfit", "schema_of"]

Record = TypeVar("Record", bound=msgspec.Struct)
PLACE = re.compile(r"\$\.entries\[(\d+)\]\.?")


def text_of(data: bytes | str, name: str) -> str:
    """The text of a file in UTF-8, without a byte-order mark at its start."""
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        msg = f"{name}:{line}: byte {fault.start} is not UTF-8 ({fault.reason}); save the file as UTF-8"
        raise InputError(msg) from None


def lines_of(data: bytes | str, name: str) -> list[str]:
    """The lines of a text file; only a line feed (or CR LF) ends one, as it does for the programs that wrote it."""
    text = text_of(data, name)
    return [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")] if text else []


def decode(data: bytes | str, name: str) -> list[tuple[int, Any]]:
    """The JSON documents of a file with the line of each: one, or one a line.

    Raises:
        InputError: it is not JSON, or a key stands twice; names file and line.
    """
    text = text_of(data, name)
    if not text.strip():
        msg = f"{name}: the file is empty"
        raise InputError(msg)
    first, _, rest = text.lstrip().partition("\n")
    if rest.strip() and whole(first):
        found = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        return [(number, load(line, name, number)) for number, line in found]
    return [(1, load(text, name, 1))]


def whole(line: str) -> bool:
    """Whether the first line is a JSON document by itself."""
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def load(text: str, name: str, line: int) -> Any:  # noqa: ANN401 - JSON
    """One JSON document that starts in that line."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        fields = dict(pairs)
        if len(fields) < len(pairs):
            names = [key for key, _ in pairs]
            twice = next(key for key in names if names.count(key) > 1)
            owner = f" of entry {fields['id']!r}" if "id" in fields and "references" in fields else ""
            msg = f"{name}: field {twice!r}{owner} stands twice; keep one"
            raise InputError(msg)
        return fields

    try:
        return json.loads(text, object_pairs_hook=unique)
    except InputError:
        raise
    except json.JSONDecodeError as fault:
        msg = f"{name}:{line + fault.lineno - 1}: not JSON: {fault.msg} (column {fault.colno})"
        raise InputError(msg) from None
    except RecursionError:
        msg = f"{name}:{line}: nested too deeply"
        raise InputError(msg) from None
    except ValueError as fault:
        msg = f"{name}:{line}: {fault}"
        raise InputError(msg) from None


def refuse_unfit(document: Mapping[str, Any], name: str) -> None:
    """Raises InputError for a number that is not finite and a text that UTF-8 cannot hold, naming entry and field."""
    for path, value in leaves(document):
        if isinstance(value, float) and not math.isfinite(value):
            fault = f"is {value}, but a finite number is needed; leave out what is not known"
        elif isinstance(value, str) and any("\ud800" <= char <= "\udfff" for char in value):
            fault = f"is {value[:60]!r}, which has half of a surrogate pair, so it is no text; take it out"
        else:
            continue
        msg = f"{name}: {place(path, document)} {fault}"
        raise InputError(msg)


def leaves(value: Any, path: str = "$") -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - JSON
    """Every number and text with its path; a text used as a key counts too."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield f"{path}.{key}", key
            yield from leaves(item, f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for number, item in enumerate(value):
            yield from leaves(item, f"{path}[{number}]")
    else:
        yield path, value


def place(path: str, document: Mapping[str, Any], lines: Sequence[int] = ()) -> str:
    """A path in words: ``entry 'e7': field 'source'``."""
    found = PLACE.match(path)
    if not found:
        return f"field {path.removeprefix('$').lstrip('.')!r}" if path != "$" else "the document"
    number = int(found[1])
    entries = document.get("entries")
    entry = entries[number] if isinstance(entries, Sequence) and number < len(entries) else None
    own = entry.get("id") if isinstance(entry, Mapping) else None
    named = f"entry {own!r}" if isinstance(own, str) else f"entry {number + 1}"
    line = f" (line {lines[number]})" if number < len(lines) else ""
    field = path[found.end() :]
    return f"{named}{line}" + (f": field {field!r}" if field else "")


def convert(document: Any, kind: type[Record], name: str, lines: Sequence[int] = ()) -> Record:  # noqa: ANN401
    """The document as a record.

    Raises:
        InputError: a field is missing, unknown or of the wrong type; names file, entry and field.
    """
    try:
        return msgspec.convert(document, kind, strict=True)
    except msgspec.ValidationError as fault:
        message, _, path = str(fault).partition(" - at `")
        where = place(path.rstrip("`") or "$", document if isinstance(document, Mapping) else {}, lines)
        msg = f"{name}: {where}: {message}"
        raise InputError(msg) from None


def schema_of(kind: type[msgspec.Struct], title: str) -> dict[str, Any]:
    """The JSON Schema of a record."""
    made = msgspec.json.schema(kind)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **made}
