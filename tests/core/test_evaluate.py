"""From gold and predictions to judged rows, on a toy whose figures can be counted by hand, and on a small treebank."""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace as changed
from datetime import UTC, datetime

import numpy as np
import pytest
from msgspec.structs import replace

import scoring
from scoring import ud
from scoring.base.errors import AlignmentError, ScoringError, UsageError
from scoring.evaluation.assess import assess
from scoring.evaluation.evaluate import evaluate
from scoring.evaluation.measure import measure
from scoring.evaluation.measurement import Shards
from scoring.judging.settings import Settings
from scoring.metrics import catalog
from scoring.metrics.metric import Better, Scale
from scoring.rows.rows import dumps, loads
from scoring.rows.units import UnitSet, arrays_sha256
from scoring.statistics.draws import DRAWS, SEED
from scoring.statistics.intervals import Resampling, estimate_of, resample
from scoring.statistics.significance import step_down
from tests.core.helpers import (
    FAST,
    METRIC,
    TOY,
    approx,
    in_memory,
    lines,
    only,
    reference_file,
    reference_row,
    worker_pool,
)

pytestmark = pytest.mark.usefixtures("toy")
GOLD = lines(60)  # 180 words
GOOD, BAD = lines(60, 1, 3), lines(60, 2, 2)  # 20 words wrong (88.9 points), 60 words wrong (66.7 points)
SHORT, LONG, EMPTY, FEW = ["a"] * 40, ["a " * 900], [""] * 60, [*[""] * 58, "a"]
NO_WORD = ("undefined", "zero_width", "sparse", "small_sample", "dominated")
SCORED = ["accuracy", "misses", "length", "median", "macro"]


def run(pred, *, gold=GOLD, metrics=("Accuracy",), settings=FAST, **more):
    return evaluate("toy", gold, pred, identity=TOY, metrics=metrics, settings=settings, **more)


def row_of(pred, metric="Accuracy", **more):
    return only(run(pred, metrics=(metric,), **more), metric)


def evidence(pred, metric="accuracy", gold=GOLD):
    return measure("toy", gold, pred, [METRIC[metric]]).evidence[metric]


# --- a row and its figures


def test_a_row_says_what_was_scored_how_and_on_what():
    evaluation = run(GOOD)
    (row,) = evaluation.rows
    assert row.key == "tagger/en/toy test/Accuracy"
    assert row.score == approx(100 * 160 / 180)
    assert row.counts == {"correct": 160, "gold": 180}
    assert (row.precision, row.recall) == (None, approx(100 * 160 / 180))  # nothing is called predicted here
    assert (row.scale, row.better, row.unit, row.units) == (Scale.POINTS, Better.HIGHER, "line", 60)
    assert (row.resamples, row.seed, row.draws, row.signature) == (100, SEED, DRAWS, "toy.accuracy|v1")
    lines_of_gold = b"".join(hashlib.sha256(line.encode()).digest() for line in GOLD)
    assert row.gold_sha256 == hashlib.sha256(lines_of_gold).hexdigest()
    assert row.units_sha256 == arrays_sha256({"counts": evaluation.units.arrays["Accuracy"]["counts"]})
    assert row.source == f"measured {datetime.now(UTC):%Y-%m-%d}"
    assert (row.verdict, row.flags) == ("missing", ())


def test_the_source_can_be_given():
    assert row_of(GOOD, source="ours 0.8").source == "ours 0.8"


@pytest.mark.parametrize("metric", SCORED)
def test_score_and_interval_are_those_of_estimate(metric):
    row = row_of(BAD, METRIC[metric].label)
    expected = scoring.estimate(evidence(BAD, metric), resamples=100)
    assert row.score == expected.value
    assert row.ci == (expected.interval.low, expected.interval.high)


def test_every_metric_has_the_figures_that_it_has_alone():
    together = run(BAD, metrics=None)
    for metric in SCORED:
        label = METRIC[metric].label
        assert only(together, label) == row_of(BAD, label)


def test_rows_come_in_the_order_of_the_metrics_that_were_named():
    assert [row.metric for row in run(GOOD, metrics=["misses", "Accuracy"]).rows] == ["Misses", "Accuracy"]
    done = run(GOOD, metrics=None)
    left_out = [note.partition(" is ")[0] for note in done.notes]
    assert [row.metric for row in done.rows] == [m.label for m in METRIC.values() if m.label not in left_out]


def test_the_seed_is_the_callers():
    assert row_of(BAD, settings=Settings(resamples=100, seed=7)).ci != row_of(BAD).ci
    assert row_of(BAD, settings=Settings(resamples=100, seed=7)).seed == 7


def test_the_same_call_gives_the_same_file():
    assert dumps(run(BAD, metrics=SCORED).rows) == dumps(run(BAD, metrics=SCORED).rows)


def test_nothing_is_judged_where_that_is_asked_for():
    row = row_of(GOOD, judge=False, references=in_memory(reference_row()))
    assert (row.verdict, row.reference, row.within_noise, row.rule) == (None, None, None, None)


def test_units_of_a_cluster_are_drawn_together():
    clusters = np.repeat(np.arange(6), 10)
    ours = measure("toy", GOLD, BAD, [METRIC["accuracy"]])
    (row,) = assess([METRIC["accuracy"]], ours, identity=TOY, settings=FAST, clusters=clusters).rows
    expected = scoring.estimate(ours.evidence["accuracy"], resamples=100, clusters=clusters).interval
    assert row.ci == (expected.low, expected.high)


@pytest.mark.parametrize(
    ("gold", "pred", "flags"),
    [
        pytest.param(lines(60), lines(60, 1, 6), (), id="60 units, 10 with an error"),
        pytest.param(lines(49), lines(49, 1, 2), ("small_sample",), id="49 units"),
        pytest.param(lines(60), lines(60, 1, 7), ("small_sample",), id="9 units with an error"),
        pytest.param(lines(60), lines(60), ("same_as_gold", "zero_width", "small_sample"), id="no error"),
        pytest.param(lines(1), lines(1, 1), ("one_unit", "small_sample"), id="one unit"),
        pytest.param(SHORT + LONG, ["x"] * 40 + LONG, ("small_sample", "dominated"), id="one line outweighs"),
        pytest.param([*FEW, "a"], [*FEW, "x"], ("sparse", "small_sample", "dominated"), id="2 of 60 lines count"),
        pytest.param(EMPTY, EMPTY, ("same_as_gold", *NO_WORD), id="no word at all"),
    ],
)  # fmt: skip
def test_flags_warn_of_a_doubtful_interval(gold, pred, flags):
    assert row_of(pred, gold=gold).flags == flags


# --- what cannot be scored


def test_a_metric_that_is_not_available_is_an_error_row_beside_the_others():
    evaluation = run(GOOD, metrics=["Engine", "Accuracy"])
    engine = only(evaluation, "Engine")
    assert (engine.score, engine.ci, engine.verdict) == (None, None, "error")
    assert engine.reason == "not available: the engine is not installed; pip install engine"
    assert only(evaluation, "Accuracy") == row_of(GOOD)
    assert set(evaluation.units.arrays) == {"Accuracy"}


def test_without_a_unit_there_is_nothing_to_judge():
    for row in run([], gold=[], metrics=["Accuracy", "Median"]).rows:
        assert (row.score, row.verdict, row.units) == (None, "error", 0)
        assert "no units" in row.reason


def test_fifty_resamples_are_an_error_and_no_interval():
    row = row_of(GOOD, settings=Settings(resamples=50), references=in_memory(reference_row()))
    assert (row.score, row.verdict) == (None, "error")
    assert "50 resamples" in row.reason


def test_a_score_that_is_never_defined_is_an_error_and_can_be_written():
    for more in ({}, {"references": in_memory(reference_row("Nothing"))}, {"ref_pred": BAD}):
        (row,) = loads(dumps(run(GOOD, metrics=["Nothing"], **more).rows))
        assert (row.score, row.ci, row.difference, row.mde) == (None, None, None, None)
        assert row.verdict == ("error" if more else "missing")


def test_a_score_that_is_never_defined_does_not_touch_the_family_of_the_others():
    alone = row_of(BAD, ref_pred=GOOD)
    assert only(run(BAD, metrics=["Nothing", "Accuracy"], ref_pred=GOOD), "Accuracy") == alone


def test_a_score_of_nothing_that_counts_as_0_is_judged_by_the_published_rule_and_can_be_written():
    (row,) = loads(
        dumps(run([""] * 60, gold=[""] * 60, references=in_memory(reference_row(score=40.0))).rows)
    )
    assert (row.score, row.verdict, row.rule, row.mde) == (0.0, "worse", "published", None)


def test_data_of_other_words_is_an_error_of_the_task():
    with pytest.raises(AlignmentError):
        run(lines(59))


def test_an_unknown_metric_and_an_unknown_task_name_the_nearest():
    with pytest.raises(UsageError, match="did you mean 'Accuracy'"):
        run(GOOD, metrics=["Acuracy"])
    with pytest.raises(UsageError, match="did you mean 'toy'"):
        evaluate("toys", GOLD, GOOD, identity=TOY)
    with pytest.raises(UsageError, match="empty list"):
        run(GOOD, metrics=[])
    with pytest.raises(UsageError, match="list of names"):
        run(GOOD, metrics="Accuracy")


# --- in pieces


PIECES = (slice(0, 7), slice(7, 8), slice(8, 60))


@pytest.fixture
def shards(tmp_path):
    """Gold and prediction as files of three pieces each."""

    def cut(name, whole):
        paths = [tmp_path / f"{name}{number}.txt" for number in range(len(PIECES))]
        for path, piece in zip(paths, PIECES, strict=True):
            path.write_text("".join(f"{line}\n" for line in whole[piece]), encoding="utf-8")
        return Shards(tuple(paths))

    return cut("gold", GOLD), cut("pred", BAD)


@pytest.mark.parametrize(
    "pool", [None, lambda: ThreadPoolExecutor(2), worker_pool], ids=["here", "threads", "processes"]
)
def test_shards_in_any_executor_give_the_rows_of_the_whole(shards, pool):
    gold, pred = shards
    whole = run(BAD, metrics=None)
    if pool is None:
        done = run(pred, gold=gold, metrics=None)
    else:
        with pool() as executor:
            done = run(pred, gold=gold, metrics=None, executor=executor)
    assert done.rows == whole.rows  # gold_sha256 among the fields
    assert done.units.gold_sha256 == whole.units.gold_sha256
    assert done.units.ids == whole.units.ids
    assert set(done.units.arrays) == set(whole.units.arrays)  # the rows hold their fingerprints


def test_other_numbers_of_shards_are_an_error_with_both(shards):
    with pytest.raises(UsageError, match="3 shards, the prediction 1"):
        run(BAD, gold=shards[0])


def test_a_metric_of_the_users_own_is_measured_beside_the_catalogued(shards):
    own = changed(METRIC["accuracy"], id="own")
    seen = measure("toy", *shards, [own, METRIC["misses"]]).evidence
    assert np.array_equal(seen["own"].table, evidence(BAD).table)


def test_a_users_own_metric_goes_before_a_catalogued_one_of_its_id():
    own = changed(METRIC["accuracy"], measure=METRIC["misses"].measure)
    assert measure("toy", GOLD, BAD, [own]).evidence["accuracy"].columns == ("wrong", "words")


# --- in pairs


@pytest.mark.parametrize("metric", ["accuracy", "misses", "median", "macro"])
def test_the_paired_difference_is_that_of_difference(metric):
    row = row_of(BAD, METRIC[metric].label, ref_pred=GOOD)
    expected = scoring.difference(evidence(BAD, metric), evidence(GOOD, metric), resamples=100)
    assert row.difference.value == approx(expected.value)
    assert row.difference.ci == (approx(expected.interval.low), approx(expected.interval.high))
    assert row.difference.p == approx(expected.p)
    assert row.difference.ours_ci == (expected.ours.interval.low, expected.ours.interval.high)
    assert row.difference.reference_ci == (expected.opponent.interval.low, expected.opponent.interval.high)
    assert row.reference_ci == row.difference.reference_ci


def test_a_metric_with_an_ideal_value_pairs_the_distances_from_it():
    row = row_of(BAD, "Length", ref_pred=GOOD)
    ours, theirs = evidence(BAD, "length"), evidence(GOOD, "length")
    drawn = np.abs(resample([ours, theirs], Resampling(100)).values - 1.0)
    expected = estimate_of(ours, drawn[:, 0] - drawn[:, 1], Resampling(100)).interval
    assert row.difference.ci == (approx(expected.low), approx(expected.high))
    assert row.difference.value == approx(abs(row.score - 1.0) - abs(row.reference - 1.0))


def test_a_loss_on_the_same_units_is_worse_by_the_paired_rule():
    # 10 more words wrong of 180: the intervals overlap, the pairs do not
    pred = [line.replace("bb", "xx") if number % 6 == 0 else line for number, line in enumerate(GOOD)]
    row = row_of(pred, ref_pred=GOOD)
    assert (row.verdict, row.rule, row.within_noise) == ("worse", "paired", True)
    assert row.difference.value == approx(-100 * 10 / 180)
    assert row_of(GOOD, ref_pred=pred).verdict == "better"


def test_direction_turns_the_verdict_and_not_the_difference():
    row = row_of(BAD, "Misses", ref_pred=GOOD)
    assert row.difference.value == approx((60 - 20) / 180)
    assert row.verdict == "worse"
    assert row_of(GOOD, "Misses", ref_pred=BAD).verdict == "better"


def test_identical_output_is_within_and_has_no_smallest_drop():
    row = row_of(BAD, ref_pred=BAD)
    assert (row.verdict, row.rule, row.mde) == ("within", "identical", None)
    assert (row.difference.value, row.difference.ci, row.difference.p) == (0.0, (0.0, 0.0), 1.0)


def test_stored_units_pair_as_the_system_itself_would(tmp_path):
    recorded = run(GOOD, judge=False)
    references = reference_file(tmp_path / "refs.json", recorded.rows, recorded.units)
    here, stored = row_of(BAD, ref_pred=GOOD), row_of(BAD, references=references)
    assert stored.difference == here.difference
    assert (stored.verdict, stored.rule, stored.flags) == ("worse", "paired", ())
    assert stored.reference_source == recorded.rows[0].source


def test_the_rule_of_the_specification_alone_still_shows_the_paired_difference():
    pred = [line.replace("bb", "xx") if number % 6 == 0 else line for number, line in enumerate(GOOD)]
    row = row_of(pred, ref_pred=GOOD, settings=Settings(resamples=100, pair=False))
    assert (row.verdict, row.rule) == ("within", "overlap")
    assert row.difference == row_of(pred, ref_pred=GOOD).difference


def test_the_family_is_the_rows_of_one_check():
    both = run(BAD, metrics=["Accuracy", "Macro F1"], ref_pred=GOOD)
    pairs = [(evidence(BAD, name), evidence(GOOD, name)) for name in ("accuracy", "macro")]
    drawn = resample([one for pair in pairs for one in pair], Resampling(100)).values
    observed = np.array(
        [float(ours.score(np.ones(60)) - theirs.score(np.ones(60))) for ours, theirs in pairs]
    )
    expected = step_down(observed, drawn[:, ::2] - drawn[:, 1::2]).adjusted_p
    assert [row.difference.adjusted_p for row in both.rows] == approx(expected)


def test_a_stale_row_is_not_of_the_family(tmp_path):
    recorded = run(GOOD, metrics=["Accuracy", "Macro F1"], judge=False)
    accuracy, macro = recorded.rows
    alone = reference_file(tmp_path / "one.json", [macro], recorded.units)
    beside = reference_file(
        tmp_path / "two.json", [replace(accuracy, gold_sha256="0" * 64), macro], recorded.units
    )
    pred = [line.replace("bb", "xx") if number in (0, 3) else line for number, line in enumerate(GOOD)]
    rows = run(pred, metrics=["Accuracy", "Macro F1"], references=beside)
    assert [row.verdict for row in rows.rows] == ["stale", "within"]
    assert only(rows, "Macro F1") == row_of(pred, "Macro F1", references=alone)


def test_alpha_is_divided_by_the_checks_and_pairs_take_as_many_more_draws():
    for checks, alpha, draws in ((0, 0.05, 1000), (1, 0.05, 1000), (4, 0.0125, 1000), (40, 0.00125, 2000)):
        settings = Settings(checks=checks)
        assert (settings.alpha, settings.paired_resamples) == (approx(alpha), draws)


def test_the_paired_draws_are_at_least_fifty_a_check():
    row = row_of(BAD, ref_pred=GOOD, settings=Settings(resamples=100, checks=10))
    expected = scoring.difference(evidence(BAD), evidence(GOOD), resamples=500)
    assert row.difference.ci == (approx(expected.interval.low), approx(expected.interval.high))
    assert row.difference.p == approx(expected.p)


def test_the_interval_of_a_row_does_not_hang_on_how_many_checks_there_are():
    one, many = (row_of(BAD, ref_pred=GOOD, settings=Settings(resamples=100, checks=n)) for n in (1, 40))
    assert one.ci == many.ci == row_of(BAD).ci
    assert one.reference_ci == many.reference_ci
    assert one.difference.ci != many.difference.ci
    assert (one.difference.ours_ci, one.difference.reference_ci) == (one.ci, one.reference_ci)
    assert (many.difference.ours_ci, many.difference.reference_ci) == (one.ci, one.reference_ci)


def test_a_reference_of_another_kind_is_no_member_of_the_family(tmp_path):
    both = ("Accuracy", "Length")
    pred = [
        line.replace("bb", "b" * (5 if number == 7 else 1)) if number in (1, 7) else line
        for number, line in enumerate(GOOD)
    ]
    done = run(GOOD, metrics=both)
    accuracy, length = done.rows
    alike = reference_file(tmp_path / "alike.json", done.rows, done.units)
    other = reference_file(
        tmp_path / "refs.json", [accuracy, replace(length, scale=Scale.SECONDS)], done.units
    )
    judged = run(pred, metrics=both, references=other)
    alone = row_of(pred, references=other).difference
    assert only(judged, "Length").verdict == "stale"
    assert only(judged, "Accuracy").difference == alone
    assert (
        only(run(pred, metrics=both, references=alike), "Accuracy").difference.adjusted_p > alone.adjusted_p
    )


def test_a_level_shared_by_many_checks_judges_fewer_losses():
    pred = [
        line.replace("bb", "xx") if number in (0, 3, 6, 9, 12) else line for number, line in enumerate(GOOD)
    ]
    assert row_of(pred, ref_pred=GOOD, settings=Settings(resamples=1000)).verdict == "worse"
    assert row_of(pred, ref_pred=GOOD, settings=Settings(resamples=1000, checks=500)).verdict == "within"


# --- which reference


def test_a_system_measured_here_goes_before_a_row_of_a_file_which_is_shown():
    references = in_memory(reference_row(score=50.0, gold_sha256="0" * 64))  # stale, if it were judged
    row = row_of(BAD, ref_pred=BAD, references=references)
    assert (row.reference, row.verdict) == (row.score, "within")
    assert row.reference_source == "reference system measured here"
    assert "50.0 is shown, not judged" in row.reason


def test_the_command_lines_number_goes_before_a_row_of_a_file_which_is_shown():
    references = in_memory(
        reference_row(score=50.0), given=[reference_row(score=89.0, source="command line")]
    )
    row = row_of(GOOD, references=references)
    assert (row.reference, row.reference_source, row.verdict) == (89.0, "command line", "within")
    assert "refs.json says 50.0" in row.reason


def test_without_a_reference_a_row_is_missing():
    row = row_of(GOOD, references=in_memory(reference_row("Misses")))
    assert (row.verdict, row.rule, row.within_noise, row.reference, row.mde) == (
        "missing",
        None,
        None,
        None,
        None,
    )


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        pytest.param({"gold_sha256": "0" * 64}, "000000000000", id="other gold"),
        pytest.param({"units": 59}, "59 units", id="another number of units"),
        pytest.param({"signature": "toy.accuracy|v0"}, "toy.accuracy|v0", id="another version of the metric"),
    ],
)
def test_a_reference_measured_on_something_else_is_stale_and_says_what_differs(fields, said):
    row = row_of(GOOD, references=in_memory(reference_row(score=88.9, ci=(80.0, 95.0), **fields)))
    assert row.verdict == "stale"
    assert said in row.reason
    assert (row.difference, row.mde, row.rule) == (None, None, None)
    assert (row.reference, row.within_noise) == (88.9, True)  # the specification's own answer all the same


def test_a_reference_whose_units_do_not_belong_to_it_is_stale(tmp_path):
    recorded = run(GOOD, judge=False)
    other = UnitSet(recorded.units.gold_sha256, (), run(BAD, judge=False).units.arrays)
    row = row_of(GOOD, references=reference_file(tmp_path / "refs.json", recorded.rows, other))
    assert row.verdict == "stale"
    assert "not those the row was recorded with" in row.reason


def test_a_measured_reference_without_units_is_judged_by_overlap_and_flagged():
    (recorded,) = run(GOOD, judge=False).rows
    row = row_of(BAD, references=in_memory(recorded))
    assert (row.rule, row.difference) == ("overlap", None)
    assert "no_units" in row.flags
    assert (
        "no_units" not in row_of(BAD, references=in_memory(replace(recorded, ci=None))).flags
    )  # a published number
    assert (
        "no_units"
        not in row_of(BAD, references=in_memory(recorded), settings=Settings(resamples=100, pair=False)).flags
    )


def test_a_share_as_reference_for_points_is_refused_with_the_points_meant():
    row = row_of(GOOD, references=in_memory(reference_row(score=0.881)))
    assert row.verdict == "error"
    assert "did you mean 88.1?" in row.reason


def test_a_reference_of_one_point_is_no_share_where_our_score_is_small():
    pred = [line.replace("a", "x") for line in lines(60, 3)]  # nothing right
    assert row_of(pred, references=in_memory(reference_row(score=0.4))).verdict == "within"


def test_slack_is_half_a_point_and_nothing_on_another_scale():
    near = in_memory(
        reference_row(score=100 * 160 / 180 - 0.4), reference_row("Misses", score=20 / 180 + 0.4)
    )
    exact = lines(60)  # no error, so the interval has no width
    assert row_of(exact, references=in_memory(reference_row(score=99.5))).verdict == "within"
    assert row_of(exact, references=in_memory(reference_row(score=99.4))).verdict == "better"
    assert (
        row_of(exact, "Misses", references=in_memory(reference_row("Misses", score=0.01))).verdict == "better"
    )
    assert row_of(GOOD, references=near).verdict == "within"


def test_the_rows_slack_goes_before_the_products_and_the_gates_before_both():
    loose = in_memory(reference_row("Misses", score=0.01, slack=0.01))
    assert row_of(lines(60), "Misses", references=loose).verdict == "within"
    strict = Settings(resamples=100, own_slack=0.001)
    assert row_of(lines(60), "Misses", references=loose, settings=strict).verdict == "better"


def test_a_score_beyond_the_floor_is_worse_whatever_the_reference():
    low = in_memory(reference_row(score=60.0))
    row = row_of(BAD, references=low, settings=Settings(resamples=100, floors={"Accuracy": 70.0}))
    assert (row.verdict, row.rule) == ("worse", "min")
    assert (
        row_of(BAD, references=low, settings=Settings(resamples=100, floors={"Accuracy": 60.0})).rule != "min"
    )
    most = Settings(resamples=100, floors={"Misses": 0.2})  # for an error rate it is a ceiling
    assert (
        row_of(BAD, "Misses", references=in_memory(reference_row("Misses", score=0.4)), settings=most).rule
        == "min"
    )


def test_every_judged_row_can_be_written_and_read_again():
    done = run(BAD, metrics=None, ref_pred=GOOD, references=in_memory(reference_row()))
    written = loads(dumps(done.rows))
    assert [(row.metric, row.verdict) for row in written] == sorted(
        (row.metric, row.verdict) for row in done.rows
    )


# --- a treebank


def sentence(name, *words) -> str:
    """A sentence of words: form, UPOS, head, relation."""
    rows = [f"{place}\t{form}\t{form}\t{upos}\t_\t_\t{head}\t{relation}\t_\t_"
            for place, (form, upos, head, relation) in enumerate(words, 1)]  # fmt: skip
    return "\n".join([f"# sent_id = {name}", *rows, "", ""])


RIGHT = (("dogs", "NOUN", 2, "nsubj"), ("bark", "VERB", 0, "root"), ("loudly", "ADV", 2, "advmod"))
WRONG = (("dogs", "NOUN", 2, "nsubj"), ("bark", "VERB", 0, "root"), ("loudly", "ADJ", 1, "advmod"))


def treebank(count, wrong=()):
    return [sentence(f"s{number}", *(WRONG if number in wrong else RIGHT)) for number in range(count)]


def test_a_treebank_is_scored_by_sentence():
    gold, pred = ("".join(treebank(5, wrong)) for wrong in ((), (1, 4)))
    done = evaluate(
        "ud", ud.loads(gold), ud.loads(pred), identity=TOY, metrics=["LAS", "UPOS", "Tokens"], settings=FAST
    )
    las = only(done, "LAS")
    assert las.counts == {"correct": 13, "predicted": 15, "gold": 15, "aligned": 15}
    assert (las.score, las.precision, las.recall) == (approx(100 * 13 / 15),) * 3
    assert only(done, "UPOS").score == approx(100 * 13 / 15)
    assert only(done, "Tokens").score == 100.0
    assert (las.unit, las.units, done.units.ids) == ("sentence", 5, ("s0", "s1", "s2", "s3", "s4"))


def test_a_treebank_in_shards_is_the_whole_treebank(tmp_path):
    gold, pred = treebank(9), treebank(9, (0, 4, 8))
    whole = evaluate("ud", ud.loads("".join(gold)), ud.loads("".join(pred)), identity=TOY, settings=FAST)
    pieces = []
    for name, side in (("gold", gold), ("pred", pred)):
        paths = [tmp_path / f"{name}{start}.conllu" for start in (0, 3, 6)]
        for start, path in zip((0, 3, 6), paths, strict=True):
            path.write_text("".join(side[start : start + 3]), encoding="utf-8")
        pieces.append(Shards(tuple(paths)))
    with ThreadPoolExecutor(2) as executor:
        done = evaluate("ud", *pieces, identity=TOY, settings=FAST, executor=executor)
    assert done.rows == whole.rows
    assert done.units.ids == whole.units.ids


def test_a_treebank_of_another_text_is_an_error():
    gold = ud.loads("".join(treebank(2)))
    pred = ud.loads("".join(treebank(2)).replace("bark", "barks"))
    with pytest.raises(ScoringError):
        evaluate("ud", gold, pred, identity=TOY, settings=FAST)


def test_each_catalogued_task_has_metrics_of_its_own_name():
    for name in catalog.task_names():
        assert catalog.task(name).name == name
        own = {name} if catalog.task(name).has_gold else set()  # else a gate declares them
        assert {metric.task for metric in catalog.metrics(name).values()} == own
