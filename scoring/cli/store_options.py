"""The option ``--db``, and the database that it names; SQLAlchemy is imported only when one is opened."""

import os
from argparse import Namespace
from typing import TYPE_CHECKING

from scoring.base.errors import UsageError
from scoring.base.extras import install_line
from scoring.cli.options import Parser

if TYPE_CHECKING:
    from scoring.store.database import Database

__all__ = ["DEFAULT", "OUTCOME", "VARIABLE", "add_database", "database_of"]

DEFAULT = "onenlp.db"
VARIABLE = "ONENLP_DB"  # keeps a password out of the list of processes
INSTALL = install_line("store")
OUTCOME = "exit status:\n  0  done\n  2  wrong usage, bad input, or a database that cannot be used; nothing was written"


def add_database(made: Parser) -> None:
    """The option that says which database."""
    made.add_argument(
        "--db", metavar="URL",
        help="the database: a SQLite file, or postgresql://USER:PASSWORD@HOST/NAME "
        f"(default: what the variable {VARIABLE} holds, else {DEFAULT})",
    )  # fmt: skip


def database_of(options: Namespace) -> "Database":
    """The database that is asked for; UsageError where what it needs is not installed."""
    address = options.db if options.db is not None else os.environ.get(VARIABLE) or DEFAULT
    try:
        from scoring.store.database import Database

        return Database.of(address)
    except ImportError as fault:
        msg = f"the database needs SQLAlchemy 2, Alembic and psycopg 3 ({fault}); install them: {INSTALL}"
        raise UsageError(msg) from None
