"""Placeholders and markup of a text: what a translation has to hand on as it is.

``{name}``, ``{{x}}``, ``{0:.2f}``, ``%s``, ``%(n)d``, ``$x``, ``${x}``, HTML tags, ICU arguments with their branches.
Source: MT scoring specification, §2.5; Python's format strings, C's printf, ICU MessageFormat for the spelling.
"""

from collections.abc import Iterable
from functools import lru_cache

import regex

__all__ = ["declared", "is_plain", "placeholders", "without"]

NAME = r"[A-Za-z_][\w.\-\[\]]*|\d+"
FIELD = regex.compile(rf"\s*(?:{NAME})?\s*(?:![rsa])?(?::[^{{}}]*)?\s*")
ARGUMENT = regex.compile(rf"\s*({NAME})\s*,\s*(plural|select|selectordinal)\s*,")
SIMPLE = regex.compile(rf"\s*({NAME})\s*,\s*(number|date|time|spellout|ordinal|duration)\s*(?:,[^{{}}]*)?")
FLAT = regex.compile(
    r"(?P<printf>(?<!\d)%(?:\(\w+\))?(?:\d+\$)?[-+0#]*(?:\d+|\*)?(?:\.\d+)?(?:hh|h|ll|l|L|z|j|t)?[diouxXeEfFgGcrsa@](?![A-Za-z]))"
    r"|(?P<shell>\$(?:\{\w+\}|[A-Za-z_]\w*))"
    r"|(?P<tag></?[A-Za-z][A-Za-z0-9:\-]*(?:\s[^<>]*)?/?>)"
)
BRACE = regex.compile("[{}]")
LONGEST = 2000  # characters of a placeholder: a longer group of braces is prose
DEEPEST = 10  # ICU arguments inside one another
TAG = regex.compile(r"</?[A-Za-z][A-Za-z0-9:\-]*")
STARS = regex.compile(r"\*+")
ANY = r"\w{1,40}"  # what a star in a declared placeholder stands for
STARTS = regex.compile(r"[{%$<]")
# Tags that are markup wherever they stand: of HTML, and the inline ones of XLIFF and TMX.
MARKUP = """
    a abbr b big blockquote body br button center code col dd del div dl dt em font footer form h1 h2 h3 h4 h5 h6 head
    header hr html i img input ins kbd label li link main mark meta nav ol option p pre q s samp script section select
    small span strike strong style sub sup table tbody td textarea tfoot th thead title tr tt u ul var
    bpt bx ept ex g it mrk ph x
"""
TAGS = frozenset(MARKUP.split())
# What prose has too: a stage direction in angle brackets, a price, a percentage as in Turkish or Hungarian (50%-a).
PLAIN = regex.compile(r"\$[A-Za-z_]\w*|%[-+0#\d]+[A-Za-z@]|</?(?P<tag>[A-Za-z][A-Za-z0-9:\-]*)")


def placeholders(text: str) -> list[str]:
    """The placeholders of a text, spelt so that equal ones are equal texts; a tag by its name alone.

    >>> placeholders("Hi {name}, %d of ${n} <b class='x'>new</b>, 100% sure")
    ['{name}', '%d', '${n}', '<b', '</b']
    """
    return list(scanned(text)[0])


def without(text: str) -> str:
    """The text with a space in the place of each placeholder; the prose in an ICU argument's branches stays."""
    return scanned(text)[1]


def declared(names: Iterable[str]) -> "regex.Pattern[str] | None":
    """A pattern for placeholders that are declared; ``*`` stands for letters, digits and underscores.

    >>> declared(["[[*]]"]).findall("[[file]] in [[ x ]]")
    ['[[file]]']
    """
    longest = sorted(set(names), key=lambda name: (-len(name), name))
    spelt = "|".join(ANY.join(map(regex.escape, STARS.split(name))) for name in longest)
    return regex.compile(spelt) if spelt else None


def is_plain(name: str) -> bool:
    """Whether a placeholder may as well be text: ``<laugh>``, ``$big``, ``%-a``; those that must be one are not."""
    match = PLAIN.fullmatch(name)
    return match is not None and (match["tag"] or "").casefold() not in TAGS


@lru_cache(1 << 13)
def scanned(text: str) -> tuple[tuple[str, ...], str]:
    """The placeholders of a text, and what is left of it; most texts have none, and are asked for more than once."""
    if STARTS.search(text) is None:
        return (), text
    found, left = scan(text)
    return tuple(found), left


def scan(text: str, depth: int = 0) -> tuple[list[str], str]:
    """The placeholders of a text, and what is left of it, character by character."""
    found: list[str] = []
    left: list[str] = []
    ends = closing(text)
    place = 0
    while place < len(text):
        end = ends.get(place)
        if end is not None and end - place <= LONGEST:
            own, rest = braces(text[place : end + 1], depth)
            if own:
                found += own
                left.append(f" {rest} ")
                place = end + 1
                continue
        match = FLAT.match(text, place) if text[place] in "%$<" else None
        if match:
            tag = TAG.match(match[0])
            found.append(tag[0].casefold() if match["tag"] and tag else match[0])
            left.append(" ")
            place = match.end()
            continue
        left.append(text[place])
        place += 1
    return found, "".join(left)


def closing(text: str) -> dict[int, int]:
    """Where each brace that opens is closed, for those that are."""
    opened: list[int] = []
    ends: dict[int, int] = {}
    for brace in BRACE.finditer(text):
        if brace[0] == "{":
            opened.append(brace.start())
        elif opened:
            ends[opened.pop()] = brace.start()
    return ends


def braces(group: str, depth: int) -> tuple[list[str], str]:
    """What a balanced group of braces is: its placeholders and the prose in it; nothing where it is prose itself."""
    inner = group[1:-1]
    if inner.startswith("{") and inner.endswith("}") and FIELD.fullmatch(inner[1:-1]):
        return ["{{" + "".join(inner[1:-1].split()) + "}}"], ""
    argument = ARGUMENT.match(inner)
    if argument and depth < DEEPEST:
        # A language has branches of its own, so that only what occurs in any of them can be the same.
        nested, prose = scan_branches(inner[argument.end() :], depth + 1)
        return [f"{{{argument[1]},{argument[2]}}}", *sorted(set(nested))], prose
    if simple := SIMPLE.fullmatch(inner):
        return [f"{{{simple[1]},{simple[2]}}}"], ""
    return (["{" + "".join(inner.split()) + "}"], "") if FIELD.fullmatch(inner) else ([], "")


def scan_branches(text: str, depth: int) -> tuple[list[str], str]:
    """The placeholders and the prose of the branches of an ICU argument."""
    found: list[str] = []
    prose: list[str] = []
    ends = closing(text)
    place = 0
    while (start := text.find("{", place)) >= 0 and (end := ends.get(start)) is not None:
        own, rest = scan(text[start + 1 : end], depth)
        found += own
        prose.append(rest.replace("#", " "))
        place = end + 1
    return found, " ".join(prose)
