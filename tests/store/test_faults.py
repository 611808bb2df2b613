"""What cannot be published or read: one message, exit status 2, and nothing half-written."""

import json
import os
import sqlite3
import subprocess
import sys

import pytest

from scoring.base.errors import UsageError
from scoring.base.extras import install_line
from scoring.store.address import address_of, name_of
from scoring.store.cards import count_of_cards
from scoring.store.database import Database
from tests.store.made import card, row, write_card, write_rows

SECRET = "s3cr/et@x"  # noqa: S105 - a password of nobody


def refused(onenlp, *words):
    status, out, err = onenlp(*words)
    assert (status, out) == (2, "")
    assert err.startswith("onenlp: ")
    assert "Traceback" not in err
    assert "fault of onenlp" not in err
    return err


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda one: one["scores"].pop("bleu"), "missing required field `bleu`"),
        (lambda one: one["scores"].update(bleu="high"), "field 'scores.bleu': Expected"),
        (lambda one: one["scores"].update(exact_match_rate=1.5), "field 'scores.exact_match_rate'"),
        (lambda one: one.update(more=1), "unknown field `more`"),
        (lambda one: one["fingerprint"].update(hash="short"), "field 'fingerprint.hash'"),
        (lambda one: one.update(schema="onenlp-run-card/9"), "its schema is 'onenlp-run-card/9'"),
        (lambda one: one["scores"].update(ter=1e39), "field 'scores.ter' is 1e+39"),
        (lambda one: one.update(model_slug="a\0b"), "field 'model_slug' holds U+0000"),
        (lambda one: one.update(model_slug="a" * 401), "'model_slug' has 401 characters"),
    ],
)
def test_a_card_that_fails_its_schema_is_refused_with_all_of_its_call(onenlp, tmp_path, change, said):
    wrong = card("wrong")
    change(wrong)
    (tmp_path / "wrong.json").write_text(json.dumps(wrong))
    assert said in refused(onenlp, "publish", write_card(tmp_path, "good"), "wrong.json")
    assert not (tmp_path / "onenlp.db").exists()


@pytest.mark.parametrize(
    "content",
    ['{"a": 1}', "[]", "1", '{"scores": {}}', '{"schema": "other/1"}', '{"schema": 5}', "{", "", "\udcff"],
)
def test_another_products_json_is_refused(onenlp, tmp_path, content):
    (tmp_path / "x.json").write_bytes(content.encode(errors="surrogateescape"))
    assert refused(onenlp, "publish", "x.json").startswith("onenlp: x.json")
    assert not (tmp_path / "onenlp.db").exists()


def test_sql_in_names_is_a_name(onenlp, tmp_path):
    name = "x'); DROP TABLE run_cards; --"
    one = card(name, dataset="' OR 1=1 --")
    (tmp_path / "a.json").write_text(json.dumps(one))
    rows = write_rows(tmp_path / "rows.json", row(component=name))
    assert onenlp("publish", "a.json", rows, "--commit", "';--", "--date", "2026-01-01")[0] == 0
    status, out, _ = onenlp("leaderboard", "--json", "-", "--dataset", "' OR 1=1 --")
    assert (status, [one["model_slug"] for one in json.loads(out)["rows"]]) == (0, [name])
    assert "no card is of it" in refused(onenlp, "leaderboard", "--dataset", "' OR '1'='1")


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://ann:{SECRET}@127.0.0.1:1/db",
        "postgresql://ann:s3cr%2Fet%40x@127.0.0.1:1/db",
        f"postgresql://ann:{SECRET}@127.0.0.1:port/db",
        f"mysql://ann:{SECRET}@host/db",
        f"sqlite://ann:{SECRET}@host/db",
        "postgresql://127.0.0.1:1/db?user=ann&password=s3cr%2Fet%40x",
        "postgresql://127.0.0.1:1/db?nonsense=1&password=s3cr",
        f"postgresql://ann:{SECRET}@[/db",
    ],
)
def test_a_password_is_never_printed(onenlp, tmp_path, url):
    path = write_card(tmp_path)
    for words in (
        ("publish", path, "--db", url),
        ("leaderboard", "--db", url),
        ("leaderboard", url),
        ("publish", url),
    ):
        assert "s3cr" not in refused(onenlp, *words)


def test_a_server_that_is_away_is_named(onenlp, tmp_path):
    said = refused(onenlp, "publish", write_card(tmp_path), "--db", "postgresql://ann@127.0.0.1:1/db")
    assert said.startswith("onenlp: postgresql://ann@127.0.0.1:1/db: ")
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(
    "text", ["", " ", "sqlite://", "sqlite:///:memory:", "sqlite:///a.db?mode=memory", "oracle://x"]
)
def test_what_is_no_database_is_refused(text):
    with pytest.raises(UsageError):
        address_of(text)


def test_a_path_and_a_url_name_one_file():
    assert name_of(address_of("a/b.db")) == name_of(address_of("sqlite:///a/b.db")) == "a/b.db"
    assert name_of(address_of("postgres://ann:x@h/db")) == "postgresql://ann:***@h/db"


@pytest.mark.parametrize(
    ("place", "said"), [("nowhere/a.db", "there is no folder 'nowhere'"), (".", "that is a folder")]
)
def test_a_place_where_no_file_can_be_is_named(onenlp, tmp_path, place, said):
    path = write_card(tmp_path)
    for words in (("publish", path), ("leaderboard",)):
        assert said in refused(onenlp, *words, "--db", place)


def test_nothing_is_made_by_reading(onenlp, tmp_path):
    assert "there is no such database" in refused(onenlp, "leaderboard")
    assert list(tmp_path.iterdir()) == []


def test_a_database_of_a_newer_version_is_left_alone(onenlp, tmp_path):
    path = write_card(tmp_path)
    onenlp("publish", path)
    with sqlite3.connect("onenlp.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    before = (tmp_path / "onenlp.db").read_bytes()
    for words in (("publish", path), ("leaderboard",), ("unpublish", "0" * 64, "--reason", "x")):
        assert "is of version '9999'" in refused(onenlp, *words)
    assert (tmp_path / "onenlp.db").read_bytes() == before


def test_a_file_that_is_no_database_is_left_alone(onenlp, tmp_path):
    (tmp_path / "notes.txt").write_text("notes\n" * 200)
    for words in (("publish", write_card(tmp_path)), ("leaderboard",)):
        assert "notes.txt: file is not a database" in refused(onenlp, *words, "--db", "notes.txt")
    assert (tmp_path / "notes.txt").read_text() == "notes\n" * 200


def test_no_output_replaces_the_database(onenlp, tmp_path):
    onenlp("publish", write_card(tmp_path))
    for option in ("--json", "--markdown", "--html"):
        assert "which it would replace" in refused(onenlp, "leaderboard", option, "./onenlp.db")
    assert onenlp("leaderboard")[0] == 0


def test_a_read_only_file_is_read_and_not_written(onenlp, tmp_path):
    onenlp("publish", write_card(tmp_path))
    (tmp_path / "onenlp.db").chmod(0o444)
    assert onenlp("leaderboard")[0] == 0
    assert "the file is read-only" in refused(onenlp, "publish", write_card(tmp_path, "other"))


def test_a_full_disk_leaves_what_was_there(onenlp, tmp_path):
    """A database that may not grow is told what one on a full disk is told."""
    onenlp("publish", write_card(tmp_path))
    database = Database.of("onenlp.db")
    rows = write_rows(tmp_path / "rows.json", *(row(metric=f"m{number}") for number in range(500)))
    from sqlalchemy import event

    from scoring.base.errors import StoreError

    @event.listens_for(database.engine, "connect")
    def bounded(connection, _):
        connection.execute(
            f"PRAGMA max_page_count = {connection.execute('PRAGMA page_count').fetchone()[0] + 2}"
        )

    from tests.store.made import publishing

    with pytest.raises(StoreError, match="database or disk is full"):
        publishing(database, rows)
    with sqlite3.connect("onenlp.db") as connection:
        assert connection.execute("SELECT count(*) FROM score_rows").fetchone() == (0,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


@pytest.mark.long
def test_eight_publishers_at_once_lose_nothing_and_publish_nothing_twice(tmp_path):
    """All begin without a database, so that they make it at once; half of their cards are everybody's."""
    command = [sys.executable, "-c", "import sys; from scoring.cli import main; sys.exit(main())", "publish"]
    running = []
    for number in range(8):
        folder = tmp_path / str(number)
        folder.mkdir()
        paths = [write_card(folder, name) for name in (f"own{number}", "one", "two")]
        running.append(
            subprocess.Popen([*command, *paths, "--db", tmp_path / "scores.db"], stdout=subprocess.DEVNULL)
        )
    assert [one.wait(120) for one in running] == [0] * 8
    with Database.of(str(tmp_path / "scores.db")).reading() as connection:
        assert count_of_cards(connection) == 8 + 2


def test_a_writer_that_is_killed_leaves_nothing(tmp_path):
    program = (
        "import os, sys; from scoring.store.database import Database; from sqlalchemy import text\n"
        "with Database.of(sys.argv[1]).writing() as connection:\n"
        "    connection.execute(text(\"INSERT INTO stored_units VALUES ('x', x'00')\"))\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    path = tmp_path / "scores.db"
    write = Database.of(str(path))
    with write.writing():
        pass
    done = subprocess.run([sys.executable, "-c", program, path], check=False, cwd=os.getcwd())  # noqa: PTH109
    assert done.returncode == -9
    with write.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM stored_units").scalar() == 0


def test_without_the_extra_the_verbs_say_how_to_install_it(onenlp, tmp_path, monkeypatch):
    path = write_card(tmp_path)
    monkeypatch.setitem(sys.modules, "scoring.store.database", None)
    for words in (("publish", path), ("leaderboard",), ("unpublish", "0" * 64, "--reason", "x")):
        assert install_line("store") in refused(onenlp, *words)


def test_no_other_command_loads_sqlalchemy():
    program = (
        "import sys, scoring.cli.command as c\n"
        "for name in c.COMMANDS: c.loaded(name).parser()\n"
        "assert not {'sqlalchemy', 'alembic', 'psycopg'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
