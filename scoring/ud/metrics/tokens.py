"""Tokens: a predicted token is correct when a gold token has the same span.

Source: Zeman et al. (2018), §5.
"""

from scoring.evidence.evidence import Floats
from scoring.evidence.formulas import f1
from scoring.metrics.metric import Better, Scale, Status, Validation, counted
from scoring.ud.pairs import WITHOUT_ALIGNED, Pairs

__all__ = ["TOKENS", "count"]


def count(pairs: Pairs) -> Floats:
    """Correct, predicted and gold tokens of each gold sentence: ``(sentences, 3)``."""
    return pairs.tokens()


TOKENS = counted(
    count=count,
    columns=WITHOUT_ALIGNED,
    formula=f1,
    perfect=100.0,
    id="tokens",
    label="Tokens",
    task="ud",
    scale=Scale.POINTS,
    better=Better.HIGHER,
    status=Status.IMPLEMENTED,
    validation=Validation.MEASUREMENT,
    source="Zeman et al. 2018, §5",
    signature="ud.tokens.f1|v1",
    when_undefined=0.0,
)
