"""The composite: the weighted mean of the available metrics, each turned so that 1 is perfect and 0 is the worst.

Which metrics are in it is settled on the full set; one without a value in a slice or a draw is left out there, and
its weight shared among the others.  Source: MT scoring specification, §4 and §5.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from scoring.base.errors import EvidenceError
from scoring.evidence.counts import Counts
from scoring.evidence.evidence import CompleteEvidence, Evidence, Floats, complete, whole
from scoring.metrics.metric import NotAvailable

__all__ = [
    "PROFILES",
    "TIERS",
    "Profile",
    "available",
    "composite",
    "normalised",
    "shares",
    "tier",
]


class Profile(StrEnum):
    """Whether the target language has a finite-state transducer (A) or not (B)."""

    A = "A"
    B = "B"


PROFILES: Mapping[Profile, Mapping[str, float]] = {
    Profile.A: {
        "fst_acceptance_rate": 0.25,
        "morphological_accuracy": 0.15,
        "chrf_plus_plus": 0.15,
        "semantic_score": 0.15,
        "equivalent_match_rate": 0.10,
        "code_switching_rate": 0.05,
        "terminology_adherence": 0.05,
        "hallucination_rate": 0.05,
        "exact_match_rate": 0.05,
    },
    Profile.B: {
        "semantic_score": 0.25,
        "chrf_plus_plus": 0.25,
        "equivalent_match_rate": 0.15,
        "exact_match_rate": 0.10,
        "code_switching_rate": 0.10,
        "terminology_adherence": 0.05,
        "hallucination_rate": 0.05,
        "orthographic_accuracy": 0.05,
    },
}
POINTS = frozenset({"chrf_plus_plus"})  # on 0 to 100: divided by 100
INVERTED = frozenset({"code_switching_rate", "hallucination_rate"})  # lower is better: 1 minus the value
TIERS: tuple[tuple[float, str], ...] = (  # from the top: the first that the composite reaches
    (0.85, "fluent"),
    (0.70, "deployable"),
    (0.50, "functional"),
    (0.30, "emerging"),
    (0.00, "baseline"),
)
UNSCORED = "unscored"


def tier(composite: float | None) -> str:
    """The tier of a composite: automated, provisional, a nomination for review and no claim of quality.

    >>> tier(0.85), tier(0.8499), tier(None)
    ('fluent', 'deployable', 'unscored')
    """
    if composite is None:
        return UNSCORED
    return next((name for least, name in TIERS if composite >= least), TIERS[-1][1])


def normalise(name: str, value: object) -> float:
    """A metric's value from 0 to 1, where 1 is perfect.

    Raises:
        EvidenceError: the value is a bool, is not finite, or is not on the metric's scale.
    """
    most = 100.0 if name in POINTS else 1.0
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.0 <= value <= most:
        msg = f"{name} is {value!r}, but a number from 0 to {most:g} is needed"
        raise EvidenceError(msg)
    share = value / most
    return 1.0 - share if name in INVERTED else share


def shares(profile: Profile, names: Mapping[str, object]) -> dict[str, float]:
    """The weights of the available metrics, renormalised to a sum of 1.

    >>> found = shares(Profile.A, {n: 1 for n in PROFILES[Profile.A] if n != "morphological_accuracy"})
    >>> round(found["fst_acceptance_rate"], 3), round(found["chrf_plus_plus"], 3)
    (0.294, 0.176)
    """
    weights = {name: weight for name, weight in PROFILES[profile].items() if name in names}
    total = math.fsum(weights.values())
    return {name: weight / total for name, weight in weights.items()}


def composite(values: Mapping[str, float | None], profile: Profile) -> float | None:
    """The composite of metric values by id, None where none of the profile's metrics has one.

    Metrics that are not in the profile, and those that are None, change nothing.

    Raises:
        EvidenceError: a value is not on its metric's scale.
    """
    there = {name: value for name in PROFILES[profile] if (value := values.get(name)) is not None}
    if not there:
        return None
    weights = shares(profile, there)
    return math.fsum(weights[name] * normalise(name, value) for name, value in there.items())


def normalised(name: str, evidence: Evidence) -> Evidence:
    """The evidence of a metric whose score is normalised for the composite.

    Raises:
        EvidenceError: the evidence is not of counts, which alone are blended.
    """
    found = complete(evidence)
    if len(found.tables) != 1:
        msg = f"{name} has evidence of {type(evidence).__name__}, but the composite blends counts"
        raise EvidenceError(msg)
    formula = Normalised(found, 100.0 if name in POINTS else 1.0, name in INVERTED)
    return Counts(found.tables[0], found.table_columns, formula, perfect=1.0)


@dataclass(frozen=True)
class Normalised:
    """Totals to the score of counts, turned so that 1 is perfect; a class, so that it can go to another process."""

    counts: CompleteEvidence
    most: float
    inverted: bool

    def __call__(self, totals: Floats) -> Floats:
        part = self.counts.score_of_totals([totals], np.ones(1)) / self.most
        return 1.0 - part if self.inverted else part


def available(found: Mapping[str, Evidence | NotAvailable], profile: Profile) -> dict[str, Evidence]:
    """The profile's metrics that have a score on the full set."""
    return {
        name: evidence
        for name in PROFILES[profile]
        if (evidence := found.get(name)) is not None
        and not isinstance(evidence, NotAvailable)
        and not math.isnan(whole(evidence))
    }
