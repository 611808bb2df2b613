"""Whether a prediction speaks another scheme than gold: much of it has relations or tags that are not in gold at all.

A parser of English trained on another scheme has ``dobj`` and ``pobj`` where Universal Dependencies has ``obj`` and
``obl``: its score says which scheme it has, not how well it parses.
"""

from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary

import numpy as np

from scoring.evidence.evidence import Bools
from scoring.ud.agreement import WORD_METRICS, coded
from scoring.ud.align import Pairs
from scoring.ud.corpus import DEPREL, UPOS, XPOS

__all__ = ["Foreign", "foreign", "warnings_of"]

MOST = 0.5  # of the prediction's words have a name that gold has not
# Two schemes share their frequent names (nsubj, det, punct), so of a closed list less than most is enough, where a
# part of the different names is strange as well; a gold set of a few sentences lacks names by chance.
MANY = 0.2
PART = 0.25
ENOUGH = 100  # words of gold
LISTED = 8
NOT_NAMES = frozenset(("_", ""))


@dataclass(frozen=True)
class Inventory:
    """A column with names, what they are called, and whether the scheme has a closed list of them."""

    place: int
    called: str
    flag: str
    closed: bool


INVENTORIES = {
    "deprel": Inventory(DEPREL, "relations", "foreign_relations", closed=True),
    "upos": Inventory(UPOS, "tags (UPOS)", "foreign_tags", closed=True),
    "xpos": Inventory(XPOS, "tags (XPOS)", "foreign_tags", closed=False),
}


@dataclass(frozen=True)
class Foreign:
    """The names of one column of the prediction that gold has not, the most frequent first."""

    called: str
    names: tuple[str, ...]
    different: int  # names in the prediction
    share: float  # of its words

    @cached_property
    def note(self) -> str:
        """What a reader should know, with the names."""
        more = len(self.names) - LISTED
        listed = ", ".join(name[:40] for name in self.names[:LISTED]) + (
            f" and {more} more" if more > 0 else ""
        )
        return (
            f"{len(self.names)} of the prediction's {self.different} {self.called} are not in gold ({listed}), "
            f"on {self.share:.0%} of its words: is it of another scheme?"
        )


# What ten metrics ask of the same pairs in turn, for as long as there are any.
SEEN: WeakKeyDictionary[Pairs, dict[str, Foreign | None]] = WeakKeyDictionary()


def warnings_of(pairs: Pairs, metric: str) -> list[tuple[str, str]]:
    """The flags of a metric's row, with what they mean: those of the columns that it compares."""
    compared = WORD_METRICS[metric].columns if metric in WORD_METRICS else ()
    found = [
        (INVENTORIES[column].flag, foreign(pairs, column)) for column in compared if column in INVENTORIES
    ]
    return [(flag, one.note) for flag, one in found if one is not None]


def foreign(pairs: Pairs, column: str) -> Foreign | None:
    """The names of a column that gold has not, where the prediction has another scheme in it; None where it has not.

    A column that gold leaves empty has no scheme.
    """
    seen = SEEN.setdefault(pairs, {})
    if column not in seen:
        agreeing = pairs.relations if column == "deprel" else pairs.upos if column == "upos" else pairs.xpos
        seen[column] = find_foreign(pairs, INVENTORIES[column], agreeing)
    return seen[column]


def find_foreign(pairs: Pairs, inventory: Inventory, agreeing: Bools) -> Foreign | None:
    """What ``foreign`` says; ``agreeing`` are pairs that have one name, which are most where the scheme is one."""
    words = pairs.pred.n_words
    if not words or 1 - np.count_nonzero(agreeing) / words <= (MANY if inventory.closed else MOST):
        return None
    names, codes = coded(pairs.pred, inventory.place)
    if NOT_NAMES.issuperset(names):
        return None
    known = NOT_NAMES.union(coded(pairs.gold, inventory.place)[0])
    counts = np.bincount(codes, minlength=len(names)).tolist()
    strange = [number for number, name in enumerate(names) if name not in known]
    share = sum(counts[number] for number in strange) / words
    different = sum(name not in NOT_NAMES for name in names)
    much = share > MANY and len(strange) > PART * different and pairs.gold.n_words >= ENOUGH
    if known == NOT_NAMES or not (share > MOST or (inventory.closed and much)):
        return None
    strange.sort(key=lambda number: (-counts[number], names[number]))
    return Foreign(inventory.called, tuple(names[number] for number in strange), different, share)
