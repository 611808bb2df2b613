"""F1 of many labels from sparse counts: correct, missed and spurious labels of each document.

Source: Sokolova and Lapalme (2009), §3.1 (micro and macro averages); Opitz and Burst (2019), Macro F1 and Macro F1
(the mean of the labels' F1, not the F1 of mean precision and recall).
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.evidence.cells import Cells
from scoring.evidence.evidence import Floats
from scoring.evidence.formulas import mean_of_defined, ratio
from scoring.labels.names import Label

__all__ = ["KINDS", "label_cells", "macro_f1", "of_label", "restored"]

KINDS = ("correct", "missed", "spurious")  # in the order in which joined evidence sorts them
Columns = tuple[tuple[str, ...], ...]
Found = tuple[NDArray[Any], ...]  # documents, and the label of each as a place in the names


def macro_f1(totals: Floats, columns: Columns) -> Floats:
    """The mean F1 in points of the labels that occur, of totals ``(..., 3 labels)``; NaN where none does.

    >>> macro_f1(np.array([1.0, 1, 0, 0, 0, 0]), (("a", "correct"),) * 6)
    array(66.66666667)
    """
    kinds = totals.reshape(*totals.shape[:-1], len(columns) // 3, 3)
    correct, missed, spurious = kinds[..., 0], kinds[..., 1], kinds[..., 2]
    return mean_of_defined(ratio(200.0 * correct, 2.0 * correct + missed + spurious))


def label_cells(units: int, names: Sequence[Label], correct: Found, missed: Found, spurious: Found) -> Cells:
    """The evidence of macro F1, by document; the columns are ``(label, kind)``, sorted."""
    written = [str(name) for name in names]
    rank = np.empty(len(written), dtype=np.int64)
    rank[sorted(range(len(written)), key=written.__getitem__)] = np.arange(len(written))
    found = (correct, missed, spurious)
    unit = np.concatenate([documents for documents, _ in found]).astype(np.int64)
    column = np.concatenate([3 * rank[labels] + kind for kind, (_, labels) in enumerate(found)])
    columns = tuple((name, kind) for name in sorted(written) for kind in KINDS)
    order = np.lexsort((column, unit))  # as shards joined have them: one fingerprint for both
    return Cells(units, unit[order], column[order], np.ones(unit.size), columns, macro_f1, 100.0, len(KINDS))


def of_label(cells: Cells, label: str) -> Cells:
    """The evidence of one label alone, whose macro F1 is its F1; undefined where the label does not occur."""
    columns = tuple((label, kind) for kind in KINDS)
    start = cells.columns.index(columns[0]) if columns[0] in cells.columns else len(cells.columns)
    chosen = (cells.column >= start) & (cells.column < start + 3)
    column = cells.column[chosen] - start
    return Cells(
        cells.size, cells.unit[chosen], column, cells.count[chosen], columns, macro_f1, 100.0, len(KINDS)
    )


def restored(arrays: Mapping[str, NDArray[Any]]) -> Cells:
    """The evidence that was stored as these arrays; raises EvidenceError where one is missing."""
    return Cells.restored(arrays, macro_f1, 100.0, len(KINDS))
