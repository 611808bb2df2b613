"""``onenlp leaderboard``: published run cards, ranked by quality, cost or speed.

Source: MT scoring specification, §1.5 and §4.1.
"""

from argparse import ArgumentTypeError, Namespace
from typing import TYPE_CHECKING

from scoring.base.errors import UsageError
from scoring.base.wording import nearest
from scoring.cli.mt_options import refuse_replaced
from scoring.cli.options import Parser
from scoring.cli.store_options import OUTCOME, add_database, database_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from scoring.card.leaderboard import Leaderboard
    from scoring.store.database import Database

__all__ = ["parser", "run"]

FIGURES = ("composite", "chrf", "cost", "speed", "cost-adjusted")
OUTPUTS = ("json", "markdown", "html")


def parser() -> Parser:
    """The options of the command."""
    made = Parser(
        "onenlp leaderboard",
        "Rank published run cards; neighbours that nothing tells apart share a rank.",
        OUTCOME,
    )
    add = made.add_argument
    add_database(made)
    add("--dataset", metavar="ID", help="cards of this test set alone")
    add("--language-pair", metavar="PAIR", help="cards of this language pair alone, as en-crk")
    add("--sort", choices=FIGURES, default="composite", help="the figure to rank by (default: composite)")
    add("--top", metavar="N", type=count, help="the first N alone (default: all)")
    add("--json", metavar="FILE", help="write the board as JSON; - is standard output")
    add(
        "--markdown",
        metavar="FILE",
        help="write it as a Markdown table; - is standard output (default: there)",
    )
    add("--html", metavar="FILE", help="write it as one page for a browser; - is standard output")
    return made


def count(text: str) -> int:
    """A number of cards."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    if not number:
        msg = f"{text!r} is not a whole number from 1 on"
        raise ArgumentTypeError(msg)
    return number


def run(options: Namespace) -> int:
    """Ranks the cards, and writes what is asked for."""
    from scoring.card.leaderboard_pages import board_html, board_json, board_markdown
    from scoring.cli.delivery import write_entries

    places = {name: place for name in OUTPUTS if (place := getattr(options, name)) is not None}
    database = database_of(options)
    refuse_replaced(places, database.files)
    board = board_of(database, options)
    made = {"json": (board_json, "json"), "markdown": (board_markdown, "md"), "html": (board_html, "html")}
    for name, place in places.items():
        text, kind = made[name]
        write_entries(place, text(board), kind)
    if not places:
        write_entries("-", board_markdown(board), "md")
    return 0


def board_of(database: "Database", options: Namespace) -> "Leaderboard":
    """The board that is asked for."""
    from scoring.card.entrant import SORTS, entrant_of
    from scoring.card.leaderboard import leaderboard
    from scoring.store.cards import cards_by, count_of_cards
    from scoring.store.pairing import StoredPairs

    sort = SORTS[options.sort]
    wanted = {"dataset_id": options.dataset, "language_pair": options.language_pair}
    with database.reading() as connection:
        of = count_of_cards(connection, **wanted)
        if not of:
            refuse_unknown(connection, wanted)
        cards = cards_by(connection, sort.column, lowest_first=sort.lowest_first, most=options.top, **wanted)
        entrants = [
            entrant_of(one.card, sort, commit=one.commit, date=one.date, label=one.label) for one in cards
        ]
        return leaderboard(
            entrants, sort, compare=StoredPairs(connection, sort).compare, of=of,
            dataset=options.dataset, language_pair=options.language_pair,
        )  # fmt: skip


def refuse_unknown(connection: "Connection", wanted: dict[str, str | None]) -> None:
    """Raises UsageError where there are cards, but none of this test set or language pair."""
    from scoring.store.cards import values_of

    options = {"dataset_id": "--dataset", "language_pair": "--language-pair"}
    for column, value in wanted.items():
        known = values_of(connection, column)
        if value is not None and known and value not in known:
            msg = f"{options[column]} {value!r}: no card is of it; {nearest(value, known)}"
            raise UsageError(msg)
