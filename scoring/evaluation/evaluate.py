"""From gold and predictions to judged rows: read, align once, measure every metric, resample once, judge."""

import dataclasses
import math
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError
from scoring.base.limits import FEWEST_RESAMPLES
from scoring.evaluation.measure import EVERY, Measurement, SeveralRuns, Shards, Wanted, check_labels, measure
from scoring.evaluation.row_of import blank_row, measured, refused, scored, unit_set
from scoring.evaluation.slicing import for_label, sliced
from scoring.evaluation.why import explained
from scoring.evidence.evidence import Evidence, whole
from scoring.judging.family import Duel, paired_family
from scoring.judging.judged import judged
from scoring.judging.opponents import Opponent, measured_here, opponent
from scoring.judging.settings import Settings
from scoring.metrics import catalog
from scoring.metrics.metric import Metric, NotAvailable
from scoring.rows.records import Identity, Row
from scoring.rows.references import References
from scoring.rows.units import UnitSet
from scoring.statistics.intervals import estimate_of
from scoring.statistics.resampling import Resampling, resample

__all__ = [
    "Evaluation",
    "Measurement",
    "SeveralRuns",
    "Shards",
    "Wanted",
    "assess",
    "evaluate",
    "measure",
    "signed",
]


@dataclass(frozen=True)
class Evaluation:
    """The rows of one check in the order of its metrics, and the units to store beside them."""

    rows: tuple[Row, ...]
    units: UnitSet = field(repr=False)
    notes: tuple[str, ...] = ()  # what a reader should know of the data
    unavailable: frozenset[str] = frozenset()  # labels of metrics that cannot be computed here


def evaluate(
    task: str,
    gold: object,
    pred: object,
    *,
    identity: Identity,
    metrics: Sequence[str] | None = None,
    wanted: Wanted | None = None,
    references: References | None = None,
    ref_pred: object = None,
    judge: bool = True,
    settings: Settings | None = None,
    source: str | None = None,
    executor: Executor | None = None,
) -> Evaluation:
    """The rows of one system on one test set, judged by their references unless ``judge`` is False.

    ``metrics`` are labels or ids (None: all of the task); ``wanted`` asks for rows of single labels and of slices,
    which are families of their own.  ``ref_pred`` is a reference system's output on the same gold, measured here
    and now.  Either may be ``SeveralRuns`` of one system.  ``executor`` measures the shards of ``gold`` and ``pred``
    (see ``Shards``).

    Source: specification, "Producing a results row".

    Raises:
        ScoringError: the data, a name or a setting cannot be used.
    """
    chosen = catalog.select(task, metrics)
    wanted = wanted or Wanted()
    ours = measure(task, gold, pred, chosen, executor, wanted)
    check_labels(wanted, ours.present)
    chosen, unavailable = computable(chosen, ours, identity, references) if metrics is None else (chosen, [])
    same = dataclasses.replace(wanted, labels=ours.labels)
    theirs = measure(task, gold, ref_pred, chosen, executor, same) if ref_pred is not None else None
    chosen = signed(task, chosen, wanted, ours.signatures)
    groups: list[tuple[list[Metric[Any]], Measurement, Measurement | None]] = [(chosen, ours, theirs)]
    single = for_label(chosen, ours.labels) if ours.labels else []
    undefined = [one for one in single if EVERY in wanted.labels and is_undefined(one, ours)]
    if len(undefined) < len(single):
        groups.append(([one for one in single if one not in undefined], ours, theirs))
    slices = sliced(theirs, chosen, wanted.slices) if theirs else []
    for place, (named, mine, _) in enumerate(sliced(ours, chosen, wanted.slices)):
        groups.append((named, mine, slices[place][1] if theirs else None))
    done = [
        assess(
            named, mine, identity=identity, references=references, theirs=other, judge=judge, settings=settings,
            source=source,
        )
        for named, mine, other in groups
    ]  # fmt: skip
    left_out = [f"{one.label} is undefined on this data and left out" for one in undefined]
    notes = dict.fromkeys((*ours.notes, *(theirs.notes if theirs else ()), *left_out, *unavailable))
    rows = tuple(row for one in done for row in one.rows)
    lacking = frozenset(label for one in done for label in one.unavailable)
    return Evaluation(rows, together([one.units for one in done]), tuple(notes), lacking)


def signed(
    task: str, metrics: Sequence[Metric[Any]], wanted: Wanted, signatures: Mapping[str, str]
) -> list[Metric[Any]]:
    """The metrics with what changes their figures in their signatures: options of the task, and what the data says."""
    made = [catalog.task(task).signed(metric, wanted.options) for metric in metrics]
    return [
        dataclasses.replace(metric, signature=signatures.get(metric.id, metric.signature)) for metric in made
    ]


def computable(
    metrics: Sequence[Metric[Any]], ours: Measurement, identity: Identity, references: References | None
) -> tuple[list[Metric[Any]], list[str]]:
    """Where no metric was named: those that can be computed here or have a reference; and why the others cannot."""
    kept, reasons = [], []
    for metric in metrics:
        found = ours.evidence[metric.id]
        expected = references is not None and references.find(identity.key(metric.label)) is not None
        if isinstance(found, NotAvailable) and not expected:
            reasons.append(f"{metric.label} is not available and left out: {found.reason}")
        elif is_undefined(metric, ours) and not expected and len(metrics) > 1:
            reasons.append(f"{metric.label} is undefined on this data and left out")
        else:
            kept.append(metric)
    return kept or list(metrics), reasons if kept else []


def is_undefined(metric: Metric[Any], ours: Measurement) -> bool:
    """Whether the metric has no score on this data, nor one that stands for it."""
    found = ours.evidence[metric.id]
    return metric.when_undefined is None and not isinstance(found, NotAvailable) and math.isnan(whole(found))


def together(units: Sequence[UnitSet]) -> UnitSet:
    """The units of all families of a check; slices have gold sets of their own."""
    first, *others = units
    arrays = {label: arrays for one in units for label, arrays in one.arrays.items()}
    parts = {label: find for one in units for label, find in one.parts.items()}
    return dataclasses.replace(
        first, arrays=arrays, parts=parts, slices={one.gold_sha256: one.ids for one in others}
    )


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
    lacking = frozenset(metric.label for metric in metrics if metric.id not in evidence)
    if settings.resamples < FEWEST_RESAMPLES or not all(found.units for found in evidence.values()):
        rows = [refused(blanks[metric.id], ours.evidence[metric.id], settings) for metric in metrics]
        return Evaluation(tuple(rows), units, unavailable=lacking)
    against: dict[str, Opponent | None] = {}
    if judge:
        for metric in metrics:
            here = here_of(metric, ours, theirs)
            against[metric.id] = opponent(blanks[metric.id], metric, references, here, settings)
    done = judged_rows(metrics, ours, blanks, against, judge, settings, clusters)
    return Evaluation(
        tuple(explained(done, metrics, ours, theirs, references, settings)), units, unavailable=lacking
    )


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
    against = {
        name: other if name in rivals else unpaired(other, blanks[name]) for name, other in against.items()
    }
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
    family = paired_family(duels, settings)
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


def unpaired(other: Opponent | None, row: Row) -> Opponent | None:
    """An opponent that cannot be paired; flagged where its units are at hand but nothing says of which gold data."""
    if other is None or other.evidence is None or None not in (other.reference.gold_sha256, row.gold_sha256):
        return other
    return dataclasses.replace(other, evidence=None, flags=("no_units",))


def comparable(row: Row, evidence: Evidence, against: Opponent) -> bool:
    """Whether both systems were measured on the same units, so that they can be drawn together."""
    same = against.evidence is not None and against.evidence.units == evidence.units
    theirs = against.reference
    return same and (theirs.measured_here or (theirs.gold_sha256 == row.gold_sha256 and theirs.fault is None))
