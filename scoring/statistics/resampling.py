"""The only sampler: scores of many evidences in the same resamples, with the weights of the units drawn once.

Source: Efron and Tibshirani (1993), An Introduction to the Bootstrap, §6.2; clusters as in Davison and Hinkley
(1997), Bootstrap Methods and their Application, §3.8.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError, UsageError
from scoring.base.limits import FEWEST_RESAMPLES, LAST_SEED
from scoring.evidence.average import Average
from scoring.evidence.blend import Blend
from scoring.evidence.evidence import Counts, Evidence, Floats
from scoring.evidence.runs import Runs
from scoring.statistics.draws import RESAMPLES, SEED, run_weights, weight_blocks
from scoring.statistics.totals import Stack, whole_counts

__all__ = ["Draws", "Resampling", "common_units", "resample"]

_BYTES = 4 << 20  # of the weights handed to evidence that does not add up
Weights = NDArray[np.float32]


@dataclass(frozen=True)
class Resampling:
    """How to draw: the number of resamples, the seed, and the cluster of each unit where units belong together.

    ``clusters`` is ``(units,)``: units with the same number (sentences of one document) are drawn together.

    Raises:
        UsageError: fewer than 100 resamples, or a seed that is not a 64-bit number.
    """

    resamples: int = RESAMPLES
    seed: int = SEED
    clusters: NDArray[np.intp] | None = None

    def __post_init__(self) -> None:
        if self.resamples < FEWEST_RESAMPLES:
            msg = f"{self.resamples} resamples are too few for an interval, at least {FEWEST_RESAMPLES} are needed"
            raise UsageError(msg)
        if not 0 <= self.seed <= LAST_SEED:
            msg = f"the seed {self.seed} is not a whole number from 0 to 2**64 - 1"
            raise UsageError(msg)


@dataclass(frozen=True)
class Draws:
    """The scores of every resample, ``(resamples, evidences)``; NaN where a score is undefined in a resample."""

    values: Floats
    resampling: Resampling


def resample(evidences: Sequence[Evidence], how: Resampling) -> Draws:
    """The scores of every evidence in every resample, ``(resamples, evidences)``; all see the same draws.

    Source: Efron and Tibshirani (1993), §6.2.

    Raises:
        EvidenceError: different numbers of units, or clusters that do not fit them.
    """
    units = common_units(evidences)
    averages = [evidence for evidence in evidences if isinstance(evidence, Average)]
    if averages:
        return Draws(_averaged(averages, len(evidences), how), how)
    parts = {id(part): part for evidence in evidences for part in _parts(evidence)}
    columns = _draw(parts, units, how) if units else {key: np.full(how.resamples, np.nan) for key in parts}
    values = [_column(evidence, columns) for evidence in evidences]
    drawn = np.stack(values, axis=1) if values else np.empty((how.resamples, 0))
    return Draws(np.where(np.isfinite(drawn), drawn, np.nan), how)


def _averaged(averages: Sequence[Average], evidences: int, how: Resampling) -> Floats:
    """The same of averages: every part is drawn within itself, and parts of the same number of units alike."""
    sizes = {average.sizes for average in averages}
    if len(sizes) > 1 or len(averages) < evidences:
        msg = "an average is drawn with averages over the same test sets alone, in the same order"
        raise EvidenceError(msg)
    clusters = None if how.clusters is None else averages[0].split(how.clusters)
    drawn = []
    for place in range(len(averages[0].parts)):
        within = replace(how, clusters=None if clusters is None else clusters[place])
        drawn.append(resample([average.parts[place] for average in averages], within).values)
    return averages[0].mean(drawn)


def _draw(parts: dict[int, Evidence], units: int, how: Resampling) -> dict[int, Floats]:
    """The scores ``(resamples,)`` of each part, by its key; the weights are drawn once."""
    groups, codes = _groups(units, how.clusters)
    counts = {id(one): one for part in parts.values() for one in _counted(part)}
    tables = {key: _grouped(part.table, groups, codes) for key, part in counts.items()}
    single = {key: whole_counts(table) for key, table in tables.items()}
    stacks: list[Stack] = []
    places: dict[int, tuple[int, NDArray[np.intp]]] = {}
    for kind in (True, False):
        keys = [key for key in tables if single[key] is kind]
        stack = Stack([tables[key] for key in keys], single=kind)
        places.update({key: (len(stacks), columns) for key, columns in zip(keys, stack.places, strict=True)})
        stacks.append(stack)
    totals = [np.zeros((how.resamples, stack.width)) for stack in stacks]
    out = {key: np.empty(how.resamples) for key in parts}
    several = {len(part.parts) for part in parts.values() if isinstance(part, Runs)}
    runs = {number: run_weights(number, how.resamples, how.seed) for number in several}
    for start, weights in weight_blocks(groups, how.resamples, how.seed):
        stop = start + weights.shape[0]
        for stack, sums in zip(stacks, totals, strict=True):
            if stack.width:
                sums[start:stop] = stack.totals(weights)
        for key, part in parts.items():
            if not _counted(part):
                taken = runs[len(part.parts)][start:stop] if isinstance(part, Runs) else None
                out[key][start:stop] = _scores(part, weights, codes, taken)
    for key, part in parts.items():
        found = [totals[places[id(one)][0]][:, places[id(one)][1]] for one in _counted(part)]
        if found and isinstance(part, Runs):
            out[key][:] = part.pooled(found, runs[len(part.parts)])
        elif isinstance(part, Counts):
            out[key][:] = part.formula(found[0])
    return out


def _counted(part: Evidence) -> tuple[Counts, ...]:
    """The counts of a part that adds up, one a run; none of other evidence."""
    if isinstance(part, Runs):
        return part.counted
    return (part,) if isinstance(part, Counts) else ()


def _scores(
    evidence: Evidence, weights: Weights, codes: NDArray[np.intp] | None, runs: Floats | None
) -> Floats:
    """Scores ``(rows,)`` of evidence that does not add up, a few rows at a time."""
    several = len(evidence.parts) if isinstance(evidence, Runs) else 1
    rows = max(1, _BYTES // (8 * evidence.units * several))
    scores = []
    for start in range(0, weights.shape[0], rows):
        block = weights[start : start + rows]
        taken = (block if codes is None else block[:, codes]).astype(np.float64)
        if isinstance(evidence, Runs) and runs is not None:
            scores.append(evidence.score_of(taken, runs[start : start + rows]))
        else:
            scores.append(evidence.score(taken))
    return np.concatenate(scores)


def _parts(evidence: Evidence) -> Iterator[Evidence]:
    """The evidence itself, or what it is blended of."""
    if isinstance(evidence, Blend):
        for part in evidence.parts:
            yield from _parts(part)
    else:
        yield evidence


def _column(evidence: Evidence, columns: dict[int, Floats]) -> Floats:
    """The draws of the evidence, from those of its parts."""
    if isinstance(evidence, Blend):
        return evidence.mean([_column(part, columns) for part in evidence.parts])
    return columns[id(evidence)]


def common_units(evidences: Sequence[Evidence]) -> int:
    """How many units each evidence has; 0 without evidence.

    Raises:
        EvidenceError: they differ.
    """
    units = [evidence.units for evidence in evidences]
    for other in units[1:]:
        if other != units[0]:
            msg = f"evidence of {units[0]} units and of {other}: were they measured on the same test set?"
            raise EvidenceError(msg)
    return units[0] if units else 0


def _groups(units: int, clusters: NDArray[np.intp] | None) -> tuple[int, NDArray[np.intp] | None]:
    """How many groups are drawn from, and the group of each unit (None: each unit its own)."""
    if clusters is None:
        return units, None
    if np.shape(clusters) != (units,):
        msg = f"clusters has shape {np.shape(clusters)}, but there are {units} units"
        raise EvidenceError(msg)
    names, codes = np.unique(clusters, return_inverse=True)
    return int(names.size), codes.astype(np.intp)


def _grouped(table: Floats, groups: int, codes: NDArray[np.intp] | None) -> Floats:
    """The table summed by group: ``(groups, k)``."""
    if codes is None:
        return table
    sums = [np.bincount(codes, weights=column, minlength=groups) for column in table.T]
    return np.stack(sums, axis=1) if sums else np.empty((groups, 0))
