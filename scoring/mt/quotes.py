"""Quotation marks of a text; apostrophes, primes and the marks inside Hebrew abbreviations are none.

Nor are the angle brackets of titles (《》): they are brackets.
Source: MT scoring specification, §2.5; Unicode Standard, §6.2.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from collections.abc import Set as AbstractSet

__all__ = ["NEUTRAL", "quotation_marks", "regular_marks", "wrong_marks"]

NEUTRAL = frozenset("\"'＂")  # noqa: RUF001 - of keyboards, in every language
DOUBLE = frozenset('"“”„‟«»〝〞〟＂「」『』')  # noqa: RUF001 - quotation marks are what it is about
SINGLE = frozenset("'‘’‚‛‹›")  # noqa: RUF001 - quotation marks are what it is about
MARKS = DOUBLE | SINGLE
RARE = 0.005  # of the texts: a mark that so few have is a slip of its translator
TWICE = 2
OPENING = frozenset('([{<-–—/¿¡“„«‹‚‘「『"')  # noqa: RUF001 - quotation marks are what it is about


def quotation_marks(text: str) -> list[str]:
    r"""The quotation marks of a text in order.

    A double mark between two letters is none (Hebrew gershayim), nor is one after a digit that closes nothing (inches).
    A single mark is one only as half of a pair around words, so that it is no apostrophe.

    >>> quotation_marks("“It’s 5'10\" tall”, said 'he'")
    ['“', '”', "'", "'"]
    """
    if MARKS.isdisjoint(text):
        return []  # as most texts
    found: list[tuple[int, str]] = []
    waiting: list[int] = []  # single marks that may open a pair
    opened = 0
    for place, char in enumerate(text):
        before, after = text[place - 1 : place] if place else "", text[place + 1 : place + 2]
        if char in DOUBLE:
            inside = before.isalpha() and after.isalpha()
            prime = char == '"' and before.isdigit() and opened % 2 == 0
            if not inside and not prime:
                found.append((place, char))
                opened += char == '"'
        elif char in SINGLE:
            if (not before or before.isspace() or before in OPENING) and after and not after.isspace():
                waiting.append(place)
            elif waiting and before and not before.isspace() and not after.isalnum():
                found += [(waiting.pop(), ""), (place, char)]
    return [text[place] for place, _ in sorted(found)]


def wrong_marks(text: str, known: Collection[str]) -> list[str]:
    """The quotation marks of a text that are not among the known ones."""
    return [mark for mark in quotation_marks(text) if mark not in known]


def regular_marks(found: Iterable[AbstractSet[str]]) -> frozenset[str]:
    """The marks that texts use regularly, of the marks that each text has.

    All that stand in two texts or more, but for the rarest, which together have no more than ``RARE`` of the texts.

    >>> sorted(regular_marks([{"«", "»"}] * 5 + [{"„", "“"}]))
    ['«', '»']
    """
    texts = list(found)
    count = Counter(mark for marks in texts for mark in marks)
    regular = {mark for mark, number in count.items() if number >= TWICE}
    left = RARE * len(texts)
    for mark, number in sorted(count.items(), key=lambda item: (item[1], item[0])):
        left -= number
        if left < 0:
            break
        regular.discard(mark)
    return frozenset(regular)
