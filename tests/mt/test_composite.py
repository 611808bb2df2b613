"""The composite and its tiers, and the worked examples of the specification."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.base.errors import EvidenceError
from scoring.evidence.blend import Blend
from scoring.evidence.counts import Counts
from scoring.evidence.evidence import whole
from scoring.metrics.metric import NotAvailable
from scoring.mt.composite import PROFILES, Profile, composite, normalise, shares, tier
from scoring.mt.formulas import share
from scoring.mt.metrics.overall import COMPOSITE, composite_of, measure, profile_of, restore
from tests.mt.runs import entry, ready

A, B = PROFILES[Profile.A], PROFILES[Profile.B]


def test_the_worked_examples_of_the_specification():
    without_morphology = shares(Profile.A, {name: 1 for name in A if name != "morphological_accuracy"})
    assert f"{without_morphology['fst_acceptance_rate']:.3f}" == "0.294"
    assert f"{without_morphology['chrf_plus_plus']:.3f}" == "0.176"
    assert f"{without_morphology['semantic_score']:.3f}" == "0.176"
    assert f"{1 / (1 - A['morphological_accuracy']):.3f}" == "1.176"
    assert f"{1 / (1 - B['orthographic_accuracy']):.3f}" == "1.053"


def test_the_card_of_the_specification_is_no_example_of_values():
    # Its figures give .8466 by profile A, although it prints .8988.
    printed = {
        "exact_match_rate": 0.6613, "equivalent_match_rate": 0.7258, "chrf_plus_plus": 80.65,
        "fst_acceptance_rate": 1.0, "semantic_score": 0.6842, "code_switching_rate": 0.03, "hallucination_rate": 0.01,
    }  # fmt: skip
    found = composite(printed, Profile.A)
    assert f"{found:.4f}" == "0.8466"
    assert tier(found) == "deployable"


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (1.0, "fluent"), (0.85, "fluent"), (0.8499999, "deployable"), (0.7, "deployable"), (0.5, "functional"),
        (0.3, "emerging"), (0.2999, "baseline"), (0.0, "baseline"), (None, "unscored"),
    ],
)  # fmt: skip
def test_a_tier_begins_at_its_threshold(value, name):
    assert tier(value) == name


@pytest.mark.parametrize(
    ("name", "value", "normal"),
    [("chrf_plus_plus", 80.0, 0.8), ("code_switching_rate", 0.25, 0.75), ("exact_match_rate", 0.25, 0.25)],
)
def test_values_are_turned_so_that_1_is_perfect(name, value, normal):
    assert normalise(name, value) == normal


@pytest.mark.parametrize("value", [True, math.nan, -0.1, 1.1, math.inf, "0.5"])
def test_a_value_off_its_scale_is_refused(value):
    with pytest.raises(EvidenceError, match="exact_match_rate is"):
        composite({"exact_match_rate": value}, Profile.B)


def test_nothing_available_is_unscored():
    assert composite({"bleu": 50.0, "exact_match_rate": None}, Profile.B) is None


VALUES = st.fixed_dictionaries(
    {
        "exact_match_rate": st.floats(0, 1),
        "chrf_plus_plus": st.floats(0, 100),
        "hallucination_rate": st.floats(0, 1),
    }
)


@given(VALUES, st.sampled_from(sorted({*A, *B, "bleu", "invented"})), st.sampled_from(list(Profile)))
def test_a_metric_that_is_null_changes_no_composite(values, name, profile):
    assert composite({name: None} | values, profile) == composite(values, profile)


@given(VALUES, st.sampled_from(list(Profile)))
def test_a_composite_is_between_the_worst_and_the_best_of_its_parts(values, profile):
    normal = [normalise(name, value) for name, value in values.items()]
    assert min(normal) - 1e-9 <= composite(values, profile) <= max(normal) + 1e-9


def counts(*rows):
    return Counts(np.array(rows, dtype=np.float64), ("a", "b"), share, 1.0)


def test_the_evidence_is_the_composite_of_the_parts_under_any_weights():
    parts = {"exact_match_rate": counts((1, 1), (0, 1)), "code_switching_rate": counts((1, 4), (0, 4))}
    blended = composite_of(parts, Profile.B)
    weights = np.array([3.0, 1.0])
    exact, switched = 3 / 4, 3 / 16
    assert isinstance(blended, Blend)
    assert float(blended.score(weights)) == pytest.approx(
        composite({"exact_match_rate": exact, "code_switching_rate": switched}, Profile.B)
    )


def test_what_is_not_available_or_undefined_is_no_part():
    parts = {
        "exact_match_rate": counts((1, 1), (0, 1)),
        "terminology_adherence": counts((0, 0), (0, 0)),
        "semantic_score": NotAvailable("no encoder"),
    }
    assert composite_of(parts, Profile.B).names == ("exact_match_rate",)


def test_a_stored_composite_is_restored():
    made = measure(ready(entry(1, variants=["x"]), entry(2, prediction="nein"), entry(3)))
    again = restore(made.arrays())
    assert again.names == made.names
    assert whole(again) == pytest.approx(whole(made))


@pytest.mark.parametrize(("target", "profile"), [("de", "B"), ("crk", "A"), ("fi", "A"), ("xx", "B")])
def test_the_profile_is_that_of_the_card_and_not_of_what_is_installed(target, profile):
    assert profile_of(ready(entry(1), languages=("en", target))) == profile
    assert COMPOSITE.id == "composite"
