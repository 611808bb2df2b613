"""What a leaderboard shows of a run card, and the figures by which it can rank.

Source: MT scoring specification, §1.5 and §6.3.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.metrics.metric import Better, Scale
from scoring.mt.composite import PROFILES
from scoring.mt.definitions import DEFINITIONS

__all__ = ["COVERED", "SORTS", "Entrant", "Sort", "entrant_of"]

COVERED = tuple(name for name in DEFINITIONS if any(name in weights for weights in PROFILES.values()))
COST = "cost_per_entry_usd"
Ends = tuple[float, float]


@dataclass(frozen=True)
class Sort:
    """A figure to rank by: where a card has it, which way is better, and the metric whose units can pair two runs."""

    name: str
    label: str
    column: str  # of the store
    field: str  # of the card
    scale: Scale
    block: str = "scores"  # of the card, that holds the field
    better: Better = Better.HIGHER
    metric: str | None = None

    @property
    def lowest_first(self) -> bool:
        return self.better is Better.LOWER


SORTS: Mapping[str, Sort] = {
    one.name: one
    for one in (
        Sort("composite", "Composite", "composite_score", "composite", Scale.RATIO, metric="composite"),
        Sort("chrf", "chrF++", "chrf_plus_plus", "chrf_plus_plus", Scale.POINTS, metric="chrf_plus_plus"),
        Sort("cost", "Cost per entry (USD)", COST, COST, Scale.USD, "totals", Better.LOWER),
        Sort("speed", "Entries per minute", "entries_per_minute", "entries_per_minute", Scale.POINTS),
        Sort("cost-adjusted", "Cost-adjusted", "cost_adjusted", "cost_adjusted", Scale.RATIO),
    )
}  # fmt: skip


@dataclass(frozen=True)
class Entrant:
    """What a leaderboard shows of a card: the figure it is ranked by, with its interval or why there is none."""

    fingerprint: str
    model_slug: str
    condition: str
    dataset: str
    language_pair: str
    value: float | None
    ci: Ends | None
    reason: str | None
    figures: Mapping[str, float | None]
    tier: str
    profile: str
    covered: frozenset[str]
    signature: str | None
    caveats: tuple[str, ...]
    commit: str | None = None
    date: str | None = None
    label: str | None = None

    @property
    def name(self) -> str:
        """The system, and the condition it ran under."""
        return " ".join(part for part in (self.model_slug, self.condition) if part) or self.fingerprint[:12]


def entrant_of(card: Mapping[str, Any], sort: Sort, **published: str | None) -> Entrant:
    """What a card has to show, whichever version of this program wrote it."""
    scores, totals = card.get("scores", {}), card.get("totals", {})
    value = card.get(sort.block, {}).get(sort.field)
    dataset = card.get("dataset", {})
    reasons = card.get("metric_availability", {})
    return Entrant(
        fingerprint=card["fingerprint"]["hash"],
        model_slug=card.get("model_slug") or "",
        condition=card.get("condition") or "",
        dataset=dataset.get("id") or "",
        language_pair=dataset.get("language_pair") or pair_of(dataset),
        value=value,
        ci=interval_for(scores, sort, value),
        reason=None if value is not None else reasons.get(sort.field, "the card does not say why"),
        figures={one.name: card.get(one.block, {}).get(one.field) for one in SORTS.values()}
        | {"total_cost_usd": totals.get("total_cost_usd")},
        tier=scores.get("quality_tier") or "unscored",
        profile=card.get("profile") or "",
        covered=frozenset(name for name in COVERED if scores.get(name) is not None),
        signature=card.get("signatures", {}).get(sort.metric),
        caveats=tuple(card.get("caveats", ())),
        **published,
    )


def pair_of(dataset: Mapping[str, Any]) -> str:
    """The language pair of a test set that does not name it."""
    return "-".join(dataset[side] for side in ("source_language", "target_language") if dataset.get(side))


def interval_for(scores: Mapping[str, Any], sort: Sort, value: float | None) -> Ends | None:
    """The interval of the figure; that of the cost-adjusted composite is the composite's, at the same cost."""
    ends = scores.get("confidence_intervals", {})
    if sort.metric is not None and (found := ends.get(sort.metric)):
        return found["ci_lower"], found["ci_upper"]
    composite = scores.get("composite")
    if sort.name == "cost-adjusted" and value is not None and composite and (found := ends.get("composite")):
        return found["ci_lower"] * value / composite, found["ci_upper"] * value / composite
    return None
