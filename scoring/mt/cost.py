"""Cost and tokens: what a run reports, added up; cost never enters the composite.

Source: MT scoring specification, §6.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.mt.run import Entry, Pricing, Run

__all__ = [
    "FORMULAS",
    "NO_USAGE",
    "RunTotals",
    "cost_adjusted",
    "entry_cost",
    "entry_costs",
    "spent",
    "totals",
]

PER = 1_000_000  # tokens that a price is for
TOKENS = ("prompt_tokens", "completion_tokens", "reasoning_tokens", "cached_tokens")
NO_USAGE = "no entry reports usage (prompt_tokens and completion_tokens)"
Known = Mapping[str, float]

FORMULAS: Mapping[str, Callable[[Known], float]] = {
    "total_tokens": lambda of: of["prompt_tokens"] + of["completion_tokens"],
    "tokens_per_entry": lambda of: of["total_tokens"] / of["entry_count"],
    "cost_per_entry_usd": lambda of: of["total_cost_usd"] / of["entry_count"],
    "cost_per_1k_tokens": lambda of: of["total_cost_usd"] / of["total_tokens"] * 1000,
    "cost_per_source_char": lambda of: of["total_cost_usd"] / of["total_source_chars"],
    "cost_adjusted": lambda of: of["composite"] / (math.log1p(of["cost_per_entry_usd"] * 1000) / math.log(2)),
}


@dataclass(frozen=True)
class RunTotals:
    """The totals of a run; None is what it does not report, and ``reasons`` say why by field."""

    prompt_tokens: int | None
    completion_tokens: int | None
    reasoning_tokens: int | None
    cached_tokens: int | None
    total_tokens: int | None
    tokens_per_entry: float | None
    total_cost_usd: float | None
    cost_per_entry_usd: float | None
    cost_per_1k_tokens: float | None
    cost_per_source_char: float | None
    reasons: Mapping[str, str]


class Spent(NamedTuple):
    """The tokens that an entry reports; cached ones are part of the prompt's, reasoning ones of the completion's."""

    prompt_tokens: int
    completion_tokens: int
    cached_tokens: int
    reasoning_tokens: int


def spent(entry: Entry) -> Spent | None:
    """The tokens of an entry; None where it does not report both prompt and completion: what is not said is not 0."""
    used = entry.usage
    if used is None or used.prompt_tokens is None or used.completion_tokens is None:
        return None
    cached = used.prompt_tokens_details.cached_tokens if used.prompt_tokens_details else 0
    thought = used.completion_tokens_details.reasoning_tokens if used.completion_tokens_details else 0
    return Spent(used.prompt_tokens, used.completion_tokens, cached or 0, thought or 0)


def entry_cost(entry: Entry, pricing: Pricing | None) -> float | None:
    """What an entry cost in US dollars: as reported, else its tokens at the run's prices; None if unknown."""
    if entry.cost_usd is not None:
        return entry.cost_usd
    used = spent(entry)
    if pricing is None or used is None:
        return None
    cached = pricing.prompt if pricing.cached is None else pricing.cached
    reasoning = pricing.completion if pricing.reasoning is None else pricing.reasoning
    prompt = (used.prompt_tokens - used.cached_tokens) * pricing.prompt + used.cached_tokens * cached
    rest = (used.completion_tokens - used.reasoning_tokens) * pricing.completion
    return (prompt + rest + used.reasoning_tokens * reasoning) / PER


def entry_costs(run: Run, entries: Sequence[Entry]) -> list[float | None]:
    """What each of these entries cost; where only the run reports its cost, each bears the same part."""
    if run.total_cost_usd is not None:
        return [run.total_cost_usd / max(1, len(entries))] * len(entries)
    return [entry_cost(entry, run.pricing) for entry in entries]


def totals(run: Run) -> RunTotals:
    """Tokens and costs of a run.  A figure for each entry, token or character is over the entries that report both."""
    costs = entry_costs(run, run.entries)
    tokens = [spent(entry) for entry in run.entries]
    used = {place for place, one in enumerate(tokens) if one is not None}
    paid = {place for place, cost in enumerate(costs) if cost is not None}
    reasons: dict[str, str] = {}
    known: dict[str, float] = {}
    if used:
        known = {kind: sum(getattr(one, kind) for one in tokens if one is not None) for kind in TOKENS}
    else:
        reasons["prompt_tokens"] = NO_USAGE
    if run.total_cost_usd is not None or paid:
        known["total_cost_usd"] = amount(run, costs, paid)
    else:
        reasons["total_cost_usd"] = "the run reports neither costs nor prices and usage"
    over = {
        "tokens_per_entry": used,
        "cost_per_1k_tokens": used & paid,
    }  # the others: all that cost something
    for name, formula in FORMULAS.items():
        if name != "cost_adjusted":
            chosen = over.get(name, paid)
            own = known if name == "total_tokens" else known | summed(run, costs, chosen, known)
            value = computed(name, formula, own, reasons)
            if value is not None:
                known[name] = value

    def whole(name: str) -> int | None:
        return int(known[name]) if name in known else None

    return RunTotals(
        **{name: whole(name) for name in (*TOKENS, "total_tokens")},
        tokens_per_entry=known.get("tokens_per_entry"),
        total_cost_usd=known.get("total_cost_usd"),
        cost_per_entry_usd=known.get("cost_per_entry_usd"),
        cost_per_1k_tokens=known.get("cost_per_1k_tokens"),
        cost_per_source_char=known.get("cost_per_source_char"),
        reasons=reasons,
    )


def amount(run: Run, costs: list[float | None], chosen: set[int]) -> float:
    """What the chosen entries cost together; all of them what the run reports."""
    if run.total_cost_usd is not None and len(chosen) == len(run.entries):
        return run.total_cost_usd
    return math.fsum(costs[place] or 0.0 for place in chosen)


def summed(run: Run, costs: list[float | None], chosen: set[int], known: Known) -> dict[str, float]:
    """What a figure is made of, summed over the entries that report it; what the run has not is left out."""
    entries = [run.entries[place] for place in sorted(chosen)]
    found: dict[str, float] = {"entry_count": len(entries)}
    if "total_tokens" in known:
        tokens = [one for entry in entries if (one := spent(entry)) is not None]
        found["total_tokens"] = sum(one.prompt_tokens + one.completion_tokens for one in tokens)
    if "total_cost_usd" in known:
        found["total_cost_usd"] = amount(run, costs, chosen)
    if all(entry.source is not None for entry in entries):
        found["total_source_chars"] = sum(len(entry.source or "") for entry in entries)
    return found


def computed(
    name: str, formula: Callable[[Known], float], known: Known, reasons: dict[str, str]
) -> float | None:
    """A figure from what is known, or None and a reason."""
    try:
        return formula(known)
    except KeyError as missing:
        reasons[name] = reasons.get(str(missing.args[0]), f"{missing.args[0]} is not known")
    except ZeroDivisionError:
        reasons[name] = "there is nothing to divide by: no entries, tokens or source characters"
    return None


def cost_adjusted(composite: float | None, cost_per_entry_usd: float | None) -> float | None:
    """The composite over log2(1 + thousandths of a dollar an entry); None where the run was free or its cost unknown.

    >>> round(cost_adjusted(0.8988, 0.027603), 4)
    0.1858
    """
    if composite is None or not cost_per_entry_usd:
        return None
    return FORMULAS["cost_adjusted"]({"composite": composite, "cost_per_entry_usd": cost_per_entry_usd})
