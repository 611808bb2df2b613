"""ROC-AUC by the definition: over all pairs, ties half, each document as often as it weighs."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import labels
from scoring.base.errors import EvidenceError
from scoring.evidence.evidence import whole
from scoring.labels.ranks import Ranks, area


def pairwise(values, truth, weights):
    """The share of pairs in which the positive is above, ties half; NaN without pairs."""
    above = (values[:, None] > values) + 0.5 * (values[:, None] == values)
    pairs = np.outer(weights * truth, weights * ~truth)
    return 100.0 * (above * pairs).sum() / pairs.sum() if pairs.sum() else np.nan


def ranks(values, gold):
    values = np.array(values, dtype=np.float64)
    return Ranks(values, np.array(gold, dtype=np.bool_), tuple(map(str, range(values.shape[1]))))


@st.composite
def one_label(draw):
    size = draw(st.integers(1, 12))
    values = draw(
        st.lists(
            st.sampled_from((-1e9, -1.0, 0.1, 0.2, 0.30000000000000004, 0.3)), min_size=size, max_size=size
        )
    )
    truth = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    weights = draw(st.lists(st.sampled_from((0.0, 1.0, 2.0, 0.5)), min_size=size, max_size=size))
    return np.array(values), np.array(truth), np.array(weights)


@given(one_label())
def test_the_sorted_form_counts_all_pairs(case):
    values, truth, weights = case
    found = ranks(values[:, None], truth[:, None])
    assert found.score(weights) == pytest.approx(pairwise(values, truth, weights), abs=1e-9, nan_ok=True)
    points = area(values, truth)
    assert (np.nan if points is None else points) == pytest.approx(whole(found), abs=0, nan_ok=True)


def test_ties_count_half_by_hand():
    # positives .8 and .4, negatives .8, .4, .1: .8 against them .5 + 1 + 1, .4 against them 0 + .5 + 1
    found = labels.roc_auc([0.8, 0.8, 0.4, 0.4, 0.1], [1, 0, 1, 0, 0])
    assert found.by_label == {0: pytest.approx(100 * 4 / 6)}


def test_half_pairs_are_counted_exactly():
    # 3 pairs of 7 tie: 1.5/7 must be the nearest double to that share.
    assert (
        area(np.array([0.1 + 0.2, *[0.3] * 4, *[0.1 + 0.2] * 3]), np.array([False] + [True] * 7))
        == 100 * 1.5 / 7
    )


def test_the_mean_is_over_labels_with_both_classes():
    found = labels.roc_auc(
        [[0.9, 0.5, 0.1], [0.1, 0.5, 0.2], [0.8, 0.5, 0.3]], [[1, 1, 0], [0, 1, 0], [0, 1, 0]]
    )
    assert found.by_label == {0: 100.0, 1: None, 2: None}
    assert found.mean == 100.0
    assert found.one_class == (1, 2)


def test_nothing_defined_is_undefined_without_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert labels.roc_auc([[0.9, 0.1]], [[1, 0]]).mean is None
        assert np.isnan(whole(ranks([[0.9, 0.1]], [[1, 0]])))


def test_a_label_that_a_draw_leaves_with_one_class_is_left_out_of_its_mean():
    # label 0: d1 above d2, d3; label 1: d3 below d1, d2
    found = ranks([[0.9, 0.6], [0.1, 0.5], [0.2, 0.4]], [[1, 0], [0, 0], [0, 1]])
    assert whole(found) == pytest.approx((100 + 0) / 2)
    without_third, without_both = np.array([1.0, 2.0, 0.0]), np.array([0.0, 3.0, 0.0])
    assert found.score(without_third) == 100.0  # label 1 has no positive there
    assert np.isnan(found.score(without_both))


def test_documents_of_pairs_in_the_wrong_order_or_tied_are_in_error():
    found = ranks([[0.9], [0.5], [0.5], [0.1]], [[1], [1], [0], [0]])
    assert found.in_error().tolist() == [False, True, True, False]


def test_one_label_of_several():
    found = ranks([[0.9, 0.1], [0.1, 0.9]], [[1, 1], [0, 0]])
    assert whole(found) == 50.0
    assert whole(found.of_label("0")) == 100.0
    assert whole(Ranks.restored(found.of_label("1").arrays())) == 0.0
    assert np.isnan(whole(found.of_label("absent")))


def test_ranks_of_other_labels_are_not_joined():
    one, two = ranks([[0.9]], [[1]]), Ranks(np.ones((1, 1)), np.ones((1, 1), dtype=np.bool_), ("b",))
    with pytest.raises(EvidenceError, match="labels 0 with b"):
        one.joined([two])


def test_ranks_of_the_wrong_shape_are_refused():
    with pytest.raises(EvidenceError, match=r"2 labels have scores \(1, 1\) and gold \(1, 1\)"):
        Ranks(np.ones((1, 1)), np.ones((1, 1), dtype=np.bool_), ("a", "b"))


def test_stored_ranks_that_lack_an_array_are_refused():
    with pytest.raises(EvidenceError, match="hold \\['gold'\\], but gold, labels and scores are needed"):
        Ranks.restored({"gold": np.ones((1, 1))})


def test_a_label_of_one_class_is_flagged():
    gold = np.array([[True, True], [False, True]])
    ranks = Ranks(np.array([[0.9, 0.2], [0.1, 0.3]]), gold, ("both", "one"))
    assert (ranks.flags, float(ranks.score(np.ones(2)))) == (("one_class",), 100.0)
    assert ranks.of_label("both").flags == ()
