"""A metric: how to measure it, which way is better, what it is called, and the signature printed with its number.

``status`` and ``validation`` are two different questions: is there code, and has anybody shown that the number
follows human judgement (MT scoring specification, §3 and §1.6).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError
from scoring.evidence.breakdown import Averaging
from scoring.evidence.counts import Counts
from scoring.evidence.evidence import Evidence, Floats

__all__ = ["Better", "Metric", "NotAvailable", "Scale", "Status", "Validation", "counted", "oriented"]

Aligned = TypeVar("Aligned")


class Scale(StrEnum):
    """The unit of a score: shares are points (0 to 100) in rows."""

    POINTS = "points"
    RATIO = "ratio"
    SECONDS = "seconds"
    USD = "USD"


class Better(StrEnum):
    """Which way a score improves; a metric with an ideal value (length ratio 1.0) has that number instead."""

    HIGHER = "higher"
    LOWER = "lower"


class Status(StrEnum):
    """Whether the metric is computed (MT scoring specification, §3)."""

    IMPLEMENTED = "implemented"
    PARTIAL = "partial"
    PLANNED = "planned"
    PROPOSED = "proposed"


class Validation(StrEnum):
    """What is known of the metric's agreement with human judgement (MT scoring specification, §1.6)."""

    EXTERNAL = "externally validated"
    PROXY = "proxy validated"
    HEURISTIC = "engineering heuristic"
    NOT_VALIDATED = "not validated"
    MEASUREMENT = "measurement, not a quality claim"


@dataclass(frozen=True)
class NotAvailable:
    """A metric that cannot be computed here: why, and what to install or give."""

    reason: str
    remedy: str = ""


@dataclass(frozen=True, kw_only=True)
class Metric(Generic[Aligned]):
    """One metric of one task; every number the product prints comes from one of these."""

    id: str
    label: str
    task: str
    measure: Callable[[Aligned], Evidence | NotAvailable]
    restore: Callable[[Mapping[str, NDArray[Any]]], Evidence]
    scale: Scale
    better: Better | float
    perfect: float | None
    source: str
    signature: str
    status: Status = Status.IMPLEMENTED
    validation: Validation = Validation.NOT_VALIDATED
    averaging: Averaging | None = None  # of a metric whose parts are labels: how its score comes from theirs
    when_undefined: float | None = (
        None  # of the full set only; a draw without a defined score is NaN and counted
    )
    for_label: Callable[[Aligned, str], Evidence | NotAvailable] | None = (
        None  # of one label; ``restore`` restores it too
    )


def counted(
    *,
    count: Callable[[Aligned], Floats],
    columns: tuple[str, ...],
    formula: Callable[[Floats], Floats],
    perfect: float | None,
    **fields: Any,  # noqa: ANN401 - the fields of Metric, typed there
) -> Metric[Aligned]:
    """A metric whose evidence is a table of counts: ``count(aligned)`` is ``(units, len(columns))``."""

    def measure(aligned: Aligned) -> Counts:
        return Counts(count(aligned), columns, formula, perfect)

    def restore(arrays: Mapping[str, NDArray[Any]]) -> Counts:
        if "counts" not in arrays:
            msg = f"stored units of {fields['label']} hold {sorted(arrays)}, but 'counts' is needed"
            raise EvidenceError(msg)
        return Counts(np.asarray(arrays["counts"], dtype=np.float64), columns, formula, perfect)

    return Metric(measure=measure, restore=restore, perfect=perfect, **fields)


def oriented(values: Floats, better: Better | float) -> Floats:
    """Values turned so that more is better: as they are, negated, or minus the distance from the ideal value."""
    if isinstance(better, Better):
        return values if better is Better.HIGHER else -values
    return -np.abs(values - better)
