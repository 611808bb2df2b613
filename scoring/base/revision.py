"""Which commit a run is of: as a CI system's variables say, else as git says.  Asks git only when it is called."""

import os
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

__all__ = ["CI", "Revision", "git", "moment", "of_runner", "project_name", "revision_here"]


class Revision(NamedTuple):
    """A commit, its branch and its date; None is what nobody says."""

    commit: str | None
    branch: str | None
    date: str | None


# The variables of each CI system: commit, branch (the first that is set), date.
CI: tuple[tuple[str, tuple[str, ...], str | None], ...] = (
    ("GITHUB_SHA", ("GITHUB_HEAD_REF", "GITHUB_REF_NAME"), None),
    ("CI_COMMIT_SHA", ("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", "CI_COMMIT_REF_NAME"), "CI_COMMIT_TIMESTAMP"),
    ("BUILD_SOURCEVERSION", ("SYSTEM_PULLREQUEST_SOURCEBRANCH", "BUILD_SOURCEBRANCH"), None),
    ("CIRCLE_SHA1", ("CIRCLE_BRANCH",), None),
    ("BITBUCKET_COMMIT", ("BITBUCKET_BRANCH",), None),
    ("BUILDKITE_COMMIT", ("BUILDKITE_BRANCH",), None),
    ("DRONE_COMMIT_SHA", ("DRONE_SOURCE_BRANCH", "DRONE_BRANCH"), None),
    ("TRAVIS_COMMIT", ("TRAVIS_PULL_REQUEST_BRANCH", "TRAVIS_BRANCH"), None),
    ("GIT_COMMIT", ("GIT_BRANCH",), None),  # Jenkins
)  # fmt: skip
PROJECT = (
    "GITHUB_REPOSITORY",
    "CI_PROJECT_PATH",
    "BITBUCKET_REPO_FULL_NAME",
    "DRONE_REPO",
    "TRAVIS_REPO_SLUG",
)


def of_runner() -> Revision:
    """What the variables of a CI system say."""
    for commit, branches, date in CI:
        if found := os.environ.get(commit):
            branch = next((value for name in branches if (value := os.environ.get(name))), None)
            branch = branch.removeprefix("refs/heads/") if branch else None
            return Revision(found, branch, os.environ.get(date) if date else None)
    return Revision(None, None, None)


def revision_here() -> Revision:
    """The commit that is checked out here, with its branch; None where nobody says."""
    found = of_runner()
    if found.commit is not None:
        return found
    commit = git("rev-parse", "--verify", "--quiet", "HEAD")
    branch = git("symbolic-ref", "--quiet", "--short", "HEAD") if commit else None
    return Revision(commit, branch, None)


def project_name() -> str:
    """What the project is called: as CI says, else the name of the repository's folder, else of this one."""
    said = next((value for name in PROJECT if (value := os.environ.get(name))), None)
    return said or Path(git("rev-parse", "--show-toplevel") or Path.cwd()).name


def moment() -> str:
    """Now in UTC, to the second; as ``SOURCE_DATE_EPOCH`` says where that is set, so that a build can be repeated."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    seconds = int(fixed) if fixed.isascii() and fixed.isdigit() and len(fixed) < 12 else None
    when = datetime.now(UTC) if seconds is None else datetime.fromtimestamp(seconds, UTC)
    return f"{when:%Y-%m-%dT%H:%M:%SZ}"


def git(*words: str) -> str | None:
    """The first line that git answers; None where there is no git, no repository, or no answer."""
    program = shutil.which("git")
    if program is None:
        return None
    try:
        done = subprocess.run(  # noqa: S603 - git itself, and no shell
            [program, *words],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
            timeout=30,
        )
    except (OSError, ValueError, subprocess.SubprocessError):  # as of a NUL in a name
        return None
    lines = done.stdout.strip().splitlines()
    return lines[0] if done.returncode == 0 and lines else None
