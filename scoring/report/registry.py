"""Every kind of report by the name that ``TYPE:DEST`` gives it; a module is loaded when its report is asked for."""

import importlib
from collections.abc import Mapping

from scoring.base.errors import UsageError
from scoring.base.wording import nearest
from scoring.report.reporter import Reporter

__all__ = ["REPORTERS", "reporter"]

REPORTERS: Mapping[str, str] = {
    "json": "scoring.report.json",
    "md": "scoring.report.markdown",
    "csv": "scoring.report.csv",
    "html": "scoring.report.html",
}


def reporter(kind: str) -> Reporter:
    """The reporter of that name; UsageError names the nearest one."""
    if kind not in REPORTERS:
        msg = f"there is no report {kind!r}; {nearest(kind, REPORTERS)}"
        raise UsageError(msg)
    made: Reporter = importlib.import_module(REPORTERS[kind]).REPORTER
    return made
