"""Which known name somebody probably meant."""

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["nearest"]


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint that ends an error message: the nearest known name, or all of them.

    >>> nearest("LSA", ["UAS", "LAS"]), nearest("x", ["UAS", "LAS"])
    ("did you mean 'LAS'?", 'it is one of: UAS, LAS')
    """
    names = list(known)
    folded = {item.casefold(): item for item in reversed(names)}
    close = get_close_matches(name.casefold(), folded, n=1, cutoff=0.6)
    return f"did you mean {folded[close[0]]!r}?" if close else f"it is one of: {', '.join(names)}"
