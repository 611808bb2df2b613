"""Values of a gate file: numbers, and how one that cannot be used is quoted."""

import math

__all__ = ["finite", "quoted_value"]


def finite(value: object) -> float | None:
    """The value as a number, None where it is not a finite one (a bool is no number)."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value) if math.isfinite(value) else None
    except OverflowError:
        return None


def quoted_value(value: object) -> str:
    """A value as an error message quotes it, cut where it is long."""
    text = {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
