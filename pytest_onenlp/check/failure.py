"""Failures of one message: what is wrong with a test's data or settings is said without a traceback."""

import pytest

from scoring.base.errors import RowsError, ScoringError, UsageError
from scoring.base.wording import bounded, printable

__all__ = ["PlainFailures", "failure"]


def failure(*lines: str) -> BaseException:
    """What fails a test with one message and no traceback; raised ``from None``, or pytest shows where it came from."""
    return pytest.fail.Exception("\n".join(bounded([*map(printable, lines)])), pytrace=False)


class PlainFailures:
    """Turns an error in the user's data into a failure of one message, without a traceback."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        __tracebackhide__ = True
        if isinstance(error, ScoringError):
            kinds = {RowsError: "reference error: ", UsageError: ""}
            first, *more = error.lines
            raise failure(f"{kinds.get(type(error), 'data error: ')}{first}", *more) from None
