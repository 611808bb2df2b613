"""What marker and call ask for, as the scorers take it; values were checked when they were read."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.base.errors import UsageError
from scoring.base.wording import nearest
from scoring.evaluation.measurement import Wanted
from scoring.gates.keys import foreign
from scoring.metrics.declared import Declared, declared_metrics, is_way

__all__ = ["better_of", "floor_of", "floors_by_row", "lost_floor", "metrics_of", "row_label", "wanted_of"]


def metrics_of(fields: Mapping[str, Any]) -> list[str] | dict[str, Declared] | None:
    """The metrics named, None for all of the task; those that are declared with their formulas.

    Raises:
        UsageError: a name or a table by metric cannot be used, or ``better`` says how metrics improve that know it.
    """
    wanted, better = fields.get("metrics"), fields.get("better")
    if isinstance(wanted, Mapping):
        return declared_metrics(wanted, better, fields.get("scale"))
    if is_way(better):
        msg = (
            f"better is {better!r}, how a metric improves, which the metrics of a task know of themselves: give it for "
            'metrics that are declared by formulas; what a better score does is better = "fail" or "pass"'
        )
        raise UsageError(msg)
    return None if wanted is None else list(wanted)


def better_of(fields: Mapping[str, Any], default: str) -> str:
    """What a better score does, fail or pass; ``default`` where the gate does not say."""
    better = fields.get("better")
    return default if better is None or is_way(better) else str(better)


def wanted_of(fields: Mapping[str, Any], task: str) -> Wanted:
    """Rows of single labels and slices, and the options that only this task has; UsageError for one it has not."""
    other = foreign(task, [name for name, value in fields.items() if value is not None])
    if other is not None:
        msg = f"task {task} has no {other}; remove {other} from the marker or the call"
        raise UsageError(msg)
    return Wanted.of(task, fields)


def floor_of(value: object) -> float | None:
    """The absolute floor of every row of the check, where one number was given."""
    return float(value) if isinstance(value, int | float) else None


def floors_by_row(
    value: object, labels: Sequence[str], label_of: Mapping[str, str], elsewhere: Iterable[str]
) -> dict[str, float]:
    """The absolute floors by label, from a table by label or id.

    ``elsewhere`` are metrics that other checks of the gate may judge.  Raises UsageError for a floor of none of them.
    """
    if not isinstance(value, Mapping):
        return {}
    floors = {row_label(name, label_of): float(floor) for name, floor in value.items()}
    metrics = {label_of.get(name, name) for name in (*labels, *elsewhere)}
    for name in floors:
        if name not in metrics and not is_part(name, metrics):
            msg = f"min names {name!r}, which the gate does not judge; {nearest(str(name), sorted(metrics))}"
            raise UsageError(msg)
    return floors


def row_label(name: str, label_of: Mapping[str, str]) -> str:
    """The label of the row that is meant, whose metric may be named by id: ``span_f1[PER]`` is ``Span F1[PER]``."""
    metric, part = re.match(r"([^[{]*)(.*)", name, re.DOTALL).groups()  # type: ignore[union-attr]  # matches all
    return f"{label_of.get(metric, metric)}{part}"


def is_part(name: str, metrics: Iterable[str]) -> bool:
    """Whether the name is that of a single label or slice of one of the metrics."""
    return name.startswith(tuple(f"{metric}{sign}" for metric in metrics for sign in "[{"))


def lost_floor(floors: Iterable[str], judged: Iterable[str]) -> str | None:
    """The fault of a floor whose label or slice was not judged, in words; None where each was."""
    rows = sorted(judged)
    lost = next((name for name in sorted(floors) if is_part(name, rows) and name not in rows), None)
    return f"min names {lost!r}, which was not judged; {nearest(lost, rows)}" if lost else None
