"""Evidence of a kind that the product has not, as a user may write it: the five answers, and nothing inherited."""

from dataclasses import dataclass

import numpy as np

from scoring.metrics import catalog
from scoring.metrics.metric import Better, Metric, Scale, Status, Validation


@dataclass(frozen=True)
class Shares:
    """The geometric mean, in points, of one share a unit: no sum of counts gives it."""

    values: np.ndarray

    @property
    def units(self):
        return len(self.values)

    def score(self, weights):
        total = np.asarray(weights, dtype=np.float64).sum(axis=-1)
        mean = weights @ np.log(self.values) / np.where(total > 0, total, 1.0)
        return np.where(total > 0, 100.0 * np.exp(mean), np.nan)

    def arrays(self):
        return {"shares": self.values}

    def in_error(self):
        return self.values < 1.0

    def joined(self, others):
        return Shares(np.concatenate([self.values, *(other.values for other in others)]))


def measure(pairs):
    """Of each sentence twice its right arcs, of all arcs on both sides; one more of each, so that none is 0."""
    correct, predicted, gold, *_ = catalog.metrics("ud")["las"].measure(pairs).table.T
    return Shares((2 * correct + 1) / (predicted + gold + 1))


GEOMETRIC = Metric(
    measure=measure, restore=lambda arrays: Shares(arrays["shares"]), id="geometric", label="Geometric LAS", task="ud",
    scale=Scale.POINTS, better=Better.HIGHER, perfect=100.0, status=Status.IMPLEMENTED,
    validation=Validation.MEASUREMENT, source="by hand", signature="tests.geometric|v1",
)  # fmt: skip
