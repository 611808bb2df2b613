"""The composite as a metric: the other metrics' evidence blended, so that it is resampled jointly.

A metric without a value in a slice or a draw has no part in it there, and the others share its weight.
Source: MT scoring specification, §4.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.evidence.blend import Blend
from scoring.evidence.evidence import Arrays, Evidence
from scoring.metrics.metric import Metric, NotAvailable
from scoring.mt.align import Segments
from scoring.mt.composite import PROFILES, Profile, available, normalised, shares
from scoring.mt.definitions import DEFINITIONS, fields_of, stored
from scoring.mt.family import metrics
from scoring.mt.metrics.morphological_accuracy import derived
from scoring.statistics.draws import RESAMPLES

__all__ = ["COMPOSITE", "Composite", "composite_of", "measure", "outside", "parts_of", "profile_of"]

NAMES = tuple(dict.fromkeys(name for weights in PROFILES.values() for name in weights))


@dataclass(frozen=True)
class Composite(Blend):
    """A blend that names the metrics it is made of, so that it can be stored and restored."""

    names: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """The metrics that have no value here, and those that have none in some draw."""
        said = []
        for name, part in zip(self.names, self.blended, strict=True):
            scores = part.unit_scores()
            here = self.units if scores is None else int(np.isfinite(scores).sum())
            label = DEFINITIONS[name].label
            if here == 0:
                said.append(f"{label} has no value here, so its weight is shared among the other metrics")
            elif (1 - here / self.units) ** self.units > 1 / RESAMPLES:
                said.append(
                    f"{label} has a value in {here} of {self.units} entries: resamples without them share its weight "
                    "among the other metrics"
                )
        return tuple(said)

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        return {
            **super().arrays(),
            "names": np.array(self.names, dtype=np.str_),
            "shares": np.array(self.shares),
        }


def profile_of(segments: Segments) -> Profile:
    """Profile A where the target's card declares a finite-state transducer, installed or not, else B."""
    card = segments.target_card
    return Profile.A if card is not None and card.fst is not None else Profile.B


def parts_of(segments: Segments) -> dict[str, Evidence | NotAvailable]:
    """The evidence of every metric that a composite may have."""
    known = metrics()
    return {
        name: known[name].measure(segments)
        for name in NAMES
        if name in known and name not in outside(segments)
    }


def outside(segments: Segments) -> frozenset[str]:
    """The metrics that have no part in the composite: what is derived from the references, unless that is asked for."""
    out = derived(segments) and not segments.given.get("derived_in_composite")
    return frozenset({"morphological_accuracy"} if out else ())


def composite_of(found: Mapping[str, Evidence | NotAvailable], profile: Profile) -> Composite | NotAvailable:
    """The evidence of the composite: a blend of the available metrics, weights renormalised."""
    parts = available(found, profile)
    if not parts:
        return NotAvailable(f"none of the metrics of profile {profile} is available")
    weights = shares(profile, parts)
    blended = tuple(normalised(name, part) for name, part in parts.items())
    return Composite(blended, tuple(weights.values()), tuple(parts))


def measure(segments: Segments) -> Composite | NotAvailable:
    """The composite of a run by the profile of its target language."""
    return composite_of(parts_of(segments), profile_of(segments))


def restore(arrays: Arrays) -> Composite:
    """The composite of stored arrays: those of each metric under its place."""
    names = tuple(map(str, stored(arrays, "names", "composite").tolist()))
    weights = tuple(map(float, stored(arrays, "shares", "composite").tolist()))
    parts = []
    for place, name in enumerate(names):
        start = f"{place}."
        own = {key.removeprefix(start): array for key, array in arrays.items() if key.startswith(start)}
        parts.append(normalised(name, metrics()[name].restore(own)))
    return Composite(tuple(parts), weights, names)


COMPOSITE = Metric(measure=measure, restore=restore, **fields_of("composite"))
