"""The metrics of machine translation, looked for once.

Each is a module of ``scoring.mt.metrics``.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from scoring.metrics.metric import Metric
from scoring.metrics.task import family
from scoring.mt.align import Segments

__all__ = ["metrics"]


@cache
def metrics() -> Mapping[str, Metric[Segments]]:
    """The metrics by id, in the order of the run card."""
    return MappingProxyType(family("scoring.mt.metrics"))
