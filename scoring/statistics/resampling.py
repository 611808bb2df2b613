"""The only sampler: scores of many evidences in the same resamples, with the weights of the units drawn once.

Source: Efron and Tibshirani (1993), An Introduction to the Bootstrap, §6.2; clusters as in Davison and Hinkley
(1997), Bootstrap Methods and their Application, §3.8.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError, UsageError
from scoring.base.limits import FEWEST_RESAMPLES, LAST_SEED
from scoring.evidence.evidence import CompleteEvidence, Evidence, Floats, complete
from scoring.statistics.draws import RESAMPLES, SEED, run_weights, weight_blocks
from scoring.statistics.kinds import kinds_of
from scoring.statistics.totals import Sums

__all__ = ["Draws", "Resampling", "common_units", "resample"]

_BYTES = 4 << 20  # of the weights handed to evidence that does not add up
Weights = NDArray[np.float32]


@dataclass(frozen=True)
class Resampling:
    """How to draw: the number of resamples, the seed, and the cluster of each unit where units belong together.

    ``clusters`` is ``(units,)``: units with the same number (sentences of one document) are drawn together.
    ``begin`` is the number of the first resample: those before it are drawn elsewhere.

    Raises:
        UsageError: fewer than 100 resamples, or a seed that is not a 64-bit number.
    """

    resamples: int = RESAMPLES
    seed: int = SEED
    clusters: NDArray[np.intp] | None = None
    begin: int = 0

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
    asked = [complete(evidence) for evidence in evidences]
    units = common_units(asked)
    if any(evidence.test_sets for evidence in asked):
        return Draws(_drawn_by_test_set(asked, how), how)
    sources = {id(source): source for evidence in asked for source in _sources(evidence)}
    scores = _draw(sources, units, how) if units else {key: np.full(how.resamples, np.nan) for key in sources}
    columns = [_mean_of_sources(evidence, scores) for evidence in asked]
    drawn = np.stack(columns, axis=1) if columns else np.empty((how.resamples, 0))
    return Draws(np.where(np.isfinite(drawn), drawn, np.nan), how)


def _drawn_by_test_set(averages: Sequence[CompleteEvidence], how: Resampling) -> Floats:
    """The scores ``(resamples, averages)``: every test set is drawn within itself, all of one size alike."""
    sizes = {tuple(one.units for one in average.test_sets) for average in averages}
    if len(sizes) > 1:
        msg = "an average is drawn with averages over the same test sets alone, in the same order"
        raise EvidenceError(msg)
    ends = np.cumsum(sizes.pop())[:-1]
    clusters = None if how.clusters is None else np.split(how.clusters, ends)
    drawn = []
    for place in range(len(ends) + 1):
        own = replace(how, clusters=None if clusters is None else clusters[place])
        drawn.append(resample([average.test_sets[place] for average in averages], own).values)
    return np.stack([a.mean([scores[:, at] for scores in drawn]) for at, a in enumerate(averages)], axis=1)


def _sources(evidence: CompleteEvidence) -> Iterator[CompleteEvidence]:
    """The evidence whose scores are drawn: itself, or what it is blended of."""
    if not evidence.blended:
        yield evidence
    for part in evidence.blended:
        yield from _sources(part)


def _mean_of_sources(evidence: CompleteEvidence, scores: Mapping[int, Floats]) -> Floats:
    """The draws ``(resamples,)`` of the evidence, from those of its sources."""
    if not evidence.blended:
        return scores[id(evidence)]
    return evidence.mean([_mean_of_sources(part, scores) for part in evidence.blended])


def _draw(sources: Mapping[int, CompleteEvidence], units: int, how: Resampling) -> dict[int, Floats]:
    """The scores ``(resamples,)`` of each source, by its key; the weights are drawn once."""
    groups, codes = _groups(units, how.clusters)
    kinds = kinds_of(sources.values(), units) if codes is None else None
    if kinds is None:
        blocks = weight_blocks(groups, how.resamples, how.seed, how.begin)
    else:
        sources = {key: kinds.alone(source) for key, source in sources.items()}
        groups, blocks = kinds.count, kinds.weight_blocks(how.resamples, how.seed, how.begin)
    tables = {key: source.tables for key, source in sources.items()}
    sums = Sums(_grouped_tables(tables.values(), groups, codes), how.resamples)
    runs = _run_weights(sources.values(), how)
    scores = {key: np.empty(how.resamples) for key in sources if not tables[key]}
    for start, weights in blocks:
        sums.add(start, weights)
        block = slice(start, start + weights.shape[0])
        for key, drawn in scores.items():
            drawn[block] = _scores(sources[key], weights, codes, runs[sources[key].run_count][block])
    for key, own in tables.items():
        if own:
            totals = [sums.of(id(table)) for table in own]
            scores[key] = sources[key].score_of_totals(totals, runs[sources[key].run_count])
    return scores


def _run_weights(sources: Iterable[CompleteEvidence], how: Resampling) -> dict[int, Floats]:
    """How often every resample takes every run, ``(resamples, runs)``, by how many runs there are."""
    return {
        n: run_weights(n, how.resamples, how.seed, how.begin)
        for n in {source.run_count for source in sources}
    }


def _grouped_tables(
    tables: Iterable[Sequence[Floats]], groups: int, codes: NDArray[np.intp] | None
) -> dict[int, Floats]:
    """Each distinct table, summed by group, by its identity: two metrics may be made of one."""
    distinct = {id(table): table for own in tables for table in own}
    return {key: _grouped(table, groups, codes) for key, table in distinct.items()}


def _scores(
    source: CompleteEvidence, weights: Weights, codes: NDArray[np.intp] | None, runs: Floats
) -> Floats:
    """Scores ``(rows,)`` of evidence that does not add up, a few rows at a time."""
    rows = max(1, _BYTES // (8 * source.units * source.run_count))
    scores = []
    for start in range(0, weights.shape[0], rows):
        block = weights[start : start + rows]
        taken = (block if codes is None else block[:, codes]).astype(np.float64)
        scores.append(source.score_of(taken, runs[start : start + rows]))
    return np.concatenate(scores)


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
