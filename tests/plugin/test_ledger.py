"""The ledger by hand-made reports: which attempt at a gate counts, and how it ended."""

import pytest

from pytest_onenlp.records.phase import PhaseRecord, pack
from pytest_onenlp.session.ledger import Ledger

GATE = "test_a.py::test_a"


def report(when, outcome, attempt=None, said=""):
    """A report of the gate; without an attempt it is one that another plugin made."""
    made = pytest.TestReport(GATE, ("test_a.py", 0, "test_a"), {}, outcome, said or None, when)
    if attempt is not None:
        number = ("setup", "call", "teardown").index(when) + 1
        made.onenlp = pack(PhaseRecord(attempt=(7, attempt), number=number))
    return made


def ended(*reports):
    """How the gate ended by these reports, and why."""
    ledger = Ledger()
    for one in reports:
        ledger.log(one)
    (gate,) = ledger.gates()
    return gate.outcome, gate.reason, gate.attempts


FAILED = (
    report("setup", "passed", 1),
    report("call", "failed", 1, "smaller"),
    report("teardown", "passed", 1),
)


def test_a_gate_ends_as_its_call_does():
    assert ended(*FAILED) == ("failed", "smaller", 1)


def test_an_attempt_that_has_only_begun_has_not_ended_as_the_one_before():
    assert ended(*FAILED, report("setup", "passed", 2)) == ("not run", "", 2)


def test_the_last_attempt_says_how_it_ended():
    assert ended(*FAILED, report("setup", "passed", 2), report("call", "passed", 2)) == ("passed", "", 2)


def test_a_report_of_a_crash_ends_the_attempt_that_it_came_in():
    crash = report("call", "failed", said="worker 'gw0' crashed")
    assert ended(*FAILED, report("setup", "passed", 2), crash) == ("failed", "worker 'gw0' crashed", 2)
