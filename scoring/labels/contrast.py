"""Gold and predicted labels of a document, side by side, and the counts of each label."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from scoring.evidence.breakdown import Averaging, Parts
from scoring.evidence.evidence import Bools
from scoring.labels.align import TEXT, LabelPairs
from scoring.labels.align_sets import LabelSets

__all__ = ["contrast_labels", "contrast_sets", "parts"]

OTHERS = 5  # labels that are not gold, of which a score is shown: the highest


def contrast_labels(aligned: LabelPairs, units: Sequence[int], *, show_text: bool) -> list[dict[str, Any]]:
    """For each document its text, where there is one, and its gold and predicted label."""
    return [
        {
            **(text_of(aligned, unit) if show_text else {}),
            "gold": aligned.names[int(aligned.gold[unit])],
            "predicted": aligned.names[int(aligned.pred[unit])],
        }
        for unit in units
    ]


def contrast_sets(
    aligned: LabelSets, metric: str, units: Sequence[int], *, show_text: bool
) -> list[dict[str, Any]]:
    """For each document its text and its gold and predicted labels.

    For ROC-AUC the predictions are scores: of the gold labels and of the five others that have the highest.
    """
    out = []
    for unit in units:
        gold, predicted = (
            [aligned.names[place] for place in side.of(unit)] for side in (aligned.gold, aligned.pred)
        )
        said: Any = predicted
        if metric == "roc_auc" and aligned.values is not None:
            values = aligned.values[unit]
            order = np.argsort(-values, kind="stable").tolist()
            own = set(aligned.gold.of(unit))
            others = [place for place in order if place not in own][:OTHERS]
            shown = sorted({*own, *others}, key=order.index)
            said = {str(aligned.names[place]): float(values[place]) for place in shown}
        out.append(
            {**(text_of(aligned, unit) if show_text else {}), "gold": gold, "predicted": said}
        )  # fmt: skip
    return out


def text_of(aligned: LabelPairs | LabelSets, unit: int) -> dict[str, Any]:
    """The text of a document, where there is one."""
    return {key: value for key, value in aligned.id_and_text(unit).items() if key == TEXT}


def parts(aligned: LabelPairs | LabelSets, averaging: Averaging, chosen: Bools | None = None) -> Parts:
    """Correct, predicted and gold documents of each label, in all documents or in the chosen ones: ``(units,)``."""
    names = [str(name) for name in aligned.names]
    counts = np.stack(aligned.counts(chosen), axis=1).astype(np.float64)
    order = sorted(range(len(names)), key=names.__getitem__)
    return Parts(tuple(names[at] for at in order), counts[order], averaging)
