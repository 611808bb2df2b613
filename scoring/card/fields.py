"""What fields of a run card are made of beside the metrics' scores, and why a field has no value.

Source: MT scoring specification, §6, §7 and §9.
"""

from collections.abc import Mapping
from typing import Any

from scoring.base.errors import UsageError
from scoring.card.schema import Scores, Totals
from scoring.metrics import catalog
from scoring.metrics.metric import Metric
from scoring.mt.align import Segments
from scoring.mt.cost import RunTotals as Spent
from scoring.mt.run import Run
from scoring.mt.task import MT
from scoring.rows.records import Row

__all__ = [
    "COUNTS",
    "COVERED",
    "REASONED",
    "card_metrics",
    "count_of",
    "coverage",
    "reasons_of",
    "rounded",
    "unmet",
]


def card_metrics() -> Mapping[str, Metric[Segments]]:
    """The metrics of a card by id: those of the specification, then those that other packages add.

    Raises:
        UsageError: an added one has the name of a field that is no metric.
    """
    found = catalog.metrics(MT.name)
    taken = [name for name in found if name not in MT.metrics() and name in Scores.__struct_fields__]
    if taken:
        msg = f"a metric of task {MT.name} is called {taken[0]!r}, as a field of the run card is: rename it"
        raise UsageError(msg)
    return found


def rounded(value: Any) -> Any:  # noqa: ANN401 - a number or None
    """A figure with the 9 decimals at which figures are compared."""
    return None if value is None else round(float(value), 9) + 0.0


COUNTS = {
    "exact_matches": ("exact_match_rate", "matches"),
    "equivalent_matches": ("equivalent_match_rate", "matches"),
    "fst_accepted": ("fst_acceptance_rate", "accepted"),
}


REASONED = {*Scores.__struct_fields__, *Totals.__struct_fields__, "elapsed_seconds"}
KINDS = ("completion_tokens", "reasoning_tokens", "cached_tokens")


def reasons_of(run: Run, rows: Mapping[str, Row], spent: Spent, *, free: bool) -> dict[str, str]:
    """Why a field has no value, for every field that may have none; those of fields that have one do not hold."""
    reasons = dict(spent.reasons)
    reasons |= {name: row.reason or "undefined" for name, row in rows.items() if row.score is None}
    reasons |= {name: reasons[metric] for name, (metric, _) in COUNTS.items() if metric in reasons}
    if "prompt_tokens" in reasons:
        reasons |= dict.fromkeys(KINDS, reasons["prompt_tokens"])
    reasons["cost_adjusted"] = "the run was free" if free else "no composite, or no cost is known"
    timeless = "the run reports no elapsed_seconds" if run.elapsed_seconds is None else "elapsed_seconds is 0"
    reasons["entries_per_minute"] = reasons["elapsed_seconds"] = timeless
    reasons["tokens_per_second"] = (
        timeless if not run.elapsed_seconds else reasons.get("total_tokens", timeless)
    )
    return reasons


def count_of(rows: Mapping[str, Row], metric: str, column: str) -> int | None:
    """A count of a metric; None where the metric is not available."""
    row = rows.get(metric)
    counts = row.counts if row is not None else None
    return None if counts is None or column not in counts else int(counts[column])


COVERED = {
    "morphological_accuracy": ("judged", "expected"),
    "hallucination_rate": ("known content words", "content words"),
}


REPORTED = {  # metric with the count of entries that report it, and the fields that are over those entries
    "tokens_per_entry": ("tokens_per_entry",),
    "cost_per_entry_usd": ("cost_per_entry_usd",),
    "avg_latency_seconds": ("avg_latency_seconds", "median_latency_seconds", "p95_latency_seconds"),
}


def coverage(rows: Mapping[str, Row]) -> dict[str, float]:
    """The share of its words that a metric could judge, from 0 to 1, for metrics that pass words over.

    Of tokens, cost and latency the share of the entries that report them.
    """
    found = {}
    for metric, (judged, every) in COVERED.items():
        known, words = count_of(rows, metric, judged), count_of(rows, metric, every)
        if known is not None and words:
            found[metric] = rounded(known / words)
    for metric, fields in REPORTED.items():
        entries, row = count_of(rows, metric, "entries"), rows.get(metric)
        if entries and row is not None and row.units:
            found |= dict.fromkeys(fields, rounded(entries / row.units))
    return found


ASKED = {
    "encoder": "semantic_score",
    "comet_model": "comet_score",
    "analyser": "fst_acceptance_rate",
}  # by option


def unmet(ready: Segments, values: Mapping[str, float | None], reasons: Mapping[str, str]) -> list[str]:
    """Why a metric has no value although its engine was asked for: that is no null like the others."""
    return [
        f"{option} is given, but {card_metrics()[name].label} is {reasons[name]}"
        for option, name in ASKED.items()
        if ready.given.get(option) is not None and values.get(name) is None
    ]
