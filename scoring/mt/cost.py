"""Cost and tokens: what a run reports, added up; cost never enters the composite.

Source: MT scoring specification, §6.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.mt.run import Entry, Pricing, Run, Usage

__all__ = ["FORMULAS", "RunTotals", "cost_adjusted", "entry_cost", "totals"]

PER = 1_000_000  # tokens that a price is for
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


def entry_cost(entry: Entry, pricing: Pricing | None) -> float | None:
    """What an entry cost in US dollars: as reported, else its tokens at the run's prices; None where neither is known.

    Cached tokens are part of the prompt's, reasoning tokens of the completion's.
    """
    if entry.cost_usd is not None:
        return entry.cost_usd
    if pricing is None or entry.usage is None:
        return None
    used = entry.usage
    cached = pricing.prompt if pricing.cached is None else pricing.cached
    reasoning = pricing.completion if pricing.reasoning is None else pricing.reasoning
    prompt = (used.prompt_tokens - used.cached_tokens) * pricing.prompt + used.cached_tokens * cached
    rest = (used.completion_tokens - used.reasoning_tokens) * pricing.completion
    return (prompt + rest + used.reasoning_tokens * reasoning) / PER


def totals(run: Run) -> RunTotals:
    """Tokens and costs of a run.  An entry without usage (a call that failed) counts 0 where others have it."""
    reasons: dict[str, str] = {}
    known: dict[str, float] = {"entry_count": len(run.entries)}
    used = [entry.usage or Usage() for entry in run.entries]
    if any(entry.usage is not None for entry in run.entries):
        for kind in ("prompt_tokens", "completion_tokens", "reasoning_tokens", "cached_tokens"):
            known[kind] = sum(getattr(one, kind) for one in used)
    else:
        reasons["prompt_tokens"] = "no entry reports usage"
    costs = [entry_cost(entry, run.pricing) for entry in run.entries]
    if run.total_cost_usd is not None:
        known["total_cost_usd"] = run.total_cost_usd
    elif any(cost is not None for cost in costs):
        known["total_cost_usd"] = math.fsum(cost for cost in costs if cost is not None)
    else:
        reasons["total_cost_usd"] = "the run reports neither costs nor prices and usage"
    if all(entry.source is not None for entry in run.entries):
        known["total_source_chars"] = sum(len(entry.source or "") for entry in run.entries)
    for name, formula in FORMULAS.items():
        if name != "cost_adjusted":
            value = computed(name, formula, known, reasons)
            if value is not None:
                known[name] = value

    def whole(name: str) -> int | None:
        return int(known[name]) if name in known else None

    return RunTotals(
        prompt_tokens=whole("prompt_tokens"),
        completion_tokens=whole("completion_tokens"),
        reasoning_tokens=whole("reasoning_tokens"),
        cached_tokens=whole("cached_tokens"),
        total_tokens=whole("total_tokens"),
        tokens_per_entry=known.get("tokens_per_entry"),
        total_cost_usd=known.get("total_cost_usd"),
        cost_per_entry_usd=known.get("cost_per_entry_usd"),
        cost_per_1k_tokens=known.get("cost_per_1k_tokens"),
        cost_per_source_char=known.get("cost_per_source_char"),
        reasons=reasons,
    )


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
