"""The cells of a unit from which a metric is made, to say why it lost; those of the reference are in its counts."""

from collections.abc import Sequence
from typing import Any

from scoring.base.table import Places
from scoring.scores.align import ScoredRows
from scoring.scores.describe import text_of
from scoring.scores.formula import Formula

__all__ = ["contrast"]

MOST = 5  # rows of a cluster that are shown


def contrast(
    aligned: ScoredRows, formula: Formula, units: Sequence[int], *, show_text: bool
) -> list[dict[str, Any]]:
    """For each unit its text, where there is one, and the cells of its row, or of the first rows of its cluster."""
    found = []
    for unit in units:
        rows = aligned.rows_in_order(unit)[:MOST]
        cells = [cells_of(aligned, formula, place) for place in placed(rows, aligned.places)]
        shown = cells[0] if aligned.cluster is None else cells
        found.append({**(text_of(aligned, unit) if show_text else {}), "predicted": shown})
    return found


def placed(rows: Places, places: Places | None) -> list[int]:
    """The places in the table of rows in their order."""
    return [int(place) for place in (rows if places is None else places[rows])]


def cells_of(aligned: ScoredRows, formula: Formula, place: int) -> dict[str, Any]:
    """The cells of a row from which the metric is made, by column."""
    return {column: aligned.table.columns[column][place] for column in formula.columns}
