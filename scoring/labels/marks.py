"""Which documents have which labels, sparse: memory and time follow the labels that there are, not all that may be."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from scoring.evidence.evidence import Bools, Places

__all__ = ["Marks"]

Codes = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Marks:
    """Mark m says that document ``document[m]`` has the label ``label[m]``, a column of ``shape`` (documents, labels).

    They are sorted by document, then by label, each once.
    """

    document: Codes
    label: Codes
    shape: tuple[int, int]

    @classmethod
    def of_dense(cls, table: Bools) -> Self:
        """The marks of a table ``(documents, labels)``."""
        document, label = np.nonzero(table)
        return cls(document.astype(np.int64), label.astype(np.int64), (table.shape[0], table.shape[1]))

    @classmethod
    def of_codes(cls, codes: Codes, shape: tuple[int, int]) -> Self:
        """The marks with these codes, sorted, as ``codes`` gives them."""
        document, label = np.divmod(codes, max(1, shape[1]))
        return cls(document, label, shape)

    @cached_property
    def codes(self) -> Codes:
        """A number for each mark, in order: that of its place in the dense table."""
        return self.document * max(1, self.shape[1]) + self.label

    @cached_property
    def _starts(self) -> Codes:
        """Where the marks of each document begin, and where those of the last end."""
        return np.searchsorted(self.document, np.arange(self.shape[0] + 1))

    def dense(self) -> Bools:
        """The table ``(documents, labels)``, for what needs a figure for every label of every document."""
        table = np.zeros(self.shape, dtype=np.bool_)
        table[self.document, self.label] = True
        return table

    def of(self, document: int) -> list[int]:
        """The labels of one document."""
        start, stop = self._starts[document : document + 2].tolist()
        return [int(label) for label in self.label[start:stop]]

    def by_document(self) -> Codes:
        """How many labels each document has."""
        return np.diff(self._starts)

    def by_label(self) -> Codes:
        """How many documents have each label."""
        return np.bincount(self.label, minlength=self.shape[1])

    def common(self, other: "Marks") -> "Marks":
        """The marks that are in both."""
        return Marks.of_codes(np.intersect1d(self.codes, other.codes, assume_unique=True), self.shape)

    def without(self, other: "Marks") -> "Marks":
        """The marks that the other has not."""
        return Marks.of_codes(np.setdiff1d(self.codes, other.codes, assume_unique=True), self.shape)

    def at(self, places: Places) -> "Marks":
        """The marks of the documents at these places, each place once, in their order."""
        new = np.full(self.shape[0], -1, dtype=np.int64)
        new[places] = np.arange(places.size)
        return self._renumbered(new[self.document], self.label, (int(places.size), self.shape[1]))

    def renamed(self, columns: Sequence[int], labels: int) -> "Marks":
        """The marks where each label has become the one of so many that ``columns`` says; -1: it is left out."""
        new = np.asarray(columns, dtype=np.int64)
        return self._renumbered(self.document, new[self.label], (self.shape[0], labels))

    def _renumbered(self, document: Codes, label: Codes, shape: tuple[int, int]) -> "Marks":
        kept = (document >= 0) & (label >= 0)
        return Marks.of_codes(np.sort(document[kept] * max(1, shape[1]) + label[kept]), shape)
