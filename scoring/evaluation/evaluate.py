"""From gold and predictions to judged rows: read, align once, measure every metric, resample once, judge."""

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from typing import Any

from scoring.evaluation.assess import Evaluation, assess
from scoring.evaluation.items import with_lost_items
from scoring.evaluation.measure import check_labels, gold_of, measure
from scoring.evaluation.measurement import EVERY, Measurement, Wanted
from scoring.evaluation.same import SAME_AS_REF_PRED, has_same_content, refuse_same
from scoring.evaluation.slicing import for_label, sliced
from scoring.evidence.evidence import complete, whole
from scoring.judging.settings import Settings
from scoring.metrics import catalog
from scoring.metrics.declared import Declared
from scoring.metrics.metric import Metric, NotAvailable
from scoring.rows.records import Identity
from scoring.rows.references import References
from scoring.rows.units import UnitSet

__all__ = ["evaluate", "sign_metrics"]

Family = tuple[
    Sequence[Metric[Any]], Measurement, Measurement | None
]  # metrics, what was seen of ours and theirs


def evaluate(
    task: str,
    gold: object,
    pred: object,
    *,
    identity: Identity,
    metrics: Sequence[str] | Mapping[str, Declared] | None = None,
    wanted: Wanted | None = None,
    references: References | None = None,
    ref_pred: object = None,
    judge: bool = True,
    settings: Settings | None = None,
    source: str | None = None,
    executor: Executor | None = None,
) -> Evaluation:
    """The rows of one system on one test set, judged by their references unless ``judge`` is False.

    ``metrics`` are labels or ids (None: all of the task), or metrics declared by name; ``wanted`` asks for rows of
    single labels and of slices, which are families of their own.  ``ref_pred`` is a reference system's output on the
    same gold, measured here and now.  Either may be ``SeveralRuns`` of one system.  ``executor`` measures the shards of
    ``gold`` and ``pred`` (see ``Shards``).

    Source: specification, "Producing a results row".

    Raises:
        ScoringError: the data, a name or a setting cannot be used.
    """
    chosen = catalog.select(task, metrics)
    gold = gold_of(task, gold, pred)
    wanted = wanted or Wanted()
    if ref_pred is not None:
        refuse_same(pred, ref_pred, ("pred", "ref_pred"))
    ours = measure(task, gold, pred, chosen, executor, wanted)
    if ref_pred is not None and has_same_content(pred, ref_pred):
        ours = ours.flagged(SAME_AS_REF_PRED)
    check_labels(wanted, ours.present)
    chosen, unavailable = computable(chosen, ours, identity, references) if metrics is None else (chosen, [])
    same = dataclasses.replace(wanted, labels=ours.labels, role="ref_pred")
    opponent = measure(task, gold, ref_pred, chosen, executor, same) if ref_pred is not None else None
    chosen = sign_metrics(task, chosen, wanted, ours.signatures)
    groups, undefined = families(chosen, ours, opponent, wanted, expected(identity, references))
    done = [
        assess(
            group, mine, identity=identity, references=references, opponent=other, judge=judge, settings=settings,
            source=source,
        )
        for group, mine, other in groups
    ]  # fmt: skip
    left_out = [f"{one.label} is undefined on this data and left out" for one in undefined]
    shared = [note for group, mine, _ in groups[1:] for note in notes_of(group, mine)]
    notes = dict.fromkeys(
        (*ours.notes, *(opponent.notes if opponent else ()), *left_out, *shared, *unavailable)
    )
    rows = tuple(row for one in done for row in one.rows)
    if not catalog.task(task).has_gold:
        rows = tuple(with_lost_items(rows, ours, references))
    lacking = frozenset(label for one in done for label in one.unavailable)
    return Evaluation(rows, merge_units([one.units for one in done]), tuple(notes), lacking)


def families(
    metrics: Sequence[Metric[Any]],
    ours: Measurement,
    opponent: Measurement | None,
    wanted: Wanted,
    is_expected: Callable[[Metric[Any], Measurement], bool],
) -> tuple[list[Family], list[Metric[Any]]]:
    """What is assessed together: the whole, single labels, each slice; and the metrics that are left out there.

    Of single labels and slices those without a value are left out, unless a reference of the same gold says that they
    should have one.
    """
    groups: list[Family] = [(metrics, ours, opponent)]
    single = for_label(metrics, ours.labels) if ours.labels else []
    undefined = [one for one in single if EVERY in wanted.labels and is_undefined(one, ours)]
    if len(undefined) < len(single):
        groups.append(([one for one in single if one not in undefined], ours, opponent))
    slices = sliced(opponent, metrics, wanted.slices) if opponent else []
    for place, (metrics_of_slice, mine, _) in enumerate(sliced(ours, metrics, wanted.slices)):
        lacking = [one for one in metrics_of_slice if is_undefined(one, mine) and not is_expected(one, mine)]
        undefined += lacking
        if len(lacking) < len(metrics_of_slice):
            kept = [one for one in metrics_of_slice if one not in lacking]
            groups.append((kept, mine, slices[place][1] if opponent else None))
    return groups, undefined


def notes_of(metrics: Sequence[Metric[Any]], ours: Measurement) -> list[str]:
    """What the scores of a slice or label are said to be, by the names of their rows."""
    found = [(metric, ours.evidence[metric.id]) for metric in metrics]
    return [
        f"{metric.label}: {note}"
        for metric, seen in found
        if not isinstance(seen, NotAvailable)
        for note in complete(seen).notes
    ]


def expected(identity: Identity, references: References | None) -> Callable[[Metric[Any], Measurement], bool]:
    """Whether there is a reference for a metric's row on the same gold; one of other gold says nothing of this."""

    def is_expected(metric: Metric[Any], ours: Measurement) -> bool:
        found = references.find(identity.key(metric.label)) if references is not None else None
        return found is not None and found.row.gold_sha256 in (None, ours.gold_sha256)

    return is_expected


def sign_metrics(
    task: str, metrics: Sequence[Metric[Any]], wanted: Wanted, signatures: Mapping[str, str]
) -> list[Metric[Any]]:
    """The metrics with what changes their figures in their signatures: options of the task, and what the data says."""
    given = {**wanted.options, **wanted.reading}
    made = [catalog.task(task).signed(metric, given) for metric in metrics]
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
        has_reference = references is not None and references.find(identity.key(metric.label)) is not None
        if isinstance(found, NotAvailable) and not has_reference:
            reasons.append(f"{metric.label} is not available and left out: {found.reason}")
        elif is_undefined(metric, ours) and not has_reference and len(metrics) > 1:
            reasons.append(f"{metric.label} is undefined on this data and left out")
        else:
            kept.append(metric)
    return kept or list(metrics), reasons if kept else []


def is_undefined(metric: Metric[Any], ours: Measurement) -> bool:
    """Whether the metric has no score on this data, nor one that stands for it."""
    found = ours.evidence[metric.id]
    return metric.when_undefined is None and not isinstance(found, NotAvailable) and math.isnan(whole(found))


def merge_units(units: Sequence[UnitSet]) -> UnitSet:
    """The units of all families of a check; slices have gold sets of their own."""
    first, *others = units
    arrays = {label: arrays for one in units for label, arrays in one.arrays.items()}
    parts = {label: find for one in units for label, find in one.parts.items()}
    lost = {label: lost for one in units for label, lost in one.lost.items()}
    return dataclasses.replace(
        first, arrays=arrays, parts=parts, lost=lost, slices={one.gold_sha256: one.ids for one in others}
    )
