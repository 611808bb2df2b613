"""A row, or the rows of a cluster, as a person reads them: ids, text where there is one, and the cells."""

from typing import Any

from scoring.scores.align import ScoredRows

__all__ = ["describe", "text_of"]

TEXT = "text"


def describe(aligned: ScoredRows, unit: int) -> dict[str, Any]:
    """A unit by its id, with its text where it has one, and the cells of its row; of a cluster the ids of its rows."""
    rows = aligned.rows_of(unit)
    found = {"id": aligned.names[unit], **text_of(aligned, unit)}
    if aligned.cluster is not None:
        ids = aligned.gold.ids
        return {**found, "rows": [ids[place] if ids else str(place + 1) for place in rows]}
    left_out = (TEXT, aligned.gold.id_field)
    cells = {name: column[rows[0]] for name, column in aligned.gold.columns.items() if name not in left_out}
    return {**found, "cells": cells}


def text_of(aligned: ScoredRows, unit: int) -> dict[str, Any]:
    """The text of a row; nothing of a cluster, or where there is no column ``text``."""
    column = aligned.gold.columns.get(TEXT)
    if column is None or aligned.cluster is not None:
        return {}
    text = column[aligned.rows_of(unit)[0]]
    return {TEXT: text} if isinstance(text, str) else {}
