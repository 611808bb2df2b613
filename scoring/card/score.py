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

from scoring.base.errors import ScoringError
from scoring.card.caveats import caveats
from scoring.card.fields import COUNTS, REASONED, card_metrics, count_of, coverage, reasons_of, rounded, unmet
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
from scoring.mt.cost import RunTotals, cost_adjusted, totals
from scoring.mt.encoders import fault_in_words
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
Groups = Mapping[
    str, Mapping[str, tuple[GroupScores, dict[str, Ends]]]
]  # by what is told apart, then by its value


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
    wanted = [signed(metric, measurement.signatures) for metric in card_metrics().values()]
    done = assess(wanted, measurement, identity=named, judge=False, settings=settings)
    groups = {
        name: grouped(name, ready, measurement, wanted, named, settings) if ready.units else {}
        for name in SLICES
    }
    return Scored(card_of(ready, done, groups, settings), done, ready, measurement)


def measure_run(ready: Segments, track: Track = iter) -> Measurement:
    """The evidence of every metric on a run; what cannot be computed says why."""
    evidence: dict[str, Evidence | NotAvailable] = {}
    for metric in track(list(card_metrics().values())):
        evidence[metric.id] = metric.measure(ready) if metric.id in MT.metrics() else added(metric, ready)
    return Measurement(
        evidence=evidence,
        gold_sha256=gold_sha256(MT.unit_digests(ready)),
        ids=tuple(ready.ids),
        unit="entry",
        digests=tuple(MT.unit_digests(ready)),
        fields={name: tuple(text_or_empty(getattr(one, name)) for one in ready.entries) for name in SLICES},
        signatures=MT.signatures(ready, evidence),
    )


def added(metric: Metric[Any], ready: Segments) -> Evidence | NotAvailable:
    """The evidence of a metric that another package adds; a fault of its own leaves it null with a caveat."""
    try:
        found: Evidence | NotAvailable = metric.measure(ready)
        if isinstance(found, NotAvailable) or found.units == ready.units:
            return found
        why = f"it measured {found.units} units, but the run has {ready.units} entries"
    except ScoringError:
        raise
    except Exception as fault:  # noqa: BLE001 - a plugin's fault is said and stops no run
        why = f"it raised {fault_in_words(fault)}"
    ready.remarks.notes[metric.id] = (f"{metric.label} ({metric.id}) has no value: {why}",)
    return NotAvailable(why, "ask who made the metric")


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


def signed(metric: Metric[Any], signatures: Mapping[str, str]) -> Metric[Any]:
    """The metric with the signature that it has on this data."""
    return dataclasses.replace(metric, signature=signatures.get(metric.id, metric.signature))


def card_of(ready: Segments, done: Evaluation, groups: Groups, settings: Judging) -> RunCard:
    """The card of what was measured."""
    run = ready.run
    rows = dict(zip(card_metrics(), done.rows, strict=True))
    value = {name: rounded(row.score) for name, row in rows.items()}
    spent = totals(run)
    reasons = reasons_of(run, rows, spent, free=spent.cost_per_entry_usd == 0)
    scores = scores_of(ready, rows, spent, groups)
    signatures = {name: row.signature or "" for name, row in rows.items() if row.score is not None}
    parts = (scores, spent, run)
    there = {name for part in parts for name in REASONED if getattr(part, name, None) is not None}
    there |= {name for name, found in scores.added.items() if found is not None}
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
        status={name: str(one.status) for name, one in card_metrics().items()},
        validation={
            name: str(ready.remarks.validations.get(name, one.validation))
            for name, one in card_metrics().items()
        },
        coverage=coverage(rows),
        self_judgements={
            name: said for name, said in ready.remarks.judgements.items() if rows[name].score is not None
        },
        verdicts=tallied(ready),
        caveats=(*caveats(ready), *unmet(ready, value, reasons)),
        comet_warning=ready.remarks.comet_warning,
        fingerprint=Fingerprint(hash=fingerprint(run, signatures)),
        bootstrap=CardSettings(resamples=settings.resamples, seed=settings.seed, draws=DRAWS),
        versions=versions(),
    )


def scores_of(ready: Segments, rows: Mapping[str, Row], spent: RunTotals, groups: Groups) -> Scores:
    """The figures of the card: of every metric, and what follows from several."""
    value = {name: rounded(row.score) for name, row in rows.items()}
    speed = pace(ready.run, spent.total_tokens)
    counted = {name: count_of(rows, *of) for name, of in COUNTS.items()}
    return Scores(
        **{name: value.get(name) for name in VALUES},
        **counted,
        added={name: value.get(name) for name in card_metrics() if name not in MT.metrics()},
        comet_model=ready.remarks.comet_model,
        quality_tier=tier(value.get("composite")),
        cost_adjusted=rounded(cost_adjusted(value.get("composite"), spent.cost_per_entry_usd)),
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


VALUES = tuple(
    name for name in Scores.__struct_fields__
    if name in MT.metrics()
)  # fmt: skip


def versions() -> dict[str, str]:
    """The versions of what made the card; they are in no signature, since a release changes no definition."""
    try:
        own = {"pytest-onenlp": version("pytest-onenlp")}
    except PackageNotFoundError:
        own = {}
    return {**own, "python": platform.python_version(), "numpy": np.__version__}


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
