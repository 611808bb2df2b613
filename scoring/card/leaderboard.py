"""A leaderboard: run cards ranked by quality, by cost, by speed, or by quality for its cost.

Neighbours that nothing tells apart share a rank.  Source: MT scoring specification, §1.5, §4.1, §5 and §6.3.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.card.entrant import COVERED, Entrant, Sort
from scoring.mt.definitions import DEFINITIONS

__all__ = ["TIER_MARK", "Leaderboard", "PairedPlaces", "Place", "leaderboard"]

TIER_MARK = "automated, provisional"
Ends = tuple[float, float]
ALIKE = "not told apart from the one above"
FAR = 1e-9  # figures that differ by less are equal, as cards round them


@dataclass(frozen=True)
class PairedPlaces:
    """The paired difference of two runs, the upper minus the lower, and whether it is significant."""

    difference: float
    ci: Ends | None
    p: float | None
    significant: bool


@dataclass(frozen=True)
class Place:
    """An entrant and its rank; ``shared`` where a neighbour has the same, ``said`` how it stands to the one above."""

    rank: int | None
    entrant: Entrant
    shared: bool = False
    by: str | None = None  # what compared it with the one above: paired, intervals, or figures
    said: str = ""
    pairing: PairedPlaces | None = None
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Leaderboard:
    """The places by one figure; ``of`` is how many cards there are, of which the places may be the first."""

    sort: Sort
    dataset: str | None
    language_pair: str | None
    of: int
    places: tuple[Place, ...]
    warnings: tuple[str, ...]


Compare = Callable[[Entrant, Entrant], PairedPlaces | None]


def nothing_paired(upper: Entrant, lower: Entrant) -> None:  # noqa: ARG001 - a Compare
    """Where no units of any run are at hand."""
    return


def leaderboard(
    entrants: Iterable[Entrant],
    sort: Sort,
    *,
    compare: Compare = nothing_paired,
    of: int | None = None,
    dataset: str | None = None,
    language_pair: str | None = None,
) -> Leaderboard:
    """The entrants in their order, those without the figure last and without a rank.

    ``compare`` gives the paired difference of two, where their units are at hand.
    """
    ordered = sorted(entrants, key=lambda one: order(one, sort))
    places = with_shared(ranked(ordered, compare))
    if places:
        places = [replace(one, warnings=tuple(differences(one.entrant, places[0].entrant))) for one in places]
    return Leaderboard(
        sort, dataset, language_pair, len(places) if of is None else of, tuple(places),
        tuple(warnings_of(places, sort, compare)),
    )  # fmt: skip


def order(one: Entrant, sort: Sort) -> tuple[Any, ...]:
    """Best first, no figure last; of equal ones by name, so that a board is the same each time."""
    value = 0.0 if one.value is None else one.value
    return one.value is None, value if sort.lowest_first else -value, one.name, one.dataset, one.fingerprint


def ranked(ordered: Sequence[Entrant], compare: Compare) -> list[Place]:
    """The rank of each: its number in the order, or that of the one above where nothing tells the two apart."""
    places: list[Place] = []
    for number, one in enumerate(ordered, 1):
        if one.value is None:
            places.append(Place(None, one, said=f"no figure: {one.reason}"))
            continue
        if not places:
            places.append(Place(1, one))
            continue
        above = places[-1]
        by, apart, pairing = told_apart(above.entrant, one, compare)
        rank = number if apart else above.rank
        places.append(Place(rank, one, by=by, said=how(by, pairing, apart=apart), pairing=pairing))
    return places


def told_apart(upper: Entrant, lower: Entrant, compare: Compare) -> tuple[str, bool, PairedPlaces | None]:
    """What compares two neighbours, and whether it tells them apart: the paired test, else intervals, else figures."""
    upper_value, lower_value = upper.value or 0.0, lower.value or 0.0
    if (pairing := compare(upper, lower)) is not None:
        return "paired", pairing.significant, pairing
    if upper.ci is not None and lower.ci is not None:
        apart = upper.ci[0] > lower.ci[1] or lower.ci[0] > upper.ci[1]
        return "intervals", apart, None
    return "figures", abs(upper_value - lower_value) > FAR, None


def how(by: str, pairing: PairedPlaces | None, *, apart: bool) -> str:
    """How an entrant stands to the one above, in words."""
    if by == "paired" and pairing is not None:
        ends = f" [{pairing.ci[0]:.4g}, {pairing.ci[1]:.4g}]" if pairing.ci else ""
        found = f"paired difference {pairing.difference:.4g}{ends}"
        return f"below the one above: {found}" if apart else f"{ALIKE}: {found}"
    if by == "intervals":
        return "below the one above: intervals apart" if apart else f"{ALIKE}: intervals overlap"
    return "" if apart else f"{ALIKE}: equal"


def with_shared(places: Sequence[Place]) -> list[Place]:
    """The places, each knowing whether another has its rank."""
    count: dict[int | None, int] = {}
    for one in places:
        count[one.rank] = count.get(one.rank, 0) + 1
    return [replace(one, shared=one.rank is not None and count[one.rank] > 1) for one in places]


def differences(one: Entrant, top: Entrant) -> list[str]:
    """In what a card is not to be compared with the top one at once: other metrics, profile or test set."""
    said = []
    lacks, more = top.covered - one.covered, one.covered - top.covered
    if lacks or more:
        parts = [f"lacks {labels(lacks)}"] * bool(lacks) + [f"has {labels(more)} besides"] * bool(more)
        said.append(f"coverage differs from the top row's: {'; '.join(parts)}")
    if one.profile != top.profile:
        said.append(f"profile {one.profile or 'unknown'}, the top row's is {top.profile or 'unknown'}")
    if (one.dataset, one.language_pair) != (top.dataset, top.language_pair):
        said.append("another test set than the top row's")
    return said


def labels(names: Iterable[str]) -> str:
    """Metrics by their labels, in the order of a card."""
    wanted = set(names)
    return ", ".join(DEFINITIONS[name].label for name in COVERED if name in wanted)


def warnings_of(places: Sequence[Place], sort: Sort, compare: Compare) -> list[str]:
    """What a reader should know of the whole board."""
    if not places:
        return ["no card has been published"]
    said = []
    sets = {(one.entrant.dataset, one.entrant.language_pair) for one in places}
    if len(sets) > 1:
        said.append(
            f"cards of {len(sets)} test sets stand in one order; figures compare within one: "
            "give --dataset and --language-pair"
        )
    if any("coverage" in warning for one in places for warning in one.warnings):
        said.append(
            "metric coverage differs between these cards, so their composites are not directly comparable; compare two "
            "runs on the metrics that both have: onenlp mt-compare"
        )
    for rank in dict.fromkeys(one.rank for one in places if one.shared):
        group = [one.entrant for one in places if one.rank == rank]
        if len(group) > 2 and told_apart(group[0], group[-1], compare)[1]:
            said.append(f"rank {rank}: nothing tells neighbours apart, but its first and its last differ")
    if sort.name == "cost-adjusted":
        said.append(
            "the cost-adjusted score is a secondary ranking, within one test set; the first is the composite"
        )
    return said
