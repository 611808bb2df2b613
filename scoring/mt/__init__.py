"""Machine translation: runs of one record a segment, scored by surface, behaviour, compliance, cost and speed."""

from scoring.mt import fst
from scoring.mt.run import Entry, Run, read_run

__all__ = ["Entry", "Run", "fst", "read_run"]
