"""Rows over commits as lines for a terminal, and as JSON: points, references, accepted changes, steps and slides."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from scoring.base.wording import printable
from scoring.report.figures import figure, figures, interval, signed
from scoring.report.text import width
from scoring.rows.records import Row
from scoring.rows.rows import rounded
from scoring.rows.series import Point, Shift, Timeline
from scoring.rows.verdict import Rule, Verdict

__all__ = [
    "NOTHING",
    "SCHEMA",
    "dumps",
    "headline",
    "lines",
    "moves",
    "scale_of",
    "shift_words",
    "total_words",
    "why_none",
]

SCHEMA = "onenlp-history/1"
NOTHING = "-"
HEADER = ("date", "commit", "score", "95% CI", "reference", "verdict", "moved")
RIGHT = {"score"}
RULES = {
    Rule.PAIRED: "on the same units", Rule.OVERLAP: "by their intervals", Rule.PUBLISHED: "by the slack",
    Rule.IDENTICAL: "on the same units", Rule.MIN: "by the floor",
    Rule.MARGIN: "by the margin",
}  # fmt: skip


def lines(timelines: Sequence[Timeline]) -> list[str]:
    """Every series as its name, a line for each point, and what moved; an empty line between two."""
    out: list[str] = []
    for place, one in enumerate(timelines):
        out += [""] if place else []
        out += [printable(line) for line in of_series(one)]
    return out


def of_series(found: Timeline) -> Iterator[str]:
    """The lines of one series."""
    yield headline(found)
    points = found.series.points
    moved = moves(found)
    cells = [HEADER, *(cells_of(point, moved.get(place, [])) for place, point in enumerate(points))]
    widths = [max(width(line[place]) for line in cells) for place in range(len(HEADER))]
    for number, line in enumerate(cells):
        padded = [
            " " * (most - width(cell)) + cell if name in RIGHT else cell + " " * (most - width(cell))
            for name, cell, most in zip(HEADER, line, widths, strict=True)
        ]
        yield f"  {'  '.join(padded).rstrip()}"
        for event in found.series.accepted[number - 1] if number else ():
            was = figure(event.score, scale_of(found))
            yield f"    accepted {event.date}, {was} before: {event.reason}"
        if number and (note := found.notes.get(number - 1)):
            yield f"    {note}"
    if found.total:
        yield f"  {total_words(found)}"


def headline(found: Timeline) -> str:
    """What a series is, and what became of it: ``tagger/en/ewt/LAS on main: 12 points, 1 step``."""
    points = found.series.points
    said = [count(len(points), "point"), count(len(found.steps), "step")]
    if found.slides:
        said.append(count(len(found.slides), "slide"))
    return f"{found.series.name}: {', '.join(said)}"


def count(number: int, name: str) -> str:
    """``1 step``, ``no step``, ``2 steps``."""
    return f"{number or 'no'} {name if number < 2 or name.endswith('s') else name + 's'}"


def moves(found: Timeline) -> dict[int, list[str]]:
    """What is to be said of the points that moved or cannot be compared, by place."""
    said: dict[int, list[str]] = {}
    for kind, shifts in (("step", found.shifts), ("slide", found.slides)):
        for shift in shifts:
            if shift.moved or shift.verdict in (Verdict.STALE, Verdict.ERROR):
                said.setdefault(shift.at, []).append(shift_words(found, shift, kind))
    return said


def shift_words(found: Timeline, shift: Shift, kind: str) -> str:
    """A step or slide in words: ``step -1.69 [-2.02, -1.35], worse on the same units``."""
    if not shift.moved:
        return f"not compared: {shift.reason or 'it cannot be judged'}"
    since = found.series.points[shift.since]
    of = f" since {since.short} of {since.day}" if kind == "slide" else ""
    return f"{kind} {apart(found, shift)}{of}, {shift.verdict.value} {RULES[shift.rule or Rule.OVERLAP]}"


def apart(found: Timeline, shift: Shift) -> str:
    """The difference with its interval."""
    scale = scale_of(found)
    text = signed(shift.difference, scale)
    if shift.ci is None:
        return text
    low, high = (signed(end, scale) for end in shift.ci)
    return f"{text} [{low}, {high}]"


def total_words(found: Timeline) -> str:
    """How the last point compares with the first that is like it."""
    total = found.total
    if total is None:
        return ""
    first, last = (found.series.points[place] for place in (total.since, total.at))
    verdict = "within noise" if total.verdict is Verdict.WITHIN else total.verdict.value
    rule = f", {RULES[total.rule]}" if total.rule else ""
    accepted = sum(len(found.series.accepted[at]) for at in range(total.since + 1, total.at + 1))
    tail = f"; {count(accepted, 'accepted change')} in between" if accepted else ""
    return (
        f"from {first.short} of {first.day} to {last.short} of {last.day}: "
        f"{apart(found, total)}, {verdict}{rule}{tail}"
    )


def scale_of(found: Timeline) -> Any:  # noqa: ANN401 - a Scale or None
    """The unit of the scores of a series: that of its last point."""
    return found.series.points[-1].row.scale if found.series.points else None


def cells_of(point: Point, moved: Sequence[str]) -> tuple[str, ...]:
    """A point in the order of the header."""
    row = point.row
    verdict = row.verdict.value if row.verdict else "not judged"
    return (
        point.day, point.short, figure(row.score, row.scale), interval(row.ci, row.scale),
        figures(row.reference, row.reference_ci, row.scale), verdict, "; ".join(moved) or why_none(row),
    )  # fmt: skip


def why_none(row: Row) -> str:
    """Why a point has no score; ``-`` where it has one."""
    return NOTHING if row.score is not None else f"no score: {row.reason or 'the row does not say why'}"


def dumps(timelines: Sequence[Timeline]) -> str:
    """The series as JSON; what is not known is null, places count from 0."""
    document = {"schema": SCHEMA, "series": [plain(one) for one in timelines]}
    return json.dumps(rounded(document), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def plain(found: Timeline) -> dict[str, Any]:
    """A series as JSON types."""
    points = found.series.points
    return {
        "row": found.series.key,
        "branch": found.series.branch,
        "label": found.series.label,
        "points": [
            {
                "date": point.date, "commit": point.commit, "score": point.row.score,
                "ci": point.row.ci, "reference": point.row.reference, "reference_ci": point.row.reference_ci,
                "reference_source": point.row.reference_source, "verdict": point.row.verdict,
                "rule": point.row.rule, "reason": point.row.reason,
                "accepted": [
                    {"date": event.date, "score": event.score, "reason": event.reason}
                    for event in found.series.accepted[place]
                ],
                "note": found.notes.get(place),
            }
            for place, point in enumerate(points)
        ],
        "steps": [plain_shift(shift) for shift in found.steps],
        "breaks": [plain_shift(shift) for shift in found.shifts if shift.verdict is Verdict.STALE],
        "slides": [plain_shift(shift) for shift in found.slides],
        "total": plain_shift(found.total) if found.total else None,
    }  # fmt: skip


def plain_shift(shift: Shift) -> dict[str, Any]:
    """A step, slide or total as JSON types."""
    return {
        "since": shift.since, "at": shift.at, "verdict": shift.verdict, "rule": shift.rule,
        "difference": shift.difference, "ci": shift.ci, "adjusted_p": shift.p, "reason": shift.reason,
    }  # fmt: skip
