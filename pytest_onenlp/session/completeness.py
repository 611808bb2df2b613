"""Whether a run has seen every gate there is: only such a run knows which reference rows no gate claims."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_onenlp.options import GATES
from pytest_onenlp.session.ledger import listed
from pytest_onenlp.session.reference_files import keys_in

if TYPE_CHECKING:
    from pytest_onenlp.session.controller import Controller

__all__ = ["narrowed", "partial", "strict"]


def partial(controller: "Controller") -> str | None:
    """Why gates of the run may have rows that are not known, as the end of a sentence; None where each judged its own.

    A gate that failed has judged its rows where its marker names identity and metrics and each has its verdict.
    """
    session, ledger = controller.session, controller.ledger
    if controller.interrupted:
        return "the run was interrupted"
    if controller.config.getoption("lf", default=False):
        return "--lf leaves tests out"
    if controller.deselected:
        return f"gates were deselected: {listed(sorted(controller.deselected))}"
    if controller.uncollected:
        return f"not everything was collected: {listed(sorted(controller.uncollected))}"
    if session and (
        session.shouldfail or session.shouldstop or session.exitstatus == pytest.ExitCode.INTERRUPTED
    ):
        return "the run stopped before its end"
    if not ledger.gates:
        return "no gate ran"
    selected = max(controller.gates, controller.config.stash[GATES], ledger.checks)
    if len(ledger.gates) < selected:
        return f"only {len(ledger.gates)} of {selected} gates ran"
    left = [entry.nodeid for entry in ledger.gates.values() if not entry.whole]
    return f"gates did not judge all that they would: {listed(sorted(left))}" if left else None


def narrowed(config: pytest.Config) -> str | None:
    """Why the run may have left out whole files of gates, as the end of a sentence; None where it took all."""
    left_out = next(
        (name for name in ("ignore", "ignore_glob") if config.getoption(name, default=None)), None
    )
    if left_out:
        return f"--{left_out.replace('_', '-')} leaves files out"
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        return None
    root = config.rootpath.resolve()
    places = [Path(config.invocation_params.dir, arg).resolve() for arg in config.args]
    if any(place == root or place in root.parents for place in places):
        return None
    return f"only {listed(config.args)} was collected and not all of {root}; run pytest there without paths"


def strict(controller: "Controller") -> tuple[list[str], list[str]]:
    """What ``--onenlp-strict`` makes errors of the run, and notes: flagged rows, reference rows that no gate claims."""
    faults, notes = [], []
    flagged = controller.ledger.flagged()
    if flagged:
        faults.append(f"--onenlp-strict: flagged rows: {listed(flagged)}")
    left = sorted(set(keys_in(controller.options.references)) - controller.ledger.keys())
    why = partial(controller) if left else None
    if why:
        notes.append(f"--onenlp-strict did not look for reference rows that no gate claims, because {why}")
    elif left:
        way = "remove them from the file, or all with --onenlp-prune"
        faults.append(f"--onenlp-strict: no gate claims these reference rows: {listed(left)}; {way}")
    return faults, notes
