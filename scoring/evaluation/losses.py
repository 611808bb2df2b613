"""Why a score got worse: the units, labels and relations that lost most against a reference system.

A unit's loss is what the score of the whole would win back if this unit alone were as the reference had it, so units
of all sizes and metrics of all kinds can be compared.  Losses need not add up to the difference of the scores.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from scoring.base.errors import EvidenceError
from scoring.evidence.breakdown import COLUMNS, Parts, arranged
from scoring.evidence.counts import named_counts
from scoring.evidence.evidence import CompleteEvidence, Evidence, Floats, Places, complete, whole
from scoring.metrics.metric import Better, oriented
from scoring.rows.records import MoreLosses, PartLoss, UnitLoss, Why

__all__ = ["DESCRIBED", "System", "losses", "part_losses", "unit_losses", "why"]

LEAST = 1e-9  # a loss up to here is rounding
LISTED = 100  # units of a row that are named
PARTS = 100  # labels or relations that are named
DESCRIBED = 20  # of these, units whose counts, text, gold and predictions are kept
Describe = Callable[[Sequence[int]], Sequence[Mapping[str, Any]]]


@dataclass(frozen=True)
class System:
    """What is known of one system on the test set: its evidence, and its counts by label where there are any."""

    evidence: Evidence
    parts: Parts | None = None


def why(
    ours: System, opponent: System, better: Better | float, *, undefined: float | None = None,
    ids: Sequence[str] = (), describe: Describe | None = None,
) -> tuple[Why | None, Floats | None]:  # fmt: skip
    """The units and parts that lost against ``opponent``, those that lost most first; None where none did.

    Beside it the losses of all units ``(units,)``, None where they are not known.  ``ids`` name the units (none: the
    ordinals from 1); ``describe`` tells the text, gold and predictions of some; ``undefined`` is the score that stands
    for an undefined one.
    """
    parts = part_losses(ours.parts, opponent.parts) if ours.parts and opponent.parts else ()
    mine, other = (complete(one.evidence).as_one_run() for one in (ours, opponent))
    try:
        lost = losses(mine, other, better, undefined)
    except EvidenceError as error:
        return Why(parts=parts[:PARTS], note=f"which units lost is not known: {error}"), None
    order = np.flatnonzero(lost > LEAST)
    order = order[np.argsort(-np.round(lost[order], 9), kind="stable")]
    units = unit_losses(mine, other, order[:DESCRIBED], lost, ids)
    if describe is not None:
        contents = describe(order[:DESCRIBED].tolist())
        units = tuple(with_contents(unit, facts) for unit, facts in zip(units, contents, strict=True))
    others = tuple(
        UnitLoss(id=name_of(place, ids), loss=float(lost[place]))
        for place in order[DESCRIBED:LISTED].tolist()
    )
    left = order[LISTED:]
    rest = MoreLosses(units=int(left.size), loss=float(lost[left].sum())) if left.size else None
    if not units and not parts:
        return None, None
    note = f"of {len(parts)} labels or relations that lost, {PARTS} are named" if len(parts) > PARTS else None
    return Why(lost=int(order.size), units=(*units, *others), rest=rest, parts=parts[:PARTS], note=note), lost


def losses(
    ours: Evidence, opponent: Evidence, better: Better | float, undefined: float | None = None
) -> Floats:
    """How much of the score each unit cost, in the score's unit: ``(units,)``; 0 where that is undefined.

    Raises:
        EvidenceError: the two are not of the same units or kind, or there are too many units to try each.
    """
    if ours.units != opponent.units:
        msg = f"ours has {ours.units} units, the reference {opponent.units}"
        raise EvidenceError(msg)
    if not ours.units:
        return np.zeros(0)
    scores = np.append(complete(ours).exchanged(complete(opponent)), whole(ours))
    if undefined is not None:
        scores = np.where(np.isnan(scores), undefined, scores)
    turned = oriented(scores, better)
    return np.asarray(np.nan_to_num(turned[:-1] - turned[-1], nan=0.0))


def unit_losses(
    ours: CompleteEvidence, opponent: CompleteEvidence, order: Places, lost: Floats, ids: Sequence[str] = ()
) -> tuple[UnitLoss, ...]:
    """The units at these places with their losses, and with the counts of both where the evidence counts."""
    found = []
    for place in order.tolist():
        before, after = (
            named_counts(one.table_columns, one.tables[0][place]) if one.tables else None
            for one in (opponent, ours)
        )
        found.append(UnitLoss(id=name_of(place, ids), loss=float(lost[place]), before=before, after=after))
    return tuple(found)


def name_of(place: int, ids: Sequence[str]) -> str:
    """The id of a unit; its ordinal where units have none."""
    return ids[place] if place < len(ids) else str(place + 1)


def with_contents(unit: UnitLoss, facts: Mapping[str, Any]) -> UnitLoss:
    """The unit with its text, and with gold, prediction and the reference's output side by side."""
    return UnitLoss(
        id=unit.id, loss=unit.loss, before=unit.before, after=unit.after, text=facts.get("text"),
        gold=facts.get("gold"), predicted=facts.get("predicted"), old=facts.get("old"),
    )  # fmt: skip


def part_losses(ours: Parts, opponent: Parts) -> tuple[PartLoss, ...]:
    """The labels or relations that lost, most first: what the whole would win back with the opponent's counts."""
    names = sorted({*ours.names, *opponent.names})
    if not names or ours.average is not opponent.average:
        return ()
    mine, other = arranged(ours, names), arranged(opponent, names)
    lost = np.nan_to_num(ours.exchanged(other, mine) - ours.score(mine), nan=0.0)
    order = np.argsort(-np.round(lost, 9), kind="stable")
    return tuple(
        PartLoss(
            name=names[place], loss=float(lost[place]), before=named_counts(COLUMNS, other[place]),
            after=named_counts(COLUMNS, mine[place]),
        )
        for place in order.tolist()
        if lost[place] > LEAST
    )  # fmt: skip
