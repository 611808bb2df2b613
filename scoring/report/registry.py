"""Every kind of report by the name that ``TYPE:DEST`` gives it, that of its entry point ``onenlp.reports``.

A report is loaded when it is asked for.
"""

from scoring.base.entry_points import REPORTS, load_entry, registered
from scoring.base.errors import UsageError
from scoring.base.wording import nearest
from scoring.report.reporter import Reporter

__all__ = ["report_types", "reporter"]


def report_types() -> tuple[str, ...]:
    """The names of all kinds of report; none is loaded."""
    return tuple(registered(REPORTS))


def reporter(kind: str) -> Reporter:
    """The reporter of that name; UsageError names the nearest one."""
    if kind not in registered(REPORTS):
        msg = f"there is no report {kind!r}; {nearest(kind, report_types())}"
        raise UsageError(msg)
    return load_entry(REPORTS, kind, Reporter)
