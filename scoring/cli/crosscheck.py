"""``--crosscheck``: our figures beside those of the task's reference program on the same data, to four decimals."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from scoring.base.wording import printable
from scoring.cli.output import say, warn

if TYPE_CHECKING:
    from scoring.metrics.crosscheck import Crosscheck
    from scoring.metrics.task import Task
    from scoring.rows.records import Row

__all__ = ["with_crosscheck"]

HALF = 0.00005  # of the fourth decimal
ORDER = (2, 1, 3, 4)  # of exit statuses: the first that occurs is the command's


def with_crosscheck(
    status: int, task: "Task[Any, Any]", aligned: object, rows: "Sequence[Row]", *, printed: bool
) -> int:
    """Prints both figures of every metric that the program computes; returns the command's exit status.

    1 where figures differ, 2 where nothing could be compared, unless what was scored says worse.  ``printed``:
    standard output is for a file, so this goes to standard error.
    """
    from scoring.metrics.metric import NotAvailable

    answer = task.crosscheck(aligned)
    if isinstance(answer, NotAvailable):
        remedy = f"; {answer.remedy}" if answer.remedy else ""
        warn(f"onenlp: the cross-check is not available: {printable(answer.reason)}{remedy}\n")
        return first_of((status, 2))
    ours = {row.metric: row.score for row in rows}
    labels = {metric.id: metric.label for metric in task.metrics().values()}
    pairs = [
        (label, score, answer.figures[name])
        for name, label in labels.items()
        if name in answer.figures and (score := ours.get(label)) is not None
    ]
    compared = {label for label, _, _ in pairs}
    left_out = [label for label, score in ours.items() if score is not None and label in labels.values()]
    lines = table(answer, pairs) if pairs else []
    if others := [label for label in left_out if label not in compared]:
        lines.append(f"not computed by {answer.program}, so not compared: {', '.join(others)}")
    (warn if printed else say)("".join(f"{printable(line)}\n" for line in lines))
    if not pairs:
        warn(f"onenlp: {answer.program} computes none of these metrics, so nothing was compared\n")
        return first_of((status, 2))
    return first_of((status, 1 if any(differ(*both) for _, *both in pairs) else 0))


def differ(ours: float, theirs: float) -> bool:
    """Whether two figures differ in the fourth decimal; figures that are no numbers do."""
    return not abs(ours - theirs) < HALF


def table(answer: "Crosscheck", pairs: Iterable[tuple[str, float, float]]) -> list[str]:
    """A line for each metric, with the figure of both."""
    cells = [("cross-check", "onenlp", f"{answer.program} {answer.version}", "")]
    cells += [
        (label, f"{ours:.4f}", f"{theirs:.4f}", "  DIFFERS" if differ(ours, theirs) else "")
        for label, ours, theirs in pairs
    ]
    widths = [max(len(row[at]) for row in cells) for at in range(3)]
    return [
        "",
        *(f"{a:{widths[0]}}  {b:>{widths[1]}}  {c:>{widths[2]}}{mark}" for a, b, c, mark in cells),
    ]


def first_of(statuses: Sequence[int]) -> int:
    """The exit status that counts among several."""
    return next((status for status in ORDER if status in statuses), 0)
