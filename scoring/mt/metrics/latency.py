"""Latency of an entry in seconds: mean, median and 95th percentile of the entries that report one.

Source: MT scoring specification, §7.
"""

from functools import partial

import numpy as np

from scoring.evidence.evidence import Arrays, Evidence, Floats
from scoring.evidence.grouped import Grouped
from scoring.evidence.readings import Readings, quantile
from scoring.metrics.metric import Metric, NotAvailable
from scoring.mt.align import Segments
from scoring.mt.definitions import counted_metric, fields_of, stored
from scoring.mt.speed import latencies

__all__ = ["MEAN_LATENCY", "MEDIAN_LATENCY", "P95_LATENCY"]


def count(segments: Segments) -> Floats | NotAvailable:
    """Each entry's seconds, and 1: ``(units, 2)``; 0 and 0 where it reports none."""
    found = latencies(segments)
    if isinstance(found, NotAvailable):
        return found
    return np.stack([np.nan_to_num(found), np.isfinite(found)], axis=1).astype(np.float64)


def percentile(name: str, at: float) -> Metric[Segments]:
    """The metric of one percentile."""
    formula = partial(quantile, at=at)

    def measure(segments: Segments) -> Evidence | NotAvailable:
        found = latencies(segments)
        if isinstance(found, NotAvailable):
            return found
        reported = np.flatnonzero(np.isfinite(found))
        return Grouped(Readings(found[reported, None], formula), reported, found.size)

    def restore(arrays: Arrays) -> Evidence:
        readings = np.asarray(stored(arrays, "readings", name), dtype=np.float64)
        return Grouped.restored(Readings(readings, formula), arrays)

    return Metric(measure=measure, restore=restore, **fields_of(name, f"mt.{name}|v1|linear"))


MEAN_LATENCY = counted_metric("avg_latency_seconds", count=count, columns=("seconds", "entries"))
MEDIAN_LATENCY = percentile("median_latency_seconds", 0.5)
P95_LATENCY = percentile("p95_latency_seconds", 0.95)
