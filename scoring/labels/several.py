"""Several labels a document, or none: reading sets of labels, sparse, and scores of labels, as a matrix.

A file has ``gold`` and ``pred`` as lists of labels (JSONL) or labels with ``|`` between them (CSV, TSV), and scores as
``scores: {label: value}`` (JSONL) or in a column ``score:LABEL`` for each label.  Where scores are, they decide.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from scoring.base.errors import InputError
from scoring.base.frames import is_frame
from scoring.base.table import identified, with_ids
from scoring.labels.documents import LabelDocuments
from scoring.labels.form import AS_USUAL, USUAL, DocumentForm
from scoring.labels.frames import array_of, frame_fields, indexed_documents, is_sparse, label_names
from scoring.labels.marks import Marks
from scoring.labels.matrix import LabelMatrix, finished, numbers_of, of_array, of_sparse, shaped
from scoring.labels.names import Label, label_of, united
from scoring.labels.read import from_records, is_ranking, read_form, scores_of

__all__ = ["is_label", "marked_columns", "matrix"]

BETWEEN = "|"
PREFIXES = {"gold": ("gold",), "pred": ("score", "scores")}
KNOWN = ("id", "scores", "text", *USUAL["gold"], *USUAL["pred"])


def matrix(source: object, role: str, form: DocumentForm = AS_USUAL) -> LabelMatrix:
    """One side from a path, an open file, documents, an array, lists or sets of labels, ``{label: score}`` or records.

    An array, or a list of lists of numbers, is ``(documents, labels)``: 0 and 1 in gold, scores in pred.  So is a
    DataFrame, whose columns name the labels, and a sparse matrix, which holds labels in pred where it has but 0 and 1.

    Raises:
        InputError: the source cannot be read, has no documents, or a label or a score is none.
    """
    if isinstance(source, LabelMatrix):
        return source
    if isinstance(source, str | os.PathLike) or hasattr(source, "read"):
        source = read_form(source, form)
    if isinstance(source, LabelDocuments):
        named = source if form.id_field in (None, source.id_field) else with_ids(source, form)
        return of_columns(named, role, form)
    if is_frame(source):
        return of_frame(source, role, form)
    if is_sparse(source):
        return of_sparse(source, role)
    if isinstance(source, Mapping):
        documents = LabelDocuments(role, len(source))
        documents = LabelDocuments(role, len(source), identified(documents, list(source)))
        return of_rows(documents, list(source.values()), role)
    return of_items(source, role, form)


def of_items(source: object, role: str, form: DocumentForm) -> LabelMatrix:
    """One side from an array, or from a list or series of what each document has."""
    if not isinstance(source, Iterable):
        msg = (
            f"cannot read {role} from {type(source).__name__}; give a path, an open file, an array or a list"
        )
        raise InputError(msg)
    if hasattr(source, "__array__") and not hasattr(source, "index"):
        return of_array(np.asarray(source), role)
    rows = list(source)
    fields = ("gold",) if role == "gold" else ("pred", "scores")
    if rows and all(isinstance(row, Mapping) and not scores_alone(row, fields) for row in rows):
        return of_columns(from_records(rows, role, form=form), role, form)
    if rows and all(is_ranking(row) for row in rows):
        rows = [scores_of(row, f"{role}, document {place}") for place, row in enumerate(rows, 1)]
    return of_rows(indexed_documents(source if hasattr(source, "index") else rows, role), rows, role)


def scores_alone(row: Mapping[str, Any], fields: Sequence[str]) -> bool:
    """Whether a mapping is of labels to numbers, and no record with fields."""
    return not any(field in row and not isinstance(row[field], int | float | np.number) for field in fields)


def of_columns(documents: LabelDocuments, role: str, form: DocumentForm) -> LabelMatrix:
    """One side from the columns that say it."""
    field = documents.side(role, form.field_of(role))
    if form.field_of(role) is None:
        if role == "pred" and "scores" in documents.columns and not documents.tabular:
            return of_rows(documents, documents.columns["scores"], "scores", ("scores",))
        own = marked_columns(documents, role)
        if own:
            return of_cells(documents, own, role)
    if field is not None:
        return of_rows(documents, documents.columns[field], role, (field,))
    others = {name: name for name in documents.columns if is_label(name, documents)}
    if documents.tabular and others:
        return of_cells(documents, others, role)
    raise InputError(documents.lacking(role, f"{role}_field"))


def marked_columns(documents: LabelDocuments, role: str) -> dict[str, str]:
    """The columns that say of themselves that they are of one label, by that label."""
    own: dict[str, str] = {}
    for column in documents.columns:
        for prefix in PREFIXES[role]:
            if column.startswith((f"{prefix}:", f"{prefix}.")):
                name = column[len(prefix) + 1 :]
                if name in own:
                    msg = f"{documents.name}: columns {own[name]!r} and {column!r} are of one label; keep one"
                    raise InputError(msg)
                own[name] = column
    return own


def is_label(column: str, documents: LabelDocuments) -> bool:
    """Whether a column, which does not say so of itself, is taken for that of a label of its name."""
    return column not in KNOWN and column != documents.id_field and not prefixed(column)


def of_frame(source: Any, role: str, form: DocumentForm) -> LabelMatrix:  # noqa: ANN401 - a DataFrame
    """One side from a DataFrame: from fields with labels or scores, else from a column of numbers for each label."""
    documents = frame_fields(source, role, form)
    fields = documents.side(role, form.field_of(role)) or marked_columns(documents, role)
    if fields or (role == "pred" and "scores" in documents.columns):
        return of_columns(documents, role, form)
    part = source[[name for name in source.columns if is_label(str(name), documents)]]
    if not len(part.columns):
        raise InputError(documents.lacking(role, f"{role}_field"))
    names = label_names(part, role)
    found = shaped(array_of(part, role), role)
    if names is None:
        made = finished(documents, tuple(range(found.shape[1])), found, role)
        return replace(made, numbered=True)
    return replace(finished(documents, names, found, role), framed=True)


def prefixed(column: str) -> bool:
    """Whether the name of a column says that it is of one label."""
    return column.startswith(tuple(f"{name}{sign}" for name in ("gold", "score", "scores") for sign in ":."))


def of_cells(documents: LabelDocuments, columns: Mapping[str, str], role: str) -> LabelMatrix:
    """One side from a column for each label."""
    names = united(columns)
    values = np.empty((documents.size, len(names)))
    for place, name in enumerate(names):
        column = documents.columns[columns[str(name)]]
        values[:, place] = [
            number(documents, row, columns[str(name)], cell) for row, cell in enumerate(column)
        ]
    return replace(finished(documents, names, values, role), fields=tuple(columns.values()))


def number(documents: LabelDocuments, row: int, column: str, cell: Any) -> float:  # noqa: ANN401 - text or JSON
    """The number in a cell."""
    try:
        return float(cell)
    except (TypeError, ValueError):
        declared = (
            ":" in column or "id" in documents.columns
        )  # else it may be any file, which is not to be quoted
        said = (
            f"{column} is {cell!r}"
            if declared
            else f"column {[*documents.columns].index(column) + 1} is something else"
        )
        msg = (
            f"{documents.where(row)}: {said}, but a number is needed; "
            "name the columns of labels gold:LABEL and score:LABEL to have other columns beside them"
        )
        raise InputError(msg) from None


def of_rows(
    documents: LabelDocuments, rows: Sequence[Any], role: str, fields: tuple[str, ...] = ()
) -> LabelMatrix:
    """One side from what each document has: labels, or a number for each label."""
    if not documents.size:
        msg = f"{documents.name}: there are no documents"
        raise InputError(msg)
    if all(isinstance(row, Mapping) for row in rows):
        return replace(of_numbers(documents, rows, role), fields=fields)
    if documents.tabular:
        rows = [cell.split(BETWEEN) if cell else [] for cell in rows]
    elif documents.lines is None and (found := numbers_of(rows, role)) is not None:
        shaped = finished(documents, tuple(range(found.shape[1])), found, role)
        return replace(shaped, numbered=True)
    sets = [labels_of(documents, place, row, role) for place, row in enumerate(rows)]
    return replace(of_sets(documents, sets), fields=fields)


def labels_of(documents: LabelDocuments, place: int, row: Any, role: str) -> list[Label]:  # noqa: ANN401
    """The labels of one document, each once."""
    if isinstance(row, str | bytes | Mapping) or not isinstance(row, Iterable):
        said = "missing" if row is None else repr(row)
        msg = f'{documents.where(place)}: {role} is {said}, but a list of labels is needed, as in ["sport", "local"]'
        raise InputError(msg)
    labels: dict[Label, None] = {}
    for value in row:
        label = label_of(value, file=documents.lines is not None)
        if label is None or label in labels:
            said = f"names {label!r} twice" if label is not None else f"holds {value!r}"
            msg = f"{documents.where(place)}: {role} {said}; each label is a string or a whole number, named once"
            raise InputError(msg)
        labels[label] = None
    return list(labels)


def of_sets(documents: LabelDocuments, rows: Sequence[Sequence[Label]]) -> LabelMatrix:
    """One side from the labels of each document."""
    names = united(label for row in rows for label in row)
    code = {name: place for place, name in enumerate(names)}
    document = np.repeat(np.arange(documents.size, dtype=np.int64), [len(row) for row in rows])
    label = np.fromiter((code[label] for row in rows for label in row), dtype=np.int64, count=document.size)
    codes = np.sort(document * max(1, len(names)) + label)
    return LabelMatrix(documents, names, Marks.of_codes(codes, (documents.size, len(names))))


def of_numbers(documents: LabelDocuments, rows: Sequence[Mapping[Any, Any]], role: str) -> LabelMatrix:
    """One side from a number for each label of each document; all documents have the same labels."""
    keys = dict.fromkeys(key for row in rows for key in row)
    values = np.empty((documents.size, len(keys)))
    for place, row in enumerate(rows):
        for at, key in enumerate(keys):
            values[place, at] = number_of(documents, place, key, row.get(key), role)
    labels = [label_of(key, file=documents.lines is not None) for key in keys]
    if any(label is None for label in labels):
        msg = f"{documents.name}: {role} has the labels {list(keys)}; a label is a string or a whole number"
        raise InputError(msg)
    names = united(label for label in labels if label is not None)
    column = {label: place for place, label in enumerate(labels)}
    return finished(documents, names, values[:, [column[name] for name in names]], role)


def number_of(documents: LabelDocuments, place: int, key: Any, value: Any, role: str) -> float:  # noqa: ANN401
    """The number that a document has for a label; in gold it may be true or false."""
    truth = isinstance(value, bool | np.bool_)
    if isinstance(value, int | float | np.integer | np.floating | np.bool_) and (role == "gold" or not truth):
        try:
            return float(value)
        except OverflowError:  # a whole number beyond all floats
            return np.inf
    said = f"has no number for the label {key!r}" if value is None else f"of {key!r} is {value!r}"
    msg = f"{documents.where(place)}: {role} {said}; each document needs one for each label"
    raise InputError(msg)
