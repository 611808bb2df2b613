"""Gold and predicted label sets of the same documents, with the scores where there are any."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scoring.base.errors import AlignmentError, InputError, UsageError
from scoring.base.table import Places, match
from scoring.evidence.evidence import Bools, Floats
from scoring.labels.align import Codes, Matched, refuse_one_field
from scoring.labels.marks import Marks
from scoring.labels.matrix import LabelMatrix
from scoring.labels.names import Label, sides_alike, united

__all__ = ["THRESHOLD", "LabelSets", "align_sets"]

THRESHOLD = 0.5
LISTED = 20  # labels that a message names


@dataclass(frozen=True, eq=False)
class LabelSets(Matched):
    """Which documents have which labels in gold and in the prediction.

    ``found`` are the predicted labels, or scores ``(documents, labels)``, of which one of at least ``threshold``
    predicts its label.  ``own`` are the places in ``names`` of the labels that each side has, in a document or as a
    column; None: all of them.
    """

    names: tuple[Label, ...]
    gold: Marks
    found: Marks | Floats
    threshold: float = THRESHOLD
    own: tuple["Columns", "Columns"] = (None, None)

    @property
    def values(self) -> Floats | None:
        """The scores ``(documents, labels)``; None where the prediction holds labels."""
        return None if isinstance(self.found, Marks) else self.found

    @cached_property
    def pred(self) -> Marks:
        """The labels that are predicted; of scores looked for only when they are asked for, as ranks never do."""
        scores, threshold = self.found, self.threshold
        return scores if isinstance(scores, Marks) else Marks.of_dense(scores >= threshold)

    @cached_property
    def correct(self) -> Marks:
        """The labels that are in both."""
        return self.gold.common(self.pred)

    def counts(self, chosen: Bools | None = None) -> tuple[Codes, Codes, Codes]:
        """Correct, predicted and gold documents of each label, of all or of the chosen ones: ``(labels,)`` each."""
        sides = (self.correct, self.pred, self.gold)
        places = None if chosen is None else np.flatnonzero(chosen)
        correct, predicted, gold = (
            (side if places is None else side.at(places)).by_label() for side in sides
        )
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
    marked = gold.values
    if not isinstance(marked, Marks):
        msg = f"{gold.documents.name}: gold holds scores, but the labels of each document are needed"
        raise AlignmentError(msg)
    check_threshold(threshold)
    ours, theirs = match(gold.documents, pred.documents)
    refuse_one_field(gold.documents, pred.documents, gold.fields, pred.fields)
    names, (own, other) = common(gold, marked, pred)
    truth = arranged(marked, ours, own, names)
    if isinstance(pred.values, Marks):
        found = arranged(pred.values, theirs, other, names)
        return LabelSets(gold.documents, ours, names, truth, found, own=(own, other))
    check_range(pred, pred.values, score_range)
    scores = pred.values if theirs is None else pred.values[theirs]
    if other is not None:  # every label is scored: the names are those of the prediction, sorted
        scores = scores[:, np.argsort(other)]
    return LabelSets(gold.documents, ours, names, truth, scores, threshold, (own, other))


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


def check_range(pred: LabelMatrix, scores: Floats, score_range: Sequence[float] | None) -> None:
    """Nothing, where no range (lowest, highest) is declared or every score is inside."""
    if score_range is None:
        return
    ends = [number for end in score_range if (number := number_of(end)) is not None]
    if not len(ends) == len(score_range) == 2 or not ends[0] < ends[1]:
        msg = f"score_range is {score_range!r}, but two numbers are needed, the lower first, such as 0 and 1"
        raise UsageError(msg)
    low, high = ends
    outside = np.argwhere((scores < low) | (scores > high))
    if outside.size:
        place, label = outside[0].tolist()
        msg = (
            f"{pred.documents.where(place)}: the score of the label {pred.names[label]!r} is "
            f"{scores[place, label]}, but the declared range is {low:g} to {high:g}"
        )
        raise InputError(msg)


Columns = list[int] | None  # the place in the names of each label of a side, -1: none; None: as they are


def common(
    gold: LabelMatrix, marked: Marks, pred: LabelMatrix
) -> tuple[tuple[Label, ...], tuple[Columns, Columns]]:
    """The labels of both sides, and where they have those of each side."""
    if gold.numbered and pred.numbered:
        if len(gold.names) != len(pred.names):
            msg = f"gold has {len(gold.names)} labels, pred {len(pred.names)}; both are (documents, labels)"
            raise AlignmentError(msg)
        return gold.names, (None, None)
    framed = gold if gold.framed else pred
    if framed.framed and (gold.numbered or pred.numbered) and len(gold.names) == len(pred.names):
        names = united(framed.names)  # an array has the columns of the DataFrame in its order
        return names, (columns_of(names, framed.names), columns_of(names, framed.names))
    if gold.numbered or pred.numbered:
        bare, named = (gold, pred) if gold.numbered else (pred, gold)
        msg = (
            f"{bare.documents.name} is an array of {len(bare.names)} columns without names, {named.documents.name} has "
            f"the labels {listed(named.names)}; give both as arrays, or scores as {{label: value}}"
        )
        raise AlignmentError(msg)
    change = sides_alike(gold.documents, pred.documents, {*gold.names, *pred.names})
    ours, theirs = ([change.get(name, name) for name in side.names] for side in (gold, pred))
    every = united([*ours, *theirs])
    if isinstance(pred.values, Marks):
        names = every
    else:
        check_scored(gold, marked, pred, ours, theirs)
        names = united(theirs)
    return names, (columns_of(names, ours), columns_of(names, theirs))


def listed(names: Sequence[Label]) -> str:
    """Some labels of a side, as a message names them."""
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return (", ".join(map(str, names[:LISTED])) or "none") + more


def check_scored(
    gold: LabelMatrix, marked: Marks, pred: LabelMatrix, ours: Sequence[Label], theirs: Sequence[Label]
) -> None:
    """Nothing, where every label that a gold document has is scored."""
    scored = set(theirs)
    lacking = np.array([name not in scored for name in ours], dtype=np.bool_)
    wrong = np.flatnonzero(lacking[marked.label])
    if wrong.size:
        place = wrong[np.argmin(marked.label[wrong])]
        where = gold.documents.where(int(marked.document[place]))
        name = ours[int(marked.label[place])]
        msg = (
            f"{where} has the label {name!r}, which {pred.documents.name} has no scores of; "
            f"it scores: {listed(theirs)}"
        )
        raise AlignmentError(msg)


def columns_of(names: tuple[Label, ...], own: Sequence[Label]) -> Columns:
    """Where the names have each of a side's own, -1 where they have it not; None where both are the same."""
    if tuple(own) == names:
        return None
    where = {name: place for place, name in enumerate(names)}
    return [where.get(name, -1) for name in own]


def arranged(marks: Marks, places: Places | None, columns: Columns, names: Sequence[Label]) -> Marks:
    """The documents in the order of the places, and the labels as the names number them."""
    if places is not None:
        marks = marks.at(places)
    return marks if columns is None else marks.renamed(columns, len(names))
