"""Word lists of a language as data: each with where it comes from and how that was checked.

What nobody has checked is off unless it is asked for.  Source: MT scoring specification, Appendix B.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec

from scoring.base.errors import InputError
from scoring.base.files import read_bytes
from scoring.base.limits import CARD_BYTES
from scoring.mt.document import convert, decode
from scoring.mt.languages.card import Checked

__all__ = ["Lists", "WordList", "read_lists"]

Name = Annotated[str, msgspec.Meta(min_length=1)]


class WordList(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Words, or groups of words that go together, of one kind and one source."""

    kind: Name
    source: Name
    checked: Checked
    words: tuple[Name, ...] = ()
    groups: tuple[tuple[Name, ...], ...] = ()


class ListsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of word lists."""

    lists: tuple[WordList, ...]


@dataclass(frozen=True)
class Lists:
    """The word lists of a language that are in use, and those that are not."""

    used: tuple[WordList, ...]
    unused: tuple[WordList, ...]  # nobody has checked them
    digest: str

    def words(self, kind: str) -> frozenset[str]:
        """All words of a kind."""
        return frozenset(word for one in self.used if one.kind == kind for word in one.words)

    def groups(self, kind: str) -> tuple[tuple[str, ...], ...]:
        """All groups of a kind."""
        return tuple(group for one in self.used if one.kind == kind for group in one.groups)

    def has(self, kind: str) -> bool:
        """Whether there is a list of a kind, be it one without words."""
        return any(one.kind == kind for one in self.used)


def read_lists(data: bytes | Path, name: str, kinds: Iterable[str], *, unverified: bool) -> Lists:
    """The word lists of a file.

    Raises:
        InputError: it cannot be read, has a wrong field, or a kind that the standard does not know.
    """
    content = read_bytes(data, InputError, most=CARD_BYTES) if isinstance(data, Path) else data
    document = convert(decode(content, name)[0][1], ListsFile, name)
    known = set(kinds)
    strange = next((one.kind for one in document.lists if one.kind not in known), None)
    if strange is not None:
        raise InputError(f"{name}: a list of kind {strange!r}; the kinds are {', '.join(sorted(known))}")
    parts: tuple[list[WordList], list[WordList]] = ([], [])
    for one in document.lists:
        parts[one.checked is Checked.UNVERIFIED and not unverified].append(one)
    used = hashlib.sha256(msgspec.json.encode(parts[0])).hexdigest()[:8]
    return Lists(tuple(parts[0]), tuple(parts[1]), used)
