"""References as the command line gives them: numbers by metric, files and folders of rows."""

import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scoring.base.errors import UsageError
from scoring.base.wording import nearest
from scoring.metrics.metric import Metric
from scoring.rows.records import Identity, Row
from scoring.rows.references import expand

__all__ = ["check_names", "given_rows", "reference_paths"]

BETWEEN = re.compile(r"(?<![^\d.])\s*,")  # after a number: a label may hold a comma
PART = re.compile(r"([^\[{]*)(.*)", re.DOTALL)
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


def given_rows(
    given: Sequence[str], metrics: Sequence[Metric[Any]], identity: Identity, source: str
) -> list[Row]:
    """A reference row for each row in ``UPOS=96.4,Span F1[PER]=92.1``, a metric named by label or id.

    Whether a single label or slice is scored is known when it was: see ``check_names``.

    Raises:
        UsageError: a metric is unknown, not scored or named twice, or its reference is not a number.
    """
    by_name = {metric.label: metric for metric in metrics} | {metric.id: metric for metric in metrics}
    rows: dict[str, Row] = {}
    for pair in (pair.strip() for text in given for pair in BETWEEN.split(text)):
        name, equals, number = (part.strip() for part in pair.rpartition("="))
        if not equals or not name:
            msg = f"--reference: {pair!r} is not METRIC=NUMBER, as in UPOS=96.4,LAS=88.1"
            raise UsageError(msg)
        of, part = PART.match(name).groups()  # type: ignore[union-attr]  # it matches everything
        if of not in by_name:
            hint = nearest(name, [metric.label for metric in metrics])
            msg = f"--reference: {name!r} is none of the metrics that are scored; {hint}"
            raise UsageError(msg)
        metric = by_name[of]
        label = f"{metric.label}{part}"
        if label in rows:
            msg = f"--reference: {label} is given twice; a row has one reference, keep one"
            raise UsageError(msg)
        if not NUMBER.fullmatch(number) or not math.isfinite(float(number)):
            msg = f"--reference: {label} is {number!r}, but a number is needed, as in {label}=88.1"
            raise UsageError(msg)
        rows[label] = Row(
            component=identity.component, language=identity.language, dataset=identity.dataset, metric=label,
            score=float(number), source=source, scale=metric.scale, better=metric.better,
        )  # fmt: skip
    return list(rows.values())


def check_names(given: Sequence[Row], rows: Sequence[Row]) -> None:
    """Raises UsageError for a reference of a row that was not scored."""
    scored = [row.metric for row in rows]
    for row in given:
        if row.metric not in scored:
            msg = f"--reference: {row.metric!r} is none of the rows that are scored; {nearest(row.metric, scored)}"
            raise UsageError(msg)


def reference_paths(given: Sequence[str]) -> list[Path]:
    """The files that hold rows: those named, and every ``*.json`` of a folder; UsageError for a folder without one."""
    paths = [Path(path) for path in given]
    for path in paths:
        if path.is_dir() and not any(name.suffix == ".json" for name in path.iterdir()):
            msg = f"{path}: there is no *.json in the folder, so there is nothing to judge by"
            raise UsageError(msg)
    return expand(paths)
