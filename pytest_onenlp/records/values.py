"""Values from outside: what they are, and how a message quotes them."""

import math
import os
from collections.abc import Sequence

__all__ = ["FIRST", "is_finite", "names_folder", "names_in_line", "quoted"]

FIRST = 10  # names in a list before the rest is counted


def quoted(value: object) -> str:
    """A value as a message quotes it, cut where it is long; its type where it cannot be shown."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - a stranger's repr, or a number of too many digits
        return f"a value of type {type(value).__name__} that cannot be shown"
    return text if len(text) <= 80 else f"{text[:77]}..."


def names_in_line(names: Sequence[str]) -> str:
    """Names in one line, the first ten."""
    more = f" and {len(names) - FIRST} more" if len(names) > FIRST else ""
    return ", ".join(names[:FIRST]) + more


def is_finite(value: object) -> bool:
    """Whether the value is a finite number, and one that a float can hold; a bool is none."""
    try:
        return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:
        return False


def names_folder(name: str) -> bool:
    """Whether the name ends as only that of a folder does."""
    return name.endswith(("/", os.sep))
