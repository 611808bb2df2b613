"""``onenlp publish``, ``unpublish`` and ``leaderboard`` from file to board."""

import json
import os
import subprocess

import pytest

from scoring.cli import main
from scoring.store.cards import card_of
from scoring.store.database import Database
from scoring.store.rows import rows_of
from tests.store.made import fingerprint, row, write_card, write_rows

OURS = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}


def board(onenlp, *options):
    status, out, err = onenlp("leaderboard", "--json", "-", *options)
    assert (status, err) == (0, "")
    return json.loads(out)


def test_what_is_published_is_ranked(onenlp, tmp_path):
    write_card(tmp_path, "a", composite=0.2)
    write_card(tmp_path, "b", composite=0.8)
    assert onenlp("publish", "a.json", "b.json") == (0, "onenlp.db: 2 cards published\n", "")
    assert [one["model_slug"] for one in board(onenlp)["rows"]] == ["b", "a"]
    assert [one["model_slug"] for one in board(onenlp, "--top", "1")["rows"]] == ["b"]
    assert board(onenlp, "--top", "1")["cards"] == 2


def test_cards_are_chosen_by_test_set_and_pair(onenlp, tmp_path):
    for name in ("one", "two"):
        write_card(tmp_path, name, dataset=name)
    onenlp("publish", "one.json", "two.json")
    assert [one["dataset"] for one in board(onenlp, "--dataset", "two")["rows"]] == ["two"]
    assert len(board(onenlp, "--language-pair", "en-de")["rows"]) == 2


def test_the_database_may_be_named_in_the_environment(onenlp, tmp_path, monkeypatch):
    monkeypatch.setenv("ONENLP_DB", str(tmp_path / "other.db"))
    onenlp("publish", write_card(tmp_path))
    assert (tmp_path / "other.db").exists()


def test_other_scores_under_a_fingerprint_are_refused_until_the_card_is_withdrawn(onenlp, tmp_path):
    onenlp("publish", write_card(tmp_path, bleu=30.0))
    other = write_card(tmp_path, bleu=31.0)
    status, _, err = onenlp("publish", other)
    assert status == 2
    assert "'scores.bleu' is 31.0, but 30.0" in err
    mine = fingerprint("m None")
    assert onenlp("unpublish", mine[:8], "--reason", "a wrong reference")[0] == 0
    assert board(onenlp)["rows"] == []
    with Database.of("onenlp.db").reading() as connection:
        assert card_of(connection, mine).withdrawn[1] == "a wrong reference"
    assert onenlp("publish", other)[0] == 0
    assert len(board(onenlp)["rows"]) == 1


def test_a_card_without_a_fingerprint_there_cannot_be_withdrawn(onenlp, tmp_path):
    onenlp("publish", write_card(tmp_path))
    mine = fingerprint("m None")
    assert onenlp("unpublish", mine, "--reason", "once")[0] == 0
    for wanted, said in (
        (mine, "withdrawn already"),
        ("f" * 64, "no card has the fingerprint"),
        ("x", "is not a f"),
    ):
        status, _, err = onenlp("unpublish", wanted, "--reason", "again")
        assert (status, said in err) == (2, True), err


def test_a_rank_is_settled_by_the_paired_test_where_units_were_published(onenlp, tmp_path):
    reference = [f"satz nummer {number} steht hier" for number in range(40)]
    (tmp_path / "ref.txt").write_text("\n".join(reference) + "\n")
    for name, wrong in (("a", 10), ("b", 14)):
        lines = [text if number >= wrong else text[::-1] for number, text in enumerate(reference)]
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n")
        named = ("--component", name, "--language", "en-de", "--dataset", "set", "--resamples", "200")
        written = ("--json", "card.json", "--rows", "rows.json")
        assert onenlp("mt", "--pred", f"{name}.txt", "--ref", "ref.txt", *named, *written)[0] == 0
        assert onenlp("publish", "card.json", "rows.json", "--commit", "c", "--date", "2026-01-01")[0] == 0
    upper, lower = board(onenlp, "--sort", "chrf")["rows"]
    assert upper["ci"][0] < lower["ci"][1]  # overlapping, so intervals alone would share the rank
    assert (lower["compared_by"], lower["rank"]) == ("paired", 2)


def test_a_card_is_paired_though_its_costs_have_more_digits_than_its_row(onenlp, tmp_path):
    for name, wrong in (("a", 10), ("b", 14)):
        entries = [
            {"id": str(number), "references": [text := f"satz nummer {number} steht hier"],
             "prediction": text if number >= wrong else text[::-1]}
            for number in range(30)
        ]  # fmt: skip
        dataset = {"id": "set", "source_language": "en", "target_language": "de"}
        run = {"dataset": dataset, "model_slug": name, "total_cost_usd": 0.05, "entries": entries}
        (tmp_path / "run.json").write_text(json.dumps(run))
        written = ("--json", "card.json", "--rows", "rows.json", "--resamples", "200")
        assert onenlp("mt", "--run", "run.json", *written)[0] == 0
        assert onenlp("publish", "card.json", "rows.json", "--commit", name, "--date", "2026-01-01")[0] == 0
    lower = board(onenlp, "--sort", "chrf")["rows"][1]
    assert lower["figures"]["cost"] == 0.05 / 30  # 0.001666667 in the row
    assert lower["compared_by"] == "paired"


def test_the_commit_is_gits_unless_it_is_given(onenlp, tmp_path, monkeypatch):
    for name, value in OURS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2026-03-01T12:00:00+02:00")
    git = ("git", "-c", "user.name=a", "-c", "user.email=a@b.example")
    for words in (("init", "-q", "-b", "side"), ("commit", "-q", "--allow-empty", "-m", "x")):
        subprocess.run([*git, *words], cwd=tmp_path, check=True)
    head = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    onenlp("publish", write_rows(tmp_path / "r.json", row()))
    onenlp(
        "publish",
        write_rows(tmp_path / "r.json", row()),
        "--commit",
        "other",
        "--date",
        "2026-04-01",
        "--label",
        "x",
    )
    with Database.of("onenlp.db").reading() as connection:
        first, second = rows_of(connection)
    assert (first.commit, first.branch, first.date) == (head.stdout.strip(), "side", "2026-03-01T10:00:00Z")
    assert (second.commit, second.branch, second.date, second.label) == (
        "other",
        None,
        "2026-04-01T00:00:00Z",
        "x",
    )


@pytest.mark.parametrize(
    ("variables", "commit", "branch"),
    [
        ({"GITHUB_SHA": "abc", "GITHUB_HEAD_REF": "", "GITHUB_REF_NAME": "main"}, "abc", "main"),
        ({"CI_COMMIT_SHA": "abc", "CI_COMMIT_REF_NAME": "x"}, "abc", "x"),
        ({"BUILD_SOURCEVERSION": "abc", "BUILD_SOURCEBRANCH": "refs/heads/a/b"}, "abc", "a/b"),
    ],
)
def test_the_commit_is_that_of_the_ci_system(onenlp, tmp_path, monkeypatch, variables, commit, branch):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    status, out, _ = onenlp("publish", write_rows(tmp_path / "r.json", row()))
    assert (status, "dated now" in out) == (0, True)
    with Database.of("onenlp.db").reading() as connection:
        (one,) = rows_of(connection)
    assert (one.commit, one.branch) == (commit, branch)


def test_help_needs_no_database(capsys):
    for command in ("publish", "unpublish", "leaderboard"):
        assert main([command, "--help"]) == 0
    assert "exit status" in capsys.readouterr().out
