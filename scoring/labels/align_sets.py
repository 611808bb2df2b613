"""Gold and predicted label sets of the same documents, with the scores where there are any."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import AlignmentError, InputError, UsageError
from scoring.evidence.evidence import Bools, Floats
from scoring.labels.align import Matched
from scoring.labels.documents import Places, match
from scoring.labels.names import Label, sides_alike, united
from scoring.labels.several import LabelMatrix

__all__ = ["THRESHOLD", "LabelSets", "align_sets"]

THRESHOLD = 0.5


@dataclass(frozen=True, eq=False)
class LabelSets(Matched):
    """``gold`` and ``pred`` ``(documents, labels)`` are true where a document has the label; ``values`` are scores.

    Without scores ``values`` is None.
    """

    names: tuple[Label, ...]
    gold: Bools
    pred: Bools
    values: Floats | None

    def counts(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Correct, predicted and gold documents of each label: ``(labels,)`` each."""
        found = (self.gold & self.pred, self.pred, self.gold)
        correct, predicted, gold = (np.count_nonzero(which, axis=0).astype(np.int64) for which in found)
        return correct, predicted, gold


def align_sets(
    gold: LabelMatrix,
    pred: LabelMatrix,
    threshold: float = THRESHOLD,
    score_range: Sequence[float] | None = None,
) -> LabelSets:
    """Gold and prediction of the same documents; a label is predicted where its score is at least the threshold.

    Raises:
        AlignmentError: they are not of the same documents or labels.
        InputError: a score is outside ``score_range``, where that is given.
        UsageError: the threshold or the range is no number.
    """
    if gold.scored:
        msg = f"{gold.documents.name}: gold holds scores, but the labels of each document are needed"
        raise AlignmentError(msg)
    check_threshold(threshold)
    ours, theirs = match(gold.documents, pred.documents)
    names, columns = common(gold, pred)
    truth: Bools = arranged(gold.values, ours, columns[0])
    found = arranged(pred.values, theirs, columns[1])
    if not pred.scored:
        return LabelSets(gold.documents, ours, names, truth, found, None)
    check_range(pred, score_range)
    return LabelSets(gold.documents, ours, names, truth, found >= threshold, found)


def number_of(value: object) -> float | None:
    """The finite number that an option is, None where it is none."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        return None
    return float(value) if math.isfinite(value) else None


def check_threshold(threshold: object) -> None:
    """Nothing, where the threshold is a finite number."""
    if number_of(threshold) is None:
        msg = f"the threshold is {threshold!r}, but a finite number is needed, such as {THRESHOLD}"
        raise UsageError(msg)


def check_range(pred: LabelMatrix, score_range: Sequence[float] | None) -> None:
    """Nothing, where no range (lowest, highest) is declared or every score is inside."""
    if score_range is None:
        return
    ends = [number for end in score_range if (number := number_of(end)) is not None]
    if not len(ends) == len(score_range) == 2 or not ends[0] < ends[1]:
        msg = f"score_range is {score_range!r}, but two numbers are needed, the lower first, such as 0 and 1"
        raise UsageError(msg)
    low, high = ends
    outside = np.argwhere((pred.values < low) | (pred.values > high))
    if outside.size:
        place, label = outside[0].tolist()
        msg = (
            f"{pred.documents.where(place)}: the score of the label {pred.names[label]!r} is "
            f"{pred.values[place, label]}, but the declared range is {low:g} to {high:g}"
        )
        raise InputError(msg)


Columns = tuple[
    list[int] | None, list[int] | None
]  # which column of a side each label has, -1: none; None: as they are


def common(gold: LabelMatrix, pred: LabelMatrix) -> tuple[tuple[Label, ...], Columns]:
    """The labels of both sides, and the column that each side has for them."""
    if gold.numbered and pred.numbered:
        if len(gold.names) != len(pred.names):
            msg = f"gold has {len(gold.names)} labels, pred {len(pred.names)}; both are (documents, labels)"
            raise AlignmentError(msg)
        return gold.names, (None, None)
    if gold.numbered or pred.numbered:
        bare, named = (gold, pred) if gold.numbered else (pred, gold)
        msg = (
            f"{bare.documents.name} is an array of {len(bare.names)} columns without names, {named.documents.name} has "
            f"the labels {', '.join(map(str, named.names))}; give both as arrays, or scores as {{label: value}}"
        )
        raise AlignmentError(msg)
    change = sides_alike(gold.documents, pred.documents, {*gold.names, *pred.names})
    ours, theirs = ([change.get(name, name) for name in side.names] for side in (gold, pred))
    if pred.scored:
        check_scored(gold, pred, ours, theirs)
        names = united(theirs)
    else:
        names = united([*ours, *theirs])
    return names, (columns_of(names, ours), columns_of(names, theirs))


def check_scored(gold: LabelMatrix, pred: LabelMatrix, ours: list[Label], theirs: list[Label]) -> None:
    """Nothing, where every label that a gold document has is scored."""
    united([*ours, *theirs])
    for place, name in enumerate(ours):
        if name not in theirs and gold.values[:, place].any():
            where = gold.documents.where(int(np.argmax(gold.values[:, place])))
            scored = ", ".join(map(str, theirs)) or "none"
            msg = f"{where} has the label {name!r}, which {pred.documents.name} has no scores of; it scores: {scored}"
            raise AlignmentError(msg)


def columns_of(names: tuple[Label, ...], own: list[Label]) -> list[int] | None:
    """The column of each name, -1 where there is none; None where the columns are the names."""
    if tuple(own) == names:
        return None
    where = {name: place for place, name in enumerate(own)}
    return [where.get(name, -1) for name in names]


def arranged(values: NDArray[Any], places: Places | None, columns: list[int] | None) -> NDArray[Any]:
    """The rows in the order of the places and the columns in that of the names, false where there is no column."""
    if places is not None:
        values = values[places]
    if columns is None:
        return values
    padded = np.concatenate([values, np.zeros((values.shape[0], 1), dtype=values.dtype)], axis=1)
    return padded[:, columns]
