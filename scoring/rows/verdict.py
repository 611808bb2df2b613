"""What a gate says of a row, and which rule decided."""

from enum import StrEnum

__all__ = ["EXIT_STATUS", "REPORT_ORDER", "Rule", "Verdict"]


class Verdict(StrEnum):
    """What a gate says of a row, in the order of a summary; only ``within`` always passes."""

    WITHIN = "within"
    BETTER = "better"
    WORSE = "worse"
    MISSING = "missing"
    STALE = "stale"
    ERROR = "error"
    INCONCLUSIVE = "inconclusive"


# The order of a report: what fails before what passes, the worst first.
REPORT_ORDER = (
    Verdict.WORSE, Verdict.ERROR, Verdict.STALE, Verdict.MISSING, Verdict.INCONCLUSIVE, Verdict.BETTER, Verdict.WITHIN,
)  # fmt: skip
# The exit status that a failing row asks for; of several the first here decides.
EXIT_STATUS = {
    Verdict.ERROR: 2, Verdict.WORSE: 1, Verdict.BETTER: 1, Verdict.MISSING: 3, Verdict.STALE: 3,
    Verdict.INCONCLUSIVE: 4,
}  # fmt: skip


class Rule(StrEnum):
    """Which rule decided."""

    OVERLAP = "overlap"
    PUBLISHED = "published"
    PAIRED = "paired"
    IDENTICAL = "identical"
    MIN = "min"
    MARGIN = "margin"
