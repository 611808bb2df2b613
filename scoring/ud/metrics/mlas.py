"""MLAS: CLAS, and the same UPOS, universal features and functional children.

Source: Zeman et al. (2018), §5.
"""

from scoring.evidence.evidence import Floats
from scoring.evidence.formulas import f1
from scoring.metrics.metric import Better, Scale, Status, Validation, counted
from scoring.ud.pairs import WITH_ALIGNED, Pairs

__all__ = ["MLAS", "count"]


def count(pairs: Pairs) -> Floats:
    """Correct, predicted, gold and aligned content words of each gold sentence: ``(sentences, 4)``."""
    return pairs.content_table(pairs.attached & pairs.upos & pairs.feats & pairs.children)


MLAS = counted(
    count=count,
    columns=WITH_ALIGNED,
    formula=f1,
    perfect=100.0,
    id="mlas",
    label="MLAS",
    task="ud",
    scale=Scale.POINTS,
    better=Better.HIGHER,
    status=Status.IMPLEMENTED,
    validation=Validation.MEASUREMENT,
    source="Zeman et al. 2018, §5",
    signature="ud.mlas.f1|v1",
    when_undefined=0.0,
)
