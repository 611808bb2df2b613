"""The commands that settle a verdict, written out so that they can be pasted."""

import re
import shlex
from collections.abc import Iterable

from pytest_onenlp.records.options import Options
from pytest_onenlp.show.safe_lines import safe_name

__all__ = ["accept_command", "update_command"]


def update_command(options: Options) -> str:
    """The whole command that records missing and better rows: the references as they were given, and the update."""
    return pytest_command(options, "--onenlp-update")


def accept_command(options: Options, keys: Iterable[str]) -> str:
    """The whole command that records these worse, stale or inconclusive rows on purpose, but for the reason."""
    globs = (f"--onenlp-accept {shlex.quote(glob_of(key))}" for key in keys)
    return pytest_command(options, *globs, "--onenlp-reason '…'")


def glob_of(key: str) -> str:
    """The key as it is, or, where a runner would take some of it for a command, a glob without that matches it."""
    return key if safe_name(key) == key else re.sub(r"[\[_*]", "?", key)


def pytest_command(options: Options, *added: str) -> str:
    """The pytest command with the references as they were given and more options."""
    names = options.given or (() if options.references else ("refs.json",))
    return " ".join(["pytest", *(f"--onenlp-reference {shlex.quote(name)}" for name in names), *added])
