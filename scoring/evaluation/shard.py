"""One shard of a test set, read, aligned and measured, in any process; and what is refused of all shards together."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.base.errors import InputError
from scoring.evaluation.measurement import EVERY, Wanted
from scoring.evaluation.same import ROLES, has_same_content, refuse_same
from scoring.evidence.evidence import Evidence
from scoring.metrics import catalog
from scoring.metrics.metric import Metric, NotAvailable
from scoring.metrics.task import Task, read_side

__all__ = ["Shard", "base_of", "measure_shard", "merged", "refuse_disjoint"]


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
    flags: Mapping[str, tuple[str, ...]]
    inventories: tuple[frozenset[str], frozenset[str]] | None = None
    same_content: bool = False  # gold and prediction
    refusal: str = ""  # of a gate or command, where all shards have it
    aligned: Any = None  # where it is kept


def measure_shard(
    task: str, ids: Sequence[str], own: Mapping[str, Metric[Any]], wanted: Wanted, gold: object, pred: object,
    *, keep: bool = False,
) -> Shard:  # fmt: skip
    """One shard's evidence by metric id; runs in the executor's worker.  ``keep``: with its aligned data."""
    kind = catalog.task(task)
    ours = read_side(kind, gold, "gold", wanted.reading)
    alone = gold is pred and not kind.has_gold
    sides = ours, ours if alone else read_side(kind, pred, "pred", wanted.reading)
    alike = kind.has_gold and kind.same_field(*sides)
    aligned = kind.align(*sides, **wanted.options)  # may refuse one field of one file in words of its own
    if alike:
        refuse_same(pred, gold, (wanted.role, "gold"))
    metrics = {**catalog.metrics(task), **own}
    evidence = {name: metrics[name].measure(aligned) for name in ids}
    present = tuple(kind.labels(aligned)) if wanted.labels else ()
    for label in present if EVERY in wanted.labels else wanted.labels:
        for name in ids:
            if (single := metrics[name].for_label) is not None:
                evidence[f"{name}[{label}]"] = single(aligned, label)
    warnings = {name: kind.warnings(aligned, base_of(name)[0]) for name in evidence}
    return Shard(
        evidence=evidence,
        digests=tuple(kind.unit_digests(aligned)),
        ids=tuple(kind.unit_ids(aligned)),
        unit=kind.unit_of(aligned),
        labels=present,
        fields={name: tuple(kind.slices(aligned, name)) for name in wanted.fields},
        notes=merged((kind.notes(aligned), *([note for _, note in each] for each in warnings.values()))),
        flags={name: merged([[flag for flag, _ in each]]) for name, each in warnings.items()},
        inventories=inventories_of(kind, aligned),
        same_content=alike and has_same_content(pred, gold),
        refusal=kind.refusal(aligned),
        aligned=aligned if keep else None,
        signatures=dict(kind.signatures(aligned, evidence)),
    )


def inventories_of(task: Task[Any, Any], aligned: Any) -> tuple[frozenset[str], frozenset[str]] | None:  # noqa: ANN401
    """The labels of both sides of a shard, where the task has any."""
    found = task.inventories(aligned)
    return None if found is None else (frozenset(found[0]), frozenset(found[1]))


def refuse_disjoint(shards: Sequence[Shard], role: str) -> None:
    """Raises InputError where gold and prediction each have labels, and share none: two spellings of one set."""
    found = [shard.inventories for shard in shards if shard.inventories is not None]
    gold, pred = (frozenset[str]().union(*sides) for sides in zip(*found, strict=True)) if found else ((), ())
    if gold and pred and not gold & pred:
        msg = (
            f"{ROLES[role]} has no label in common with gold: it has {listed(pred)}; gold has {listed(gold)}; "
            "spell them alike, or have them scored as they are: disjoint_labels = true (--disjoint-labels)"
        )
        raise InputError(msg)


def listed(names: Collection[str]) -> str:
    """Some names for a message, sorted: quoted, and how many are left out."""
    few = [f"{name[:40]!r}" for name in sorted(names)[:8]]
    return ", ".join(few) + (f" and {len(names) - 8} more" if len(names) > 8 else "")


def merged(lists: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """The members of all, each once, in order."""
    return tuple(dict.fromkeys(one for each in lists for one in each))


def base_of(metric_id: str) -> tuple[str, str | None]:
    """The id of the metric without its label or slice, and the label.

    >>> base_of("span_f1[PER]"), base_of("span_f1{domain=[x]}"), base_of("las")
    (('span_f1', 'PER'), ('span_f1', None), ('las', None))
    """
    name, bracket, rest = re.match(r"([^[{]*)(.?)(.*)", metric_id, re.DOTALL).groups()  # type: ignore[union-attr]  # matches all
    return name, rest[:-1] if bracket == "[" else None
