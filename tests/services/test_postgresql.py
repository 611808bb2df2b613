"""The store on a real PostgreSQL server: what SQLite cannot show, and that both say the same."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from tests.services.postgresql import PASSWORD, cluster, programs
from tests.store.made import card, fingerprint, publishing, row, write_card, write_rows

pytestmark = pytest.mark.services
COMMAND = [sys.executable, "-c", "import sys; from scoring.cli import main; sys.exit(main())"]
SORTED = ("composite_score", "chrf_plus_plus", "cost_per_entry_usd", "entries_per_minute", "cost_adjusted")


@pytest.fixture(scope="module")
def server():
    if programs() is None:
        pytest.skip("there is no PostgreSQL; make test-services installs it")
    with cluster() as url:
        yield url


@pytest.fixture
def url(server):
    """A database of its own."""
    import psycopg

    name = "db" + os.urandom(4).hex()
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return server.rpartition("/")[0] + "/" + name


@pytest.fixture
def database(url):
    from scoring.store.database import Database

    return Database.of(url)


def onenlp(url, *words):
    environment = {**os.environ, "ONENLP_DB": url}
    command = [*COMMAND, *map(str, words)]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command, env=environment, **streams)


def answer(url, *words):
    done = onenlp(url, *words)
    out, err = done.communicate(timeout=120)
    return done.returncode, out, err


def counts(database):
    from sqlalchemy import func, select

    from scoring.store.tables import METADATA

    with database.reading() as connection:
        return {
            name: connection.execute(select(func.count()).select_from(table)).scalar()
            for name, table in METADATA.tables.items()
        }


def test_the_first_version_has_the_types_of_the_specification(database):
    import sqlalchemy as sa

    from scoring.store.database import migrate
    from tests.store.test_migrations import INDEXES, SPECIFIED

    with database.engine.begin() as connection:
        migrate(connection, "0001")
        found = sa.inspect(connection)
        types = {column["name"]: str(column["type"]) for column in found.get_columns("run_cards")}
        indexes = {one["name"]: one["column_names"] for one in found.get_indexes("run_cards")}
    assert types.pop("id") == "BIGINT"
    named = {**SPECIFIED, "JSONB": SPECIFIED["JSON"]}
    del named["JSON"]
    assert types == {name: kind for kind, names in named.items() for name in names.split()}
    assert indexes == INDEXES


def test_cards_of_the_first_version_get_back_the_digits_of_their_costs(database):
    import sqlalchemy as sa

    from scoring.store.database import migrate
    from scoring.store.tables import RUN_CARDS

    one = card("a", cost_adjusted=0.25, totals={"total_cost_usd": 1.7114285714285})
    with database.engine.begin() as connection:
        migrate(connection, "0001")
        statement = (
            "INSERT INTO run_cards (fingerprint_hash, total_cost_usd, run_card) VALUES (:hash, :cost, :card)"
        )
        values = {"hash": one["fingerprint"]["hash"], "cost": 1.7114285714285, "card": json.dumps(one)}
        connection.execute(sa.text(statement), [values, values])
        assert connection.execute(sa.text("SELECT total_cost_usd FROM run_cards")).scalar() != 1.7114285714285
    with database.reading() as connection:
        found = connection.execute(sa.select(RUN_CARDS).order_by(RUN_CARDS.c.id)).mappings().all()
    assert [(each["total_cost_usd"], each["cost_adjusted"]) for each in found] == [
        (1.7114285714285, 0.25)
    ] * 2
    assert [each["withdrawn_at"] is None for each in found] == [True, False]


def test_eight_publishers_at_once_lose_nothing_and_publish_nothing_twice(url, database, tmp_path):
    """All begin with an empty database, so that they make its tables at once; half of their cards are everybody's."""
    running = []
    for number in range(8):
        folder = tmp_path / str(number)
        folder.mkdir()
        names = [f"own{number}x{one}" for one in range(5)] + [f"shared{one}" for one in range(5)]
        paths = [write_card(folder, name) for name in (names if number % 2 else reversed(names))]
        rows = write_rows(folder / "rows.json", row(), row(metric=f"m{number}"))
        running.append(onenlp(url, "publish", *paths, rows, "--commit", "c", "--date", "2026-01-01"))
    ended = [(one.communicate(timeout=300), one.returncode) for one in running]
    assert [status for _, status in ended] == [0] * 8, ended
    assert counts(database) == {"run_cards": 8 * 5 + 5, "score_rows": 8 + 1, "stored_units": 0}


def test_a_connection_killed_in_the_middle_leaves_nothing(url, database, tmp_path):
    publishing(database, write_card(tmp_path, "before"))
    before = counts(database)
    import psycopg

    from scoring.base.errors import StoreError
    from scoring.store import publish

    insert = publish.insert_missing

    def killed(connection, table, *arguments, **named):
        done = insert(connection, table, *arguments, **named)
        if table.name == "run_cards":
            own = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar()
            with psycopg.connect(url, autocommit=True) as other:
                other.execute("SELECT pg_terminate_backend(%s)", [own])
        return done

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(publish, "insert_missing", killed)
        with pytest.raises(StoreError, match="the connection was lost; nothing was written") as fault:
            publishing(database, write_card(tmp_path, "after"))
    assert PASSWORD not in str(fault.value)
    assert counts(database) == before
    publishing(database, write_card(tmp_path, "after"))
    assert counts(database) == before | {"run_cards": 2}


def test_a_full_disk_leaves_nothing(tmp_path):
    """Files that may not grow stand for a disk without room: the server's words for it differ in the reason alone."""
    if programs() is None:
        pytest.skip("there is no PostgreSQL; make test-services installs it")
    from scoring.base.errors import StoreError
    from scoring.rows.records import Identity
    from scoring.rows.units import StoredUnits, arrays_sha256, path_of, write
    from scoring.store.database import Database

    path = tmp_path / "rows.json"
    arrays = {"counts": np.frombuffer(np.random.default_rng(1).bytes(12 << 20), dtype=np.uint8)}
    identity = Identity("tagger", "en", "set")
    write(path_of(path, identity), StoredUnits({"0" * 64: ()}, {"LAS": arrays}))
    write_rows(path, row(units_sha256=arrays_sha256(arrays), gold_sha256="0" * 64))
    with cluster(largest_file=8192) as url:
        database = Database.of(url)
        publishing(database, write_card(tmp_path))
        with pytest.raises(StoreError, match=r"could not (extend|write)"):
            publishing(database, path, write_card(tmp_path, "other"))
        assert counts(database) == {"run_cards": 1, "score_rows": 0, "stored_units": 0}


def test_a_database_that_may_only_be_read_is_ranked_and_not_written(url, database, tmp_path):
    publishing(database, write_card(tmp_path))
    with database.engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        name = database.url.database
        connection.exec_driver_sql(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert answer(url, "leaderboard")[0] == 0
    status, _, said = answer(url, "publish", write_card(tmp_path, "other"))
    assert (status, "read-only transaction" in said) == (2, True), said


def test_a_wrong_password_is_refused_without_it(url, tmp_path):
    wrong = url.replace("s3cr", "wr0ng")
    for words in (("publish", write_card(tmp_path)), ("leaderboard",)):
        status, out, said = answer(wrong, *words)
        assert (status, out) == (2, "")
        assert "password authentication failed" in said
        assert "wr0ng" not in said
        assert len(said.splitlines()) == 1


def test_a_newer_version_is_left_alone(url, database, tmp_path):
    publishing(database, write_card(tmp_path))
    with database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    for words in (("publish", write_card(tmp_path, "other")), ("leaderboard",)):
        status, _, said = answer(url, *words)
        assert (status, "is of version '9999'" in said) == (2, True)


def test_a_withdrawn_card_makes_room_for_a_corrected_one(url, database, tmp_path):
    publishing(database, write_card(tmp_path, bleu=30.0))
    assert answer(url, "publish", write_card(tmp_path, bleu=31.0))[0] == 2
    assert answer(url, "unpublish", fingerprint("m None"), "--reason", "a wrong reference")[0] == 0
    assert json.loads(answer(url, "leaderboard", "--json", "-")[1])["rows"] == []
    assert answer(url, "publish", write_card(tmp_path, bleu=31.0))[0] == 0
    assert counts(database)["run_cards"] == 2


def test_sqlite_and_postgresql_give_one_board(url, tmp_path):
    paths = [write_card(tmp_path, f"s{n}", composite=n % 4 / 10 or None, ter=n / 3) for n in range(9)]
    rows = write_rows(tmp_path / "rows.json", row(0.1 + 0.2), row(1e-300, "m"), row(None, "n", reason="none"))
    boards = []
    for address in (url, str(tmp_path / "scores.db")):
        words = ("publish", *paths, rows, "--commit", "c", "--date", "2026-01-01")
        status, out, said = answer(address, *words)
        assert (status, PASSWORD in out, said) == (0, False, "")
        assert (
            "9 of them there already; 3 rows published, 3 of them there already" in answer(address, *words)[1]
        )
        boards.append(answer(address, "leaderboard", "--json", "-")[1])
    assert boards[0] == boards[1]
    assert len(json.loads(boards[0])["rows"]) == 9


@pytest.mark.parametrize("lowest_first", [False, True])
@pytest.mark.parametrize("column", SORTED)
def test_the_plan_of_every_sort_names_its_index(database, tmp_path, column, lowest_first):
    import sqlalchemy as sa

    from scoring.store.cards import chosen, ordered
    from scoring.store.tables import RUN_CARDS

    publishing(database, write_card(tmp_path))
    with database.engine.begin() as connection:
        values = [
            {"fingerprint_hash": str(number), column: number % 1000 or None, "run_card": {}}
            for number in range(20000)
        ]
        connection.execute(sa.insert(RUN_CARDS), values)
        connection.exec_driver_sql("ANALYZE run_cards")
        query = ordered(
            connection, chosen(sa.select(RUN_CARDS), {}), column, lowest_first=lowest_first
        ).limit(100)
        text = str(query.compile(connection, compile_kwargs={"literal_binds": True}))
        plan = "\n".join(line for (line,) in connection.exec_driver_sql("EXPLAIN " + text.replace("%", "%%")))
    assert f"using idx_{column}_{'asc' if lowest_first else 'desc'} on run_cards" in plan
    assert "Sort" not in plan
