"""Of which commit cards and rows are: commit, branch, date and label, and times as the store keeps them."""

from dataclasses import dataclass
from datetime import UTC, datetime

from scoring.base.errors import UsageError
from scoring.base.limits import LONGEST_NAME
from scoring.base.names import is_printable

__all__ = ["Origin", "instant", "now"]


@dataclass(frozen=True)
class Origin:
    """Commit, branch and label as given, None where there is none; ``date`` is the commit's, in the store's form.

    Raises:
        UsageError: one of them is empty, too long, or not one printable line.
    """

    commit: str | None = None
    branch: str | None = None
    date: str | None = None
    label: str | None = None

    def __post_init__(self) -> None:
        for field in ("commit", "branch", "label"):
            value = getattr(self, field)
            if value is None:
                continue
            if not value.strip() or not is_printable(value) or len(value) > LONGEST_NAME:
                msg = f"--{field} {value!r:.60} is not one line of 1 to {LONGEST_NAME} printable characters"
                raise UsageError(msg)


def now() -> str:
    """The present moment, in the store's form."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"


def instant(text: str) -> str:
    """A date, or date and time, in the store's form: UTC, to the second.  Without a zone it is meant as UTC.

    >>> instant("2026-03-01"), instant("2026-03-01T12:00:00+02:00")
    ('2026-03-01T00:00:00Z', '2026-03-01T10:00:00Z')

    Raises:
        UsageError: it is none.
    """
    try:
        found = datetime.fromisoformat(text.strip())
        found = found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError):
        msg = f"{text!r:.60} is not a date, as in 2026-03-01 or 2026-03-01T12:00:00+01:00"
        raise UsageError(msg) from None
    return f"{found:%Y-%m-%dT%H:%M:%S}Z".rjust(20, "0")
