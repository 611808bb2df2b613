"""Averages over test sets: by hand, drawn within each of them, stored, and as rows."""

import hashlib

import numpy as np
import pytest
from msgspec.structs import replace

from scoring.base.errors import EvidenceError, InputError, UsageError
from scoring.evaluation.average import Member, common_metrics, evaluate_average
from scoring.evaluation.compare import compare
from scoring.evaluation.evaluate import evaluate
from scoring.evaluation.measurement import SeveralRuns
from scoring.evidence.average import Average
from scoring.evidence.evidence import whole
from scoring.evidence.runs import Runs
from scoring.metrics.averaged import average_metric, signatures_in
from scoring.metrics.metric import Scale
from scoring.rows.records import Identity
from scoring.rows.references import References
from scoring.rows.rows import dumps, loads
from scoring.statistics.intervals import Resampling, resample
from tests.core.examples import counts, readings
from tests.core.helpers import FAST, METRIC, approx, lines, only, reference_file, reference_row

LONG = counts([(1, 1, 1), (0, 1, 1), (1, 1, 1), (1, 1, 1)])  # 75 points
SHORT = counts([(0, 1, 1), (1, 1, 1)])  # 50 points
GOLD, OTHER = lines(60), lines(90)
ALL = Identity("tagger", "all", "toy tests")


# --- by hand


def test_an_average_counts_every_test_set_alike():
    average = Average((LONG, SHORT))
    assert average.units == 6
    assert whole(average) == approx((75 + 50) / 2)


def test_weights_go_to_the_units_of_their_part():
    # The first two units of the one, the last of the other: 50 and 100 points.
    assert float(Average((LONG, SHORT)).score(np.array([1.0, 1, 0, 0, 0, 1]))) == approx(75)


def test_an_average_is_undefined_where_a_part_is():
    assert np.isnan(whole(Average((LONG, counts([(0, 0, 0)])))))


def test_the_errors_of_an_average_are_those_of_its_parts():
    assert Average((LONG, SHORT)).in_error().tolist() == [False, True, False, False, True, False]


def test_every_part_is_drawn_within_itself():
    rng = np.random.default_rng(2)
    one, two, three = (counts([(a, 9, 9) for a in rng.integers(0, 9, n)]) for n in (40, 40, 25))
    how = Resampling(100)
    expected = [resample([part], how).values[:, 0] for part in (one, two, three)]
    average = Average((one, two, three))
    assert resample([average], how).values[:, 0] == approx(np.mean(expected, axis=0))


def test_clusters_are_those_of_the_part():
    one, two = counts([(a, 9, 9) for a in range(4)]), counts([(a, 9, 9) for a in range(6)])
    clusters = np.array([0, 0, 1, 1, 0, 1, 0, 1, 0, 1])
    expected = [
        resample([part], Resampling(100, clusters=own)).values[:, 0]
        for part, own in ((one, clusters[:4]), (two, clusters[4:]))
    ]
    drawn = resample([Average((one, two))], Resampling(100, clusters=clusters)).values[:, 0]
    assert drawn == approx(np.mean(expected, axis=0))


@pytest.mark.parametrize(
    "other", [Average((SHORT, LONG)), counts([(1, 1, 1)] * 6)], ids=["order", "no average"]
)
def test_an_average_is_drawn_with_averages_over_the_same_test_sets_alone(other):
    with pytest.raises(EvidenceError, match="over the same test sets alone"):
        resample([Average((LONG, SHORT)), other], Resampling(100))


def test_what_is_no_average_is_refused():
    with pytest.raises(EvidenceError, match="at least two parts, got 1"):
        Average((LONG,))
    with pytest.raises(EvidenceError, match="2 averages cannot be joined"):
        Average((LONG, SHORT)).joined([Average((LONG, SHORT))])


# --- the metric of an average


def test_an_average_of_runs_is_restored_from_its_arrays():
    metric = average_metric([METRIC["accuracy"]] * 2)
    table = np.array([[1.0, 2.0], [2.0, 2.0]])
    part = METRIC["accuracy"].restore({"counts": table})
    average = Average((Runs((part, part, part)), part))
    again = metric.restore(average.arrays())
    assert again.sizes == (2, 2)
    assert isinstance(again.parts[0], Runs)
    assert whole(again) == whole(average)


def test_stored_arrays_of_another_average_are_refused():
    part = METRIC["accuracy"].restore({"counts": np.ones((2, 2))})
    with pytest.raises(EvidenceError, match="an average over 2, but this one is over 3"):
        average_metric([METRIC["accuracy"]] * 3).restore(Average((part, part)).arrays())
    with pytest.raises(EvidenceError, match="an average over 0, but this one is over 2"):
        average_metric([METRIC["accuracy"]] * 2).restore(part.arrays())


@pytest.mark.parametrize("text", ["average(a|v1)xx", "average(a|v1", "a)x2", "average(a|v1)x99999999"])
def test_what_is_no_signature_of_an_average(text):
    assert signatures_in(text) == []


@pytest.mark.parametrize(
    ("other", "says"),
    [
        pytest.param("misses", "its scale is points in the first of them and ratio in number 2", id="scale"),
        pytest.param("length", "its scale is points", id="scale first"),
    ],
)
def test_scores_of_other_kinds_have_no_average(other, says):
    with pytest.raises(UsageError, match=says):
        average_metric([METRIC["accuracy"], METRIC[other]])


def test_scores_that_improve_in_other_ways_have_no_average():
    with pytest.raises(UsageError, match=r"its better is lower in the first of them and 1\.0 in number 2"):
        average_metric([METRIC["misses"], METRIC["length"]])


# --- rows


def member(pred, *, gold=GOLD, name="gate 1", **more):
    return Member(name=name, task="toy", gold=gold, pred=pred, **more)


PAIR = (member(lines(60, 1, 3)), member(lines(90, 2, 2), gold=OTHER, name="gate 2"))  # 20 and 90 words wrong


def run(members=PAIR, metrics=("Accuracy",), **more):
    return evaluate_average(members, identity=ALL, metrics=metrics, settings=FAST, **more)


@pytest.mark.usefixtures("toy")
class TestRows:
    """Averages over gates of the toy."""

    def test_a_row_is_the_mean_of_the_gates_scores(self):
        row = only(run(), "Accuracy")
        assert row.key == "tagger/all/toy tests/Accuracy"
        assert row.score == approx((100 * 160 / 180 + 100 * 180 / 270) / 2)
        assert (row.units, row.unit, row.signature) == (150, "line", "average(toy.accuracy|v1)x2")
        assert (row.scale, row.counts, row.runs, row.flags) == (Scale.POINTS, None, None, ())
        prints = [
            hashlib.sha256(b"".join(hashlib.sha256(line.encode()).digest() for line in gold)).digest()
            for gold in (GOLD, OTHER)
        ]
        assert row.gold_sha256 == hashlib.sha256(b"".join(prints)).hexdigest()

    def test_the_interval_is_that_of_the_mean_of_the_draws(self):
        draws = []
        for one in PAIR:
            found = evaluate("toy", one.gold, one.pred, identity=ALL, metrics=["Accuracy"], settings=FAST)
            arrays = found.units.arrays["Accuracy"]
            draws.append(resample([METRIC["accuracy"].restore(arrays)], Resampling(100)).values[:, 0])
        mean = np.sort(np.mean(draws, axis=0))
        assert only(run(), "Accuracy").ci == approx((mean[2], mean[97]))

    def test_without_metrics_those_in_common_are_averaged(self):
        some = (PAIR[0], member(PAIR[1].pred, gold=OTHER, metrics=["Macro F1", "misses"]))
        assert [row.metric for row in run(some, None).rows] == ["Misses", "Macro F1"]

    def test_gates_with_no_metric_in_common_have_no_average(self):
        one, two = (member(GOLD, metrics=[name], name=name) for name in ("Accuracy", "Misses"))
        with pytest.raises(UsageError, match=r"no metric in common.*\(Accuracy: Accuracy; Misses: Misses\)"):
            common_metrics([one, two])

    def test_a_metric_that_a_gate_does_not_judge_is_named(self):
        some = (PAIR[0], member(GOLD, metrics=["Misses"], name="gate 7 (a/b/c)"))
        with pytest.raises(
            UsageError, match=r"^gate 7 \(a/b/c\) does not judge Accuracy, so it has no average; it is"
        ):
            run(some)

    def test_a_metric_is_named_by_label_or_id_and_averaged_once(self):
        assert [row.metric for row in run(metrics=["accuracy", "Accuracy"]).rows] == ["Accuracy"]

    def test_a_metric_that_is_not_available_is_an_error_that_names_the_gate(self):
        row = only(run(metrics=["Engine"]), "Engine")
        assert (row.score, row.verdict) == (None, "error")
        assert row.reason.startswith("not available: gate 1: ")

    def test_an_average_with_an_undefined_part_is_an_error(self):
        some = (PAIR[0], member([""] * 60, gold=[""] * 60))
        row = only(run(some, references=None), "Accuracy")
        assert row.score is None
        assert row.reason.startswith("the score is undefined")

    def test_a_small_test_set_makes_the_average_a_small_sample(self):
        some = (PAIR[0], member(lines(20, 1, 2), gold=lines(20)))
        assert "small_sample" in only(run(some), "Accuracy").flags

    def test_stored_units_pair_an_average(self, tmp_path):
        known = run()
        references = reference_file(tmp_path / "refs.json", known.rows, known.units)
        same = only(run(references=references), "Accuracy")
        assert (same.verdict, same.rule) == ("within", "identical")
        worse = only(run((PAIR[0], member(lines(90, 3, 1), gold=OTHER)), references=references), "Accuracy")
        assert (worse.verdict, worse.rule) == ("worse", "paired")
        assert worse.difference.value == approx(-100 * 180 / 270 / 2)

    def test_a_reference_over_other_test_sets_is_stale(self, tmp_path):
        known = run()
        references = reference_file(tmp_path / "refs.json", known.rows, known.units)
        row = only(run(PAIR[::-1], references=references), "Accuracy")
        assert (row.verdict, row.reason[:22]) == ("stale", "the gold data has chan")
        row = only(run((*PAIR, PAIR[0]), references=references), "Accuracy")
        assert row.verdict == "stale"

    def test_reference_systems_judge_where_every_gate_has_one(self):
        # 7 of 180 words wrong, and 10 of 270.
        both = tuple(member(one.pred, gold=one.gold, ref_pred=lines(len(one.gold), 1, 9)) for one in PAIR)
        row = only(run(both), "Accuracy")
        assert row.reference == approx((100 * 173 / 180 + 100 * 260 / 270) / 2)
        assert (row.verdict, row.rule) == ("worse", "paired")
        half = run((both[0], PAIR[1]), references=None)
        assert only(half, "Accuracy").verdict == "missing"
        assert half.notes == ("the average is not judged by ref_pred, because gate 2 has none",)

    def test_run_r_of_an_average_is_run_r_of_each_gate(self):
        several = [
            member(SeveralRuns([lines(60, 1, 3), lines(60, 2, 2), GOLD])),
            member(SeveralRuns([lines(90, 1, 3), OTHER, lines(90, 2, 2)]), gold=OTHER),
        ]
        row = only(run(several), "Accuracy")
        means = [(a + b) / 2 for a, b in zip((800 / 9, 600 / 9, 100), (800 / 9, 100, 600 / 9), strict=True)]
        assert row.runs.scores == approx(tuple(means))
        assert only(run((several[0], PAIR[1])), "Accuracy").runs is None

    def test_an_error_in_the_data_names_the_gate(self):
        with pytest.raises(InputError, match=r"^gate 2: cannot read pred"):
            run((PAIR[0], member(7, gold=OTHER, name="gate 2")))

    def test_two_files_with_averages_are_compared_by_pairs(self, tmp_path):
        ours, theirs = run(), run((PAIR[0], member(lines(90, 3, 1), gold=OTHER)))
        left = reference_file(tmp_path / "ours.json", ours.rows, ours.units)
        right = reference_file(tmp_path / "theirs.json", theirs.rows, theirs.units)
        (row,) = compare(left, right, FAST).rows
        assert (row.verdict, row.rule, row.within_noise) == ("better", "overlap", False)
        assert row.difference.value == pytest.approx(100 * 180 / 270 / 2, abs=1e-6)  # rows hold 9 decimals
        assert row.flags == ()

    def test_without_units_averages_are_compared_by_their_intervals(self, tmp_path):
        ours = run()
        left = reference_file(tmp_path / "ours.json", ours.rows)
        (row,) = compare(left, left, FAST).rows
        assert (row.verdict, row.rule, row.flags) == ("within", "overlap", ("no_units",))

    def test_a_row_of_an_average_is_read_back_and_judged_by_hand_written_numbers(self):
        rows = run().rows
        assert dumps(loads(dumps(rows))) == dumps(rows)
        published = replace(reference_row(score=77.5), language="all", dataset="toy tests")
        references = References((), (published,))
        assert only(run(references=references), "Accuracy").verdict == "within"


def test_readings_are_averaged_too():
    assert whole(Average((readings([1, 2, 3]), readings([5])))) == approx(3.5)
