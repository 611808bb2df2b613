"""A multiword token and the words under it: what a message says where the two do not fit.

Source: CoNLL-U; as the shared task's script reads it, only how many words a range spans counts.
"""

from dataclasses import dataclass

from scoring.ud.tree import Broken

__all__ = ["LISTED", "Range", "odd_notes"]

LISTED = 8  # ids, and notes of a file


@dataclass(frozen=True)
class Range:
    """A multiword token: its line, its id as written, and the numbers of its first and last word in it."""

    line: int
    shown: str
    start: int
    end: int

    @classmethod
    def of(cls, line: int, shown: str) -> "Range":
        """The range that an id says; raises Broken where it says none."""
        try:
            start, end = map(int, shown.split("-"))
        except ValueError:
            reason = f"ID {shown!r} is neither a number nor a range of words such as 3-4"
            raise Broken(line, reason) from None
        return cls(line, shown, start, end)

    def __str__(self) -> str:
        return f"the multiword token {self.shown} of line {self.line}"

    @property
    def width(self) -> int:
        """How many words it spans."""
        return max(self.end - self.start + 1, 0)

    def check_apart(self, before: "Range | None", next_word: int) -> None:
        """Raises Broken where it begins at a word that the range before it has already."""
        if before is not None and before.start <= self.start <= before.end < next_word:
            raise self.inside(before)

    def inside(self, other: "Range") -> Broken:
        """What is wrong where it begins inside another."""
        return Broken(self.line, f"the multiword token {self.shown} begins inside {other}")

    def ends_early(self, what: str, line: int, first: int, last: int) -> Broken:
        """What is wrong where the file or the sentence ends after the words ``first`` to ``last`` of it."""
        there = (
            "has no word"
            if last < first
            else f"has only {first}"
            if last == first
            else f"has only {first}-{last}"
        )
        reason = f"the {what} ends inside {self}, which is wider than its words: it {there}"
        return Broken(line, reason, ended=True)

    def odd(self, first: int, ids: list[str]) -> str:
        """What is noted where it or its words are numbered otherwise than words count from ``first``; else nothing."""
        last = first + len(ids) - 1
        if not ids:
            said = f"the multiword token {self.shown} has no words: it ends before it begins"
        elif (self.start, self.end) != (first, last):
            said = f"the multiword token {self.shown} stands over the words {first}-{last}"
        elif any(not one.isdecimal() or int(one) != at for at, one in enumerate(ids, first)):
            more = ", ..." if len(ids) > LISTED else ""
            said = (
                f"the words of the multiword token {self.shown} are numbered {', '.join(ids[:LISTED])}{more}"
            )
        else:
            return ""
        return f"{said}; only how many words it spans counts"


def odd_notes(name: str, found: list[tuple[int, str]]) -> tuple[str, ...]:
    """The notes on the ranges of a file by line, the first of them in full."""
    notes = [f"{name}:{line}: {said}" for line, said in found[:LISTED]]
    if len(found) > LISTED:
        notes.append(f"{name}: {len(found) - LISTED} more multiword tokens are numbered oddly")
    return tuple(notes)
