"""Scores in memory, one an item, as a table with the column ``score``: the simple case, without any formula."""

from collections.abc import Mapping
from typing import Any

from scoring.base.errors import InputError
from scoring.base.frames import indexed
from scoring.base.table import DataTable, identified
from scoring.scores.read import listed

__all__ = ["CLUSTER", "FORMULA", "scored_items"]

SCORE, CLUSTER = "score", "cluster"
FORMULA = f"mean({SCORE})"


def scored_items(
    scores: object, ids: object = None, clusters: object = None, name: str = "scores"
) -> DataTable:
    """The scores of items: a list, an array, a Series with its index, or scores by id.

    ``ids`` name the items, else they are numbered; ``clusters`` say which of them are drawn together.

    Raises:
        InputError: there are none, or not as many ids or clusters as scores, or an id comes twice.
    """
    columns, found = columns_in(scores, name)
    if not found.size:
        msg = f"{name}: there are no scores"
        raise InputError(msg)
    for key, given in (("ids", ids), ("clusters", clusters)):
        if given is None:
            continue
        values = listed(given, f"{key} of {name}")
        if len(values) != found.size:
            msg = f"{name} has {found.size} scores, but there are {len(values)} {key}; give one for each"
            raise InputError(msg)
        if key == "clusters":
            columns[CLUSTER] = values
            continue
        if found.ids is not None and list(map(str, values)) != list(found.ids):
            msg = (
                f"{name} names its items itself, otherwise than ids; give ids for a list (.tolist()), or none"
            )
            raise InputError(msg)
        found = DataTable(name, found.size, identified(found, values))
    return DataTable(name, found.size, found.ids, columns)


def columns_in(scores: Any, name: str) -> tuple[dict[str, list[Any]], DataTable]:  # noqa: ANN401 - whatever was given
    """The column of scores, and the items without it, by the names that the scores bring along."""
    if isinstance(scores, Mapping):
        bare = DataTable(name, len(scores))
        return {SCORE: list(scores.values())}, DataTable(name, len(scores), identified(bare, list(scores)))
    values = listed(scores, name)
    if hasattr(scores, "index") and hasattr(scores, "tolist"):
        return {SCORE: values}, DataTable(name, len(values), indexed(scores, name).ids)
    return {SCORE: values}, DataTable(name, len(values))
