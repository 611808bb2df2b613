"""Run cards and rows files as they are published: read whole and checked before anything is written."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from scoring.base.errors import InputError, RowsError, UsageError
from scoring.base.files import read_bytes
from scoring.base.limits import LONGEST_NAME, REFERENCE_BYTES
from scoring.base.strict_json import leaves, parse_json
from scoring.base.text import decoded
from scoring.card import schema
from scoring.card.schema import RunCard
from scoring.mt.document import refuse_unfit
from scoring.rows import rows as rows_files
from scoring.rows.beside import stored_beside
from scoring.rows.records import Identity, Row
from scoring.rows.units import StoredUnits
from scoring.rows.units import dumps as packed

__all__ = ["CardDocument", "RowsDocument", "read_document"]

LARGEST_REAL, SMALLEST_REAL = 3.4028234663852886e38, 1.1754943508222875e-38  # of four bytes, as columns are
INDEXED = ("model_slug", "dataset.id", "dataset.language_pair", "condition")


@dataclass(frozen=True)
class CardDocument:
    """A run card and the file it was read from."""

    name: str
    card: RunCard

    @property
    def fingerprint(self) -> str:
        return self.card.fingerprint.hash


@dataclass(frozen=True)
class RowsDocument:
    """The rows of a file, and the units of those whose units lie beside it, packed, by row key."""

    name: str
    rows: tuple[Row, ...]
    units: Mapping[str, bytes]


def read_document(path: str) -> CardDocument | RowsDocument:
    """A run card or a rows file, whichever it is.

    Raises:
        ScoringError: it is neither, or does not hold what it must; names file and field.
    """
    if "://" in path:
        msg = "a URL is given where a file is needed; the database is given as --db URL"
        raise UsageError(msg)
    data = read_bytes(path, InputError, most=REFERENCE_BYTES)
    found = parse_json(decoded(data, path), path)
    kind = found.get("schema") if isinstance(found, dict) else None
    if kind == rows_files.SCHEMA:
        return rows_of_file(path, data)
    if not isinstance(found, dict) or kind != schema.SCHEMA:
        if isinstance(kind, str) and kind.startswith("onenlp-"):
            said = f"its schema is {kind!r:.60}, and this version publishes"
        else:
            said = "it is another program's JSON; what can be published are"
        msg = (
            f"{path}: {said} run cards (schema {schema.SCHEMA!r}, written by onenlp mt --json) and rows files "
            f"({rows_files.SCHEMA!r}, written by --rows and reports of type json)"
        )
        raise InputError(msg)
    refuse_unfit(found, path)
    refuse_unkept(found, path, InputError)
    return CardDocument(path, fitting(schema.loads(found, path), path))


def fitting(card: RunCard, name: str) -> RunCard:
    """The card, where its columns can hold it; InputError where a name or a figure is out of their range."""
    plain = msgspec.to_builtins(card)
    for field, value in leaves({part: plain[part] for part in ("scores", "totals", "elapsed_seconds")}):
        if isinstance(value, float) and abs(value) > LARGEST_REAL:
            msg = f"{name}: field {field!r} is {value:g}, more than a column of the store holds ({LARGEST_REAL:g})"
            raise InputError(msg)
    for field in INDEXED:
        value = field_of(plain, field)
        if isinstance(value, str) and len(value) > LONGEST_NAME:
            msg = f"{name}: field {field!r} has {len(value)} characters; a name has at most {LONGEST_NAME}"
            raise InputError(msg)
    return card


def field_of(document: Mapping[str, Any], field: str) -> Any:  # noqa: ANN401 - JSON
    """The value of ``scores.bleu``; None where there is none.  A figure too small for a column is 0."""
    value: Any = document
    for name in field.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return 0.0 if isinstance(value, float) and abs(value) < SMALLEST_REAL else value


def rows_of_file(path: str, data: bytes) -> RowsDocument:
    """The rows of a file with the units beside it."""
    rows = rows_files.loads(data, path)
    if not rows:
        msg = f"{path}: there is no row in it, so there is nothing to publish"
        raise RowsError(msg)
    refuse_unkept([rows_files.plain(row) for row in rows], path, RowsError)
    stores: dict[Identity, StoredUnits | None] = {}
    units = {}
    for row in rows:
        if row.units_sha256 is None:
            continue
        if row.identity not in stores:
            stores[row.identity] = stored_beside(Path(path), row.identity, rows)
        store = stores[row.identity]
        arrays = store.find(row.metric, row.units_sha256) if store is not None else None
        if store is not None and arrays is not None:
            gold = row.gold_sha256 or ""
            kept = StoredUnits({gold: store.ids.get(gold, ())}, {row.metric: arrays})
            if row.metric in store.parts:
                kept.parts[row.metric] = store.parts[row.metric]
            units[row.key] = packed(kept)
    return RowsDocument(path, tuple(rows), units)


def refuse_unkept(document: object, name: str, error: type[InputError | RowsError]) -> None:
    """Raises where a text holds the one character that PostgreSQL keeps in no text."""
    for field, value in leaves(document):
        if isinstance(value, str) and "\0" in value:
            msg = f"{name}: field {field!r} holds U+0000, which no database keeps in a text; take it out"
            raise error(msg)


def sha256_of(content: bytes) -> str:
    """What packed units are called in the store."""
    return hashlib.sha256(content).hexdigest()
