"""From a declared formula to a metric: what it measures on each unit, and how stored units become evidence again.

The id of a metric is its formula, so that whoever knows the id knows the columns; rows have the name as their label.
"""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from scoring.base.errors import EvidenceError, UsageError
from scoring.evidence.counts import Counts
from scoring.evidence.evidence import Arrays, Evidence, Floats
from scoring.evidence.formulas import ratio
from scoring.evidence.grouped import OWNERS, Grouped
from scoring.evidence.readings import Readings, quantile
from scoring.metrics.declared import BETTER_WORDS, Declared
from scoring.metrics.metric import Better, Metric, Scale
from scoring.scores.align import ScoredRows
from scoring.scores.cells import TRUE_IN_POINTS
from scoring.scores.formula import COUNT, Formula, Term, parse

__all__ = ["formula_of", "metric_of", "metric_signed"]

START, END = "scores.", "|v1"
ESCAPED = {"%": "%25", "[": "%5B", "{": "%7B"}  # in an id a bracket begins a label or a slice
F1 = ("correct", "predicted", "gold")
COUNTED_ITEMS = Term(counts=True)


def metric_of(name: str, declared: Declared) -> Metric[ScoredRows]:
    """The metric of a declaration.

    Raises:
        UsageError: the formula cannot be read.
    """
    return made(parse(declared.formula, name), name, Scale(declared.scale), declared.better)


def made(formula: Formula, name: str, scale: Scale, better: str | float) -> Metric[ScoredRows]:
    """The metric of a formula."""
    return Metric(
        id=escaped(formula.text), label=name, task="scores",
        measure=partial(measure, formula=formula, scale=scale), restore=partial(restore, formula=formula, scale=scale),
        scale=scale, better=Better(better) if better in BETTER_WORDS else float(better), perfect=None,
        source="declared by the gate", signature=f"{START}{formula.text}{END}",
    )  # fmt: skip


def escaped(text: str) -> str:
    """A formula as an id."""
    for sign, written in ESCAPED.items():
        text = text.replace(sign, written)
    return text


def formula_of(metric_id: str) -> Formula:
    """The formula of a metric by its id."""
    text = metric_id
    for sign, written in reversed(ESCAPED.items()):
        text = text.replace(written, sign)
    return parse(text, text)


def metric_signed(signature: str) -> Metric[ScoredRows] | None:
    """The metric of a signature, whose scale and direction its row has; None where it is none of a formula."""
    text, end, _ = signature.removeprefix(START).rpartition(END)
    if not end or not signature.startswith(START):
        return None
    try:
        return made(parse(text, text), text, Scale.RATIO, Better.HIGHER)
    except UsageError:
        return None


def measure(aligned: ScoredRows, formula: Formula, scale: Scale) -> Evidence:
    """What the formula needs of each unit: sums that add up, or for a quantile the values themselves."""
    values, counts = aligned.values(formula, TRUE_IN_POINTS if scale is Scale.POINTS else 1.0)
    if formula.kind == "quantile":
        column = np.where(counts, values[formula.columns[0]], np.nan).reshape(-1, 1)
        readings = Readings(column, partial(quantile_of_defined, at=formula.at or 0.0))
        return readings if aligned.cluster is None else Grouped(readings, aligned.owners, aligned.units)
    sums = []
    for term in summed(formula):
        rows = np.sum([values[column] for column in term.columns], axis=0) if not term.counts else 1.0
        sums.append(np.bincount(aligned.owners, weights=counts * rows, minlength=aligned.units))
    return counted(np.stack(sums, axis=1), formula, scale)


def summed(formula: Formula) -> tuple[Term, ...]:
    """What is added up over the units; a mean is a sum and a count."""
    return (*formula.terms, COUNTED_ITEMS) if formula.kind == "mean" else formula.terms


def counted(table: Floats, formula: Formula, scale: Scale) -> Counts:
    """The evidence of sums: ``(units, terms)``."""
    columns: tuple[str, ...] = F1
    if formula.kind != "f1":
        names = [COUNT if term.counts else "+".join(term.columns) for term in summed(formula)]
        columns = tuple(
            f"{name} ({place})" if names.count(name) > 1 else name for place, name in enumerate(names, 1)
        )
    factor = 100.0 if formula.is_share and scale is Scale.POINTS else 1.0
    return Counts(table, columns, partial(SCORES[formula.kind], factor=factor))


def restore(arrays: Arrays, formula: Formula, scale: Scale) -> Evidence:
    """The evidence of stored units."""
    kind = "readings" if formula.kind == "quantile" else "counts"
    if kind not in arrays:
        msg = f"stored units of {formula.text} hold {sorted(arrays)}, but {kind!r} is needed"
        raise EvidenceError(msg)
    table = np.asarray(arrays[kind], dtype=np.float64)
    if kind == "counts":
        return counted(table, formula, scale)
    readings = Readings(table, partial(quantile_of_defined, at=formula.at or 0.0))
    return Grouped.restored(readings, arrays) if OWNERS in arrays else readings


def total(totals: Floats, factor: float) -> Floats:
    """The sum itself."""
    return factor * totals[..., 0]


def share(totals: Floats, factor: float) -> Floats:
    """The first sum over the second, NaN where that is 0."""
    return ratio(factor * totals[..., 0], totals[..., 1])


def f1(totals: Floats, factor: float) -> Floats:
    """F1 of correct, predicted and gold."""
    return ratio(2.0 * factor * totals[..., 0], totals[..., 1] + totals[..., 2])


def quantile_of_defined(values: Floats, weights: Floats, at: float) -> Floats:
    """The quantile of the values in rising order without those that are missing, which come last."""
    defined = int(np.count_nonzero(~np.isnan(values[:, 0])))
    return quantile(values[:defined], weights[..., :defined], at)


SCORES: Mapping[str, Callable[..., Floats]] = {"sum": total, "mean": share, "ratio": share, "f1": f1}
