"""What is published of rows, and what comes back of them."""

import pytest

from scoring.base.errors import StoreError, UsageError
from scoring.cli import main
from scoring.store.rows import rows_of, units_of
from tests.cli.files import write_pair
from tests.store.made import publishing, row, write_card, write_rows


def stored(database, *arguments, **named):
    with database.reading() as connection:
        return rows_of(connection, *arguments, **named)


def test_rows_come_back_by_name_and_date(database, tmp_path):
    for commit, score in (("c2", 91.0), ("c1", 90.0)):
        path = write_rows(tmp_path / "rows.json", row(score, ci=[score - 1, score + 1]), row(score, "UPOS"))
        publishing(database, path, commit=commit, date=f"2026-01-0{commit[1]}T00:00:00Z", branch="main")
    found = stored(database, "*/LAS")
    assert [(one.commit, one.row.score, one.row.ci) for one in found] == [
        ("c1", 90.0, (89.0, 91.0)),
        ("c2", 91.0, (90.0, 92.0)),
    ]
    assert found[0].key == "tagger/en/set/LAS"
    assert (found[0].branch, found[0].date, found[0].label) == ("main", "2026-01-01T00:00:00Z", None)
    assert [one.commit for one in stored(database, "*", since="2026-01-02")] == ["c2", "c2"]


def test_a_judged_row_and_its_reference_are_one(database, tmp_path):
    event = {"score": 92.0, "date": "2026-01-01", "reason": "a faster model"}
    judged = write_rows(tmp_path / "rows.json", row(90.0, verdict="within", reference=90.5))
    reference = write_rows(tmp_path / "refs.json", row(90.5, history=[event]))
    publishing(database, judged, reference)
    (one,) = stored(database)
    assert (one.row.score, one.row.verdict, one.row.reference) == (90.0, "within", 90.5)
    assert [event.reason for event in one.accepted] == ["a faster model"]


def test_publishing_twice_changes_nothing(database, tmp_path):
    paths = write_rows(tmp_path / "rows.json", row()), write_card(tmp_path)
    first, second = publishing(database, *paths), publishing(database, *paths)
    assert (first.rows, first.rows_there, first.cards, first.cards_there) == (1, 0, 1, 0)
    assert (second.rows, second.rows_there, second.cards, second.cards_there) == (1, 1, 1, 1)
    assert len(stored(database)) == 1


def test_another_score_for_the_commit_is_refused_and_nothing_of_the_call_written(database, tmp_path):
    publishing(database, write_rows(tmp_path / "rows.json", row(90.0)))
    other = write_rows(tmp_path / "rows.json", row(91.0), row(70.0, "UPOS"))
    with pytest.raises(StoreError, match=r"'score' of tagger/en/set/LAS is 91.0, but 90.0 .* commit c1"):
        publishing(database, other)
    assert [one.row.score for one in stored(database)] == [90.0]
    publishing(database, other, label="second run")
    assert {(one.label, one.row.score) for one in stored(database, "*/LAS")} == {
        (None, 90.0),
        ("second run", 91.0),
    }


def test_units_beside_a_rows_file_are_kept(database, tmp_path):
    assert main(["ud", *map(str, write_pair(tmp_path)), "--json", str(tmp_path / "rows.json")]) == 0
    publishing(database, tmp_path / "rows.json")
    one = next(one for one in stored(database, "*/UPOS"))
    with database.reading() as connection:
        units = units_of(connection, one)
    assert units.find("UPOS", one.row.units_sha256) is not None
    assert list(units.ids) == [one.row.gold_sha256]


def test_a_row_needs_a_commit(database, tmp_path):
    with pytest.raises(UsageError, match="give --commit"):
        publishing(database, write_rows(tmp_path / "rows.json", row()), commit=None)
