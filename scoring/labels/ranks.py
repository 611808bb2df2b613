"""ROC-AUC as evidence: scores of several labels, sorted once, then ranked under any weights.

Source: Hanley and McNeil (1982), The meaning and use of the area under a receiver operating characteristic (ROC)
curve: the Mann-Whitney statistic, ties counting half.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError
from scoring.evidence.counts import compact
from scoring.evidence.evidence import Bools, CompleteEvidence, Floats, Places
from scoring.evidence.formulas import mean_of_defined, ratio

__all__ = ["Ranks", "area"]


def area(values: Floats, truth: Bools) -> float | None:
    """The ROC-AUC of one label in points, of scores and truth ``(documents,)``; None where one class is missing.

    Counted in half pairs, which are whole numbers, and divided once.

    >>> area(np.array([0.8, 0.8, 0.4]), np.array([True, False, False]))
    75.0
    """
    few, many = values[truth], values[~truth]
    if not few.size or not many.size:
        return None
    swapped = few.size > many.size
    if swapped:
        few, many = many, few
    few.sort()
    many.sort()
    # The number of the many below each of the few, twice, a tie once.
    halves = int(np.searchsorted(many, few).sum()) + int(np.searchsorted(many, few, side="right").sum())
    pairs = few.size * many.size
    return 50.0 * (2 * pairs - halves if swapped else halves) / pairs


def moved(values: Floats, others: Floats, truth: Bools) -> Floats | None:
    """The ROC-AUC of one label with each document in turn at its other score: ``(documents,)``; None as for ``area``.

    Moving one document changes only its own pairs.

    >>> moved(np.array([0.8, 0.8, 0.4]), np.array([0.9, 0.1, 0.4]), np.array([True, False, False]))
    array([100., 100.,  75.])
    """
    whole = area(values, truth)
    if whole is None:
        return None
    halves = np.zeros(values.size)
    for own in (True, False):
        opposite = np.sort(values[truth != own])
        won = [
            np.searchsorted(opposite, scores[truth == own], side="left")
            + np.searchsorted(opposite, scores[truth == own], side="right")
            for scores in (others, values)
        ]
        halves[truth == own] = (won[0] - won[1]) * (1.0 if own else -1.0)
    pairs = int(truth.sum()) * int((~truth).sum())
    return whole + 50.0 * halves / pairs


@dataclass(frozen=True)
class Ladder:
    """The documents of one label in the order of their scores, the class with fewer documents and the other.

    ``steps`` are where runs of the other class begin that have the same of the fewer class below them: ``below``
    counts those, ``upto`` those and the ties.
    """

    few: Places
    many: Places
    steps: Places
    below: Places
    upto: Places
    positives_few: bool

    def score(self, weights: Floats) -> Floats:
        """ROC-AUC in points under weights ``(rows, units)``: ``(rows,)``; NaN where a class has no weight."""
        few, many = np.take(weights, self.few, axis=1), np.take(weights, self.many, axis=1)
        sums = np.zeros((weights.shape[0], self.few.size + 1))
        np.cumsum(few, axis=1, out=sums[:, 1:])
        runs = np.add.reduceat(many, self.steps, axis=1)
        rungs = np.take(sums, self.below, axis=1)
        rungs += np.take(sums, self.upto, axis=1)
        halves = np.einsum(
            "ij,ij->i", runs, rungs
        )  # pairs in which the fewer class is below, twice, ties once
        pairs = sums[:, -1] * runs.sum(axis=1)
        return ratio(50.0 * (2.0 * pairs - halves if self.positives_few else halves), pairs)


def ladder(values: Floats, truth: Bools) -> Ladder | None:
    """The sorted documents of one label, None where one class is missing."""
    yes, no = np.flatnonzero(truth), np.flatnonzero(~truth)
    few, many = (yes, no) if yes.size <= no.size else (no, yes)
    if not few.size:
        return None
    few, many = (side[np.argsort(values[side], kind="stable")] for side in (few, many))
    below, upto = (np.searchsorted(values[few], values[many], side=side) for side in ("left", "right"))
    new = np.r_[True, (below[1:] != below[:-1]) | (upto[1:] != upto[:-1])]
    steps = np.flatnonzero(new)
    return Ladder(few, many, steps, below[steps], upto[steps], positives_few=yes.size <= no.size)


@dataclass(frozen=True)
class Ranks(CompleteEvidence):
    """The mean ROC-AUC of several labels: ``values`` and ``gold`` ``(units, labels)``, a name for each label.

    A label is left out where only one of its classes has weight: in the full set, and in a draw.
    """

    values: Floats
    gold: Bools
    names: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.values.ndim != 2 or not self.values.shape == self.gold.shape == (self.units, len(self.names)):
            msg = (
                f"ranks of {len(self.names)} labels have scores {self.values.shape} and gold {self.gold.shape}, "
                "but (units, labels) is needed for both"
            )
            raise EvidenceError(msg)

    @property
    def units(self) -> int:
        return int(self.values.shape[0])

    @property
    def flags(self) -> tuple[str, ...]:
        """``one_class`` where the mean leaves labels out, because all documents are of one class."""
        return ("one_class",) if len(self._ladders) < len(self.names) else ()

    @cached_property
    def _ladders(self) -> list[Ladder]:
        columns = zip(np.ascontiguousarray(self.values.T), np.ascontiguousarray(self.gold.T), strict=True)
        return [found for values, truth in columns if (found := ladder(values, truth))]

    def score(self, weights: Floats) -> Floats:
        weights = np.asarray(weights, dtype=np.float64)
        shape = weights.shape[:-1]
        rows = weights.reshape(int(np.prod(shape)), self.units)
        scores = [found.score(rows) for found in self._ladders]
        table = np.stack(scores, axis=-1) if scores else np.empty((rows.shape[0], 0))
        return mean_of_defined(table).reshape(shape)

    def arrays(self) -> dict[str, NDArray[Any]]:
        names = np.array(self.names, dtype=np.str_)
        return {"scores": compact(self.values), "gold": self.gold, "labels": names}

    def in_error(self) -> Bools:
        # In error: a positive that is not above every negative of its label, a negative not below every positive.
        if not self.units:
            return np.zeros(0, dtype=np.bool_)
        top = np.where(self.gold, -np.inf, self.values).max(axis=0)
        bottom = np.where(self.gold, self.values, np.inf).min(axis=0)
        wrong: Bools = np.where(self.gold, self.values <= top, self.values >= bottom).any(axis=1)
        return wrong

    def joined(self, others: Sequence[Self]) -> Self:
        for other in others:
            if other.names != self.names:
                msg = f"cannot join ranks of the labels {', '.join(self.names)} with {', '.join(other.names)}"
                raise EvidenceError(msg)
        parts = (self, *others)
        values, gold = (
            np.concatenate([getattr(part, name) for part in parts]) for name in ("values", "gold")
        )
        return type(self)(values, gold, self.names)

    def exchanged(self, opponent: CompleteEvidence, chosen: Places | None = None) -> Floats:
        """The score with each unit in turn scored as ``opponent`` has it: moving one changes its own pairs alone."""
        same = isinstance(opponent, Ranks) and opponent.names == self.names
        if not isinstance(opponent, Ranks) or not same or not np.array_equal(opponent.gold, self.gold):
            return super().exchanged(opponent, chosen)
        here = slice(None) if chosen is None else chosen
        truth, mine, other = self.gold[here], self.values[here], opponent.values[here]
        areas = [moved(mine[:, at], other[:, at], truth[:, at]) for at in range(len(self.names))]
        known = [found for found in areas if found is not None]
        return np.asarray(np.mean(known, axis=0)) if known else np.full(truth.shape[0], np.nan)

    def of_label(self, label: str) -> Self:
        """The ranks of one label alone; undefined where there is no such label or one of its classes is missing."""
        chosen = [place for place, name in enumerate(self.names) if name == label]
        return type(self)(
            self.values[:, chosen], self.gold[:, chosen], tuple(self.names[at] for at in chosen)
        )

    @classmethod
    def restored(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """The ranks that were stored as these arrays; EvidenceError where one is missing."""
        if not {"scores", "gold", "labels"} <= set(arrays):
            msg = f"stored units of ROC-AUC hold {sorted(arrays)}, but gold, labels and scores are needed"
            raise EvidenceError(msg)
        names = tuple(str(name) for name in arrays["labels"].tolist())
        return cls(np.asarray(arrays["scores"], dtype=np.float64), arrays["gold"].astype(np.bool_), names)
