"""Several runs of one system: by hand, drawn with their units, stored, and as rows."""

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from scoring.base.errors import AlignmentError, EvidenceError, InputError, UsageError
from scoring.evaluation.evaluate import evaluate
from scoring.evaluation.measure import measure
from scoring.evaluation.measurement import SeveralRuns, Shards, Wanted
from scoring.evidence.evidence import whole
from scoring.evidence.restore import restored
from scoring.evidence.runs import Runs
from scoring.evidence.slice import Part, within
from scoring.metrics import catalog
from scoring.metrics.metric import NotAvailable
from scoring.rows.records import Identity
from scoring.rows.rows import dumps, loads
from scoring.rows.units import StoredUnits, UnitSet
from scoring.rows.units import dumps as units_dumps
from scoring.rows.units import loads as units_loads
from scoring.statistics.draws import STREAM, run_weights
from scoring.statistics.intervals import Resampling, difference, resample
from tests.core.examples import cells, counts, readings
from tests.core.helpers import FAST, METRIC, TOY, approx, lines, only, reference_file
from tests.core.test_laws import aligned, drawn, laws, learnt, metric_of, repeated, same, weights_for
from tests.core.units import KINDS

SEED = 20260101
ONE = counts([(1, 1, 1), (0, 1, 1), (2, 2, 2)])  # 75 points
TWO = counts([(1, 1, 1), (1, 1, 1), (0, 2, 2)])  # 50 points
GOLD = lines(60)  # 180 words
GOOD, BAD, FAIR = lines(60, 1, 3), lines(60, 2, 2), lines(60, 1, 2)  # 20, 60 and 30 words wrong
THREE = SeveralRuns([GOOD, BAD, FAIR])


def splitmix64(seed, number):
    """Output ``number`` of the generator, in whole numbers of Python's."""
    mask = (1 << 64) - 1
    z = (seed + (number + 1) * 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return z ^ (z >> 31)


def taken(number, resample_number, seed):
    """How often a resample takes each of ``number`` things."""
    found = [0] * number
    for draw in range(number):
        found[splitmix64(seed, resample_number * number + draw) * number >> 64] += 1
    return found


# --- by hand


def test_the_score_of_runs_is_that_of_all_their_units():
    assert whole(Runs((ONE, TWO))) == approx(100 * (3 + 2) / 8)


def test_a_unit_weighs_in_every_run():
    # The first unit alone: 1 of 1 in both; the third alone: 2 of 2 and 0 of 2.
    assert Runs((ONE, TWO)).score(np.eye(3)).tolist() == [100.0, 50.0, 50.0]


def test_a_run_weighs_as_often_as_it_is_drawn():
    runs = Runs((ONE, TWO, TWO))
    ones = np.ones((3, 3))
    scores = runs.score_of(ones, np.array([[3.0, 0, 0], [0, 3, 0], [1, 2, 0]]))
    assert scores == approx(np.array([75.0, 50.0, 100 * (3 + 2 * 2) / 12]))


@pytest.mark.parametrize("kind", ["readings", "cells"])
def test_evidence_that_does_not_add_up_is_pooled_too(kind):
    dense = np.tile([[1.0, 1, 1], [0, 1, 1], [1, 2, 1]], 3)
    first, second = (
        (readings([1, 2, 9]), readings([4, 5, 6]))
        if kind == "readings"
        else (cells(dense), cells(dense[::-1]))
    )
    weights, often = np.array([[1.0, 2.0, 0.0], [1, 1, 1]]), np.array([[2.0, 0.0], [1, 1]])
    expected = [first.score(weights[0]), first.joined([second]).score(np.ones(6))]
    assert Runs((first, second)).score_of(weights, often) == approx(np.array(expected))


def test_a_unit_is_in_error_where_it_is_in_any_run():
    assert Runs((ONE, TWO)).in_error().tolist() == [False, True, True]


# --- the draws


@pytest.mark.parametrize("number", [3, 5, 8])
def test_runs_are_drawn_by_splitmix64_of_the_seed_and_a_constant(number):
    expected = [taken(number, b, SEED ^ STREAM) for b in range(200)]
    assert run_weights(number, 200, SEED).tolist() == expected


def test_the_constant_is_fixed():
    assert int.from_bytes(b"runsruns") == STREAM


@pytest.mark.parametrize("number", [1, 2])
def test_fewer_than_three_runs_are_never_drawn(number):
    assert run_weights(number, 100, SEED).tolist() == [[1.0] * number] * 100


@pytest.mark.parametrize("kind", ["counts", "readings"])
def test_every_resample_is_the_score_under_its_units_and_runs(kind):
    rng = np.random.default_rng(1)
    values = rng.integers(0, 9, (3, 20))
    made = {"counts": lambda run: counts([(a, 9, 9) for a in run]), "readings": readings}[kind]
    runs = Runs(tuple(made(run) for run in values))
    drawn_scores = resample([runs], Resampling(100, SEED)).values[:, 0]
    units = np.array([taken(20, b, SEED) for b in range(100)], dtype=float)
    often = np.array([taken(3, b, SEED ^ STREAM) for b in range(100)], dtype=float)
    expected = [float(runs.score_of(w, v)) for w, v in zip(units, often, strict=True)]
    assert drawn_scores == approx(np.array(expected))


def test_units_of_a_cluster_are_drawn_together_in_every_run():
    runs = Runs((counts([(a, 9, 9) for a in range(8)]), counts([(8 - a, 9, 9) for a in range(8)])))
    clusters = np.repeat(np.arange(4), 2)
    grouped = Runs(tuple(counts(part.table.reshape(4, 2, 3).sum(axis=1)) for part in runs.parts))
    drawn_scores = resample([runs], Resampling(100, SEED, clusters)).values
    assert drawn_scores == approx(resample([grouped], Resampling(100, SEED)).values)


def test_systems_with_equally_many_runs_take_the_same_runs():
    parts = [counts([(a, 9, 9)] * 40) for a in (2, 5, 8)]
    better = [counts([(a + 1, 9, 9)] * 40) for a in (2, 5, 8)]
    found = difference(Runs(tuple(better)), Runs(tuple(parts)), 200)
    assert (found.interval.low, found.interval.high) == approx((100 / 9, 100 / 9))
    assert found.ours.interval.low < found.ours.interval.high


# --- laws over every metric of the catalogue


def runs_of(task, metric, units):
    """Two runs on the same gold: as predicted, and without error."""
    kind, chosen = KINDS[task](), metric_of(task, metric)
    both = [chosen.measure(aligned(task, one)) for one in (units, [kind.perfect(unit) for unit in units])]
    # Composites of other metrics are no runs of one system, and are refused.
    if (
        any(isinstance(one, NotAvailable) for one in both)
        or len({getattr(one, "names", ()) for one in both}) > 1
    ):
        reject()
    return both


@laws
@given(data=st.data())
@settings(max_examples=10)
def test_copies_of_a_run_score_as_the_run(task, metric, data):
    units = drawn(data, task)
    first, _ = runs_of(task, metric, units)
    weights = weights_for(data, units)
    assert Runs((first,) * 3).score(weights) == same(first.score(weights))


@laws
@given(data=st.data())
@settings(max_examples=10)
def test_an_integer_weight_equals_repeating_the_unit_in_every_run(task, metric, data):
    units = drawn(data, task)
    weights = weights_for(data, units) + learnt(task, metric)
    weighted = Runs(tuple(runs_of(task, metric, units))).score(weights)
    assert weighted == same(whole(Runs(tuple(runs_of(task, metric, repeated(units, weights))))))


@laws
@given(data=st.data())
@settings(max_examples=10)
def test_runs_and_their_slices_are_restored_from_their_file(task, metric, data):
    units = drawn(data, task)
    chosen = metric_of(task, metric)
    runs = Runs(tuple(runs_of(task, metric, units)))
    for evidence in (runs, within(runs, np.arange(len(units)) < 1)):
        stored = StoredUnits()
        stored.record(UnitSet("g", (), {chosen.label: evidence.arrays()}))
        again = restored(chosen.restore, units_loads(units_dumps(stored), "u/0.npz").arrays[chosen.label])
        ones = np.ones(evidence.units)
        assert again.units == evidence.units
        assert again.score(ones) == same(evidence.score(ones))


def test_slices_of_runs_are_runs_of_slices():
    runs = Runs((readings([1, 2, 9]), readings([4, 5, 6])))
    part = within(runs, np.array([True, False, True]))
    assert all(isinstance(one, Part) for one in part.parts)
    assert whole(part) == whole(Runs((readings([1, 9]), readings([4, 6]))))


# --- what is no evidence of runs


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        pytest.param((), "there are no runs", id="none"),
        pytest.param((ONE, counts([(1, 1, 1)])), "run 1 has 3 units, run 2 1;", id="units"),
        pytest.param((ONE, readings([1, 2, 3])), "runs 1 and 2 are evidence of different kinds", id="kinds"),
    ],
)
def test_what_are_no_runs_is_refused(parts, says):
    with pytest.raises(EvidenceError, match=says):
        Runs(parts)


def test_runs_of_other_numbers_are_not_joined():
    with pytest.raises(EvidenceError, match="cannot join 2 runs and 3"):
        Runs((ONE, TWO)).joined([Runs((ONE, TWO, TWO))])


def test_stored_runs_of_which_one_is_missing_are_refused():
    arrays = {name: array for name, array in Runs((ONE, TWO, TWO)).arrays().items() if "run.1" not in name}
    with pytest.raises(EvidenceError, match="stored arrays hold run 0, 2: one is missing"):
        restored(METRIC["accuracy"].restore, arrays)


@pytest.mark.parametrize("given_runs", ["a.conllu", [], 3])
def test_several_runs_are_a_list(given_runs):
    with pytest.raises(UsageError, match="several runs are a list of predictions"):
        SeveralRuns(given_runs)


# --- rows


def run(pred, *, metrics=("Accuracy",), **more):
    return evaluate("toy", GOLD, pred, identity=TOY, metrics=metrics, settings=FAST, **more)


@pytest.mark.usefixtures("toy")
class TestRows:
    """Runs of the toy."""

    def test_a_row_has_the_score_of_every_run_and_their_spread(self):
        row = only(run(THREE), "Accuracy")
        scores = [100 * (180 - wrong) / 180 for wrong in (20, 60, 30)]
        assert row.runs.scores == approx(tuple(scores))
        assert row.runs.sd == approx(np.std(scores, ddof=1))
        assert row.score == approx(np.mean(scores))
        assert row.counts == {"correct": approx((160 + 120 + 150) / 3), "gold": 180}
        assert "few_runs" not in row.flags

    def test_a_row_of_two_runs_says_that_only_units_were_drawn(self):
        row = only(run(SeveralRuns([GOOD, BAD])), "Accuracy")
        assert "few_runs" in row.flags
        assert row.reason.startswith("fewer than 3 runs, so only units were drawn")

    def test_one_run_is_the_prediction(self):
        assert dumps(run(SeveralRuns([GOOD])).rows) == dumps(run(GOOD).rows)
        assert '"runs"' not in dumps(run(GOOD).rows)

    def test_the_spread_of_runs_widens_the_interval(self):
        low, high = only(run(THREE), "Accuracy").ci
        one_low, one_high = only(run(FAIR), "Accuracy").ci
        assert high - low > 2 * (one_high - one_low)

    def test_a_row_of_runs_is_read_back(self):
        rows = run(THREE, metrics=None).rows
        assert dumps(loads(dumps(rows))) == dumps(rows)

    def test_every_metric_of_runs_has_a_row(self):
        every = [metric.label for metric in METRIC.values()]
        rows = {row.metric: row for row in run(THREE, metrics=every).rows}
        assert {name for name, row in rows.items() if row.runs} == set(rows) - {"Engine"}
        assert rows["Nothing"].runs.scores == (None, None, None)
        assert rows["Nothing"].runs.sd is None

    @pytest.mark.parametrize("ours", [THREE, FAIR], ids=["three", "one"])
    @pytest.mark.parametrize("theirs", [THREE, GOOD], ids=["by three", "by one"])
    def test_runs_are_paired_with_the_stored_units_of_any_number_of_runs(self, tmp_path, ours, theirs):
        known = run(theirs)
        references = reference_file(tmp_path / "refs.json", known.rows, known.units)
        row = only(run(ours, references=references), "Accuracy")
        assert row.difference is not None
        assert row.difference.value == approx(row.score - known.rows[0].score)
        assert (row.rule == "identical") == (ours is theirs)

    def test_a_reference_system_may_have_several_runs(self):
        row = only(run(FAIR, ref_pred=SeveralRuns([GOOD, BAD, GOOD])), "Accuracy")
        assert row.reference == approx(100 * (160 + 120 + 160) / 540)
        assert row.difference is not None

    def test_a_run_may_be_in_shards(self):
        whole_row = only(run(THREE), "Accuracy")
        cut = SeveralRuns([Shards((one[:20], one[20:])) for one in THREE.runs])
        row = only(
            evaluate(
                "toy", Shards((GOLD[:20], GOLD[20:])), cut, identity=TOY, metrics=["Accuracy"], settings=FAST
            ),
            "Accuracy",
        )
        assert (row.score, row.ci, row.runs) == (whole_row.score, whole_row.ci, whole_row.runs)

    def test_an_error_names_the_run(self, tmp_path):
        path = tmp_path / "seed2.txt"
        path.write_text("a\n", encoding="utf-8")
        with pytest.raises(
            AlignmentError, match=r"^run 2 \(.*seed2\.txt\): gold and prediction have other words"
        ):
            run(SeveralRuns([GOOD, path]))


SPANS = Identity("ner", "en", "demo")


def test_a_label_that_one_run_alone_predicts_counts_in_all():
    gold = [["B-PER", "O"]] * 60
    preds = SeveralRuns([gold, [["B-PER", "B-LOC"]] * 60, gold])
    done = evaluate(
        "spans", gold, preds, identity=SPANS, metrics=["Span F1"], wanted=Wanted(labels=("*",)), settings=FAST
    )
    assert {row.metric: row.counts["predicted"] for row in done.rows} == {
        "Span F1": 80, "Span F1[LOC]": 20, "Span F1[PER]": 60,
    }  # fmt: skip


def test_a_fault_of_a_run_names_its_file_once(tmp_path):
    gold = tmp_path / "gold.conllu"
    gold.write_text("1\ta\ta\tNOUN\t_\t_\t0\troot\t_\t_\n\n", encoding="utf-8")
    good = tmp_path / "seed1.conllu"
    good.write_bytes(gold.read_bytes())
    bad = tmp_path / "seed2.conllu"
    bad.write_text("1\ta\n\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"^run 2: .*seed2\.conllu") as found:
        measure("ud", gold, SeveralRuns([good, bad]), catalog.select("ud", ["LAS"]))
    assert str(found.value).count("seed2.conllu") == 1
