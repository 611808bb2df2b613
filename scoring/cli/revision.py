"""Which commit something is published for: as the options say, else as CI says, else as git does."""

import os
import shutil
import subprocess
from argparse import Namespace
from typing import NamedTuple

from scoring.base.errors import UsageError

__all__ = ["CI", "Revision", "revision_of"]


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


def revision_of(options: Namespace) -> Revision:
    """Commit, branch and date.  Where a commit is given, CI and git say only what is said of that one."""
    wanted = options.commit
    if wanted is not None and (not wanted.strip() or wanted.startswith("-")):
        msg = f"--commit {wanted!r} is not a commit"
        raise UsageError(msg)
    whole = (
        git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{wanted}^{{commit}}")
        if wanted
        else None
    )
    runner = of_runner()
    commit = (whole or wanted) if wanted else runner.commit or git("rev-parse", "--verify", "--quiet", "HEAD")
    branch, date = options.branch, options.date
    if commit is not None and commit == runner.commit:
        branch, date = branch or runner.branch, date or runner.date
    if commit is not None and branch is None and commit == git("rev-parse", "--verify", "--quiet", "HEAD"):
        branch = git("symbolic-ref", "--quiet", "--short", "HEAD")
    if commit is not None and date is None:
        date = git("show", "--no-patch", "--format=%cI", "--end-of-options", commit)
    return Revision(commit, branch, date)


def of_runner() -> Revision:
    """What the variables of a CI system say."""
    for commit, branches, date in CI:
        if found := os.environ.get(commit):
            branch = next((value for name in branches if (value := os.environ.get(name))), None)
            branch = branch.removeprefix("refs/heads/") if branch else None
            return Revision(found, branch, os.environ.get(date) if date else None)
    return Revision(None, None, None)


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
