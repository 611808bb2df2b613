"""How a metric that learns from a run judges itself on that run, before it says anything of an output.

It is tried on outputs of which it is known what they are: references, which are right, and texts that are wrong.  What
is printed rests on sources and references alone, so that no output decides what is available.
Source: Wilson (1927) for the interval of a share; docs/decisions/0047.
"""

import math
from dataclasses import dataclass

__all__ = ["RIGHT", "WRONG", "Trial", "wilson"]

RIGHT = 0.10  # of right outputs, fewer than which may be flagged
WRONG = 0.70  # of wrong outputs, more than which have to be flagged
Z = 1.96  # both shares with their 95 % interval
GROWTH = 1.0  # log odds of seeing a wrong output that twice the entries add, at least, on NTREX-128 and WMT21
DESIGNED = 0.05  # of right outputs, what is flagged where there are entries enough
SIZES = (100, 150, 200, 300, 400, 600, 800, 1200, 1600, 2400, 3200, 4800, 6400, 12_800, 25_600, 51_200)


def wilson(count: int, total: int) -> tuple[float, float]:
    """The ends of the 95 % interval of a share.

    >>> [round(end, 3) for end in wilson(5, 100)]
    [0.022, 0.112]
    """
    if not total:
        return 0.0, 1.0
    share, spread = count / total, Z * Z / total
    middle = share + spread / 2
    half = Z * math.sqrt(share * (1 - share) / total + spread / total / 4)
    return (middle - half) / (1 + spread), (middle + half) / (1 + spread)


@dataclass(frozen=True)
class Trial:
    """How many of as many right and wrong outputs are flagged."""

    right: int
    wrong: int
    total: int

    @property
    def passes(self) -> bool:
        """Whether the run shows that right outputs are seldom flagged and wrong ones mostly, at the far ends."""
        return wilson(self.right, self.total)[1] < RIGHT and wilson(self.wrong, self.total)[0] > WRONG

    @property
    def fails(self) -> bool:
        """Whether the run shows that it is not so, at the near ends."""
        return wilson(self.right, self.total)[0] > RIGHT or wilson(self.wrong, self.total)[1] < WRONG

    @property
    def shares(self) -> str:
        """Both shares, as they stand beside the figure."""
        if not self.total:
            return "no entry to judge by"
        right, wrong = self.right / self.total, self.wrong / self.total
        return f"right flagged {right:.0%}, wrong flagged {wrong:.0%}, {self.total:,} entries"

    @property
    def ends(self) -> str:
        """How far the shares may be from the truth."""
        high, low = wilson(self.right, self.total)[1], wilson(self.wrong, self.total)[0]
        return f"right may be {high:.0%} (under {RIGHT:.0%} is needed), wrong {low:.0%} (over {WRONG:.0%} is needed)"

    @property
    def enough(self) -> int | None:
        """How many entries would do, as far as can be told from these; None where more than the largest size."""
        found = (
            0.5
            if not self.total
            else min(max(self.wrong / self.total, 1 / (2 * self.total)), 1 - 1 / (2 * self.total))
        )
        odds = math.log(found / (1 - found))
        for size in SIZES:
            if size <= self.total:
                continue
            wrong = 1 / (1 + math.exp(-odds - GROWTH * math.log2(size / max(self.total, 25))))
            if Trial(round(DESIGNED * size), round(wrong * size), size).passes:
                return size
        return None
