"""What a gate says of a row, and which rule decided."""

from enum import StrEnum

__all__ = ["Rule", "Verdict"]


class Verdict(StrEnum):
    """What a gate says of a row; only ``within`` always passes."""

    WITHIN = "within"
    WORSE = "worse"
    BETTER = "better"
    MISSING = "missing"
    STALE = "stale"
    ERROR = "error"


class Rule(StrEnum):
    """Which rule decided."""

    OVERLAP = "overlap"
    PUBLISHED = "published"
    PAIRED = "paired"
    IDENTICAL = "identical"
    MIN = "min"
