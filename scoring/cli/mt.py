"""``onenlp mt``: scores a run of machine translation and writes its run card.

Source: MT scoring specification, §9.
"""

import sys
from argparse import Namespace
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from scoring.base.errors import InputError, UsageError
from scoring.cli.mt_options import add_scoring, cards_of, engines_of, read_beside, refuse_same, scoring_of
from scoring.cli.options import Parser

if TYPE_CHECKING:
    from scoring.card.score import Scored
    from scoring.mt.run import Run

__all__ = ["parser", "run", "tracked"]

TEXTS = ("source", "ref", "pred", "source_language", "target_language")


def parser() -> Parser:
    """The options of the command."""
    made = Parser(
        "onenlp mt", "Score a run of machine translation: quality, cost and speed, with 95 % intervals.", ""
    )
    add = made.add_argument
    add("--run", metavar="FILE", help="the run: JSON, or JSON Lines with a header")
    add("--source", metavar="FILE", help="instead of a run: the sources, a segment a line")
    add("--ref", action="append", metavar="FILE", help="the references, a segment a line (repeatable)")
    add("--pred", metavar="FILE", help="the predictions, a segment a line")
    add("--source-language", metavar="CODE", help="the language of the sources, for text files")
    add("--target-language", metavar="CODE", help="the language of the references, for text files")
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
    from scoring.mt.task import MT

    outputs = ("json", "markdown", "entries", "rows", "write_run")
    places = {
        name.replace("_", "-"): place for name in outputs if (place := getattr(options, name)) is not None
    }
    inputs = [path for path in (options.run, options.source, options.pred, *(options.ref or [])) if path]
    refuse_same(places, [*inputs, *read_beside(options)])
    found = run_of(options)
    if not found.entries:
        msg = f"{options.run or options.pred}: there are no entries in it, so there is nothing to score"
        raise InputError(msg)
    resamples, seed = scoring_of(options)
    scored = scored_run(
        found, cards=cards_of(options), resamples=resamples, seed=seed, track=tracked, **engines_of(options)
    )
    hand_over(scored, options)
    if not options.crosscheck:
        return 0
    printed = "-" in [getattr(options, name) for name in outputs]
    return with_crosscheck(0, MT, scored.segments, scored.evaluation.rows, printed=printed)


def run_of(options: Namespace) -> "Run":
    """The run of a file, or of parallel text files."""
    from scoring.mt.read import from_texts, read_run

    given = [name for name in TEXTS if getattr(options, name)]
    if options.run is not None:
        if given:
            msg = f"--run has it all; remove --{given[0].replace('_', '-')}"
            raise UsageError(msg)
        return read_run(options.run)
    needed = [name for name in TEXTS if name != "source" and name not in given]
    if needed:
        named = ", ".join(f"--{name.replace('_', '-')}" for name in needed)
        msg = f"give --run FILE, or text files with --ref, --pred and their languages (missing: {named})"
        raise UsageError(msg)
    return from_texts(
        references=options.ref, predictions=options.pred, sources=options.source,
        source_language=options.source_language, target_language=options.target_language,
    )  # fmt: skip


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
        (options.markdown, "md", lambda: card_markdown(scored.card)),
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
        write_entries("-", card_markdown(scored.card), "md")


def tracked(work: Iterable[Any]) -> Iterable[Any]:
    """The work with a progress bar on standard error; silent where that is no terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        return work
    from tqdm import tqdm

    bar: Iterable[Any] = tqdm(work, desc="scoring", unit="metric", leave=False, file=sys.stderr)
    return bar
