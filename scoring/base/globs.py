"""Globs over names, the same everywhere: names compare in one normal form, and brackets may be meant literally.

Source: Python's ``fnmatch.fnmatchcase``.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from fnmatch import translate
from functools import lru_cache

__all__ = ["Names", "composed", "glob_matches"]

WILD = re.compile(r"[*?\[]")
LAST = "\U0010ffff"  # sorts behind every letter
REMEMBERED = 4096  # globs


def composed(name: str) -> str:
    r"""The name in normal form C, in which names are compared.

    >>> composed("Cafe\u0301") == "Caf\u00e9"
    True
    """
    return name if name.isascii() else unicodedata.normalize("NFC", name)


def glob_matches(glob: str, name: str) -> bool:
    """Whether the glob is the name itself, as of a label in brackets, or matches it."""
    wanted, one = composed(glob), composed(name)
    return one == wanted or pattern_of(wanted).match(one) is not None


@lru_cache(maxsize=REMEMBERED)
def pattern_of(glob: str) -> re.Pattern[str]:
    """The glob as a pattern of the whole name."""
    return re.compile(translate(glob))


class Names:
    """Many names, to be matched by many globs: each glob looks only at the names that begin or end as it does."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = sorted({composed(name) for name in names})
        self._reversed = sorted(name[::-1] for name in self._names)

    def matching(self, glob: str) -> list[str]:
        """The names, in normal form C, that the glob matches."""
        wanted = composed(glob)
        itself = {wanted} & set(within(self._names, wanted)[:1])
        if not WILD.search(wanted):
            return [*itself]
        head = within(self._names, WILD.split(wanted, maxsplit=1)[0])
        tail = within(self._reversed, re.split(r"[*?\]]", wanted[::-1], maxsplit=1)[0])
        near = head if len(head) <= len(tail) else [name[::-1] for name in tail]
        pattern = pattern_of(wanted)
        return [*(itself | {name for name in near if pattern.match(name)})]


def within(ordered: Sequence[str], beginning: str) -> Sequence[str]:
    """The sorted names that begin so."""
    return ordered[bisect_left(ordered, beginning) : bisect_left(ordered, beginning + LAST)]
