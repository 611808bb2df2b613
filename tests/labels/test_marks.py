"""Label sets are sparse: the figures of a dense table, in memory and time of the labels that there are."""

import json
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from scoring import labels
from scoring.evaluation.evaluate import evaluate
from scoring.evaluation.measurement import Wanted
from scoring.labels.marks import Marks
from scoring.rows.records import Identity

SHAPE = (5, 4)
TABLES = arrays(np.bool_, SHAPE)


@given(
    TABLES,
    TABLES,
    st.permutations(range(SHAPE[0])),
    st.integers(0, SHAPE[0]),
    st.permutations(range(SHAPE[1])),
)
def test_marks_are_the_table_that_they_stand_for(first, second, order, kept, columns):
    one, other = Marks.of_dense(first), Marks.of_dense(second)
    places = np.array(order[:kept], dtype=np.intp)
    assert np.array_equal(one.dense(), first)
    assert np.array_equal(one.common(other).dense(), first & second)
    assert np.array_equal(one.without(other).dense(), first & ~second)
    assert np.array_equal(one.at(places).dense(), first[places])
    assert np.array_equal(one.by_document(), first.sum(axis=1))
    assert np.array_equal(one.by_label(), first.sum(axis=0))
    assert [one.of(place) for place in range(SHAPE[0])] == [np.flatnonzero(row).tolist() for row in first]
    moved = np.zeros((SHAPE[0], SHAPE[1] + 1), dtype=np.bool_)
    moved[:, columns[1:]] = first[:, 1:]
    assert np.array_equal(one.renamed([-1, *columns[1:]], SHAPE[1] + 1).dense(), moved)


def test_marks_of_no_label_and_of_no_document_are_none():
    empty = Marks.of_dense(np.zeros((3, 0), dtype=np.bool_))
    assert (empty.by_document().tolist(), empty.by_label().tolist(), empty.of(2)) == ([0, 0, 0], [], [])
    assert empty.common(empty).dense().shape == (3, 0)
    assert Marks.of_dense(np.zeros((0, 2), dtype=np.bool_)).by_label().tolist() == [0, 0]


DOCUMENTS = 3000


def own_labels(missed=()):
    """A label of its own for each document, that of the next one for those that are missed."""
    return [[f"l{place + (place in missed)}"] for place in range(DOCUMENTS)]


@pytest.mark.slow
def test_a_label_of_its_own_for_each_document_takes_no_table_of_documents_and_labels():
    gold, missed = own_labels(), set(range(0, DOCUMENTS, 2))
    tracemalloc.start()
    try:
        done = evaluate(
            "multilabel", gold, own_labels(missed), ref_pred=gold, identity=Identity("c", "de", "d"),
            metrics=["Micro F1", "Macro F1"], wanted=Wanted(),
        )  # fmt: skip
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 40_000_000  # bytes; a table of what each document has of each label, by kind, takes 216 MB
    micro, macro = done.rows
    assert (micro.score, micro.why.lost, len(micro.why.parts)) == (50.0, 1500, 100)
    # A missed document's own label is never predicted: F1 0; the next one's is, twice, once right: F1 2/3.
    assert macro.score == pytest.approx(100 / 3)
    assert macro.why.lost == 1500


def test_documents_of_several_labels_are_said_as_before():
    found = labels.MULTILABEL.align(
        labels.MULTILABEL.read([["b", "a"], []], "gold"), labels.MULTILABEL.read([["a"], ["c"]], "pred")
    )
    said = [labels.MULTILABEL.describe(found, unit) for unit in range(2)]
    assert said == [
        {"id": "1", "gold": ["a", "b"], "predicted": ["a"]},
        {"id": "2", "gold": [], "predicted": ["c"]},
    ]
    assert labels.MULTILABEL.labels(found) == ["a", "b", "c"]
    assert json.dumps(said)
