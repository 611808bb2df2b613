"""A reporter: one kind of file made from rows, registered by an entry point ``onenlp.reports``."""

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scoring.base.errors import RowsError
from scoring.base.files import write_atomically
from scoring.base.revision import moment, project_name, revision_here
from scoring.rows.records import Identity, Row
from scoring.rows.units import StoredUnits

__all__ = ["Report", "ReportHead", "Reporter", "write_text"]


@dataclass(frozen=True)
class ReportHead:
    """Where the rows of a report come from; what is not known is left out of it."""

    project: str | None = None
    commit: str | None = None
    branch: str | None = None
    date: str | None = None
    command: str | None = None
    references: tuple[str, ...] = ()

    @classmethod
    def of_run(cls, command: Sequence[str], references: Iterable[str] = ()) -> "ReportHead":
        """Of the run that is made here and now; asks CI's variables and git."""
        here = revision_here()
        return cls(project_name(), here.commit, here.branch, moment(), shlex.join(command), tuple(references))


@dataclass(frozen=True)
class Report:
    """What a run has to say: its rows, and the units of each test set where they are to be kept.

    ``commands`` are what to run next, by row key.
    """

    rows: Sequence[Row]
    units: Mapping[Identity, StoredUnits] = field(default_factory=dict, repr=False)
    head: ReportHead | None = None
    commands: Mapping[str, str] = field(default_factory=dict)


def write_text(path: Path | str, text: str) -> None:
    """Writes a text file whole or not at all; raises RowsError where file or folder cannot be written.

    Half of a surrogate pair, which UTF-8 cannot hold, becomes its escape.
    """
    write_atomically(path, text.encode(errors="backslashreplace"), RowsError)


@dataclass(frozen=True)
class Reporter:
    """How one kind of report is made: as text, and where a file is more or other than that, into a file.

    ``of_report`` makes the text of what else a report has to say than its rows.
    """

    dumps: Callable[[Sequence[Row]], str]
    into: Callable[[Path, Report], None] | None = None
    of_report: Callable[[Report], str] | None = None

    def text(self, report: Report) -> str:
        """The report as text."""
        return self.dumps(report.rows) if self.of_report is None else self.of_report(report)

    def write(self, path: Path, report: Report) -> None:
        """Writes the file whole or not at all, with whatever belongs beside it."""
        if self.into is not None:
            self.into(path, report)
        else:
            write_text(path, self.text(report))
