"""Cost and tokens of an entry, as means over the entries that report them.

Source: MT scoring specification, §6.1 and §6.2.
"""

from collections.abc import Sequence

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.cost import NO_USAGE, entry_costs, spent
from scoring.mt.definitions import counted_metric

__all__ = ["COST_PER_ENTRY", "TOKENS_PER_ENTRY", "costs", "tokens"]


def costs(segments: Segments) -> Floats | NotAvailable:
    """Each entry's cost in US dollars, and 1: ``(units, 2)``; 0 and 0 where nothing says what it cost.

    Where only the run reports its cost, each entry bears the same part.
    """
    found = entry_costs(segments.run, segments.entries)
    if segments.run.total_cost_usd is None and all(cost is None for cost in found):
        return NotAvailable("the run reports neither costs nor prices and usage")
    return table(found)


def tokens(segments: Segments) -> Floats | NotAvailable:
    """Each entry's prompt and completion tokens, and 1: ``(units, 2)``; 0 and 0 where it reports no usage."""
    used = [spent(entry) for entry in segments.entries]
    if all(one is None for one in used):
        return NotAvailable(NO_USAGE)
    return table([(one.prompt_tokens + one.completion_tokens) if one else None for one in used])


def table(amounts: Sequence[float | None]) -> Floats:
    """Each entry's amount, and 1: ``(units, 2)``; entries without an amount have no part in the mean."""
    rows = [(0.0, 0.0) if one is None else (one, 1.0) for one in amounts]
    return np.array(rows, dtype=np.float64).reshape(-1, 2)


COST_PER_ENTRY = counted_metric("cost_per_entry_usd", count=costs, columns=("USD", "entries"))
TOKENS_PER_ENTRY = counted_metric("tokens_per_entry", count=tokens, columns=("tokens", "entries"))
