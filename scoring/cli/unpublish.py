"""``onenlp unpublish``: takes a run card off the leaderboard, and keeps that it was there and why it went."""

import re
from argparse import Namespace

from scoring.base.errors import UsageError
from scoring.base.names import is_printable
from scoring.cli.options import Parser
from scoring.cli.output import say
from scoring.cli.store_options import OUTCOME, add_database, database_of

__all__ = ["parser", "run"]

FINGERPRINT = re.compile("[0-9a-f]{8,64}")


def parser() -> Parser:
    """The options of the command."""
    made = Parser("onenlp unpublish", "Withdraw a run card; the database keeps it, with the reason.", OUTCOME)
    made.add_argument("fingerprint", metavar="FINGERPRINT", help="the card's fingerprint, or how it begins")
    made.add_argument("--reason", metavar="TEXT", required=True, help="why it is withdrawn")
    add_database(made)
    return made


def run(options: Namespace) -> int:
    """Withdraws the card."""
    if not FINGERPRINT.fullmatch(options.fingerprint):
        msg = f"{options.fingerprint!r:.80} is not a fingerprint: 8 to 64 of the digits 0 to 9 and a to f"
        raise UsageError(msg)
    reason = options.reason.strip()
    if not reason or not is_printable(reason):
        msg = "--reason is empty, or not one line: say why the card is withdrawn"
        raise UsageError(msg)
    database = database_of(options)
    from scoring.store.publish import unpublish

    whole = unpublish(database, options.fingerprint, reason)
    say(f"{database.name}: {whole} is withdrawn: {reason}\n")
    return 0
