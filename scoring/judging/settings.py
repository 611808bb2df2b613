"""How a check resamples and judges."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.judging.terms import ALPHA, SLACK
from scoring.statistics.draws import RESAMPLES, SEED

__all__ = ["Settings"]

DRAWS_A_CHECK = 50  # so that a p-value can fall below alpha / checks at all


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a check resamples and judges; the defaults are the product's."""

    resamples: int = RESAMPLES
    seed: int = SEED
    slack: float = SLACK  # points; for rows in other units only what the row or the gate gives
    own_slack: float | None = None  # the gate's own, in the score's unit
    min_effect: float = 0.0
    max_loss: float | None = None  # the margin, in the score's unit; None: the rules of noise decide
    floor: float | None = None  # of every row
    floors: Mapping[str, float] = field(default_factory=dict)  # of single rows, by metric label
    pair: bool = True  # False: the specification's rule alone
    checks: int = 1  # of the session, among which alpha is divided
    show_text: bool = True  # whether worse rows may quote the data

    @property
    def alpha(self) -> float:
        return ALPHA / max(1, self.checks)

    @property
    def paired_resamples(self) -> int:
        return max(self.resamples, DRAWS_A_CHECK * self.checks)
