"""What holds for every test: the same hypothesis examples each time, and on CI no skip of what can run."""

import os
from collections.abc import Generator

import pytest
from hypothesis import settings

from tests.shared import ABSENT

pytest_plugins = ["pytester"]

# Examples come from the test's own code, so a red run is red again; no deadline, because machines differ.
settings.register_profile("suite", derandomize=True, deadline=None, database=None)
settings.load_profile("suite")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if not hasattr(report, "wasxfail"):  # an expected failure has run
        _fail_a_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _fail_a_skip(report)
    return report


def _fail_a_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """On CI a skip is a failure, save where ``../shared`` is absent."""
    if os.environ.get("CI") != "true" or not report.skipped:
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    reason = reason.removeprefix("Skipped: ")
    if not reason.startswith(ABSENT):
        report.outcome = "failed"
        report.longrepr = f"skipped on CI, where it must run: {reason}"
