"""The written rule and the verdict: every combination against a second, plain transcription of the gate's rules."""

import math
from dataclasses import dataclass, replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.judging.rule import Judgement, Measured, Paired, Policy, Reference, judge, loss, within_noise
from scoring.metrics.metric import Better
from scoring.statistics.intervals import Interval

NAN, INF = math.nan, math.inf


# --- within_noise


@pytest.mark.parametrize(
    ("score", "ours", "reference", "theirs", "answer"),
    [
        pytest.param(88.0, (87.0, 89.0), 90.0, (89.0, 91.0), True, id="the intervals touch, ours below"),
        pytest.param(88.0, (87.0, 89.0), 86.0, (85.0, 87.0), True, id="the intervals touch, ours above"),
        pytest.param(88.0, (87.0, 89.0), 90.0, (89.000001, 91.0), False, id="a gap between the intervals"),
        pytest.param(88.0, (87.0, 89.0), 88.0, (80.0, 96.0), True, id="their interval holds ours"),
        pytest.param(88.0, (80.0, 96.0), 88.0, (87.0, 89.0), True, id="our interval holds theirs"),
        pytest.param(88.0, (87.9, 88.1), 88.4, (88.2, 88.6), False, id="no slack where both have an interval"),
        pytest.param(88.0, (86.0, 90.0), 90.0, None, True, id="published at the end of our interval"),
        pytest.param(88.0, (86.0, 90.0), 86.0, None, True, id="published at the lower end"),
        pytest.param(88.0, (86.0, 90.0), 90.000001, None, False, id="published beyond our interval"),
        pytest.param(88.0, (87.9, 88.1), 88.5, None, True, id="exactly half a point below it"),
        pytest.param(88.0, (87.9, 88.1), 87.5, None, True, id="exactly half a point above it"),
        pytest.param(88.0, (87.9, 88.1), 88.5000000001, None, True, id="half a point after rounding to 9 decimals"),
        pytest.param(88.0, (87.9, 88.1), 88.500000001, None, False, id="a billionth more than half a point"),
        pytest.param(88.3, (88.3, 88.3), 88.8, None, True, id="88.8 - 88.3 is above 0.5 in the last bit"),
        pytest.param(88.0, None, 88.5, None, True, id="a bare number goes by slack"),
        pytest.param(88.0, None, 88.6, None, False, id="a bare number out of slack"),
        pytest.param(88.0, None, 88.5, (88.4, 88.6), True, id="a bare number against an interval goes by slack"),
        pytest.param(88.0, (87.0, 89.0), 89.1 + 2e-10, (89.0000000004, 90.0), True, id="touching after rounding"),
    ],
)  # fmt: skip
def test_within_noise_is_the_specifications_rule(score, ours, reference, theirs, answer):
    assert within_noise(score, ours, reference, theirs) is answer
    intervals = [Interval(*ends) if ends else None for ends in (ours, theirs)]
    assert within_noise(score, intervals[0], reference, intervals[1]) is answer


def test_the_slack_can_be_given():
    assert within_noise(1.0, (0.99, 1.01), 1.03, slack=0.03)
    assert not within_noise(1.0, (0.99, 1.01), 1.03, slack=0.0)


@pytest.mark.parametrize("bad", [NAN, INF, -INF])
@pytest.mark.parametrize("place", range(7))
def test_what_is_not_finite_is_never_within_noise(bad, place):
    figures = [88.0, 87.0, 89.0, 88.0, 87.0, 89.0, 0.5]
    assert within_noise(88.0, (87.0, 89.0), 88.0, (87.0, 89.0), 0.5)
    figures[place] = bad
    score, low, high, reference, their_low, their_high, slack = figures
    assert not within_noise(score, (low, high), reference, (their_low, their_high), slack)


@given(*[st.floats(0, 100)] * 4)
def test_overlap_does_not_ask_who_is_the_reference(a, b, c, d):
    ours, theirs = tuple(sorted((a, b))), tuple(sorted((c, d)))
    assert within_noise(a, ours, c, theirs) == within_noise(c, theirs, a, ours)


@given(st.floats(0, 100), st.floats(0, 100), st.floats(0, 5), st.floats(0, 5))
def test_more_slack_never_leaves_the_noise(score, reference, slack, more):
    inside = within_noise(score, (score, score), reference, None, slack)
    assert not inside or within_noise(score, (score, score), reference, None, slack + more)


# --- judge, against the gate's rules written down once more


@dataclass(frozen=True)
class Case:
    """One combination of everything a verdict hangs on; the score is always 88."""

    reference: str = "measured"  # none, nan, published, measured, here
    score: float = 88.0
    position: float = 88.3  # of the reference
    units: int = 200
    resamples: int = 1000
    undefined: float = 0.0
    ours: str = "spread"  # spread, flat, none
    theirs_flat: bool = False
    origin: str = "same"  # same, gold, unknown, signature, units, fault
    paired: str = "none"
    better: Better | float = Better.HIGHER
    floor: str = "none"  # none, at, beyond
    slack: float = 0.5
    min_effect: float = 0.0
    bare: bool = False
    pair: bool = True
    alpha: float = 0.05


# What a paired comparison found: gain, its interval, adjusted p of a loss and of a gain, identical.
PAIRED = {
    "identical": (0.0, (0.0, 0.0), 1.0, 1.0, True),
    "loss": (-0.3, (-0.5, -0.1), 0.01, 0.99, False),
    "loss, p at alpha": (-0.3, (-0.5, -0.1), 0.05, 0.99, False),
    "loss, interval touches 0": (-0.3, (-0.6, 0.0), 0.01, 0.99, False),
    "neither": (-0.1, (-0.4, 0.3), 0.3, 0.8, False),
    "gain": (0.3, (0.1, 0.5), 0.99, 0.01, False),
    "gain, p at alpha": (0.3, (0.1, 0.5), 0.99, 0.05, False),
    "gain, interval touches 0": (0.3, (0.0, 0.6), 0.99, 0.01, False),
}
OURS = {"spread": (87.9, 88.1), "flat": (88.0, 88.0), "none": None}
TARGET = 92.0
FLOORS = {  # for a score of 88, by direction
    ("beyond", Better.HIGHER): 88.2, ("beyond", Better.LOWER): 87.8, ("beyond", TARGET): 88.2,
    ("at", Better.HIGHER): 88.0, ("at", Better.LOWER): 88.0, ("at", TARGET): 88.0,
}  # fmt: skip


def their_interval(case):
    """None for a published number."""
    if case.reference == "published":
        return None
    half = 0.0 if case.theirs_flat else 0.8
    return case.position - half, case.position + half


def measured(case) -> Measured:
    ends = None if case.bare else OURS[case.ours]
    return Measured(
        score=case.score, interval=Interval(*ends) if ends else None, units=0 if case.bare else case.units,
        resamples=0 if case.bare else case.resamples, undefined_share=case.undefined, gold_sha256="a" * 64,
        signature="ud.las.f1|v1", bare=case.bare,
    )  # fmt: skip


def reference(case) -> Reference | None:
    if case.reference == "none":
        return None
    ends = their_interval(case)
    return Reference(
        score=NAN if case.reference == "nan" else case.position,
        interval=Interval(*ends) if ends else None,
        units=199 if case.origin == "units" else None if case.origin == "unknown" else case.units,
        gold_sha256={"gold": "b" * 64, "unknown": None}.get(case.origin, "a" * 64),
        signature={"signature": "ud.las.f1|v0", "unknown": None}.get(case.origin, "ud.las.f1|v1"),
        measured_here=case.reference == "here",
        fault="the stored units are damaged" if case.origin == "fault" else None,
    )


def comparison(case) -> Paired | None:
    if case.paired == "none":
        return None
    gain, ends, p_loss, p_gain, identical = PAIRED[case.paired]
    return Paired(gain=gain, interval=Interval(*ends), p_loss=p_loss, p_gain=p_gain, identical=identical)


def verdict_of(case) -> Judgement:
    floor = FLOORS.get((case.floor, case.better))
    policy = Policy(
        slack=case.slack, min_effect=case.min_effect, floor=floor, alpha=case.alpha, pair=case.pair
    )
    return judge(measured(case), reference(case), case.better, comparison(case), policy)


def is_flat(case) -> bool:
    """Zero width on either side, one unit, or more than 2.5 % of the draws undefined."""
    no_width = case.ours != "spread" or (case.theirs_flat and case.reference != "published")
    return not case.bare and (no_width or case.units == 1 or case.undefined > 0.025)


def is_inside(case, rule) -> bool:
    """The rule that decides, for a score of 88: overlap of two intervals, or a published number."""
    ours = None if case.bare else OURS[case.ours]
    if rule == "overlap":
        theirs = their_interval(case)
        return ours[0] <= round(theirs[1], 9) and round(theirs[0], 9) <= ours[1]
    return (ours is not None and ours[0] <= case.position <= ours[1]) or abs(88 - case.position) <= case.slack


def expected(case) -> tuple[str, str | None]:  # noqa: PLR0911 - the gate's rules, in their order
    """Verdict and rule, as the page on the gate has them."""
    if case.reference == "none":
        return (
            ("worse", "min") if case.floor == "beyond" and not math.isnan(case.score) else ("missing", None)
        )
    if math.isnan(case.score) or case.reference == "nan":
        return "error", None
    if not case.bare and (case.units == 0 or case.resamples < 100):
        return "error", None
    differs = case.origin in ("gold", "signature", "fault") or (case.origin == "units" and not case.bare)
    if case.reference != "here" and differs:
        return "stale", None
    if case.floor == "beyond":
        return "worse", "min"
    flat = is_flat(case)
    gained = False
    few = not case.bare and (case.units == 1 or case.undefined > 0.025)
    if case.paired != "none" and case.pair and not few:
        gain, (low, high), p_loss, p_gain, identical = PAIRED[case.paired]
        if high < 0 and p_loss < case.alpha and abs(gain) >= case.min_effect:
            return "worse", "paired"
        if identical and not flat:
            return "within", "identical"
        gained = low > 0 and p_gain < case.alpha and not flat
    rule = "published" if case.reference == "published" or flat or case.bare else "overlap"
    if is_inside(case, rule):
        return ("better", "paired") if gained else ("within", rule)
    lost = {Better.HIGHER: case.position > 88, Better.LOWER: case.position < 88, TARGET: case.position > 88}
    return (
        "worse" if lost[case.better] else "better"
    ), rule  # all positions tried lie below the target of 92


def combinations(**choices):
    return (Case(**dict(zip(choices, values, strict=True))) for values in product(*choices.values()))


DIRECTIONS = (Better.HIGHER, Better.LOWER, TARGET)
REFUSALS = {
    "reference": ("none", "nan", "published", "measured", "here"),
    "score": (88.0, NAN), "units": (0, 1, 2), "resamples": (99, 100), "paired": ("none", "identical", "loss"),
    "origin": ("same", "gold", "unknown", "signature", "units", "fault"), "floor": ("none", "beyond"),
    "bare": (False, True),
}  # fmt: skip
COMPARISONS = {
    "reference": ("published", "measured", "here"), "position": (88.3, 88.9, 80.0, 91.0), "units": (1, 2),
    "ours": ("spread", "flat", "none"), "theirs_flat": (False, True), "paired": ("none", *PAIRED),
    "better": DIRECTIONS, "floor": ("none", "at", "beyond"), "slack": (0.0, 0.5), "bare": (False, True),
    "pair": (True, False),
}  # fmt: skip
THRESHOLDS = {
    "undefined": (0.0, 0.025, 0.0250001), "min_effect": (0.0, 0.3, 0.31), "alpha": (0.05, 0.01, 0.005),
    "paired": ("none", *PAIRED), "better": DIRECTIONS, "position": (88.3, 80.0), "reference": ("measured", "here"),
}  # fmt: skip


@pytest.mark.parametrize(
    "choices", [REFUSALS, COMPARISONS, THRESHOLDS], ids=["refusals", "comparisons", "thresholds"]
)
def test_every_combination_has_the_verdict_of_the_gates_page(choices):
    seen = set()
    for case in combinations(**choices):
        judgement = verdict_of(case)
        found = (judgement.verdict.value, judgement.rule.value if judgement.rule else None)
        assert found == expected(case), case
        seen.add(found)
    assert len(seen) > 3


def test_the_combinations_reach_every_verdict_and_rule():
    found = {expected(case) for choices in (REFUSALS, COMPARISONS) for case in combinations(**choices)}
    assert found == {
        ("missing", None), ("error", None), ("stale", None), ("worse", "min"), ("within", "identical"),
        ("worse", "paired"), ("better", "paired"), ("within", "published"), ("within", "overlap"),
        ("worse", "published"), ("worse", "overlap"), ("better", "published"), ("better", "overlap"),
    }  # fmt: skip


def test_every_row_with_a_reference_has_the_specifications_own_answer():
    for case in combinations(**REFUSALS):
        theirs = reference(case)
        answer = verdict_of(case).within_noise
        if theirs is None:
            assert answer is None
        else:
            assert answer is within_noise(
                case.score, measured(case).interval, theirs.score, theirs.interval
            ), case


def test_only_judged_rows_carry_the_flags_of_a_flat_interval():
    for case in combinations(**COMPARISONS):
        judgement = verdict_of(case)
        assert bool(judgement.flags) == is_flat(case), case


@pytest.mark.parametrize(
    ("case", "flags"),
    [
        (Case(units=1), ("one_unit",)),
        (Case(ours="flat"), ("zero_width",)),
        (Case(theirs_flat=True), ("zero_width",)),
        (Case(undefined=0.03), ("sparse",)),
        (Case(units=1, ours="flat", undefined=0.03), ("one_unit", "zero_width", "sparse")),
        (Case(units=1, bare=True), ()),
    ],
)
def test_a_flag_says_why_an_interval_is_too_flat(case, flags):
    assert verdict_of(case).flags == flags


# --- hand-made cases, each a sentence of the page


def test_a_significant_paired_loss_is_worse_though_the_intervals_overlap():
    judgement = verdict_of(Case(paired="loss"))
    assert (judgement.verdict, judgement.rule, judgement.within_noise) == ("worse", "paired", True)


def test_a_paired_gain_within_the_noise_is_better_by_the_paired_rule():
    judgement = verdict_of(Case(paired="gain"))
    assert (judgement.verdict, judgement.rule, judgement.within_noise) == ("better", "paired", True)


def test_a_paired_gain_outside_the_noise_is_better_by_the_overlap_rule():
    assert verdict_of(Case(paired="gain", position=80.0)).rule == "overlap"


def test_a_loss_smaller_than_the_smallest_effect_is_within():
    assert verdict_of(Case(paired="loss", min_effect=0.31)).verdict == "within"
    assert verdict_of(Case(paired="loss", min_effect=0.3)).verdict == "worse"


def test_a_paired_loss_beside_a_flat_interval_is_worse_and_keeps_the_flag():
    for flat in (Case(paired="loss", theirs_flat=True), Case(paired="loss", ours="flat")):
        judgement = verdict_of(flat)
        assert (judgement.verdict, judgement.rule, judgement.flags) == ("worse", "paired", ("zero_width",))


def test_beside_a_flat_interval_the_pairs_add_failures_and_excuse_none():
    for paired in ("none", "gain", "identical"):
        inside, outside = (Case(paired=paired, theirs_flat=True, position=one) for one in (88.3, 88.9))
        assert [(verdict_of(one).verdict, verdict_of(one).rule) for one in (inside, outside)] == [
            ("within", "published"), ("worse", "published"),
        ]  # fmt: skip


def test_one_unit_is_never_judged_in_pairs():
    assert verdict_of(Case(paired="loss", units=1)).rule == "published"


def test_a_reference_of_other_gold_is_stale_and_says_both_fingerprints():
    reason = verdict_of(Case(origin="gold")).reason
    assert "bbbbbbbbbbbb" in reason
    assert "aaaaaaaaaaaa" in reason


def test_a_stale_reference_says_both_numbers_of_units_or_both_signatures():
    assert "199" in verdict_of(Case(origin="units")).reason
    assert "200" in verdict_of(Case(origin="units")).reason
    assert "ud.las.f1|v0" in verdict_of(Case(origin="signature")).reason
    assert "ud.las.f1|v1" in verdict_of(Case(origin="signature")).reason


def test_a_system_measured_here_is_never_stale():
    for origin in ("gold", "signature", "units", "fault"):
        assert verdict_of(Case(reference="here", origin=origin)).verdict == "within"


def test_an_error_says_what_is_not_finite():
    assert "the score" in verdict_of(Case(score=NAN)).reason
    assert "the reference" in verdict_of(Case(reference="nan")).reason


def test_an_interval_that_is_not_finite_is_an_error():
    bad = replace(measured(Case()), interval=Interval(-INF, INF))
    assert judge(bad, reference(Case()), Better.HIGHER).verdict == "error"


def test_a_slack_that_is_not_finite_passes_nothing():
    for slack in (NAN, INF):
        judgement = judge(measured(Case()), reference(Case(reference="published")), Better.HIGHER, None,
                          Policy(slack=slack))  # fmt: skip
        assert judgement.verdict != "within"


def test_without_a_policy_the_products_defaults_hold():
    assert (
        judge(measured(Case()), reference(Case()), Better.HIGHER, comparison(Case(paired="loss"))).rule
        == "paired"
    )


@pytest.mark.parametrize(
    ("better", "worse", "fine"),
    [(Better.HIGHER, 1.0, 2.0), (Better.LOWER, 2.0, 1.0), (1.0, 0.8, 1.1), (1.0, 1.2, 0.9)],
)
def test_loss_is_more_where_the_score_is_worse(better, worse, fine):
    assert loss(worse, better) > loss(fine, better)


def test_scores_equally_far_from_the_target_are_not_told_apart_by_the_last_bit():
    # 1.1 - 1.0 is above 1.0 - 0.9 in binary
    ours = Measured(score=1.1, interval=Interval(1.09, 1.11), units=200, resamples=1000)
    theirs = Reference(score=0.9, interval=Interval(0.89, 0.91))
    one = judge(ours, theirs, 1.0, None, Policy(slack=0.0))
    other = judge(replace(ours, score=0.9, interval=theirs.interval), Reference(score=1.1, interval=ours.interval),
                  1.0, None, Policy(slack=0.0))  # fmt: skip
    assert one == other


def test_as_far_from_an_ideal_value_on_its_other_side_is_no_gain():
    ours = Measured(score=1.25, interval=Interval(1.24, 1.26), units=200, resamples=1000)
    opponent = Reference(score=0.75, interval=Interval(0.74, 0.76))
    assert judge(ours, opponent, 1.0, None, Policy(slack=0.0)).verdict == "worse"
