"""Where a database is: a path or URL as people give it, and as messages name it, which is without its password."""

from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from scoring.base.errors import UsageError
from scoring.base.wording import without_passwords

__all__ = ["address_of", "file_of", "name_of"]

POSTGRESQL = ("postgresql", "postgres", "postgresql+psycopg")
SECRETS = ("password", "passfile", "sslpassword", "sslkey")


def address_of(text: str) -> URL:
    """The URL of a database; a path is that of a SQLite file.

    Raises:
        UsageError: it is no URL, or of another kind of database.  No message quotes a URL that cannot be taken apart.
    """
    if "://" not in text:
        if not text.strip() or "\0" in text:
            msg = "the database has no name; give a file, or postgresql://USER@HOST/NAME"
            raise UsageError(msg)
        return URL.create("sqlite", database=text)
    kind = text.partition("://")[0]
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # whose words may hold the password
        url = None
    if kind == "sqlite" and url is not None:
        return sqlite_file(url)
    if kind not in POSTGRESQL:
        msg = f"{kind!r} is a kind of database that is not written to; give a file, sqlite:///FILE or postgresql://…"
        raise UsageError(msg)
    if url is None:
        msg = (
            "the URL of the database cannot be read; it is postgresql://USER@HOST:PORT/NAME, a password after USER "
            "and a colon, with %40 for an @ in it, %3A for a colon and %2F for a slash"
        )
        raise UsageError(msg)
    return url.set(drivername="postgresql+psycopg")


def sqlite_file(url: URL) -> URL:
    """The URL of a SQLite file; UsageError where it names none, or has options."""
    if not url.database or url.database == ":memory:" or url.host or url.query:
        msg = f"{without_passwords(str(url))}: give the file of a SQLite database, as in sqlite:///scores.db"
        raise UsageError(msg)
    return URL.create("sqlite", database=url.database)


def file_of(url: URL) -> Path | None:
    """The file of a SQLite database; None for a server's."""
    return Path(url.database) if url.drivername == "sqlite" and url.database else None


def name_of(url: URL) -> str:
    """How messages name a database: its file, or its URL stars for its password, nothing else that is secret."""
    if (file := file_of(url)) is not None:
        return str(file)
    open_part = url.difference_update_query([name for name in url.query if name in SECRETS])
    return open_part.set(drivername="postgresql").render_as_string()
