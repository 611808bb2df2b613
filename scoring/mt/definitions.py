"""What every metric of machine translation is: id, label, scale, direction, level, status, validation.

The authority in words is the page ``docs/reference/mt-scoring.md``; a test compares the two.
Source: MT scoring specification, §2, §3 and §1.6.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError
from scoring.evidence.evidence import Arrays, Counts, Evidence, Floats
from scoring.metrics.metric import Better, Metric, NotAvailable, Scale, Status, Validation
from scoring.mt.align import Segments

__all__ = ["DEFINITIONS", "Definition", "Level", "counted_metric", "fields_of", "stored"]


class Level(StrEnum):
    """For what a metric has a value: each entry and the corpus, or the corpus alone."""

    BOTH = "both"
    CORPUS = "corpus"


@dataclass(frozen=True)
class Definition:
    """One metric of the specification."""

    id: str
    label: str
    scale: Scale
    better: Better | float
    level: Level
    status: Status
    validation: Validation
    source: str


_TABLE = (
    Definition(
        "exact_match_rate",
        "Exact match",
        Scale.RATIO,
        Better.HIGHER,
        Level.BOTH,
        Status.IMPLEMENTED,
        Validation.MEASUREMENT,
        "§2.1",
    ),
    Definition(
        "equivalent_match_rate",
        "Equivalent match",
        Scale.RATIO,
        Better.HIGHER,
        Level.BOTH,
        Status.IMPLEMENTED,
        Validation.HEURISTIC,
        "§2.1",
    ),
    Definition(
        "chrf_plus_plus",
        "chrF++",
        Scale.POINTS,
        Better.HIGHER,
        Level.BOTH,
        Status.IMPLEMENTED,
        Validation.EXTERNAL,
        "§2.1; Popović 2017",
    ),
    Definition(
        "bleu",
        "BLEU",
        Scale.POINTS,
        Better.HIGHER,
        Level.CORPUS,
        Status.IMPLEMENTED,
        Validation.EXTERNAL,
        "§2.1; Papineni et al. 2002",
    ),
    Definition(
        "ter",
        "TER",
        Scale.POINTS,
        Better.LOWER,
        Level.BOTH,
        Status.IMPLEMENTED,
        Validation.EXTERNAL,
        "§2.1; Snover et al. 2006",
    ),
    Definition(
        "length_ratio",
        "Length ratio",
        Scale.RATIO,
        1.0,
        Level.BOTH,
        Status.IMPLEMENTED,
        Validation.MEASUREMENT,
        "§2.1",
    ),
    Definition(
        "fst_acceptance_rate",
        "FST acceptance",
        Scale.RATIO,
        Better.HIGHER,
        Level.BOTH,
        Status.IMPLEMENTED,
        Validation.HEURISTIC,
        "§2.2",
    ),
    Definition(
        "morphological_accuracy",
        "Morphological accuracy",
        Scale.RATIO,
        Better.HIGHER,
        Level.BOTH,
        Status.IMPLEMENTED,
        Validation.NOT_VALIDATED,
        "§2.2",
    ),
    Definition(
        "orthographic_accuracy",
        "Orthographic accuracy",
        Scale.RATIO,
        Better.HIGHER,
        Level.BOTH,
        Status.IMPLEMENTED,
        Validation.NOT_VALIDATED,
        "§2.2",
    ),
    Definition(
        "semantic_score",
        "Semantic score",
        Scale.RATIO,
        Better.HIGHER,
        Level.BOTH,
        Status.IMPLEMENTED,
        Validation.HEURISTIC,
        "§2.3",
    ),
    Definition(
        "comet_score",
        "COMET",
        Scale.RATIO,
        Better.HIGHER,
        Level.BOTH,
        Status.IMPLEMENTED,
        Validation.PROXY,
        "§2.3; Rei et al. 2020",
    ),
    Definition(
        "code_switching_rate",
        "Code switching",
        Scale.RATIO,
        Better.LOWER,
        Level.BOTH,
        Status.IMPLEMENTED,
        Validation.HEURISTIC,
        "§2.4",
    ),
    Definition(
        "hallucination_rate",
        "Hallucination",
        Scale.RATIO,
        Better.LOWER,
        Level.BOTH,
        Status.IMPLEMENTED,
        Validation.HEURISTIC,
        "§2.4",
    ),
    Definition(
        "terminology_adherence",
        "Terminology",
        Scale.RATIO,
        Better.HIGHER,
        Level.BOTH,
        Status.IMPLEMENTED,
        Validation.HEURISTIC,
        "§2.4",
    ),
    Definition(
        "consistency_score",
        "Consistency",
        Scale.RATIO,
        Better.HIGHER,
        Level.CORPUS,
        Status.IMPLEMENTED,
        Validation.NOT_VALIDATED,
        "§2.4",
    ),
    Definition(
        "compliance_index",
        "Compliance",
        Scale.RATIO,
        Better.HIGHER,
        Level.BOTH,
        Status.IMPLEMENTED,
        Validation.MEASUREMENT,
        "§2.5",
    ),
    Definition(
        "raw_compliance_index",
        "Raw compliance",
        Scale.RATIO,
        Better.HIGHER,
        Level.BOTH,
        Status.IMPLEMENTED,
        Validation.MEASUREMENT,
        "§2.5",
    ),
    Definition(
        "repair_effectiveness",
        "Repair",
        Scale.RATIO,
        Better.HIGHER,
        Level.CORPUS,
        Status.IMPLEMENTED,
        Validation.MEASUREMENT,
        "§2.5",
    ),
    Definition(
        "composite",
        "Composite",
        Scale.RATIO,
        Better.HIGHER,
        Level.CORPUS,
        Status.IMPLEMENTED,
        Validation.NOT_VALIDATED,
        "§4",
    ),
    Definition(
        "avg_latency_seconds",
        "Mean latency",
        Scale.SECONDS,
        Better.LOWER,
        Level.CORPUS,
        Status.IMPLEMENTED,
        Validation.MEASUREMENT,
        "§7",
    ),
    Definition(
        "median_latency_seconds",
        "Median latency",
        Scale.SECONDS,
        Better.LOWER,
        Level.CORPUS,
        Status.IMPLEMENTED,
        Validation.MEASUREMENT,
        "§7",
    ),
    Definition(
        "p95_latency_seconds",
        "95th percentile latency",
        Scale.SECONDS,
        Better.LOWER,
        Level.CORPUS,
        Status.IMPLEMENTED,
        Validation.MEASUREMENT,
        "§7",
    ),
    Definition(
        "cost_per_entry_usd",
        "Cost per entry",
        Scale.USD,
        Better.LOWER,
        Level.CORPUS,
        Status.IMPLEMENTED,
        Validation.MEASUREMENT,
        "§6.2",
    ),
    Definition(
        "tokens_per_entry",
        "Tokens per entry",
        Scale.RATIO,
        Better.LOWER,
        Level.CORPUS,
        Status.IMPLEMENTED,
        Validation.MEASUREMENT,
        "§6.1",
    ),
)
DEFINITIONS: Mapping[str, Definition] = {one.id: one for one in _TABLE}


def fields_of(name: str, signature: str) -> dict[str, Any]:
    """What a ``Metric`` takes of its definition; the signature says which version of it is meant."""
    found = DEFINITIONS[name]
    return {
        "id": name, "label": found.label, "task": "mt", "scale": found.scale, "better": found.better,
        "status": found.status, "validation": found.validation,
        "source": f"MT scoring specification, {found.source}", "signature": signature,
    }  # fmt: skip


def counted_metric(
    name: str,
    *,
    count: Callable[[Segments], Floats | NotAvailable],
    columns: tuple[str, ...],
    formula: Callable[[Floats], Floats],
    perfect: float | None,
    signature: str,
    **more: Any,  # noqa: ANN401 - further fields of Metric, typed there
) -> Metric[Segments]:
    """A metric of the specification whose evidence is a table of counts: ``count`` is ``(units, columns)``.

    It is counted once for each ``Segments``, since the composite is made of other metrics' evidence.
    """

    def counts(segments: Segments) -> Evidence | NotAvailable:
        table = count(segments)
        return table if isinstance(table, NotAvailable) else Counts(table, columns, formula, perfect)

    def measure(segments: Segments) -> Evidence | NotAvailable:
        return segments.once(counts)

    def restore(arrays: Arrays) -> Evidence:
        return Counts(np.asarray(stored(arrays, "counts", name), dtype=np.float64), columns, formula, perfect)

    return Metric(measure=measure, restore=restore, perfect=perfect, **fields_of(name, signature), **more)


def stored(arrays: Arrays, wanted: str, name: str) -> NDArray[Any]:
    """A stored array; EvidenceError where it is not there."""
    if wanted not in arrays:
        msg = f"stored units of {DEFINITIONS[name].label} hold {sorted(arrays)}, but {wanted!r} is needed"
        raise EvidenceError(msg)
    return arrays[wanted]
