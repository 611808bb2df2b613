"""What each entry was worth: a line of JSON for each, with the value of every metric that entries have one of.

Source: MT scoring specification, §2 (level "both").
"""

import json
from collections.abc import Mapping

import numpy as np

from scoring.card.score import Scored
from scoring.evidence.evidence import Evidence, Floats, complete
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.definitions import DEFINITIONS, Level
from scoring.mt.metrics.length_ratio import INFLATED, TRUNCATED
from scoring.mt.standards import LINT, SEMANTIC
from scoring.mt.standards.finding import judged

__all__ = ["entries", "values"]


def values(evidence: Mapping[str, Evidence | NotAvailable]) -> dict[str, Floats]:
    """The value of each entry by metric id, ``(units,)``; NaN where an entry has none (0 of 0)."""
    return {
        name: scores
        for name, found in evidence.items()
        if (name not in DEFINITIONS or DEFINITIONS[name].level is Level.BOTH)
        and not isinstance(found, NotAvailable)
        if (scores := complete(found).unit_scores()) is not None
    }


def entries(scored: Scored) -> str:
    """The lines, in the order of the entries' ids; a value that an entry has not is null."""
    by_metric = values(scored.measurement.evidence)
    lines = []
    for place, entry in enumerate(scored.segments.entries):
        own = {name: number(column[place]) for name, column in by_metric.items()}
        length = own.get("length_ratio")
        flags = []
        if length is not None and not entry.failed:
            flags = ["truncated"] * (length < TRUNCATED) + ["inflated"] * (length > INFLATED)
        line = {
            "id": entry.id, "source": entry.source, "references": list(entry.references), "output": entry.output,
            "error": entry.error, "failed": entry.failed, "difficulty": entry.difficulty,
            "provenance": entry.provenance, "flags": flags, "scores": own, **said_of(scored.segments, place),
        }  # fmt: skip
        lines.append(json.dumps(line, ensure_ascii=False, allow_nan=False, default=str))
    return "".join(f"{line}\n" for line in lines)


def said_of(segments: Segments, place: int) -> dict[str, object]:
    """What the language standards said of an entry, and the error of one that raised, by standard.

    The verdict of each kind (``lint_verdict``, ``semantic_verdict``) stands by itself too, from the first that has one.
    """
    short: dict[str, object] = {}
    verdicts: dict[str, object] = {}
    errors: dict[str, object] = {}
    for name, found in judged(segments).items():
        if isinstance(found, NotAvailable):
            continue
        if place in found.errors:
            errors[name] = found.errors[place]
        for kind, one in found.verdicts[place].items():
            said = {"verdict": one.value, "weight": one.weight, "reason": one.reason or None, **one.details}
            verdicts[f"{name}.{kind}"] = said
            if kind in (LINT, SEMANTIC):
                short.setdefault(kind, one.value)
    return {**short, "verdicts": verdicts, "standard_errors": errors}


def number(value: np.float64) -> float | None:
    """A value with 9 decimals; None for NaN."""
    return None if np.isnan(value) else round(float(value), 9) + 0.0
