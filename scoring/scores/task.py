"""The task ``scores``: a table of numbers with an id a row, and metrics that a gate declares over its columns.

There is no gold: what is compared of two tables are the ids.  A unit is a row, or a cluster of rows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.base.errors import UsageError
from scoring.base.table import DataTable
from scoring.base.table_form import TableForm
from scoring.metrics import key
from scoring.metrics.declared import Declared
from scoring.metrics.metric import Metric
from scoring.metrics.task import Task
from scoring.scores.align import ScoredRows, align
from scoring.scores.contrast import contrast
from scoring.scores.describe import describe
from scoring.scores.digests import unit_digests
from scoring.scores.metric import formula_of, metric_of, metric_signed
from scoring.scores.read import read_table

__all__ = ["SCORES", "ScoreTables"]

NAMES = {"gold": "data", "pred": "the data compared"}
MEANINGS = {"skip": ("skipped", "left out"), "zero": ("as_zero", "counted as 0")}


class ScoreTables(Task[DataTable, ScoredRows]):
    """Scores that were made elsewhere, an item a row."""

    name = "scores"
    has_gold = False
    by_name_only = True  # a table looks like one of labels
    forms = frozenset({"JSON array", "JSON Lines", "Parquet", "Arrow"})
    keys = (key.SLICES, key.CLUSTER, *key.SCORES)

    def metrics(self) -> Mapping[str, Metric[Any]]:
        """None: a gate declares them."""
        return {}

    def declare(self, declared: Mapping[str, Declared]) -> list[Metric[Any]]:
        """The metrics of formulas by name.

        Raises:
            UsageError: a formula cannot be read, or two names have the same one.
        """
        found: dict[str, Metric[Any]] = {}
        for name, one in declared.items():
            metric = metric_of(name, one)
            other = found.setdefault(metric.id, metric)
            if other.label != name:
                msg = f"metrics: {other.label} and {name} are one formula, {formula_of(metric.id).text}; keep one"
                raise UsageError(msg)
        return list(found.values())

    def signed_metric(self, signature: str) -> Metric[Any] | None:
        """The metric of a recorded row by the formula in its signature."""
        return metric_signed(signature)

    def signed(self, metric: Metric[Any], options: Mapping[str, Any]) -> Metric[Any]:
        """The metric with what an empty cell means in its signature."""
        missing = options.get("missing")
        return (
            metric if missing is None else replace(metric, signature=f"{metric.signature}|missing:{missing}")
        )

    def read(self, source: object, role: str) -> DataTable:
        """The rows of a table: a path, an open file, a DataFrame, an Arrow table, columns by name, records.

        Raises:
            InputError: the source cannot be read, has no rows, or an id is missing or comes twice.
        """
        return read_table(source, NAMES.get(role, role), TableForm())

    def read_as(self, source: object, role: str, /, **how: Any) -> DataTable:  # noqa: ANN401 - each key has its own type
        """The rows of a table, its columns as the keys say."""
        form = TableForm.of({"id_field" if name == "id" else name: value for name, value in how.items()})
        return read_table(source, NAMES.get(role, role), form)

    def align(
        self,
        gold: DataTable,
        pred: DataTable,
        cluster: str | None = None,
        missing: str | None = None,
        **options: object,
    ) -> ScoredRows:
        """The rows of ``pred`` in the order of their ids, which have to be those of ``gold``.

        Raises:
            AlignmentError: one has ids that the other lacks.
            UsageError: a column or an option is not there.
        """
        if options:
            msg = f"task scores has no option {', '.join(sorted(options))}; its options: cluster, missing"
            raise UsageError(msg)
        return align(gold, pred, cluster, missing)

    def options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The options of ``align``: the scale is that of the metrics."""
        return {name: value for name, value in super().options(given).items() if name != "scale"}

    def unit_of(self, aligned: ScoredRows) -> str:
        """What is resampled: the row, or the cluster by the name of its column."""
        return "item" if aligned.cluster is None else aligned.cluster

    def unit_ids(self, aligned: ScoredRows) -> list[str]:
        """The id of each row, or the name of each cluster."""
        return list(aligned.names)

    def unit_digests(self, aligned: ScoredRows) -> list[bytes]:
        """SHA-256 of the ids of each unit."""
        return unit_digests(aligned)

    def warnings(self, aligned: ScoredRows, metric: str) -> Sequence[tuple[str, str]]:
        """How many rows a metric leaves out, or counts as 0, because a cell is empty."""
        formula = formula_of(metric)
        lacking, columns = aligned.lacking(formula) if aligned.missing else (0, [])
        if not lacking:
            return ()
        flag, done = MEANINGS[str(aligned.missing)]
        said = f"{aligned.table.name}: {lacking} of {aligned.table.size} rows have no {' or '.join(columns)}: {done}"
        return ((f"{lacking}_{flag}", said),)

    def slices(self, aligned: ScoredRows, field: str) -> list[str]:
        """The value of a column for each unit; UsageError where there is none, or a cluster has several."""
        return aligned.one_each(field, "slice")

    def describe(self, aligned: ScoredRows, unit: int) -> dict[str, Any]:
        """A row, or the rows of a cluster."""
        return describe(aligned, unit)

    def contrast(
        self, aligned: ScoredRows, metric: str, units: Sequence[int], *, show_text: bool,
        label: str | None = None,
    ) -> list[dict[str, Any]]:  # fmt: skip
        """The cells from which a metric is made, of some units."""
        del label  # there are none
        return contrast(aligned, formula_of(metric), units, show_text=show_text)


SCORES = ScoreTables()
