"""Which commit something is published for: as the options say, else as CI says, else as git does."""

from argparse import Namespace

from scoring.base.errors import UsageError
from scoring.base.revision import CI, Revision, git, of_runner

__all__ = ["CI", "Revision", "revision_of"]


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
