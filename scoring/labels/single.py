"""One label a document: reading one side.

Source: Sokolova and Lapalme (2009), A systematic analysis of performance measures for classification tasks, §3.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from scoring.base.errors import InputError
from scoring.base.frames import is_frame
from scoring.base.table import identified, with_ids
from scoring.labels.documents import LabelDocuments
from scoring.labels.form import AS_USUAL, DocumentForm
from scoring.labels.frames import frame_fields, indexed_documents, is_sparse
from scoring.labels.names import Label, label_of
from scoring.labels.one_hot import codes_of, is_rows_of_numbers, of_frame
from scoring.labels.read import from_records, is_ranking, read_form

__all__ = ["Labelling", "labelling"]


@dataclass(frozen=True, eq=False)
class Labelling:
    """One side: a label for each document, in the order given; ``field`` is where a file or a record has it.

    ``columns`` are those of one-hot rows in their order; ``numbered`` says that they are only numbers.
    """

    documents: LabelDocuments
    labels: Sequence[Label]
    field: str | None = None
    columns: tuple[Label, ...] = ()
    numbered: bool = False


def labelling(source: object, role: str, form: DocumentForm = AS_USUAL) -> Labelling:
    """One side from a path, an open file, documents, a list or array of labels, labels by id, records or one-hot rows.

    Raises:
        InputError: the source cannot be read, has no documents, or a label is missing or none.
    """
    if isinstance(source, Labelling):
        return source
    if isinstance(source, str | os.PathLike) or hasattr(source, "read"):
        source = read_form(source, form)
    if isinstance(source, LabelDocuments):
        named = source if form.id_field in (None, source.id_field) else with_ids(source, form)
        return of_fields(named, role, form)
    if is_frame(source):
        return of_columns(source, role, form)
    if isinstance(source, Mapping):
        documents = LabelDocuments(role, len(source))
        documents = LabelDocuments(role, len(source), identified(documents, list(source)))
        return labelled(documents, list(source.values()), role)
    if is_sparse(source) or getattr(source, "ndim", 1) == 2:
        return hot(source, role)
    values = labels_in(source, role)
    if values and all(isinstance(value, Mapping) or is_ranking(value) for value in values):
        return of_fields(from_records(values, role, form=form), role, form)
    if is_rows_of_numbers(values):
        return hot(np.array(values), role)
    return labelled(indexed_documents(source if hasattr(source, "index") else values, role), values, role)


def of_fields(documents: LabelDocuments, role: str, form: DocumentForm) -> Labelling:
    """One side from the field with its labels; without one, in a prediction, the best of the scores of each document.

    Raises:
        InputError: there is neither, or the two best labels of a document have one score.
    """
    field = documents.side(role, form.field_of(role))
    if field is None and role == "pred" and "scores" in documents.columns and not documents.tabular:
        field = "scores"
    if field is None:
        raise InputError(documents.lacking(role, f"{role}_field"))
    values = documents.columns[field]
    if role == "pred" and any(isinstance(value, Mapping) for value in values):
        values = [best(documents, place, value) for place, value in enumerate(values)]
    return labelled(documents, values, role, field)


def best(documents: LabelDocuments, place: int, scores: Any) -> Any:  # noqa: ANN401 - JSON
    """The label with the highest score; what is no scores comes back as it is."""
    if not isinstance(scores, Mapping) or not scores:
        return scores
    for label, score in scores.items():
        if isinstance(score, bool) or not isinstance(score, int | float | np.number) or score != score:  # noqa: PLR0124 - NaN
            msg = f"{documents.where(place)}: the score of the label {label!r} is {score!r}, but a number is needed"
            raise InputError(msg)
    top = max(scores.values())
    first, *others = [label for label, score in scores.items() if score == top]
    if others:
        msg = (
            f"{documents.where(place)}: the labels {first!r} and {others[0]!r} both have the highest score, {top}, "
            "and one label is needed; say which it is in a field pred"
        )
        raise InputError(msg)
    return first


def of_columns(source: object, role: str, form: DocumentForm) -> Labelling:
    """One side from a DataFrame: a field of it, or a column of 0 and 1 for each label."""
    documents = frame_fields(source, role, form)
    if documents.side(role, form.field_of(role)) is None:
        hot_frame = of_frame(source, role, documents)
        if hot_frame is not None:
            names, codes = hot_frame
            return replace(labelled(documents, [names[code] for code in codes], role), columns=names)
    return of_fields(documents, role, form)


def hot(source: Any, role: str) -> Labelling:  # noqa: ANN401 - an array, dense or sparse
    """One side from one-hot rows: the labels are the numbers of the columns."""
    documents = LabelDocuments(role, int(source.shape[0]))
    made = labelled(documents, codes_of(source, role, documents), role)
    return replace(made, columns=tuple(range(source.shape[1])), numbered=True)


def labels_in(source: object, role: str) -> list[Any]:
    """The items of an array, a list or another iterable."""
    if getattr(source, "ndim", 1) != 1:
        shape = getattr(source, "shape", "")
        msg = f"{role} has shape {shape}, but one label for each document is needed; for several: multilabel_scores"
        raise InputError(msg)
    if hasattr(source, "tolist"):
        return list(source.tolist())
    if isinstance(source, Iterable) and not isinstance(source, bytes | bytearray | AbstractSet):
        return list(source)
    msg = f"cannot read {role} from {type(source).__name__}; give a path, an open file, or a list or array of labels"
    raise InputError(msg)


def labelled(
    documents: LabelDocuments, values: Sequence[Any], role: str, field: str | None = None
) -> Labelling:
    """The labels, each of them one."""
    if not documents.size:
        msg = f"{documents.name}: there are no documents"
        raise InputError(msg)
    file = documents.lines is not None
    kinds = set(map(type, values))
    if not (kinds <= {str} or (kinds <= {int} and not file)):
        values = [one_label(documents, place, value, role) for place, value in enumerate(values)]
    if documents.tabular and "" in values:
        msg = f"{documents.where(values.index(''))}: {role} is empty, but each document has one label"
        raise InputError(msg)
    return Labelling(documents, values, field)


def one_label(documents: LabelDocuments, place: int, value: Any, role: str) -> Label:  # noqa: ANN401
    """The label of a document."""
    label = label_of(value, file=documents.lines is not None)
    if label is None:
        if value is None:
            said = f"{role} is missing"
        elif isinstance(value, list | tuple | set | frozenset | dict | np.ndarray):
            said = f"{role} is {value!r:.80}, several labels: that is the task multilabel"
        else:
            said = f"{role} is {value!r:.80}"
        msg = f"{documents.where(place)}: {said}; a label is a string or a whole number"
        raise InputError(msg)
    return label
