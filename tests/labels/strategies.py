"""Documents as hypothesis draws them, with which the laws run over the metrics of both tasks."""

from typing import TYPE_CHECKING

from hypothesis import strategies as st

if TYPE_CHECKING:
    from tests.core.units import Kind

NAMES = ("news", "sport", "x")


def labelled_documents() -> "Kind":
    """The gold and the predicted label of a document, as lists of labels."""
    from tests.core.units import Kind  # which imports this module

    def build(units):
        gold, pred = zip(*units, strict=True)
        return list(gold), list(pred)

    label = st.sampled_from(NAMES)
    return Kind(st.tuples(label, label), build, lambda unit: (unit[0], unit[0]))


def multilabelled_documents() -> "Kind":
    """The gold labels of a document and a score for each label: few values, so that they tie."""
    from tests.core.units import Kind

    def build(units):
        gold, pred = zip(*units, strict=True)
        return [set(labels) for labels in gold], [dict(zip(NAMES, scores, strict=True)) for scores in pred]

    def perfect(unit):
        return unit[0], tuple(float(name in unit[0]) for name in NAMES)

    score = st.sampled_from((-1.5, 0.0, 0.25, 0.5, 0.75, 2.0))
    labels = st.lists(st.sampled_from(NAMES), unique=True).map(tuple)
    return Kind(st.tuples(labels, st.tuples(*[score] * len(NAMES))), build, perfect)
