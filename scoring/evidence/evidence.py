"""Evidence: what a metric saw on each unit of a test set, scored under any per-unit weights.

A unit is what gets resampled: a sentence, a document, an entry.  ``score(ones)`` is the score of the test set,
``score(counts of a draw)`` that of a resample, ``score(a 0/1 row)`` that of a slice.  Nothing is re-scored.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError

__all__ = ["Arrays", "Bools", "CompleteEvidence", "Evidence", "Floats", "Places", "complete", "whole"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Places = NDArray[np.intp]
Arrays = Mapping[str, NDArray[Any]]

BLOCK = 1 << 21  # weights at once
MOST = 2_000_000_000  # weights in all: half a minute of work


class Evidence(Protocol):
    """What a metric saw on each unit: the five answers that its author gives."""

    @property
    def units(self) -> int:
        """How many units there are."""
        ...

    def score(self, weights: Floats) -> Floats:
        """Scores with unit i counted ``weights[..., i]`` times: ``(..., units)`` to ``(...)``; NaN: undefined."""
        ...

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays from which the metric's ``restore`` makes this evidence again."""
        ...

    def in_error(self) -> Bools:
        """Which units are not perfect: ``(units,)``."""
        ...

    def joined(self, others: Sequence[Self]) -> Self:
        """The evidence of these units followed by those of the others (shards of one test set)."""
        ...


class CompleteEvidence(ABC):
    """Evidence with an answer to all that intervals, paired tests, slices, rows and explanations ask of it.

    The five abstract ones are those of ``Evidence``.  The others follow from them for any evidence; a kind that
    inherits this class gives its own where it knows more, or knows it faster.
    """

    @property
    @abstractmethod
    def units(self) -> int:
        """How many units there are."""

    @abstractmethod
    def score(self, weights: Floats) -> Floats:
        """Scores with unit i counted ``weights[..., i]`` times: ``(..., units)`` to ``(...)``; NaN: undefined."""

    @abstractmethod
    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays from which the metric's ``restore`` makes this evidence again."""

    @abstractmethod
    def in_error(self) -> Bools:
        """Which units are not perfect: ``(units,)``."""

    @abstractmethod
    def joined(self, others: Sequence[Self]) -> Self:
        """The evidence of these units followed by those of the others (shards of one test set)."""

    @property
    def flags(self) -> tuple[str, ...]:
        """What a row of this evidence has to warn of."""
        return ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What a row of this evidence says of its score beside the flags, in sentences."""
        return ()

    def alike(self, other: "CompleteEvidence") -> bool:
        """Whether the other is of the same kind, so that the two can be joined and compared unit by unit."""
        return type(self) is type(other)

    # --- what is drawn

    @property
    def tables(self) -> tuple[Floats, ...]:
        """Tables ``(units, k)``, one a run, of whose weighted sums alone the score is made; none: of more than sums."""
        return ()

    @property
    def table_columns(self) -> tuple[str, ...]:
        """The names of the columns of ``tables``."""
        return ()

    def score_of_totals(self, totals: Sequence[Floats], runs: Floats) -> Floats:
        """Scores ``(...)`` from weighted sums ``(..., k)`` of each table, with run r taken ``runs[..., r]`` times."""
        msg = f"the score of {type(self).__name__} is not made of sums of {len(totals)} tables under {runs.shape} runs"
        raise NotImplementedError(msg)

    def kinds(self) -> Places | None:
        """A number for each unit, the same for units that count alike in every score; None where that is not known.

        Only where all is sums of whole numbers: then a sum over units taken together is exactly that over each.
        """
        return None

    @property
    def run_count(self) -> int:
        """How many runs of one system there are, which are drawn as units are."""
        return 1

    def score_of(self, weights: Floats, runs: Floats) -> Floats:  # noqa: ARG002 - one run is always taken
        """Scores with run r taken ``runs[..., r]`` times: ``(..., units)`` and ``(..., runs)`` to ``(...)``."""
        return self.score(weights)

    @property
    def test_sets(self) -> tuple["CompleteEvidence", ...]:
        """The evidence of each test set, where there are several and each is drawn within itself; else none."""
        return ()

    @property
    def blended(self) -> tuple["CompleteEvidence", ...]:
        """The evidence on the same units of whose scores the score is made; else none."""
        return ()

    def mean(self, scores: Sequence[Floats]) -> Floats:
        """Scores ``(...)`` from those of each of ``test_sets`` or ``blended``."""
        msg = f"the score of {type(self).__name__} is not made of {len(scores)} other scores"
        raise NotImplementedError(msg)

    # --- what a row and a list of units show

    def run_scores(self) -> tuple[float, ...]:
        """The score of each run on the full test set, NaN where it is undefined; none where there are no runs."""
        return ()

    def unit_scores(self) -> Floats | None:
        """The score of each unit alone, ``(units,)`` with NaN where it is undefined; None where a unit has none."""
        return None

    def unit_counts(self) -> list[dict[str, Any]] | None:
        """What was counted on each unit, by name; None where nothing was counted."""
        return None

    # --- some units alone, and units of two systems exchanged

    def sliced(self, chosen: Bools) -> "CompleteEvidence | None":  # noqa: ARG002 - a kind of its own uses it
        """Evidence of this kind of the units where ``chosen`` is true; None: the others are given no weight."""
        return None

    def as_one_run(self) -> "CompleteEvidence":
        """Evidence of one run that scores the same, where there is such; else this."""
        return self

    def changed(self, opponent: Self) -> Bools:  # noqa: ARG002 - a kind of its own uses it
        """The units that the opponent may have otherwise: ``(units,)``."""
        return np.ones(self.units, dtype=np.bool_)

    def exchanged(self, opponent: "CompleteEvidence", chosen: Places | None = None) -> Floats:
        """The score of the whole with each unit in turn as ``opponent`` has it: ``(units,)``.

        ``chosen`` are the units of a slice, outside which nothing has weight: ``(chosen,)`` then.  Here by weights on
        the units of both, joined: each unit in turn without weight in ours and with one in the opponent's.

        Raises:
            EvidenceError: the two are not of one kind, or there are too many units to try each.
        """
        if not isinstance(opponent, type(self)) or not self.alike(opponent):
            msg = f"ours is evidence of another kind ({kind(self)}) than the reference ({kind(opponent)})"
            raise EvidenceError(msg)
        places = np.arange(self.units) if chosen is None else chosen
        both = self.joined([opponent])
        base = np.zeros(both.units)
        base[places] = 1.0
        scores = np.full(places.size, float(both.score(base)))
        differ = np.flatnonzero(self.changed(opponent)[places])
        if differ.size * both.units > MOST:
            msg = f"{differ.size} units differ, and trying each of them would take too long"
            raise EvidenceError(msg)
        size = max(1, BLOCK // max(1, both.units))
        for start in range(0, differ.size, size):
            block = differ[start : start + size]
            weights = np.tile(base, (block.size, 1))
            rows = np.arange(block.size)
            weights[rows, places[block]] = 0.0
            weights[rows, self.units + places[block]] = 1.0
            scores[block] = both.score(weights)
        return scores


@dataclass(frozen=True)
class AuthoredEvidence(CompleteEvidence):
    """Evidence of which its author gave the five answers alone; all others follow from them."""

    own: Evidence

    @property
    def units(self) -> int:
        return self.own.units

    def score(self, weights: Floats) -> Floats:
        return self.own.score(weights)

    def arrays(self) -> dict[str, NDArray[Any]]:
        return self.own.arrays()

    def in_error(self) -> Bools:
        return self.own.in_error()

    def joined(self, others: Sequence[Self]) -> Self:
        return type(self)(self.own.joined([other.own for other in others]))

    def alike(self, other: CompleteEvidence) -> bool:
        return isinstance(other, AuthoredEvidence) and type(self.own) is type(other.own)


def complete(evidence: Evidence) -> CompleteEvidence:
    """The evidence with an answer to every question: itself where it inherits them, else with those that follow."""
    return evidence if isinstance(evidence, CompleteEvidence) else AuthoredEvidence(evidence)


def kind(evidence: CompleteEvidence) -> str:
    """What evidence is called in a message: the name of its class."""
    own = evidence.own if isinstance(evidence, AuthoredEvidence) else evidence
    return type(own).__name__


def whole(evidence: Evidence) -> float:
    """The score of the full test set (weights of one); NaN where it is undefined."""
    return float(evidence.score(np.ones(evidence.units)))
