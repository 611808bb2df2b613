"""Lists of strings kept as numbers: a cell of a long file costs four bytes, and a list is made when it is asked for."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

__all__ = ["CodedLists", "Codes", "Numbering", "numbered"]

Codes = NDArray[np.int32]


class Numbering(dict[Any, int]):
    """A number for every item in the order in which they are met."""

    def __missing__(self, item: object) -> int:
        self[item] = number = len(self)
        return number

    def of(self, items: Sequence[Any]) -> Codes:
        """The number of each item: ``(items,)``.

        Raises:
            TypeError: an item cannot be a key.
        """
        return np.fromiter(map(self.__getitem__, items), dtype=np.int32, count=len(items))


class CodedLists(Sequence[list[str]]):
    """Lists of strings; ``codes`` are places in ``strings``, and list k ends before ``ends[k]``."""

    def __init__(self, strings: list[str], codes: Codes, ends: NDArray[np.int64]) -> None:
        self.strings, self.codes, self.ends = strings, codes, ends

    def __len__(self) -> int:
        return self.ends.size

    @property
    def lengths(self) -> NDArray[np.int64]:
        """How many strings each list has: ``(lists,)``."""
        return np.diff(self.ends, prepend=0)

    @overload
    def __getitem__(self, at: int) -> list[str]: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[list[str]]: ...
    def __getitem__(self, at: int | slice) -> list[str] | Sequence[list[str]]:
        if isinstance(at, slice):
            start, stop, step = at.indices(len(self))
            if (start, step) != (0, 1):
                return list(self)[at]
            ends = self.ends[:stop]
            return CodedLists(self.strings, self.codes[: ends[-1] if stop else 0], ends)
        place = range(len(self))[at]
        start = int(self.ends[place - 1]) if place else 0
        return self._strings(start, int(self.ends[place]))

    def __iter__(self) -> Iterator[list[str]]:
        start = 0
        for end in self.ends.tolist():
            yield self._strings(start, end)
            start = end

    def _strings(self, start: int, end: int) -> list[str]:
        return list(map(self.strings.__getitem__, self.codes[start:end].tolist()))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CodedLists):
            if not np.array_equal(self.ends, other.ends):
                return False
            place = {string: number for number, string in enumerate(self.strings)}
            ours = np.array([place.get(string, -1) for string in other.strings], dtype=np.int32)
            return bool((self.codes == ours[other.codes]).all())
        return list(self) == other if isinstance(other, list) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # as that of a list

    def __repr__(self) -> str:
        return repr(list(self))


def numbered(lists: Sequence[Sequence[Any]]) -> tuple[list[Any], Codes]:
    """The different items of all lists in the order in which they are met, and the place of each item among them.

    Raises:
        TypeError: an item cannot be a key.
    """
    if isinstance(lists, CodedLists):
        return lists.strings, lists.codes
    numbers = Numbering()
    codes = np.fromiter(map(numbers.__getitem__, chain.from_iterable(lists)), dtype=np.int32)
    return list(numbers), codes
