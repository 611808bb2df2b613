"""What the aligned data of both tasks have in common: the gold documents in their order, with ids and fields."""

import json
from dataclasses import dataclass
from typing import Any

from scoring.base.errors import UsageError
from scoring.base.wording import nearest
from scoring.labels.documents import LabelDocuments, Places

__all__ = ["TEXT", "Matched"]

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

    def shown(self, unit: int) -> dict[str, Any]:
        """The id of a document, and its text where there is one."""
        place = self.place(unit)
        ids = self.documents.ids
        text = self.documents.columns.get(TEXT)
        found = {"id": ids[place] if ids else str(unit + 1)}
        return found if text is None or not isinstance(text[place], str) else {**found, TEXT: text[place]}
