"""The pytest plugin: fails a test run when a score leaves the noise of its reference.

The types that a test annotates are handed on lazily: pytest loads this package in every run.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pytest_onenlp.check.fixture import Checker
    from pytest_onenlp.check.outcome import OneNLPRegression
    from pytest_onenlp.snapshots.snapshot import ResultsSnapshot

__all__ = ["Checker", "OneNLPRegression", "ResultsSnapshot"]

HOMES = {
    "Checker": "pytest_onenlp.check.fixture",
    "OneNLPRegression": "pytest_onenlp.check.outcome",
    "ResultsSnapshot": "pytest_onenlp.snapshots.snapshot",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a type
    """A type, from where it is defined.

    Raises:
        ImportError: ``ResultsSnapshot`` needs the extra ``snapshot``, which is not installed.
    """
    if name not in HOMES:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    import importlib

    try:
        return getattr(importlib.import_module(HOMES[name]), name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "syrupy":
            raise
    from pytest_onenlp.snapshots.syrupy import NOT_INSTALLED

    raise ImportError(NOT_INSTALLED)
