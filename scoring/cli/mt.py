"""``onenlp mt``: scores a run of machine translation and writes its run card.

Source: MT scoring specification, §9.
"""

import shlex
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from scoring.base.errors import InputError, UsageError
from scoring.cli.mt_options import add_scoring, cards_of, engines_of, read_beside, refuse_replaced, scoring_of
from scoring.cli.options import Parser, add_key, files_of, given_keys, option_of
from scoring.metrics.key import OF_ROWS, TEXTS, Kind

if TYPE_CHECKING:
    from scoring.card.score import Scored
    from scoring.mt.run import Run

__all__ = ["parser", "run", "tracked"]

OUTPUTS = ("json", "markdown", "entries", "rows", "write_run")
KEYS = (*TEXTS, *OF_ROWS)  # of texts in place of a run


def parser() -> Parser:
    """The options of the command."""
    made = Parser(
        "onenlp mt", "Score a run of machine translation: quality, cost and speed, with 95 % intervals.", ""
    )
    add = made.add_argument
    add("--run", metavar="FILE", help="the run: JSON, or JSON Lines with a header")
    add(
        "--pred",
        metavar="FILE",
        help="instead of a run, with --ref: the outputs, a segment a line or a column of a table",
    )
    for key in KEYS:
        add_key(made, key)
    add("--component", metavar="NAME", help="what made the outputs, for the rows (default: mt)")
    add("--language", metavar="CODE", help="the language of the rows (default: those of the run, as en-de)")
    add(
        "--dataset",
        metavar="NAME",
        help="the test set (default: that of the run, or name of the first --ref)",
    )
    add_scoring(made)
    add("--json", metavar="FILE", help="write the run card; - is standard output")
    add("--markdown", metavar="FILE", help="write the run card as a page; - is standard output")
    add("--entries", metavar="FILE", help="write each entry with its scores, as JSON Lines")
    add("--rows", metavar="FILE", help="write the rows; the file can be used as a reference file for gates")
    add("--write-run", metavar="FILE", help="write the run as JSON, as made of text files")
    made.add_crosscheck()
    return made


def run(options: Namespace) -> int:
    """Scores the run, and writes what is asked for."""
    from scoring.card.score import scored_run
    from scoring.cli.crosscheck import with_crosscheck
    from scoring.cli.row_names import identity_of
    from scoring.mt.task import MT

    places = {
        name.replace("_", "-"): place for name in OUTPUTS if (place := getattr(options, name)) is not None
    }
    inputs = [path for path in (options.run, options.pred, *files_of(options, KEYS)) if path]
    refuse_replaced(places, [*inputs, *read_beside(options)])
    found = run_of(options)
    if not found.entries:
        msg = f"{options.run or options.pred}: there are no entries in it, so there is nothing to score"
        raise InputError(msg)
    resamples, seed = scoring_of(options)
    scored = scored_run(
        found, cards=cards_of(options), resamples=resamples, seed=seed, track=tracked,
        identity=identity_of(options, MT, found), **engines_of(options),
    )  # fmt: skip
    hand_over(scored, options)
    if not options.crosscheck:
        return 0
    printed = "-" in [getattr(options, name) for name in OUTPUTS]
    return with_crosscheck(0, MT, scored.segments, scored.evaluation.rows, printed=printed)


def run_of(options: Namespace) -> "Run":
    """The run of a file, or of texts."""
    from scoring.evaluation.same import refuse_same
    from scoring.mt.form import TextForm
    from scoring.mt.parallel import with_outputs
    from scoring.mt.read import read_run
    from scoring.mt.task import MT
    from scoring.mt.texts import gold_parts, read_gold, read_outputs

    given = given_keys(options, KEYS)
    if options.run is not None:
        more = next(
            (option_of(name) for name in (*given, "pred") if getattr(options, name) is not None), None
        )
        if more is not None:
            msg = f"--run has it all; remove {more}"
            raise UsageError(msg)
        return read_run(options.run)
    if options.ref is None or options.pred is None:
        lacking = " and ".join(option_of(name) for name in ("ref", "pred") if getattr(options, name) is None)
        msg = f"give --run FILE, or texts with --ref and --pred (missing: {lacking})"
        raise UsageError(msg)
    form = TextForm.of({**given, "language": options.language, "dataset": options.dataset})
    parts = gold_parts(form)
    gold, outputs = read_gold(parts, form), read_outputs(options.pred, form)
    if MT.same_field(gold, outputs):
        refuse_same(options.pred, parts, ("pred", "gold"))
    return with_outputs(gold, outputs)


def hand_over(scored: "Scored", options: Namespace) -> None:
    """Writes the files; the page goes to standard output where nothing else does."""
    from pathlib import Path

    from scoring.card import schema
    from scoring.card.entries import entries
    from scoring.card.markdown import card_markdown
    from scoring.cli.delivery import write_entries
    from scoring.mt.run import dumps
    from scoring.report import Report, reporter
    from scoring.rows.units import StoredUnits

    made: list[tuple[str | None, str, Callable[[], str]]] = [
        (options.json, "json", lambda: schema.dumps(scored.card)),
        (options.markdown, "md", lambda: card_markdown(scored.card, details_command(options))),
        (options.entries, "json", lambda: entries(scored)),
        (options.write_run, "json", lambda: dumps(scored.segments.run)),
    ]
    for place, kind, text in made:
        if place is not None:
            write_entries(place, text(), kind)
    if options.rows is not None:
        rows = [row for row in scored.evaluation.rows if row.score is not None]
        units = StoredUnits()
        units.record(scored.evaluation.units)
        if options.rows == "-":
            write_entries("-", reporter("json").dumps(rows))
        else:
            reporter("json").write(
                Path(options.rows), Report(rows, {rows[0].identity: units} if rows else {})
            )
    if "-" not in [options.rows, *(place for place, _, _ in made)]:
        write_entries("-", card_markdown(scored.card, details_command(options)), "md")


def details_command(options: Namespace) -> str:
    """The command that prints the card of the same run as JSON, in which every null has its reason."""
    words = ["onenlp", "mt"]
    listed = {key.name for key in KEYS if key.kind is Kind.NAMES}  # given with commas, not repeated
    for name, value in vars(options).items():
        if name in (*OUTPUTS, "crosscheck", "typed") or value is None or value is False or value == []:
            continue
        if value is True:
            words.append(option_of(name))
            continue
        values = [",".join(value)] if name in listed else value if isinstance(value, list) else [value]
        words += [word for one in values for word in (option_of(name), str(one))]
    return shlex.join([*words, "--json", "-"])


def tracked(work: Iterable[Any]) -> Iterable[Any]:
    """The work with a progress bar on standard error; silent where that is no terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        return work
    from tqdm import tqdm

    bar: Iterable[Any] = tqdm(work, desc="scoring", unit="metric", leave=False, file=sys.stderr)
    return bar
