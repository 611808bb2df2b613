"""Series and DataFrames as documents: their index names the documents, their columns are fields or labels.

Duck-typed, so that nothing is imported: pandas, and what is like it.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import InputError
from scoring.base.frames import frame_table, indexed
from scoring.labels.documents import LabelDocuments
from scoring.labels.form import DocumentForm
from scoring.labels.names import Label, label_of

__all__ = ["array_of", "frame_fields", "indexed_documents", "is_sparse", "label_names"]


def is_sparse(source: object) -> bool:
    """Whether a source is a sparse matrix or array of scipy."""
    return hasattr(source, "tocoo") and hasattr(source, "shape")


def indexed_documents(source: Any, role: str) -> LabelDocuments:  # noqa: ANN401 - whatever has a length
    """As many documents as the source has, called as its index calls them, where it has one."""
    return LabelDocuments.of(indexed(source, role, DocumentForm))


def frame_fields(source: Any, role: str, form: DocumentForm) -> LabelDocuments:  # noqa: ANN401 - a DataFrame
    """The documents of a DataFrame with its columns as fields, and the ids of the field with them, if there is one."""
    return LabelDocuments.of(frame_table(source, role, form))


def label_names(source: Any, role: str) -> tuple[Label, ...] | None:  # noqa: ANN401 - a DataFrame
    """The labels that the columns of a DataFrame are; None where they are but numbers from 0 in order."""
    given = list(source.columns)
    if given == list(range(len(given))):
        return None
    labels = [label_of(name, file=False) for name in given]
    found = [label for label in labels if label is not None]
    if len(set(found)) < len(given):
        msg = f"{role}: the columns of the DataFrame are {given}, but a label for each is needed, each once"
        raise InputError(msg)
    return tuple(found)


def array_of(source: Any, role: str) -> NDArray[Any]:  # noqa: ANN401 - a DataFrame
    """The numbers of a DataFrame with a column for each label: ``(documents, labels)``."""
    found = np.asarray(source)
    if found.dtype == object:  # columns of several types, as numbers beside truth values
        try:
            found = found.astype(np.float64)
        except (TypeError, ValueError):
            kinds = ", ".join(dict.fromkeys(str(source[name].dtype) for name in source.columns))
            msg = f"{role} is a DataFrame with columns of {kinds}, but a column of numbers for each label is needed"
            raise InputError(msg) from None
    return found
