"""Rows: the only record of the product.  A results file is a reference file.

Schema ``onenlp-rows/1``: indent 2, sorted keys and rows, so that git merges two people's changes.
"""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from scoring.base.errors import RowsError, UsageError
from scoring.base.files import read_bytes, write_atomically
from scoring.base.limits import REFERENCE_BYTES
from scoring.base.names import quoted_name
from scoring.base.strict_json import leaves, parse_json, unfit
from scoring.base.text import decoded
from scoring.base.wording import nearest
from scoring.metrics.metric import Scale
from scoring.rows.records import Event, Identity, Row, RowDifference, check_name
from scoring.rows.verdict import Rule, Verdict

__all__ = [
    "SCHEMA",
    "dumps",
    "encoded",
    "laid_out_as",
    "loads",
    "merge",
    "read",
    "rounded",
    "schema",
    "unpacked",
    "write",
]

SCHEMA = "onenlp-rows/1"
KEY = ("component", "language", "dataset", "metric")
MERGE_MARKER = re.compile(r"^(<{7}|={7}|>{7}|\|{7})(?:[ \r]|$)", re.MULTILINE)
UNKNOWN = "a missing score is null, with a reason"
HINT = f'; a rows file starts {{"schema": "{SCHEMA}"'
WORDS = {"scale": tuple(Scale), "verdict": tuple(Verdict), "rule": tuple(Rule)}
UNSAID = ("slack", "runs", "why")  # fields that are left out of the file where there is nothing in them


def read(path: Path | str) -> list[Row]:
    """The rows of a results or reference file, in the order of the file.

    Raises:
        RowsError: the file is missing, unreadable, or not of schema ``onenlp-rows/1``; names file, row and field.
    """
    return loads(content(path), str(path))


def content(path: Path | str) -> bytes:
    """The bytes of a rows file, of which there is a limit."""
    return read_bytes(path, RowsError, most=REFERENCE_BYTES)


def loads(data: bytes | str, name: str = "<rows>") -> list[Row]:
    """The rows in a text; ``name`` stands for it in errors."""
    return [row for row, _ in parse(data, name)]


def parse(data: bytes | str, name: str) -> list[tuple[Row, dict[str, Any]]]:
    """Every row beside its JSON object as written, so that a file's other rows can be kept as they are."""
    document = decode(data, name)
    ours = (
        isinstance(document, dict) and document.get("schema") == SCHEMA
    )  # another file's fields are not quoted
    unknown = sorted(set(document) - {"schema", "rows"}) if isinstance(document, dict) and ours else []
    if unknown or not isinstance(document, dict) or "rows" not in document:
        what = f"field {unknown[0]!r} is unknown; " if unknown else ""
        msg = f'{name}: {what}a rows file is {{"schema": "{SCHEMA}", "rows": […]}}'
        raise RowsError(msg)
    if document.get("schema") != SCHEMA:
        found = document.get("schema")
        said = repr(found) if found is None or str(found).startswith("onenlp-") else "another"
        msg = f"{name}: schema is {said}, this version reads {SCHEMA!r}"
        raise RowsError(msg)
    if not isinstance(document["rows"], list):
        msg = f"{name}: 'rows' is {type(document['rows']).__name__}, but a list is needed"
        raise RowsError(msg)
    found = [(convert(raw, name, number), raw) for number, raw in enumerate(document["rows"], 1)]
    seen: dict[str, int] = {}
    for number, (row, _) in enumerate(found, 1):
        if row.key in seen:
            msg = f"{name}: rows {seen[row.key]} and {number} are both {row.key}; keep one"
            raise RowsError(msg)
        seen[row.key] = number
    return found


def decode(data: bytes | str, name: str) -> object:
    """The JSON document, refusing what JSON readers let pass: duplicate keys, merge markers."""
    text = decoded(data, name, RowsError)
    if marker := MERGE_MARKER.search(text):
        line = text.count("\n", 0, marker.start()) + 1
        msg = f"{name}:{line}: merge marker {marker[1]}; resolve the conflict, keeping one of the two sides' rows"
        raise RowsError(msg)

    return parse_json(text, name, RowsError, hint=HINT, owner=of_row)


def of_row(fields: Mapping[str, Any]) -> str:
    """Of which row the fields are; nothing where they are of none."""
    return f" of row {'/'.join(str(fields.get(field, '?')) for field in KEY)}" if "metric" in fields else ""


def convert(raw: object, name: str, number: int) -> Row:
    """One row from its JSON object; errors name the row by number and identity, and the field."""
    return convert_at(raw, f"{name}: row {number}")


def unpacked(raw: object, name: str, number: int) -> Row:
    """One row from what ``plain`` made of it: what it holds was looked at then, and only its form is looked at now."""
    try:
        return msgspec.convert(raw, Row, strict=True)
    except msgspec.ValidationError as error:
        msg = f"{name}: row {number}: {in_words(str(error))}"
        raise RowsError(msg) from None


def convert_at(raw: object, where: str) -> Row:
    """One row from its JSON object; errors begin with where it stands."""
    if isinstance(raw, dict) and all(isinstance(raw.get(f), str) for f in KEY):
        where += " (" + quoted_name("/".join(raw[f] for f in KEY)) + ")"
    refuse_halves(raw, where)
    try:
        row = msgspec.convert(raw, Row, strict=True)
        check_name("metric", row.metric)
        Identity(row.component, row.language, row.dataset)
    except msgspec.ValidationError as error:
        msg = f"{where}: {in_words(str(error))}"
        raise RowsError(msg) from None
    except UsageError as error:
        msg = f"{where}: {error}"
        raise RowsError(msg) from None
    for field, value in leaves(msgspec.to_builtins(row)):
        if fault := unfit(value, UNKNOWN):
            msg = f"{where}: field {field!r} {fault}"
            raise RowsError(msg)
    check_ends(row, where)
    if not row.source.strip():
        msg = f"{where}: field 'source' is empty; say where the score comes from"
        raise RowsError(msg)
    return row


def refuse_halves(raw: object, where: str) -> None:
    """Raises RowsError where a text or the name of a field has half of a surrogate pair, which no converter takes."""
    try:
        msgspec.json.encode(raw)  # sees at once that most rows have none
    except UnicodeEncodeError:
        pass
    else:
        return
    for field, value in leaves(raw):
        if isinstance(value, str) and (fault := unfit(value, UNKNOWN)):
            at = f"field {field!r}" if field else "the row"
            msg = f"{where}: {at} {fault}"
            raise RowsError(msg)


def in_words(said: str) -> str:
    """What msgspec says of a row in the words of this product, with the field meant or the fields needed."""
    message, _, path = said.partition(" - at `$")
    field = path.rstrip("`").lstrip(".")
    where = f"field {field!r}: " if field else ""
    if found := re.fullmatch("Object contains unknown field `(.*)`", message, re.DOTALL):
        kind = {"difference": RowDifference, "history": Event}.get(field.partition("[")[0], Row)
        return (
            f"{where}unknown field {quoted_name(repr(found[1]))}; {nearest(found[1], kind.__struct_fields__)}"
        )
    if found := re.fullmatch("Object missing required field `(.*)`", message):
        if field:
            return f"{where}field {found[1]!r} is missing"
        needed = ", ".join((*KEY, "score", "source"))
        return f"field {found[1]!r} is missing; a row needs {needed}, and a score that is not known is null"
    words = WORDS.get(field.partition("[")[0], ()) if message.startswith("Invalid enum") else ()
    return f"{where}{message}" + (f"; it is one of: {', '.join(words)}" if words else "")


def check_ends(row: Row, where: str) -> None:
    """Raises RowsError where an interval runs from its higher to its lower end."""
    named = {"ci": row.ci, "reference_ci": row.reference_ci}
    if row.difference:
        named |= {
            f"difference.{field}": getattr(row.difference, field)
            for field in ("ci", "ours_ci", "reference_ci")
        }
    for field, ends in named.items():
        if ends is not None and ends[0] > ends[1]:
            msg = f"{where}: field {field!r} runs from {ends[0]} down to {ends[1]}; the lower end comes first"
            raise RowsError(msg)


def plain(row: Row) -> dict[str, Any]:
    """The row as plain JSON types, figures rounded to 9 decimals."""
    found = {
        key: rounded(value)
        for key, value in msgspec.to_builtins(row).items()
        if key not in UNSAID or value is not None
    }
    for unit in found["why"]["units"] if row.why else ():
        if unit["old"] is None:
            del unit["old"]
    return found


def rounded(value: Any) -> Any:  # noqa: ANN401 - JSON in, JSON out
    """Floats rounded to the 9 decimals at which figures are compared."""
    if isinstance(value, float):
        return round(value, 9)
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    return [rounded(item) for item in value] if isinstance(value, list | tuple) else value


def dumps(rows: Iterable[Row | dict[str, Any]]) -> str:
    """The text of a rows file; rows given as JSON objects are kept as they are."""
    objects = [row if isinstance(row, dict) else plain(row) for row in rows]
    objects.sort(key=lambda row: tuple(str(row[field]) for field in KEY))
    reasons = [row.get("why") for row in objects]
    without = [
        row if why is None else {**row, "why": f"\0{place}"}
        for place, (row, why) in enumerate(zip(objects, reasons, strict=True))
    ]
    document = {"schema": SCHEMA, "rows": without}
    text = json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False, allow_nan=False) + "\n"
    # A quote within a text is escaped, so what looks like the key is the key.
    return re.sub(r'(?<="why": )"\\u0000(\d+)"', lambda found: in_lines(reasons[int(found[1])]), text)


def in_lines(why: Any) -> str:  # noqa: ANN401 - JSON
    """Why a row is worse, a line each unit: with one for each count it would be twice as long."""
    text = json.dumps(why, sort_keys=True, ensure_ascii=False, allow_nan=False)
    units = why.get("units") if isinstance(why, dict) else None
    if not isinstance(units, list) or not units:
        return text
    head = json.dumps({**why, "units": []}, sort_keys=True, ensure_ascii=False, allow_nan=False)
    lines = ",\n        ".join(
        json.dumps(one, sort_keys=True, ensure_ascii=False, allow_nan=False) for one in units
    )
    start, end = head.rsplit('"units": []', 1)
    return f'{start}"units": [\n        {lines}\n      ]{end}'


def laid_out_as(text: str, before: bytes) -> str:
    """The text of a rows file with the line ends that the file had before."""
    first = before.find(b"\n")
    return text.replace("\n", "\r\n") if first > 0 and before[first - 1 : first] == b"\r" else text


def encoded(text: str, path: Path | str) -> bytes:
    """The bytes of a rows file; raises RowsError where a text in it is none."""
    try:
        return text.encode()
    except UnicodeEncodeError as fault:
        half = fault.object[fault.start : fault.end]
        msg = f"{path}: not written: {half!r} in a row is half of a surrogate pair, which UTF-8 cannot hold"
        raise RowsError(msg) from None


def write(path: Path | str, rows: Iterable[Row]) -> None:
    """Writes the rows file whole or not at all; raises RowsError where it cannot be written, or a text is none."""
    write_atomically(path, encoded(dumps(rows), path), RowsError)


def merge(old: Iterable[tuple[Row, dict[str, Any]]], new: Iterable[Row]) -> list[Row | dict[str, Any]]:
    """Old rows with new ones in the place of those with the same key; rows that do not change keep their text."""
    changed = {row.key: row for row in new}
    kept: list[Row | dict[str, Any]] = [raw for row, raw in old if row.key not in changed]
    return [*kept, *changed.values()]


def schema() -> dict[str, Any]:
    """The JSON Schema of a rows file."""
    definition = msgspec.json.schema(Row)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": SCHEMA,
        "type": "object",
        "properties": {
            "schema": {"const": SCHEMA},
            "rows": {"type": "array", "items": {"$ref": "#/$defs/Row"}},
        },
        "required": ["schema", "rows"],
        "additionalProperties": False,
        "$defs": definition["$defs"],
    }
