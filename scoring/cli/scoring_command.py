"""A command that scores one kind of file against gold, and judges the scores by references.

What ``ud``, ``span``, ``classify`` and ``score`` have in common; each says with a ``ScoringCommand`` what is its own.
Source: specification, "Producing a results row".
"""

from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scoring.base.errors import InputError, UsageError
from scoring.base.wording import plural
from scoring.cli.options import Parser, add_key, files_of, given_keys, names_in, option_of, words_of
from scoring.cli.row_names import LANGUAGE, gold_name, identity_of
from scoring.gates.keys import foreign, keys_of
from scoring.metrics.key import LABELS, Key

if TYPE_CHECKING:
    from scoring.evaluation.assess import Evaluation
    from scoring.evaluation.measurement import Wanted
    from scoring.judging.settings import Settings
    from scoring.metrics.metric import Metric
    from scoring.metrics.task import AlreadyRead, Task
    from scoring.rows.records import Row
    from scoring.rows.references import References

__all__ = [
    "Opened",
    "ScoringCommand",
    "as_named",
    "refuse_foreign",
    "settings_of",
]


GIVEN = ("resamples", "seed", "max_loss")  # options that are settings of a check


@dataclass(frozen=True)
class Opened:
    """The task of a call, and both sides as paths or as what its reader made of them.

    ``note`` says how the task was told, where it is a guess.
    """

    task: str
    gold: object
    pred: object
    note: str = ""


def as_named(options: Namespace) -> Opened:
    """The files as they are named, for the command's one task."""
    return Opened(options.task, options.gold, options.pred)


@dataclass(frozen=True)
class ScoringCommand:
    """What is a command's own: its name, its tasks, what it says of itself and of its files.

    ``keys`` are those that some of its tasks have, said here so that help loads none of them.  ``opened`` finds the
    task where there are several and the user names none.
    """

    command: str
    tasks: tuple[str, ...]
    does: str
    format: str
    keys: tuple[Key, ...] = ()
    opened: Callable[[Namespace], Opened] = as_named

    def parser(self) -> Parser:
        """The options of the command."""
        made = Parser(f"onenlp {self.command}", f"{self.does}, with 95 % intervals.")
        self.add_options(made)
        return made

    def add_options(self, made: Parser) -> None:
        """Adds the options of the command to a parser."""
        add = made.add_argument
        self.add_sides(made)
        if len(self.tasks) > 1:
            looks = self.opened is not as_named
            add("--task", choices=self.tasks, required=not looks,
                help="what the files hold" + (" (default: as they look)" if looks else ""))  # fmt: skip
        add("--component", metavar="NAME", help="what made the prediction (default: name of the task)")
        add("--language", metavar="CODE", help=f"the language (default: {LANGUAGE})")
        add("--dataset", metavar="NAME", help="the test set (default: name of the gold file)")
        self.add_metrics(made)
        for key in self.keys:
            add_key(made, key)
            if key == LABELS:
                add("--by-label", action="store_true", help="rows for every label alone, too")
        add("--reference", action="append", default=[], metavar="NAME=NUMBER,...",
            help="reference scores, in points (repeatable)")  # fmt: skip
        add("--reference-source", metavar="TEXT", help="where the reference comes from (default: published)")
        add("--reference-file", action="append", default=[], metavar="PATH",
            help="reference rows: a results file, or a folder of them (repeatable)")  # fmt: skip
        made.add_outputs()
        add(
            "--entries",
            metavar="FILE",
            help="write each unit with its counts, gold and prediction, as JSON Lines",
        )
        made.add_crosscheck()

    def add_sides(self, made: Parser) -> None:
        """Adds the options that name the files."""
        add = made.add_argument
        instead = [option_of(key.name) for key in self.keys if key.is_gold]
        add("--gold", required=not instead, metavar="FILE",
            help=f"the gold annotation, {self.format}" + "".join(f"; or {option}" for option in instead))  # fmt: skip
        add("--pred", required=True, metavar="FILE", help=f"the prediction for the same text, {self.format}")
        add("--ref-pred", metavar="FILE",
            help="a reference system's prediction, measured here and paired with ours")  # fmt: skip

    def add_metrics(self, made: Parser) -> None:
        """Adds the options that say what is scored, and what a better score does."""
        made.add_argument(
            "--metrics", type=names_in, metavar="NAME,...", help="what to score (default: every metric)"
        )
        made.add_judging()

    def run(self, options: Namespace) -> int:
        """Scores, judges where a reference is given, and hands over rows and exit status."""
        from scoring.base.wording import printable
        from scoring.cli.crosscheck import with_crosscheck
        from scoring.cli.delivery import Delivery
        from scoring.cli.entries import entries
        from scoring.cli.next_commands import next_commands
        from scoring.cli.output import warn
        from scoring.cli.references import check_names, given_rows, reference_paths
        from scoring.evaluation.evaluate import evaluate
        from scoring.metrics import catalog
        from scoring.report import Report
        from scoring.rows.references import References
        from scoring.rows.units import StoredUnits

        refuse_no_source(options)
        if len(self.tasks) == 1:
            options.task = self.tasks[0]
        paths = reference_paths(options.reference_file)
        named = [path for path in (options.gold, options.pred, options.ref_pred) if path]
        inputs = [*named, *files_of(options, self.keys), *map(str, paths)]
        delivery = Delivery.of(options, inputs)
        opened = self.opened(options)
        wanted = wanted_of(self, options, opened.task)
        metrics = catalog.select(opened.task, options.metrics)
        task = catalog.task(opened.task)
        gold, pred = read_both(task, opened, options, wanted)
        identity = identity_of(options, task, gold.data)
        given = given_rows(options.reference, metrics, identity, options.reference_source or "published")
        references = References.load(paths, given)
        done = evaluate(
            opened.task, gold, pred, identity=identity, wanted=wanted,
            metrics=options.metrics or [metric.id for metric in metrics],
            references=references, ref_pred=options.ref_pred, judge=bool(given or paths or options.ref_pred),
            settings=settings_of(options),
        )  # fmt: skip
        refuse_empty(done, options)
        check_names(given, done.rows)
        notes = [*([opened.note] if opened.note else []), *done.notes]
        warn("".join(f"onenlp: {printable(note)}\n" for note in notes))
        rows, left_out = asked_for(done, references, options)
        warn("".join(printable(f"onenlp: {row.metric} is {row.reason}") + "\n" for row in left_out))
        rows = [as_asked(row, options) for row in rows]
        units = StoredUnits()
        units.record(done.units)
        record = [self.command, *self.said(options, opened)]
        alone = {row.key: self.alone(row, metrics) for row in rows}
        reasons = {row.key: reason(row, references, record, alone[row.key]) for row in rows}
        head = delivery.head(self.command, options, [*options.reference_file, *options.reference])
        commands = next_commands(rows, record, alone)
        report = Report(rows, {} if options.no_units else {identity: units}, head, commands)
        aligned = (
            task.align(gold.data, pred.data, **wanted.options)
            if options.entries or options.crosscheck
            else None
        )
        lines = entries(task, aligned, metrics) if options.entries else ""
        status = delivery.hand_over(report, reasons, entries=lines)
        if not options.crosscheck:
            return status
        return with_crosscheck(status, task, aligned, done.rows, printed=delivery.prints_a_file)

    def said(self, options: Namespace, opened: Opened) -> list[str]:
        """The options of the call that say what was scored."""
        return options_of(options, opened, named=len(self.tasks) != 1)

    def alone(self, row: "Row", metrics: "Sequence[Metric[Any]]") -> list[str]:
        """The options that score the metric of a row alone."""
        of = max((m.label for m in metrics if row.metric.startswith(m.label)), key=len, default=row.metric)
        return ["--metrics", of]


def read_both(
    task: "Task[Any, Any]", opened: Opened, options: Namespace, wanted: "Wanted"
) -> "tuple[AlreadyRead[Any], AlreadyRead[Any]]":
    """Both sides, read once; of a task without gold the table twice."""
    from scoring.metrics.task import AlreadyRead, read_side

    source = task.gold_source(opened.gold, opened.pred, wanted.reading)
    gold = AlreadyRead(read_side(task, source, "gold", wanted.reading), options.gold or source)
    if not task.has_gold:
        return gold, gold
    return gold, AlreadyRead(read_side(task, opened.pred, "pred", wanted.reading), options.pred)


def refuse_no_source(options: Namespace) -> None:
    """Raises UsageError for a source of references that is no text, or where there is no reference."""
    from scoring.base.strict_json import unfit

    if options.reference_source is not None and not (options.reference or options.ref_pred):
        msg = "--reference-source says where --reference or --ref-pred comes from, but neither is given"
        raise UsageError(msg)
    if fault := unfit(options.reference_source, ""):
        msg = f"--reference-source {fault}"
        raise UsageError(msg)


def settings_of(options: Namespace) -> "Settings":
    """Resamples, seed and largest loss as given, everything else as the product has it."""
    from scoring.judging.settings import Settings

    given = {name: value for name in GIVEN if (value := getattr(options, name)) is not None}
    return Settings(**given)


def wanted_of(command: ScoringCommand, options: Namespace, task: str) -> "Wanted":
    """Single labels, slices and the task's own options as given.

    Raises:
        UsageError: an option is given that the task does not have, or two options contradict each other.
    """
    from scoring.evaluation.measurement import EVERY, Wanted

    given = given_keys(options, command.keys)
    refuse_foreign(task, given)
    given["language"] = options.language
    if getattr(options, "by_label", False):
        if "labels" in given:
            msg = "--by-label gives a row for every label already; remove --labels"
            raise UsageError(msg)
        given["labels"] = (EVERY,)
    return Wanted.of(task, given)


def refuse_foreign(task: str, given: Iterable[str]) -> None:
    """Raises UsageError for a key that the task does not have."""
    other = foreign(task, list(given))
    if other is not None:
        msg = f"{option_of(other)}: task {task} has no {other}; remove the option, or name another --task"
        raise UsageError(msg)


def refuse_empty(done: "Evaluation", options: Namespace) -> None:
    """Raises InputError where there is nothing in the gold file."""
    if not any(row.units for row in done.rows):
        units = plural(done.rows[0].unit or "unit")
        msg = f"{gold_name(options)}: there are no {units} in it, so there is nothing to score; is it the right file?"
        raise InputError(msg)


def asked_for(
    done: "Evaluation", references: "References", options: Namespace
) -> "tuple[list[Row], list[Row]]":
    """The rows to hand over; and those of metrics that cannot be computed here, where nobody asked for them."""
    if options.metrics is not None:
        return list(done.rows), []
    left_out = [row for row in done.rows if row.metric in done.unavailable and not references.find(row.key)]
    return [row for row in done.rows if row not in left_out], left_out


def as_asked(row: "Row", options: Namespace) -> "Row":
    """The row as the command means it: without a reference file, one nobody gave a number for is not judged."""
    from msgspec.structs import replace

    from scoring.rows.verdict import Verdict

    if row.verdict is Verdict.MISSING and not options.reference_file and not options.ref_pred:
        return replace(row, verdict=None)
    if options.ref_pred and options.reference_source and row.reference is not None:
        return replace(row, reference_source=options.reference_source)
    return row


def options_of(options: Namespace, opened: Opened, *, named: bool) -> list[str]:
    """The options of the call that say what was scored; ``named``: with the task."""
    words = [*(["--gold", options.gold] if options.gold else []), "--pred", options.pred]
    words += ["--task", opened.task] if named else []
    if getattr(options, "by_label", False):
        words.append("--by-label")
    own = keys_of(opened.task)
    for name, value in given_keys(options, own.values()).items():
        words += words_of(own[name], value)
    return words


def reason(row: "Row", references: "References", record: Sequence[str], alone: Sequence[str]) -> str:
    """Why the row fails, in one line; for a missing reference with the command that makes a file with the row."""
    from scoring.cli.next_commands import measuring
    from scoring.report.line import line_of
    from scoring.rows.references import near

    command = f"{measuring(row, record, alone)} --json FILE, then --reference-file FILE"
    return line_of(row, closest=near(row, references), record=command)
