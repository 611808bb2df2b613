"""Quotation marks of a text; apostrophes, primes and the marks inside Hebrew abbreviations are none.

Source: MT scoring specification, §2.5; Unicode Standard, §6.2.
"""

__all__ = ["quotation_marks", "wrong_marks"]

DOUBLE = frozenset('"“”„‟«»〝〞〟＂「」『』《》〈〉')  # noqa: RUF001 - quotation marks are what it is about
SINGLE = frozenset("'‘’‚‛‹›")  # noqa: RUF001 - quotation marks are what it is about
OPENING = frozenset('([{<-–—/¿¡“„«‹‚‘「『"')  # noqa: RUF001 - quotation marks are what it is about


def quotation_marks(text: str) -> list[str]:
    r"""The quotation marks of a text in order.

    A double mark between two letters is none (Hebrew gershayim), nor is one after a digit that closes nothing (inches).
    A single mark is one only as half of a pair around words, so that it is no apostrophe.

    >>> quotation_marks("“It’s 5'10\" tall”, said 'he'")
    ['“', '”', "'", "'"]
    """
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


def wrong_marks(text: str, pairs: tuple[tuple[str, str], ...]) -> list[str]:
    """The quotation marks of a text that are none of the language's pairs."""
    known = {mark for pair in pairs for mark in pair}
    return [mark for mark in quotation_marks(text) if mark not in known]
