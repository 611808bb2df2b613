"""A series as a line chart in SVG coordinates: scores, band of intervals, reference, and marks of what happened."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from scoring.report.figures import ends_of, figures
from scoring.report.history import headline, moves, scale_of, total_words
from scoring.rows.series import Timeline
from scoring.rows.verdict import Verdict

__all__ = ["Chart", "Mark", "chart_of"]

LEFT, RIGHT, TOP, BOTTOM = 12.0, 708.0, 10.0, 200.0  # of 720 by 210
PADDING = 0.06  # of the span of the scores, above and below
MOST_DOTS = 300  # points that are drawn as such; of more only those that are marked
Place = tuple[float, float]
Placer = Callable[[int, float], Place]


@dataclass(frozen=True)
class Mark:
    """A point that is drawn: its path, whose shape says what happened, and the class that colours it."""

    kind: str
    path: str


@dataclass(frozen=True)
class Chart:
    """Paths of an SVG of 720 by 210, the ends of both scales in words, and what it shows in words."""

    band: str
    line: str
    reference: str
    marks: tuple[Mark, ...]
    low: str
    high: str
    first: str
    last: str
    title: str
    words: str


def chart_of(found: Timeline) -> Chart | None:
    """The chart of a series; None where no point has a score, or they lie farther apart than a float can say."""
    points = found.series.points
    scored = [place for place, point in enumerate(points) if point.row.score is not None]
    every = [
        value
        for point in points
        for value in (point.row.score, *(point.row.ci or ()), point.row.reference, *(point.row.reference_ci or ()))
        if value is not None
    ]  # fmt: skip
    if not scored or not math.isfinite(2 * (max(every) - min(every))):
        return None
    low, high = min(every), max(every)
    span = (high - low) or abs(high) or 1.0
    low, high = low - PADDING * span, high + PADDING * span
    step = (RIGHT - LEFT) / max(1, len(points) - 1)

    def at(place: int, value: float) -> Place:
        return LEFT + step * place, BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low)

    pieces = stretches(scored, {s.at for s in found.shifts if s.verdict is Verdict.STALE})
    ends = ends_of(low, high, scale_of(found))
    return Chart(
        band=" ".join(band(found, piece, at) for piece in pieces),
        line=" ".join(path(at(place, points[place].row.score or 0.0) for place in piece) for piece in pieces),
        reference=reference_path(found, at, step),
        marks=tuple(marks_of(found, scored, at)),
        low=ends[0], high=ends[1], first=points[0].day, last=points[-1].day,
        title=headline(found), words=words_of(found, scored),
    )  # fmt: skip


def stretches(scored: Sequence[int], breaks: set[int]) -> list[list[int]]:
    """The places of points with a score, cut before those that cannot be compared with the one before."""
    found: list[list[int]] = []
    for place in scored:
        if not found or place in breaks:
            found.append([])
        found[-1].append(place)
    return found


def path(places: Iterable[Place]) -> str:
    """A line through the places; of a single one a line of no length, which a round end makes visible."""
    texts = [f"{x:.1f} {y:.1f}" for x, y in places]
    return f"M{'L'.join(texts if len(texts) > 1 else texts * 2)}" if texts else ""


def band(found: Timeline, piece: Sequence[int], at: Placer) -> str:
    """The band of the intervals, through neighbours that have one."""
    runs: list[list[int]] = []
    for before, place in zip((None, *piece), piece, strict=False):
        if found.series.points[place].row.ci is None:
            continue
        if not runs or before is None or runs[-1][-1] != before:
            runs.append([])
        runs[-1].append(place)
    return " ".join(outline(found, run, at) for run in runs)


def outline(found: Timeline, run: Sequence[int], at: Placer) -> str:
    """The outline of a band: along the upper ends and back along the lower ones; of one point a bar."""
    ends = [(place, found.series.points[place].row.ci or (0.0, 0.0)) for place in run]
    upper = [at(place, high) for place, (_, high) in ends]
    lower = [at(place, low) for place, (low, _) in reversed(ends)]
    if len(run) == 1:
        upper = [(x + shift, y) for x, y in upper for shift in (-3.0, 3.0)]
        lower = [(x + shift, y) for x, y in lower for shift in (3.0, -3.0)]
    return f"{path([*upper, *lower])}Z"


def reference_path(found: Timeline, at: Placer, step: float) -> str:
    """The references as steps: each reaches half way to the points beside it."""
    half = min(step / 2, 12.0) if len(found.series.points) == 1 else step / 2
    lines = []
    for place, point in enumerate(found.series.points):
        if point.row.reference is None:
            continue
        x, y = at(place, point.row.reference)
        lines.append(f"M{max(LEFT, x - half):.1f} {y:.1f}H{min(RIGHT, x + half):.1f}")
    return "".join(lines)


def marks_of(found: Timeline, scored: Sequence[int], at: Placer) -> Iterator[Mark]:
    """The points: a triangle where the row moved, a square where a slide was seen, a diamond where it was accepted."""
    moved = {shift.at: shift.verdict.value for shift in found.steps}
    slid = {shift.at: shift.verdict.value for shift in found.slides}
    few = len(scored) <= MOST_DOTS
    for place in scored:
        x, y = at(place, found.series.points[place].row.score or 0.0)
        if found.series.accepted[place] and place:
            yield Mark("accepted", f"M{x - 9:.1f} {y:.1f}l9 -9l9 9l-9 9Z")
        if place in moved:
            down = moved[place] == Verdict.WORSE.value
            yield Mark(
                moved[place], f"M{x - 6:.1f} {y + (-4 if down else 4):.1f}h12l-6 {10 if down else -10}Z"
            )
        elif place in slid:
            yield Mark(slid[place], f"M{x - 5:.1f} {y - 5:.1f}h10v10h-10Z")
        elif few:
            yield Mark("dot", f"M{x - 3:.1f} {y:.1f}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z")


def words_of(found: Timeline, scored: Sequence[int]) -> str:
    """What the chart shows, in words, for those who do not see it."""
    points = found.series.points
    first, last = points[scored[0]], points[scored[-1]]
    scale = scale_of(found)
    ends = [f"{figures(one.row.score, one.row.ci, scale)} on {one.day}" for one in (first, last)]
    said = [", ".join(ends)]
    said += [f"{points[at].day} {points[at].short}: {'; '.join(words)}" for at, words in moves(found).items()]
    for place in scored:
        said += [f"accepted on {event.date}: {event.reason}" for event in found.series.accepted[place]]
    if found.total:
        said.append(total_words(found))
    return ". ".join(said) + ". All figures are in the table below."
