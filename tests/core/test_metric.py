"""A metric of counts, and scores turned so that more is better."""

import numpy as np
import pytest

from scoring.base.errors import EvidenceError
from scoring.evidence.evidence import whole
from scoring.metrics.metric import Better, oriented
from tests.core.helpers import METRIC

PAIR = ([["a", "b"], ["c"]], [["a", "x"], ["c"]])  # 2 of 3 words


def test_a_counted_metric_measures_its_table():
    evidence = METRIC["accuracy"].measure(PAIR)
    assert evidence.table.tolist() == [[1, 2], [1, 1]]
    assert whole(evidence) == pytest.approx(100 * 2 / 3)
    assert evidence.in_error().tolist() == [True, False]


def test_a_counted_metric_is_restored_from_its_arrays():
    evidence = METRIC["accuracy"].restore({"counts": np.array([[1, 2], [1, 1]], dtype=np.int16)})
    assert evidence.table.dtype == np.float64
    assert whole(evidence) == pytest.approx(100 * 2 / 3)


def test_arrays_of_another_metric_are_refused_by_name():
    with pytest.raises(EvidenceError, match=r"Accuracy hold \['readings'\], but 'counts' is needed"):
        METRIC["accuracy"].restore({"readings": np.zeros((2, 1))})
    with pytest.raises(EvidenceError, match="correct, gold"):
        METRIC["accuracy"].restore({"counts": np.zeros((2, 3))})


def test_a_metric_cannot_be_changed():
    with pytest.raises(AttributeError):
        METRIC["accuracy"].label = "Other"


@pytest.mark.parametrize(
    ("better", "turned"),
    [(Better.HIGHER, [0.5, 1.0, 1.5]), (Better.LOWER, [-0.5, -1.0, -1.5]), (1.0, [-0.5, 0.0, -0.5])],
)
def test_turned_scores_are_more_where_they_are_better(better, turned):
    scores = np.array([0.5, 1.0, 1.5])
    assert oriented(scores, better).tolist() == turned
    assert scores.tolist() == [0.5, 1.0, 1.5]


def test_an_undefined_score_stays_undefined_whichever_way_it_is_turned():
    for better in (Better.HIGHER, Better.LOWER, 1.0):
        assert np.isnan(oriented(np.array([np.nan]), better)).all()
