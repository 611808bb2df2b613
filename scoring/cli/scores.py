"""``onenlp scores``: scores metrics that are declared on the command line over a table of numbers."""

import math
import re
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scoring.base.errors import UsageError
from scoring.cli.options import Parser, given_keys, option_of, words_of
from scoring.cli.scoring_command import Opened, ScoringCommand
from scoring.metrics.declared import BETTER_WORDS, SCALE_WORDS, declared_metrics
from scoring.metrics.key import CLUSTER, SCORES, SLICES

if TYPE_CHECKING:
    from scoring.metrics.metric import Metric
    from scoring.rows.records import Row

__all__ = ["DATASET", "add_tables", "parser", "run", "take_table"]

OUTCOMES = ("fail", "pass")
DATASET = "scores"
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


@dataclass(frozen=True)
class TableCommand(ScoringCommand):
    """A command over a table: it has no gold, and its metrics are declared."""

    def add_sides(self, made: Parser) -> None:
        """Adds the options that name the tables."""
        add = made.add_argument
        add("--data", required=True, metavar="FILE", help=f"the table, {self.format}")
        add("--ref-data", metavar="FILE", help="the table of a reference system, paired with ours by id")

    def add_metrics(self, made: Parser) -> None:
        """Adds the options that declare metrics."""
        add_declared(made, required=True)
        made.add_draws()

    def run(self, options: Namespace) -> int:
        """Scores, judges where a reference is given, and hands over rows and exit status."""
        declare(options)
        options.dataset = DATASET if options.dataset is None else options.dataset
        return super().run(options)

    def said(self, options: Namespace, opened: Opened) -> list[str]:
        """The options of the call that say what was scored."""
        words = ["--data", str(opened.pred)]
        keys = [key for key in self.keys if key.name != "scale"]
        for key in keys:
            for value in given_keys(options, [key]).values():
                words += words_of(key, value)
        return words

    def alone(self, row: "Row", metrics: "Sequence[Metric[Any]]") -> list[str]:
        """The options that declare the metric of a row."""
        label = max((m.label for m in metrics if row.metric.startswith(m.label)), key=len, default=row.metric)
        one = {m.label: m for m in metrics}.get(label)
        words = ["--metric", f"{label} = {one.id if one else ''}"]
        if one is not None and one.better != BETTER_WORDS[0]:
            words += ["--better", f"{label}={one.better}"]
        if one is not None and one.scale != SCALE_WORDS[0]:
            words += ["--scale", f"{label}={one.scale}"]
        return words


def add_declared(made: Parser, *, required: bool) -> None:
    """Adds the options that declare metrics: ``--metric``, ``--better`` and ``--scale``."""
    add = made.add_argument
    add("--metric", action="append", type=declaration, required=required, default=None if required else [],
        metavar="'NAME = FORMULA'", help="what to score: 'WER = sum(errors)/sum(words)' (repeatable)")  # fmt: skip
    add("--better", action="append", default=[], type=way, metavar="WAY",
        help="lower, higher (default) or the ideal value, of all metrics or of one as in WER=lower; "
        "or whether better than noise fails: fail or pass (repeatable)")  # fmt: skip
    add("--scale", action="append", default=[], type=unit, metavar="UNIT",
        help=f"the unit of all scores or of one, as in WER=points: {', '.join(SCALE_WORDS)} (repeatable)")  # fmt: skip


def add_tables(made: Parser, **kept: Any) -> None:  # noqa: ANN401 - how argparse keeps what is given
    """Adds the options of a table of scores to a command that takes gold and a prediction otherwise."""
    add = made.add_argument
    add("--data", metavar="FILE", help="a table of scores, instead of gold and pred; with --metric", **kept)
    add("--ref-data", metavar="FILE", help="the table of a reference system, paired with ours")
    add_declared(made, required=False)


def take_table(options: Namespace, command: str) -> None:
    """Makes a table of scores what is measured, where there is one; UsageError where the files do not go together."""
    if options.data is None:
        if options.pred is None:  # gold may be named by keys of its task
            msg = f"the following arguments are required: --pred; see: onenlp {command} --help"
            raise UsageError(msg)
        if options.metric or options.better or options.scale or options.ref_data:
            msg = "--metric, --better, --scale and --ref-data are for a table of scores: give --data"
            raise UsageError(msg)
        return
    if given := next(
        (name for name in ("gold", "pred", "ref_pred") if getattr(options, name) is not None), None
    ):
        msg = f"--data is a table of scores, which has no {option_of(given)}: remove one of them"
        raise UsageError(msg)
    if not options.metric:
        msg = "--data needs --metric 'NAME = FORMULA', as in 'WER = sum(errors)/sum(words)'"
        raise UsageError(msg)
    declare(options)
    options.task = "scores"


def declare(options: Namespace) -> None:
    """Turns what was declared into the options of every command that scores.

    Raises:
        UsageError: two of the options contradict each other, or name a metric that is not declared.
    """
    formulas = by_name("--metric", options.metric)
    outcome = [value for name, value in options.better if name is None and value in OUTCOMES]
    if len(outcome) > 1:
        msg = "--better is given twice as fail or pass; keep one"
        raise UsageError(msg)
    ways = by_name("--better", [one for one in options.better if one[1] not in OUTCOMES], formulas)
    options.metrics = declared_metrics(formulas, ways, by_name("--scale", options.scale, formulas))
    options.better, options.scale = (outcome or [None])[0], None
    options.gold = options.pred = options.data
    options.ref_pred = options.ref_data


def by_name(
    option: str, pairs: Sequence[tuple[str | None, Any]], names: Iterable[str] = ()
) -> dict[str, Any]:
    """The values by metric; one without a name is that of all that have none of their own."""
    found: dict[str, Any] = {}
    for name, value in sorted(pairs, key=lambda pair: pair[0] is not None):
        if name is None:
            if found:
                msg = f"{option} is given twice for all metrics; keep one, or name the metrics, as in WER={value}"
                raise UsageError(msg)
            found |= dict.fromkeys(names, value)
    own = [(name, value) for name, value in pairs if name is not None]
    for place, (name, value) in enumerate(own):
        if name in [one for one, _ in own[:place]]:
            msg = f"{option} {name} is given twice; keep one"
            raise UsageError(msg)
        found[name] = value
    return found


def declaration(text: str) -> tuple[str, str]:
    """The name and formula in ``WER = sum(errors)/sum(words)``."""
    name, equals, formula = (part.strip() for part in text.partition("="))
    if not (equals and name and formula):
        msg = f"{text!r} is not NAME = FORMULA, as in 'WER = sum(errors)/sum(words)'"
        raise ArgumentTypeError(msg)
    return name, formula


def named_value(text: str) -> tuple[str | None, str]:
    """The metric, if one is named, and the value in ``WER=lower``."""
    name, equals, value = text.rpartition("=")
    return (name.strip() if equals else None), value.strip()


def way(text: str) -> tuple[str | None, str | float]:
    """How a metric improves, or what a better score does."""
    name, value = named_value(text)
    if value in BETTER_WORDS or (name is None and value in OUTCOMES):
        return name, value
    if NUMBER.fullmatch(value) and math.isfinite(float(value)):
        return name, float(value)
    needed = (
        f"{', '.join(BETTER_WORDS)} or an ideal value, also of one metric as in WER=lower; or fail or pass"
    )
    msg = f"{text!r} is not {needed}"
    raise ArgumentTypeError(msg)


def unit(text: str) -> tuple[str | None, str]:
    """The unit of scores."""
    name, value = named_value(text)
    if value not in SCALE_WORDS:
        msg = f"{text!r} is not one of {', '.join(SCALE_WORDS)}, also of one metric as in WER=points"
        raise ArgumentTypeError(msg)
    return name, value


KEYS = (SLICES, CLUSTER, *(key for key in SCORES if key.name != "scale"))
COMMAND = TableCommand(
    "scores",
    ("scores",),
    "Score metrics that you declare over a table of numbers",
    "CSV, TSV, JSON Lines or Parquet",
    KEYS,
)
parser, run = COMMAND.parser, COMMAND.run
