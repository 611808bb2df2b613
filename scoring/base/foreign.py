"""Forms of files that people hold and a reader may not know, told by their first bytes: what a refusal names them."""

import json
import os
from collections.abc import Iterable

__all__ = ["PAGE", "foreign_form", "hint_of"]

PAGE = "docs: How to, Bring your data"
BEGINNINGS = (  # of binary files
    (b"PAR1", "Parquet"),
    (b"ARROW1", "Arrow"),
    (b"PK\x03\x04", "zip"),  # also of numpy's npz and of spreadsheets
    (b"\x1f\x8b", "gzip"),
    (b"\x93NUMPY", "numpy"),
    (b"\x80", "pickle"),
)
ENDINGS = {".spacy": "spaCy DocBin", ".xlsx": "spreadsheet", ".xls": "spreadsheet", ".parquet": "Parquet",
           ".arrow": "Arrow", ".npz": "zip", ".npy": "numpy", ".pkl": "pickle", ".gz": "gzip"}  # fmt: skip
LOOKED_AT = 1 << 16  # bytes
TOOLS = (  # fields of the first record, and the tool whose they are
    (frozenset({"annotations", "data"}), "Label Studio"),
    (frozenset({"completions", "data"}), "Label Studio"),
    (frozenset({"_input_hash"}), "Prodigy"),
    (frozenset({"entity_group"}), "transformers pipeline"),
)


def foreign_form(source: object) -> str | None:
    """The name of a form by the beginning of a file; None where it is text like any other, or cannot be read."""
    if not isinstance(source, str | os.PathLike):
        return None
    path = os.fspath(source)
    ending = os.path.splitext(str(path))[1].lower()  # noqa: PTH122 - a path may be bytes
    if ending in ENDINGS:
        return ENDINGS[ending]
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - a path may be bytes
            start = file.read(LOOKED_AT)
    except (OSError, ValueError):
        return None
    binary = next((name for magic, name in BEGINNINGS if start.startswith(magic)), None)
    return binary or form_of_json(start)


def form_of_json(start: bytes) -> str | None:
    """What the beginning of a text is in JSON: of a tool, an array, or an object a line."""
    text = start.decode("utf-8", "replace").removeprefix("\ufeff").lstrip()
    if not text.startswith(("[", "{")):
        return None
    first = text[1:].lstrip() if text.startswith("[") else text
    try:
        record, _ = json.JSONDecoder().raw_decode(first)
    except (ValueError, RecursionError):
        return None
    fields = set(record) if isinstance(record, dict) else set()
    tool = next((name for needed, name in TOOLS if needed <= fields), None)
    plain = "JSON array" if text.startswith("[") else "JSON Lines"
    return tool or (plain if isinstance(record, dict | list) else None)


def hint_of(source: object, read: Iterable[str]) -> str:
    """What is said more of a file that a task cannot read: its form, unless the task reads that form."""
    form = foreign_form(source)
    return "" if form is None or form in set(read) else f"; the file looks like {form}: {PAGE}, {form!r}"
