"""What holds of every catalogued metric: its score under weights is the score of what the weights stand for."""

import pickle
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st

from scoring.evidence.evidence import whole
from scoring.metrics import catalog
from scoring.metrics.metric import NotAvailable
from scoring.rows.units import StoredUnits, UnitSet, dumps, loads
from tests.core.outside import GEOMETRIC
from tests.core.units import KINDS

# It has a figure in runs of hundreds of entries alone: tests/mt/test_fabricated.py holds it to laws of its own.
NEEDS_MANY = {"hallucination_rate"}
CATALOGUED = [
    (task, metric)
    for task in catalog.task_names()
    for metric in catalog.metrics(task)
    if metric not in NEEDS_MANY
]
CASES = [*CATALOGUED, ("ud", GEOMETRIC)]  # one whose evidence is of no kind that the product has


def named(case):
    return getattr(case, "id", case)


laws = pytest.mark.parametrize(("task", "metric"), CASES, ids=named)
catalogued = pytest.mark.parametrize(("task", "metric"), CATALOGUED, ids=named)
EXAMPLES = settings(max_examples=20)
MORE = settings(max_examples=50)


# A table of scores has no gold, and its gates declare its metrics: tests/scores holds it to laws of its own.
WITH_GOLD = sorted(name for name in catalog.task_names() if catalog.task(name).has_gold)


def test_every_catalogued_task_has_units_for_the_laws():
    assert set(KINDS) == set(WITH_GOLD), "add the task's units to tests/core/units.py"


def aligned(task, units):
    """Both sides built, read and aligned anew."""
    kind = catalog.task(task)
    drawn = KINDS[task]()
    gold, pred = drawn.build(units)
    return kind.align(kind.read(gold, "gold"), kind.read(pred, "pred"), **drawn.options)


def metric_of(task, metric):
    """A metric, given or by id."""
    return catalog.metrics(task)[metric] if isinstance(metric, str) else metric


def measured(task, metric, units):
    """The evidence of a metric, given or by id, on units built anew."""
    evidence = metric_of(task, metric).measure(aligned(task, units))
    if isinstance(evidence, NotAvailable):
        reject()  # so for all examples it is an error of hypothesis's own
    return evidence


def learnt(task, metric):
    """Whether what the metric counts in a unit hangs on the other units of the run, and so on which there are."""
    return metric in getattr(catalog.task(task), "learnt", ())


# Between two readings numpy's linear quantile depends on how many there are, and so on the sum of the weights.
# Smoothed BLEU gives an order without a match a share that depends on how many matches there could be.
COUNTED = {"median_latency_seconds", "p95_latency_seconds", "bleu"}


def drawn(data, task, most=4):
    return data.draw(st.lists(KINDS[task]().unit, min_size=1, max_size=most))


def weights_for(data, units):
    weights = data.draw(st.lists(st.integers(0, 3), min_size=len(units), max_size=len(units)).filter(any))
    return np.array(weights, dtype=np.float64)


def same(score):
    """Equal but for the last bits; undefined where the other is undefined."""
    return pytest.approx(np.asarray(score), rel=1e-9, abs=1e-9, nan_ok=True)


def repeated(units, weights):
    return [unit for unit, weight in zip(units, weights, strict=True) for _ in range(int(weight))]


@laws
@given(data=st.data())
@MORE
def test_an_integer_weight_equals_repeating_the_unit(task, metric, data):
    units = drawn(data, task)
    weights = weights_for(data, units) + learnt(task, metric)  # without a unit other things would be learnt
    weighted = measured(task, metric, units).score(weights)
    assert weighted == same(whole(measured(task, metric, repeated(units, weights))))


@laws
@given(data=st.data(), factor=st.sampled_from((0.125, 0.3, 2.0, 7.0, 1000.0)))
@EXAMPLES
def test_only_the_ratio_of_the_weights_counts(task, metric, data, factor):
    if metric in COUNTED:
        factor = 1.0
    units = drawn(data, task)
    weights = weights_for(data, units) + data.draw(st.sampled_from((0.0, 0.25)))
    evidence = measured(task, metric, units)
    assert evidence.score(factor * weights) == same(evidence.score(weights))


@laws
@given(data=st.data())
@EXAMPLES
def test_many_weights_at_once_give_the_scores_that_each_gives_alone(task, metric, data):
    units = drawn(data, task)
    block = np.stack([weights_for(data, units) for _ in range(3)])
    evidence = measured(task, metric, units)
    assert evidence.score(block) == same([evidence.score(row) for row in block])
    assert evidence.score(block[:, None]).shape == (3, 1)


@laws
@given(data=st.data())
@EXAMPLES
def test_evidence_restored_from_its_file_scores_the_same(task, metric, data):
    units = drawn(data, task)
    weights = weights_for(data, units)
    chosen = metric_of(task, metric)
    evidence = measured(task, metric, units)
    stored = StoredUnits()
    stored.record(UnitSet("g", (), {chosen.label: evidence.arrays()}))
    restored = chosen.restore(loads(dumps(stored), "refs.units/0.npz").arrays[chosen.label])
    assert restored.units == evidence.units == len(units)
    assert restored.score(weights) == same(evidence.score(weights))
    assert restored.in_error().tolist() == evidence.in_error().tolist()


@laws
@given(data=st.data())
@EXAMPLES
def test_joined_evidence_is_that_of_the_whole(task, metric, data):
    if learnt(task, metric):
        return  # not to be had from shards: ``measure`` says so
    units = drawn(data, task, most=6)
    cuts = sorted({0, len(units), *data.draw(st.lists(st.integers(0, len(units)), max_size=2))})
    parts = [measured(task, metric, units[start:end]) for start, end in pairwise(cuts)]
    joined, together = parts[0].joined(parts[1:]), measured(task, metric, units)
    weights = weights_for(data, units)
    assert joined.units == together.units
    assert joined.score(weights) == same(together.score(weights))
    assert joined.in_error().tolist() == together.in_error().tolist()


@laws
@given(data=st.data())
@EXAMPLES
def test_a_prediction_without_error_scores_perfect_where_there_is_anything_to_score(task, metric, data):
    kind, chosen = KINDS[task](), metric_of(task, metric)
    evidence = measured(task, metric, [kind.perfect(unit) for unit in drawn(data, task)])
    score = whole(evidence)
    assert chosen.perfect is None or np.isnan(score) or score == pytest.approx(chosen.perfect)
    assert chosen.perfect is None or not evidence.in_error().any()


@laws
@given(data=st.data())
@EXAMPLES
def test_no_argument_is_edited(task, metric, data):
    """Weights that cannot be edited score; what is measured does not hang on what was measured or scored before."""
    units = drawn(data, task)
    weights = weights_for(data, units)
    weights.flags.writeable = False
    both = aligned(task, units)
    before = [one.measure(both) for one in catalog.metrics(task).values()]
    evidence = metric_of(task, metric).measure(both)
    assume(not isinstance(evidence, NotAvailable))
    score = evidence.score(weights)
    fresh = measured(task, metric, units)
    for name, array in fresh.arrays().items():
        assert np.array_equal(evidence.arrays()[name], array)
    assert evidence.score(weights) == same(score)
    assert len(before) == len(catalog.metrics(task))


@laws
@given(data=st.data())
@settings(max_examples=3)
def test_evidence_can_be_sent_to_another_process(task, metric, data):
    units = drawn(data, task)
    evidence = measured(task, metric, units)
    sent = pickle.loads(pickle.dumps(evidence))  # noqa: S301 - what was dumped in this line
    assert whole(sent) == same(whole(evidence))


@pytest.mark.parametrize("task", WITH_GOLD)
@given(data=st.data())
@EXAMPLES
def test_units_ids_and_fingerprints_are_of_one_number_and_go_by_unit(task, data):
    units = drawn(data, task)
    weights = weights_for(data, units)
    kind = catalog.task(task)
    pairs = aligned(task, units)
    digests = list(kind.unit_digests(pairs))
    assert len(digests) == len(set(kind.unit_ids(pairs))) == len(units)
    again = aligned(task, repeated(units, weights))
    assert list(kind.unit_digests(again)) == repeated(digests, weights)


WORD = "1\t{0}\t{0}\tNOUN\t_\t_\t0\troot\t_\t_\n\n"
UD_UNITS = [(WORD.format("a"), WORD.format("a")), (WORD.format("b"), WORD.format("b").replace("root", "dep"))]


def test_the_first_law_notices_a_metric_that_counts_a_unit_for_its_neighbour():
    units = UD_UNITS
    las = catalog.metrics("ud")["las"]

    def shifted(pairs):
        evidence = las.measure(pairs)
        return replace(evidence, table=np.roll(evidence.table, 1, axis=0))

    weights = np.array([3.0, 0.0])
    right = measured("ud", las, units).score(weights), whole(measured("ud", las, repeated(units, weights)))
    wrong = replace(las, measure=shifted)
    assert right[0] == same(right[1])
    assert measured("ud", wrong, units).score(weights) != same(
        whole(measured("ud", wrong, repeated(units, weights)))
    )
