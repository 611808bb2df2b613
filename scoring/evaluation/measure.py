"""What is seen of one system on one test set: the evidence of every metric, of single labels, of slices.

A test set may come in shards: each is measured by itself (in any ``concurrent.futures`` executor), and their
evidence is joined unit after unit, so the figures are those of the whole.
"""

import dataclasses
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Any

import numpy as np

from scoring.base.errors import AlignmentError, InputError, ScoringError, UsageError
from scoring.base.wording import nearest
from scoring.evaluation.measurement import EVERY, Data, Measurement, SeveralRuns, Shards, Wanted
from scoring.evaluation.same import SAME_AS_GOLD, refuse_same_runs
from scoring.evaluation.shard import Shard, base_of, measure_shard, merged, refuse_disjoint
from scoring.evidence.breakdown import Parts
from scoring.evidence.evidence import Evidence
from scoring.evidence.runs import Runs
from scoring.metrics import catalog
from scoring.metrics.metric import Metric, NotAvailable
from scoring.metrics.task import AlreadyRead, GoldParts, gold_sha256

__all__ = ["check_labels", "gold_of", "measure", "parts_of"]


def measure(
    task: str,
    gold: object,
    pred: object,
    metrics: Sequence[Metric[Any]],
    executor: Executor | None = None,
    wanted: Wanted | None = None,
) -> Measurement:
    """The evidence of every metric on gold and prediction, each a path, an object, or ``Shards`` of them.

    A prediction may be ``SeveralRuns`` too; gold None where the reading names what is in its place.

    Raises:
        ScoringError: the data cannot be read or aligned, a label or field is not there, or the two sides have
            different numbers of shards.
    """
    wanted = wanted or Wanted()
    if not isinstance(gold, AlreadyRead | GoldParts | Shards):
        gold = catalog.task(task).gold_source(gold, pred, wanted.reading)
    if isinstance(pred, SeveralRuns):
        return measure_runs(task, gold, pred.runs, metrics, executor, wanted)
    golds, preds = shards_of(gold), shards_of(pred)
    check_shards(len(golds), len(preds), wanted)
    refuse_learnt(task, metrics, len(golds))
    keep = executor is None and len(golds) == 1  # else the data stay in the workers
    ids = [metric.id for metric in metrics]
    work = partial(measure_shard, task, ids, uncatalogued(task, metrics), wanted, keep=keep)
    run: Callable[..., Any] = executor.map if executor else map
    shards: list[Shard] = list(run(work, golds, preds))
    if not wanted.disjoint:
        refuse_disjoint(shards, wanted.role)
    return merge_shards(shards, wanted, Data(catalog.task(task), shards[0].aligned) if keep else None)


def gold_of(task: str, gold: object, pred: object) -> object:
    """The gold data; of a task that has none the table itself, or the first run's, to whose ids others are held.

    Raises:
        UsageError: gold is given to a task that has none.
    """
    if catalog.task(task).has_gold:
        return gold
    if gold is not None and gold is not pred:
        msg = (
            f"task {task} has no gold: give the table alone, as data; the one to compare it with is ref_data"
        )
        raise UsageError(msg)
    return pred.runs[0] if isinstance(pred, SeveralRuns) else pred


def check_shards(golds: int, preds: int, wanted: Wanted) -> None:
    """Raises UsageError where gold and prediction have other numbers of shards, or what is wanted needs the whole."""
    if golds != preds:
        msg = f"gold has {golds} shards, the prediction {preds}; give them in pairs"
        raise UsageError(msg)
    if golds > 1 and EVERY in wanted.labels:
        msg = "the labels of a test set in shards are not known beforehand: name those that are wanted"
        raise UsageError(msg)


def uncatalogued(task: str, metrics: Sequence[Metric[Any]]) -> dict[str, Metric[Any]]:
    """The metrics by id that a worker cannot look up: those that are not the catalogue's own."""
    catalogued = catalog.metrics(task)
    return {metric.id: metric for metric in metrics if catalogued.get(metric.id) is not metric}


def merge_shards(shards: Sequence[Shard], wanted: Wanted, data: Data | None) -> Measurement:
    """What was seen of the whole test set, from its shards in order; ordinals are its ids where two share one."""
    if all(shard.refusal for shard in shards):
        raise InputError(shards[0].refusal)
    ids = tuple(name for shard in shards for name in shard.ids)
    if len(shards) > 1 and len(set(ids)) < len(ids):
        ids = tuple(str(number) for number in range(1, len(ids) + 1))
    first = shards[0]
    digests = tuple(digest for shard in shards for digest in shard.digests)
    done = Measurement(
        evidence={name: join_shards([shard.evidence[name] for shard in shards]) for name in first.evidence},
        gold_sha256=gold_sha256(digests),
        ids=ids,
        unit=first.unit,
        labels=first.labels if EVERY in wanted.labels else tuple(dict.fromkeys(wanted.labels)),
        present=tuple(sorted({label for shard in shards for label in shard.labels})),
        digests=digests,
        fields={name: sum((shard.fields[name] for shard in shards), ()) for name in wanted.fields},
        notes=merged(shard.notes for shard in shards),
        flags={name: merged(shard.flags[name] for shard in shards) for name in first.flags},
        data=data,
        signatures=first.signatures,
    )
    return done.flagged(SAME_AS_GOLD) if all(shard.same_content for shard in shards) else done


def measure_runs(
    task: str,
    gold: object,
    runs: Sequence[object],
    metrics: Sequence[Metric[Any]],
    executor: Executor | None,
    wanted: Wanted,
) -> Measurement:
    """The evidence of a system's runs on the same gold; of one run its own."""
    refuse_same_runs(runs)
    found = []
    for number, pred in enumerate(runs, 1):
        with NamedRun(number, pred):
            found.append(measure(task, gold, pred, metrics, executor, wanted))
    labels = tuple(dict.fromkeys(label for one in found for label in one.labels))
    if any(one.labels != labels for one in found):
        # A label that one run never predicts and gold has not: it counts there all the same.
        labels = tuple(sorted(labels))
        same = dataclasses.replace(wanted, labels=labels)
        found = [measure(task, gold, pred, metrics, executor, same) for pred in runs]
    first = found[0]
    for number, other in enumerate(found[1:], 2):
        if other.gold_sha256 != first.gold_sha256:
            name, first_name = run_name(runs[number - 1]), run_name(runs[0])
            msg = f"the gold data of run {number} ({name}) is not that of run 1 ({first_name})"
            raise AlignmentError(msg)
    return dataclasses.replace(
        first,
        evidence={name: pool_runs([one.evidence[name] for one in found]) for name in first.evidence},
        labels=labels,
        present=tuple(sorted({label for one in found for label in one.present})),
        notes=merged(one.notes for one in found),
        flags={name: merged(one.flags.get(name, ()) for one in found) for name in first.flags},
    )


def pool_runs(runs: Sequence[Evidence | NotAvailable]) -> Evidence | NotAvailable:
    """The evidence of all runs; not available where it is not on one of them."""
    lacking = next((one for one in runs if isinstance(one, NotAvailable)), None)
    found = tuple(one for one in runs if not isinstance(one, NotAvailable))
    return lacking or (Runs(found) if len(found) > 1 else found[0])


class NamedRun:
    """Makes an error in a run's data say which run it is."""

    def __init__(self, number: int, pred: object) -> None:
        self.number, self.pred = number, pred

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ScoringError):
            name = run_name(self.pred)
            said = f"run {self.number}" if name in str(error) else f"run {self.number} ({name})"
            first, *more = error.lines
            raise type(error)(f"{said}: {first}", *more) from error


def run_name(pred: object) -> str:
    """A prediction as a message names it: its path, or what it is."""
    path = pred if isinstance(pred, str | os.PathLike) else getattr(pred, "name", None)
    return os.fspath(path) if isinstance(path, str | os.PathLike) else f"a {type(pred).__name__}"


def refuse_learnt(task: str, metrics: Sequence[Metric[Any]], shards: int) -> None:
    """Raises UsageError where a metric that learns from the whole test set is wanted of shards of it."""
    learnt = catalog.task(task).learnt
    for metric in metrics:
        if shards > 1 and metric.id in learnt:
            msg = f"{metric.label} is learnt from the whole test set, which is in {shards} shards: name other metrics"
            raise UsageError(msg)


def parts_of(data: Data | None, metric_id: str) -> Parts | None:
    """A metric's counts by label or relation, where the task has them."""
    name, label = base_of(metric_id)
    if data is None or label is not None:
        return None
    chosen = None
    if data.places is not None:
        chosen = np.zeros(len(data.task.unit_ids(data.aligned)), dtype=np.bool_)
        chosen[data.places] = True
    return data.task.parts(data.aligned, name, chosen)


def check_labels(wanted: Wanted, present: Sequence[str]) -> None:
    """Raises UsageError for a label that is nowhere in the data: a gate on it would judge nothing."""
    for label in wanted.labels:
        if label != EVERY and label not in present:
            hint = nearest(label, present) if present else "there are no labels at all"
            msg = f"there is no label {label!r} in gold or prediction; {hint}"
            raise UsageError(msg)


def shards_of(source: object) -> tuple[object, ...]:
    """The shards of a source; one where it is whole."""
    return source.pieces if isinstance(source, Shards) else (source,)


def join_shards(parts: Sequence[Evidence | NotAvailable]) -> Evidence | NotAvailable:
    """The evidence of all shards; not available where it is not on one of them."""
    for part in parts:
        if isinstance(part, NotAvailable):
            return part
    found = [part for part in parts if not isinstance(part, NotAvailable)]
    return found[0].joined(found[1:]) if len(found) > 1 else found[0]
