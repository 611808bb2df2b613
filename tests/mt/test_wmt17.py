"""Paired differences of real systems agree with the recorded ones within what resampling itself varies.

The record is sacrebleu 2.6.0's, of another generator's draws: ends of intervals are compared with the standard error
that a percentile of 1,000 draws has.
"""

import json

import pytest

from scoring import mt
from scoring.card import compare_runs
from scoring.mt.texts import from_texts
from scoring.statistics.intervals import difference
from tests.shared import SHARED, needs_shared, onenlp_data, shared_file

PAIRED = "paired_delta_chrf++_vs_baseline"
NOISE = 0.085  # standard deviations of a percentile of 1,000 draws (statistics of the normal distribution)

pytestmark = [needs_shared, pytest.mark.slow]


def record():
    return json.loads(shared_file("cases/mt/wmt17_ende.json").read_text("utf-8"))


def lines(name):
    return (onenlp_data() / "mt" / "wmt17" / name).read_text("utf-8").removesuffix("\n").split("\n")


def systems():
    return sorted(record()[PAIRED]) if SHARED.is_dir() else []


@pytest.mark.parametrize("name", systems())
def test_a_difference_of_two_systems_is_the_recorded_one(name):
    stored = record()
    baseline, expected = stored["meta"]["baseline_for_significance"], stored[PAIRED][name]
    references = [[text] for text in lines("ref.de")]
    ours, theirs = (mt.chrf(lines(f"{one}.txt"), references).evidence for one in (name, baseline))
    found = difference(ours, theirs)
    assert found.value == pytest.approx(expected["delta"], abs=1e-9)
    width = expected["ci"][1] - expected["ci"][0]
    margin = 5 * NOISE * width / 2 / 1.96 * 2**0.5 + 1e-9  # both sides are drawn
    assert (found.interval.low, found.interval.high) == pytest.approx(expected["ci"], abs=margin)


def test_runs_of_two_systems_are_compared_as_their_texts_are():
    stored = record()
    names = (systems()[-1], stored["meta"]["baseline_for_significance"])
    folder = onenlp_data() / "mt" / "wmt17"
    runs = [
        from_texts(references=[folder / "ref.de"], predictions=folder / f"{name}.txt", source_language="en",
                   target_language="de") for name in names
    ]  # fmt: skip
    found = compare_runs(*runs)
    assert found.metrics["chrf_plus_plus"].difference == pytest.approx(
        stored[PAIRED][names[0]]["delta"], abs=1e-6
    )
    assert found.metrics["chrf_plus_plus"].significant
    assert found.metrics["chrf_plus_plus"].better == "first"
    for name in ("bleu", "ter"):
        assert found.metrics[name].first == pytest.approx(stored["corpus"][names[0]][name], abs=1e-6)
