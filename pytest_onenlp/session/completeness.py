"""Whether a run has seen every gate there is: only such a run knows which reference rows no gate claims."""

from pathlib import Path

from pytest_onenlp.records.values import names_in_line
from pytest_onenlp.records.view import SessionView
from pytest_onenlp.session.faults import flagged

__all__ = ["narrowed", "partial", "strict"]


def partial(view: SessionView) -> str | None:
    """Why gates of the run may have rows that are not known, as the end of a sentence; None where each judged its own.

    A gate that failed has judged its rows where its marker names identity and metrics and each has its verdict.
    """
    selection = view.selection
    if view.interrupted:
        return "the run was interrupted"
    if selection.last_failed:
        return "--lf leaves tests out"
    if selection.deselected:
        return f"gates were deselected: {names_in_line(sorted(selection.deselected))}"
    if selection.uncollected:
        return f"not everything was collected: {names_in_line(sorted(selection.uncollected))}"
    if view.stopped:
        return "the run stopped before its end"
    if not view.gates:
        return "no gate ran"
    selected = max(selection.gates, view.checks)
    if len(view.gates) < selected:
        return f"only {len(view.gates)} of {selected} gates ran"
    left = sorted(gate.nodeid for gate in view.gates if not gate.whole)
    return f"gates did not judge all that they would: {names_in_line(left)}" if left else None


def narrowed(view: SessionView) -> str | None:
    """Why the run may have left out whole files of gates, as the end of a sentence; None where it took all."""
    selection = view.selection
    if selection.leaving_out:
        return f"{selection.leaving_out} leaves files out"
    if selection.by_testpaths:
        return None
    root = selection.root.resolve()
    places = [Path(selection.folder, argument).resolve() for argument in selection.arguments]
    if any(place == root or place in root.parents for place in places):
        return None
    arguments = names_in_line(selection.arguments)
    return f"only {arguments} was collected and not all of {root}; run pytest there without paths"


def strict(view: SessionView) -> tuple[list[str], list[str]]:
    """What ``--onenlp-strict`` makes errors of the run, and notes: flagged rows, reference rows that no gate claims."""
    faults, notes = [], []
    flags = flagged(view)
    if flags:
        faults.append(f"--onenlp-strict: flagged rows: {names_in_line(flags)}")
    left = sorted(set(view.reference_keys) - view.keys())
    why = partial(view) if left else None
    if why:
        notes.append(f"--onenlp-strict did not look for reference rows that no gate claims, because {why}")
    elif left:
        way = "remove them from the file, or all with --onenlp-prune"
        faults.append(f"--onenlp-strict: no gate claims these reference rows: {names_in_line(left)}; {way}")
    return faults, notes
