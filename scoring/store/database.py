"""A database of cards and rows: opened by its URL, brought to the latest version, each fault of it one message.

What is written is written in one transaction: all of it, or nothing.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import as_file, files
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from scoring.base.errors import StoreError
from scoring.store.address import address_of, file_of, name_of

__all__ = ["LATEST", "VERSIONS", "Database"]

VERSIONS = ("0001", "0002", "0003")  # the migrations, in their order
LATEST = VERSIONS[-1]
PATIENCE = 60  # seconds that a writer waits for the others
REACHED = 10  # seconds in which a server has to answer
LOCK = (
    0x6F6E656E6C70  # any number: the name of the lock under which a PostgreSQL database is brought up to date
)


@dataclass(frozen=True)
class Database:
    """A database that has been opened; ``with Database.of(url).reading() as connection`` reads, ``writing`` writes."""

    url: URL
    engine: Engine

    @classmethod
    def of(cls, address: str) -> "Database":
        """The database at a path or URL; nothing is opened yet.  UsageError where that is none."""
        url = address_of(address)
        return cls(url, engine_of(url))

    @property
    def name(self) -> str:
        """What messages call it."""
        return name_of(self.url)

    @property
    def files(self) -> list[str]:
        """The file of a SQLite database, which no output may replace; none of a server's."""
        file = file_of(self.url)
        return [] if file is None else [str(file)]

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read by; a database of an older version is brought up to date first.

        Raises:
            StoreError: there is none, it cannot be read, or it is of a newer version.
        """
        self.refuse_nowhere()
        file = file_of(self.url)
        if file is not None and not file.exists():
            msg = f"{self.name}: there is no such database; onenlp publish makes it"
            raise StoreError(msg)
        with self.faults(), self.engine.connect() as connection:
            version = version_of(connection)
            if version == LATEST:
                yield connection
                return
        self.refuse_unknown(version)
        if version is None:
            msg = f"{self.name}: nothing has been published there; see: onenlp publish --help"
            raise StoreError(msg)
        with self.writing() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection inside of a transaction, which is undone where anything is raised; makes what is missing.

        Raises:
            StoreError: it cannot be written, or is of a newer version.
        """
        self.refuse_nowhere()
        self.refuse_read_only()
        connected = self.engine.execution_options(writes=True)
        with self.faults(), connected.begin() as connection:
            self.bring_up_to_date(connection)
            yield connection

    def refuse_read_only(self) -> None:
        """Raises StoreError for a file without a write bit: it is left alone, for root too."""
        file = file_of(self.url)
        if file is not None and file.exists() and not file.stat().st_mode & 0o222:
            msg = f"{self.name}: the file is read-only and is left as it is; to let it be written: chmod u+w {file}"
            raise StoreError(msg)

    def refuse_nowhere(self) -> None:
        """Raises StoreError for a file that cannot be: a folder, or in a folder that is not there."""
        file = file_of(self.url)
        if file is not None and not file.parent.is_dir():
            msg = f"{self.name}: there is no folder {str(file.parent)!r}; make it, or give another file"
            raise StoreError(msg)
        if file is not None and file.is_dir():
            msg = f"{self.name}: that is a folder; give a file"
            raise StoreError(msg)

    def refuse_unknown(self, version: str | None) -> None:
        """Raises StoreError for a database of a newer version, or one whose versions are another program's."""
        if version is not None and version not in VERSIONS:
            msg = (
                f"{self.name}: the database is of version {version!r}, this onenlp knows versions up to {LATEST!r}; "
                "install a newer onenlp"
            )
            raise StoreError(msg)

    def bring_up_to_date(self, connection: Connection) -> None:
        """Runs the migrations that are missing, one program at a time."""
        version = version_of(connection)
        if version == LATEST:
            return
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            version = version_of(connection)
        self.refuse_unknown(version)
        if version != LATEST:
            migrate(connection)

    @contextmanager
    def faults(self) -> Iterator[None]:
        """What the database says as one message that names it and holds no password."""
        try:
            yield
        except SQLAlchemyError as fault:
            msg = f"{self.name}: {self.in_words(fault)}"
            raise StoreError(msg) from None
        except sqlite3.Error as fault:
            msg = f"{self.name}: {fault}"
            raise StoreError(msg) from None

    def in_words(self, fault: SQLAlchemyError) -> str:
        """The first line of what the driver says."""
        said = str(getattr(fault, "orig", None) or fault).strip() or type(fault).__name__
        if self.url.password:
            said = said.replace(str(self.url.password), "***")
        first = said.splitlines()[0]
        return "the connection was lost; nothing was written" if is_lost(fault) else first


def is_lost(fault: SQLAlchemyError) -> bool:
    """Whether the connection broke off in the middle."""
    return bool(getattr(fault, "connection_invalidated", False))


def engine_of(url: URL) -> Engine:
    """An engine whose connections are closed as soon as they are not used."""
    common: dict[str, Any] = {
        "poolclass": NullPool,
        "json_serializer": lambda value: msgspec.json.encode(value).decode(),
        "json_deserializer": msgspec.json.decode,
    }
    file = file_of(url)
    if file is None:
        waits = {} if "connect_timeout" in url.query else {"connect_timeout": REACHED}
        return create_engine(url, connect_args={"application_name": "onenlp", **waits}, **common)

    def connect() -> sqlite3.Connection:
        address = f"{file.absolute().as_uri()}?mode=rwc"
        found = sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None)
        found.execute("PRAGMA foreign_keys = ON")
        return found

    made = create_engine("sqlite://", creator=connect, **common)

    @event.listens_for(made, "begin")
    def begin(connection: Connection) -> None:
        """Takes the place of the driver's own BEGIN, which neither covers tables nor waits for other writers."""
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return made


def version_of(connection: Connection) -> str | None:
    """The version of the tables; None where there are none of ours."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def migrate(connection: Connection, version: str = "head") -> None:
    """Brings the tables to a version, in the transaction of the connection."""
    from alembic import command
    from alembic.config import Config

    with as_file(files("scoring.store") / "migrations") as folder:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", os.fspath(folder).replace("%", "%%"))
        command.upgrade(config, version)
