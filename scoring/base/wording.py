"""Which known name somebody probably meant, and how a text is spelled that may hold anything."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from heapq import nlargest

from scoring.base.limits import LONGEST_MESSAGE, MOST_LISTED

__all__ = [
    "bounded",
    "closest",
    "nearest",
    "plural",
    "printable",
    "shortened_text",
    "without_commands",
    "without_passwords",
]

# Controls, ends of lines and paragraphs, what turns the direction of writing, halves of surrogate pairs.
UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
# The sign in a text that makes it a command of a runner of CI, after what stands before it.  GitHub's runner trims
# white space before it looks for `::`, and finds `##[` anywhere; Azure's and TeamCity's have a word in between;
# GitLab finds its section markers anywhere.
COMMAND = re.compile(r"((?<![^\r\n])[^\S\r\n]*(?=::)|##\w*(?=\[)|section(?=_(?:start|end):))(.)")


# What stands between the colon and the last @ of a URL's first part, and the parameters that are secret.
PASSWORD = re.compile(r"(://[^\s/:@]*:)\S*(?=@)|([?&;](?:ssl)?password=)[^\s&;]*")

COMPARED = 200  # characters of a name that are compared: what somebody may have meant is seen in them
CANDIDATES = 50  # names that are compared in full; of more, those that share most with the name asked for
SAMPLES = 24  # places of the name asked for at which three letters are looked for in all others


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint that ends an error message: the nearest known name, or all of them.

    >>> nearest("LSA", ["UAS", "LAS"]), nearest("x", ["UAS", "LAS"])
    ("did you mean 'LAS'?", 'it is one of: UAS, LAS')
    """
    names = list(known)
    folded = {item.casefold(): item for item in reversed(names)}
    close = closest(name.casefold(), folded, cutoff=0.6)
    if close is not None:
        return f"did you mean {folded[close]!r}?"
    more = f" and {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED else ""
    return f"it is one of: {', '.join(names[:MOST_LISTED])}{more}"


def closest(name: str, known: Iterable[str], *, cutoff: float) -> str | None:
    """The known name most like this one, None where none is like it; the time grows with their number alone.

    Comparing two names takes the product of their lengths, so long names are compared by how they begin, and of many
    known ones only those are compared that have most sequences of three letters in common with the name.
    """
    asked = name[:COMPARED]
    begun: dict[str, str] = {}
    for one in known:
        begun.setdefault(one[:COMPARED], one)
    if len(begun) > CANDIDATES:
        places = range(0, max(1, len(asked) - 2), max(1, len(asked) // SAMPLES))
        pieces = {asked[place : place + 3] for place in places}
        likely = nlargest(CANDIDATES, begun, key=lambda one: sum(piece in one for piece in pieces))
        begun = {one: begun[one] for one in likely}
    close = get_close_matches(asked, begun, n=1, cutoff=cutoff)
    return begun[close[0]] if close else None


def bounded(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines of one message, those shortened that make it longer than a message may be."""
    left, room = len(lines), LONGEST_MESSAGE
    shares: dict[int, int] = {}
    for place in sorted(range(len(lines)), key=lambda place: len(lines[place])):
        shares[place] = min(len(lines[place]), room // left)
        room, left = room - shares[place], left - 1
    return tuple(shortened_text(line, shares[place]) for place, line in enumerate(lines))


def shortened_text(text: str, most: int = LONGEST_MESSAGE) -> str:
    """The beginning and the end of a text that is too long, and how many characters are left out.

    >>> shortened_text("a" * 50 + "b" * 50, 60)
    'aaaaaaaaaaaaaaaa… (69 characters left out) …bbbbbbbbbbbbbbb'
    """
    if len(text) <= most:
        return text
    kept = max(2, most - len(f"… ({len(text)} characters left out) …"))
    head, tail = (kept + 1) // 2, kept // 2
    return f"{text[:head]}… ({len(text) - kept} characters left out) …{text[len(text) - tail :]}"


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


def without_passwords(text: str) -> str:
    """The text with three stars for each password in a URL, also one that is not spelt as a URL asks for.

    >>> without_passwords("postgresql://ann:a/b@c@host/db?password=x&a=1")
    'postgresql://ann:***@host/db?password=***&a=1'
    """
    return PASSWORD.sub(lambda found: f"{found[1] or found[2]}***", text)
