"""The task ``scores``: what formulas measure, counted by hand, with missing cells, clusters and slices."""

import math

import numpy as np
import pytest

from scoring import Identity, Settings, SeveralRuns, evaluate
from scoring.base.errors import AlignmentError, InputError, UsageError
from scoring.evaluation.measurement import Wanted
from scoring.evidence.evidence import whole
from scoring.evidence.restore import restored
from scoring.metrics import catalog
from scoring.metrics.declared import Declared, declared_metrics
from scoring.scores import SCORES
from scoring.scores.items import scored_items

# Errors 1 + 2 + 0 + 3 = 6 of words 10 + 10 + 5 + 15 = 40.
TABLE = {
    "id": ["a", "b", "c", "d"],
    "user": ["u1", "u1", "u2", "u2"],
    "lang": ["de", "de", "en", "en"],
    "errors": [1, 2, 0, 3],
    "words": [10, 10, 5, 15],
    "mark": [1.0, 0.5, 0.0, 0.25],
    "ok": [True, False, True, True],
}
IDENTITY = Identity("judge", "en", "demo")


def measured(formula, table=TABLE, scale="ratio", **options):
    metric = SCORES.declare({"M": Declared(formula, scale=scale)})[0]
    read = SCORES.read(table, "pred")
    return metric, metric.measure(SCORES.align(read, read, **options))


def rows(formulas, table=TABLE, wanted=None, **more):
    given = {"resamples": 100} | more.pop("settings", {})
    return evaluate(
        "scores", None, table, identity=IDENTITY, metrics=declared_metrics(formulas, more.pop("better", None)),
        wanted=Wanted.of("scores", wanted or {}), settings=Settings(**given), **more,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("formula", "score"),
    [
        ("mean(mark)", 1.75 / 4),
        ("mean(ok)", 3 / 4),
        ("sum(errors)", 6),
        ("sum(errors)/sum(words)", 6 / 40),
        ("sum(errors + words)/sum(words)", 46 / 40),
        ("sum(errors)/count", 6 / 4),
        ("f1(errors, words, words)", 2 * 6 / 80),
        ("median(words)", 10),
        ("quantile(words, 0.75)", 11.25),
        ("quantile(words, 0)", 5),
        ("count", 4),
        ("count(mark)", 4),
    ],
)
@pytest.mark.parametrize("cluster", [None, "user"])
def test_a_formula_is_what_it_says_also_over_clusters(formula, score, cluster):
    metric, evidence = measured(formula, cluster=cluster)
    assert whole(evidence) == pytest.approx(score)
    assert evidence.units == (4 if cluster is None else 2)
    again = restored(metric.restore, evidence.arrays())
    assert whole(again) == whole(evidence)


@pytest.mark.parametrize(
    "formula", ["mean(mark)", "sum(errors)/sum(words)", "median(words)", "quantile(words, .9)"]
)
@pytest.mark.parametrize("cluster", [None, "user"])
def test_a_weight_of_two_is_a_unit_that_stands_twice(formula, cluster):
    _, evidence = measured(formula, cluster=cluster)
    twice = [0, 0, 1] if cluster is None else [0, 1, 0, 1, 2, 3]  # a twice, b once; or u1 twice, u2 once
    weights = np.array([2.0, 1.0, 0.0, 0.0] if cluster is None else [2.0, 1.0])
    table = {name: [cells[place] for place in twice] for name, cells in TABLE.items() if name != "id"}
    _, repeated = measured(formula, {"id": [f"r{n}" for n in range(len(twice))], **table})
    assert float(evidence.score(weights)) == pytest.approx(whole(repeated))


@pytest.mark.parametrize(
    ("formula", "score"), [("mean(ok)", 75.0), ("sum(errors)/sum(words)", 15.0), ("mean(mark)", 0.4375)]
)
def test_in_points_shares_are_times_100_and_numbers_as_they_are(formula, score):
    assert whole(measured(formula, scale="points")[1]) == pytest.approx(score)


GAPS = TABLE | {"mark": [1.0, None, 0.0, 0.25], "words": [10, 10, math.nan, 15]}


@pytest.mark.parametrize(
    ("formula", "skipped", "zero"),
    [
        ("mean(mark)", 1.25 / 3, 1.25 / 4),
        ("sum(errors)/sum(words)", 6 / 35, 6 / 35),
        ("sum(errors + words)/sum(words)", 41 / 35, 41 / 35),
        ("median(mark)", 0.25, 0.125),
        ("count(mark)", 3, 4),
        ("mean(errors)", 1.5, 1.5),
    ],
)
@pytest.mark.parametrize("cluster", [None, "user"])
def test_a_missing_cell_leaves_its_row_out_or_is_0(formula, skipped, zero, cluster):
    for missing, score in (("skip", skipped), ("zero", zero)):
        assert whole(measured(formula, GAPS, missing=missing, cluster=cluster)[1]) == pytest.approx(score)


def test_a_missing_cell_is_an_error_that_names_row_and_ways_out():
    with pytest.raises(InputError) as error:
        measured("mean(mark)", GAPS)
    said = str(error.value)
    assert said.startswith("the data compared, row 2 (id 'b'): mark is empty, but a number is needed")
    assert 'missing = "skip" (--missing skip) leaves the row out' in said


def test_rows_say_how_many_were_left_out():
    done = rows({"Mark": "mean(mark)", "Errors": "mean(errors)"}, GAPS, {"missing": "skip"})
    by_metric = {row.metric: row for row in done.rows}
    assert "1_skipped" in by_metric["Mark"].flags
    assert by_metric["Mark"].counts == {"mark": 1.25, "items": 3}
    assert not any("skipped" in flag for flag in by_metric["Errors"].flags)
    assert by_metric["Mark"].signature == "scores.mean(mark)|v1|missing:skip"
    assert done.notes == ("data: 1 of 4 rows have no mark: left out",)


def test_precision_and_recall_come_with_f1():
    row = rows({"F": "f1(errors, words, words)"}).rows[0]
    assert row.counts == {"correct": 6, "predicted": 40, "gold": 40}
    assert (row.precision, row.recall) == (15.0, 15.0)


def test_slices_are_by_column_and_a_cluster_is_in_one():
    scores = {row.metric: row.score for row in rows({"M": "mean(mark)"}, wanted={"slices": ["lang"]}).rows}
    assert scores == {"M": 1.75 / 4, "M{lang=de}": 0.75, "M{lang=en}": 0.125}
    split = TABLE | {"lang": ["de", "en", "en", "en"]}
    with pytest.raises(UsageError, match=r"row 2 .*lang is 'en', but 'de' in .*both are of user 'u1'"):
        rows({"M": "mean(mark)"}, split, {"slices": ["lang"], "cluster": "user"})


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"cluster": "usr"}, "has no column 'usr' to cluster by; did you mean 'user'?"),
        ({"slices": ["length"]}, "has no column 'length' to slice by; did you mean 'lang'?"),
    ],
)
def test_a_column_that_is_not_there_is_named(wanted, said):
    with pytest.raises(UsageError) as error:
        rows({"M": "mean(mark)"}, wanted=wanted)
    assert said in str(error.value)
    with pytest.raises(
        InputError, match=r"there is no column 'marks', which mean\(marks\) needs; did you mean 'mark'"
    ):
        rows({"M": "mean(marks)"})


def test_rows_are_paired_by_id_whatever_their_order():
    shuffled = {name: [cells[place] for place in (3, 1, 0, 2)] for name, cells in TABLE.items()}
    row = rows({"M": "mean(mark)"}, ref_pred=shuffled).rows[0]
    assert (row.difference.value, row.difference.ci) == (0.0, (0.0, 0.0))


@pytest.mark.parametrize(
    ("ids", "said"),
    [
        (["a", "b", "c"], "the data compared has no row for data, row 4 .id 'd'."),
        (["a", "b", "c", "d", "e"], "data has no row for the data compared, row 5 .id 'e'."),
        (["a", "b", "c", "x"], "has no row for .*id 'd'.*has no row for .*id 'x'"),
    ],
)
def test_ids_that_only_one_side_has_are_an_error(ids, said):
    with pytest.raises(AlignmentError, match=said):
        rows({"M": "mean(mark)"}, ref_pred={"id": ids, "mark": [0.5] * len(ids)})
    with pytest.raises(AlignmentError, match=f"run 2.*{said}"):
        rows({"M": "mean(mark)"}, SeveralRuns([TABLE, {"id": ids, "mark": [0.5] * len(ids)}]))


def test_several_runs_are_one_row_of_their_mean():
    other = TABLE | {"mark": [0.0, 0.5, 0.0, 0.25]}
    row = rows({"M": "mean(mark)"}, SeveralRuns([TABLE, other])).rows[0]
    assert row.score == pytest.approx((1.75 + 0.75) / 8)
    assert row.runs.scores == pytest.approx((1.75 / 4, 0.75 / 4))


def test_a_metric_is_known_again_by_its_signature():
    for formula in ("mean(mark)", "f1(errors, words, words)", "mean('a [b] {c}')", "quantile(words, 0.9)"):
        metric = SCORES.declare({"M": Declared(formula)})[0]
        assert SCORES.signed_metric(metric.signature).id == metric.id
        assert SCORES.signed_metric(f"{metric.signature}|missing:skip").id == metric.id
    assert SCORES.signed_metric("ud.las.f1|v1") is None
    assert SCORES.signed_metric("scores.mean(|v1") is None


def test_a_column_may_have_brackets_in_its_name():
    table = {"id": ["a", "b"], "p[1] {x} 50%": [1, 0], "lang": ["de", "en"]}
    done = rows({"M": "mean('p[1] {x} 50%')"}, table, {"slices": ["lang"]})
    assert {row.metric: row.score for row in done.rows} == {"M": 0.5, "M{lang=de}": 1.0, "M{lang=en}": 0.0}


@pytest.mark.parametrize(
    ("formulas", "better", "scale", "said"),
    [
        ({"A/B": "count"}, None, None, "metrics: the name 'A/B' holds '/'"),
        ({"A[x]": "count"}, None, None, "metrics: the name 'A[x]' holds '['"),
        ({" ": "count"}, None, None, "metrics: the name ' ' is empty"),
        ({"WER": "count"}, {"WRE": "lower"}, None,
         "better names 'WRE', which metrics does not declare; did you mean 'WER'?"),
        ({"WER": "count"}, None, {"x": "points"}, "scale names 'x', which metrics does not declare"),
    ],
)  # fmt: skip
def test_a_declaration_that_cannot_be_used_is_named(formulas, better, scale, said):
    with pytest.raises(UsageError) as error:
        declared_metrics(formulas, better, scale)
    assert str(error.value).startswith(said)


def test_a_task_without_metrics_needs_them_declared_and_one_with_metrics_takes_none():
    with pytest.raises(
        UsageError, match="task scores has no metrics of its own; declare them by name and formula"
    ):
        catalog.select("scores", ["WER"])
    with pytest.raises(UsageError, match="task ud has metrics of its own, so none is declared as WER"):
        catalog.select("ud", declared_metrics({"WER": "count"}))
    with pytest.raises(UsageError, match=r"metrics: A and B are one formula, mean\(x\); keep one"):
        catalog.select("scores", declared_metrics({"A": "mean(x)", "B": "mean( x )"}))
    with pytest.raises(UsageError, match="task scores has no gold: give the table alone"):
        evaluate("scores", TABLE, dict(TABLE), identity=IDENTITY, metrics=declared_metrics({"M": "count"}))


def test_values_below_zero_are_no_flag():
    table = {"id": list(range(100)), "x": [-1.0 - place % 3 for place in range(100)]}
    row = rows({"M": "mean(x)"}, table).rows[0]
    assert (row.score, row.flags) == (pytest.approx(-1.99), ())


@pytest.mark.parametrize(
    ("scores", "ids", "clusters", "said"),
    [
        ([], None, None, "scores: there are no scores"),
        ([1, 0], ["a"], None, "scores has 2 scores, but there are 1 ids"),
        ([1, 0], None, ["u"], "scores has 2 scores, but there are 1 clusters"),
        ([1, 0], ["a", "a"], None, "row 2.*the id 'a' is also that of"),
        ({"a": 1, "b": 0}, ["a", "c"], None, "names its items itself, otherwise than ids"),
        (7, None, None, "scores is int, but a list or an array"),
        (np.zeros((2, 2)), None, None, "scores is ndarray"),
    ],
)
def test_scores_that_are_not_one_an_item_are_an_error(scores, ids, clusters, said):
    with pytest.raises(InputError, match=said):
        scored_items(scores, ids, clusters)
