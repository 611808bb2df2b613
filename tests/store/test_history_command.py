"""``onenlp history`` and ``onenlp site`` on published rows: units are paired, branches kept apart, pages linked."""

import json
from pathlib import Path

import pytest

from tests.cli.files import GOOD, POOR, write_pair
from tests.report.test_html import Page
from tests.store.made import row, write_card, write_rows

KEY = "ud/und/gold/UPOS"


@pytest.fixture
def commit(onenlp, tmp_path):
    """Scores a prediction with these wrong tags, and publishes rows and units as of a commit."""

    def make(wrong, number, *options):
        onenlp("ud", *write_pair(tmp_path, wrong), "--json", "rows.json", *options)
        words = ("--commit", f"c{number}", "--date", f"2026-01-{number:02}", "--branch", "main")
        assert onenlp("publish", "rows.json", *words)[0] == 0

    return make


def published(onenlp, score, number, **fields):
    """Publishes one bare row as of a commit of ``main``."""
    write_rows(Path("bare.json"), row(score, **fields))
    words = ("--commit", f"c{number}", "--date", f"2026-01-{number:02}", "--branch", "main")
    assert onenlp("publish", "bare.json", *words)[0] == 0


def test_the_step_is_found_by_the_units_that_were_published(onenlp, commit):
    for number, wrong in enumerate((GOOD, GOOD, POOR, POOR), 1):
        commit(wrong, number)
    status, out, _ = onenlp("history", KEY)
    assert status == 0
    assert out.startswith(f"{KEY} on main: 4 points, 1 step\n")
    (line,) = [line for line in out.splitlines() if "step -" in line]
    assert line.split()[:3] == ["2026-01-03", "c3", "83.33"]
    assert line.endswith("worse on the same units")


def test_without_units_intervals_decide(onenlp, commit):
    commit(GOOD, 1, "--no-units")
    commit(POOR, 2, "--no-units")
    out = onenlp("history", KEY)[1]
    assert "worse by their intervals" in out


def test_a_glob_takes_many_rows_and_since_leaves_out_what_is_older(onenlp):
    for number in (1, 2, 3):
        published(onenlp, 90.0, number)
    write_rows(Path("bare.json"), row(80.0, metric="UAS"))
    onenlp("publish", "bare.json", "--commit", "c9", "--date", "2026-01-09", "--branch", "main")
    out = onenlp("history", "tagger/*", "--since", "2026-01-02")[1]
    assert "LAS on main: 2 points, no step" in out
    assert "UAS on main: 1 point, no step" in out


def test_branches_and_labels_have_lines_of_their_own(onenlp):
    published(onenlp, 90.0, 1)
    for name, words in {
        "topic": ("--branch", "topic"),
        "fast": ("--branch", "main", "--label", "fast"),
    }.items():
        write_rows(Path("bare.json"), row(50.0))
        assert onenlp("publish", "bare.json", "--commit", name, "--date", "2026-01-02", *words)[0] == 0
    out = onenlp("history", "*")[1]
    heads = [line for line in out.splitlines() if line and not line.startswith(" ")]
    assert heads == [
        f"tagger/en/set/LAS on {what}: 1 point, no step" for what in ("main", "main (fast)", "topic")
    ]
    assert "topic" not in onenlp("history", "*", "--branch", "main")[1]


def test_accepted_changes_come_from_the_reference_file_of_the_commit(onenlp):
    published(onenlp, 90.0, 1)
    published(onenlp, 88.0, 2, reference=90.0, verdict="worse")
    published(onenlp, 88.0, 2, history=[{"score": 90.0, "date": "2026-01-02", "reason": "less data"}])
    out = onenlp("history", "*")[1]
    assert "accepted 2026-01-02, 90.00 before: less data" in out


def test_what_was_accepted_before_the_first_day_asked_for_is_left_out(onenlp):
    lost = {"score": 90.0, "date": "2026-01-02", "reason": "less data"}
    small = {"score": 88.0, "date": "2026-01-04", "reason": "half the size"}
    published(onenlp, 90.0, 1)
    published(onenlp, 88.0, 2, history=[lost])
    published(onenlp, 88.0, 3, history=[lost])
    published(onenlp, 86.0, 4, history=[lost, small])
    out = onenlp("history", "*", "--since", "2026-01-03")[1]
    assert ("less data" in out, "half the size" in out) == (False, True)


def test_json_and_html_are_written_or_printed_alone(onenlp, tmp_path):
    published(onenlp, 90.0, 1)
    published(onenlp, 80.0, 2)
    status, out, _ = onenlp("history", "*", "--json", "-", "--html", "history.html")
    assert status == 0
    assert json.loads(out)["series"][0]["steps"][0]["at"] == 1
    page = Page((tmp_path / "history.html").read_text(encoding="utf-8"))
    assert page.texts("h1") == ["History"]


@pytest.mark.parametrize(("words", "said"), [
    (["tagger/en/set/LSA"], "no published row matches 'tagger/en/set/LSA'; did you mean 'tagger/en/set/LAS'?"),
    (["*", "--branch", "mian"], "of branch 'mian'; did you mean 'main'?"),
    (["*", "--since", "2027-01-01"], "no row that matches '*' is of 2027-01-01 or later"),
    (["*", "--since", "soon"], "soon"),
    (["*", "--json", "x", "--html", "x"], "give another file"),
])  # fmt: skip
def test_what_is_not_there_is_said_with_the_nearest(onenlp, words, said):
    published(onenlp, 90.0, 1)
    status, out, error = onenlp("history", *words)
    assert (status, out) == (2, "")
    assert said in error


def test_an_empty_database_says_how_rows_get_there(onenlp, tmp_path):
    write_card(tmp_path)
    onenlp("publish", "m.json", "--commit", "c1", "--date", "2026-01-01")
    status, _, error = onenlp("history", "*")
    assert status == 2
    assert "onenlp publish FILE" in error


def test_the_site_has_gates_histories_and_leaderboards_that_lead_to_each_other(onenlp, commit, tmp_path):
    for number, wrong in enumerate((GOOD, POOR), 1):
        commit(wrong, number)
    write_card(tmp_path)
    onenlp("publish", "m.json", "--commit", "c2", "--date", "2026-01-02")
    status, out, _ = onenlp("site", "--out", "site/pages", "--project", "we <b>ours</b>")
    assert (status, out) == (0, "8 pages written; begin with site/pages/index.html\n")
    pages = {
        path.name: Page(path.read_text(encoding="utf-8")) for path in (tmp_path / "site/pages").iterdir()
    }
    for page in pages.values():
        hrefs = {attrs["href"] for tag, attrs, _ in page.found if tag == "a"}
        assert {href for href in hrefs if not href.startswith("#")} <= set(pages)
        assert not {"script", "link", "img"} & {tag for tag, _, _ in page.found}
    assert pages["index.html"].facts()["Project"] == "we <b>ours</b>"
    assert pages["index.html"].facts()["Commit"] == "c2"
    (history,) = [page for name, page in pages.items() if name.startswith("history-")]
    assert history.texts("h2") == [f"{KEY} on main: 2 points, 1 step"]


def test_a_site_of_cards_alone_has_no_row(onenlp, tmp_path):
    write_card(tmp_path)
    onenlp("publish", "m.json", "--commit", "c2", "--date", "2026-01-02")
    assert onenlp("site", "--out", "site")[0] == 0
    assert "no rows" in (tmp_path / "site/index.html").read_text(encoding="utf-8")


def test_a_folder_that_cannot_be_made_is_refused(onenlp, tmp_path):
    published(onenlp, 90.0, 1)
    (tmp_path / "file").write_text("")
    status, _, error = onenlp("site", "--out", "file/site")
    assert status == 2
    assert "--out file/site: the folder cannot be made" in error


def test_a_folder_without_a_name_is_not_this_one(onenlp, tmp_path):
    published(onenlp, 90.0, 1)
    status, _, error = onenlp("site", "--out", "")
    assert (status, "--out is empty" in error) == (2, True)
    assert not (tmp_path / "index.html").exists()


def test_the_pages_name_the_database_without_a_password(onenlp, tmp_path, monkeypatch):
    from scoring.store.database import Database

    published(onenlp, 90.0, 1, verdict="worse", reference=95.0)
    shown = Database.of("postgresql://me:s3cret@db.example/scores").name
    monkeypatch.setattr(Database, "name", shown)
    assert onenlp("site", "--out", "site")[0] == 0
    pages = [path.read_text(encoding="utf-8") for path in (tmp_path / "site").iterdir()]
    assert any("db.example" in text for text in pages)
    assert not any("s3cret" in text for text in pages)
