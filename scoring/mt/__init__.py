"""Machine translation: runs of one record a segment, scored by surface, behaviour, compliance, cost and speed.

Names are loaded when they are first used: the surface metrics need no run, and runs no transducer.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scoring.mt import fst
    from scoring.mt.read import read_run
    from scoring.mt.run import Entry, Run
    from scoring.mt.surface.bleu import bleu
    from scoring.mt.surface.chrf import chrf
    from scoring.mt.surface.score import SurfaceScore
    from scoring.mt.surface.ter import ter

__all__ = ["Entry", "Run", "SurfaceScore", "bleu", "chrf", "fst", "read_run", "ter"]

_HOME = {
    "Entry": "run", "Run": "run", "read_run": "read", "SurfaceScore": "surface.score", "bleu": "surface.bleu",
    "chrf": "surface.chrf", "ter": "surface.ter",
}  # fmt: skip


def __getattr__(name: str) -> Any:  # noqa: ANN401 - each name has its own type, see above
    """Load the module of a public name on first use."""
    if name == "fst":
        return importlib.import_module("scoring.mt.fst")
    if name in _HOME:
        return getattr(importlib.import_module(f"scoring.mt.{_HOME[name]}"), name)
    msg = f"module 'scoring.mt' has no attribute {name!r}"
    raise AttributeError(msg)
