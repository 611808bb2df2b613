"""Addresses in a text: URLs, e-mail addresses and bare domains, which are words of no language for any metric.

A bare domain ends in a common or reserved name (RFC 2606), or, of ASCII letters alone, in a country's two letters: two
words with marks that only lack the space between them are none.
"""

import re
from functools import lru_cache

import regex

from scoring.mt.placeholders import without

__all__ = ["addresses", "around_addresses", "running_text", "without_addresses"]

ENDS = (
    "com", "org", "net", "edu", "gov", "mil", "int", "info", "biz", "name", "pro", "museum", "coop", "aero", "asia",
    "jobs", "mobi", "post", "tel", "travel", "app", "blog", "club", "cloud", "dev", "digital", "email", "live", "media",
    "news", "online", "page", "shop", "site", "store", "tech", "wiki", "work", "world", "xyz", "example", "test",
    "invalid", "localhost",
)  # fmt: skip
COMMON = "|".join([*ENDS, *map(str.upper, ENDS)])
PLAIN, ANY = r"[A-Za-z0-9][A-Za-z0-9-]{0,62}+(?<!-)\.", r"[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,62}+(?<!-)\."
# What follows a host: up to white space, a tag or a quotation mark, but no punctuation at the end.
REST = r"[^\s<>\"“”„«»]*[^\s<>\"“”„«»\p{P}]/?|/"
ADDRESS = regex.compile(
    rf"(?<!\w)(?:(?i:[a-z][a-z0-9+.-]{{0,20}}+://|www\.|mailto:)(?:{REST})"
    r"|(?<![.+-])[\w.+-]++@[\w-]+(?:\.[\w-]+)+"
    rf"|(?<![\w.-])(?:(?:{PLAIN})+(?:[a-z]{{2}}|[A-Z]{{2}})|(?:{ANY})+(?:{COMMON}))(?![\w-]|\.\w)(?:[:/?#](?:{REST})?)?)"
)


LIKELY = re.compile(r"\w[.@]\w|://")  # what every address has, and few other texts


def addresses(text: str) -> list[str]:
    """The addresses of a text, as they stand there."""
    return [str(found) for found in ADDRESS.findall(text)] if LIKELY.search(text) else []


def around_addresses(text: str) -> list[tuple[str, bool]]:
    """The pieces of a text in order, and whether each is an address.

    >>> around_addresses("see mira.example!")
    [('see ', False), ('mira.example', True), ('!', False)]
    """
    pieces: list[tuple[str, bool]] = []
    place = 0
    for found in ADDRESS.finditer(text) if LIKELY.search(text) else ():
        pieces += [(text[place : found.start()], False), (found[0], True)]
        place = found.end()
    return [*pieces, (text[place:], False)]


def without_addresses(text: str) -> str:
    """The text with a space in the place of each address."""
    return ADDRESS.sub(" ", text) if LIKELY.search(text) else text


@lru_cache(1 << 15)
def running_text(text: str) -> str:
    """The text with a space in the place of each address, placeholder and piece of markup.

    >>> running_text("atim www.mira.example, a@b.example {name} nipâw mira.example/x?y.").split()
    ['atim', ',', 'nipâw', '.']
    """
    return without(without_addresses(text))
