"""XPOS: aligned words with the same language-specific tag.

Source: Zeman et al. (2018), §5.
"""

from scoring.evidence.evidence import Floats
from scoring.evidence.formulas import f1
from scoring.metrics.metric import Better, Scale, Status, Validation, counted
from scoring.ud.pairs import WITH_ALIGNED, Pairs

__all__ = ["XPOS", "count"]


def count(pairs: Pairs) -> Floats:
    """Correct, predicted, gold and aligned words of each gold sentence: ``(sentences, 4)``."""
    return pairs.word_table(pairs.xpos)


XPOS = counted(
    count=count,
    columns=WITH_ALIGNED,
    formula=f1,
    perfect=100.0,
    id="xpos",
    label="XPOS",
    task="ud",
    scale=Scale.POINTS,
    better=Better.HIGHER,
    status=Status.IMPLEMENTED,
    validation=Validation.MEASUREMENT,
    source="Zeman et al. 2018, §5",
    signature="ud.xpos.f1|v1",
    when_undefined=0.0,
)
