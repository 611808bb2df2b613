"""From gold and predictions to judged rows: read, align once, measure every metric, resample once, judge.

A test set may come in shards: each is measured by itself (in any ``concurrent.futures`` executor), and their
evidence is joined unit after unit, so the figures are those of the whole.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from itertools import repeat
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from scoring import catalog
from scoring.draws import DRAWS
from scoring.errors import EvidenceError, UsageError
from scoring.evidence import Counts, Evidence
from scoring.intervals import Estimate, estimate_of
from scoring.judging import Duel, Opponent, Settings, judged, measured_here, opponent, paired_family
from scoring.metric import Metric, NotAvailable
from scoring.noise import FLAT_SHARE, Measured, Verdict
from scoring.references import References
from scoring.resampling import FEWEST, Resampling, resample
from scoring.rows import Identity, Row
from scoring.significance import effective_units
from scoring.task import gold_sha256
from scoring.unitstore import UnitSet, arrays_sha256

__all__ = ["Evaluation", "Measurement", "Shards", "assess", "evaluate", "measure"]

FEW_UNITS = 50  # below these an interval covers less than it says
FEW_ERRORS = 10
FEW_EFFECTIVE = 30


@dataclass(frozen=True)
class Shards:
    """One test set in several pieces, in order: paths or objects that the task reads."""

    pieces: tuple[object, ...]


@dataclass(frozen=True)
class Measurement:
    """What was seen of one system on one test set: evidence by metric id, and what fingerprints the gold data."""

    evidence: Mapping[str, Evidence | NotAvailable]
    gold_sha256: str | None
    ids: tuple[str, ...] = ()
    unit: str = "unit"


@dataclass(frozen=True)
class Evaluation:
    """The rows of one check in the order of its metrics, and the units to store beside them."""

    rows: tuple[Row, ...]
    units: UnitSet = field(repr=False)


def measure(
    task: str, gold: object, pred: object, metrics: Sequence[Metric[Any]], executor: Executor | None = None
) -> Measurement:
    """The evidence of every metric on gold and prediction, each a path, an object, or ``Shards`` of them.

    Raises:
        ScoringError: the data cannot be read or aligned, or the two sides have different numbers of shards.
    """
    golds, preds = pieces(gold), pieces(pred)
    if len(golds) != len(preds):
        msg = f"gold has {len(golds)} shards, the prediction {len(preds)}; give them in pairs"
        raise UsageError(msg)
    ids_of_metrics = [metric.id for metric in metrics]
    known = catalog.metrics(task)
    own = {metric.id: metric for metric in metrics if known.get(metric.id) is not metric}
    run: Callable[..., Any] = executor.map if executor else map
    shards = list(run(partial(measure_shard, task), golds, preds, repeat(ids_of_metrics), repeat(own)))
    evidence = {name: joined([shard[0][name] for shard in shards]) for name in ids_of_metrics}
    ids = tuple(name for shard in shards for name in shard[2])
    if len(shards) > 1 and len(set(ids)) < len(ids):
        ids = tuple(str(number) for number in range(1, len(ids) + 1))
    digests = [digest for shard in shards for digest in shard[1]]
    return Measurement(evidence, gold_sha256(digests), ids, catalog.task(task).unit)


def measure_shard(
    task: str, gold: object, pred: object, ids: Sequence[str], own: Mapping[str, Metric[Any]]
) -> tuple[dict[str, Evidence | NotAvailable], Sequence[bytes], list[str]]:
    """One shard's evidence by metric id, unit digests and unit ids; runs in the executor's worker."""
    kind = catalog.task(task)
    data = kind.read(gold, "gold")
    aligned = kind.align(data, kind.read(pred, "pred"))
    metrics = {**catalog.metrics(task), **own}
    return (
        {name: metrics[name].measure(aligned) for name in ids},
        kind.unit_digests(data),
        kind.unit_ids(data),
    )


def pieces(source: object) -> tuple[object, ...]:
    """The shards of a source; one where it is whole."""
    return source.pieces if isinstance(source, Shards) else (source,)


def joined(parts: Sequence[Evidence | NotAvailable]) -> Evidence | NotAvailable:
    """The evidence of all shards; not available where it is not on one of them."""
    for part in parts:
        if isinstance(part, NotAvailable):
            return part
    found = [part for part in parts if not isinstance(part, NotAvailable)]
    return found[0].joined(found[1:]) if len(found) > 1 else found[0]


def evaluate(
    task: str,
    gold: object,
    pred: object,
    *,
    identity: Identity,
    metrics: Sequence[str] | None = None,
    references: References | None = None,
    ref_pred: object = None,
    judge: bool = True,
    settings: Settings | None = None,
    source: str | None = None,
    executor: Executor | None = None,
) -> Evaluation:
    """The rows of one system on one test set, judged by their references unless ``judge`` is False.

    ``metrics`` are labels or ids (None: all of the task).  ``ref_pred`` is a reference system's output on the same
    gold, measured here and now.  ``executor`` measures the shards of ``gold`` and ``pred`` (see ``Shards``).

    Raises:
        ScoringError: the data, a name or a setting cannot be used.
    """
    chosen = catalog.select(task, metrics)
    ours = measure(task, gold, pred, chosen, executor)
    theirs = measure(task, gold, ref_pred, chosen, executor) if ref_pred is not None else None
    return assess(
        chosen, ours, identity=identity, references=references, theirs=theirs, judge=judge, settings=settings,
        source=source,
    )  # fmt: skip


def assess(
    metrics: Sequence[Metric[Any]],
    ours: Measurement,
    *,
    identity: Identity,
    references: References | None = None,
    theirs: Measurement | None = None,
    judge: bool = True,
    settings: Settings | None = None,
    source: str | None = None,
    clusters: NDArray[np.intp] | None = None,
) -> Evaluation:
    """The rows of what was measured: estimates, opponents, paired differences and verdicts of one check."""
    settings = settings or Settings()
    made = source or f"measured {datetime.now(UTC):%Y-%m-%d}"
    evidence = {name: found for name, found in ours.evidence.items() if not isinstance(found, NotAvailable)}
    blanks = {metric.id: blank_row(metric, ours, identity, settings, made) for metric in metrics}
    units = unit_set(metrics, ours, evidence)
    if settings.resamples < FEWEST or not all(found.units for found in evidence.values()):
        rows = [refused(blanks[metric.id], ours.evidence[metric.id], settings) for metric in metrics]
        return Evaluation(tuple(rows), units)
    against: dict[str, Opponent | None] = {}
    if judge:
        for metric in metrics:
            here = here_of(metric, ours, theirs)
            against[metric.id] = opponent(blanks[metric.id], metric, references, here, settings)
    return Evaluation(tuple(judged_rows(metrics, ours, blanks, against, judge, settings, clusters)), units)


def judged_rows(
    metrics: Sequence[Metric[Any]],
    ours: Measurement,
    blanks: Mapping[str, Row],
    against: Mapping[str, Opponent | None],
    judge: bool,  # noqa: FBT001 - handed on
    settings: Settings,
    clusters: NDArray[np.intp] | None,
) -> list[Row]:
    """Rows with scores and, where they are judged, verdicts; every metric and both systems see the same draws."""
    evidence = {m.id: found for m in metrics if not isinstance(found := ours.evidence[m.id], NotAvailable)}
    rivals = {
        name: other for name, other in against.items()
        if other and other.evidence and name in evidence and comparable(blanks[name], evidence[name], other)
    }  # fmt: skip
    wide = Resampling(settings.paired_resamples if rivals else settings.resamples, settings.seed, clusters)
    drawn = resample([*evidence.values(), *(r.evidence for r in rivals.values() if r.evidence)], wide).values
    column = {name: drawn[:, place] for place, name in enumerate(evidence)}
    theirs = {name: drawn[:, len(evidence) + place] for place, name in enumerate(rivals)}
    how = Resampling(settings.resamples, settings.seed, clusters)
    duels, rows, estimates = {}, dict(blanks), {}
    for metric in metrics:
        name = metric.id
        if name not in evidence:
            continue
        estimates[name] = estimate_of(evidence[name], column[name][: settings.resamples], how)
        rows[name] = scored(rows[name], metric, evidence[name], estimates[name])
        rival, score = rivals.get(name), rows[name].score
        if rival and rival.evidence:
            other = measured_here(rival.evidence, metric, theirs[name][: settings.resamples], rival.source)
            if rival.reference.measured_here:
                against = {**against, name: with_notes(other, against[name])}
            if score is not None and math.isfinite(other.reference.score):
                duels[name] = Duel(score, other.reference.score, column[name], theirs[name], metric.better)
    family = paired_family(duels, settings.alpha)
    out = []
    for metric in metrics:
        name = metric.id
        if name not in evidence:
            out.append(refused(rows[name], ours.evidence[name], settings))
        elif judge:
            seen = measured(rows[name], estimates[name])
            out.append(
                judged(rows[name], seen, against.get(name), family.get(name), settings, estimates[name].sd)
            )
        else:
            out.append(rows[name])
    return out


def here_of(metric: Metric[Any], ours: Measurement, theirs: Measurement | None) -> Opponent | None:
    """The reference system's opponent before anything is drawn; its interval comes with the draws."""
    found = theirs.evidence[metric.id] if theirs else None
    if found is None or isinstance(found, NotAvailable):
        return None
    if theirs and theirs.gold_sha256 != ours.gold_sha256:
        msg = "the reference system was measured on other gold data than ours"
        raise EvidenceError(msg)
    return measured_here(found, metric, np.empty(0), "reference system measured here")


def with_notes(rival: Opponent, known: Opponent | None) -> Opponent:
    """The opponent with the slack and note that the file's row gave."""
    slack, note = (known.slack, known.note) if known else (None, None)
    return Opponent(rival.reference, rival.source, rival.evidence, slack, (), note)


def comparable(row: Row, evidence: Evidence, against: Opponent) -> bool:
    """Whether both systems were measured on the same units, so that they can be drawn together."""
    same = against.evidence is not None and against.evidence.units == evidence.units
    theirs = against.reference
    return same and (theirs.measured_here or (theirs.gold_sha256 == row.gold_sha256 and theirs.fault is None))


def blank_row(
    metric: Metric[Any], ours: Measurement, identity: Identity, settings: Settings, source: str
) -> Row:
    """The row of a metric before its score: identity, how it was made, and what fingerprints the gold."""
    return Row(
        component=identity.component, language=identity.language, dataset=identity.dataset, metric=metric.label,
        score=None, source=source, scale=metric.scale, better=metric.better, unit=ours.unit, units=len(ours.ids),
        resamples=settings.resamples, seed=settings.seed, draws=DRAWS, signature=metric.signature,
        gold_sha256=ours.gold_sha256,
    )  # fmt: skip


def refused(row: Row, found: Evidence | NotAvailable, settings: Settings) -> Row:
    """The row of a metric that cannot be judged: no score, verdict ``error``, and the reason."""
    if isinstance(found, NotAvailable):
        reason = f"not available: {found.reason}" + (f"; {found.remedy}" if found.remedy else "")
    elif found.units == 0:
        reason = "the gold data has no units, so there is nothing to judge"
    else:
        reason = f"{settings.resamples} resamples are too few for an interval: at least {FEWEST} are needed"
    return replace(row, verdict=Verdict.ERROR, reason=reason)


def scored(row: Row, metric: Metric[Any], evidence: Evidence, estimate: Estimate) -> Row:
    """The row with its score, interval, counts and the flags that warn of a doubtful interval."""
    value, flags = estimate.value, []
    if math.isnan(value) and metric.when_undefined is not None:
        value = metric.when_undefined
        flags.append("undefined")
    interval = estimate.interval
    if interval is None or interval.high - interval.low <= 1e-9:
        flags.append("one_unit" if estimate.units == 1 else "zero_width")
    if estimate.undefined_share > FLAT_SHARE:
        flags.append("sparse")
    if estimate.units < FEW_UNITS or int(evidence.in_error().sum()) < FEW_ERRORS:
        flags.append("small_sample")
    counts = counts_of(evidence)
    if (
        isinstance(evidence, Counts)
        and effective_units(evidence.table.sum(axis=1)) < FEW_EFFECTIVE <= estimate.units
    ):
        flags.append("dominated")
    return replace(
        row,
        score=None if math.isnan(value) else value,
        ci=(interval.low, interval.high) if interval else None,
        precision=share(counts, "predicted"),
        recall=share(counts, "gold"),
        counts=counts,
        units_sha256=arrays_sha256(evidence.arrays()),
        flags=tuple(flags),
    )


def counts_of(evidence: Evidence) -> dict[str, float | int] | None:
    """The column totals of evidence that adds up."""
    if not isinstance(evidence, Counts):
        return None
    totals = evidence.totals(np.ones(evidence.units))
    return {
        name: int(v) if v == int(v) else float(v) for name, v in zip(evidence.columns, totals, strict=True)
    }


def share(counts: Mapping[str, float] | None, of: str) -> float | None:
    """Correct in points of one of the other counts; None where there are no such counts, 0 of 0 is 0."""
    if counts is None or not {"correct", of} <= set(counts):
        return None
    return 100.0 * counts["correct"] / counts[of] if counts[of] else 0.0


def measured(row: Row, estimate: Estimate) -> Measured:
    """The row as the judge sees it."""
    return Measured(
        score=float("nan") if row.score is None else row.score,
        interval=estimate.interval,
        units=estimate.units,
        resamples=estimate.resamples,
        undefined_share=estimate.undefined_share,
        gold_sha256=row.gold_sha256,
        signature=row.signature,
    )


def unit_set(metrics: Sequence[Metric[Any]], ours: Measurement, evidence: Mapping[str, Evidence]) -> UnitSet:
    """What is stored beside the rows: ids where they are not the ordinals, and every metric's arrays."""
    ordinal = all(name == str(place) for place, name in enumerate(ours.ids, 1))
    arrays = {metric.label: evidence[metric.id].arrays() for metric in metrics if metric.id in evidence}
    return UnitSet(ours.gold_sha256 or "", () if ordinal else ours.ids, arrays)
