"""Evidence for the tests: strategies for every class, and small sets whose scores are clear."""

import numpy as np
from hypothesis import strategies as st

from scoring.evidence.blend import Blend
from scoring.evidence.cells import Cells
from scoring.evidence.counts import Counts
from scoring.evidence.formulas import f1, ratio
from scoring.evidence.readings import Readings
from scoring.evidence.runs import Runs

COLUMNS = ("correct", "predicted", "gold")
LABELS = ("LOC", "ORG", "PER")
CELLS = tuple((label, kind) for label in LABELS for kind in COLUMNS)


def counts(rows) -> Counts:
    """F1 from rows of correct, predicted, gold."""
    return Counts(np.array(rows, dtype=np.float64).reshape(-1, 3), COLUMNS, f1, 100.0)


def macro_f1(totals, columns):
    """The mean F1 of the labels that occur, of totals ``(..., 3 * labels)``."""
    assert len(columns) == totals.shape[-1]
    scores = f1(totals.reshape(*totals.shape[:-1], -1, 3))
    return ratio(np.nansum(scores, axis=-1), (~np.isnan(scores)).sum(axis=-1).astype(float))


def weighted_median(values, weights):
    """The smallest value at which half of the weight is reached, of sorted values ``(units, 1)``."""
    reached = np.cumsum(weights, axis=-1)
    total = reached[..., -1:] if values.size else np.zeros((*weights.shape[:-1], 1))
    place = (reached < total / 2).sum(axis=-1)
    found = values[np.minimum(place, len(values) - 1), 0] if values.size else np.nan
    return np.where(total[..., 0] > 0, found, np.nan)


def readings(values) -> Readings:
    """The weighted median of one value a unit."""
    return Readings(np.array(values, dtype=np.float64).reshape(-1, 1), weighted_median)


def cells(dense) -> Cells:
    """Macro F1 from a dense ``(units, 9)`` table of counts, of which only the others than 0 are kept."""
    dense = np.array(dense, dtype=np.float64).reshape(-1, len(CELLS))
    unit, column = np.nonzero(dense)
    return Cells(len(dense), unit, column, dense[unit, column], CELLS, macro_f1, 100.0)


def rebuilt(evidence, chosen):
    """The same evidence made anew from the units ``chosen`` (ordinals, repeats allowed)."""
    if isinstance(evidence, Counts):
        return Counts(evidence.table[chosen], evidence.columns, evidence.formula, evidence.perfect)
    if isinstance(evidence, Readings):
        return Readings(evidence.values[chosen], evidence.formula)
    if isinstance(evidence, Cells):
        dense = np.zeros((evidence.size, len(evidence.columns)))
        np.add.at(dense, (evidence.unit, evidence.column), evidence.count)
        return cells(dense[chosen])
    parts = tuple(rebuilt(part, chosen) for part in evidence.parts)
    return Runs(parts) if isinstance(evidence, Runs) else Blend(parts, evidence.shares)


def _row():
    gold, predicted = st.integers(0, 9), st.integers(0, 9)
    return st.tuples(gold, predicted).flatmap(
        lambda both: st.integers(0, min(both)).map(lambda correct: (correct, both[1], both[0]))
    )


def _rows(units):
    return st.lists(_row(), min_size=units, max_size=units)


@st.composite
def evidences(draw, units=None):
    """Evidence of any class, of 1 to 6 units unless said."""
    units = draw(st.integers(1, 6)) if units is None else units
    kind = draw(st.sampled_from(("counts", "readings", "cells", "blend", "runs")))
    if kind == "counts":
        return counts(draw(_rows(units)))
    if kind == "readings":
        return readings(draw(st.lists(st.integers(-5, 5), min_size=units, max_size=units)))
    if kind == "cells":
        return cells(np.concatenate([np.array(draw(_rows(units))) for _ in LABELS], axis=1))
    if kind == "runs":  # two, so that all are taken once in every resample
        made = draw(st.sampled_from((counts, lambda rows: readings([row[0] for row in rows]))))
        return Runs(tuple(made(draw(_rows(units))) for _ in range(2)))
    other = readings(draw(st.lists(st.integers(0, 5), min_size=units, max_size=units)))
    return Blend((counts(draw(_rows(units))), other), (0.75, 0.25))


@st.composite
def weighted(draw, most=4):
    """Evidence and whole weights for its units."""
    evidence = draw(evidences())
    weights = draw(st.lists(st.integers(0, most), min_size=evidence.units, max_size=evidence.units))
    return evidence, np.array(weights, dtype=np.float64)
