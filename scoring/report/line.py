"""The one line that says of a row how it was judged and why; its verdict stands in the first 60 characters."""

from scoring.base.wording import printable, shortened_text
from scoring.metrics.metric import Better
from scoring.report.figures import delta, figure, figures, signed
from scoring.rows.records import Row
from scoring.rows.verdict import Rule, Verdict

__all__ = ["line_of"]

WIDTH = 60  # what a terminal of 80 columns leaves of a line after the name of the failing test


def line_of(
    row: Row, *, closest: str | None = None, record: str | None = None, judged_by: str = "reference"
) -> str:
    """The row's reason: score, verdict, reference, paired difference; for a missing reference the way to one.

    ``closest`` is the key of the reference row most like a missing one, ``record`` the command that records it.
    ``judged_by`` is the word for what the row was judged by.
    """
    head, rest = parts(row, closest, record, judged_by)
    return shortened_text(f"{shortened(printable(row.key), WIDTH - len(head))}{head}{printable(rest)}")


def parts(row: Row, closest: str | None, record: str | None, judged_by: str) -> tuple[str, str]:
    """What follows the row's name: up to the verdict, and after it."""
    score = f" {figure(row.score, row.scale)}"
    if row.verdict is None:
        return f"{score} is not judged", ""
    if row.verdict is Verdict.ERROR:
        return ": error", f": {row.reason or 'the row cannot be judged'}"
    if row.verdict is Verdict.STALE:
        return f"{score}: stale {judged_by}", f": {row.reason or 'it was measured on something else'}"
    if row.verdict is Verdict.MISSING:
        near = f"; the closest row is {closest}" if closest else ""
        return f"{score}: no reference", near + (f"; record it: {record}" if record else "")
    if row.rule is Rule.MARGIN:
        return by_margin(row, score)
    if row.verdict is Verdict.WITHIN:
        return f"{score} is within noise", f" of {reference_of(row)}{paired(row)}"
    if row.rule is Rule.MIN:
        floor = f": {row.reason}" if row.reason else ""
        beside = f"; the reference is {reference_of(row)}{paired(row)}" if row.reference is not None else ""
        return f"{score} is beyond its floor", f"{floor}{beside}"
    gap = delta(row) or 0.0
    apart = signed(gap, row.scale).lstrip("+-")
    return (
        f"{score} is {apart} {'below' if gap < 0 else 'above'}",
        f" {reference_of(row)}{paired(row)}{better(row, judged_by)}",
    )


def by_margin(row: Row, score: str) -> tuple[str, str]:
    """The parts of a row that was judged by a margin: kept, or nobody can tell."""
    reference = f"{reference_of(row)}{paired(row)}"
    if row.verdict is Verdict.INCONCLUSIVE:
        return f"{score}: inconclusive", f": {row.reason or 'nobody can tell'}; the reference is {reference}"
    return f"{score} keeps its margin", f" below {reference}" + (f"; {row.reason}" if row.reason else "")


def reference_of(row: Row) -> str:
    """The reference with its interval, and the ideal value where the metric has one."""
    text = figures(row.reference, row.reference_ci, row.scale)
    ideal = row.better is not None and not isinstance(row.better, Better)
    return f"{text} (ideal {row.better:g})" if ideal else text


def paired(row: Row) -> str:
    """The paired difference with its interval, where both systems were measured on the same units."""
    if row.difference is None:
        return ""
    low, high = (signed(end, row.scale) for end in row.difference.ci)
    return f"; paired {signed(row.difference.value, row.scale)} [{low}, {high}]"


def better(row: Row, judged_by: str) -> str:
    """What to make of a better score."""
    if row.verdict is not Verdict.BETTER:
        return ""
    return (
        "; better" if row.rule is Rule.PAIRED else f"; better than noise, so the {judged_by} is out of date"
    )


def shortened(key: str, room: int) -> str:
    """The key, without its first parts where it is too long; the metric always stays.

    >>> shortened("fast tagger/en/UD English-EWT test/LAS", 26)
    '…/UD English-EWT test/LAS'
    """
    if len(key) <= room:
        return key
    names = key.split("/", 3)
    for start in (1, 2):
        short = "/".join(("…", *names[start:]))
        if len(short) <= room:
            return short
    return f"…/{names[-1]}"
