"""The page of a run of pytest: where its rows come from, and the command that settles each verdict."""

from tests.plugin.data import gate, module, refs, row
from tests.report.test_html import Page


def test_the_page_says_command_and_references_and_what_to_run_next(both, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    monkeypatch.setenv("GITHUB_SHA", "c0ffee")
    monkeypatch.setenv("GITHUB_REPOSITORY", "we/ours")
    both.write(test_it__py=module(gate("tagger")), refs__json=refs(row("other", 90.0)))
    both.run("--onenlp-reference", "refs.json", "--onenlp-report", "html:out.html")
    page = Page(both.read("out.html"))
    said = page.facts()
    assert (said["Project"], said["Commit"], said["Date"]) == ("we/ours", "c0ffee", "1970-01-01T00:00:00Z")
    assert said["Command"].startswith("pytest ")
    assert said["Command"].endswith("--onenlp-reference refs.json --onenlp-report html:out.html")
    assert said["References"] == "refs.json"
    assert set(page.texts("p", "next")) == {"Next: pytest --onenlp-reference refs.json --onenlp-update"}


def commands(suite, *options):
    suite.run("--onenlp-reference", "refs.json", *options, "--onenlp-report", "html:out.html")
    return Page(suite.read("out.html")).texts("p", "next")


def test_a_worse_row_can_be_accepted(both):
    both.write(test_it__py=module(gate("tagger")), refs__json=refs(row("tagger", 99.9)))
    (said,) = commands(both)
    assert said.startswith("Next: pytest --onenlp-reference refs.json --onenlp-accept tagger/en/demo/UPOS")


def test_a_floor_is_moved_by_no_command_and_a_row_that_passes_needs_none(both):
    both.write(test_it__py=module(gate("tagger", min=99.9)), refs__json=refs(row("tagger", 80.0)))
    assert commands(both) == []
    both.write(test_it__py=module(gate("tagger")), refs__json=refs(row("tagger", 92.0)))
    assert commands(both) == []
