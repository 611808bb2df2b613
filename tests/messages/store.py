"""Scenarios of databases that cannot be used, files that cannot be published, cards that are not there."""

import json
import sqlite3
import sys

import pytest
from sqlalchemy.exc import OperationalError

from tests.messages.room import produces, raising
from tests.store.made import card, fingerprint, row, write_card, write_rows

PUBLISHED = ("publish", "rows.json", "--commit", "c", "--date", "2026-01-01")


@produces("The store")
def unusable(room):
    write_card(room.path)
    for address in (
        "",
        "sqlite://",
        "mysql://h/db",
        "postgresql://h:port/db",
        "nowhere/none.db",
        ".",
        "none.db",
        "postgresql://127.0.0.1:1/d",
    ):
        yield room.onenlp("leaderboard", "--db", address)
    sqlite3.connect(room.path / "empty.db").close()
    yield room.onenlp("leaderboard", "--db", "empty.db")
    room.onenlp("publish", "m.json")
    for target, fault in (
        (
            "scoring.store.publish.write_cards",
            OperationalError("", {}, Exception("x"), connection_invalidated=True),
        ),
    ):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(target, raising(fault))
            yield room.onenlp("publish", "m.json")
    with sqlite3.connect(room.path / "onenlp.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    yield room.onenlp("leaderboard")
    (room.path / "onenlp.db").chmod(0o444)
    yield room.onenlp("publish", "m.json")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "scoring.store.database", None)
        yield room.onenlp("leaderboard")


@produces("What is published")
def unpublishable(room):
    wrong = {
        "ter": card(ter=1e39), "long": card("a" * 401), "nul": card("a\0b"), "newer": card() | {"schema": "onenlp-x/2"},
        "other": {"a": 1}, "empty": {"schema": "onenlp-rows/1", "rows": []},
    }  # fmt: skip
    for name, document in wrong.items():
        (room.path / f"{name}.json").write_text(json.dumps(document))
        yield room.onenlp("publish", f"{name}.json")
    yield room.onenlp("publish", "postgresql://h/d")
    write_rows(room.path / "rows.json", row(90.0))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scoring.cli.revision.git", lambda *words: None)
        patch.setattr("scoring.base.revision.CI", ())
        yield room.onenlp("publish", "rows.json")
    yield room.onenlp("publish", "rows.json", "--commit", " ")
    yield room.onenlp(*PUBLISHED, "--label", "a\nb")
    yield room.onenlp(*PUBLISHED[:-1], "soon")
    room.onenlp(*PUBLISHED)
    write_rows(room.path / "rows.json", row(91.0))
    yield room.onenlp(*PUBLISHED)
    for bleu in (30.0, 31.0):
        write_card(room.path, bleu=bleu)
        yield room.onenlp("publish", "m.json")


@produces("Cards that are withdrawn or looked for")
def not_there(room):
    first, second = (card(name) for name in "ab")
    second["fingerprint"]["hash"] = fingerprint("a None")[:-1] + "0"
    for name, one in (("a", first), ("b", second)):
        (room.path / f"{name}.json").write_text(json.dumps(one))
    room.onenlp("publish", "a.json", "b.json")
    whole = fingerprint("a None")
    because = ("--reason", "wrong data")
    for words in (
        ["x", *because], [whole, "--reason", " "], ["0" * 64, *because], [whole[:8], *because], [whole, *because],
        [whole, *because],
    ):  # fmt: skip
        yield room.onenlp("unpublish", *words)
    yield room.onenlp("leaderboard", "--dataset", "sets")
    yield room.onenlp("leaderboard", "--top", "0")
