"""``onenlp site``: the newest gates, the history of every row and the leaderboards as pages in one folder."""

import shlex
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from scoring.base.errors import UsageError
from scoring.base.files import describe
from scoring.cli.history import add_series
from scoring.cli.leaderboard import FIGURES, board_of
from scoring.cli.options import Parser
from scoring.cli.output import say
from scoring.cli.store_options import OUTCOME, add_database, database_of

if TYPE_CHECKING:
    from scoring.report.site import Board
    from scoring.store.database import Database

__all__ = ["parser", "run"]

MOST_CARDS = 1000  # on a page, so that none is too large


def parser() -> Parser:
    """The options of the command."""
    made = Parser(
        "onenlp site",
        "Write what a database keeps as pages that need nothing else: the newest row of every gate, the history\n"
        "of each, and the leaderboards.",
        OUTCOME,
    )
    add_database(made)
    made.add_argument(
        "--out", required=True, metavar="DIR", help="the folder of the pages; made where it is missing"
    )
    add_series(made)
    made.add_argument(
        "--project",
        metavar="NAME",
        help="what the pages call it (default: as CI says, else the repository's folder)",
    )
    return made


def run(options: Namespace) -> int:
    """Makes every page, then writes them."""
    from scoring.base.revision import project_name
    from scoring.cli.stored_series import timelines_of
    from scoring.report.reporter import ReportHead, write_text
    from scoring.report.site import GATES, pages_of

    database = database_of(options)
    boards = boards_of(database)
    with database.reading() as connection:
        timelines = timelines_of(connection, options, none_is_fine=bool(boards))
    command = shlex.join(["onenlp", "site", "--db", database.name, "--out", options.out])
    head = ReportHead(options.project or project_name(), command=command)
    pages = pages_of(timelines, head, boards, database.name)
    folder = folder_of(options.out)
    for name, text in pages.items():
        write_text(folder / name, text)
    say(f"{len(pages)} pages written; begin with {folder / GATES}\n")
    return 0


def boards_of(database: "Database") -> "dict[str, tuple[str, Board]]":
    """A leaderboard for each figure that cards are ranked by; none where no card was published."""
    from scoring.card.leaderboard_pages import board_html
    from scoring.store.cards import count_of_cards

    with database.reading() as connection:
        if not count_of_cards(connection):
            return {}

    def made(figure: str) -> "Board":
        asked = Namespace(sort=figure, dataset=None, language_pair=None, top=MOST_CARDS)
        return lambda links: board_html(board_of(database, asked), links)

    names = {figure: f"leaderboard-{figure}.html" for figure in FIGURES}
    return {name: (f"Leaderboard by {figure}", made(figure)) for figure, name in names.items()}


def folder_of(name: str) -> Path:
    """The folder of the pages, made where it is missing; UsageError where it cannot be."""
    folder = Path(name)
    if not name.strip():
        msg = "--out is empty; name the folder of the pages, or . for this one"
        raise UsageError(msg)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as fault:
        said = describe(fault) if isinstance(fault, OSError) else str(fault)
        msg = f"--out {name}: the folder cannot be made: {said}; name another one"
        raise UsageError(msg) from None
    return folder
