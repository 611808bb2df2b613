"""``onenlp history ROW-GLOB``: rows over commits, the references they were judged by, and where they moved."""

from argparse import Namespace

from scoring.cli.mt_options import refuse_replaced
from scoring.cli.options import Parser
from scoring.cli.output import say
from scoring.cli.store_options import OUTCOME, add_database, database_of

__all__ = ["add_series", "parser", "run"]


def parser() -> Parser:
    """The options of the command."""
    made = Parser(
        "onenlp history",
        "Show published rows over commits: scores with intervals, the references they were judged by, accepted\n"
        "changes with their reasons, and the steps and slides at which they moved.",
        OUTCOME,
    )
    made.add_argument(
        "rows", metavar="ROW-GLOB", help="the rows, as 'tagger/en/*/LAS'; a row's own name is one too"
    )
    add_database(made)
    add_series(made)
    made.add_argument("--json", metavar="FILE", help="write all of it as JSON; - is standard output")
    made.add_argument("--html", metavar="FILE", help="write it as one page with charts; - is standard output")
    return made


def add_series(made: Parser) -> None:
    """The options that say which points are taken, and how they are compared."""
    made.add_argument("--since", metavar="DATE", help="commits of that day and later alone, as 2026-03-01")
    made.add_argument("--branch", metavar="NAME", help="this branch alone (default: each has its own line)")
    made.add_draws()


def run(options: Namespace) -> int:
    """Finds the rows, and writes what is asked for."""
    from scoring.cli.delivery import write_entries
    from scoring.cli.stored_series import timelines_of
    from scoring.report import history, history_html

    places = {name: place for name in ("json", "html") if (place := getattr(options, name)) is not None}
    refuse_replaced(places, [])
    with database_of(options).reading() as connection:
        timelines = timelines_of(connection, options, options.rows)
    made = {"json": history.dumps, "html": history_html.dumps}
    for name, place in places.items():
        write_entries(place, made[name](timelines), name)
    if "-" not in places.values():
        say("".join(f"{line}\n" for line in history.lines(timelines)))
    return 0
