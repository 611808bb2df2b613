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
