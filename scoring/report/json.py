"""The rows file as a report: it can be given as a reference file as it is, its units beside it."""

from pathlib import Path

from scoring import rows, unitstore
from scoring.report.reporter import Report, Reporter

__all__ = ["REPORTER"]


def write(path: Path, report: Report) -> None:
    """Writes the rows, then the units of every test set beside them.

    The rows go first: where they cannot be written, the units of an older file stay as they are.  Into a pipe or
    device go the rows alone.
    """
    rows.write(path, report.rows)
    if not path.is_file():
        return
    for identity, stored in report.units.items():
        unitstore.write(unitstore.path_of(path, identity), stored)


REPORTER = Reporter(rows.dumps, write)
