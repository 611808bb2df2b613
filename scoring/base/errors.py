"""The errors of the package: one small tree, so that a caller catches what it can act on.

Every message names the place (file, line, row, field), both values where two differ, and the way out.
"""

from scoring.base.wording import bounded, printable

__all__ = [
    "AlignmentError",
    "EvidenceError",
    "InputError",
    "RowsError",
    "ScoringError",
    "StoreError",
    "UsageError",
]


class ScoringError(ValueError):
    """Something a user gave cannot be scored; the message says what, where and the way out.

    Each argument is a line of the message; a line end inside of one comes from the data.  Whatever the data, no message
    is long: of a line that is too long the middle is left out.
    """

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the message, each printable."""
        return bounded([printable(str(line)) for line in self.args or ("",)])

    def __str__(self) -> str:
        return "\n".join(self.lines)


class InputError(ScoringError):
    """A gold, prediction or gate file cannot be read: it is missing, not UTF-8, or not in its format."""


class AlignmentError(ScoringError):
    """Gold and prediction are not two annotations of the same text."""


class EvidenceError(ScoringError):
    """Per-unit evidence has the wrong shape, or belongs to something else."""


class RowsError(ScoringError):
    """A results or reference file cannot be read or written."""


class StoreError(ScoringError):
    """A database of run cards and rows cannot be opened, read or written, or holds something else already."""


class UsageError(ScoringError):
    """An option, key or argument is unknown, missing or contradicts another."""
