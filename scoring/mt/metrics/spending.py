"""Cost and tokens of an entry, as means over the entries.

Source: MT scoring specification, §6.1 and §6.2.
"""

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.cost import entry_cost
from scoring.mt.definitions import counted_metric

__all__ = ["COST_PER_ENTRY", "TOKENS_PER_ENTRY", "costs", "tokens"]


def costs(segments: Segments) -> Floats | NotAvailable:
    """Each entry's cost in US dollars, and 1: ``(units, 2)``; an entry without usage (a call that failed) costs 0.

    Where only the run reports its cost, each entry bears the same part.
    """
    run = segments.run
    found = [entry_cost(entry, run.pricing) for entry in segments.entries]
    if run.total_cost_usd is not None:
        found = [run.total_cost_usd / max(1, len(found))] * len(found)
    elif all(cost is None for cost in found):
        return NotAvailable("the run reports neither costs nor prices and usage")
    return np.array([(cost or 0.0, 1.0) for cost in found], dtype=np.float64).reshape(-1, 2)


def tokens(segments: Segments) -> Floats | NotAvailable:
    """Each entry's prompt and completion tokens, and 1: ``(units, 2)``."""
    used = [entry.usage for entry in segments.entries]
    if all(one is None for one in used):
        return NotAvailable("no entry reports usage")
    return np.array(
        [((one.prompt_tokens + one.completion_tokens) if one else 0, 1) for one in used], dtype=np.float64
    ).reshape(-1, 2)


COST_PER_ENTRY = counted_metric("cost_per_entry_usd", count=costs, columns=("USD", "entries"))
TOKENS_PER_ENTRY = counted_metric("tokens_per_entry", count=tokens, columns=("tokens", "entries"))
