"""A check leaves a trace where it ends without a verdict, so that whoever catches what it raised cannot hide it."""

import functools
from collections.abc import Callable
from types import TracebackType
from typing import Concatenate, ParamSpec, TypeVar

import pytest

from pytest_onenlp.check.checks import ChecksOfTest
from pytest_onenlp.check.outcome import Attempt, OneNLPRegression

__all__ = ["watched"]

Checks = TypeVar("Checks", bound=ChecksOfTest)
Given = ParamSpec("Given")
Rows = TypeVar("Rows")
# What ends a session or a test on purpose, and a failing verdict, which is in its row.
TOLD = (OneNLPRegression, KeyboardInterrupt, GeneratorExit, pytest.exit.Exception, pytest.skip.Exception)


def watched(check: Callable[Concatenate[Checks, Given], Rows]) -> Callable[Concatenate[Checks, Given], Rows]:
    """The check, watched: what it raises, and that it runs, is known of its test in whatever thread it is called."""

    @functools.wraps(check)
    def run(self: Checks, /, *args: Given.args, **named: Given.kwargs) -> Rows:
        __tracebackhide__ = True
        with Running(self.attempt):
            return check(self, *args, **named)

    return run


class Running:
    """One check while it runs."""

    def __init__(self, attempt: Attempt) -> None:
        self.attempt = attempt

    def __enter__(self) -> None:
        with self.attempt.lock:
            self.attempt.running += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        __tracebackhide__ = True
        with self.attempt.lock:
            self.attempt.running -= 1
            if error is None or isinstance(error, TOLD) or error is self.attempt.last_raised:
                return
            first = next(iter(str(error).strip().splitlines()), "")
            plain = isinstance(error, pytest.fail.Exception)
            self.attempt.raised.append(first if plain else f"{type(error).__name__}: {first}")
            self.attempt.last_raised = error
