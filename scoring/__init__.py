"""Scores with intervals for language technology: evidence per unit, resampling, a written noise rule.

Names are loaded when they are first used: ``import scoring`` loads no numpy, ``import scoring.ud`` no other family.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scoring import card, labels, mt, scores, spans, ud
    from scoring.base.errors import ScoringError
    from scoring.evaluation.evaluate import evaluate
    from scoring.evaluation.measurement import SeveralRuns, Shards, Wanted
    from scoring.evidence.counts import Counts
    from scoring.evidence.evidence import CompleteEvidence, Evidence
    from scoring.evidence.formulas import accuracy, f1
    from scoring.judging.rule import judge, within_noise
    from scoring.judging.settings import Settings
    from scoring.metrics.metric import Better, Metric, NotAvailable, Scale, Status, Validation, counted
    from scoring.metrics.task import Task
    from scoring.rows.records import Identity, Row
    from scoring.rows.references import References
    from scoring.statistics.intervals import difference, estimate

__all__ = [
    "Better",
    "CompleteEvidence",
    "Counts",
    "Evidence",
    "Identity",
    "Metric",
    "NotAvailable",
    "References",
    "Row",
    "Scale",
    "ScoringError",
    "Settings",
    "SeveralRuns",
    "Shards",
    "Status",
    "Task",
    "Validation",
    "Wanted",
    "accuracy",
    "card",
    "counted",
    "difference",
    "estimate",
    "evaluate",
    "f1",
    "judge",
    "labels",
    "mt",
    "scores",
    "spans",
    "ud",
    "within_noise",
]

_FAMILIES = ("card", "labels", "mt", "scores", "spans", "ud")

_NAMES = {
    "base.errors": ("ScoringError",),
    "evaluation.evaluate": ("evaluate",),
    "evaluation.measurement": ("SeveralRuns", "Shards", "Wanted"),
    "evidence.counts": ("Counts",),
    "evidence.evidence": ("CompleteEvidence", "Evidence"),
    "evidence.formulas": ("accuracy", "f1"),
    "judging.rule": ("judge", "within_noise"),
    "judging.settings": ("Settings",),
    "metrics.metric": ("Better", "Metric", "NotAvailable", "Scale", "Status", "Validation", "counted"),
    "metrics.task": ("Task",),
    "rows.records": ("Identity", "Row"),
    "rows.references": ("References",),
    "statistics.intervals": ("difference", "estimate"),
}
_HOME = {name: home for home, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - each name has its own type, see above
    """Load the module of a public name on first use."""
    if name in _FAMILIES:
        return importlib.import_module(f"scoring.{name}")
    if name in _HOME:
        return getattr(importlib.import_module(f"scoring.{_HOME[name]}"), name)
    msg = f"module 'scoring' has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return sorted({*globals(), *__all__})
