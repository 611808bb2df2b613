"""Scores with intervals for language technology: evidence per unit, resampling, a written noise rule.

Names are loaded when they are first used, so that ``import scoring.ud`` loads no other family.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scoring import card, labels, mt, spans, ud
    from scoring.base.errors import ScoringError
    from scoring.evaluation.measure import SeveralRuns
    from scoring.judging.rule import judge, within_noise
    from scoring.statistics.intervals import difference, estimate

__all__ = [
    "ScoringError",
    "SeveralRuns",
    "card",
    "difference",
    "estimate",
    "judge",
    "labels",
    "mt",
    "spans",
    "ud",
    "within_noise",
]

_FAMILIES = {"card", "labels", "mt", "spans", "ud"}

_HOME = {
    "ScoringError": "base.errors",
    "SeveralRuns": "evaluation.measure",
    "difference": "statistics.intervals",
    "estimate": "statistics.intervals",
    "judge": "judging.rule",
    "within_noise": "judging.rule",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - each name has its own type, see above
    """Load the module of a public name on first use."""
    if name in _FAMILIES:
        return importlib.import_module(f"scoring.{name}")
    if name in _HOME:
        return getattr(importlib.import_module(f"scoring.{_HOME[name]}"), name)
    msg = f"module 'scoring' has no attribute {name!r}"
    raise AttributeError(msg)
