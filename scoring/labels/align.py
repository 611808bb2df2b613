"""Bringing gold and prediction together: the gold documents in their order, and one label a document on both sides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import AlignmentError, UsageError
from scoring.base.table import Places, match
from scoring.base.wording import nearest
from scoring.evidence.evidence import Bools
from scoring.labels.documents import LabelDocuments
from scoring.labels.names import Label, sides_alike, united
from scoring.labels.single import Labelling

__all__ = ["TEXT", "Codes", "LabelPairs", "Matched", "align_labels", "refuse_one_field"]

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
        return [self.documents.one_value(name, self.place(unit), "slice") for unit in range(self.units)]

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

    def counts(self, chosen: Bools | None = None) -> tuple[Codes, Codes, Codes]:
        """Correct, predicted and gold documents of each label, of all or of the chosen ones: ``(labels,)`` each."""
        size = len(self.names)
        ours, theirs = (side if chosen is None else side[chosen] for side in (self.gold, self.pred))
        hits = ours[ours == theirs]
        correct, predicted, gold = (np.bincount(codes, minlength=size) for codes in (hits, theirs, ours))
        return correct, predicted, gold


def align_labels(gold: Labelling, pred: Labelling) -> LabelPairs:
    """Gold and prediction of the same documents.

    Raises:
        AlignmentError: they are not of the same documents, are one field of one file, or number and string stand for
            one label.
    """
    ours, theirs = match(gold.documents, pred.documents)
    refuse_one_field(gold.documents, pred.documents, (gold.field,), (pred.field,))
    gold, pred = with_names(gold, pred)
    found = set(gold.labels) | set(pred.labels)
    change = sides_alike(gold.documents, pred.documents, found)
    names = united(change.get(label, label) for label in found)
    code = {name: place for place, name in enumerate(names)}
    code.update({label: code[name] for label, name in change.items()})
    return LabelPairs(
        gold.documents, ours, names, coded(gold.labels, code, ours), coded(pred.labels, code, theirs)
    )


def refuse_one_field(
    gold: LabelDocuments, pred: LabelDocuments, ours: Sequence[str | None], theirs: Sequence[str | None]
) -> None:
    """Raises AlignmentError where both sides are the same fields of one file: every score would be perfect."""
    in_files = gold.lines is not None and pred.lines is not None
    if in_files and gold.name == pred.name and ours and ours == theirs and None not in ours:
        msg = (
            f"gold and pred are both the field {ours[0]!r} of {gold.name}; "
            "name the other file, or the two fields: gold_field and pred_field (--gold-field, --pred-field)"
        )
        raise AlignmentError(msg)


def with_names(gold: Labelling, pred: Labelling) -> tuple[Labelling, Labelling]:
    """Both sides; where one is one-hot rows without names, with the names of the other's columns, if it has such.

    Raises:
        AlignmentError: the other side has names of labels, and nothing says which is which column.
    """
    if gold.numbered == pred.numbered:
        return gold, pred
    bare, other = (gold, pred) if gold.numbered else (pred, gold)
    if len(bare.columns) == len(other.columns):
        renamed = replace(bare, labels=[other.columns[int(code)] for code in bare.labels])
        return (renamed, pred) if bare is gold else (gold, renamed)
    name = next((label for label in other.labels if isinstance(label, str)), None)
    if name is not None and other.documents.lines is None:
        msg = (
            f"{bare.documents.name} is one-hot rows whose columns have no names, {other.documents.name} has labels "
            f"like {name!r}; give a DataFrame with the labels as columns, or both sides in one form"
        )
        raise AlignmentError(msg)
    return gold, pred


def coded(labels: Sequence[Label], code: Mapping[Label, int], places: Places | None) -> Codes:
    """The place of each label in the names, in the order of the places."""
    codes = np.fromiter(map(code.__getitem__, labels), dtype=np.int64, count=len(labels))
    return codes if places is None else codes[places]
