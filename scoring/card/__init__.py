"""The run card: everything that is measured of one run of machine translation, in one record.

Source: MT scoring specification, §9; its figures are an example of field names and types, not of values.
"""

from scoring.card.comparison import compare_runs
from scoring.card.schema import RunCard
from scoring.card.score import Scored, score_run, scored_run

__all__ = ["RunCard", "Scored", "compare_runs", "score_run", "scored_run"]
