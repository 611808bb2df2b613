"""UAS: aligned words whose heads are aligned with each other; roots are.

Source: Zeman et al. (2018), §5.
"""

from scoring.evidence.evidence import Floats
from scoring.evidence.formulas import f1
from scoring.metrics.metric import Better, Scale, Status, Validation, counted
from scoring.ud.pairs import WITH_ALIGNED, Pairs

__all__ = ["UAS", "count"]


def count(pairs: Pairs) -> Floats:
    """Correct, predicted, gold and aligned words of each gold sentence: ``(sentences, 4)``."""
    return pairs.word_table(pairs.heads)


UAS = counted(
    count=count,
    columns=WITH_ALIGNED,
    formula=f1,
    perfect=100.0,
    id="uas",
    label="UAS",
    task="ud",
    scale=Scale.POINTS,
    better=Better.HIGHER,
    status=Status.IMPLEMENTED,
    validation=Validation.MEASUREMENT,
    source="Zeman et al. 2018, §5",
    signature="ud.uas.f1|v1",
    when_undefined=0.0,
)
