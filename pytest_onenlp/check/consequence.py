"""What comes of a judged row: what it does to its test, the line that says why, and the record for the controller."""

import dataclasses
from collections.abc import Collection

from pytest_onenlp.records.options import Options
from pytest_onenlp.records.phase import AcceptedChanges, RecordedUnits, RowOutcome
from pytest_onenlp.show.commands import update_command
from scoring.report.line import line_of
from scoring.report.text import is_smaller_loss, notice
from scoring.rows import units as unitstore
from scoring.rows.records import Identity, Row, matches
from scoring.rows.references import References, near
from scoring.rows.verdict import Rule, Verdict

__all__ = [
    "accepted_changes",
    "failing_line",
    "is_acceptable",
    "is_accepted",
    "junit_property",
    "outcome_of",
    "recorded_units",
]


def outcome_of(row: Row, options: Options, better: str, *, measured_here: bool, accepted: bool) -> RowOutcome:
    """What the verdict does to the test: only ``within`` passes by itself, a loss that keeps its margin with a notice.

    ``better`` is what a better score does: fail or pass.  ``measured_here``: the reference was, so no file has it.
    An update never records a gain within the noise: a reference that followed each lucky run would climb.
    """
    recordable = options.update and row.score is not None and not measured_here
    if row.verdict is None:  # nothing is judged
        return RowOutcome.FAILED if row.score is None else RowOutcome.SCORED
    if row.verdict is Verdict.WITHIN:
        return RowOutcome.NOTICE if is_smaller_loss(row) else RowOutcome.PASSED
    if accepted:
        return RowOutcome.RECORDED
    if row.verdict is Verdict.MISSING:
        return RowOutcome.RECORDED if recordable and options.references else RowOutcome.FAILED
    if row.verdict is Verdict.BETTER and not notice(row):
        if recordable:
            return RowOutcome.RECORDED
        return RowOutcome.NOTICE if better == "pass" else RowOutcome.FAILED
    if row.verdict is Verdict.INCONCLUSIVE and row.within_noise:  # a row outside noise is no matter of doubt
        return RowOutcome.NOTICE if options.inconclusive == "notice" else RowOutcome.FAILED
    return RowOutcome.NOTICE if row.verdict is Verdict.BETTER else RowOutcome.FAILED


def is_acceptable(row: Row) -> bool:
    """Whether the row can be recorded on purpose; one below its floor would fail again whatever the reference."""
    verdicts = (Verdict.STALE, Verdict.BETTER, Verdict.WORSE, Verdict.INCONCLUSIVE)
    changed = row.verdict in verdicts and row.rule is not Rule.MIN
    return changed and row.score is not None and row.reference is not None


def is_accepted(row: Row, options: Options) -> bool:
    """Whether the row, which can be recorded on purpose, was named for it."""
    return any(matches(row, glob) for glob in options.accept)


def failing_line(row: Row, references: References | None, options: Options) -> str:
    """The line of a failing row; of a missing one with the closest row and, where it has a score, the way on."""
    if row.verdict is None:
        return f"{row.key}: no score: {row.reason or 'it is not a finite number'}"
    if row.verdict is not Verdict.MISSING:
        return line_of(row)
    closest = near(row, references) if references else None
    if row.score is None:
        return f"{line_of(row, closest=closest)}; {row.reason or 'the score is not a finite number'}"
    return line_of(row, closest=closest, record=update_command(options))


def accepted_changes(reference: Row) -> AcceptedChanges | None:
    """What was accepted for a reference; None where nothing was."""
    if not reference.history or reference.score is None:
        return None
    first = reference.history[0]
    return AcceptedChanges(first.date, first.score, reference.score, len(reference.history))


def recorded_units(identity: Identity, units: unitstore.UnitSet, metrics: Collection[str]) -> RecordedUnits:
    """The units of the rows to be kept, which are those of these metrics."""
    stored = unitstore.StoredUnits()
    chosen = {label: arrays for label, arrays in units.arrays.items() if label in metrics}
    stored.record(dataclasses.replace(units, arrays=chosen))
    return RecordedUnits(identity, unitstore.dumps(stored))


def junit_property(row: Row) -> str:
    """The JUnit property of a row: ``86.60 [86.10, 87.10] worse``."""
    score = "none" if row.score is None else f"{row.score:.2f}"
    interval = f" [{row.ci[0]:.2f}, {row.ci[1]:.2f}]" if row.ci else ""
    return f"{score}{interval} {row.verdict or 'not judged'}"
