"""A row as a rows file has it: what is recorded in one process has to be what any other reads."""

import json

from scoring.base.errors import ScoringError, UsageError
from scoring.rows.records import Row
from scoring.rows.rows import convert, plain

__all__ = ["as_a_file_has_it"]


def as_a_file_has_it(row: Row) -> Row:
    """The row as it comes back from a rows file; ScoringError where none could hold it, which is better said now."""
    try:
        # Numbers of numpy's own are no plain ones, and not every process could read them.
        return convert(json.loads(json.dumps(plain(row))), "this test", 1)
    except ScoringError:
        raise
    except (TypeError, ValueError, OverflowError) as error:
        msg = f"{row.key} cannot be kept: {error}"
        raise UsageError(msg) from None
