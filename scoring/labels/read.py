"""JSONL, JSON, CSV and TSV files of documents to columns; what the columns mean is the task's business.

JSONL: an object a line.  JSON: an array of objects.  All: UTF-8, with or without a byte order mark, and any line end.
What a text-classification pipeline of transformers returns is read as well: ``{"label": …, "score": …}`` a document, or
a list of these, one for each label.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Unpack

from scoring.base.delimited import TABS, from_table
from scoring.base.errors import InputError
from scoring.base.files import content_of
from scoring.base.json_rows import is_objects, json_rows
from scoring.base.strict_json import kind_of
from scoring.base.table import columns_of_records, with_ids
from scoring.base.text import decoded, with_line_feeds
from scoring.labels.documents import LabelDocuments
from scoring.labels.form import AS_USUAL, DocumentForm, ReadOptions

__all__ = ["from_records", "is_ranking", "loads", "read", "read_form", "scores_of"]


def read(source: object, **how: Unpack[ReadOptions]) -> LabelDocuments:
    """The documents of a JSONL, JSON, CSV or TSV file: a path, or a file open for reading as bytes or as text.

    The ending says which it is (.jsonl, .json, .csv, .tsv); another file is JSON where it begins with a brace or a
    bracket.  ``id_field`` names the field with the ids; ``columns`` and ``header`` say what names those of a table.

    Source: docs/reference/labels.md.

    Raises:
        InputError: the file is missing, empty, not UTF-8 or not in its format, or an id is missing or comes twice.
        UsageError: an option is not what it has to be.
    """
    return read_form(source, DocumentForm.of(how))


def read_form(source: object, form: DocumentForm) -> LabelDocuments:
    """The documents of a file, read as the form says."""
    return loads(*content_of(source, "documents "), form)


def loads(content: bytes | str, name: str = "<text>", form: DocumentForm = AS_USUAL) -> LabelDocuments:
    """The documents in the content of a file; the name's ending says in which format.

    Raises:
        InputError: as ``read``.
    """
    text = with_line_feeds(decoded(content, name))
    if not text.strip():
        msg = f"{name}: the file has no {form.noun}s"
        raise InputError(msg)
    ending = Path(name).suffix.lower()
    if not is_objects(text, ending, (*TABS, ".csv")):
        return with_ids(LabelDocuments.of(from_table(text, name, form, tabs=ending in TABS)), form)
    values, lines = json_rows(text, name, form.noun)
    records = [
        value if type(value) is dict else record_of(value, name, line)
        for value, line in zip(values, lines, strict=True)
    ]
    return from_records(records, name, lines, form)


def record_of(value: Any, name: str, line: int) -> Mapping[Any, Any]:  # noqa: ANN401 - JSON
    """The fields of a document: an object, or the scores of a list of labels with a score each."""
    if isinstance(value, Mapping):
        return value
    if is_ranking(value):
        return {"scores": scores_of(value, f"{name}:{line}")}
    msg = f'{name}:{line}: an object is needed, as in {{"id": "d1", "gold": "sport"}}, got {kind_of(value)}'
    raise InputError(msg)


def is_ranking(value: object) -> bool:
    """Whether a value is a list of ``{"label": …, "score": …}``."""
    return (
        isinstance(value, list | tuple)
        and len(value) > 0
        and all(isinstance(one, Mapping) and one.keys() == {"label", "score"} for one in value)
    )


def scores_of(ranking: Sequence[Mapping[str, Any]], where: str) -> dict[Any, Any]:
    """The scores by label; InputError where a label stands twice."""
    found: dict[Any, Any] = {}
    for one in ranking:
        label = one["label"]
        if not isinstance(label, str | int) or label in found:
            said = "stands twice" if isinstance(label, str | int) else "is no label"
            msg = f"{where}: {label!r} {said} among the labels with a score; each label has one score"
            raise InputError(msg)
        found[label] = one["score"]
    return found


def from_records(
    records: Sequence[Any], name: str, lines: Sequence[int] | None = None, form: DocumentForm = AS_USUAL
) -> LabelDocuments:
    """The documents of records with fields ``id``, ``gold``, ``pred``, ``scores`` and others.

    A record that is a list of labels with a score each has these as its ``scores``.

    Raises:
        InputError: an id is missing or comes twice.
    """
    records = [
        record if isinstance(record, Mapping) else {"scores": scores_of(record, f"{name}, document {place}")}
        for place, record in enumerate(records, 1)
    ]
    return with_ids(LabelDocuments(name, len(records), None, columns_of_records(records), lines), form)
