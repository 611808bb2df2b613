"""JSON as people and programs write it, held to what a run or a card may hold; every fault names its place.

JSON readers let duplicate keys, NaN and half surrogate pairs pass; here they are errors.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from scoring.base.errors import InputError
from scoring.base.strict_json import is_json, json_lines, leaves, parse_json, unfit
from scoring.base.text import decoded

__all__ = ["convert", "decode", "lines_of", "place", "refuse_unfit", "schema_of"]

Record = TypeVar("Record", bound=msgspec.Struct)
PLACE = re.compile(r"\$\.entries\[(\d+)\]\.?")


def lines_of(data: bytes | str, name: str) -> list[str]:
    """The lines of a text file; only a line feed (or CR LF) ends one, as it does for the programs that wrote it."""
    text = decoded(data, name, cr_ends_lines=False)
    return [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")] if text else []


def decode(data: bytes | str, name: str) -> list[tuple[int, Any]]:
    """The JSON documents of a file with the line of each: one, or one a line.

    Raises:
        InputError: it is not JSON, or a key stands twice; names file and line.
    """
    text = decoded(data, name)
    if not text.strip():
        msg = f"{name}: the file is empty"
        raise InputError(msg)
    first, _, rest = text.lstrip().partition("\n")
    if rest.strip() and is_json(first):
        return list(json_lines(text, name, owner=of_entry))
    return [(1, parse_json(text, name, owner=of_entry))]


def of_entry(fields: Mapping[str, Any]) -> str:
    """Of which entry the fields are; nothing where they are of none."""
    return f" of entry {fields['id']!r}" if "id" in fields and "references" in fields else ""


def refuse_unfit(document: Mapping[str, Any], name: str) -> None:
    """Raises InputError for a number that is not finite and a text that UTF-8 cannot hold, naming entry and field."""
    for path, value in leaves(document, "$"):
        if fault := unfit(value, "leave out what is not known"):
            msg = f"{name}: {place(path, document)} {fault}"
            raise InputError(msg)


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


def convert(
    document: Any, kind: type[Record], name: str, lines: Sequence[int] = (), *, strict: bool = True  # noqa: ANN401
) -> Record:  # fmt: skip
    """The document as a record; not ``strict``: numbers may be written as texts, as in a table.

    Raises:
        InputError: a field is missing, unknown or of the wrong type; names file, entry and field.
    """
    try:
        return msgspec.convert(document, kind, strict=strict)
    except UnicodeEncodeError:
        refuse_unfit(document, name)  # half of a surrogate pair, which no converter takes
        raise
    except msgspec.ValidationError as fault:
        message, _, path = str(fault).partition(" - at `")
        where = place(path.rstrip("`") or "$", document if isinstance(document, Mapping) else {}, lines)
        msg = f"{name}: {where}: {message}"
        raise InputError(msg) from None


def schema_of(kind: type[msgspec.Struct], title: str) -> dict[str, Any]:
    """The JSON Schema of a record."""
    made = msgspec.json.schema(kind)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **made}
