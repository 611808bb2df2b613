"""Which known name somebody probably meant, and how a text is spelled that may hold anything."""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

__all__ = ["nearest", "plural", "printable", "without_commands"]

# Controls, ends of lines and paragraphs, what turns the direction of writing, halves of surrogate pairs.
UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
# The sign in a text that makes it a command of a runner of CI, after what stands before it.  GitHub's runner trims
# white space before it looks for `::`, and finds `##[` anywhere; Azure's and TeamCity's have a word in between;
# GitLab finds its section markers anywhere.
COMMAND = re.compile(r"((?<![^\r\n])[^\S\r\n]*(?=::)|##\w*(?=\[)|section(?=_(?:start|end):))(.)")


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint that ends an error message: the nearest known name, or all of them.

    >>> nearest("LSA", ["UAS", "LAS"]), nearest("x", ["UAS", "LAS"])
    ("did you mean 'LAS'?", 'it is one of: UAS, LAS')
    """
    names = list(known)
    folded = {item.casefold(): item for item in reversed(names)}
    close = get_close_matches(name.casefold(), folded, n=1, cutoff=0.6)
    return f"did you mean {folded[close[0]]!r}?" if close else f"it is one of: {', '.join(names)}"


def plural(unit: str) -> str:
    """The plural of a word for what is counted.

    >>> plural("sentence"), plural("entry")
    ('sentences', 'entries')
    """
    return f"{unit[:-1]}ies" if unit.endswith("ry") else f"{unit}s"


def printable(text: str) -> str:
    r"""The text on one line of a terminal or log: controls, line ends and turns of direction as escapes.

    Letters of any script stay, joiners inside words too; half of a surrogate pair, which no encoding holds, does not.

    >>> print(printable("one\n\u202etwo é"))
    one\n\u202etwo é
    """
    return UNPRINTABLE.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def without_commands(text: str, spelled: Mapping[str, str] | None = None) -> str:
    r"""The lines with a backslash in whatever a runner of CI would take for a command.

    ``spelled``: another spelling of the sign that makes it one (``:``, ``[`` or ``_``).
    Source: GitHub's runner, ``ActionCommand``; GitLab's documentation, "Custom collapsible sections".

    >>> print(without_commands(" ::add-mask::x, a ##[group]\nsection_start:0:x"))
     \::add-mask::x, a ##\[group]
    section\_start:0:x
    """
    signs = spelled or {}
    return COMMAND.sub(lambda found: found[1] + signs.get(found[2], f"\\{found[2]}"), text)
