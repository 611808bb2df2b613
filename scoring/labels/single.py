"""One label a document: reading one side, and bringing gold and prediction together.

Source: Sokolova and Lapalme (2009), A systematic analysis of performance measures for classification tasks, §3.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

import numpy as np

from scoring.base.errors import InputError
from scoring.labels.documents import LabelDocuments, identified
from scoring.labels.names import Label, label_of
from scoring.labels.read import from_records, read

__all__ = ["Labelling", "labelling"]


@dataclass(frozen=True, eq=False)
class Labelling:
    """One side: a label for each document, in the order given."""

    documents: LabelDocuments
    labels: Sequence[Label]


def labelling(source: object, role: str) -> Labelling:
    """One side from a path, an open file, documents, a list or array of labels, labels by id, or records.

    Raises:
        InputError: the source cannot be read, has no documents, or a label is missing or none.
    """
    if isinstance(source, Labelling):
        return source
    if isinstance(source, str | os.PathLike) or hasattr(source, "read"):
        source = read(source)
    if isinstance(source, LabelDocuments):
        return labelled(source, source.column(role), role)
    if isinstance(source, Mapping):
        documents = LabelDocuments(role, len(source))
        documents = LabelDocuments(role, len(source), identified(documents, list(source)))
        return labelled(documents, list(source.values()), role)
    values = labels_in(source, role)
    if values and all(isinstance(value, Mapping) for value in values):
        documents = from_records(values, role)
        return labelled(documents, documents.column(role), role)
    return labelled(LabelDocuments(role, len(values)), values, role)


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


def labelled(documents: LabelDocuments, values: Sequence[Any], role: str) -> Labelling:
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
    return Labelling(documents, values)


def one_label(documents: LabelDocuments, place: int, value: Any, role: str) -> Label:  # noqa: ANN401
    """The label of a document."""
    label = label_of(value, file=documents.lines is not None)
    if label is None:
        if value is None:
            said = f"{role} is missing"
        elif isinstance(value, list | tuple | set | frozenset | dict | np.ndarray):
            said = f"{role} is {value!r}, several labels: that is the task multilabel"
        else:
            said = f"{role} is {value!r}"
        msg = f"{documents.where(place)}: {said}; a label is a string or a whole number"
        raise InputError(msg)
    return label
