"""What has changed between the rows of a run and those of a results snapshot, by the specification's noise rule.

Source: specification, "The within-noise rule"; docs/decisions, "Six verdicts".
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.evaluation.compare import Contest, judge_row, unjudged
from scoring.judging.opponents import Opponent, other_kind, recorded
from scoring.judging.settings import Settings
from scoring.report.figures import delta, figures, signed
from scoring.report.line import line_of
from scoring.rows.records import Row
from scoring.rows.verdict import REPORT_ORDER, Verdict

__all__ = ["Change", "changes", "judged_by", "told"]

ORDER = [
    kind
    for verdict in REPORT_ORDER
    for kind in (("gone", "new") if verdict is Verdict.MISSING else (verdict.value,))
]
OUTDATED = ("so the reference is out of date", "so the snapshot is out of date")


@dataclass(frozen=True)
class Change:
    """A row that is not what the snapshot says: the verdict on it, in one line, and its figures."""

    key: str
    line: str
    snapshot: str
    measured: str
    delta: str
    verdict: str


def judged_by(ours: Row, theirs: Row) -> Row:
    """Our row judged by that of the snapshot: intervals that overlap, or the rule for published numbers without them.

    ``ours.slack`` is what the run allows; None stands for the default of its scale.
    """
    against = Opponent(recorded(theirs, other_kind(ours, theirs)), theirs.source)
    settings = Settings(own_slack=ours.slack, pair=False)
    return judge_row(Contest(unjudged(ours), None, against, None, None), None, settings)


def changes(ours: Sequence[Row], theirs: Sequence[Row]) -> list[Change]:
    """Every row that left the noise, that the snapshot has not, or that the run has not; losses first."""
    old = {row.key: row for row in theirs}
    found = [change for row in ours if (change := changed(row, old.get(row.key)))]
    measured = {row.key for row in ours}
    found += [
        Change(row.key, f"{row.key}: in the snapshot, but not measured", shown(row), "-", "-", "gone")
        for row in theirs
        if row.key not in measured
    ]
    return sorted(found, key=lambda change: ORDER.index(change.verdict))


def changed(row: Row, old: Row | None) -> Change | None:
    """What there is to say of one row; None where it is within noise."""
    if old is None:
        return Change(row.key, f"{row.key}: measured, but not in the snapshot", "-", shown(row), "-", "new")
    judged = judged_by(row, old)
    if judged.verdict is Verdict.WITHIN:
        return None
    line = line_of(judged).replace(": stale reference", ": stale snapshot").replace(OUTDATED[0], OUTDATED[1])
    gap = signed(delta(judged), judged.scale) if judged.verdict in (Verdict.WORSE, Verdict.BETTER) else "-"
    return Change(row.key, line, shown(old), shown(row), gap, str(judged.verdict))


def shown(row: Row) -> str:
    """A row's score with its interval."""
    return figures(row.score, row.ci, row.scale)


def told(found: Sequence[Change]) -> list[str]:
    """The lines of a failure: the first change and how many more, then all of them as a table."""
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    header = ("row", "snapshot", "measured", "delta", "verdict")
    cells = [header, *((one.key, one.snapshot, one.measured, one.delta, one.verdict) for one in found)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    rows = ["  ".join(cell.ljust(width) for cell, width in zip(one, widths, strict=True)) for one in cells]
    return [found[0].line + more, *(row.rstrip() for row in rows)]
