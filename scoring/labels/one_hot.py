"""One-hot rows of a task with one label a document: a 1 in the column of the label, 0 in all others."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import InputError
from scoring.labels.documents import LabelDocuments
from scoring.labels.frames import array_of, is_sparse, label_names
from scoring.labels.names import Label

__all__ = ["codes_of", "is_rows_of_numbers", "of_frame"]


def is_rows_of_numbers(values: Sequence[Any]) -> bool:
    """Whether a list is of rows of numbers, all as long as the first, which has two or more."""
    if not values or not isinstance(values[0], list | tuple | np.ndarray) or len(values[0]) < 2:
        return False
    size = len(values[0])
    return all(
        isinstance(row, list | tuple | np.ndarray)
        and len(row) == size
        and all(isinstance(cell, int | float | np.number | np.bool_) for cell in row)
        for row in values
    )


def codes_of(source: Any, role: str, documents: LabelDocuments) -> list[int]:  # noqa: ANN401 - an array, dense or sparse
    """The column of the 1 of each row of an array ``(documents, labels)`` of two labels or more.

    Raises:
        InputError: a row has no 1, several, or something else.
    """
    kind = getattr(source.dtype, "kind", "?")
    if len(source.shape) != 2 or kind not in "biuf" or source.shape[1] < 2:
        msg = (
            f"{role} has shape {tuple(source.shape)}, but one label for each document is needed, or one-hot rows of "
            "0 and 1, a column for each label; for several: multilabel_scores"
        )
        raise InputError(msg)
    row, column, value = entries(source)
    ones = np.bincount(row[value == 1], minlength=source.shape[0])
    others = np.bincount(row[value != 1], minlength=source.shape[0])
    wrong = np.flatnonzero((ones != 1) | (others != 0))
    if wrong.size:
        place = int(wrong[0])
        said = "other numbers than 0 and 1" if others[place] else f"{int(ones[place])} ones"
        msg = (
            f"{documents.where(place)}: the row has {said}, but one label is needed: a single 1 in a one-hot row; "
            "of scores give the best (scores.argmax(axis=1)); several labels a document are the task multilabel"
        )
        raise InputError(msg)
    found: list[int] = column[np.argsort(row, kind="stable")].tolist()
    return found


def entries(source: Any) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:  # noqa: ANN401 - an array, dense or sparse
    """Row, column and value of all that is not 0."""
    if not is_sparse(source):
        row, column = np.nonzero(source)
        return row, column, np.asarray(source)[row, column]
    sparse = source.tocsr().copy()
    sparse.sum_duplicates()
    sparse.eliminate_zeros()
    sparse = sparse.tocoo()
    return sparse.row, sparse.col, sparse.data


def of_frame(source: Any, role: str, documents: LabelDocuments) -> tuple[tuple[Label, ...], list[int]] | None:  # noqa: ANN401
    """The labels and their codes in a DataFrame with a column for each label; None where it has other columns."""
    kept = [name for name in source.columns if str(name) not in (documents.id_field, "text")]
    part = source[kept]
    if len(kept) < 2 or any(getattr(part[name].dtype, "kind", "O") not in "biuf" for name in kept):
        return None
    names = label_names(part, role) or tuple(range(len(kept)))
    return names, codes_of(array_of(part, role), role, documents)
