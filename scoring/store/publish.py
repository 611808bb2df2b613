"""Publishing: cards by their fingerprint, rows by commit; all files of a call in one transaction.

What is there already with the same content stays as it is; with other content it is refused, and nothing is written.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite

from scoring.base.errors import StoreError, UsageError
from scoring.base.strict_json import leaves
from scoring.rows.rows import plain
from scoring.store.database import Database
from scoring.store.documents import CardDocument, RowsDocument, field_of, sha256_of
from scoring.store.origin import Origin, now
from scoring.store.rows import digest_of
from scoring.store.tables import COLUMNS, PUBLISHED, RUN_CARDS, SCORE_ROWS, STORED_UNITS

__all__ = ["Publication", "publish", "unpublish"]

AT_ONCE = 200  # rows that one statement asks for
COMPARED = ("scores", "totals", "elapsed_seconds")  # of a card: what its fingerprint stands for
Values = dict[str, Any]


@dataclass(frozen=True)
class Publication:
    """How many cards and rows were published, and how many of them were there already."""

    cards: int
    cards_there: int
    rows: int
    rows_there: int


def publish(
    database: Database, documents: Sequence[CardDocument | RowsDocument], origin: Origin
) -> Publication:
    """Writes all of it, or nothing.

    Raises:
        StoreError: a card or row is there with other content, or the database cannot be written.
        UsageError: there are rows, but no commit and date.
    """
    cards = [one for one in documents if isinstance(one, CardDocument)]
    files = [one for one in documents if isinstance(one, RowsDocument)]
    if files and (origin.commit is None or origin.date is None):
        msg = "rows are kept by commit, and there is no git repository here that says which; give --commit and --date"
        raise UsageError(msg)
    with database.writing() as connection:
        new_cards = write_cards(connection, database.name, cards, origin)
        new_rows = write_rows(connection, database.name, files, origin)
    rows = sum(len(one.rows) for one in files)
    return Publication(len(cards), len(cards) - new_cards, rows, rows - new_rows)


def write_cards(connection: Connection, name: str, cards: Sequence[CardDocument], origin: Origin) -> int:
    """Writes the cards that are not there; how many these were."""
    when = now()
    ordered = sorted(
        cards, key=lambda one: one.fingerprint
    )  # in one order everywhere: no two wait for each other
    values = [card_values(one, origin, when) for one in ordered]
    new = insert_missing(connection, RUN_CARDS, values, ["fingerprint_hash"], where=PUBLISHED)
    for one in ordered:
        mine = RUN_CARDS.c.fingerprint_hash == one.fingerprint
        there, since = connection.execute(
            select(RUN_CARDS.c.run_card, RUN_CARDS.c.published_at).where(mine, PUBLISHED)
        ).one()
        refuse_other_card(one, there, f"{name} has had since {since or 'its first version'}")
    return new


def card_values(one: CardDocument, origin: Origin, when: str) -> Values:
    """What the columns of a card hold."""
    document = msgspec.to_builtins(one.card)
    return {
        **{column: field_of(document, field) for column, field in COLUMNS.items()},
        "language_pair": one.card.dataset.pair,
        "run_card": document,
        "commit_id": origin.commit,
        "branch": origin.branch,
        "committed_at": origin.date,
        "label": origin.label,
        "published_at": when,
    }


def refuse_other_card(one: CardDocument, there: Mapping[str, Any], since: str) -> None:
    """Raises StoreError where the card that is there has other scores."""
    mine = msgspec.to_builtins(one.card)
    if differs := first_difference(*({part: card.get(part) for part in COMPARED} for card in (mine, there))):
        field, ours, theirs = differs
        msg = (
            f"{one.name}: field {field!r} is {ours!r}, but {theirs!r} in the card of the same fingerprint that "
            f"{since}; one run has one set of scores: score it anew as it was, or withdraw that card first: "
            f"onenlp unpublish {one.fingerprint} --reason WHY, with the same --db"
        )
        raise StoreError(msg)


def first_difference(ours: object, theirs: object) -> tuple[str, object, object] | None:
    """The first field whose values differ, with both; a field that one of them has not counts as null there."""
    mine, other = dict(leaves(ours)), dict(leaves(theirs))
    for field in {**mine, **other}:
        if (mine.get(field), other.get(field)) != (None, None) and mine.get(field) != other.get(field):
            return field, mine.get(field), other.get(field)
    return None


def write_rows(connection: Connection, name: str, files: Sequence[RowsDocument], origin: Origin) -> int:
    """Writes the rows that are not there, with their units; how many these were."""
    when = now()
    found = [(one, row_values(one, place, origin, when)) for one in files for place in range(len(one.rows))]
    found.sort(key=lambda item: (item[1]["row_sha256"], item[1]["judged"]))
    packed = {sha256_of(content): content for one in files for content in one.units.values()}
    units = [{"sha256": key, "content": packed[key]} for key in sorted(packed)]
    insert_missing(connection, STORED_UNITS, units, ["sha256"])
    unique = ["row_sha256", "commit_id", "label", "judged"]
    new = insert_missing(connection, SCORE_ROWS, [values for _, values in found], unique)
    for start in range(0, len(found), AT_ONCE):
        compare_rows(connection, name, found[start : start + AT_ONCE])
    return new


def row_values(one: RowsDocument, place: int, origin: Origin, when: str) -> Values:
    """What the columns of a row hold."""
    row = one.rows[place]
    low, high = row.ci or (None, None)
    return {
        "commit_id": origin.commit,
        "branch": origin.branch,
        "committed_at": origin.date,
        "label": origin.label or "",
        "judged": row.verdict is not None,
        "row_name": row.key,
        "row_sha256": digest_of(row.key),
        "metric": row.metric,
        "score": row.score,
        "ci_lower": low,
        "ci_upper": high,
        "reference": row.reference,
        "verdict": row.verdict.value if row.verdict else None,
        "signature": row.signature,
        "gold_sha256": row.gold_sha256,
        "units_file": sha256_of(one.units[row.key]) if row.key in one.units else None,
        "row": plain(row),
        "published_at": when,
    }


def compare_rows(connection: Connection, name: str, found: Sequence[tuple[RowsDocument, Values]]) -> None:
    """Raises StoreError where a row is there with other content."""
    unique = [SCORE_ROWS.c[field] for field in ("row_sha256", "commit_id", "label", "judged")]
    wanted = [tuple(values[column.name] for column in unique) for _, values in found]
    query = select(*unique, SCORE_ROWS.c.row).where(tuple_(*unique).in_(wanted))
    there = {tuple(key): row for *key, row in connection.execute(query)}
    for (one, values), key in zip(found, wanted, strict=True):
        if differs := first_difference(values["row"], there[key]):
            field, ours, theirs = differs
            msg = (
                f"{one.name}: field {field!r} of {values['row_name']} is {ours!r}, but {theirs!r} in {name} for "
                f"commit {values['commit_id']}; a commit has one score a row: give another --label"
            )
            raise StoreError(msg)


def insert_missing(
    connection: Connection, table: Table, values: Sequence[Values], unique: list[str], where: Any = None  # noqa: ANN401 - a clause
) -> int:  # fmt: skip
    """Inserts what is not there, whoever else inserts at the same time; how many rows that were."""
    if not values:
        return 0
    made = postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)
    statement = made.on_conflict_do_nothing(index_elements=unique, index_where=where)
    statement = statement.execution_options(preserve_rowcount=True)
    return sum(connection.execute(statement, one).rowcount for one in values)


def unpublish(database: Database, fingerprint: str, reason: str) -> str:
    """Withdraws a card, which stays in the database with the reason; its whole fingerprint.

    ``fingerprint`` may be the beginning of one.

    Raises:
        StoreError: there is no such card, or it is withdrawn already.
    """
    with database.writing() as connection:
        begins = RUN_CARDS.c.fingerprint_hash.startswith(fingerprint, autoescape=True)
        query = select(
            RUN_CARDS.c.id, RUN_CARDS.c.fingerprint_hash, RUN_CARDS.c.withdrawn_at, RUN_CARDS.c.withdrawn_because
        ).where(begins)  # fmt: skip
        found = connection.execute(query.order_by(RUN_CARDS.c.id).with_for_update()).all()
        published = [one for one in found if one.withdrawn_at is None]
        refuse_unclear(database.name, fingerprint, found, published)
        connection.execute(
            update(RUN_CARDS)
            .where(RUN_CARDS.c.id == published[0].id)
            .values(withdrawn_at=now(), withdrawn_because=reason)
        )
    return str(published[0].fingerprint_hash)


def refuse_unclear(name: str, fingerprint: str, found: Sequence[Any], published: Iterable[Any]) -> None:
    """Raises StoreError unless exactly one published card has this fingerprint."""
    names = sorted({one.fingerprint_hash for one in published})
    if len(names) == 1:
        return
    if names:
        msg = f"{name}: {len(names)} cards have a fingerprint that begins with {fingerprint}; give more of it"
    elif found:
        last = found[-1]
        msg = f"{name}: {last.fingerprint_hash} was withdrawn already, at {last.withdrawn_at}: {last.withdrawn_because}"
    else:
        msg = f"{name}: no card has the fingerprint {fingerprint}; onenlp leaderboard lists them"
    raise StoreError(msg)
