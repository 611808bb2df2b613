"""A task small enough to count by hand: a unit is a line of words, gold and predicted word by word.

Its metrics cover what a metric can be: counts with every direction and scale, readings, sparse cells, one that is
not available, and one that is never defined.
"""

import hashlib
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib.metadata import EntryPoint
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

from scoring.base import entry_points
from scoring.base.errors import AlignmentError, InputError
from scoring.evidence.cells import Cells
from scoring.evidence.formulas import ratio
from scoring.evidence.readings import Readings
from scoring.judging.settings import Settings
from scoring.metrics import catalog
from scoring.metrics.metric import Better, Metric, NotAvailable, Scale, Status, Validation, counted
from scoring.metrics.task import Task
from scoring.rows.records import Identity, Row
from scoring.rows.references import ReferenceFile, References
from scoring.rows.rows import dumps, parse, write
from scoring.rows.units import StoredUnits, UnitSet, path_of
from scoring.rows.units import write as write_units
from tests.core.examples import macro_f1, weighted_median

TOY = Identity("tagger", "en", "toy test")
FACTS = {
    "task": "toy",
    "status": Status.IMPLEMENTED,
    "validation": Validation.MEASUREMENT,
    "source": "by hand",
}


def words(lines) -> list[list[str]]:
    return [line.split() for line in lines]


def hits(pair):
    """Right words, words: one row a line."""
    gold, pred = pair
    return np.array(
        [
            (sum(g == p for g, p in zip(*both, strict=True)), len(both[0]))
            for both in zip(gold, pred, strict=True)
        ],
        dtype=np.float64,
    ).reshape(-1, 2)


def misses(pair):
    """Wrong words, words: one row a line."""
    found = hits(pair)
    return np.stack([found[:, 1] - found[:, 0], found[:, 1]], axis=1)


def letters(pair):
    """Predicted letters, gold letters: one row a line."""
    gold, pred = pair
    sizes = [(sum(map(len, p)), sum(map(len, g))) for g, p in zip(gold, pred, strict=True)]
    return np.array(sizes, dtype=np.float64).reshape(-1, 2)


def points(totals):
    return ratio(100.0 * totals[..., 0], totals[..., 1])


def share(totals):
    return ratio(totals[..., 0], totals[..., 1])


def nothing(totals):
    return np.full(totals.shape[:-1], np.nan)


def first_length(pair):
    """The length of each line's first predicted word, of which the metric takes the median."""
    return Readings(
        np.array([[len(line[0])] for line in pair[1]], dtype=np.float64).reshape(-1, 1), weighted_median
    )


def restore_median(arrays):
    return Readings(arrays["readings"], weighted_median)


def by_word(pair):
    """Correct, predicted, gold of every word: macro F1 over the words that occur."""
    gold, pred = pair
    names = sorted({word for line in [*gold, *pred] for word in line})
    columns = tuple((name, kind) for name in names for kind in ("correct", "gold", "predicted"))
    place = {column: index for index, column in enumerate(columns)}
    entries = []
    for unit, (ours, theirs) in enumerate(zip(gold, pred, strict=True)):
        for g, p in zip(ours, theirs, strict=True):
            entries += [(unit, place[g, "gold"]), (unit, place[p, "predicted"])]
            entries += [(unit, place[g, "correct"])] if g == p else []
    unit, column = np.array(entries, dtype=np.int64).reshape(-1, 2).T
    return Cells(len(gold), unit, column, np.ones(unit.size), columns, macro_f1, 100.0)


def restore_cells(arrays):
    columns = tuple(tuple(str(word) for word in name) for name in arrays["columns"])
    count = np.asarray(arrays["count"], dtype=np.float64)
    return Cells(int(arrays["size"]), arrays["unit"], arrays["column"], count, columns, macro_f1, 100.0)


def unavailable(pair):
    return NotAvailable("the engine is not installed", "pip install engine")


METRICS = (
    counted(count=hits, columns=("correct", "gold"), formula=points, perfect=100.0, id="accuracy", label="Accuracy",
            scale=Scale.POINTS, better=Better.HIGHER, signature="toy.accuracy|v1", when_undefined=0.0, **FACTS),
    counted(count=misses, columns=("wrong", "words"), formula=share, perfect=0.0, id="misses", label="Misses",
            scale=Scale.RATIO, better=Better.LOWER, signature="toy.misses|v1", **FACTS),
    counted(count=letters, columns=("predicted", "gold"), formula=share, perfect=1.0, id="length", label="Length",
            scale=Scale.RATIO, better=1.0, signature="toy.length|v1", **FACTS),
    Metric(measure=first_length, restore=restore_median, perfect=None, id="median", label="Median", scale=Scale.RATIO,
           better=Better.LOWER, signature="toy.median|v1", **FACTS),
    Metric(measure=by_word, restore=restore_cells, perfect=100.0, id="macro", label="Macro F1", scale=Scale.POINTS,
           better=Better.HIGHER, signature="toy.macro|v1", when_undefined=0.0, **FACTS),
    Metric(measure=unavailable, restore=restore_median, perfect=None, id="engine", label="Engine", scale=Scale.POINTS,
           better=Better.HIGHER, signature="toy.engine|v1", **FACTS),
    counted(count=hits, columns=("correct", "gold"), formula=nothing, perfect=None, id="nothing", label="Nothing",
            scale=Scale.POINTS, better=Better.HIGHER, signature="toy.nothing|v1", **FACTS),
)  # fmt: skip


class Toy(Task):
    """Lines of words, from a file or as a list; as many words a line on both sides."""

    name = "toy"

    def metrics(self):
        return {metric.id: metric for metric in METRICS}

    def read(self, source, role):
        if isinstance(source, Path):
            return words(source.read_text(encoding="utf-8").splitlines())
        if isinstance(source, list | tuple):
            return words(source)
        msg = f"cannot read {role}"
        raise InputError(msg)

    def align(self, gold, pred):
        if [len(line) for line in gold] != [len(line) for line in pred]:
            msg = "gold and prediction have other words"
            raise AlignmentError(msg)
        return gold, pred

    def unit_of(self, aligned):
        return "line"

    def unit_ids(self, aligned):
        return [str(number) for number in range(1, len(aligned[0]) + 1)]

    def unit_digests(self, aligned):
        return [hashlib.sha256(" ".join(line).encode()).digest() for line in aligned[0]]

    def describe(self, aligned, unit):
        return {"gold": aligned[0][unit], "predicted": aligned[1][unit]}


TASK = Toy()
METRIC = {metric.id: metric for metric in METRICS}


ENTRY = EntryPoint("toy", "tests.core.helpers:TASK", "onenlp.tasks")


def install() -> None:
    """Puts the toy into the catalogue of this process, for good: a worker of a pool calls it."""
    catalog.registered = entry_points.registered = registered_with_toy


def registered_with_toy(group, registered=entry_points.registered):
    """The entry points of a group, among tasks the toy too."""
    return {**registered(group), **({"toy": ENTRY} if group == "onenlp.tasks" else {})}


def worker_pool() -> ProcessPoolExecutor:
    """One process that shares nothing with this one, on every platform and version."""
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=install)


@cache
def lines(count: int, wrong: int = 0, of: int = 1) -> list[str]:
    """``count`` lines of three words; in every ``of``-th line the first ``wrong`` words are another word."""
    return [
        " ".join(
            "xx" if place < wrong and number % of == 0 else word
            for place, word in enumerate(("a", "bb", "ccc"))
        )
        for number in range(count)
    ]


def reference_row(metric: str = "Accuracy", score: float | None = 88.0, **fields) -> Row:
    """A hand-written reference of the toy."""
    names = {"component": TOY.component, "language": TOY.language, "dataset": TOY.dataset, "metric": metric}
    return Row(**{**names, "score": score, "source": "by hand", **fields})


def reference_file(path: Path, rows: Sequence[Row], units: UnitSet | None = None) -> References:
    """The references in a file written from these rows, with their units beside it where given."""
    write(path, rows)
    if units is not None:
        stored = StoredUnits()
        stored.record(units)
        write_units(path_of(path, rows[0].identity), stored)
    return References.load([path])


def in_memory(*rows: Row, given: Sequence[Row] = ()) -> References:
    """References that were never on a disk: a file of the name refs.json with these rows."""
    files = (ReferenceFile(Path("refs.json"), parse(dumps(rows), "refs.json")),) if rows else ()
    return References(files, tuple(given))


FAST = Settings(resamples=100)


def only(evaluation, metric: str) -> Row:
    """The evaluation's row of a metric label."""
    (row,) = [row for row in evaluation.rows if row.metric == metric]
    return row


def approx(value):
    return pytest.approx(value, rel=1e-12, abs=1e-12)
