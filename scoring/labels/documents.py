"""Documents as they were given: ids and columns of a file, or of objects in memory; and how two sides are matched.

Ids are matched, whatever their order.  Matched documents are taken in the order of their ids, in which the runs of
digits are numbers (d2 before d10), so that a shuffled file is the same test set.
"""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import AlignmentError, InputError

__all__ = ["LabelDocuments", "Places", "in_order", "match"]

Places = NDArray[np.intp]
DIGITS = re.compile(r"([0-9]{1,18})")
SHOWN = 3  # ids that a message names


@dataclass(frozen=True, eq=False)
class LabelDocuments:
    """The documents of one side in the order given: ids (None where they have none) and columns by name.

    ``lines`` are the lines of the file on which they begin, None for objects in memory; ``tabular`` says that the
    cells are the text of a CSV or TSV file.  A value that is not there is None.
    """

    name: str
    size: int
    ids: tuple[str, ...] | None = None
    columns: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    lines: Sequence[int] | None = None
    tabular: bool = False

    def where(self, place: int) -> str:
        """A document as a message names it: ``gold.jsonl:3 (id 'd3')`` or ``gold, document 3``."""
        shown = (
            f"{self.name}, document {place + 1}" if self.lines is None else f"{self.name}:{self.lines[place]}"
        )
        return f"{shown} (id {self.ids[place]!r})" if self.ids else shown

    def column(self, name: str) -> Sequence[Any]:
        """The values of a field.

        Raises:
            InputError: there is no such field.
        """
        if name in self.columns:
            return self.columns[name]
        there = f"the fields are: {', '.join(self.columns) or 'none'}"
        if (
            self.tabular and len(self.columns) == 1
        ):  # any text: it may be no table, and then nobody wants it quoted
            there = "its first line names one column, so is it a table of columns as in id,gold,pred?"
        msg = f"{self.name}: there is no field {name!r}; {there}"
        raise InputError(msg)


def identified(documents: LabelDocuments, ids: Sequence[Any]) -> tuple[str, ...]:
    """The ids as text: strings, or whole numbers written out.

    Raises:
        InputError: an id is missing, is neither, or comes twice.
    """
    found: dict[str, int] = {}
    for place, value in enumerate(ids):
        if value is None or (isinstance(value, str) and not value):
            msg = f"{documents.where(place)}: the document has no id, but others have; give each document one"
            raise InputError(msg)
        if isinstance(value, bool) or not isinstance(value, str | int | np.integer):
            msg = f"{documents.where(place)}: the id is {value!r}, but a string or a whole number is needed"
            raise InputError(msg)
        first = found.setdefault(str(value), place)
        if first != place:
            msg = f"{documents.where(place)}: the id {str(value)!r} is also that of {documents.where(first)}"
            raise InputError(msg)
    return tuple(found)


def in_order(ids: Sequence[str]) -> Places:
    """The places of the ids in their order, runs of digits compared as numbers: ``(documents,)``.

    >>> in_order(["d10", "d2", "c"]).tolist()
    [2, 1, 0]
    """
    numbers = numbered(ids)
    if numbers is not None:
        return np.argsort(numbers, kind="stable")
    keys = [
        ([int(part) if odd % 2 else part for odd, part in enumerate(DIGITS.split(name))], name)
        for name in ids
    ]
    return np.array(sorted(range(len(ids)), key=keys.__getitem__), dtype=np.intp)


def numbered(ids: Sequence[str]) -> NDArray[np.int64] | None:
    """The numbers of ids that are one prefix with a number each, as most are; None of others, which take longer."""
    start = os.path.commonprefix([min(ids, default=""), max(ids, default="")]).rstrip("0123456789")  # noqa: RUF071 - characters are meant
    rests = [name[len(start) :] for name in ids]
    together = "".join(rests)
    if not (together.isascii() and together.isdigit() and all(0 < len(rest) <= 18 for rest in rests)):
        return None
    numbers = np.array(list(map(int, rests)), dtype=np.int64)
    return numbers if np.unique(numbers).size == numbers.size else None


def match(gold: LabelDocuments, pred: LabelDocuments) -> tuple[Places | None, Places | None]:
    """The places of the gold documents in their order, and of the predictions that belong to them; None: as given.

    Raises:
        AlignmentError: a side has documents that the other lacks, or nothing says which belong together.
    """
    if gold.ids is not None and pred.ids is not None:
        order = in_order(gold.ids)
        places = {name: place for place, name in enumerate(pred.ids)}
        if places.keys() != set(gold.ids):
            raise AlignmentError(differing(gold, pred))
        return order, np.array([places[gold.ids[place]] for place in order], dtype=np.intp)
    for side, other in ((gold, pred), (pred, gold)):
        # An object in memory has the order of whoever made it; a file without ids says nothing of its order.
        if (
            side.lines is not None
            and side.ids is None
            and not (other.ids is None and other.name == side.name)
        ):
            msg = (
                f"{side.name} has no field 'id', so its documents cannot be matched with those of {other.name}; "
                "give every document an id in both, or gold and pred in one file"
            )
            raise AlignmentError(msg)
    if gold.size != pred.size:
        msg = f"{gold.name} has {gold.size} documents, {pred.name} has {pred.size}; were they read from the same split?"
        raise AlignmentError(msg)
    if gold.ids is not None:
        order = in_order(gold.ids)
        return order, order
    return None, None


def differing(gold: LabelDocuments, pred: LabelDocuments) -> str:
    """What ids one side has and the other lacks."""
    said = []
    for side, other in ((gold, pred), (pred, gold)):
        others = set(other.ids or ())
        lacking = [place for place, name in enumerate(side.ids or ()) if name not in others]
        if lacking:
            shown = ", ".join(side.where(place) for place in lacking[:SHOWN])
            more = f" and {len(lacking) - SHOWN} more" if len(lacking) > SHOWN else ""
            said.append(f"{other.name} has no document for {shown}{more}")
    sizes = f"{gold.name} has {gold.size} documents, {pred.name} has {pred.size}"
    return f"{'; '.join(said)} ({sizes}); were they read from the same split?"
