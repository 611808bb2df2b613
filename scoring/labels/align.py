"""Bringing gold and prediction together: the gold documents in their order, and one label a document on both sides."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import UsageError
from scoring.base.wording import nearest
from scoring.labels.documents import LabelDocuments, Places, match
from scoring.labels.names import Label, sides_alike, united
from scoring.labels.single import Labelling

__all__ = ["TEXT", "LabelPairs", "Matched", "align_labels"]

TEXT = "text"
SCORED = ("id", "gold", "pred", "scores")  # fields with a meaning of their own


@dataclass(frozen=True, eq=False)
class Matched:
    """The gold documents, and their places in the order in which they are scored (None: as given)."""

    documents: LabelDocuments
    places: Places | None

    @property
    def units(self) -> int:
        """How many documents there are."""
        return self.documents.size

    def place(self, unit: int) -> int:
        """Where a document stands in the gold data."""
        return unit if self.places is None else int(self.places[unit])

    def unit_ids(self) -> list[str]:
        """The ids, the ordinals from 1 where there are none."""
        if self.documents.ids is None:
            return [str(number) for number in range(1, self.units + 1)]
        return [self.documents.ids[self.place(unit)] for unit in range(self.units)]

    def field(self, name: str) -> list[str]:
        """The value of a further field of the gold for each document, as text.

        Raises:
            UsageError: there is no such field, or a document has no value for it.
        """
        known = [field for field in self.documents.columns if field not in SCORED]
        if name not in known:
            hint = nearest(name, known) if known else "its only fields are the id and the labels"
            msg = f"{self.documents.name} has no field {name!r} to slice by; {hint}"
            raise UsageError(msg)
        values = self.documents.columns[name]
        return [self._text(name, self.place(unit), values) for unit in range(self.units)]

    def _text(self, name: str, place: int, values: Any) -> str:  # noqa: ANN401 - whatever the file holds
        value = values[place]
        if isinstance(value, str) and value:
            return value
        if value is None or isinstance(value, str | list | dict):
            said = "missing" if value in (None, "") else f"{value!r}"
            msg = f"{self.documents.where(place)}: {name} is {said}, but a slice needs one value for each document"
            raise UsageError(msg)
        return json.dumps(value)

    def id_and_text(self, unit: int) -> dict[str, Any]:
        """The id of a document, and its text where there is one."""
        place = self.place(unit)
        ids = self.documents.ids
        text = self.documents.columns.get(TEXT)
        found = {"id": ids[place] if ids else str(unit + 1)}
        return found if text is None or not isinstance(text[place], str) else {**found, TEXT: text[place]}


Codes = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class LabelPairs(Matched):
    """Gold and predicted label of each document, as places in ``names``: ``(documents,)`` each."""

    names: tuple[Label, ...]
    gold: Codes
    pred: Codes

    def counts(self) -> tuple[Codes, Codes, Codes]:
        """Correct, predicted and gold documents of each label: ``(labels,)`` each."""
        size = len(self.names)
        hits = self.gold[self.gold == self.pred]
        correct, predicted, gold = (
            np.bincount(codes, minlength=size) for codes in (hits, self.pred, self.gold)
        )
        return correct, predicted, gold


def align_labels(gold: Labelling, pred: Labelling) -> LabelPairs:
    """Gold and prediction of the same documents.

    Raises:
        AlignmentError: they are not of the same documents, or number and string stand for one label.
    """
    ours, theirs = match(gold.documents, pred.documents)
    found = set(gold.labels) | set(pred.labels)
    change = sides_alike(gold.documents, pred.documents, found)
    names = united(change.get(label, label) for label in found)
    code = {name: place for place, name in enumerate(names)}
    code.update({label: code[name] for label, name in change.items()})
    return LabelPairs(
        gold.documents, ours, names, coded(gold.labels, code, ours), coded(pred.labels, code, theirs)
    )


def coded(labels: Sequence[Label], code: Mapping[Label, int], places: Places | None) -> Codes:
    """The place of each label in the names, in the order of the places."""
    codes = np.fromiter(map(code.__getitem__, labels), dtype=np.int64, count=len(labels))
    return codes if places is None else codes[places]
