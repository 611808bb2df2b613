"""A thing compared with itself: one file is an error, equal content a flag; labels need one in common."""

import json
import os
import re

import pytest

from scoring.base.errors import InputError, UsageError
from scoring.evaluation.average import Member, evaluate_average
from scoring.evaluation.evaluate import evaluate
from scoring.evaluation.measurement import SeveralRuns, Shards, Wanted
from scoring.evaluation.same import has_same_content
from scoring.rows.records import Identity
from tests.mt.runs import document, entry

WHO = Identity("m", "en", "d")
GOLD = "id,label\n1,a\n2,b\n"
PRED = "id,label\n1,a\n2,a\n"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The folder of the files, which is the working folder."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("gold.csv", GOLD), ("pred.csv", PRED), ("copy.csv", GOLD), ("again.csv", PRED)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "sub").mkdir()
    (tmp_path / "link.csv").symlink_to("gold.csv")
    os.link("gold.csv", "hard.csv")
    return tmp_path


def scored(gold="gold.csv", pred="pred.csv", task="labels", **more):
    return evaluate(task, gold, pred, identity=WHO, **{"metrics": ["accuracy"], "judge": False, **more})


def flags(**more):
    return scored(**more).rows[0].flags


@pytest.mark.parametrize("name", ["./gold.csv", "sub/../gold.csv", "link.csv", "hard.csv"])
def test_one_file_as_gold_and_prediction_is_an_error_however_it_is_named(name):
    with pytest.raises(UsageError, match=r"pred\) and the gold data are one file") as raised:
        scored(pred=name)
    assert name in str(raised.value)
    assert "gold.csv" in str(raised.value)


@pytest.mark.parametrize("other", ["pred.csv", "./pred.csv"])
def test_one_file_as_prediction_and_reference_system_is_an_error(other):
    with pytest.raises(
        UsageError, match=r"pred\) and the reference system's output \(ref_pred\) are one file"
    ):
        scored(ref_pred=other)


def test_gold_as_the_reference_system_is_an_error_that_says_so():
    with pytest.raises(
        UsageError, match=r"\(ref_pred\) and the gold data are one file \(link.csv, gold.csv\)"
    ):
        scored(ref_pred="link.csv")


def test_an_open_file_is_the_file_it_was_opened_from(folder):
    with (folder / "gold.csv").open("rb") as opened, pytest.raises(UsageError, match="one file"):
        scored(pred=opened)


@pytest.mark.parametrize(
    ("pred", "more"),
    [
        pytest.param(SeveralRuns(["pred.csv", "link.csv"]), {}, id="a run"),
        pytest.param(SeveralRuns(["pred.csv", "again.csv"]), {"ref_pred": SeveralRuns(["copy.csv", "./again.csv"])},
                     id="a run of the reference system"),
    ],
)  # fmt: skip
def test_every_run_is_looked_at(pred, more):
    with pytest.raises(UsageError, match="are one file"):
        scored(pred=pred, **more)


def test_a_run_that_is_given_twice_is_an_error():
    os.link("pred.csv", "twin.csv")
    with pytest.raises(UsageError, match="runs 1 and 3 are one file"):
        scored(pred=SeveralRuns(["pred.csv", "copy.csv", "twin.csv"]))


def test_shards_of_one_file_are_an_error():
    with pytest.raises(UsageError, match="one file"):
        scored(Shards(("gold.csv", "copy.csv")), Shards(("pred.csv", "./copy.csv")))


def test_a_member_of_an_average_is_compared_with_another_thing_too():
    members = [
        Member(name=name, task="labels", gold="gold.csv", pred="pred.csv", ref_pred=ref_pred)
        for name, ref_pred in (("first", "./pred.csv"), ("second", "again.csv"))
    ]
    with pytest.raises(UsageError, match=r"first: the prediction .* are one file"):
        evaluate_average(members, identity=WHO, judge=False)


def test_one_table_may_hold_both_sides_in_two_columns(folder):
    (folder / "both.csv").write_text("id,gold,pred\n1,a,a\n2,b,a\n", encoding="utf-8")
    done = scored("both.csv", "./both.csv")
    assert (done.rows[0].score, "same_as_gold" in done.rows[0].flags) == (50.0, False)


def test_a_run_of_translations_holds_both_sides(folder):
    (folder / "run.json").write_text(json.dumps(document(*(entry(n) for n in range(3)))), encoding="utf-8")
    done = scored("run.json", "run.json", "mt", metrics=["Exact match"])
    assert "same_as_gold" not in done.rows[0].flags


@pytest.mark.parametrize(
    ("gold", "pred", "flagged"),
    [
        ("gold.csv", "copy.csv", True),
        ("gold.csv", "pred.csv", False),
        (["a", "b"], ["a", "b"], True),
        (["a", "b"], ["a", "a"], False),
        ("gold.csv", SeveralRuns(["pred.csv", "copy.csv"]), True),
        (Shards(("gold.csv", "pred.csv")), Shards(("copy.csv", "again.csv")), True),
        (Shards(("gold.csv", "pred.csv")), Shards(("copy.csv", "copy.csv")), False),
    ],
)
def test_a_copy_of_gold_is_a_flag(gold, pred, flagged):
    assert ("same_as_gold" in flags(gold=gold, pred=pred)) is flagged


@pytest.mark.parametrize(("ref_pred", "flagged"), [("again.csv", True), ("copy.csv", False)])
def test_a_copy_of_the_prediction_as_reference_system_is_a_flag(ref_pred, flagged):
    assert ("same_as_ref_pred" in flags(ref_pred=ref_pred)) is flagged


def test_shards_hold_the_same_where_each_of_them_does():
    ours = Shards(("pred.csv", "gold.csv"))
    assert has_same_content(ours, Shards(("again.csv", "copy.csv")))
    assert not has_same_content(ours, Shards(("again.csv", "again.csv")))
    assert not has_same_content(ours, Shards(("again.csv",)))


def test_files_of_one_size_and_date_are_told_apart_by_their_content():
    assert len(GOLD) == len(PRED)
    for name in ("gold.csv", "pred.csv", "copy.csv"):
        os.utime(name, (1, 1))
    assert not has_same_content("gold.csv", "pred.csv")
    assert has_same_content("gold.csv", "copy.csv")


@pytest.mark.parametrize(
    ("task", "gold", "pred", "said"),
    [
        ("labels", ["0", "1"], ["LABEL_0", "LABEL_1"], "it has 'LABEL_0', 'LABEL_1'; gold has '0', '1'"),
        ("labels", ["pos", "neg"], ["POS", "NEG"], "it has 'NEG', 'POS'; gold has 'neg', 'pos'"),
        ("labels", ["0", "1"], ["0.0", "1.0"], "it has '0.0', '1.0'; gold has '0', '1'"),
        ("spans", [["B-PER", "O"]], [["B-PERSON", "O"]], "it has 'PERSON'; gold has 'PER'"),
        ("multilabel", [["a"], ["b"]], [["A"], []], "it has 'A'; gold has 'a', 'b'"),
    ],
)
def test_labels_that_have_nothing_in_common_are_an_error_with_both_sets(task, gold, pred, said):
    with pytest.raises(InputError, match=re.escape(said)):
        scored(gold, pred, task, metrics=None)
    done = scored(gold, pred, task, metrics=None, wanted=Wanted(disjoint=True))
    assert done.rows[0].score == 0.0


@pytest.mark.parametrize(
    ("task", "gold", "pred"),
    [
        pytest.param("spans", [["B-PER", "O"]], [["O", "O"]], id="nothing predicted"),
        pytest.param("labels", ["a", "b"], ["b", "a"], id="wrong everywhere, of one set"),
        pytest.param("multilabel", [["a"], []], [{"a": 0.1, "b": 0.9}, {"a": 0.2, "b": 0.1}], id="only scored"),
        pytest.param("multilabel", [[1, 0]], [[0, 1]], id="columns of an array"),
    ],
)  # fmt: skip
def test_a_bad_prediction_is_no_other_set_of_labels(task, gold, pred):
    assert scored(gold, pred, task, metrics=None).rows


def test_a_label_in_common_may_be_in_another_shard():
    gold = Shards((["a", "a"], ["b", "b"]))
    done = scored(gold, Shards((["b", "b"], ["b", "a"])))
    assert done.rows[0].score == 25.0


def test_a_reference_system_of_other_labels_is_named():
    with pytest.raises(InputError, match=r"reference system's output \(ref_pred\) has no label in common"):
        scored(["a", "b"], ["a", "a"], ref_pred=["A", "B"])


def test_each_run_has_to_have_a_label_in_common():
    with pytest.raises(InputError, match=r"run 2 .*has no label in common"):
        scored(["a", "b"], SeveralRuns([["a", "a"], ["A", "B"]]))


def test_an_average_takes_what_its_members_say_of_their_labels():
    def average(wanted):
        first = Member(name="first", task="labels", gold=["a", "b"], pred=["A", "B"], wanted=wanted)
        second = Member(name="second", task="labels", gold=["a", "b"], pred=["a", "a"])
        return evaluate_average([first, second], identity=WHO, judge=False).rows[0].score

    with pytest.raises(InputError, match=r"first: .*has no label in common"):
        average(Wanted())
    assert average(Wanted(disjoint=True)) == 25.0  # of 0 and 50


def test_an_average_shows_the_flag_of_a_member():
    one, other = (
        Member(name=name, task="labels", gold=["a", "b"], pred=pred)
        for name, pred in (("first", ["a", "b"]), ("second", ["a", "a"]))
    )
    done = evaluate_average([one, other], identity=WHO, judge=False)
    assert "same_as_gold" in done.rows[0].flags


@pytest.mark.parametrize(("ref_pred", "flagged"), [("again.csv", True), ("copy.csv", False)])
def test_an_average_is_of_copies_where_each_member_is_one(ref_pred, flagged):
    members = [
        Member(name=name, task="labels", gold="gold.csv", pred="pred.csv", ref_pred=other)
        for name, other in (("first", "again.csv"), ("second", ref_pred))
    ]
    (row, *_) = evaluate_average(members, identity=WHO, judge=False).rows
    assert ("same_as_ref_pred" in row.flags) is flagged
