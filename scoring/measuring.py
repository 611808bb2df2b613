"""What is seen of one system on one test set: the evidence of every metric, of single labels, of slices.

A test set may come in shards: each is measured by itself (in any ``concurrent.futures`` executor), and their
evidence is joined unit after unit, so the figures are those of the whole.
"""

import dataclasses
import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from scoring import catalog
from scoring.errors import UsageError
from scoring.evidence import Evidence
from scoring.metric import Metric, NotAvailable
from scoring.slices import within
from scoring.spelling import nearest
from scoring.task import Task, gold_sha256

__all__ = ["EVERY", "Measurement", "Shards", "Wanted", "check_labels", "for_label", "measure", "sliced"]

EVERY = "*"  # every label that is there
BYTE = re.compile("[0-9A-F]{2}")


@dataclass(frozen=True)
class Shards:
    """One test set in several pieces, in order: paths or objects that the task reads."""

    pieces: tuple[object, ...]


@dataclass(frozen=True)
class Wanted:
    """What is to be measured beside the whole: single labels (``("*",)``: all), slices by fields, task options."""

    labels: tuple[str, ...] = ()
    slices: tuple[str, ...] = ()  # a field of the gold data, for all its values, or ``field=value``
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields to slice by, each once."""
        return tuple(dict.fromkeys(wanted.partition("=")[0] for wanted in self.slices))


@dataclass(frozen=True)
class Measurement:
    """What was seen of one system on one test set: evidence by metric id, and what fingerprints the gold data."""

    evidence: Mapping[str, Evidence | NotAvailable]
    gold_sha256: str | None
    ids: tuple[str, ...] = ()
    unit: str = "unit"
    labels: tuple[str, ...] = ()  # those with evidence of their own, under ``id[label]``
    present: tuple[str, ...] = ()  # all that are in gold or prediction, where any was asked for
    digests: tuple[bytes, ...] = ()
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # a value for each unit, by field
    notes: tuple[str, ...] = ()  # what a reader should know of the data
    signatures: Mapping[str, str] = field(
        default_factory=dict
    )  # by metric id, where the data has a part in it


@dataclass(frozen=True)
class Shard:
    """One shard as its worker measured it."""

    evidence: Mapping[str, Evidence | NotAvailable]
    digests: tuple[bytes, ...]
    ids: tuple[str, ...]
    unit: str
    labels: tuple[str, ...]
    fields: Mapping[str, tuple[str, ...]]
    notes: tuple[str, ...]
    signatures: Mapping[str, str]


def measure(
    task: str,
    gold: object,
    pred: object,
    metrics: Sequence[Metric[Any]],
    executor: Executor | None = None,
    wanted: Wanted | None = None,
) -> Measurement:
    """The evidence of every metric on gold and prediction, each a path, an object, or ``Shards`` of them.

    Raises:
        ScoringError: the data cannot be read or aligned, a label or field is not there, or the two sides have
            different numbers of shards.
    """
    golds, preds = pieces(gold), pieces(pred)
    if len(golds) != len(preds):
        msg = f"gold has {len(golds)} shards, the prediction {len(preds)}; give them in pairs"
        raise UsageError(msg)
    wanted = wanted or Wanted()
    if len(golds) > 1 and EVERY in wanted.labels:
        msg = "the labels of a test set in shards are not known beforehand: name those that are wanted"
        raise UsageError(msg)
    refuse_learnt(task, metrics, len(golds))
    known = catalog.metrics(task)
    own = {metric.id: metric for metric in metrics if known.get(metric.id) is not metric}
    work = partial(measure_shard, task, [metric.id for metric in metrics], own, wanted)
    run: Callable[..., Any] = executor.map if executor else map
    shards: list[Shard] = list(run(work, golds, preds))
    ids = tuple(name for shard in shards for name in shard.ids)
    if len(shards) > 1 and len(set(ids)) < len(ids):
        ids = tuple(str(number) for number in range(1, len(ids) + 1))
    digests = tuple(digest for shard in shards for digest in shard.digests)
    return Measurement(
        evidence={name: joined([shard.evidence[name] for shard in shards]) for name in shards[0].evidence},
        gold_sha256=gold_sha256(digests),
        ids=ids,
        unit=shards[0].unit,
        labels=shards[0].labels if EVERY in wanted.labels else tuple(dict.fromkeys(wanted.labels)),
        present=tuple(sorted({label for shard in shards for label in shard.labels})),
        digests=digests,
        fields={name: sum((shard.fields[name] for shard in shards), ()) for name in wanted.fields},
        notes=tuple(dict.fromkeys(note for shard in shards for note in shard.notes)),
        signatures=shards[0].signatures,
    )


def refuse_learnt(task: str, metrics: Sequence[Metric[Any]], shards: int) -> None:
    """Raises UsageError where a metric that learns from the whole test set is wanted of shards of it."""
    learnt = getattr(catalog.task(task), "learnt", ())
    for metric in metrics:
        if shards > 1 and metric.id in learnt:
            msg = f"{metric.label} is learnt from the whole test set, which is in {shards} shards: name other metrics"
            raise UsageError(msg)


def measure_shard(
    task: str, ids: Sequence[str], own: Mapping[str, Metric[Any]], wanted: Wanted, gold: object, pred: object
) -> Shard:
    """One shard's evidence by metric id; runs in the executor's worker."""
    kind = catalog.task(task)
    aligned = kind.align(kind.read(gold, "gold"), kind.read(pred, "pred"), **wanted.options)
    metrics = {**catalog.metrics(task), **own}
    evidence = {name: metrics[name].measure(aligned) for name in ids}
    present = tuple(kind.labels(aligned)) if wanted.labels else ()
    for label in present if EVERY in wanted.labels else wanted.labels:
        for name in ids:
            if (single := metrics[name].for_label) is not None:
                evidence[f"{name}[{label}]"] = single(aligned, label)
    return Shard(
        evidence=evidence,
        digests=tuple(kind.unit_digests(aligned)),
        ids=tuple(kind.unit_ids(aligned)),
        unit=kind.unit_of(aligned),
        labels=present,
        fields={name: tuple(kind.slices(aligned, name)) for name in wanted.fields},
        notes=notes_of(kind, aligned),
        signatures=signatures_of(kind, aligned, evidence),
    )


def notes_of(kind: Task, aligned: Any) -> tuple[str, ...]:  # noqa: ANN401 - each task has its own data
    """What a reader should know of the data, where the task has something to say: its ``notes(aligned)``."""
    notes = getattr(kind, "notes", None)
    return tuple(notes(aligned)) if notes else ()


def signatures_of(
    kind: Task,
    aligned: Any,  # noqa: ANN401 - each task has its own data
    evidence: Mapping[str, Evidence | NotAvailable],
) -> Mapping[str, str]:
    """The signatures in which the data has a part (a tokenizer by language), where the task has such metrics."""
    sign = getattr(kind, "signatures", None)
    return dict(sign(aligned, evidence)) if sign else {}


def check_labels(wanted: Wanted, present: Sequence[str]) -> None:
    """Raises UsageError for a label that is nowhere in the data: a gate on it would judge nothing."""
    for label in wanted.labels:
        if label != EVERY and label not in present:
            hint = nearest(label, present) if present else "there are no labels at all"
            msg = f"there is no label {label!r} in gold or prediction; {hint}"
            raise UsageError(msg)


def for_label(metrics: Sequence[Metric[Any]], labels: Sequence[str]) -> list[Metric[Any]]:
    """The metrics of single labels, named as their rows are: ``Span F1[PER]``."""
    single = [metric for metric in metrics if metric.for_label is not None]
    if labels and not single:
        msg = f"{', '.join(metric.label for metric in metrics)}: no figure of a single label; name another metric"
        raise UsageError(msg)
    return [renamed(metric, f"[{label}]") for label in labels for metric in single]


def renamed(metric: Metric[Any], end: str) -> Metric[Any]:
    """The metric under a longer id and label."""
    return dataclasses.replace(metric, id=metric.id + end, label=metric.label + shown(end))


def shown(end: str) -> str:
    """The text as a row's name holds it: a slash or control character by its bytes, as in addresses.

    What looks like such a byte is written so too: two labels never share a name.

    >>> shown("[and/or]"), shown("[%2F]"), shown("[100 %]")
    ('[and%2For]', '[%252F]', '[100 %]')
    """
    written = []
    for place, char in enumerate(end):
        plain = char.isprintable() and char != "/" and not (char == "%" and BYTE.match(end, place + 1))
        written.append(
            char if plain else "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "surrogatepass"))
        )
    return "".join(written)


def sliced(
    measurement: Measurement, metrics: Sequence[Metric[Any]], wanted: Sequence[str]
) -> list[tuple[list[Metric[Any]], Measurement, str]]:
    """Each slice as metrics named after it, and a measurement of its units alone, with the end of their names.

    Raises:
        UsageError: no unit has the value that is asked for.
    """
    out = {}
    for name in wanted:
        field_name, equals, value = name.partition("=")
        values = measurement.fields[field_name]
        if equals and value not in values:
            msg = f"no {measurement.unit} has {field_name} {value!r}; {nearest(value, sorted(set(values)))}"
            raise UsageError(msg)
        for one in [value] if equals else sorted(set(values)):
            end = f"{{{field_name}={one}}}"
            if end not in out:  # a value may be named beside its field
                named = [renamed(metric, end) for metric in metrics]
                out[end] = (named, part(measurement, field_name, one, end), end)
    return list(out.values())


def part(measurement: Measurement, field_name: str, value: str, end: str) -> Measurement:
    """The measurement of the units that have the value."""
    chosen = np.array([one == value for one in measurement.fields[field_name]], dtype=np.bool_)
    places = np.flatnonzero(chosen)
    digests = tuple(measurement.digests[place] for place in places)
    return Measurement(
        evidence={
            name + end: found if isinstance(found, NotAvailable) else within(found, chosen)
            for name, found in measurement.evidence.items()
        },
        gold_sha256=gold_sha256(digests),
        ids=tuple(measurement.ids[place] for place in places),
        unit=measurement.unit,
        digests=digests,
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
