"""Labels: what may be one, and the labels of two sides as one sorted set."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from scoring.base.errors import AlignmentError
from scoring.labels.documents import LabelDocuments

__all__ = ["Label", "label_of", "sides_alike", "united"]

Label = str | int


def label_of(value: Any, *, file: bool) -> Label | None:  # noqa: ANN401 - whatever somebody put there
    """The label that a value is: a string or a whole number (in a file a number's digits), None where it is none."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, bool | np.bool_):
        return str(bool(value)).lower() if file else bool(value)
    if isinstance(value, int | np.integer):
        return str(int(value)) if file else int(value)
    if isinstance(value, float | np.floating) and float(value).is_integer():
        return str(int(value)) if file else int(value)
    return None


def sides_alike(gold: LabelDocuments, pred: LabelDocuments, labels: Iterable[Label]) -> dict[Label, Label]:
    """Numbers as their digits where one side is a file, whose labels are all text; else nothing to change."""
    if (gold.lines is None) == (pred.lines is None):
        return {}
    return {label: written(label) for label in labels if not isinstance(label, str)}


def written(label: Label) -> str:
    """A label as a file has it: a truth value in lower case, as JSON writes it."""
    return str(label).lower() if isinstance(label, bool) else str(label)


def united(labels: Iterable[Label]) -> tuple[Label, ...]:
    """The labels sorted: strings by character, numbers by value, both together as they are written.

    Raises:
        AlignmentError: a number and a string are written alike, so one side was read otherwise than the other.
    """
    found = set(labels)
    kinds = {isinstance(label, str) for label in found}
    if len(kinds) < 2:
        return tuple(sorted(found))
    names: dict[str, Label] = {}
    for label in found:
        other = names.setdefault(str(label), label)
        if other != label:
            text, number = (label, other) if isinstance(label, str) else (other, label)
            msg = (
                f"the label {text!r} is a string in one place and the number {number!r} in another; "
                "they are two labels: give all labels in one type"
            )
            raise AlignmentError(msg)
    return tuple(names[name] for name in sorted(names))
