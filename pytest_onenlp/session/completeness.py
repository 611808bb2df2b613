"""Whether a run has seen every gate there is: only such a run knows which reference rows no gate claims.

One answer for all who ask: strict, prune, the demand for every row, and the count of rows that nothing claims.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pytest_onenlp.records.values import names_in_line
from pytest_onenlp.records.view import SessionView
from pytest_onenlp.session.faults import flagged

__all__ = ["Completeness", "completeness", "lacking_rows", "strict"]


@dataclass(frozen=True)
class Completeness:
    """Why gates of the run may have rows that are not known, as ends of sentences; None where there is no reason."""

    narrowed: str | None  # the command line left them out
    lacking: str | None  # anything else did

    @property
    def why(self) -> str | None:
        """Why the run was not whole."""
        return self.narrowed or self.lacking


def completeness(view: SessionView) -> Completeness:
    """Whether the run was whole."""
    return Completeness(next(narrowing(view), None), next(lacking(view), None))


def narrowing(view: SessionView) -> Iterator[str]:
    """How the command line left gates out."""
    selection = view.selection
    if selection.last_failed:
        yield "--lf leaves tests out"
    if selection.deselected:
        yield f"gates were deselected: {names_in_line(sorted(selection.deselected))}"
    if selection.leaving_out:
        yield f"{selection.leaving_out} leaves files out"
    if view.stopped and selection.stops_early:
        yield f"the run stopped before its end, as {selection.stops_early} says"
    if not selection.by_testpaths and not covers_all(view):
        arguments, root = names_in_line(selection.arguments), selection.root.resolve()
        yield f"only {arguments} was collected and not all of {root}; run pytest there without paths"


def covers_all(view: SessionView) -> bool:
    """Whether the arguments hold the root folder, or all that the ini file names."""
    selection = view.selection
    places = [Path(selection.folder, argument).resolve() for argument in selection.arguments]
    root = selection.root.resolve()
    wanted = [Path(root, name).resolve() for name in selection.testpaths] or [root]
    return all(any(place == one or place in one.parents for place in places) for one in wanted)


def lacking(view: SessionView) -> Iterator[str]:
    """What else kept gates from being judged.

    A gate that failed has judged its rows where its marker names identity and metrics and each has its verdict.
    """
    selection = view.selection
    if view.interrupted:
        yield "the run was interrupted"
    if selection.uncollected:
        names = sorted(one.nodeid for one in selection.uncollected)
        yield f"not everything was collected: {names_in_line(names)}"
    if view.stopped and not selection.stops_early:
        yield "the run stopped before its end"
    if view.stopped:
        return  # the gates that did not run are no further reason
    if not view.gates and not selection.deselected:
        yield "no gate ran"
    selected = max(selection.gates, view.selected)
    if len(view.gates) < selected:
        yield f"only {len(view.gates)} of {selected} gates ran"
    left = sorted(gate.nodeid for gate in view.gates if not gate.whole)
    if left:
        yield f"gates did not judge all that they would: {names_in_line(left)}"


def strict(view: SessionView) -> tuple[list[str], list[str]]:
    """What ``--onenlp-strict`` makes errors of the run, and notes: flags, gates that were lacking, unclaimed rows."""
    faults, notes = [], []
    flags = flagged(view)
    if flags:
        faults.append(f"--onenlp-strict: flagged rows: {names_in_line(flags)}")
    found = completeness(view)
    if found.lacking:
        faults.append(f"--onenlp-strict: the run was not whole: {found.lacking}")
    left = sorted(set(view.reference_keys) - view.keys())
    if left and found.why:
        notes.append(
            f"--onenlp-strict did not look for reference rows that no gate claims, because {found.why}"
        )
    elif left:
        way = "remove them from the file, or all with --onenlp-prune"
        faults.append(f"--onenlp-strict: no gate claims these reference rows: {names_in_line(left)}; {way}")
    return faults, notes


def lacking_rows(view: SessionView) -> str | None:
    """What ``onenlp_require`` makes an error of the run; None where as many rows were judged as it asks for."""
    wanted = view.options.require
    judged = {one.row.key for one in view.recorded_rows() if one.row.verdict is not None}
    if wanted is None:
        return None
    if isinstance(wanted, int):
        few = len(judged) < wanted
        return f"onenlp_require = {wanted}: {len(judged)} rows were judged in this run" if few else None
    if not view.options.references:
        return "onenlp_require = all: there are no reference rows: name their file with --onenlp-reference"
    left = sorted(set(view.reference_keys) - judged)
    if not left:
        return None
    why = completeness(view).why
    return (
        f"onenlp_require = all: {len(left)} of {len(set(view.reference_keys))} reference rows were not judged in this "
        f"run: {names_in_line(left)}{f'; {why}' if why else ''}"
    )
