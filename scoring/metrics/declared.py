"""Metrics that a gate declares by a name and a formula, for tasks that have none of their own.

Light, because gate files are read before anything is scored; what the formula means is the task's business.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.base.errors import UsageError
from scoring.base.names import fault_in_name
from scoring.base.wording import nearest

__all__ = ["BETTER_WORDS", "SCALE_WORDS", "Declared", "declared_metrics", "is_way"]

HIGHER = "higher"
BETTER_WORDS = (HIGHER, "lower")
SCALE_WORDS = ("ratio", "points", "seconds", "USD")


@dataclass(frozen=True)
class Declared:
    """A metric as a gate declares it; ``better`` is a word or the ideal value, ``scale`` the unit of its score."""

    formula: str
    better: str | float = HIGHER
    scale: str = SCALE_WORDS[0]


def declared_metrics(
    formulas: Mapping[str, str], better: object = None, scale: object = None
) -> dict[str, Declared]:
    """The metrics by name.

    ``better`` and ``scale`` are those of all, or a table of them by metric; ``better`` may be what a better score does
    (fail or pass), which says nothing here.

    Raises:
        UsageError: a metric has no usable name, or a table names a metric that is not declared.
    """
    for name in formulas:
        fault = fault_in_name(name) if name.strip() else "is empty"
        if fault is None and (sign := next((sign for sign in "[{" if sign in name), None)):
            fault = f"holds {sign!r}, which begins the name of a label or slice"
        if fault:
            msg = f"metrics: the name {name!r} {fault}"
            raise UsageError(msg)
    ways = by_metric(better if is_way(better) else None, "better", formulas)
    scales = by_metric(scale, "scale", formulas)
    return {
        name: Declared(formula, ways.get(name, HIGHER), str(scales.get(name, SCALE_WORDS[0])))
        for name, formula in formulas.items()
    }


def is_way(better: object) -> bool:
    """Whether a value says how metrics improve, not what a better score does."""
    return better is not None and better not in ("fail", "pass")


def by_metric(value: object, key: str, formulas: Mapping[str, str]) -> dict[str, str | float]:
    """A value by metric, from one for all or a table."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        return dict.fromkeys(formulas, value)  # type: ignore[arg-type]  # its key has checked it
    for name in value:
        if name not in formulas:
            msg = f"{key} names {name!r}, which metrics does not declare; {nearest(str(name), formulas)}"
            raise UsageError(msg)
    return dict(value)
