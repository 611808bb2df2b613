"""What the page of a run says of where it comes from, and what to run next: of the command and of pytest."""

import subprocess

import pytest

from scoring.cli import main
from tests.cli.files import GOOD, POOR, write_pair, write_rows
from tests.report.test_html import Page


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A repository with one commit, and nothing that CI would say; the commit's hash."""
    for name in ("GITHUB_SHA", "CI_COMMIT_SHA", "GIT_COMMIT", "GITHUB_REPOSITORY", "CI_PROJECT_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    folder = tmp_path / "tagger"
    folder.mkdir()
    monkeypatch.chdir(folder)
    git = ["git", "-c", "user.name=n", "-c", "user.email=e@x.example"]
    subprocess.run([*git, "init", "-q", "-b", "topic"], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "first"], check=True)
    return subprocess.run(
        ["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()


def facts(path):
    return Page(path.read_text(encoding="utf-8")).facts()


def test_the_page_of_a_command_says_project_commit_date_and_command(repository, tmp_path):
    assert main(["ud", *write_pair(tmp_path), "--html", "rows.html"]) == 0
    said = facts(tmp_path / "tagger" / "rows.html")
    assert (said["Project"], said["Commit"], said["Branch"]) == ("tagger", repository, "topic")
    assert said["Date"] == "1970-01-02T00:00:00Z"
    assert said["Command"].startswith("onenlp ud --gold ")
    assert said["Command"].endswith(" --html rows.html")
    assert "References" not in said


def test_ci_is_believed_before_git(repository, tmp_path, monkeypatch):
    monkeypatch.setenv("GITHUB_SHA", "abc")
    monkeypatch.setenv("GITHUB_REF_NAME", "main")
    monkeypatch.setenv("GITHUB_REPOSITORY", "we/ours")
    main(["ud", *write_pair(tmp_path), "--html", "rows.html"])
    said = facts(tmp_path / "tagger" / "rows.html")
    assert (said["Project"], said["Commit"], said["Branch"]) == ("we/ours", "abc", "main")


def test_a_worse_row_is_looked_at_unit_by_unit_next(repository, tmp_path, capsys):
    refs = tmp_path / "refs.json"
    assert main(["ud", *write_pair(tmp_path, GOOD), "--json", str(refs)]) == 0
    options = [*write_pair(tmp_path, POOR), "--reference-file", str(refs)]
    assert main(["ud", *options, "--html", "-"]) == 1
    page = Page(capsys.readouterr().out.rpartition("<!DOCTYPE")[2])
    (command,) = page.texts("p", "next")
    assert command.startswith("Next: onenlp ud --gold ")
    assert command.endswith(" --metrics UPOS --entries units.jsonl")
    assert page.facts()["References"] == str(refs)


def test_a_comparison_names_what_it_was_judged_by(repository, tmp_path):
    ours, theirs = (write_rows(tmp_path / f"{name}.json", {"score": 90.0}) for name in ("ours", "theirs"))
    main(["compare", str(ours), str(theirs), "--html", "rows.html"])
    assert facts(tmp_path / "tagger" / "rows.html")["References"] == str(theirs)


def test_old_output_is_on_the_page_where_the_reference_system_is_at_hand(repository, tmp_path):
    options = write_pair(tmp_path, GOOD)
    (tmp_path / "old.conllu").write_bytes((tmp_path / "tagger.conllu").read_bytes())
    write_pair(tmp_path, POOR)
    assert main(["ud", *options, "--ref-pred", str(tmp_path / "old.conllu"), "--html", "rows.html"]) == 1
    page = Page((tmp_path / "tagger" / "rows.html").read_text(encoding="utf-8"))
    heads = page.texts("th")
    assert "Old" in heads
    lines = {said for tag, _, said in page.found if tag == "tr"}
    assert "1 Ann: uposPROPNPROPN≠ differs: X" in lines
    assert any(said.startswith("Confused on these units") for said in page.texts("caption"))
