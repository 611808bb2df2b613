"""The end of a run: finds what is wrong with it as a whole, then writes what it is to leave behind."""

import os
from collections.abc import Mapping
from dataclasses import replace

import pytest

from pytest_onenlp.records.reference_files import keys_in
from pytest_onenlp.records.view import SessionView
from pytest_onenlp.session.completeness import completeness, lacking_rows, strict
from pytest_onenlp.session.faults import judged_twice, lost_rows, swallowed, unaccepted, unexcused
from pytest_onenlp.session.findings import Findings
from pytest_onenlp.shadow import check_scoring

__all__ = ["PASSING", "finish"]

NO_GATE = (
    "reference rows are configured, and no gate was collected: is there a gate file outside testpaths or under "
    "norecursedirs, or one whose name is not like onenlp*.toml?"
)
PASSING = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


def finish(view: SessionView, inputs: Mapping[str, str], findings: Findings) -> None:
    """Judges the run as a whole, and writes references and reports unless it was interrupted.

    ``inputs`` are the files that the run read, and what each is.
    """
    selection = view.selection
    by_choice = bool(selection.deselected) or selection.last_failed or view.options.off
    ended = view.exitstatus in (*PASSING, pytest.ExitCode.TESTS_FAILED)
    if view.options.given and ended and not by_choice and not view.recorded_rows():
        findings.faults.append("--onenlp-reference was given, but no row was judged")
    findings.faults += [*judged_twice(view), *swallowed(view), *unexcused(view), *lost_rows(view)]
    if lacking := lacking_rows(replace(view, reference_keys=tuple(keys_in(view.options.references)))):
        findings.faults.append(lacking)
    if view.options.references and not (
        view.options.given or view.gates or selection.deselected or selection.gates
    ):
        findings.notes.append(NO_GATE)
    if view.interrupted:
        give_up(view, findings)
    else:
        write(view, inputs, findings)


def give_up(view: SessionView, findings: Findings) -> None:
    """Says what an interrupted run leaves undone."""
    options = view.options
    recording = bool(view.gates) and (options.update or options.accept)
    if options.reports or recording:
        findings.notes.append("the run was interrupted: nothing was recorded, and no report was written")
    if options.prune:
        findings.notes.append("the run was interrupted: no reference row was removed")


def write(view: SessionView, inputs: Mapping[str, str], findings: Findings) -> None:
    """Records, then prunes, then judges strictly what is left, and reports."""
    options = view.options
    if options.accept:
        findings.faults += unaccepted(view, options.accept)
    if view.recordable():
        record_rows(view, findings)
    if options.prune:
        prune_rows(view, findings)
    if options.strict and (view.gates or any(one.names_us for one in view.selection.uncollected)):
        faults, notes = strict(replace(view, reference_keys=tuple(keys_in(options.references))))
        findings.faults += faults
        findings.notes += notes
    if options.reports:
        write_reports(view, inputs, findings)


def record_rows(view: SessionView, findings: Findings) -> None:
    """Records the rows that the run was asked to, unless something is wrong with it."""
    findings.recorded = False
    if findings.faults:
        findings.notes.append("nothing was recorded, because of the errors below")
        return
    with findings.telling("nothing was recorded"):
        from pytest_onenlp.session.recording import record

        findings.notes.extend(record(view))
        findings.recorded = True


def prune_rows(view: SessionView, findings: Findings) -> None:
    """Removes the reference rows that no gate claims, if this run can tell which those are."""
    why = "of the errors above" if findings.faults else completeness(view).why
    if why:
        findings.faults.append(f"no reference row was removed, because {why}")
        return
    with findings.telling("no reference row was removed"):
        from pytest_onenlp.session.pruning import prune

        findings.notes.extend(prune(view.keys(), view.options.references))


def write_reports(view: SessionView, inputs: Mapping[str, str], findings: Findings) -> None:
    """Writes every report, also one without a row: an older run's must not be taken for this one's."""
    with findings.telling("no report was written"):
        check_scoring()
        from pytest_onenlp.session.recording import stored_units
        from pytest_onenlp.show.destinations import read_by_the_run
        from pytest_onenlp.show.next_command import next_command
        from scoring.judging.judged import judge_order
        from scoring.report import Report, reporter
        from scoring.report.reporter import ReportHead

        units = stored_units(view.gates) if view.options.units else {}
        rows = judge_order([one.row for one in view.recorded_rows()])
        head, commands = None, {}
        if any(kind == "html" for kind, _ in view.options.reports):
            head = ReportHead.of_run(
                ["pytest", *view.selection.typed], map(os.path.relpath, view.options.references)
            )
            commands = {
                one.row.key: command
                for one in view.recorded_rows()
                if (command := next_command(one, view.options)) is not None
            }
        report = Report(rows, units, head, commands)
        for kind, path in view.options.reports:
            unwritten = f"the {kind} report was not written"
            with findings.telling(unwritten):
                if fault := read_by_the_run(path, inputs):
                    findings.faults.append(f"{unwritten}: {fault}")
                else:
                    reporter(kind).write(path, report)
