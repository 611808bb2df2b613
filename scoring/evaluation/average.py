"""From several test sets to one judged row a metric: the mean of their scores, resampled jointly."""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.base.errors import ScoringError, UsageError
from scoring.base.wording import nearest
from scoring.evaluation.assess import Evaluation, assess
from scoring.evaluation.evaluate import computable, sign_metrics
from scoring.evaluation.measure import gold_of, measure
from scoring.evaluation.measurement import Measurement, Wanted
from scoring.evaluation.same import SAME_AS_REF_PRED, has_same_content, refuse_same
from scoring.evidence.average import Average
from scoring.evidence.evidence import Evidence
from scoring.judging.settings import Settings
from scoring.metrics import catalog
from scoring.metrics.averaged import average_metric
from scoring.metrics.declared import Declared
from scoring.metrics.metric import Metric, NotAvailable
from scoring.metrics.task import gold_sha256
from scoring.rows.records import Identity
from scoring.rows.references import References

__all__ = ["Member", "common_metrics", "evaluate_average"]


@dataclass(frozen=True, kw_only=True)
class Member:
    """One of the test sets of an average: what ``evaluate`` takes, and a name for errors."""

    name: str
    task: str
    gold: object
    pred: object
    ref_pred: object = None
    metrics: Sequence[str] | Mapping[str, Declared] | None = (
        None  # that may be averaged; None: all of the task
    )
    wanted: Wanted = field(default_factory=Wanted)  # options of the task, and how both sides are read

    def select(self) -> dict[str, Metric[Any]]:
        """The member's metrics by label, signed with the options that change their figures."""
        wanted = (
            self.metrics if self.metrics is None or isinstance(self.metrics, Mapping) else list(self.metrics)
        )
        chosen = catalog.select(self.task, wanted)
        return {metric.label: metric for metric in sign_metrics(self.task, chosen, self.wanted, {})}


def common_metrics(
    members: Sequence[Member], metrics: Sequence[str] | None = None
) -> list[list[Metric[Any]]]:
    """For each metric asked for, by label or id, that of every member; without ``metrics`` all they have in common.

    Raises:
        UsageError: a member has not the metric, or they have none in common.
    """
    known = [member.select() for member in members]
    if metrics is None:
        labels = [label for label in known[0] if all(label in others for others in known)]
        if not labels:
            named = "; ".join(f"{m.name}: {', '.join(ours)}" for m, ours in zip(members, known, strict=True))
            msg = f"the gates have no metric in common, so there is nothing to average ({named})"
            raise UsageError(msg)
        return [[others[label] for others in known] for label in labels]
    found: dict[str, list[Metric[Any]]] = {}
    for name in metrics:
        each = [metric_named(name, member, ours) for member, ours in zip(members, known, strict=True)]
        found.setdefault(each[0].label, each)
    return list(found.values())


def metric_named(name: str, member: Member, known: Mapping[str, Metric[Any]]) -> Metric[Any]:
    """The member's metric of that label or id."""
    by_name = {metric.id: metric for metric in known.values()} | dict(known)
    if name not in by_name:
        msg = f"{member.name} does not judge {name}, so it has no average; {nearest(name, known)}"
        raise UsageError(msg)
    return by_name[name]


def evaluate_average(
    members: Sequence[Member],
    *,
    identity: Identity,
    metrics: Sequence[str] | None = None,
    references: References | None = None,
    judge: bool = True,
    settings: Settings | None = None,
    source: str | None = None,
) -> Evaluation:
    """The rows of an average over test sets: the mean score of each metric, judged as any other row is.

    Where neither the average nor a member names metrics, those that cannot be computed on all test sets and have no
    reference are left out, and ``notes`` say why.  Every test set is drawn within itself from the row's seed.  The
    members' reference systems (``ref_pred``) judge where each member has one.

    Source: specification, "Producing a results row"; macro average as in Yang (1999), An evaluation of statistical
    approaches to text categorization.

    Raises:
        ScoringError: the data, a name or a setting cannot be used; names the member.
    """
    common = common_metrics(members, metrics)
    ours = measure_members(members, common)
    left_out: list[str] = []
    if metrics is None and all(member.metrics is None for member in members):
        kept, left_out = computable([each[0] for each in common], ours, identity, references)
        common = [each for each in common if each[0].id in {metric.id for metric in kept}]
    averaged = [
        dataclasses.replace(metric, signature=ours.signatures[metric.id])
        for metric in (average_metric(each) for each in common)
    ]
    without = [member.name for member in members if member.ref_pred is None]
    notes = [*ours.notes, *left_out]
    opponent = None
    if not without:
        opponent = measure_members(members, common, "ref_pred")
        if all(has_same_content(member.pred, member.ref_pred) for member in members):
            ours = ours.flagged(SAME_AS_REF_PRED)
        notes += opponent.notes
    elif len(without) < len(members):
        notes.append(f"the average is not judged by ref_pred, because {without[0]} has none")
    done = assess(
        averaged, ours, identity=identity, references=references, opponent=opponent, judge=judge, settings=settings,
        source=source,
    )  # fmt: skip
    return dataclasses.replace(done, notes=tuple(dict.fromkeys(notes)))


def measure_members(
    members: Sequence[Member], common: Sequence[Sequence[Metric[Any]]], role: str = "pred"
) -> Measurement:
    """What was seen on all test sets, as one: averages by the metrics of the first member.

    ``role`` says of which system: pred or ref_pred.
    """
    seen = []
    for place, member in enumerate(members):
        chosen = [each[place] for each in common]
        try:
            wanted = dataclasses.replace(member.wanted, labels=(), slices=(), role=role)
            pred = member.pred
            if role == "ref_pred":
                refuse_same(pred, member.ref_pred, ("pred", "ref_pred"))
                pred = member.ref_pred
            gold = gold_of(member.task, member.gold, member.pred)
            seen.append(measure(member.task, gold, pred, chosen, None, wanted))
        except ScoringError as error:
            first, *more = error.lines
            raise type(error)(f"{member.name}: {first}", *more) from error
    evidence, signatures, flags = {}, {}, {}
    for each in common:
        own = [
            dataclasses.replace(metric, signature=one.signatures.get(metric.id, metric.signature))
            for one, metric in zip(seen, each, strict=True)
        ]
        signatures[each[0].id] = average_metric(own).signature
        parts = [one.evidence[metric.id] for one, metric in zip(seen, each, strict=True)]
        evidence[each[0].id] = average_of(members, parts)
        warned = [one.flags.get(metric.id, ()) for one, metric in zip(seen, each, strict=True)]
        flags[each[0].id] = tuple(dict.fromkeys(flag for one in warned for flag in one))
    words = {one.unit for one in seen}
    prints = [one.gold_sha256 for one in seen]
    return Measurement(
        evidence=evidence,
        gold_sha256=gold_sha256([bytes.fromhex(one) for one in prints if one is not None]),
        ids=tuple(f"{place}:{name}" for place, one in enumerate(seen, 1) for name in one.ids),
        unit=words.pop() if len(words) == 1 else "unit",
        notes=tuple(f"{m.name}: {note}" for m, one in zip(members, seen, strict=True) for note in one.notes),
        signatures=signatures,
        flags=flags,
    )


def average_of(
    members: Sequence[Member], parts: Sequence[Evidence | NotAvailable]
) -> Evidence | NotAvailable:
    """The average of what was seen of one metric; not available where it is not on one test set."""
    for member, part in zip(members, parts, strict=True):
        if isinstance(part, NotAvailable):
            return NotAvailable(f"{member.name}: {part.reason}", part.remedy)
    return Average(tuple(part for part in parts if not isinstance(part, NotAvailable)))
