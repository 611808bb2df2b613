"""Which labels were taken for which on the units that lost: gold by predicted, counted."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.report.why import NOTHING, is_items
from scoring.rows.records import Row

__all__ = ["Confusions", "confusions_of"]

COLUMNS = ("upos", "xpos", "deprel")  # columns of words that hold a label
SIDE = 8  # labels a side of a table; what is beyond is counted
Confused = tuple[str, str, str]  # what, gold, predicted


@dataclass(frozen=True)
class Confusions:
    """A table of gold labels by predicted ones; what is beyond it is counted in ``others``."""

    name: str
    predicted: tuple[str, ...]
    lines: tuple[tuple[str, tuple[int, ...]], ...]
    others: int


def confusions_of(row: Row) -> list[Confusions]:
    """A table for each thing that has labels and was confused, from what the row keeps of its units."""
    if row.why is None:
        return []
    of_labels = (row.signature or "").startswith("labels.")
    pairs = Counter(
        pair for unit in row.why.units for pair in confused(unit.gold, unit.predicted, of_labels=of_labels)
    )
    return [table(name, pairs) for name in dict.fromkeys(name for name, _, _ in pairs)]


def confused(gold: Any, predicted: Any, *, of_labels: bool) -> Iterator[Confused]:  # noqa: ANN401 - JSON
    """The pairs of labels that differ on a unit."""
    if of_labels and isinstance(gold, str) and isinstance(predicted, str):
        if gold != predicted:
            yield "", gold, predicted
        return
    if not (is_items(gold) and is_items(predicted)):
        return
    for one, other in zip(gold, predicted, strict=False):
        mine, theirs = one or {}, other or {}
        keys = ("label",) if "label" in mine or "label" in theirs else COLUMNS
        for key in keys:
            if (key in mine or key in theirs) and mine.get(key) != theirs.get(key):
                yield key, label_in(mine, key), label_in(theirs, key)


def label_in(item: Mapping[str, Any], key: str) -> str:
    """The label of a word or a span; ``-`` where it is on one side alone."""
    return NOTHING if item.get(key) is None else str(item[key])


def table(name: str, pairs: Mapping[Confused, int]) -> Confusions:
    """The pairs of one thing, those confused most first."""
    own = {(gold, predicted): n for (of, gold, predicted), n in pairs.items() if of == name}
    rows, columns = (labels([(pair[side], n) for pair, n in own.items()]) for side in (0, 1))
    lines = tuple((gold, tuple(own.get((gold, label), 0) for label in columns)) for gold in rows)
    inside = sum(sum(counts) for _, counts in lines)
    return Confusions(name, columns, lines, sum(own.values()) - inside)


def labels(counted: Sequence[tuple[str, int]]) -> tuple[str, ...]:
    """The labels of one side that were confused most."""
    found: Counter[str] = Counter()
    for label, number in counted:
        found[label] += number
    return tuple(label for label, _ in found.most_common(SIDE))
