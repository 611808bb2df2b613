"""Which columns of tagged text hold a token and its tag, and how a line is cut into them.

Source: the files of the CoNLL-2003 shared task (Tjong Kim Sang and De Meulder 2003, §2); MISC:
universaldependencies.org, "CoNLL-U Format".
"""

import re
from dataclasses import dataclass

from scoring.base.errors import InputError, UsageError

__all__ = ["BORDER", "CONLLU", "USUAL", "TagColumns", "cells_of", "first_and_last", "width_as"]

BORDER = "-DOCSTART-"  # the first column of a line that starts a document
CONLLU = 10  # columns
SPACED = re.compile(r"[^ ]+")


@dataclass(frozen=True)
class TagColumns:
    """The columns of token and tag, from 1, or from the end if negative; ``misc`` is the key of MISC with the tag.

    None for a column is what most files have: the first for the token, the last for the tag.
    """

    token: int | None = None
    tag: int | None = None
    misc: str | None = None

    def __post_init__(self) -> None:
        given: tuple[tuple[str, object], ...] = (("token_column", self.token), ("tag_column", self.tag))
        for name, value in given:
            if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value == 0):
                msg = f"{name} is {value!r}, but columns count from 1, or from -1 at the end"
                raise UsageError(msg)
        if self.misc is not None and self.tag is not None:
            msg = f"tags stand in a column (tag_column = {self.tag}) or in MISC (misc_key = {self.misc!r}); give one"
            raise UsageError(msg)

    def of(self, line: str, name: str, number: int) -> tuple[str, str]:
        """The token and the tag of a line; the tag is empty where the line has none.

        Raises:
            InputError: the line has no such column.
        """
        cells, place = cells_of(line), f"{name}:{number}"
        if self.misc is not None:
            return self.in_misc(cells, line, place)
        at, tag_at = place_of(self.token, 1, cells), place_of(self.tag, -1, cells)
        for key, value, found in (("token_column", self.token, at), ("tag_column", self.tag, tag_at)):
            if found is None:
                msg = f"{place}: {line!r:.60} has {len(cells)} columns, but {key} is {value}"
                raise InputError(msg)
        if at == tag_at and self.token and self.tag:
            msg = f"{place}: {line!r:.60} has {len(cells)} columns; token_column and tag_column are the same one"
            raise InputError(msg)
        return cells[at or 0], "" if at == tag_at else cells[tag_at or 0]

    def in_misc(self, cells: list[str], line: str, place: str) -> tuple[str, str]:
        """Token and tag of a line of CoNLL-U; a word without the key is outside."""
        if len(cells) != CONLLU:
            msg = f"{place}: {line!r:.60} has {len(cells)} columns, but misc_key is for CoNLL-U, which has {CONLLU}"
            raise InputError(msg)
        at = place_of(self.token, 2, cells)
        return cells[at or 0], misc_value(cells[-1], self.misc or "") or "O"

    def replaced(self, line: str, tag: str, new: str) -> str:
        """The line with another tag; all else stays."""
        if self.misc is not None:
            head, _, misc = line.rpartition("\t")
            parts = [
                f"{self.misc}={new}" if part == f"{self.misc}={tag}" else part for part in misc.split("|")
            ]
            return f"{head}\t{'|'.join(parts)}"
        bounds = bounds_of(line)
        at = place_of(self.tag, -1, bounds)
        start, end = bounds[at or 0]
        return line[:start] + line[start:end].replace(tag, new, 1) + line[end:]


USUAL = TagColumns()


def first_and_last(line: str, name: str, number: int) -> tuple[str, str]:  # noqa: ARG001 - as ``TagColumns.of``
    """The token and the tag of a line in nearly every file, in half the time."""
    if "\t" in line:
        token, _, rest = line.partition("\t")
        return token, rest.rpartition("\t")[2].strip(" ")
    token, _, rest = line.strip(" ").partition(" ")
    return token, rest.rpartition(" ")[2]


def place_of(column: int | None, default: int, cells: list[str] | list[tuple[int, int]]) -> int | None:
    """The place of a column among the cells, from 0; None where there are not as many."""
    number = default if column is None else column
    at = number - 1 if number > 0 else len(cells) + number
    return at if 0 <= at < len(cells) else None


def cells_of(line: str) -> list[str]:
    """The cells of a line: between tabs where it has any, else between spaces.

    A space after the last cell is none of it; a no-break space is of a cell.
    """
    if "\t" in line:
        cells = line.split("\t")
        cells[-1] = cells[-1].strip(" ")
        return cells
    return [cell for cell in line.split(" ") if cell]


def bounds_of(line: str) -> list[tuple[int, int]]:
    """Where each cell of a line starts and ends."""
    if "\t" not in line:
        return [found.span() for found in SPACED.finditer(line)]
    ends = [at for at, sign in enumerate(line) if sign == "\t"] + [len(line)]
    return list(zip([0, *(at + 1 for at in ends[:-1])], ends, strict=True))


def width_as(line: str, other: str) -> int:
    """How many columns a line has, cut as the other is."""
    return line.count("\t") + 1 if "\t" in other else len(cells_of(line))


def misc_value(misc: str, key: str) -> str:
    """The value of a key in MISC, empty where it is not there or is ``_``."""
    start = f"{key}="
    value = next((part[len(start) :] for part in misc.split("|") if part.startswith(start)), "")
    return "" if value == "_" else value
