"""What a command that judges hands over: files, the table, why rows fail, and the exit status."""

import os
import shutil
from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scoring.base.errors import UsageError
from scoring.base.wording import printable
from scoring.cli.output import say, warn
from scoring.report import Report, reporter, text, why
from scoring.report.reporter import ReportHead, write_text
from scoring.rows.records import Row
from scoring.rows.verdict import EXIT_STATUS

__all__ = ["Delivery", "exit_status"]

STANDARD = "-"
OPTIONS = {
    "json": "json",
    "markdown": "md",
    "csv": "csv",
    "html": "html",
}  # the reports that have one of their own


@dataclass(frozen=True)
class Output:
    """One thing to write: a report of a kind, or the entries (None), and where to; ``option`` names it in errors."""

    option: str
    place: str
    kind: str | None


@dataclass(frozen=True)
class Delivery:
    """Where the rows go: a file for each report, at most one of them to standard output."""

    outputs: tuple[Output, ...]
    better_passes: bool

    @classmethod
    def of(cls, options: Namespace, inputs: Sequence[str]) -> "Delivery":
        """As the options say.

        Raises:
            UsageError: there is no such report, two reports in one place, or one in the place of an input.
        """
        single: dict[str, str | None] = {**OPTIONS, "entries": None}
        places = ((name, getattr(options, name, None), kind) for name, kind in single.items())
        outputs = [Output(name, place, kind) for name, place, kind in places if place is not None]
        outputs += [Output("report", place, kind) for kind, place in options.report]
        taken = {os.path.realpath(path): path for path in inputs}
        for one in outputs:
            if one.kind is not None:
                reporter(one.kind)
            real = one.place if one.place == STANDARD else os.path.realpath(one.place)
            if real in taken:
                msg = f"--{one.option} {one.place} is also {taken[real]}, which it would replace; give another file"
                raise UsageError(msg)
            taken[real] = f"the place of --{one.option}"
        return cls(tuple(outputs), options.better == "pass")

    def hand_over(
        self, report: Report, reasons: Mapping[str, str], notes: Sequence[str] = (), entries: str = ""
    ) -> int:
        """Writes the files, prints the table or the one report asked for, and returns the exit status.

        ``reasons`` are lines by row key, printed of rows that fail; ``notes`` are printed last; ``entries`` is the
        text of the file that has a line for each unit.
        """
        for one in self.outputs:
            if one.kind is None:
                write_entries(one.place, entries)
            elif one.place == STANDARD:
                say(reporter(one.kind).text(report), exact=one.kind)
            else:
                reporter(one.kind).write(Path(one.place), report)
        failing = [row for row in report.rows if text.fails(row, better_passes=self.better_passes)]
        words = [printable(said) for said in (*(reasons[row.key] for row in failing), *notes)]
        if self.prints_a_file:
            warn("".join(f"{line}\n" for line in words))
        else:
            say(self.page(report.rows, words))
        return exit_status(report.rows, better_passes=self.better_passes)

    def head(self, command: str, options: Namespace, references: Sequence[str]) -> ReportHead | None:
        """Where the rows come from, for the reports that say it; None where none of those is asked for."""
        if not any(one.kind == "html" for one in self.outputs):
            return None
        return ReportHead.of_run(["onenlp", command, *options.typed], references)

    @property
    def prints_a_file(self) -> bool:
        """Whether standard output is for one of the files, so that all else is said on standard error."""
        return any(one.place == STANDARD for one in self.outputs)

    def page(self, rows: Sequence[Row], words: Sequence[str]) -> str:
        """The table, its summary, and the words below it."""
        lines = [line.text for line in text.table(rows, better_passes=self.better_passes)]
        reasons = why.lines(rows, shutil.get_terminal_size().columns)
        return "\n".join([*lines, "", text.summary(rows), *words, *reasons]) + "\n"


def write_entries(place: str, text: str, kind: str = "json") -> None:
    """Writes the text of a file whole or not at all, or prints it; ``kind`` says what file it is."""
    if place == STANDARD:
        say(text, exact=kind)
    else:
        write_text(place, text)


def exit_status(rows: Sequence[Row], *, better_passes: bool = False) -> int:
    """2 for an error, else 1 for a score outside noise, else 3 for a missing or stale reference, else 4, else 0.

    4 says that a loss as large as the margin is not excluded.
    """
    failing = {row.verdict for row in rows if text.fails(row, better_passes=better_passes)}
    return next((status for verdict, status in EXIT_STATUS.items() if verdict in failing), 0)
