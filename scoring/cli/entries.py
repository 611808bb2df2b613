"""The units of a test set as JSON Lines: what a metric counted on each, beside its gold and its prediction."""

import json
from collections.abc import Sequence
from typing import Any

from scoring.evidence.evidence import complete
from scoring.metrics.metric import Metric, NotAvailable
from scoring.metrics.task import Task

__all__ = ["entries"]


def entries(task: Task[Any, Any], aligned: Any, metrics: Sequence[Metric[Any]]) -> str:  # noqa: ANN401 - each task has its own
    """A line for each unit: its counts by metric, the metrics by which it is in error, what ``describe`` shows of it.

    A metric whose scores do not come from counts, such as ROC-AUC, has no counts.
    """
    found = {metric.label: evidence for metric in metrics
             if not isinstance(evidence := metric.measure(aligned), NotAvailable)}  # fmt: skip
    counts = {
        label: rows
        for label, evidence in found.items()
        if (rows := complete(evidence).unit_counts()) is not None
    }
    wrong = {label: evidence.in_error().tolist() for label, evidence in found.items()}
    lines = []
    for unit, name in enumerate(task.unit_ids(aligned)):
        entry = {
            "id": name,
            "counts": {label: rows[unit] for label, rows in counts.items()},
            "in_error": [label for label, units in wrong.items() if units[unit]],
            **{key: value for key, value in task.describe(aligned, unit).items() if key != "id"},
        }
        lines.append(json.dumps(entry, ensure_ascii=False, default=str) + "\n")
    # Half a surrogate pair, which JSON can hold and UTF-8 cannot, goes out as its escape.
    return "".join(lines).encode("utf-8", "backslashreplace").decode("utf-8")
