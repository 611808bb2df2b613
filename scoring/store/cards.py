"""What the store knows of run cards: one by its fingerprint, or many in the order of a figure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, RowMapping, Select, func, select

from scoring.store.tables import PUBLISHED, RUN_CARDS

__all__ = ["StoredCard", "card_of", "cards_by", "count_of_cards", "values_of"]

KEPT = [RUN_CARDS.c[name] for name in (
    "run_card", "commit_id", "branch", "committed_at", "label", "published_at", "withdrawn_at", "withdrawn_because",
)]  # fmt: skip
AT_ONCE = 200  # cards that are fetched at a time


@dataclass(frozen=True)
class StoredCard:
    """A card as it was published, and of which commit; ``withdrawn`` says when and why, where it was."""

    card: Mapping[str, Any] = field(repr=False)
    commit: str | None
    branch: str | None
    date: str | None
    label: str | None
    published: str | None
    withdrawn: tuple[str, str] | None

    @property
    def fingerprint(self) -> str:
        return str(self.card["fingerprint"]["hash"])


def card_of(connection: Connection, fingerprint: str) -> StoredCard | None:
    """The card with this fingerprint, else the last that was withdrawn; None where there never was one."""
    query = select(*KEPT).where(RUN_CARDS.c.fingerprint_hash == fingerprint)
    found = (
        connection.execute(query.order_by(PUBLISHED.desc(), RUN_CARDS.c.id.desc()).limit(1))
        .mappings()
        .first()
    )
    return None if found is None else stored_card(found)


def cards_by(
    connection: Connection,
    column: str,
    *,
    lowest_first: bool = False,
    most: int | None = None,
    **equal: str | None,
) -> Iterator[StoredCard]:
    """The published cards by a column, those without a value last, ties in the order of publication.

    ``equal``: what other columns must hold, as ``dataset_id="flores"``; None asks for nothing.
    """
    query = ordered(connection, chosen(select(*KEPT), equal), column, lowest_first=lowest_first)
    query = query.execution_options(yield_per=AT_ONCE) if most is None else query.limit(most)
    for one in connection.execute(query).mappings():
        yield stored_card(one)


def count_of_cards(connection: Connection, **equal: str | None) -> int:
    """How many published cards there are, by the same conditions."""
    return int(connection.execute(chosen(select(func.count()).select_from(RUN_CARDS), equal)).scalar() or 0)


def values_of(connection: Connection, column: str) -> list[str]:
    """The values of a column among published cards, sorted."""
    query = select(RUN_CARDS.c[column]).where(PUBLISHED, RUN_CARDS.c[column].is_not(None)).distinct()
    return sorted(connection.execute(query).scalars())


def chosen(query: Select[Any], equal: Mapping[str, str | None]) -> Select[Any]:
    """The query for published cards whose columns hold these values."""
    wanted = [RUN_CARDS.c[name] == value for name, value in equal.items() if value is not None]
    return query.where(PUBLISHED, *wanted)


def ordered(connection: Connection, query: Select[Any], column: str, *, lowest_first: bool) -> Select[Any]:
    """The query in an order that an index has: PostgreSQL and SQLite spell "nulls last" otherwise there."""
    value = RUN_CARDS.c[column]
    if connection.dialect.name == "postgresql":
        way = (value.asc() if lowest_first else value.desc()).nulls_last()
        return query.order_by(way, RUN_CARDS.c.id)
    if lowest_first:
        return query.order_by(value.is_(None), value, RUN_CARDS.c.id)
    return query.order_by(value.desc(), RUN_CARDS.c.id)  # where nulls are the smallest of all values


def stored_card(found: RowMapping) -> StoredCard:
    """A row of the table."""
    withdrawn = (found["withdrawn_at"], found["withdrawn_because"]) if found["withdrawn_at"] else None
    return StoredCard(
        found["run_card"], found["commit_id"], found["branch"], found["committed_at"], found["label"],
        found["published_at"], withdrawn,
    )  # fmt: skip
