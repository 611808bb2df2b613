"""Which units and labels lost most: losses counted by hand, and laws over every catalogued metric."""

import json
import time
from dataclasses import replace

import msgspec
import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from scoring.base.errors import EvidenceError
from scoring.evaluation.compare import compare
from scoring.evaluation.evaluate import evaluate
from scoring.evaluation.losses import System, losses, part_losses, why
from scoring.evaluation.measure import parts_of
from scoring.evaluation.measurement import Data, Shards, Wanted
from scoring.evaluation.why import as_json
from scoring.evidence.average import Average as Mean
from scoring.evidence.blend import Blend
from scoring.evidence.breakdown import Averaging, Parts
from scoring.evidence.counts import Counts
from scoring.evidence.evidence import CompleteEvidence, complete, whole
from scoring.evidence.readings import Readings
from scoring.evidence.runs import Runs
from scoring.evidence.slice import within
from scoring.judging.settings import Settings
from scoring.metrics import catalog
from scoring.metrics.metric import Better, NotAvailable
from scoring.rows.rows import dumps, loads
from scoring.rows.units import StoredUnits
from scoring.rows.units import dumps as packed
from scoring.rows.units import loads as unpacked
from scoring.rows.verdict import Verdict
from tests.core.examples import weighted_median
from tests.core.helpers import TOY, points, reference_file
from tests.core.test_laws import aligned, catalogued, laws, learnt, metric_of, same
from tests.core.units import KINDS

COLUMNS = ("correct", "gold")


def counts(*rows):
    return Counts(np.array(rows, dtype=np.float64), COLUMNS, points, 100.0)


OURS = counts((1, 4), (3, 3), (0, 3))  # 4 of 10
THEIRS = counts((4, 4), (2, 3), (2, 3))  # 8 of 10


def test_a_loss_is_what_the_whole_would_win_back():
    # 7 of 10, 3 of 10 and 6 of 10, each against 4 of 10
    assert losses(OURS, THEIRS, Better.HIGHER) == pytest.approx([30.0, -10.0, 20.0])


def test_units_that_lost_come_in_the_order_of_their_losses_with_their_counts():
    found, _ = why(System(OURS), System(THEIRS), Better.HIGHER, ids=("a", "b", "c"))
    assert [(unit.id, unit.loss, unit.before, unit.after) for unit in found.units] == [
        ("a", pytest.approx(30.0), {"correct": 4, "gold": 4}, {"correct": 1, "gold": 4}),
        ("c", pytest.approx(20.0), {"correct": 2, "gold": 3}, {"correct": 0, "gold": 3}),
    ]


def test_equal_losses_keep_the_order_of_the_units():
    ours = counts((0, 1), (0, 1), (0, 1))
    found, _ = why(System(ours), System(counts((1, 1), (1, 1), (1, 1))), Better.HIGHER)
    assert [unit.id for unit in found.units] == ["1", "2", "3"]


def test_losses_equal_but_for_the_last_bit_keep_the_order_of_units_and_of_labels():
    more = 0.1 + 0.2
    assert more > 0.3
    ours, opponent = (
        System(
            Counts(np.array([[one], [two]]), ("sum",), lambda totals: totals[..., 0]),
            parts(("A", one, 1, 1), ("B", two, 1, 1)),
        )
        for one, two in ((0.0, 0.0), (0.3, more))
    )
    found, _ = why(ours, opponent, Better.HIGHER)
    assert [unit.id for unit in found.units] == ["1", "2"]
    assert [part.name for part in found.parts] == ["A", "B"]


@pytest.mark.parametrize(("better", "expected"), [
    pytest.param(Better.LOWER, [-30.0, 10.0, -20.0], id="less is better"),
    pytest.param(45.0, [-20.0, -10.0, -10.0], id="an ideal value"),  # 25, 15, 15 away in the place of 5
])  # fmt: skip
def test_a_loss_is_turned_as_the_metric_is(better, expected):
    assert losses(OURS, THEIRS, better) == pytest.approx(expected)


def test_a_score_that_stands_for_an_undefined_one_counts():
    nothing, something = counts((0, 0)), counts((1, 1))
    assert losses(nothing, something, Better.HIGHER, undefined=0.0).tolist() == [100.0]
    assert losses(nothing, something, Better.HIGHER).tolist() == [0.0]


def test_a_blend_mixes_the_scores_of_its_parts():
    ours, theirs = (Blend((one, one), (1.0, 3.0)) for one in (OURS, THEIRS))
    assert ours.exchanged(theirs) == pytest.approx(OURS.exchanged(THEIRS))


def test_readings_are_tried_unit_by_unit():
    ours, theirs = (
        Readings(np.array(values, dtype=np.float64)[:, None], weighted_median)
        for values in ([1, 5, 9], [1, 5, 2])
    )
    assert ours.exchanged(theirs).tolist() == [
        5.0,
        5.0,
        2.0,
    ]  # only the third differs: the median of 1, 5, 2


def test_other_units_or_another_kind_are_refused_with_both_numbers():
    with pytest.raises(EvidenceError, match="ours has 3 units, the reference 1"):
        losses(OURS, counts((1, 1)), Better.HIGHER)
    with pytest.raises(EvidenceError, match="ours counts correct, gold, the reference right, gold"):
        losses(OURS, replace(THEIRS, columns=("right", "gold")), Better.HIGHER)


def test_no_loss_is_no_reason():
    assert why(System(THEIRS), System(THEIRS), Better.HIGHER) == (None, None)


def parts(*rows, average=Averaging.MICRO):
    return Parts(tuple(name for name, *_ in rows), np.array([c for _, *c in rows], dtype=np.float64), average)


def test_a_label_that_was_taken_for_another_costs_both():
    # 8 of 10 right, DET twice taken for X.  With their DET alone: 10 right, 12 predicted, 10 gold: 90.91.
    # With their X alone: 8 right, 8 predicted, 10 gold: 88.89.
    ours, theirs = (
        parts(("DET", 3, 3, 5), ("NOUN", 5, 5, 5), ("X", 0, 2, 0)),
        parts(("DET", 5, 5, 5), ("NOUN", 5, 5, 5)),
    )
    found = part_losses(ours, theirs)
    assert [(one.name, round(one.loss, 2)) for one in found] == [("DET", 10.91), ("X", 8.89)]
    assert (found[0].before, found[0].after) == (
        {"correct": 5, "predicted": 5, "gold": 5}, {"correct": 3, "predicted": 3, "gold": 5},
    )  # fmt: skip


@pytest.mark.parametrize(("average", "points"), [
    (Averaging.MICRO, 75.0), (Averaging.MACRO, 250 / 3), (Averaging.PRECISION, 100.0), (Averaging.RECALL, 60.0),
])  # fmt: skip
def test_the_whole_comes_from_its_parts(average, points):
    found = parts(("a", 1, 1, 1), ("b", 2, 2, 4), average=average)  # F1 100 and 66.67
    assert found.score(found.counts) == pytest.approx(points)


def system(data, task, most=4):
    """The units as one system predicts them and as another does: each predicts some without error."""
    units = data.draw(st.lists(KINDS[task]().unit, min_size=1, max_size=most))
    perfect = KINDS[task]().perfect
    flags = st.lists(st.booleans(), min_size=len(units), max_size=len(units))
    return [
        [perfect(unit) if right else unit for unit, right in zip(units, data.draw(flags), strict=True)]
        for _ in range(2)
    ]


def measured_or_rejected(task, metric):
    """The metric's ``measure``, for data on which it is available."""

    def measure(found):
        evidence = metric_of(task, metric).measure(found)
        if isinstance(evidence, NotAvailable):
            reject()
        return evidence

    return measure


@laws
@given(data=st.data())
@settings(max_examples=15)
def test_an_exchanged_unit_gives_the_score_of_data_built_with_it(task, metric, data):
    if learnt(task, metric):
        return  # a unit that is exchanged changes what the others count
    ours, theirs = system(data, task)
    measure = measured_or_rejected(task, metric)
    found = complete(measure(aligned(task, ours))).exchanged(complete(measure(aligned(task, theirs))))
    for place, score in enumerate(found):
        mixed = [*ours[:place], theirs[place], *ours[place + 1 :]]
        assert score == same(whole(measure(aligned(task, mixed))))


@laws
@given(data=st.data())
@settings(max_examples=15)
def test_the_quick_ways_equal_the_general_one_in_slices_too(task, metric, data):
    if learnt(task, metric):
        return
    measure = measured_or_rejected(task, metric)
    ours, theirs = (complete(measure(aligned(task, units))) for units in system(data, task))
    chosen = np.array(
        data.draw(st.lists(st.booleans(), min_size=ours.units, max_size=ours.units)), dtype=np.bool_
    )
    everything = np.ones(ours.units, dtype=np.bool_)
    all_exchanged = np.repeat([0.0, 1.0], ours.units)
    assert ours.joined([theirs]).score(all_exchanged) == same(whole(theirs))
    for some in (chosen, everything) if chosen.any() else (everything,):
        found = within(ours, some).exchanged(within(theirs, some))
        assert found == same(CompleteEvidence.exchanged(ours, theirs, np.flatnonzero(some)))


@catalogued
@given(data=st.data())
@settings(max_examples=15)
def test_parts_give_the_score_of_the_whole_and_of_a_slice(task, metric, data):
    units = system(data, task)[0]
    found, kind = aligned(task, units), catalog.task(task)
    evidence = measured_or_rejected(task, metric)(found)
    made = parts_of(Data(kind, found), metric)
    if made is None:
        assert task == "mt" or metric in {"tokens", "sentences", "words", "roc_auc"}
        return
    assert made.score(made.counts) == same(whole(evidence))
    assert list(made.names) == sorted(made.names)
    places = np.flatnonzero(data.draw(st.lists(st.booleans(), min_size=len(units), max_size=len(units))))
    part = parts_of(Data(kind, found, places), metric)
    if places.size and part is not None:
        assert part.score(part.counts) == same(
            whole(within(evidence, np.isin(np.arange(len(units)), places)))
        )


@catalogued
@given(data=st.data())
@settings(max_examples=15)
def test_what_differs_is_said_side_by_side_and_quotes_nothing_where_text_is_not_to_be_shown(
    task, metric, data
):
    units = system(data, task)[0]
    found, kind = aligned(task, units), catalog.task(task)
    every = range(len(units))
    wrong = measured_or_rejected(task, metric)(found).in_error()
    for shown in kind.contrast(found, metric, every, show_text=True):
        json.dumps(as_json(shown), allow_nan=False)
    for bad, hidden in zip(wrong, kind.contrast(found, metric, every, show_text=False), strict=True):
        assert set(hidden) == {"gold", "predicted"}
        assert not {"form", "lemma", "text"} & set(keys(hidden))
        if task in ("ud", "spans"):
            assert len(hidden["gold"]) == len(hidden["predicted"])
            # Missed spans cost no precision, and a unit without predictions has none.
            assert bool(hidden["gold"]) == bad or (task == "spans" and not bad)


def keys(value):
    """Every key in plain data."""
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    for item in value if isinstance(value, list) else ():
        yield from keys(item)


@pytest.mark.usefixtures("toy")
def test_a_worse_row_of_any_task_says_which_units_lost():
    # One of four lines is wrong in each word: 75.0 points a line.
    done = evaluate("toy", [f"a b c {n}" for n in range(60)], [f"a b c {n}" if n else "x x x x" for n in range(60)],
                    identity=TOY, metrics=["Accuracy"], settings=Settings(resamples=100, floor=99.0),
                    ref_pred=[f"a b c {n}" for n in range(60)])  # fmt: skip
    (row,) = done.rows
    assert row.verdict is Verdict.WORSE
    (unit,) = row.why.units
    assert (unit.id, unit.loss) == ("1", pytest.approx(100 / 60))
    assert (unit.gold, unit.predicted) == (["a", "b", "c", "0"], ["x", "x", "x", "x"])


def worse(halved=False, **changed):
    """A worse row of the toy: the first two of 60 lines are wrong in each word."""
    right = [f"a b c {n}" for n in range(60)]
    wrong = ["x x x x"] * 2 + right[2:]
    floor = Settings(resamples=100, floor=99.0, **changed)
    both = [Shards((lines[:30], lines[30:])) if halved else lines for lines in (right, wrong)]
    (row,) = evaluate("toy", *both, identity=TOY, settings=floor, ref_pred=both[0], metrics=["Accuracy"]).rows
    assert row.verdict is Verdict.WORSE
    return row


@pytest.mark.usefixtures("toy")
def test_what_quotes_the_data_is_left_out_where_text_is_not_to_be_shown():
    row = worse(show_text=False)
    assert [(unit.id, unit.after["correct"], unit.text, unit.gold, unit.predicted) for unit in row.why.units] == [
        ("1", 0, None, None, None), ("2", 0, None, None, None),
    ]  # fmt: skip


@pytest.mark.usefixtures("toy")
def test_of_shards_ids_and_counts_are_known():
    row = worse(halved=True)
    assert [(unit.id, unit.gold) for unit in row.why.units] == [("1", None), ("2", None)]


@pytest.mark.usefixtures("toy")
def test_reasons_stand_in_the_rows_file_and_leave_no_trace_where_there_are_none():
    row = worse()
    assert loads(dumps([row]))[0].why == msgspec.convert(
        json.loads(dumps([row]))["rows"][0]["why"], type(row.why), strict=True
    )
    assert "why" not in json.loads(dumps([msgspec.structs.replace(row, why=None)]))["rows"][0]


@pytest.mark.parametrize(
    "value", ["\ud800", 2**70, float("nan"), {"a": {1, 2}}, np.float64(1.0), np.int64(3), (1, None), object]
)
def test_any_value_is_made_fit_for_the_rows_file(value):
    assert json.loads(json.dumps(as_json(value), allow_nan=False).encode()) is not Ellipsis
    as_json(str(value)).encode()


def test_two_results_files_name_the_units_by_their_stored_ids(tmp_path):
    spans = [["B-PER", "O"]] * 80
    wrong = [["O", "O"]] * 3 + spans[3:]
    files = []
    for name, pred in (("ours", wrong), ("theirs", spans)):
        done = evaluate("spans", spans, pred, identity=TOY, metrics=["span_f1"], judge=False)
        files.append(reference_file(tmp_path / f"{name}.json", done.rows, done.units))
    (row,) = compare(*files, Settings(floor=99.0)).rows
    assert row.verdict is Verdict.WORSE
    assert [(unit.id, unit.before["correct"], unit.after["correct"]) for unit in row.why.units] == [
        ("1", 1, 0), ("2", 1, 0), ("3", 1, 0),
    ]  # fmt: skip
    assert [(one.name, one.before["correct"], one.after["correct"]) for one in row.why.parts] == [
        ("PER", 80, 77)
    ]


def test_parts_are_stored_with_their_units_and_trusted_only_where_they_give_the_score(tmp_path):
    done = evaluate(
        "labels",
        ["a", "b"] * 40,
        ["a", "b"] * 39 + ["a", "a"],
        identity=TOY,
        metrics=["accuracy"],
        judge=False,
    )
    stored = StoredUnits()
    stored.record(done.units)
    again = unpacked(packed(stored), tmp_path)
    assert again.parts["Accuracy"].counts.tolist() == [[40, 41, 40], [39, 39, 40]]
    assert packed(again) == packed(stored)
    found = reference_file(tmp_path / "refs.json", done.rows, done.units)
    (row,) = done.rows
    assert found.parts(found.find(row.key)).names == ("a", "b")
    found = reference_file(tmp_path / "refs.json", [msgspec.structs.replace(row, score=50.0)], done.units)
    assert found.parts(found.find(row.key)) is None


def test_older_units_without_parts_still_name_the_units(tmp_path):
    gold = ["a", "b"] * 40
    done = evaluate("labels", gold, gold, identity=TOY, metrics=["accuracy"], judge=False)
    found = reference_file(tmp_path / "refs.json", done.rows, replace(done.units, parts={}))
    (row,) = evaluate(
        "labels", gold, ["b"] * 40 + gold[40:], identity=TOY, metrics=["accuracy"], references=found
    ).rows
    assert row.verdict is Verdict.WORSE
    assert [unit.id for unit in row.why.units] == [str(number) for number in range(1, 40, 2)]
    assert {(unit.gold, unit.predicted) for unit in row.why.units} == {("a", "b")}
    assert row.why.parts == ()


def test_the_specification_s_rule_alone_names_units_too(tmp_path):
    gold = ["a", "b"] * 40
    done = evaluate("labels", gold, gold, identity=TOY, metrics=["accuracy"], judge=False)
    found = reference_file(tmp_path / "refs.json", done.rows, done.units)
    (row,) = evaluate("labels", gold, ["b"] * 40 + gold[40:], identity=TOY, metrics=["accuracy"], references=found,
                      settings=Settings(pair=False)).rows  # fmt: skip
    assert row.verdict is Verdict.WORSE
    assert len(row.why.units) == 20
    # With the reference's a 80 of 100 and 80, with its b 60 of 60 and 80: 88.9 and 85.7 in the place of 75.
    assert [(part.name, round(part.loss, 1)) for part in row.why.parts] == [("a", 13.9), ("b", 10.7)]


def test_a_slice_names_its_own_units_and_labels():
    gold = [{"id": f"d{n:02}", "gold": "ab"[n % 2], "domain": "xy"[n % 2]} for n in range(80)]
    pred = [{"id": one["id"], "pred": "b" if n < 10 else one["gold"]} for n, one in enumerate(gold)]
    right = [{"id": one["id"], "pred": one["gold"]} for one in gold]
    done = evaluate("labels", gold, pred, identity=TOY, metrics=["accuracy"], ref_pred=right,
                    wanted=Wanted(slices=("domain=x",)), settings=Settings(floor=99.0))  # fmt: skip
    row = done.rows[1]
    assert row.metric == "Accuracy{domain=x}"
    assert [(unit.id, unit.gold, unit.predicted) for unit in row.why.units] == [
        (f"d{n:02}", "a", "b") for n in (0, 2, 4, 6, 8)
    ]
    assert [(part.name, part.after["gold"]) for part in row.why.parts] == [("a", 40), ("b", 0)]


@pytest.mark.slow
def test_twenty_five_thousand_units_take_moments():
    rng = np.random.default_rng(1)
    gold, ours, theirs = (rng.integers(0, 40, 25_000) for _ in range(3))
    measure = catalog.metrics("labels")["label_macro_f1"].measure
    kind = catalog.task("labels")
    both = [
        measure(kind.align(kind.read(gold.tolist(), "gold"), kind.read(one.tolist(), "pred")))
        for one in (ours, theirs)
    ]
    start = time.perf_counter()
    losses(*both, Better.HIGHER)
    assert time.perf_counter() - start < 20


def test_a_unit_of_several_runs_loses_what_the_mean_of_its_counts_lost():
    one, two, reference = (counts((1, 1), (row, 1)) for row in (0, 1, 1))
    found, _ = why(System(Runs((one, two))), System(reference), Better.HIGHER)
    assert [(unit.id, unit.loss) for unit in found.units] == [
        ("2", pytest.approx(25.0))
    ]  # 3 of 4 runs' units are right


def test_a_unit_of_an_average_loses_within_its_own_test_set():
    ours = Mean((counts((1, 1)), counts((1, 1), (0, 1))))
    theirs = Mean((counts((1, 1)), counts((1, 1), (1, 1))))
    found, _ = why(System(ours), System(theirs), Better.HIGHER)
    assert [(unit.id, unit.loss) for unit in found.units] == [("3", pytest.approx(25.0))]  # half of 50 points
