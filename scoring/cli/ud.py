"""``onenlp ud``: scores a CoNLL-U file against gold, and judges the scores by references.

Source: specification, "Producing a results row".
"""

import shlex
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from scoring.cli.options import Parser, listed
from scoring.errors import InputError, UsageError

if TYPE_CHECKING:
    from scoring.judging import Settings
    from scoring.references import References
    from scoring.rows import Identity, Row

__all__ = ["parser", "run"]

LANGUAGE = "und"  # undetermined, as ISO 639 has it


def parser() -> Parser:
    """The options of the command."""
    made = Parser("onenlp ud", "Score tags, lemmas and trees in CoNLL-U against gold, with 95 % intervals.")
    made.add_argument("--gold", required=True, metavar="FILE", help="the gold annotation, CoNLL-U")
    made.add_argument(
        "--pred", required=True, metavar="FILE", help="the prediction for the same text, CoNLL-U"
    )
    made.add_argument(
        "--component", metavar="NAME", help="what made the prediction (default: name of its file)"
    )
    made.add_argument("--language", metavar="CODE", help=f"the language (default: {LANGUAGE})")
    made.add_argument("--dataset", metavar="NAME", help="the test set (default: name of the gold file)")
    made.add_argument(
        "--metrics", type=listed, metavar="NAME,...", help="what to score (default: every metric)"
    )
    made.add_argument("--reference", action="append", default=[], metavar="NAME=NUMBER,...",
                      help="reference scores, in points (repeatable)")  # fmt: skip
    made.add_argument(
        "--reference-source", metavar="TEXT", help="where the reference comes from (default: published)"
    )
    made.add_argument("--reference-file", action="append", default=[], metavar="PATH",
                      help="reference rows: a results file, or a folder of them (repeatable)")  # fmt: skip
    made.add_argument("--ref-pred", metavar="FILE",
                      help="a reference system's prediction, measured here and paired with ours")  # fmt: skip
    made.add_judging()
    made.add_outputs()
    return made


def run(options: Namespace) -> int:
    """Scores, judges where a reference is given, and hands over rows and exit status."""
    from scoring import catalog
    from scoring.cli.delivery import Delivery
    from scoring.cli.references import given_rows, reference_paths
    from scoring.evaluate import evaluate
    from scoring.references import References
    from scoring.report import Report
    from scoring.unitstore import StoredUnits

    if options.reference_source is not None and not (options.reference or options.ref_pred):
        msg = "--reference-source says where --reference or --ref-pred comes from, but neither is given"
        raise UsageError(msg)
    identity = identity_of(options)
    metrics = catalog.select("ud", options.metrics)
    given = given_rows(options.reference, metrics, identity, options.reference_source or "published")
    paths = reference_paths(options.reference_file)
    inputs = [options.gold, options.pred, *([options.ref_pred] if options.ref_pred else []), *map(str, paths)]
    delivery = Delivery.of(options, inputs)
    references = References.load(paths, given)
    done = evaluate(
        "ud", options.gold, options.pred, identity=identity, metrics=[metric.id for metric in metrics],
        references=references, ref_pred=options.ref_pred, judge=bool(given or paths or options.ref_pred),
        settings=settings_of(options),
    )  # fmt: skip
    if not any(row.units for row in done.rows):
        msg = f"{options.gold}: there are no sentences in it, so there is nothing to score; is it the right file?"
        raise InputError(msg)
    rows = [settled(row, options) for row in done.rows]
    units = StoredUnits()
    units.record(done.units)
    reasons = {row.key: reason(row, references, options) for row in rows}
    return delivery.hand_over(Report(rows, {} if options.no_units else {identity: units}), reasons)


def identity_of(options: Namespace) -> "Identity":
    """Component, language and dataset as given, else from the names of the files."""
    from scoring.rows import Identity

    component = Path(options.pred).stem if options.component is None else options.component
    language = LANGUAGE if options.language is None else options.language
    return Identity(
        component, language, Path(options.gold).stem if options.dataset is None else options.dataset
    )


def settings_of(options: Namespace) -> "Settings":
    """Resamples and seed as given, everything else as the product has it."""
    from scoring.judging import Settings

    given = {name: value for name in ("resamples", "seed") if (value := getattr(options, name)) is not None}
    return Settings(**given)


def settled(row: "Row", options: Namespace) -> "Row":
    """The row as this command means it: without a reference file, a metric nobody gave a number for is not judged."""
    from msgspec.structs import replace

    from scoring.noise import Verdict

    if row.verdict is Verdict.MISSING and not options.reference_file:
        return replace(row, verdict=None)
    if options.ref_pred and options.reference_source and row.reference is not None:
        return replace(row, reference_source=options.reference_source)
    return row


def reason(row: "Row", references: "References", options: Namespace) -> str:
    """Why the row fails, in one line."""
    from scoring.report.line import line_of

    return line_of(row, closest=references.closest(row.key), record=how_to_record(row, options))


def how_to_record(row: "Row", options: Namespace) -> str:
    """The command that makes a reference file with the row in it."""
    words = ["onenlp", "ud", "--gold", options.gold, "--pred", options.pred, "--component", row.component,
             "--language", row.language, "--dataset", row.dataset, "--metrics", row.metric]  # fmt: skip
    return f"{shlex.join(words)} --json FILE, then --reference-file FILE"
