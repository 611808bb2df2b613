"""One side of several labels a document, from numbers in memory: which documents have which labels, or their scores."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import InputError
from scoring.evidence.evidence import Floats
from scoring.labels.documents import LabelDocuments
from scoring.labels.marks import Marks
from scoring.labels.names import Label
from scoring.labels.one_hot import entries

__all__ = ["LabelMatrix", "finished", "numbers_of", "of_array", "of_sparse", "shaped"]


@dataclass(frozen=True, eq=False)
class LabelMatrix:
    """One side: which documents have which of the labels, or the scores ``(documents, labels)``.

    ``numbered`` says that the names are only the numbers of the columns of an array; ``framed``, that they are those of
    a DataFrame in its order; ``fields`` are those of a file or a record that say it.
    """

    documents: LabelDocuments
    names: tuple[Label, ...]
    values: Marks | Floats
    numbered: bool = False
    framed: bool = False
    fields: tuple[str, ...] = ()


def of_sparse(source: Any, role: str) -> LabelMatrix:  # noqa: ANN401 - a sparse matrix
    """One side from a sparse matrix ``(documents, labels)``; in pred, where it has but 0 and 1, these are labels."""
    row, column, value = entries(source)
    shape = (int(source.shape[0]), int(source.shape[1]))
    documents, names = LabelDocuments(role, shape[0]), tuple(range(shape[1]))
    if not (value == 1).all() or not shape[0]:
        return replace(finished(documents, names, np.asarray(source.todense()), role), numbered=True)
    codes = np.sort(row.astype(np.int64) * max(1, shape[1]) + column)
    return LabelMatrix(documents, names, Marks.of_codes(codes, shape), numbered=True)


def of_array(found: NDArray[Any], role: str) -> LabelMatrix:
    """One side from an array ``(documents, labels)``, or ``(documents,)`` for one label."""
    found = shaped(found, role)
    documents = LabelDocuments(role, found.shape[0])
    return replace(finished(documents, tuple(range(found.shape[1])), found, role), numbered=True)


def numbers_of(rows: Sequence[Any], role: str) -> NDArray[Any] | None:
    """The array that nested lists of numbers are, None where they are labels."""
    first = next((row for row in rows if not hasattr(row, "__len__") or len(row)), None)
    if first is None or isinstance(first, str | bytes | set | frozenset):
        return None
    if hasattr(first, "__len__") and isinstance(next(iter(first)), str):
        return None
    try:
        found = np.array(rows)
    except ValueError:
        sizes = sorted({len(row) if hasattr(row, "__len__") else 1 for row in rows})
        msg = f"{role} has rows of {sizes[0]} to {sizes[-1]} numbers; a number for each document and label is needed"
        raise InputError(msg) from None
    return shaped(found, role)


def shaped(found: NDArray[Any], role: str) -> NDArray[Any]:
    """The array with a column for each label."""
    if found.ndim not in (1, 2) or found.dtype.kind not in "biuf":
        msg = (
            f"{role} is an array of {found.dtype} with shape {found.shape}, "
            "but numbers with shape (documents, labels) are needed"
        )
        raise InputError(msg)
    return found[:, None] if found.ndim == 1 else found


def finished(
    documents: LabelDocuments, names: tuple[Label, ...], values: NDArray[Any], role: str
) -> LabelMatrix:
    """The matrix, its numbers checked: 0 and 1 in gold, finite scores in pred."""
    if not documents.size:
        msg = f"{documents.name}: there are no documents"
        raise InputError(msg)
    if role == "gold":
        truth = values.astype(np.bool_) if values.dtype != np.bool_ else values
        wrong = truth != values
        need = "0 or 1 is needed"
    else:
        values = values.astype(np.float64, copy=False)
        wrong = ~np.isfinite(values)
        need = "a finite number is needed"
    if wrong.any():
        place, label = np.argwhere(wrong)[0].tolist()
        kind = "gold" if role == "gold" else "the score"
        msg = f"{documents.where(place)}: {kind} of the label {names[label]!r} is {values[place, label]}, but {need}"
        raise InputError(msg)
    return LabelMatrix(documents, names, Marks.of_dense(truth) if role == "gold" else values)
