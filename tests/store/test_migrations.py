"""Every version of the tables, with data in them."""

import json

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

import scoring.store
from scoring.card.schema import Scores, Totals
from scoring.mt.definitions import DEFINITIONS
from scoring.store.cards import cards_by
from scoring.store.database import LATEST, VERSIONS, migrate, version_of
from scoring.store.tables import COLUMNS, METADATA, RUN_CARDS
from tests.store.made import card, publishing, write_card

# Source: MT scoring specification, §9.1.
SPECIFIED = {
    "REAL": "composite_score chrf_plus_plus exact_match_rate fst_acceptance_rate corpus_bleu comet_score "
    "total_cost_usd cost_per_entry_usd cost_per_source_char avg_latency_seconds equivalent_match_rate "
    "semantic_score ter length_ratio code_switching_rate hallucination_rate terminology_adherence "
    "tokens_per_second entries_per_minute elapsed_seconds",
    "TEXT": "quality_tier model_slug condition dataset_id language_pair fingerprint_hash",
    "JSON": "run_card",
}
INDEXES = {
    "idx_composite": ["composite_score"],
    "idx_leaderboard": ["dataset_id", "chrf_plus_plus"],
    "idx_model": ["model_slug"],
    "idx_fingerprint": ["fingerprint_hash"],
}


def first_version(database, *cards):
    """A database as the first version left it."""
    with database.engine.execution_options(writes=True).begin() as connection:
        migrate(connection, "0001")
        table = sa.table(
            "run_cards", *(sa.column(name) for name in ("run_card", "fingerprint_hash", "composite_score"))
        )
        for one in cards:
            values = {"run_card": json.dumps(one), "fingerprint_hash": one["fingerprint"]["hash"]}
            connection.execute(sa.insert(table).values(composite_score=one["scores"]["composite"], **values))


def test_the_first_version_is_the_table_of_the_specification(database):
    first_version(database)
    with database.engine.connect() as connection:
        found = sa.inspect(connection)
        types = {column["name"]: str(column["type"]) for column in found.get_columns("run_cards")}
        indexes = {one["name"]: one["column_names"] for one in found.get_indexes("run_cards")}
    assert types.pop("id") == "INTEGER"
    assert types == {name: kind for kind, names in SPECIFIED.items() for name in names.split()}
    assert indexes == INDEXES


@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection")  # of the index that has nulls last
def test_the_tables_are_what_the_last_migration_leaves(database, tmp_path):
    publishing(database, write_card(tmp_path))
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": False})
        differences = [one for one in compare_metadata(context, METADATA) if one[0] != "remove_index"]
    assert differences == []


def test_every_metric_of_the_card_has_a_column():
    """A new one gets it by a numbered migration.  Source: MT scoring specification, §9.1."""
    blocks = {"scores": Scores.__struct_fields__, "totals": Totals.__struct_fields__}
    wanted = {f"{block}.{name}" for block, names in blocks.items() for name in names if name in DEFINITIONS}
    assert wanted - set(COLUMNS.values()) == set()


def test_the_versions_are_those_of_the_folder():
    config = Config()
    config.set_main_option("script_location", f"{scoring.store.__path__[0]}/migrations")
    found = [one.revision for one in ScriptDirectory.from_config(config).walk_revisions()]
    assert tuple(reversed(found)) == VERSIONS
    assert found[0] == LATEST


def test_cards_of_the_first_version_are_kept_and_their_new_columns_filled(database):
    one = card(
        "a", cost_adjusted=0.25, totals={"total_cost_usd": 1.7114285714285, "cost_per_entry_usd": 0.01}
    )
    first_version(database, one, card("b"))
    with database.reading() as connection:
        assert version_of(connection) == LATEST
        assert [found.card["model_slug"] for found in cards_by(connection, "cost_adjusted")] == ["a", "b"]
        filled = connection.execute(sa.select(RUN_CARDS).where(RUN_CARDS.c.id == 1)).mappings().one()
    assert (filled["cost_adjusted"], filled["total_cost_usd"]) == (0.25, 1.7114285714285)
    assert (filled["profile"], filled["run_card"]) == ("B", one)


def test_a_card_that_the_first_version_held_twice_is_published_once(database):
    first_version(database, card("a"), card("a"))
    with database.reading() as connection:
        assert len(list(cards_by(connection, "composite_score"))) == 1
        because = (
            connection.execute(sa.select(RUN_CARDS.c.withdrawn_because).order_by(RUN_CARDS.c.id))
            .scalars()
            .all()
        )
    assert because == [None, "the same fingerprint was there already"]


@pytest.mark.parametrize("lowest_first", [False, True])
@pytest.mark.parametrize(
    "column",
    ["composite_score", "chrf_plus_plus", "cost_per_entry_usd", "entries_per_minute", "cost_adjusted"],
)
def test_every_sort_has_an_index_each_way_with_nulls_last(database, tmp_path, column, lowest_first):
    from scoring.store.cards import chosen, ordered

    publishing(database, write_card(tmp_path))
    way = "asc" if lowest_first else "desc"
    with database.reading() as connection:
        for index, equal in ((f"idx_{column}_{way}", {}), (f"idx_set_{column}_{way}", {"dataset_id": "set"})):
            query = ordered(
                connection, chosen(sa.select(RUN_CARDS.c.id), equal), column, lowest_first=lowest_first
            )
            text = str(query.compile(connection, compile_kwargs={"literal_binds": True}))
            plan = " ".join(row[-1] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}"))
            assert f"INDEX {index}" in plan
            assert "TEMP B-TREE" not in plan


def test_a_migration_goes_back_as_it_came(database, tmp_path):
    from alembic import command

    publishing(database, write_card(tmp_path))
    with database.engine.execution_options(writes=True).begin() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", f"{scoring.store.__path__[0]}/migrations")
        command.downgrade(config, "0001")
        types = {column["name"] for column in sa.inspect(connection).get_columns("run_cards")}
    assert types == {"id", *(name for names in SPECIFIED.values() for name in names.split())}
