"""What has changed between the rows of a run and those of a results snapshot, by the specification's noise rule.

Source: specification, "The within-noise rule"; docs/decisions, "Six verdicts".
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.evaluation.compare import judge_row, without_verdict
from scoring.evaluation.pairing import Pairing
from scoring.judging.opponents import Opponent, other_kind, reference_of
from scoring.judging.settings import Settings
from scoring.report.figures import delta, figures, signed
from scoring.report.line import line_of
from scoring.rows.records import Row
from scoring.rows.verdict import REPORT_ORDER, Verdict

__all__ = ["Change", "changes", "failure_lines", "judged_by"]

ORDER = [
    kind
    for verdict in REPORT_ORDER
    for kind in (("gone", "new") if verdict is Verdict.MISSING else (verdict.value,))
]


@dataclass(frozen=True)
class Change:
    """A row that is not what the snapshot says: the verdict on it, in one line, and its figures."""

    key: str
    line: str
    snapshot: str
    measured: str
    delta: str
    verdict: str


def judged_by(measured: Row, kept: Row) -> Row:
    """A measured row judged by that of the snapshot: do intervals overlap, else the rule for published numbers.

    ``measured.slack`` is what the run allows; None stands for the default of its scale.
    """
    opponent = Opponent(reference_of(kept, other_kind(measured, kept)), kept.source)
    settings = Settings(own_slack=measured.slack, pair=False)
    return judge_row(Pairing(without_verdict(measured), None, opponent, None, None), None, settings)


def changes(measured: Sequence[Row], kept: Sequence[Row]) -> list[Change]:
    """Every row that left the noise, that the snapshot has not, or that the run has not; losses first."""
    old = {row.key: row for row in kept}
    new = {row.key for row in measured}
    found = [change for row in measured if (change := change_of(row, old.get(row.key)))]
    found += [
        Change(row.key, f"{row.key}: in the snapshot, but not measured", score_of(row), "-", "-", "gone")
        for row in kept
        if row.key not in new
    ]
    return sorted(found, key=lambda change: ORDER.index(change.verdict))


def change_of(row: Row, old: Row | None) -> Change | None:
    """What there is to say of one row; None where it is within noise."""
    if old is None:
        return Change(
            row.key, f"{row.key}: measured, but not in the snapshot", "-", score_of(row), "-", "new"
        )
    judged = judged_by(row, old)
    if judged.verdict is Verdict.WITHIN:
        return None
    line = line_of(judged, judged_by="snapshot")
    gap = signed(delta(judged), judged.scale) if judged.verdict in (Verdict.WORSE, Verdict.BETTER) else "-"
    return Change(row.key, line, score_of(old), score_of(row), gap, str(judged.verdict))


def score_of(row: Row) -> str:
    """A row's score with its interval."""
    return figures(row.score, row.ci, row.scale)


def failure_lines(found: Sequence[Change]) -> list[str]:
    """The lines of a failure: the first change and how many more, then all of them as a table."""
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    header = ("row", "snapshot", "measured", "delta", "verdict")
    cells = [header, *((one.key, one.snapshot, one.measured, one.delta, one.verdict) for one in found)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    rows = ["  ".join(cell.ljust(width) for cell, width in zip(one, widths, strict=True)) for one in cells]
    return [found[0].line + more, *(row.rstrip() for row in rows)]
