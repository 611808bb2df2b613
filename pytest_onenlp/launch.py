"""The console script ``onenlp``: makes sure that ``scoring`` is ours, then hands over to its command line.

It cannot live in ``scoring`` itself, since a user's own module of that name would be found in its place.
"""

import importlib
import sys

from pytest_onenlp.shadow import ShadowedError, check_scoring
from pytest_onenlp.show.safe_lines import safe_text

__all__ = ["main"]


def main() -> int:
    """The exit status of the command; 2 where another module hides ``scoring``."""
    try:
        check_scoring()
    except ShadowedError as error:
        print(safe_text(f"onenlp: {error}"), file=sys.stderr)  # noqa: T201 - a command prints
        return 2
    return int(importlib.import_module("scoring.cli").main())
