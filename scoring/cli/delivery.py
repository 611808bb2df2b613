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
from scoring.report.reporter import write_text
from scoring.rows.records import Row
from scoring.rows.verdict import Verdict

__all__ = ["Delivery", "exit_status"]

STANDARD = "-"
KINDS = {"json": "json", "markdown": "md", "csv": "csv", "html": "html"}  # option: report
ENTRIES = "entries"


@dataclass(frozen=True)
class Delivery:
    """Where the rows go: a file for each kind of report, at most one of them to standard output."""

    places: Mapping[str, str]  # by option
    better_passes: bool

    @classmethod
    def of(cls, options: Namespace, inputs: Sequence[str]) -> "Delivery":
        """As the options say.

        Raises:
            UsageError: two reports in one place, or one in the place of an input.
        """
        every = {option: getattr(options, option, None) for option in (*KINDS, ENTRIES)}
        places = {option: place for option, place in every.items() if place is not None}
        taken = {os.path.realpath(path): path for path in inputs}
        for option, place in places.items():
            real = place if place == STANDARD else os.path.realpath(place)
            if real in taken:
                msg = f"--{option} {place} is also {taken[real]}, which it would replace; give another file"
                raise UsageError(msg)
            taken[real] = f"the place of --{option}"
        return cls(places, options.better == "pass")

    def hand_over(
        self, report: Report, reasons: Mapping[str, str], notes: Sequence[str] = (), entries: str = ""
    ) -> int:
        """Writes the files, prints the table or the one report asked for, and returns the exit status.

        ``reasons`` are lines by row key, printed of rows that fail; ``notes`` are printed last; ``entries`` is the
        text of the file that has a line for each unit.
        """
        for option, place in self.places.items():
            if option == ENTRIES:
                write_entries(place, entries)
                continue
            made = reporter(KINDS[option])
            if place == STANDARD:
                say(made.dumps(report.rows), exact=True)
            else:
                made.write(Path(place), report)
        failing = [row for row in report.rows if text.fails(row, better_passes=self.better_passes)]
        words = [printable(said) for said in (*(reasons[row.key] for row in failing), *notes)]
        if STANDARD in self.places.values():
            warn("".join(f"{line}\n" for line in words))
        else:
            say(self.page(report.rows, words))
        return exit_status(report.rows, better_passes=self.better_passes)

    def page(self, rows: Sequence[Row], words: Sequence[str]) -> str:
        """The table, its summary, and the words below it."""
        lines = [line.text for line in text.table(rows, better_passes=self.better_passes)]
        reasons = why.lines(rows, shutil.get_terminal_size().columns)
        return "\n".join([*lines, "", text.summary(rows), *words, *reasons]) + "\n"


def write_entries(place: str, text: str) -> None:
    """Writes the lines of all units whole or not at all, or prints them."""
    if place == STANDARD:
        say(text, exact=True)
    else:
        write_text(place, text)


def exit_status(rows: Sequence[Row], *, better_passes: bool = False) -> int:
    """2 for an error, else 1 for a score outside noise, else 3 for a missing or stale reference, else 0."""
    failing = {row.verdict for row in rows if text.fails(row, better_passes=better_passes)}
    if Verdict.ERROR in failing:
        return 2
    if failing & {Verdict.WORSE, Verdict.BETTER}:
        return 1
    return 3 if failing else 0
