"""From evidence and its draws to a row: score, interval, counts, and the flags that warn of a doubtful interval."""

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from msgspec.structs import replace

from scoring.base.limits import FEWEST_RESAMPLES, FLAT_SHARE
from scoring.evaluation.measure import parts_of
from scoring.evaluation.measurement import Measurement
from scoring.evidence.counts import named_counts
from scoring.evidence.evidence import CompleteEvidence, Evidence, complete
from scoring.evidence.runs import FEWEST_RUNS
from scoring.judging.rule import Measured
from scoring.judging.settings import Settings
from scoring.metrics.metric import Metric, NotAvailable
from scoring.rows.records import Identity, Row, RunScores
from scoring.rows.units import UnitSet, arrays_sha256
from scoring.rows.verdict import Verdict
from scoring.statistics.draws import DRAWS
from scoring.statistics.intervals import Estimate
from scoring.statistics.significance import effective_units

__all__ = ["as_measured", "blank_row", "refused_row", "scored_row", "unit_set"]

FEW_UNITS = 50  # below these an interval covers less than it says
FEW_ERRORS = 10
FEW_EFFECTIVE = 30
FEW_RUNS = (
    f"fewer than {FEWEST_RUNS} runs, so only units were drawn: the interval leaves out how much runs differ"
)


def blank_row(
    metric: Metric[Any], ours: Measurement, identity: Identity, settings: Settings, source: str
) -> Row:
    """The row of a metric before its score: identity, how it was made, and what fingerprints the gold."""
    return Row(
        component=identity.component, language=identity.language, dataset=identity.dataset, metric=metric.label,
        score=None, source=source, scale=metric.scale, better=metric.better, unit=ours.unit, units=len(ours.ids),
        resamples=settings.resamples, seed=settings.seed, draws=DRAWS, signature=metric.signature,
        gold_sha256=ours.gold_sha256, flags=tuple(ours.flags.get(metric.id, ())),
    )  # fmt: skip


def refused_row(row: Row, found: Evidence | NotAvailable, settings: Settings) -> Row:
    """The row of a metric that cannot be judged: no score, verdict ``error``, and the reason."""
    if isinstance(found, NotAvailable):
        reason = f"not available: {found.reason}" + (f"; {found.remedy}" if found.remedy else "")
    elif found.units == 0:
        reason = "the gold data has no units, so there is nothing to judge"
    else:
        reason = f"{settings.resamples} resamples are too few for an interval: at least {FEWEST_RESAMPLES} are needed"
    return replace(row, verdict=Verdict.ERROR, reason=reason)


def scored_row(row: Row, metric: Metric[Any], evidence: Evidence, estimate: Estimate) -> Row:
    """The row with its score, interval, counts and the flags that warn of a doubtful interval."""
    value, flags = estimate.value, list(row.flags)
    if math.isnan(value) and metric.when_undefined is not None:
        value = metric.when_undefined
        flags.append("undefined")
    interval = estimate.interval
    if interval is None or interval.high - interval.low <= 1e-9:
        flags.append("one_unit" if estimate.units == 1 else "zero_width")
    if estimate.undefined_share > FLAT_SHARE:
        flags.append("sparse")
    seen = complete(evidence)
    if is_small(seen):
        flags.append("small_sample")
    flags.extend(seen.flags)
    why = "; all documents of a label are of one class" if "one_class" in flags else ""
    counts = total_counts(seen)
    if is_dominated(seen):
        flags.append("dominated")
    said = [*([FEW_RUNS] if "few_runs" in flags else []), *seen.notes]
    return replace(
        row,
        score=None if math.isnan(value) else value,
        reason=f"the score is undefined on this data{why}" if math.isnan(value) else "; ".join(said) or None,
        ci=(interval.low, interval.high) if interval else None,
        precision=share_of(counts, "predicted"),
        recall=share_of(counts, "gold"),
        counts=counts,
        runs=run_scores(seen, metric.when_undefined),
        units_sha256=arrays_sha256(evidence.arrays()),
        flags=tuple(flags),
    )


def is_small(evidence: CompleteEvidence) -> bool:
    """Whether there are few units, or few with an error; of an average, in any of its test sets."""
    if evidence.test_sets:
        return any(is_small(one) for one in evidence.test_sets)
    return evidence.units < FEW_UNITS or int(evidence.in_error().sum()) < FEW_ERRORS


def is_dominated(evidence: CompleteEvidence) -> bool:
    """Whether a few of many units hold most of the data; of an average, in any of its test sets."""
    if evidence.test_sets:
        return any(is_dominated(one) for one in evidence.test_sets)
    sizes = [np.abs(table).sum(axis=1) for table in evidence.tables]  # a table of scores may hold losses
    return bool(sizes) and effective_units(np.sum(sizes, axis=0)) < FEW_EFFECTIVE <= evidence.units


def run_scores(evidence: CompleteEvidence, when_undefined: float | None) -> RunScores | None:
    """The scores of single runs and how they spread; None where there are none."""
    scores = [when_undefined if math.isnan(score) else score for score in evidence.run_scores()]
    defined = [score for score in scores if score is not None]
    if not scores:
        return None
    return RunScores(scores=tuple(scores), sd=float(np.std(defined, ddof=1)) if len(defined) > 1 else None)


def total_counts(evidence: CompleteEvidence) -> dict[str, float | int] | None:
    """The sums of the columns by name, of several runs their mean; None where the score is of more than sums."""
    if not evidence.tables:
        return None
    sums = [np.ones(evidence.units) @ table for table in evidence.tables]
    return named_counts(evidence.table_columns, np.sum(sums, axis=0) / len(sums))


def share_of(counts: Mapping[str, float] | None, of: str) -> float | None:
    """Correct in points of one of the other counts; None where there are no such counts, 0 of 0 is 0."""
    if counts is None or not {"correct", of} <= set(counts):
        return None
    return 100.0 * counts["correct"] / counts[of] if counts[of] else 0.0


def as_measured(row: Row, estimate: Estimate) -> Measured:
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
    parts = {metric.label: partial(parts_of, ours.data, metric.id) for metric in metrics}
    return UnitSet(ours.gold_sha256 or "", () if ordinal else ours.ids, arrays, parts=parts)
