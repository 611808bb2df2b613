"""``onenlp compare OURS THEIRS``: judges the rows of one results file by those of another."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from scoring.cli.options import Parser

__all__ = ["parser", "run"]


def parser() -> Parser:
    """The options of the command."""
    made = Parser("onenlp compare", "Judge the rows of one results file by those of another.")
    made.add_argument("ours", metavar="OURS", help="the results to judge: a file, or a folder of them")
    made.add_argument(
        "theirs", metavar="THEIRS", help="the results to judge them by: a file, or a folder of them"
    )
    made.add_judging()
    made.add_outputs()
    return made


def refuse_itself(ours: Sequence[str | Path], theirs: Sequence[str | Path]) -> None:
    """Raises UsageError where a file is on both sides, however its paths are spelt."""
    from scoring.base.errors import UsageError
    from scoring.evaluation.same import in_both

    if (both := in_both(ours, theirs)) is not None:
        msg = f"{both[0]} and {both[1]} are one file: a thing compared with itself always agrees; name two"
        raise UsageError(msg)


def run(options: Namespace) -> int:
    """Compares, and hands over rows and exit status."""
    from scoring.cli.delivery import Delivery
    from scoring.cli.references import reference_paths
    from scoring.cli.scoring_command import settings_of
    from scoring.evaluation.compare import compare, stored_units
    from scoring.report import Report
    from scoring.report.line import line_of
    from scoring.rows.references import References, near

    paths = [reference_paths([path]) for path in (options.ours, options.theirs)]
    refuse_itself(*paths)
    delivery = Delivery.of(options, [str(path) for side in paths for path in side])
    ours, opponents = References.load(paths[0]), References.load(paths[1])
    done = compare(ours, opponents, settings_of(options))
    record = f"copy the row from {options.ours} into {options.theirs}"
    reasons = {row.key: line_of(row, closest=near(row, opponents), record=record) for row in done.rows}
    notes = [f"only in {options.theirs}: {key}" for key in done.only_opponents]
    head = delivery.head("compare", options, [options.theirs])
    report = Report(done.rows, {} if options.no_units else stored_units(ours, done.lost), head)
    return delivery.hand_over(report, reasons, notes)
