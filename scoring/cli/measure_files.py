"""What two files of any task hold, measured: for commands that plan or propose and judge nothing."""

import shlex
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from scoring.base.errors import InputError
from scoring.base.wording import plural, printable
from scoring.cli.options import Parser, given_keys, option_of
from scoring.cli.row_names import gold_name
from scoring.cli.scoring_command import Opened, options_of, read_both, refuse_foreign
from scoring.gates.keys import keys_of
from scoring.metrics.key import READING

if TYPE_CHECKING:
    from scoring.evaluation.measurement import Measurement
    from scoring.metrics.metric import Metric

__all__ = ["MeasuredFiles", "add_gold", "measured", "reading_of"]


@dataclass(frozen=True)
class MeasuredFiles:
    """The task, gold as it reads it, its metrics that can be computed here, and what was seen of each system."""

    task: str
    gold: object
    metrics: "list[Metric[Any]]"
    ours: "Measurement"
    opponent: "Measurement | None"


def add_gold(made: Parser) -> None:
    """The option that names gold, where keys may name it as well."""
    others = " or ".join(option_of(key.name) for key in READING if key.is_gold)
    made.add_argument(
        "--gold", metavar="FILE", help=f"the gold annotation; of a translation in texts {others}"
    )


def measured(options: Namespace, said: set[str] | None = None) -> MeasuredFiles:
    """The task of two files, and what is measured of them.

    ``said`` are the notes that were given before, which are not given again.

    Raises:
        ScoringError: a file cannot be used, there is nothing in gold, or a metric asked for cannot be computed.
    """
    from scoring.cli.detect_task import looked_at
    from scoring.cli.output import warn
    from scoring.evaluation.measure import measure
    from scoring.evaluation.measurement import Wanted
    from scoring.evaluation.same import refuse_same
    from scoring.metrics import catalog
    from scoring.metrics.metric import NotAvailable

    opened = looked_at(options)
    metrics = catalog.select(opened.task, options.metrics)
    kind = catalog.task(opened.task)
    given = {**reading_of(options, opened.task), "language": getattr(options, "language", None)}
    wanted = Wanted.of(opened.task, given)
    gold, pred = read_both(kind, opened, options, wanted)
    if options.ref_pred:
        refuse_same(options.pred, options.ref_pred, ("pred", "ref_pred"))
    ours = measure(opened.task, gold, pred, metrics, wanted=wanted)
    opponent = None
    if options.ref_pred:
        opponent = measure(
            opened.task, gold, options.ref_pred, metrics, wanted=replace(wanted, role="ref_pred")
        )
    if not ours.ids:
        units = plural(ours.unit)
        msg = f"{gold_name(options)}: there are no {units} in it, so nothing can be measured; is it the right file?"
        raise InputError(msg)
    usable: list[Metric[Any]] = []
    left_out: dict[str, str] = {}
    for metric in metrics:
        seen = ours.evidence[metric.id]
        if not isinstance(seen, NotAvailable):
            usable.append(metric)
            continue
        words = f"{metric.label} is not available: {seen.reason}" + (
            f"; {seen.remedy}" if seen.remedy else ""
        )
        if options.metrics is not None:
            raise InputError(words)
        left_out[metric.label] = words
    known = set() if said is None else said
    lacking = {label: words for label, words in left_out.items() if words not in known}
    first = [opened.note] if opened.note else []
    others = [*first, *ours.notes, *(opponent.notes if opponent else ())]
    notes = dict.fromkeys(note for note in (*others, *folded(lacking, options, opened)) if note not in known)
    warn("".join(f"onenlp: {printable(note)}\n" for note in notes))
    known.update(left_out.values(), notes)
    if not usable:
        msg = f"{options.pred}: no metric of task {opened.task} can be computed from it"
        raise InputError(msg)
    return MeasuredFiles(opened.task, gold.data, usable, ours, opponent)


def folded(lacking: Mapping[str, str], options: Namespace, opened: Opened) -> list[str]:
    """What cannot be computed and why; of several metrics their labels, and the command that says why of each."""
    if len(lacking) < 2:
        return list(lacking.values())
    command = shlex.join(["onenlp", "score", *options_of(options, opened, named=True)])
    return [f"{len(lacking)} metrics are not available: {', '.join(lacking)}; why: {command}"]


def reading_of(options: Namespace, task: str) -> dict[str, Any]:
    """How the files are read, as the options say; UsageError for one that is not for this task."""
    given = given_keys(options, READING)
    refuse_foreign(task, given)
    return given_keys(options, keys_of(task).values()) | given
