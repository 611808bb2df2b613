"""From what was measured to judged rows: estimates, opponents, paired differences and verdicts of one check."""

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError
from scoring.base.limits import FEWEST_RESAMPLES
from scoring.evaluation.measurement import Measurement
from scoring.evaluation.row_of import as_measured, blank_row, refused_row, scored_row, unit_set
from scoring.evaluation.why import with_reasons
from scoring.evidence.evidence import Evidence, Floats
from scoring.judging.family import PairedDraws, is_open, paired_family
from scoring.judging.judged import judged
from scoring.judging.margin import unit_gains
from scoring.judging.opponents import Opponent, full_score, measured_opponent, opponent_of
from scoring.judging.settings import Settings
from scoring.metrics.catalog import is_ours
from scoring.metrics.metric import Metric, NotAvailable
from scoring.rows.records import Identity, Row
from scoring.rows.references import References
from scoring.rows.units import UnitSet
from scoring.statistics.intervals import estimate_of, interval_of
from scoring.statistics.resampling import Resampling
from scoring.statistics.stages import resample_in_stages

__all__ = ["Evaluation", "assess"]


@dataclass(frozen=True)
class Evaluation:
    """The rows of one check in the order of its metrics, and the units to store beside them."""

    rows: tuple[Row, ...]
    units: UnitSet = field(repr=False)
    notes: tuple[str, ...] = ()  # what a reader should know of the data
    unavailable: frozenset[str] = frozenset()  # labels of metrics that cannot be computed here


def assess(
    metrics: Sequence[Metric[Any]],
    ours: Measurement,
    *,
    identity: Identity,
    references: References | None = None,
    opponent: Measurement | None = None,
    judge: bool = True,
    settings: Settings | None = None,
    source: str | None = None,
    clusters: NDArray[np.intp] | None = None,
) -> Evaluation:
    """The rows of what was measured: estimates, opponents, paired differences and verdicts of one check."""
    settings = settings or Settings()
    made = source or f"measured {datetime.now(UTC):%Y-%m-%d}"
    evidence = {name: found for name, found in ours.evidence.items() if not isinstance(found, NotAvailable)}
    blanks = {metric.id: blank_row(metric, ours, identity, settings, made) for metric in metrics}
    units = unit_set(metrics, ours, evidence)
    lacking = frozenset(metric.label for metric in metrics if metric.id not in evidence)
    if settings.resamples < FEWEST_RESAMPLES or not all(found.units for found in evidence.values()):
        rows = [refused_row(blanks[metric.id], ours.evidence[metric.id], settings) for metric in metrics]
        return Evaluation(tuple(rows), units, unavailable=lacking)
    opponents: dict[str, Opponent | None] = {}
    if judge:
        for metric in metrics:
            here = opponent_here(metric, ours, opponent)
            opponents[metric.id] = opponent_of(blanks[metric.id], metric, references, here, settings)
    done = judged_rows(metrics, ours, blanks, opponents, judge, settings, clusters)
    reasoned, lost = with_reasons(done, metrics, ours, opponent, references, settings)
    return Evaluation(tuple(reasoned), dataclasses.replace(units, lost=lost), unavailable=lacking)


@dataclass(frozen=True)
class CheckDraws:
    """The draws of one check by metric id, ``(resamples,)`` each: of our scores, and of the opponents' beside them."""

    ours: Mapping[str, Floats]
    opponents: Mapping[str, Floats]


def draw_together(
    evidence: Mapping[str, Evidence],
    opponents: Mapping[str, Evidence],
    settings: Settings,
    clusters: NDArray[np.intp] | None,
    undecided: Callable[[CheckDraws], bool],
) -> CheckDraws:
    """Every metric and both systems on the same draws; more of them while a pair may still be found to differ."""
    how = Resampling(settings.paired_resamples if opponents else settings.resamples, settings.seed, clusters)

    def by_metric(values: Floats) -> CheckDraws:
        columns = iter(values.T)
        return CheckDraws(
            dict(zip(evidence, columns, strict=False)), dict(zip(opponents, columns, strict=False))
        )

    both = [*evidence.values(), *opponents.values()]
    values = resample_in_stages(
        both, how, settings.resamples, lambda values: undecided(by_metric(values))
    ).values
    return by_metric(values)


def judged_rows(
    metrics: Sequence[Metric[Any]],
    ours: Measurement,
    blanks: Mapping[str, Row],
    opponents: Mapping[str, Opponent | None],
    judge: bool,  # noqa: FBT001 - handed on
    settings: Settings,
    clusters: NDArray[np.intp] | None,
) -> list[Row]:
    """Rows with scores and, where they are judged, verdicts; every metric and both systems see the same draws."""
    evidence = {m.id: found for m in metrics if not isinstance(found := ours.evidence[m.id], NotAvailable)}
    paired = paired_evidence(evidence, blanks, opponents)
    scores = {
        m.id: (full_score(evidence[m.id], m), full_score(paired[m.id], m)) for m in metrics if m.id in paired
    }

    def undecided(drawn: CheckDraws) -> bool:
        pairs = check_pairs(metrics, scores, drawn)
        return any(is_open(pair, evidence[name], paired[name], settings) for name, pair in pairs.items())

    drawn = draw_together(evidence, paired, settings, clusters, undecided)
    how = Resampling(settings.resamples, settings.seed, clusters)
    estimates = {
        name: estimate_of(found, drawn.ours[name][: how.resamples], how) for name, found in evidence.items()
    }
    rows = [
        scored_row(blanks[m.id], m, evidence[m.id], estimates[m.id])
        if m.id in evidence
        else refused_row(blanks[m.id], ours.evidence[m.id], settings)
        for m in metrics
    ]
    if not judge:
        return rows
    pairs = check_pairs(metrics, scores, drawn)
    if settings.max_loss is not None:
        pairs = with_units(metrics, pairs, evidence, paired, clusters)
    family = paired_family(pairs, settings)
    return [
        judged(
            row, as_measured(row, estimates[metric.id]),
            drawn_opponent(opponents.get(metric.id), row, drawn.opponents.get(metric.id), how),
            family.get(metric.id), settings, estimates[metric.id].sd, metric, own=not is_ours(metric),
        )
        if metric.id in evidence
        else row
        for metric, row in zip(metrics, rows, strict=True)
    ]  # fmt: skip


def paired_evidence(
    evidence: Mapping[str, Evidence], rows: Mapping[str, Row], opponents: Mapping[str, Opponent | None]
) -> dict[str, Evidence]:
    """The evidence of the opponents that were measured on the same units as ours, and so can be drawn with it."""
    paired = {}
    for name, ours in evidence.items():
        opponent = opponents.get(name)
        if opponent and opponent.evidence and is_comparable(rows[name], ours, opponent):
            paired[name] = opponent.evidence
    return paired


def check_pairs(
    metrics: Sequence[Metric[Any]], scores: Mapping[str, tuple[float, float]], drawn: CheckDraws
) -> dict[str, PairedDraws]:
    """Both systems' scores and draws, of the metrics where both have a score; ``scores`` has ours, then theirs."""
    pairs = {}
    for metric in metrics:
        both = scores.get(metric.id, (math.nan, math.nan))
        if all(map(math.isfinite, both)):
            draws = drawn.ours[metric.id], drawn.opponents[metric.id]
            pairs[metric.id] = PairedDraws(*both, *draws, metric.better)
    return pairs


def with_units(
    metrics: Sequence[Metric[Any]],
    pairs: Mapping[str, PairedDraws],
    ours: Mapping[str, Evidence],
    opponents: Mapping[str, Evidence],
    clusters: NDArray[np.intp] | None,
) -> dict[str, PairedDraws]:
    """The pairs with what each unit adds to the gain, by which a margin is kept."""
    return {
        m.id: dataclasses.replace(
            pairs[m.id], units=unit_gains(ours[m.id], opponents[m.id], m.better, m.scale, clusters)
        )
        for m in metrics
        if m.id in pairs
    }


def drawn_opponent(
    opponent: Opponent | None, row: Row, draws: Floats | None, how: Resampling
) -> Opponent | None:
    """The opponent once all is drawn: one measured here has an interval then; one that was not drawn is not paired.

    It is flagged where its units are at hand but nothing says of which gold data.
    """
    if opponent is None:
        return None
    if draws is not None and opponent.reference.measured_here:
        interval = interval_of(draws[: how.resamples])
        return dataclasses.replace(
            opponent, reference=dataclasses.replace(opponent.reference, interval=interval)
        )
    known = None not in (opponent.reference.gold_sha256, row.gold_sha256)
    if draws is not None or opponent.evidence is None or known:
        return opponent
    return dataclasses.replace(opponent, evidence=None, flags=("no_units",))


def opponent_here(metric: Metric[Any], ours: Measurement, opponent: Measurement | None) -> Opponent | None:
    """The reference system measured here and now, before anything is drawn; its interval comes with the draws."""
    found = opponent.evidence[metric.id] if opponent else None
    if opponent is None or found is None or isinstance(found, NotAvailable):
        return None
    if opponent.gold_sha256 != ours.gold_sha256:
        msg = "the reference system was measured on other gold data than ours"
        raise EvidenceError(msg)
    return measured_opponent(found, metric, "reference system measured here")


def is_comparable(row: Row, evidence: Evidence, opponent: Opponent) -> bool:
    """Whether both systems were measured on the same units, so that they can be drawn together."""
    same = opponent.evidence is not None and opponent.evidence.units == evidence.units
    reference = opponent.reference
    return same and (
        reference.measured_here or (reference.gold_sha256 == row.gold_sha256 and reference.fault is None)
    )
