"""Which commit, project and moment a run is of."""

import subprocess

import pytest

from scoring.base import revision


@pytest.fixture(autouse=True)
def nowhere(tmp_path, monkeypatch):
    """A folder that is no repository, and nothing that CI would say."""
    for name in (*(commit for commit, _, _ in revision.CI), *revision.PROJECT, "SOURCE_DATE_EPOCH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", "/")
    monkeypatch.chdir(tmp_path)


def test_nothing_is_known_outside_of_a_repository(tmp_path):
    assert revision.revision_here() == (None, None, None)
    assert revision.project_name() == tmp_path.name


def test_nothing_is_known_without_git(monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert revision.git("rev-parse", "HEAD") is None


def test_a_branch_of_azure_is_named_without_its_prefix(monkeypatch):
    monkeypatch.setenv("BUILD_SOURCEVERSION", "abc")
    monkeypatch.setenv("BUILD_SOURCEBRANCH", "refs/heads/main")
    assert revision.revision_here() == ("abc", "main", None)


def test_a_git_that_hangs_is_given_up(monkeypatch):
    def hang(*words, **options):
        raise subprocess.TimeoutExpired("git", options["timeout"])

    monkeypatch.setattr(subprocess, "run", hang)
    assert revision.git("status") is None


@pytest.mark.parametrize(
    ("epoch", "moment"), [("0", "1970-01-01T00:00:00Z"), ("86461", "1970-01-02T00:01:01Z")]
)
def test_a_build_that_is_to_be_repeated_says_its_moment(monkeypatch, epoch, moment):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    assert revision.moment() == moment


@pytest.mark.parametrize("epoch", ["", "soon", "-1", "9" * 30])
def test_what_is_no_moment_is_now(monkeypatch, epoch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    assert revision.moment() > "2026"
