"""Flag diacritics: symbols such as ``@P.CASE.GEN@`` that let a path through only where their features agree.

Source: Beesley and Karttunen (2003), Finite State Morphology, §8.3.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Flag", "Flags", "applied", "flags_of"]

SHAPE = re.compile(r"@([PNRDCU])\.([^.@]+)(?:\.([^.@]+))?@")

Flags = tuple[int, ...]  # by feature: 0 unset, v set to value v, -v anything but v


class Flag(NamedTuple):
    """One flag diacritic; ``value`` is 0 where it names none."""

    operator: str
    feature: int
    value: int


def flags_of(symbols: Sequence[str]) -> tuple[dict[int, Flag], int]:
    """The flag diacritics by the symbol's number, and how many features they have.

    >>> flags_of(["", "a", "@P.CASE.GEN@", "@R.CASE@"])
    ({2: Flag(operator='P', feature=0, value=1), 3: Flag(operator='R', feature=0, value=0)}, 1)
    """
    features: dict[str, int] = {}
    values: dict[str, int] = {}
    found: dict[int, Flag] = {}
    for number, symbol in enumerate(symbols):
        shape = SHAPE.fullmatch(symbol)
        if shape:
            operator, feature, value = shape.groups()
            place = features.setdefault(feature, len(features))
            found[number] = Flag(operator, place, values.setdefault(value, len(values) + 1) if value else 0)
    return found, len(features)


def applied(flags: Flags, flag: Flag) -> Flags | None:
    """The features after a flag diacritic; None where it does not let the path through.

    P sets, N sets to anything but, C unsets; R requires and D disallows a value, or any; U unifies.
    """
    operator, feature, value = flag
    held = flags[feature]
    if operator == "R":
        return flags if (held == value if value else held != 0) else None
    if operator == "D":
        return flags if (held != value if value else held == 0) else None
    if operator == "U" and held not in (0, value) and not (held < 0 and held != -value):
        return None
    now = {"N": -value, "C": 0}.get(operator, value)
    return flags if now == held else (*flags[:feature], now, *flags[feature + 1 :])
