"""What marker and call ask for, as the scorers take it; values were checked when they were read."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pytest_onenlp.marker import TASK_OPTIONS
from scoring.errors import UsageError
from scoring.measuring import Wanted
from scoring.metric import Metric
from scoring.spelling import nearest

__all__ = ["floor_of", "floors", "metrics_of", "refuse_strangers", "wanted_of"]


def metrics_of(fields: Mapping[str, Any]) -> list[str] | None:
    """The metrics named, None for all of the task."""
    return list(fields["metrics"]) if fields.get("metrics") is not None else None


def wanted_of(fields: Mapping[str, Any]) -> Wanted:
    """Rows of single labels and slices, and the options that only this task has."""
    options = {key: fields[key] for key in TASK_OPTIONS if fields.get(key) is not None}
    return Wanted(tuple(fields.get("labels") or ()), tuple(fields.get("slices") or ()), options)


def floor_of(value: object) -> float | None:
    """The absolute floor of every row of the check, where one number was given."""
    return float(value) if isinstance(value, int | float) else None


def floors(
    value: object, labels: Sequence[str], label_of: Mapping[str, str], elsewhere: Iterable[str]
) -> dict[str, float]:
    """The absolute floors by label, from a table by label or id.

    ``elsewhere`` are metrics that other checks of the gate may judge.  Raises UsageError for a floor of none of them.
    """
    if not isinstance(value, Mapping):
        return {}
    named = {label_of.get(name, name): float(floor) for name, floor in value.items()}
    known = {label_of.get(name, name) for name in (*labels, *elsewhere)}
    for name in named:
        if name not in known and not name.startswith(
            tuple(f"{label}{end}" for label in labels for end in "[{")
        ):
            msg = f"min names {name!r}, which the gate does not judge; {nearest(str(name), sorted(known))}"
            raise UsageError(msg)
    return named


def refuse_strangers(metric: object, *evidences: object) -> None:
    """Raises UsageError where what was given is no metric or no evidence, whatever the annotations say."""
    if not isinstance(metric, Metric):
        msg = f"check takes a scoring.metric.Metric, not {metric!r}; for a bare number there is check_value"
        raise UsageError(msg)
    for given in evidences:
        if given is not None and not all(hasattr(given, name) for name in ("units", "score", "arrays")):
            msg = f"the evidence of {metric.label} is {given!r}, but per-unit evidence is needed, as Counts(table, …)"
            raise UsageError(msg)
