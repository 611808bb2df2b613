"""Rows as the HTML page shows them: figures at once, facts and the units that lost when they are opened."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring.base.wording import shortened_text
from scoring.metrics.metric import Better
from scoring.report.confusion import Confusions, confusions_of
from scoring.report.figures import delta, figure, figures, interval, runs, signed
from scoring.report.plots import Plot, plot_of
from scoring.report.why import Beside, beside, changes, lost
from scoring.rows.records import Row, UnitLoss
from scoring.rows.verdict import Verdict

__all__ = ["Around", "Detail", "Facts", "RowPanel", "panel"]

Facts = list[tuple[str, str]]
FULL = (
    Verdict.WORSE,
    Verdict.INCONCLUSIVE,
    Verdict.STALE,
    Verdict.ERROR,
)  # rows that no page is too large for


@dataclass(frozen=True)
class Detail:
    """How much of the rows a page shows: of worse ones so many units, pairs and letters; of others all."""

    whole: bool = True
    units: int | None = None
    pairs: int | None = None
    letters: int | None = None


@dataclass(frozen=True)
class Around:
    """What a page says of a row that is not in it: the command to run next, its history, further facts."""

    command: str | None = None
    history: str | None = None
    facts: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class RowPanel:
    """One row as the page shows it; ``classes`` are what the filter goes by."""

    id: str
    classes: str
    name: str
    verdict: str
    figures: Facts
    reason: str | None
    plot: Plot | None
    facts: Facts
    history: Facts
    why: "Reasons | None"
    brief: bool
    around: Around = field(default_factory=Around)


@dataclass(frozen=True)
class Unit:
    """A unit that lost: id, loss and counts in words, its text, and gold and both outputs side by side.

    ``alike`` is how many things that do not differ are left out.
    """

    name: str
    figures: str
    text: str | None
    beside: Sequence[Beside]
    alike: int = 0


@dataclass(frozen=True)
class Reasons:
    """Why a row is worse: a sentence, the labels that lost as (name, loss, counts), and the units.

    Units of which nothing is known but their counts are in one list, ``others``; ``more`` are not on the page.
    """

    summary: str
    note: str | None
    parts: Sequence[tuple[str, str, str]]
    confusions: Sequence[Confusions]
    has_old: bool
    units: Sequence[Unit]
    others: Sequence[Unit]
    more: int


def panel(row: Row, number: int, classes: str, around: Around, detail: Detail) -> RowPanel:
    """The row, in so much detail."""
    verdict = row.verdict.value if row.verdict else "not judged"
    brief = not detail.whole and row.verdict not in FULL
    return RowPanel(
        id=f"r{number}",
        classes=f"{verdict.replace(' ', '-')} {classes}".rstrip(),
        name=row.key,
        verdict=verdict,
        figures=figures_of(row),
        reason=row.reason,
        plot=plot_of(row),
        facts=[] if brief else [*around.facts, *facts_of(row)],
        brief=brief,
        history=[(event.date, f"{figure(event.score, row.scale)}: {event.reason}") for event in row.history],
        why=reasons(row, detail),
        around=around,
    )


def figures_of(row: Row) -> Facts:
    """What is read first: score, reference, how far apart, and what this test set can see."""
    found = [
        ("Score", figures(row.score, row.ci, row.scale)),
        ("Reference", figures(row.reference, row.reference_ci, row.scale)),
        ("Delta", signed(delta(row), row.scale)),
    ]
    if row.difference:
        low, high = (signed(end, row.scale) for end in row.difference.ci)
        found.append(("Paired difference", f"{signed(row.difference.value, row.scale)} [{low}, {high}]"))
    if row.runs:
        found.append(("Runs", runs(row)))
    return [*found, ("Can see", figure(row.mde, row.scale)), ("Flags", ", ".join(row.flags) or "-")]


def reasons(row: Row, detail: Detail) -> Reasons | None:
    """Why the row is worse, None where that is not known."""
    if row.why is None:
        return None
    shown = row.why.units[: detail.units]
    units = [unit_of(unit, row, detail) for unit in shown]
    return Reasons(
        summary=lost(row),
        note=row.why.note if row.why.units else None,
        parts=[(part.name, signed(-part.loss, row.scale), changes(part)) for part in row.why.parts],
        confusions=confusions_of(row),
        has_old=any(unit.old is not None for unit in shown),
        units=[unit for unit in units if unit.text or unit.beside],
        others=[unit for unit in units if not (unit.text or unit.beside)],
        more=max(row.why.lost, len(row.why.units)) - len(shown),
    )


def unit_of(unit: UnitLoss, row: Row, detail: Detail) -> Unit:
    """A unit, in so much detail."""
    counts = changes(unit)
    pairs = beside(unit.gold, unit.predicted, unit.old)
    kept = pairs
    if detail.pairs is not None:
        kept = [one for one in pairs if one.differs][: detail.pairs]
    if detail.letters is not None:
        kept = [one.shortened(detail.letters) for one in kept]
    text = unit.text
    return Unit(
        name=unit.id,
        figures=f"{signed(-unit.loss, row.scale)}{f' ({counts})' if counts else ''}",
        text=text if text is None or detail.letters is None else shortened_text(text, detail.letters),
        beside=kept,
        alike=len(pairs) - len(kept),
    )


def facts_of(row: Row) -> Facts:
    """What else is known of the row, without what is missing."""
    paired = row.difference
    within = {True: "yes", False: "no", None: None}[row.within_noise]
    counts = ", ".join(f"{name} {value:.12g}" for name, value in (row.counts or {}).items())
    found: Mapping[str, object] = {
        "Within noise by the published rule": within,
        "Rule that decided": row.rule,
        "Better": better(row),
        "Unit of the score": row.scale,
        "p": paired and f"{paired.p:.4g}",
        "p, adjusted for the family": paired and paired.adjusted_p is not None and f"{paired.adjusted_p:.4g}",
        "Our interval on the paired draws": paired and paired.ours_ci and interval(paired.ours_ci, row.scale),
        "The reference’s interval on the paired draws": paired
        and paired.reference_ci
        and interval(paired.reference_ci, row.scale),
        "Precision": row.precision is not None and figure(row.precision, row.scale),
        "Recall": row.recall is not None and figure(row.recall, row.scale),
        "Counts": counts,
        "Score of each run": row.runs and ", ".join(figure(score, row.scale) for score in row.runs.scores),
        "Units": row.units is not None and f"{row.units} {row.unit or ''}".strip(),
        "Resamples": row.resamples is not None and str(row.resamples),
        "Seed": row.seed is not None and str(row.seed),
        "Draws": row.draws,
        "Slack": row.slack is not None and f"{row.slack:.9g}",
        "Source": row.source,
        "Source of the reference": row.reference_source,
        "Signature": row.signature,
        "SHA-256 of the gold": row.gold_sha256,
        "SHA-256 of the units": row.units_sha256,
    }
    return [(label, str(value)) for label, value in found.items() if value]


def better(row: Row) -> str | None:
    """Which way the score improves, in words."""
    if row.better is None or isinstance(row.better, Better):
        return row.better
    return f"closer to {row.better:g}"
