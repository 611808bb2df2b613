"""A document as a person reads it: its id and text, and its labels on both sides."""

from typing import Any

from scoring.labels.align import LabelPairs
from scoring.labels.align_sets import LabelSets

__all__ = ["describe_labels", "describe_sets"]


def describe_labels(aligned: LabelPairs, unit: int) -> dict[str, Any]:
    """A document with its gold and its predicted label."""
    gold, predicted = (aligned.names[int(codes[unit])] for codes in (aligned.gold, aligned.pred))
    return {**aligned.id_and_text(unit), "gold": gold, "predicted": predicted}


def describe_sets(aligned: LabelSets, unit: int) -> dict[str, Any]:
    """A document with its gold and its predicted labels, and the score of each label where there are any."""
    gold, predicted = (
        [aligned.names[place] for place in side.of(unit)] for side in (aligned.gold, aligned.pred)
    )
    found = {**aligned.id_and_text(unit), "gold": gold, "predicted": predicted}
    if aligned.values is None:
        return found
    scores = zip(map(str, aligned.names), aligned.values[unit].tolist(), strict=True)
    return {**found, "scores": dict(scores)}
