"""Speed: latencies of the entries, and what a run did in its time; speed never enters the composite.

Source: MT scoring specification, §7; percentiles by linear interpolation, type 7 of Hyndman and Fan (1996).
"""

from dataclasses import dataclass

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.run import Run

__all__ = ["Pace", "latencies", "pace", "quantile"]


@dataclass(frozen=True)
class Pace:
    """What a run did in its time; None where it does not report the time or the tokens."""

    elapsed_seconds: float | None
    tokens_per_second: float | None
    entries_per_minute: float | None


def latencies(segments: Segments) -> Floats | NotAvailable:
    """The latency of each entry in seconds: ``(units, 1)``."""
    found = [entry.latency_seconds for entry in segments.entries]
    lacking = [entry.id for entry in segments.entries if entry.latency_seconds is None]
    if len(lacking) == len(found):
        return NotAvailable("no entry reports latency_seconds")
    if lacking:
        return NotAvailable(
            f"{len(lacking)} of {len(found)} entries report no latency_seconds, first {lacking[0]!r}"
        )
    return np.array(found, dtype=np.float64).reshape(-1, 1)


def quantile(values: Floats, weights: Floats, at: float) -> Floats:
    """The quantile of values ``(units, 1)`` in rising order, each counted ``weights[..., i]`` times; NaN of nothing.

    With whole weights it is that of the values repeated as often.
    """
    flat = values[:, 0]
    count = weights.sum(axis=-1)
    rank = at * np.maximum(count - 1.0, 0.0)
    ends = np.cumsum(weights, axis=-1)
    last = np.maximum(flat.size - 1, 0)

    def read(place: Floats) -> Floats:
        index = (ends <= place[..., None] + 1e-9).sum(axis=-1)
        return flat[np.minimum(index, last)] if flat.size else np.full(count.shape, np.nan)

    low = np.floor(rank)
    lower, upper = read(low), read(np.minimum(low + 1.0, np.maximum(count - 1.0, 0.0)))
    return np.where(count > 0, lower + (rank - low) * (upper - lower), np.nan)


def pace(run: Run, total_tokens: int | None) -> Pace:
    """Tokens a second and entries a minute, over the time of the run."""
    seconds = run.elapsed_seconds
    if not seconds:
        return Pace(seconds, None, None)
    tokens = total_tokens / seconds if total_tokens is not None else None
    return Pace(seconds, tokens, len(run.entries) / (seconds / 60))
