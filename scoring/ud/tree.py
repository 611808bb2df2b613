"""One tree a sentence: heads in range, no cycle, one root.

Source: Zeman et al. (2018), §5; the order of the checks is that of the shared task's script: words in order,
each followed up to the root.
"""

from dataclasses import dataclass

from scoring.ud.corpus import ROOT

__all__ = ["NO_HEAD", "Broken", "Head", "check_tree", "listing"]

LISTED = 10  # broken sentences named in one message
NO_HEAD = "_"  # in every word of a file without trees


class Broken(Exception):  # noqa: N818 - never leaves the reader, which makes one InputError of all of them
    """A sentence that is not valid: the line, the reason, and whether the sentence was read to its end."""

    def __init__(self, line: int, reason: str, *, ended: bool = False) -> None:
        super().__init__(reason)
        self.line = line
        self.reason = reason
        self.ended = ended


@dataclass(frozen=True)
class Head:
    """A HEAD as written, with its line."""

    line: int
    text: str

    def number(self, *, ended: bool = False) -> int:
        """The head's number; raises Broken where it is none."""
        try:
            return int(self.text)
        except ValueError:
            reason = f"HEAD {self.text!r} is not a number; the root has 0, other words the ID of their head"
            if self.text == NO_HEAD:
                reason += " (_ stands in every word of a file without trees, or in none)"
            raise Broken(self.line, reason, ended=ended) from None


def check_tree(heads: list[Head]) -> list[int]:
    """The head of each word from 0, or ROOT.

    Raises:
        Broken: a head is no number or outside the sentence, heads form a cycle, or there is not one root.
    """
    parents: list[int] = [ROOT] * len(heads)
    done = [False] * len(heads)
    for word in range(len(heads)):
        path: list[int] = []
        on_path: set[int] = set()
        at = word
        while not done[at]:
            if at in on_path:
                cycle = path[path.index(at) :]
                shown = " -> ".join(str(member + 1) for member in [*cycle[:8], at])
                reason = f"the heads form a cycle: {shown}"
                raise Broken(heads[at].line, reason, ended=True)
            head = heads[at].number(ended=True)
            if not 0 <= head <= len(heads):
                reason = f"HEAD {head} of word {at + 1} is outside of the sentence, which has words 1 to {len(heads)}"
                raise Broken(heads[at].line, reason, ended=True)
            path.append(at)
            on_path.add(at)
            if head == 0:
                break
            parents[at] = head - 1
            at = head - 1
        for member in path:
            done[member] = True
    roots = [word for word, parent in enumerate(parents) if parent == ROOT]
    if len(roots) != 1:
        shown = ", ".join(f"{word + 1} (line {heads[word].line})" for word in roots[:5])
        more = ", ..." if len(roots) > 5 else ""
        reason = f"{len(roots)} words have HEAD 0: {shown}{more}; a sentence needs exactly one root"
        raise Broken(heads[roots[1]].line, reason, ended=True)
    return parents


def listing(name: str, problems: list[Broken]) -> list[str]:
    """The lines of one message for all broken sentences of a file, the first one first."""
    shown = [f"{name}:{problem.line}: {problem.reason}" for problem in problems[:LISTED]]
    if len(problems) > LISTED:
        shown.append(f"and {len(problems) - LISTED} more broken sentences in {name}")
    return shown
