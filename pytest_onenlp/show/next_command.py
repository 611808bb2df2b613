"""What to run next for one row, as the page of a run says it; the terminal says it of all rows of a kind."""

from pytest_onenlp.records.options import Options
from pytest_onenlp.records.phase import RecordedRow
from pytest_onenlp.show.commands import accept_command, update_command
from pytest_onenlp.show.terminal import kind_of

__all__ = ["next_command"]


def next_command(one: RecordedRow, options: Options) -> str | None:
    """The command that settles a row; None where nothing is to be done, or no command does it."""
    kind = kind_of(one)
    if kind in ("worse", "stale", "inconclusive"):
        return accept_command(options, [one.row.key])
    gain_within_noise = kind == "better" and (one.row.rule == "paired" or one.row.within_noise)
    return update_command(options) if kind in ("missing", "better") and not gain_within_noise else None
