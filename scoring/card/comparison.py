"""Two runs compared on the entries that they share, with the same draws for both.

A difference is significant when p < .05 and its interval excludes 0.  Source: MT scoring specification, §4.1 and §8.2.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from scoring.base.errors import AlignmentError
from scoring.card.fields import card_metrics
from scoring.card.score import measure_run
from scoring.evidence.evidence import Evidence, Floats, whole
from scoring.metrics.metric import NotAvailable, oriented
from scoring.mt.align import Segments, align
from scoring.mt.composite import PROFILES, available
from scoring.mt.digests import entry_digest
from scoring.mt.document import schema_of
from scoring.mt.languages import Cards
from scoring.mt.metrics.overall import composite_of, outside, profile_of
from scoring.mt.run import Run
from scoring.statistics.draws import RESAMPLES, SEED
from scoring.statistics.intervals import interval_of
from scoring.statistics.resampling import Resampling, resample
from scoring.statistics.significance import EPSILON, p_value

__all__ = ["MetricDifference", "RunComparison", "compare_runs", "dumps", "schema"]

ALPHA = 0.05


class MetricDifference(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One metric of both runs: the first minus the second, and in ``better`` the run that a difference favours."""

    first: float
    second: float
    difference: float
    ci: tuple[float, float] | None
    p: float | None
    significant: bool
    better: str | None


class RunComparison(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Two runs on the entries that they share; ``composite_of`` are the metrics that both composites are made of."""

    schema: str
    first: str
    second: str
    entries: int
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]
    metrics: dict[str, MetricDifference]
    composite_of: tuple[str, ...]
    warnings: tuple[str, ...]
    resamples: int
    seed: int


def compare_runs(
    first: Run,
    second: Run,
    *,
    cards: Cards | None = None,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    **given: object,
) -> RunComparison:
    """Every metric that both runs have, on the entries that both have.

    Raises:
        AlignmentError: they share no entry, are of other languages, or say of an entry that it has another source.
    """
    refuse_others(first, second)
    shared = set(first.by_id) & set(second.by_id)
    sides = [align(part, part, cards, **given) for part in (only(first, shared), only(second, shared))]
    found = [measure_run(side).evidence for side in sides]
    pairs, warnings = shared_evidence(found)
    blended, names = composites(found, sides)
    if blended:
        pairs["composite"] = blended
    drawn = resample([side for pair in pairs.values() for side in pair], Resampling(resamples, seed)).values
    differences = {
        name: metric_difference(name, pair, drawn[:, 2 * place], drawn[:, 2 * place + 1])
        for place, (name, pair) in enumerate(pairs.items())
    }
    warnings += [
        f"{card_metrics()[name].label} has no value on the shared entries of one run and is left out"
        for name, pair in pairs.items()
        if np.isnan(whole(pair[0])) != np.isnan(whole(pair[1]))
    ]
    return RunComparison(
        schema="onenlp-mt-comparison/1",
        first=label(first),
        second=label(second),
        entries=len(shared),
        only_first=tuple(sorted(set(first.by_id) - shared)),
        only_second=tuple(sorted(set(second.by_id) - shared)),
        metrics={name: one for name, one in differences.items() if one is not None},
        composite_of=names,
        warnings=tuple(warnings),
        resamples=resamples,
        seed=seed,
    )


def label(run: Run) -> str:
    """What a run is called."""
    return " ".join(part for part in (run.model_slug, run.condition) if part) or run.dataset.id


def only(run: Run, ids: set[str]) -> Run:
    """The run with these entries alone."""
    return msgspec.structs.replace(run, entries=tuple(entry for entry in run.entries if entry.id in ids))


def refuse_others(first: Run, second: Run) -> None:
    """Raises AlignmentError where the runs are not of one test set."""
    for side in ("source_language", "target_language"):
        mine, other = getattr(first.dataset, side), getattr(second.dataset, side)
        if mine != other:
            msg = f"{side} of the first run is {mine!r}, that of the second {other!r}"
            raise AlignmentError(msg)
    shared = [name for name in first.by_id if name in second.by_id]
    if not shared:
        msg = f"the runs share no entry: the first has {len(first.entries)}, the second {len(second.entries)}"
        raise AlignmentError(msg)
    for name in shared:
        if entry_digest(first.by_id[name]) != entry_digest(second.by_id[name]):
            msg = f"entry {name!r} has another source, references or variants in the second run; is it one test set?"
            raise AlignmentError(msg)


def shared_evidence(
    found: list[Mapping[str, Evidence | NotAvailable]],
) -> tuple[dict[str, tuple[Evidence, Evidence]], list[str]]:
    """The evidence of the metrics that both runs have, and a warning where one has a metric that the other has not."""
    pairs: dict[str, tuple[Evidence, Evidence]] = {}
    warnings = []
    for name, metric in card_metrics().items():
        if name == "composite":
            continue
        first, second = (side[name] for side in found)
        if isinstance(first, NotAvailable) != isinstance(second, NotAvailable):
            lacking = "first" if isinstance(first, NotAvailable) else "second"
            why = first.reason if isinstance(first, NotAvailable) else getattr(second, "reason", "")
            warnings.append(f"{metric.label} is not available for the {lacking} run ({why}) and left out")
        elif not isinstance(first, NotAvailable) and not isinstance(second, NotAvailable):
            pairs[name] = (first, second)
    return pairs, warnings


def composites(
    found: list[Mapping[str, Evidence | NotAvailable]], sides: list[Segments]
) -> tuple[tuple[Evidence, Evidence] | None, tuple[str, ...]]:
    """The composites of both runs over the metrics that both have, and which those are."""
    profile = profile_of(sides[0])
    shared = [
        name
        for name in PROFILES[profile]
        if name not in outside(sides[0]) and all(name in available(side, profile) for side in found)
    ]
    first, second = (composite_of({name: side[name] for name in shared}, profile) for side in found)
    if isinstance(first, NotAvailable) or isinstance(second, NotAvailable):
        return None, ()
    return (first, second), tuple(shared)


def metric_difference(
    name: str, pair: tuple[Evidence, Evidence], first_draws: Floats, second_draws: Floats
) -> MetricDifference | None:
    """One metric of both runs; None where one of them is undefined on the shared entries."""
    first, second = whole(pair[0]), whole(pair[1])
    if np.isnan(first) or np.isnan(second):
        return None
    gaps = first_draws - second_draws
    interval = interval_of(gaps[np.isfinite(gaps)])
    p = p_value(gaps)
    significant = interval is not None and p < ALPHA and interval.excludes_zero()
    turned = oriented(np.array([first, second]), card_metrics()[name].better)
    apart = float(turned[0] - turned[1])
    favours = None if not significant or abs(apart) <= EPSILON else ("first" if apart > 0 else "second")
    return MetricDifference(
        first=round(first, 9),
        second=round(second, 9),
        difference=round(first - second, 9) + 0.0,
        ci=(round(interval.low, 9) + 0.0, round(interval.high, 9) + 0.0) if interval else None,
        p=None if np.isnan(p) else p,
        significant=significant,
        better=favours,
    )


def schema() -> dict[str, Any]:
    """The JSON Schema of a comparison."""
    return schema_of(RunComparison, "onenlp-mt-comparison/1")


def dumps(comparison: RunComparison) -> str:
    """The comparison as JSON, indented."""
    return msgspec.json.format(msgspec.json.encode(comparison), indent=2).decode() + "\n"
