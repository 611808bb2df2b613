"""Units of the task ``spans`` for the laws: a sentence of tags on both sides, or a document with character spans."""

import random

from hypothesis import strategies as st

from scoring import spans
from scoring.spans.text import from_tags
from tests.spans import synthetic


def span_sentences():
    """A gold sentence and its prediction, malformed tags on both sides included."""
    from tests.core.units import Kind

    def build(units):
        gold, pred = zip(*units, strict=True)
        return from_tags(gold, "gold"), from_tags(pred, "pred")  # as seqeval reads them

    unit = st.integers(0, 2**32).map(sentence_pair)
    return Kind(unit, build, lambda unit: (unit[0], unit[0]))


def sentence_pair(seed: int) -> tuple[list[str], list[str]]:
    """Two taggings of a short sentence of two types, alike often enough that spans are right and wrong."""
    rng = random.Random(seed)
    gold = [synthetic.anything(rng, ("A", "B")) for _ in range(rng.randint(0, 5))]
    return gold, [tag if rng.random() < 0.7 else synthetic.anything(rng, ("A", "B")) for tag in gold]


def span_documents():
    """The gold and predicted spans of a document; the ids are its place among the others."""
    from tests.core.units import Kind

    def build(units):
        sides = zip(*units, strict=True)
        gold, pred = (
            spans.SPANS.read(
                [{"id": f"{at:03}", "spans": sorted(side)} for at, side in enumerate(found)], "docs"
            )
            for found in sides
        )
        return gold, pred

    span = st.tuples(st.integers(0, 2), st.integers(3, 5), st.sampled_from("AB"))
    unit = st.tuples(st.frozensets(span, max_size=3), st.frozensets(span, max_size=3))
    return Kind(unit, build, lambda unit: (unit[0], unit[0]))
