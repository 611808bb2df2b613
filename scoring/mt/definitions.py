"""What every metric of machine translation is: id, label, scale, direction, level, status, validation.

The authority in words is the page ``docs/reference/mt-scoring.md``; a test compares the two.
Source: MT scoring specification, §2, §3 and §1.6.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import EvidenceError
from scoring.evidence.counts import Counts
from scoring.evidence.evidence import Arrays, Evidence, Floats
from scoring.metrics.metric import Better, Metric, NotAvailable, Scale, Status, Validation
from scoring.mt.align import Segments
from scoring.mt.formulas import share

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
    source: str
    validation: Validation
    perfect: float | None
    scale: Scale = Scale.RATIO
    better: Better | float = Better.HIGHER
    level: Level = Level.BOTH
    status: Status = Status.IMPLEMENTED


_MEASURED, _HEURISTIC, _UNKNOWN = Validation.MEASUREMENT, Validation.HEURISTIC, Validation.NOT_VALIDATED
_EXTERNAL, _PROXY = Validation.EXTERNAL, Validation.PROXY
_POINTS, _LOWER, _CORPUS = Scale.POINTS, Better.LOWER, Level.CORPUS
_SPENT = partial(
    Definition, validation=_MEASURED, perfect=None, better=_LOWER, level=_CORPUS
)  # the less, the better
_TABLE = (  # id, label, section and source, validation, perfect value
    Definition("exact_match_rate", "Exact match", "§2.1", _MEASURED, 1.0),
    Definition("equivalent_match_rate", "Equivalent match", "§2.1", _HEURISTIC, 1.0),
    Definition("chrf_plus_plus", "chrF++", "§2.1; Popović 2017", _EXTERNAL, 100.0, scale=_POINTS),
    Definition("bleu", "BLEU", "§2.1; Papineni et al. 2002", _EXTERNAL, 100.0, scale=_POINTS, level=_CORPUS),
    Definition("ter", "TER", "§2.1; Snover et al. 2006", _EXTERNAL, 0.0, scale=_POINTS, better=_LOWER),
    Definition("length_ratio", "Length ratio", "§2.1", _MEASURED, 1.0, better=1.0),
    Definition("fst_acceptance_rate", "FST acceptance", "§2.2", _HEURISTIC, 1.0),
    Definition("morphological_accuracy", "Morphological accuracy", "§2.2", _UNKNOWN, 1.0),
    Definition("orthographic_accuracy", "Orthographic accuracy", "§2.2", _UNKNOWN, 1.0),
    Definition("semantic_score", "Semantic score", "§2.3", _HEURISTIC, 1.0),
    Definition("comet_score", "COMET", "§2.3; Rei et al. 2020", _PROXY, None),
    Definition("code_switching_rate", "Code switching", "§2.4", _HEURISTIC, 0.0, better=_LOWER),
    Definition("hallucination_rate", "Hallucination", "§2.4", _HEURISTIC, 0.0, better=_LOWER),
    Definition("terminology_adherence", "Terminology", "§2.4", _HEURISTIC, 1.0),
    Definition("consistency_score", "Consistency", "§2.4", _UNKNOWN, None, level=_CORPUS),
    Definition("compliance_index", "Compliance", "§2.5", _MEASURED, 1.0),
    Definition("raw_compliance_index", "Raw compliance", "§2.5", _MEASURED, 1.0),
    Definition("repair_effectiveness", "Repair", "§2.5", _MEASURED, 1.0, level=_CORPUS),
    Definition("composite", "Composite", "§4", _UNKNOWN, 1.0, level=_CORPUS),
    _SPENT("avg_latency_seconds", "Mean latency", "§7", scale=Scale.SECONDS),
    _SPENT("median_latency_seconds", "Median latency", "§7", scale=Scale.SECONDS),
    _SPENT("p95_latency_seconds", "95th percentile latency", "§7", scale=Scale.SECONDS),
    _SPENT("cost_per_entry_usd", "Cost per entry", "§6.2", scale=Scale.USD),
    _SPENT("tokens_per_entry", "Tokens per entry", "§6.1"),
)  # fmt: skip
DEFINITIONS: Mapping[str, Definition] = {one.id: one for one in _TABLE}


def fields_of(name: str, signature: str = "") -> dict[str, Any]:
    """What a ``Metric`` takes of its definition; the signature, ``mt.NAME|v1`` if none is given, says which version."""
    found = DEFINITIONS[name]
    return {
        "id": name, "label": found.label, "task": "mt", "scale": found.scale, "better": found.better,
        "perfect": found.perfect, "status": found.status, "validation": found.validation,
        "source": f"MT scoring specification, {found.source}", "signature": signature or f"mt.{name}|v1",
    }  # fmt: skip


def counted_metric(
    name: str,
    *,
    count: Callable[[Segments], Floats | NotAvailable],
    columns: tuple[str, ...],
    formula: Callable[[Floats], Floats] = share,
    signature: str = "",
) -> Metric[Segments]:
    """A metric of the specification whose evidence is a table of counts: ``count`` is ``(units, columns)``.

    It is counted once for each ``Segments``, since the composite is made of other metrics' evidence.
    """
    perfect = DEFINITIONS[name].perfect

    def counts(segments: Segments) -> Evidence | NotAvailable:
        table = count(segments)
        return table if isinstance(table, NotAvailable) else Counts(table, columns, formula, perfect)

    def measure(segments: Segments) -> Evidence | NotAvailable:
        return segments.once(counts)

    def restore(arrays: Arrays) -> Evidence:
        return Counts(np.asarray(stored(arrays, "counts", name), dtype=np.float64), columns, formula, perfect)

    return Metric(measure=measure, restore=restore, **fields_of(name, signature))


def stored(arrays: Arrays, wanted: str, name: str) -> NDArray[Any]:
    """A stored array; EvidenceError where it is not there."""
    if wanted not in arrays:
        msg = f"stored units of {DEFINITIONS[name].label} hold {sorted(arrays)}, but {wanted!r} is needed"
        raise EvidenceError(msg)
    return arrays[wanted]
