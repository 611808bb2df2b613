"""Single labels, slices and shards: rows beside the whole, each with the units, gold and name of its own."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.base.errors import UsageError
from scoring.evaluation.evaluate import evaluate
from scoring.evaluation.measure import measure
from scoring.evaluation.measurement import EVERY, Shards, Wanted
from scoring.evaluation.slicing import in_row_name
from scoring.evidence.evidence import whole
from scoring.evidence.restore import restored
from scoring.evidence.slice import Part, within
from scoring.judging.settings import Settings
from scoring.metrics import catalog
from scoring.metrics.metric import NotAvailable
from scoring.metrics.task import gold_sha256
from scoring.rows.records import Identity
from scoring.rows.references import References
from scoring.rows.rows import dumps, loads
from tests.core.helpers import approx, only, reference_file
from tests.core.test_laws import CATALOGUED, aligned, drawn, measured

NER = Identity("ner", "en", "test")
FAST = Settings(resamples=100)
PER, LOC, OUT = ["B-PER"], ["B-LOC"], ["O"]
GOLD = [PER, PER, LOC, OUT]
PRED = [PER, LOC, LOC, OUT]  # PER: 1 of 1 predicted, 2 gold; LOC: 1 correct of 2 predicted, 1 gold


def run(gold=GOLD, pred=PRED, *, metrics=("Span F1",), wanted=None, task="spans", **more):
    return evaluate(task, gold, pred, identity=NER, metrics=metrics, wanted=wanted, settings=FAST, **more)


def documents(*rows):
    """Records of a gold label, a predicted label, and the further field ``domain``."""
    return [{"id": str(at), "gold": gold, "pred": pred, "domain": domain}
            for at, (gold, pred, domain) in enumerate(rows, 1)]  # fmt: skip


TEXTS = documents(
    ("a", "a", "news"), ("b", "a", "web"), ("b", "b", "news"), ("a", "a", "web"), ("b", "b", "web")
)


def sliced(wanted, metrics=("Accuracy",), texts=TEXTS, **more):
    return run(texts, texts, task="labels", metrics=metrics, wanted=Wanted(slices=wanted), **more)


# --- single labels


def test_a_labels_row_counts_that_label_alone():
    done = run(wanted=Wanted(labels=("PER",)))
    assert [row.metric for row in done.rows] == ["Span F1", "Span F1[PER]"]
    assert only(done, "Span F1[PER]").counts == {"correct": 1, "predicted": 1, "gold": 2}
    assert only(done, "Span F1[PER]").score == approx(100 * 2 / 3)
    assert only(done, "Span F1").counts == {"correct": 2, "predicted": 3, "gold": 3}


def test_every_label_is_that_of_gold_or_prediction():
    done = run([PER, OUT], [OUT, LOC], wanted=Wanted(labels=(EVERY,), disjoint=True))
    assert [row.metric for row in done.rows] == ["Span F1", "Span F1[LOC]", "Span F1[PER]"]
    assert {row.score for row in done.rows} == {0.0}


def test_every_label_beside_a_named_one_is_every_label_once():
    done = run(wanted=Wanted(labels=("PER", EVERY)))
    assert [row.metric for row in done.rows] == ["Span F1", "Span F1[LOC]", "Span F1[PER]"]


def test_a_label_named_twice_gives_one_row():
    assert len(run(wanted=Wanted(labels=("PER", "PER"))).rows) == 2


def test_a_label_that_is_nowhere_is_an_error_that_names_the_nearest():
    with pytest.raises(UsageError, match=r"no label 'PRE' in gold or prediction; did you mean 'PER'\?"):
        run(wanted=Wanted(labels=("PRE",)))


def test_where_there_are_no_labels_the_error_says_so():
    with pytest.raises(UsageError, match="no label 'PER' in gold or prediction; there are no labels at all"):
        run([set()], [set()], task="multilabel", metrics=["Micro F1"], wanted=Wanted(labels=("PER",)))


def test_a_metric_without_figures_of_single_labels_is_named():
    with pytest.raises(UsageError, match="Accuracy: no figure of a single label; name another metric"):
        run(TEXTS, TEXTS, task="labels", metrics=["Accuracy"], wanted=Wanted(labels=("a",)))


def test_a_metric_without_figures_of_single_labels_has_no_such_row_beside_one_that_has():
    done = run(metrics=["Span F1", "Span macro F1"], wanted=Wanted(labels=("PER",)))
    assert [row.metric for row in done.rows] == ["Span F1", "Span macro F1", "Span F1[PER]"]


def test_a_label_that_only_ours_has_is_nothing_of_the_reference_system():
    done = run(GOLD, PRED, ref_pred=[OUT] * 4, wanted=Wanted(labels=(EVERY,)))
    row = only(done, "Span F1[LOC]")
    assert (row.score, row.reference) == (approx(100 * 2 / 3), 0.0)
    predicted_only = run([OUT, PER], [LOC, PER], ref_pred=[OUT, PER], wanted=Wanted(labels=("LOC",)))
    assert (
        only(predicted_only, "Span F1[LOC]").reference == 0.0
    )  # undefined: nothing predicted, nothing to find


def test_a_label_that_only_the_reference_system_has_is_no_row():
    done = run([PER], [PER], ref_pred=[LOC], wanted=Wanted(labels=(EVERY,), disjoint=True))
    assert [row.metric for row in done.rows] == ["Span F1", "Span F1[PER]"]


def test_rows_of_single_labels_are_a_family_apart():
    gold, good = [PER] * 30 + [LOC] * 30, [PER] * 30 + [LOC] * 20 + [OUT] * 10
    bad = [OUT] * 3 + good[3:]
    alone = only(run(gold, bad, ref_pred=good), "Span F1")
    beside = run(gold, bad, ref_pred=good, wanted=Wanted(labels=(EVERY,)))
    assert only(beside, "Span F1") == alone
    assert only(beside, "Span F1[PER]").difference.adjusted_p > 0
    assert only(beside, "Span F1[LOC]").rule == "identical"


# --- names


@pytest.mark.parametrize(
    ("label", "name"),
    [
        pytest.param("and/or", "Span F1[and%2For]", id="slash"),
        pytest.param("a\nb", "Span F1[a%0Ab]", id="line end"),
        pytest.param("a\u200bb", "Span F1[a%E2%80%8Bb]", id="no width"),
        pytest.param("🎉", "Span F1[🎉]", id="emoji"),
        pytest.param("a%2Fb", "Span F1[a%252Fb]", id="what looks escaped"),
        pytest.param("100 %", "Span F1[100 %]", id="per cent"),
        pytest.param("a|b]", "Span F1[a|b]]", id="marks of our own"),
    ],
)
def test_a_label_of_any_text_gives_a_row_that_can_be_recorded_and_paired(label, name, tmp_path):
    gold, pred = [[f"B-{label}"]] * 4, [[f"B-{label}"], OUT] * 2
    wanted = Wanted(labels=(label,))
    done = run(gold, pred, wanted=wanted, judge=False)
    assert loads(dumps(done.rows))[1].metric == only(done, name).metric
    references = reference_file(tmp_path / "refs.json", done.rows, done.units)
    assert only(run(gold, pred, wanted=wanted, references=references), name).rule == "identical"


@given(st.lists(st.text(st.sampled_from("%/2F0A\n\xa0b"), max_size=5), unique=True, min_size=2, max_size=2))
def test_two_labels_never_share_a_name(labels):
    assert in_row_name(labels[0]) != in_row_name(labels[1])


# --- slices


def test_a_slice_has_the_units_and_the_gold_of_its_own():
    row = only(sliced(["domain=news"]), "Accuracy{domain=news}")
    assert (row.score, row.units) == (100.0, 2)  # the first and the third text
    news = measure("labels", TEXTS, TEXTS, catalog.select("labels")).digests[:3:2]
    assert row.gold_sha256 == gold_sha256(news)


def test_a_slices_row_is_that_of_its_units_alone():
    web = [text for text in TEXTS if text["domain"] == "web"]
    metrics = ["Accuracy", "Macro F1", "Micro F1"]
    parts = sliced(["domain=web"], metrics).rows[3:]
    alone = run(web, web, task="labels", metrics=metrics).rows
    for part, one in zip(parts, alone, strict=True):
        assert part.metric == f"{one.metric}{{domain=web}}"
        assert (part.score, part.ci, part.gold_sha256) == (approx(one.score), one.ci, one.gold_sha256)


def test_a_field_stands_for_all_its_values():
    names = [row.metric for row in sliced(["domain"]).rows]
    assert names == ["Accuracy", "Accuracy{domain=news}", "Accuracy{domain=web}"]


def test_a_value_named_beside_its_field_gives_one_row():
    assert len(sliced(["domain=web", "domain"]).rows) == 3


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        (["domain=newz"], "no document has domain 'newz'; did you mean 'news'?"),
        (["genre"], "no field 'genre' to slice by"),
    ],
)
def test_a_slice_that_is_not_there_is_an_error(wanted, says):
    with pytest.raises(UsageError) as refused:
        sliced(wanted)
    assert says in str(refused.value)


def test_a_slices_ids_are_its_units():
    done = sliced(["domain=news"])
    row = only(done, "Accuracy{domain=news}")
    assert done.units.slices[row.gold_sha256] == ("1", "3")


SCORES = [{"id": str(at), "gold": ["x"] if at % 2 else ["y"], "domain": "news" if at < 3 else "web",
           "scores": {"x": at % 3 / 2, "y": at % 5 / 4}} for at in range(8)]  # fmt: skip


@pytest.mark.parametrize("task", ["labels", "multilabel"])
def test_a_slice_of_any_metric_can_be_recorded_and_paired(task, tmp_path):
    texts = TEXTS if task == "labels" else SCORES
    wanted = Wanted(slices=("domain",))
    done = run(texts, texts, task=task, metrics=None, wanted=wanted, judge=False)
    references = reference_file(tmp_path / "refs.json", done.rows, done.units)
    again = run(texts, texts, task=task, metrics=None, wanted=wanted, references=references)
    assert {row.verdict for row in again.rows} == {"within"}  # stale, where units do not fit their row
    assert "identical" in {row.rule for row in again.rows if "{" in row.metric}


def test_the_reference_systems_slices_are_those_of_gold():
    others = documents(
        ("a", "b", "web"), ("b", "b", "web"), ("b", "b", "web"), ("a", "a", "web"), ("b", "b", "web")
    )
    row = only(sliced(["domain=news"], ref_pred=others), "Accuracy{domain=news}")
    assert (row.score, row.reference) == (100.0, 50.0)


# --- shards


def halves(side):
    return Shards((side[:2], side[2:]))


@pytest.mark.parametrize("pool", [None, ThreadPoolExecutor], ids=["in turn", "in threads"])
def test_labels_of_shards_are_those_of_the_whole(pool):
    wanted = Wanted(labels=("LOC", "PER"))
    together = run(wanted=wanted, metrics=None)
    executor = pool(2) if pool else None
    done = run(halves(GOLD), halves(PRED), wanted=wanted, metrics=None, executor=executor)
    if executor:
        executor.shutdown()
    assert done.rows == together.rows  # LOC is in the second shard's gold alone


def test_a_label_of_no_shard_is_an_error():
    with pytest.raises(UsageError, match="no label 'ORG'"):
        run(halves(GOLD), halves(PRED), wanted=Wanted(labels=("ORG",)))


def test_every_label_of_shards_is_refused_before_anything_is_read():
    with pytest.raises(UsageError, match="not known beforehand: name those that are wanted"):
        run(Shards(("nowhere", "nowhere")), Shards(("nowhere", "nowhere")), wanted=Wanted(labels=(EVERY,)))


def test_slices_of_shards_are_those_of_the_whole():
    wanted = Wanted(slices=("domain",))
    together = run(TEXTS, TEXTS, task="labels", metrics=None, wanted=wanted)
    done = run(halves(TEXTS), halves(TEXTS), task="labels", metrics=None, wanted=wanted)
    assert done.rows == together.rows


# --- notes


def test_notes_on_the_data_come_with_the_rows_each_once():
    iob1 = [["I-PER", "O"], ["I-LOC", "O"]]
    done = run([["B-PER", "O"], ["B-LOC", "O"]], iob1, ref_pred=iob1)
    assert len(done.notes) == 1  # the same of both predictions
    assert all("the tags look like IOB1" in note for note in done.notes)


def test_a_task_without_notes_has_none():
    assert run(TEXTS, TEXTS, task="labels", metrics=["Accuracy"]).notes == ()


# --- what holds of every metric with figures of single labels, and of every slice


SINGLE = [
    (task, name)
    for task in catalog.task_names()
    for name, one in catalog.metrics(task).items()
    if one.for_label
]


@pytest.mark.parametrize(("task", "metric"), SINGLE, ids=["-".join(case) for case in SINGLE])
@given(data=st.data())
@settings(max_examples=20)
def test_a_labels_evidence_is_stored_and_restored_as_the_metrics_own(task, metric, data):
    both = aligned(task, drawn(data, task))
    chosen = catalog.metrics(task)[metric]
    for label in [*catalog.task(task).labels(both), "nowhere"]:
        evidence = chosen.for_label(both, label)
        assert not isinstance(evidence, NotAvailable)
        again = chosen.restore(evidence.arrays())
        assert whole(again) == pytest.approx(whole(evidence), nan_ok=True)
        assert again.units == evidence.units
    assert np.isnan(whole(evidence))  # a label that is nowhere


@pytest.mark.parametrize(("task", "metric"), CATALOGUED, ids=["-".join(case) for case in CATALOGUED])
@given(data=st.data())
@settings(max_examples=20)
def test_a_slice_is_stored_and_restored_with_the_units_it_has(task, metric, data):
    evidence = measured(task, metric, drawn(data, task))
    mask = np.array(data.draw(st.lists(st.booleans(), min_size=evidence.units, max_size=evidence.units)))
    part = within(evidence, mask.astype(np.bool_))
    again = restored(catalog.metrics(task)[metric].restore, part.arrays())
    weights = np.arange(1.0, part.units + 1)
    assert again.units == part.units == mask.sum()
    assert again.score(weights) == pytest.approx(part.score(weights), nan_ok=True)
    assert part.score(weights) == pytest.approx(
        Part(evidence, np.flatnonzero(mask)).score(weights), nan_ok=True
    )


def test_references_of_single_labels_are_found_by_their_rows_name(tmp_path):
    done = run(wanted=Wanted(labels=(EVERY,)), judge=False)
    references: References = reference_file(tmp_path / "refs.json", done.rows)
    assert references.find("ner/en/test/Span F1[PER]").row.score == pytest.approx(100 * 2 / 3)


def test_a_threshold_is_part_of_the_signature_of_what_it_changes():
    gold, scores = [{"a"}, {"b"}], [{"a": 0.9, "b": 0.2}, {"a": 0.4, "b": 0.6}]
    identity = Identity("tagger", "en", "two")

    def signatures(**options):
        wanted = Wanted(options=options)
        done = evaluate("multilabel", gold, scores, identity=identity, wanted=wanted, judge=False)
        return {row.metric: row.signature for row in done.rows}

    plain, strict = signatures(), signatures(threshold=0.55)
    assert signatures(threshold=0.5) == plain
    assert strict["Micro F1"] == f"{plain['Micro F1']}|threshold:0.55"
    assert strict["ROC-AUC"] == plain["ROC-AUC"]


def test_every_label_leaves_out_one_that_has_no_score_and_says_so():
    gold = [{"a"}, set()]  # "b" is predicted, and no document has it
    scores = [{"a": 0.9, "b": 0.8}, {"a": 0.1, "b": 0.7}]
    done = evaluate(
        "multilabel", gold, scores, identity=Identity("t", "en", "d"), metrics=["ROC-AUC"],
        wanted=Wanted(labels=(EVERY,)), judge=False,
    )  # fmt: skip
    assert [row.metric for row in done.rows] == ["ROC-AUC", "ROC-AUC[a]"]
    assert done.notes == ("ROC-AUC[b] is undefined on this data and left out",)


def test_a_label_that_is_named_and_has_no_score_is_an_error_that_says_why():
    named = {"identity": Identity("t", "en", "d"), "metrics": ["ROC-AUC"], "references": References()}
    done = evaluate(
        "multilabel", [{"a", "b"}, {"b"}], [{"a": 0.9, "b": 0.8}] * 2, wanted=Wanted(labels=("b",)), **named
    )
    row = only(done, "ROC-AUC[b]")
    assert row.score is None
    assert row.reason == "the score is undefined on this data; all documents of a label are of one class"
