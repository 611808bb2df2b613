"""An empty SQLite database, and the command on it."""

import pytest

from scoring.store.database import Database


@pytest.fixture(autouse=True)
def no_runner(monkeypatch):
    """No CI system and no git say of which commit a test is."""
    from scoring.cli.revision import CI

    for commit, _, _ in CI:
        monkeypatch.delenv(commit, raising=False)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", "/")
    monkeypatch.delenv("ONENLP_DB", raising=False)


@pytest.fixture
def database(tmp_path):
    return Database.of(str(tmp_path / "scores.db"))


@pytest.fixture
def onenlp(tmp_path, monkeypatch, capsys):
    """Runs the command in the folder: its exit status, what it prints, and what it says on standard error."""
    from scoring.cli import main

    monkeypatch.chdir(tmp_path)

    def run(*words):
        status = main([str(word) for word in words])
        return (status, *capsys.readouterr())

    return run
