"""Recorded rows beside their references, with the stored evidence of both, and the draws that both share."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from scoring.evidence.breakdown import Parts
from scoring.evidence.evidence import Evidence, Floats
from scoring.judging.family import PairedDraws, is_open
from scoring.judging.margin import unit_gains
from scoring.judging.opponents import Opponent
from scoring.judging.settings import Settings
from scoring.metrics.metric import Better, Metric
from scoring.rows.records import Row
from scoring.statistics.resampling import Resampling
from scoring.statistics.stages import resample_in_stages

__all__ = ["Pairing", "evidences", "paired_draws"]


@dataclass(frozen=True)
class Pairing:
    """One of our rows and what it is judged by; ``fault`` says why our stored units cannot be trusted."""

    row: Row
    metric: Metric[Any] | None
    opponent: Opponent | None
    evidence: Evidence | None
    fault: str | None
    ids: tuple[str, ...] = ()  # of the units
    parts: tuple[Parts | None, Parts | None] = (None, None)  # counts by label, ours and the opponent's


Drawn = tuple[Pairing, Evidence, Evidence]  # with the evidence of ours and of the opponent


def paired_draws(pairings: Sequence[Pairing], settings: Settings) -> dict[str, PairedDraws]:
    """The pairs of systems by row key, each drawn on the same units; rows of one gold set are drawn together."""
    sets: dict[tuple[str | None, int], list[Drawn]] = {}
    for item in pairings:
        if (pair := evidences(item)) is not None:
            sets.setdefault((item.row.gold_sha256, pair[0].units), []).append((item, *pair))
    how = Resampling(settings.paired_resamples, settings.seed)
    pairs: dict[str, PairedDraws] = {}
    for members in sets.values():
        both = [evidence for _, *pair in members for evidence in pair]
        drawn = resample_in_stages(
            both, how, settings.resamples, partial(is_undecided, members, settings)
        ).values
        pairs |= {
            item.row.key: pair
            for (item, _, _), pair in zip(members, pairs_of(members, drawn, settings), strict=True)
        }
    return pairs


def is_undecided(members: Sequence[Drawn], settings: Settings, drawn: Floats) -> bool:
    """Whether further draws could change the verdict of a row."""
    pairs = pairs_of(members, drawn, settings)
    return any(
        is_open(pair, ours, opponent, settings)
        for (_, ours, opponent), pair in zip(members, pairs, strict=True)
    )


def pairs_of(members: Sequence[Drawn], drawn: Floats, settings: Settings) -> list[PairedDraws]:
    """The pair of each row, from the draws of ours and the opponent's beside each other."""
    return [
        draws_of(item, drawn[:, 2 * place], drawn[:, 2 * place + 1], settings)
        for place, (item, _, _) in enumerate(members)
    ]


def evidences(item: Pairing) -> tuple[Evidence, Evidence] | None:
    """Both systems' evidence where it is of the same units; None where they cannot be paired."""
    if item.evidence is None or item.opponent is None or item.opponent.evidence is None:
        return None
    reference = item.opponent.reference
    same = (
        item.evidence.units == item.opponent.evidence.units > 0
        and reference.gold_sha256 == item.row.gold_sha256
    )
    return (
        (item.evidence, item.opponent.evidence)
        if same and reference.signature == item.row.signature
        else None
    )


def draws_of(item: Pairing, ours: Floats, opponent: Floats, settings: Settings) -> PairedDraws:
    """The pair of one row; both scores are those that the files record."""
    reference = item.opponent.reference.score if item.opponent else float("nan")
    better = item.metric.better if item.metric else item.row.better
    better = Better.HIGHER if better is None else better
    pair = evidences(item) if settings.max_loss is not None else None
    units = unit_gains(*pair, better, item.metric.scale if item.metric else item.row.scale) if pair else None
    return PairedDraws(item.row.score or 0.0, reference, ours, opponent, better, units)
