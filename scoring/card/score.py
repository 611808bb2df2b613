"""From a run to its card: every metric measured once, resampled together, by difficulty and provenance too.

Source: MT scoring specification, §4 to §9.
"""

import dataclasses
import hashlib
import json
import math
import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import msgspec
import numpy as np

from scoring.card.caveats import caveats
from scoring.card.schema import (
    SCHEMA,
    CardSettings,
    Ends,
    Fingerprint,
    GroupScores,
    RunCard,
    Scores,
    Totals,
)
from scoring.evaluation.assess import Evaluation, assess
from scoring.evaluation.measurement import Measurement
from scoring.evaluation.slicing import sliced
from scoring.evidence.evidence import Evidence
from scoring.judging.settings import Settings as Judging
from scoring.metrics.metric import Metric, NotAvailable
from scoring.metrics.task import gold_sha256
from scoring.mt.align import Segments, align
from scoring.mt.composite import tier
from scoring.mt.cost import RunTotals as Spent
from scoring.mt.cost import cost_adjusted, totals
from scoring.mt.definitions import DEFINITIONS
from scoring.mt.family import metrics as known_metrics
from scoring.mt.languages import Cards
from scoring.mt.metrics.overall import profile_of
from scoring.mt.run import Run
from scoring.mt.speed import pace
from scoring.mt.standards.worth import tallied
from scoring.mt.task import MT
from scoring.rows.records import Identity, Row
from scoring.statistics.draws import DRAWS

__all__ = ["Scored", "measure_run", "score_run", "scored_run"]

TIER_NOTE = "automated, provisional: a nomination for review by speakers, no claim of quality"
SLICES = ("difficulty", "provenance")
Track = Callable[[Iterable[Any]], Iterable[Any]]


@dataclass(frozen=True)
class Scored:
    """A run that was scored: its card, the rows for a gate with their units, and what each entry was worth."""

    card: RunCard
    evaluation: Evaluation
    segments: Segments = field(repr=False)
    measurement: Measurement = field(repr=False)


def score_run(run: Run, **options: Any) -> RunCard:  # noqa: ANN401 - those of ``scored_run``
    """The card of a run, with the options of :func:`scored_run`: ``resamples``, ``seed``, ``cards``, engines by name.

    Shares are from 0 to 1, chrF++, BLEU and TER in points; what cannot be computed is None.
    Source: MT scoring specification, §9.

    Raises:
        ScoringError: the run cannot be scored.
    """
    return scored_run(run, **options).card


def scored_run(
    run: Run,
    *,
    cards: Cards | None = None,
    resamples: int = Judging().resamples,
    seed: int = Judging().seed,
    identity: Identity | None = None,
    track: Track = iter,
    **given: object,
) -> Scored:
    """The card of a run, its rows, and what each entry was worth.

    ``identity``: whose rows they are, else ``mt`` on the run's languages and dataset, whichever system it was.
    ``given`` are engines by option (``encoder``, ``comet_model``); ``track`` wraps what takes long, for a progress bar.

    Raises:
        ScoringError: the run cannot be scored.
    """
    ready = align(run, run, cards, **given)
    measurement = measure_run(ready, track)
    settings = Judging(resamples=resamples, seed=seed)
    named = identity or Identity(MT.name, *(MT.default_names(run)[name] for name in ("language", "dataset")))
    wanted = [signed(metric, measurement.signatures) for metric in known_metrics().values()]
    done = assess(wanted, measurement, identity=named, judge=False, settings=settings)
    groups = {
        name: grouped(name, ready, measurement, wanted, named, settings) if ready.units else {}
        for name in SLICES
    }
    return Scored(card_of(ready, done, groups, settings), done, ready, measurement)


def measure_run(ready: Segments, track: Track = iter) -> Measurement:
    """The evidence of every metric on a run; what cannot be computed says why."""
    evidence: dict[str, Evidence | NotAvailable] = {}
    for metric in track(list(known_metrics().values())):
        evidence[metric.id] = metric.measure(ready)
    return Measurement(
        evidence=evidence,
        gold_sha256=gold_sha256(MT.unit_digests(ready)),
        ids=tuple(ready.ids),
        unit="entry",
        digests=tuple(MT.unit_digests(ready)),
        fields={name: tuple(text_or_empty(getattr(one, name)) for one in ready.entries) for name in SLICES},
        signatures=MT.signatures(ready, evidence),
    )


def text_or_empty(value: object) -> str:
    """A difficulty or provenance as text; empty where an entry has none."""
    return "" if value is None else str(value)


def grouped(
    name: str,
    ready: Segments,
    measurement: Measurement,
    metrics: Sequence[Metric[Any]],
    identity: Identity,
    settings: Judging,
) -> dict[str, tuple[GroupScores, dict[str, Ends]]]:
    """Each value's entries scored by themselves, resampled within the slice; entries without a value are in none."""
    found = {}
    for value in sorted({value for value in measurement.fields[name] if value}, key=by_number):
        for named, part, end in sliced(measurement, metrics, [f"{name}={value}"]):
            rows = assess(named, part, identity=identity, judge=False, settings=settings).rows
            own = {metric.id.removesuffix(end): row for metric, row in zip(named, rows, strict=True)}
            places = [place for place, other in enumerate(measurement.fields[name]) if other == value]
            errors = sum(ready.entries[place].failed for place in places)
            scores = {key: rounded(row.score) for key, row in own.items()}
            reasons = {key: row.reason or "undefined" for key, row in own.items() if row.score is None}
            group = GroupScores(total=len(places), errors=errors, scores=scores, metric_availability=reasons)
            found[value] = (group, intervals(own))
    return found


def by_number(value: str) -> tuple[float, str]:
    """Numbers in their order, then the others by name."""
    try:
        return (float(value), value)
    except ValueError:
        return (math.inf, value)


def intervals(rows: Mapping[str, Row]) -> dict[str, Ends]:
    """The interval of every row that has one, by metric id."""
    return {
        name: Ends(ci_lower=rounded(row.ci[0]), ci_upper=rounded(row.ci[1]))
        for name, row in rows.items()
        if row.ci is not None and "biased" not in row.flags
    }


def rounded(value: Any) -> Any:  # noqa: ANN401 - a number or None
    """A figure with the 9 decimals at which figures are compared."""
    return None if value is None else round(float(value), 9) + 0.0


def signed(metric: Metric[Any], signatures: Mapping[str, str]) -> Metric[Any]:
    """The metric with the signature that it has on this data."""
    return dataclasses.replace(metric, signature=signatures.get(metric.id, metric.signature))


def card_of(
    ready: Segments,
    done: Evaluation,
    groups: Mapping[str, Mapping[str, tuple[GroupScores, dict[str, Ends]]]],
    settings: Judging,
) -> RunCard:
    """The card of what was measured."""
    run = ready.run
    rows = dict(zip(known_metrics(), done.rows, strict=True))
    value = {name: rounded(row.score) for name, row in rows.items()}
    spent = totals(run)
    speed = pace(run, spent.total_tokens)
    adjusted = cost_adjusted(value.get("composite"), spent.cost_per_entry_usd)
    reasons = reasons_of(run, rows, spent, free=spent.cost_per_entry_usd == 0)
    counted = {name: count_of(rows, *of) for name, of in COUNTS.items()}
    scores = Scores(
        **{name: value.get(name) for name in VALUES},
        **counted,
        comet_model=ready.remarks.comet_model,
        quality_tier=tier(value.get("composite")),
        cost_adjusted=rounded(adjusted),
        tokens_per_second=rounded(speed.tokens_per_second),
        entries_per_minute=rounded(speed.entries_per_minute),
        confidence_intervals=intervals(rows),
        confidence_intervals_by_tier={key: ends for key, (_, ends) in groups["difficulty"].items()},
        by_difficulty={key: group for key, (group, _) in groups["difficulty"].items()},
        by_provenance={key: group for key, (group, _) in groups["provenance"].items()},
        total=ready.units,
        evaluated=ready.units,
        errors=sum(entry.failed for entry in ready.entries),
    )
    signatures = {name: row.signature or "" for name, row in rows.items() if row.score is not None}
    parts = (scores, spent, run)
    there = {name for part in parts for name in REASONED if getattr(part, name, None) is not None}
    return RunCard(
        schema=SCHEMA,
        model_slug=run.model_slug,
        condition=run.condition,
        dataset=msgspec.structs.replace(run.dataset, language_pair=run.dataset.pair),
        scores=scores,
        totals=Totals(**{name: getattr(spent, name) for name in Totals.__struct_fields__}),
        elapsed_seconds=run.elapsed_seconds,
        profile=str(profile_of(ready)),
        tier_note=TIER_NOTE,
        metric_availability={name: reasons[name] for name in sorted(reasons) if name not in there},
        signatures=signatures,
        sacrebleu_signatures={
            name: theirs for name, theirs in ready.remarks.sacrebleu.items() if name in signatures
        },
        status={name: str(one.status) for name, one in DEFINITIONS.items()},
        validation={
            name: str(ready.remarks.validations.get(name, one.validation))
            for name, one in DEFINITIONS.items()
        },
        coverage=coverage(rows),
        verdicts=tallied(ready),
        caveats=(*caveats(ready), *unmet(ready, value, reasons)),
        comet_warning=ready.remarks.comet_warning,
        fingerprint=Fingerprint(hash=fingerprint(run, signatures)),
        bootstrap=CardSettings(resamples=settings.resamples, seed=settings.seed, draws=DRAWS),
        versions=versions(),
    )


ASKED = {
    "encoder": "semantic_score",
    "comet_model": "comet_score",
    "analyser": "fst_acceptance_rate",
}  # by option


def unmet(ready: Segments, values: Mapping[str, float | None], reasons: Mapping[str, str]) -> list[str]:
    """Why a metric has no value although its engine was asked for: that is no null like the others."""
    return [
        f"{option} is given, but {DEFINITIONS[name].label} is {reasons[name]}"
        for option, name in ASKED.items()
        if ready.given.get(option) is not None and values.get(name) is None
    ]


VALUES = tuple(
    name for name in Scores.__struct_fields__
    if name in DEFINITIONS
)  # fmt: skip
COUNTS = {
    "exact_matches": ("exact_match_rate", "matches"),
    "equivalent_matches": ("equivalent_match_rate", "matches"),
    "fst_accepted": ("fst_acceptance_rate", "accepted"),
}


def versions() -> dict[str, str]:
    """The versions of what made the card; they are in no signature, since a release changes no definition."""
    try:
        own = {"pytest-onenlp": version("pytest-onenlp")}
    except PackageNotFoundError:
        own = {}
    return {**own, "python": platform.python_version(), "numpy": np.__version__}


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


def fingerprint(run: Run, signatures: Mapping[str, str]) -> str:
    """SHA-256 of what was scored and how, whatever the order of the entries."""
    content = {
        "dataset": msgspec.to_builtins(run.dataset),
        "model_slug": run.model_slug,
        "condition": run.condition,
        "glossary": msgspec.to_builtins(run.glossary),
        "entries": [msgspec.to_builtins(entry) for entry in run.by_id.values()],
        "signatures": dict(signatures),
    }
    text = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
