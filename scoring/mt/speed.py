"""Speed: latencies of the entries, and what a run did in its time; speed never enters the composite.

Source: MT scoring specification, §7.
"""

from dataclasses import dataclass

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.run import Run

__all__ = ["Pace", "latencies", "pace"]


@dataclass(frozen=True)
class Pace:
    """What a run did in its time; None where it does not report the time or the tokens."""

    elapsed_seconds: float | None
    tokens_per_second: float | None
    entries_per_minute: float | None


def latencies(segments: Segments) -> Floats | NotAvailable:
    """The latency of each entry in seconds, NaN where it reports none: ``(units,)``."""
    found = [entry.latency_seconds for entry in segments.entries]
    if all(one is None for one in found):
        return NotAvailable("no entry reports latency_seconds")
    return np.array(found, dtype=np.float64)


def pace(run: Run, total_tokens: int | None) -> Pace:
    """Tokens a second and entries a minute, over the time of the run."""
    seconds = run.elapsed_seconds
    if not seconds:
        return Pace(seconds, None, None)
    tokens = total_tokens / seconds if total_tokens is not None else None
    return Pace(seconds, tokens, len(run.entries) / (seconds / 60))
