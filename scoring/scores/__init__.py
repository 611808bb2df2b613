"""Tables of numbers that no family computes: an id a row, and metrics that a gate declares over the columns."""

from scoring.scores.read import read
from scoring.scores.task import SCORES

__all__ = ["SCORES", "read"]
