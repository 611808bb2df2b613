"""Latency of an entry in seconds: mean, median and 95th percentile.

Source: MT scoring specification, §7.
"""

from functools import partial

import numpy as np

from scoring.evidence.evidence import Arrays, Evidence, Floats
from scoring.evidence.readings import Readings, quantile
from scoring.metrics.metric import Metric, NotAvailable
from scoring.mt.align import Segments
from scoring.mt.definitions import counted_metric, fields_of, stored
from scoring.mt.speed import latencies

__all__ = ["MEAN_LATENCY", "MEDIAN_LATENCY", "P95_LATENCY"]


def count(segments: Segments) -> Floats | NotAvailable:
    """Each entry's seconds, and 1: ``(units, 2)``."""
    found = latencies(segments)
    return found if isinstance(found, NotAvailable) else np.hstack([found, np.ones_like(found)])


def percentile(name: str, at: float) -> Metric[Segments]:
    """The metric of one percentile."""
    formula = partial(quantile, at=at)

    def measure(segments: Segments) -> Evidence | NotAvailable:
        found = latencies(segments)
        return found if isinstance(found, NotAvailable) else Readings(found, formula)

    def restore(arrays: Arrays) -> Evidence:
        return Readings(np.asarray(stored(arrays, "readings", name), dtype=np.float64), formula)

    return Metric(measure=measure, restore=restore, **fields_of(name, f"mt.{name}|v1|linear"))


MEAN_LATENCY = counted_metric("avg_latency_seconds", count=count, columns=("seconds", "entries"))
MEDIAN_LATENCY = percentile("median_latency_seconds", 0.5)
P95_LATENCY = percentile("p95_latency_seconds", 0.95)
