"""``onenlp publish``: run cards and rows files go into a database, all of them or none."""

from argparse import Namespace

from scoring.cli.options import Parser
from scoring.cli.output import say
from scoring.cli.store_options import OUTCOME, add_database, database_of

__all__ = ["parser", "run"]


def parser() -> Parser:
    """The options of the command."""
    made = Parser(
        "onenlp publish",
        "Keep run cards and rows files in a database: SQLite in a file, PostgreSQL by URL.",
        OUTCOME,
    )
    made.add_argument("files", metavar="FILE", nargs="+", help="a run card, or a results or reference file")
    add_database(made)
    made.add_argument("--commit", metavar="ID", help="of which commit they are (default: as CI or git says)")
    made.add_argument("--branch", metavar="NAME", help="of which branch (default: as CI or git says)")
    made.add_argument("--date", metavar="DATE",
                      help="the commit's date, as 2026-03-01 (default: as CI or git says, else now)")  # fmt: skip
    made.add_argument("--label", metavar="TEXT", help="tells several runs of one commit apart")
    return made


def run(options: Namespace) -> int:
    """Publishes, and says how many there were."""
    from scoring.cli.revision import revision_of

    database = database_of(options)
    from scoring.store.documents import read_document
    from scoring.store.origin import Origin, instant, now
    from scoring.store.publish import publish

    documents = [read_document(path) for path in options.files]
    found = revision_of(options)
    date = instant(found.date) if found.date is not None else now() if found.commit is not None else None
    done = publish(database, documents, Origin(found.commit, found.branch, date, options.label))
    said = [
        f"{number} {what}{'s' * (number != 1)} published"
        + (f", {there} of them there already" if there else "")
        for number, there, what in (
            (done.cards, done.cards_there, "card"),
            (done.rows, done.rows_there, "row"),
        )
        if number
    ]
    at = f" for commit {found.commit}" if found.commit is not None else ""
    dated = (
        f", dated now ({date}), since neither CI nor git says when it was"
        if date and found.date is None
        else ""
    )
    say(f"{database.name}: {'; '.join(said)}{at}{dated}\n")
    return 0
