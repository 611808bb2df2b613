"""Why a score got worse: the units, labels and relations that lost most against a reference system.

A unit's loss is what the score of the whole would win back if this unit alone were as the reference had it, so units
of all sizes and metrics of all kinds can be compared.  Losses need not add up to the difference of the scores.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError
from scoring.evidence.average import Average
from scoring.evidence.blend import Blend
from scoring.evidence.breakdown import COLUMNS, Parts, arranged
from scoring.evidence.evidence import Cells, Counts, Evidence, Floats, Readings, whole
from scoring.evidence.runs import Runs
from scoring.evidence.slice import Part
from scoring.metrics.metric import Better, oriented
from scoring.rows.records import PartLoss, UnitLoss, Why

__all__ = ["DESCRIBED", "System", "exchanged", "losses", "part_losses", "unit_losses", "why"]

LEAST = 1e-9  # a loss up to here is rounding
LISTED = 5000  # units of a row that are named
DESCRIBED = 500  # of these, units whose text, gold and predictions are kept
BLOCK = 1 << 21  # weights at once
MOST = 2_000_000_000  # weights in all: half a minute of work, and no units are named beyond
Places = NDArray[np.intp]
Describe = Callable[[Sequence[int]], Sequence[Mapping[str, Any]]]


@dataclass(frozen=True)
class System:
    """What is known of one system on the test set: its evidence, and its counts by label where there are any."""

    evidence: Evidence
    parts: Parts | None = None


def why(
    ours: System, theirs: System, better: Better | float, *, undefined: float | None = None,
    ids: Sequence[str] = (), describe: Describe | None = None,
) -> Why | None:  # fmt: skip
    """The units and parts that lost against ``theirs``, those that lost most first; None where none did.

    ``ids`` name the units (none: the ordinals from 1); ``describe`` tells the text, gold and predictions of some;
    ``undefined`` is the score that stands for an undefined one.
    """
    found = part_losses(ours.parts, theirs.parts) if ours.parts and theirs.parts else ()
    mine, other = as_one(ours.evidence), as_one(theirs.evidence)
    try:
        lost = losses(mine, other, better, undefined)
    except EvidenceError as error:
        return Why(parts=found, note=f"which units lost is not known: {error}")
    order = np.flatnonzero(lost > LEAST)
    order = order[np.argsort(-np.round(lost[order], 9), kind="stable")]
    units = unit_losses(mine, other, order[:LISTED], lost, ids)
    note = f"the {LISTED} that lost most are listed" if order.size > LISTED else None
    if describe is not None:
        told = describe(order[:DESCRIBED].tolist())
        changed = [described(unit, facts) for unit, facts in zip(units, told, strict=False)]
        units = (*changed, *units[len(changed) :])
        if len(units) > DESCRIBED:
            note = f"{note + ', ' if note else ''}what they hold is kept of the first {DESCRIBED}"
    if not units and not found:
        return None
    return Why(lost=int(order.size), units=units, parts=found, note=note)


def as_one(evidence: Evidence) -> Evidence:
    """Several runs of counts as the counts of their mean, which score the same; other evidence as it is."""
    if not isinstance(evidence, Runs) or not evidence.counted:
        return evidence
    first = evidence.counted[0]
    return replace(first, table=np.mean([run.table for run in evidence.counted], axis=0))


def losses(
    ours: Evidence, theirs: Evidence, better: Better | float, undefined: float | None = None
) -> Floats:
    """How much of the score each unit cost, in the score's unit: ``(units,)``; 0 where that is undefined.

    Raises:
        EvidenceError: the two are not of the same units or kind, or there are too many units to try each.
    """
    if ours.units != theirs.units:
        msg = f"ours has {ours.units} units, the reference {theirs.units}"
        raise EvidenceError(msg)
    if not ours.units:
        return np.zeros(0)
    scores = np.append(exchanged(ours, theirs), whole(ours))
    if undefined is not None:
        scores = np.where(np.isnan(scores), undefined, scores)
    turned = oriented(scores, better)
    return np.asarray(np.nan_to_num(turned[:-1] - turned[-1], nan=0.0))


def exchanged(ours: Evidence, theirs: Evidence) -> Floats:
    """The score of the whole with each unit in turn as ``theirs`` has it: ``(units,)``.

    Evidence of another kind may bring an ``exchanged(theirs, chosen)`` of its own, ``chosen`` being the units of a
    slice or None; otherwise each unit is exchanged by weights on both systems' units joined.
    """
    if isinstance(ours, Counts) and isinstance(theirs, Counts):
        if ours.columns != theirs.columns:
            msg = f"ours counts {', '.join(ours.columns)}, the reference {', '.join(theirs.columns)}"
            raise EvidenceError(msg)
        totals: Floats = ours.totals(np.ones(ours.units)) + (theirs.table - ours.table)
        return ours.formula(totals)
    if isinstance(ours, Cells) and isinstance(theirs, Cells):
        return exchanged_cells(ours, theirs)
    if isinstance(ours, Blend) and isinstance(theirs, Blend):
        return ours.mean([exchanged(*pair) for pair in zip(ours.parts, theirs.parts, strict=True)])
    if isinstance(ours, Average) and isinstance(theirs, Average) and ours.sizes == theirs.sizes:
        return exchanged_parts(ours, theirs)
    if isinstance(ours, Runs | Average) or isinstance(theirs, Runs | Average):
        msg = "several runs or test sets of which the counts do not add up"
        raise EvidenceError(msg)
    chosen = ours.chosen if isinstance(ours, Part) else None
    mine, other = (one.whole if isinstance(one, Part) else one for one in (ours, theirs))
    own = getattr(mine, "exchanged", None)
    if own is not None and (found := own(other, chosen)) is not None:
        return np.asarray(found, dtype=np.float64)
    return by_weights(mine, other, np.arange(mine.units) if chosen is None else chosen)


def exchanged_parts(ours: Average, theirs: Average) -> Floats:
    """The same of an average: each unit exchanged within its own test set, the others' scores as they are."""
    scores = [whole(part) for part in ours.parts]
    found = []
    for place, pair in enumerate(zip(ours.parts, theirs.parts, strict=True)):
        rest = sum(score for other, score in enumerate(scores) if other != place)
        found.append((exchanged(*map(as_one, pair)) + rest) / len(scores))
    return np.concatenate(found)


def exchanged_cells(ours: Cells, theirs: Cells) -> Floats:
    """The same from sparse counts: the totals and what each unit changes in them, some units at a time."""
    both = ours.joined([theirs])
    width = len(both.columns)
    weights = np.zeros(both.units)
    weights[: ours.units] = 1.0
    totals = both.totals(weights)
    unit, sign = both.unit % max(1, ours.units), np.where(both.unit < ours.units, -1.0, 1.0)
    order = np.argsort(unit, kind="stable")
    size = max(1, BLOCK // max(1, 8 * width))
    scores = np.full(ours.units, np.nan)
    for start in range(0, ours.units, size):
        stop = min(ours.units, start + size)
        entries = order[slice(*np.searchsorted(unit[order], (start, stop)))]
        codes = (unit[entries] - start) * width + both.column[entries]
        change = np.bincount(codes, weights=(sign * both.count)[entries], minlength=(stop - start) * width)
        scores[start:stop] = both.formula(totals + change.reshape(stop - start, width), both.columns)
    return scores


def by_weights(ours: Evidence, theirs: Evidence, chosen: Places) -> Floats:
    """The same from any evidence: the units of both joined, each in turn without weight here and with one there."""
    both = ours.joined([theirs])
    base = np.zeros(both.units)
    base[chosen] = 1.0
    scores = np.full(chosen.size, float(both.score(base)))
    differ = np.arange(chosen.size)
    if isinstance(ours, Readings) and isinstance(theirs, Readings):
        differ = np.flatnonzero((ours.values[chosen] != theirs.values[chosen]).any(axis=1))
    if differ.size * both.units > MOST:
        msg = f"{differ.size} units differ, and trying each of them would take too long"
        raise EvidenceError(msg)
    size = max(1, BLOCK // max(1, both.units))
    for start in range(0, differ.size, size):
        block = differ[start : start + size]
        weights = np.tile(base, (block.size, 1))
        rows = np.arange(block.size)
        weights[rows, chosen[block]] = 0.0
        weights[rows, ours.units + chosen[block]] = 1.0
        scores[block] = both.score(weights)
    return scores


def unit_losses(
    ours: Evidence, theirs: Evidence, order: Places, lost: Floats, ids: Sequence[str] = ()
) -> tuple[UnitLoss, ...]:
    """The units at these places with their losses, and with the counts of both where the evidence counts."""
    found = []
    for place in order.tolist():
        before, after = (
            counted(one.columns, one.table[place]) if isinstance(one, Counts) else None
            for one in (theirs, ours)
        )
        name = ids[place] if place < len(ids) else str(place + 1)
        found.append(UnitLoss(id=name, loss=float(lost[place]), before=before, after=after))
    return tuple(found)


def described(unit: UnitLoss, facts: Mapping[str, Any]) -> UnitLoss:
    """The unit with its text, and with gold and prediction side by side."""
    return UnitLoss(
        id=unit.id, loss=unit.loss, before=unit.before, after=unit.after, text=facts.get("text"),
        gold=facts.get("gold"), predicted=facts.get("predicted"),
    )  # fmt: skip


def part_losses(ours: Parts, theirs: Parts) -> tuple[PartLoss, ...]:
    """The labels or relations that lost, most first: what the whole would win back if it counted theirs of the part."""
    names = sorted({*ours.names, *theirs.names})
    if not names or ours.average is not theirs.average:
        return ()
    mine, other = arranged(ours, names), arranged(theirs, names)
    tried = np.repeat(mine[None], len(names), axis=0)
    tried[np.arange(len(names)), np.arange(len(names))] = other
    lost = np.nan_to_num(ours.score(tried) - ours.score(mine), nan=0.0)
    order = np.argsort(-np.round(lost, 9), kind="stable")
    return tuple(
        PartLoss(
            name=names[place], loss=float(lost[place]), before=counted(COLUMNS, other[place]),
            after=counted(COLUMNS, mine[place]),
        )
        for place in order.tolist()
        if lost[place] > LEAST
    )  # fmt: skip


def counted(columns: Sequence[str], values: Floats) -> dict[str, float | int]:
    """Counts by the names of their columns, whole numbers as such."""
    return {
        name: int(value) if value == int(value) else value
        for name, value in zip(columns, values.tolist(), strict=True)
    }
