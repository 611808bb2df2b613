"""The rows file as a report: it can be given as a reference file as it is, its units beside it."""

import contextlib
from collections.abc import Sequence
from pathlib import Path

from scoring.base.errors import RowsError
from scoring.base.files import is_special, locked
from scoring.report.reporter import Report, Reporter
from scoring.rows import rows
from scoring.rows.records import Row
from scoring.rows.replace import Replacement, replace_rows

__all__ = ["REPORTER"]


def write(path: Path, report: Report) -> None:
    """Writes the rows and the units of all test sets beside them, or nothing; into a pipe or device the rows alone."""
    if is_special(path):
        rows.write(path, report.rows)
        return
    with locked([path.parent]):
        replace_rows([Replacement(path, rows_in(path), rows.dumps(report.rows), report.units)])


def rows_in(path: Path) -> Sequence[Row]:
    """The rows of the report that is to be replaced; none where the file is something else."""
    with contextlib.suppress(RowsError):
        return rows.read(path)
    return ()


REPORTER = Reporter(rows.dumps, write)
