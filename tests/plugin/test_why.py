"""A worse row names the units and labels that lost most, end to end: section, JSON, HTML, and the reference file."""

import json

import pytest

from tests.plugin.conftest import section
from tests.plugin.data import conllu, gate, module, read_rows

UPDATE = ("--onenlp-reference", "refs.json", "--onenlp-update")
RUN = (
    "--onenlp-reference", "refs.json", "--onenlp-report", "json:out.json", "--onenlp-report", "html:out.html",
)  # fmt: skip
LOST = [f"s{number}" for number in range(40, 48)]


@pytest.fixture
def worse(both):
    """A reference with 40 wrong sentences, and a candidate with 8 more: s40 to s47."""
    both.write(test_a__py=module(gate("tagger")))
    both.alone(*UPDATE)
    both.write(pred__conllu=conllu(48))
    return both


def why(suite, name="tagger/UPOS", file="out.json"):
    return read_rows(suite.path / file)[name].get("why")


def test_the_section_shows_a_handful_with_counts_text_and_words(worse):
    said = section(worse.run(*RUN))

    start = said.index("why tagger/en/demo/UPOS: 8 sentences lost against the reference")
    assert said[start + 1 : start + 5] == [
        "  s40  -0.20  correct 5 -> 4, predicted 5, gold 5, aligned 5",
        "    the cat sat down again",
        "      1 the: upos DET -> X",
        "  s41  -0.20  correct 5 -> 4, predicted 5, gold 5, aligned 5",
    ]
    assert "  and 3 more units" in said
    # With the reference's DET 460 right, 508 predicted, 500 gold; with its X 452 right, 492 predicted.
    assert (
        "  lost most: DET -0.87 (correct 60 -> 52, predicted 60 -> 52, gold 100), "
        "X -0.73 (correct 0, predicted 40 -> 48, gold 0)"
    ) in said


def test_the_reports_have_all_of_them(worse):
    worse.run(*RUN)

    found = why(worse)
    assert [unit["id"] for unit in found["units"]] == LOST
    assert found["units"][0] == {
        "id": "s40", "loss": 0.2, "text": "the cat sat down again",
        "before": {"correct": 5, "predicted": 5, "gold": 5, "aligned": 5},
        "after": {"correct": 4, "predicted": 5, "gold": 5, "aligned": 5},
        "gold": [{"id": "1", "form": "the", "upos": "DET"}],
        "predicted": [{"id": "1", "form": "the", "upos": "X"}],
    }  # fmt: skip
    page = worse.read("out.html")
    assert all(f'<bdi class="id">{name}</bdi>' in page for name in LOST)


def test_text_that_is_not_to_be_shown_is_nowhere(worse):
    worse.write(pytest__ini="[pytest]\nonenlp_show_text = false\n")

    said = section(worse.run(*RUN))

    assert "  s40  -0.20  correct 5 -> 4, predicted 5, gold 5, aligned 5" in said
    assert "      1: upos DET -> X" in said
    for text in ("\n".join(said), worse.read("out.json"), worse.read("out.html")):
        assert "the cat" not in text
        assert '"form"' not in text
        assert "1 the" not in text


def test_a_reference_holds_what_was_measured_and_no_reasons(worse):
    worse.run(*RUN, "--onenlp-accept", "*", "--onenlp-reason", "known")

    assert why(worse) is not None
    assert why(worse, file="refs.json") is None


def test_a_results_file_with_reasons_is_a_reference_file(worse):
    worse.run(*RUN)

    result = worse.run("--onenlp-reference", "out.json")

    result.assert_outcomes(passed=1)


def test_a_system_measured_here_is_as_good_as_a_stored_one(both):
    call = ", ref_pred='ref.conllu'"
    both.write(test_a__py=module(gate("tagger", call=call)), ref__conllu=conllu(40), pred__conllu=conllu(48))

    said = section(both.run("--onenlp-report", "json:out.json"))

    assert [unit["id"] for unit in why(both)["units"]] == LOST
    assert any(line.startswith("  lost most: DET -0.87") for line in said)


def test_without_the_reference_s_units_nothing_is_said(worse):
    (worse.path / worse.units()[0]).unlink()
    worse.write(pred__conllu=conllu(99))

    said = section(worse.run(*RUN))

    assert any("WORSE" in line for line in said)
    assert not [line for line in said if line.startswith("why ")]
    assert why(worse) is None


def test_many_worse_rows_are_counted_after_the_first_few(both):
    tasks = [gate(name, metrics=("UPOS", "AllTags")) for name in ("a", "b")]
    both.write(test_a__py=module(*tasks))
    both.alone(*UPDATE)
    both.write(pred__conllu=conllu(60))

    said = section(both.run(*RUN))

    assert len([line for line in said if line.startswith("why ")]) == 3
    assert "and 1 more worse row; a json report has all of it" in said


def test_spans_and_labels_name_what_they_take_for_what(both):
    gold, pred = ["Ann B-PER\nruns O\n"] * 60, ["Ann B-LOC\nruns O\n"] * 30 + ["Ann B-PER\nruns O\n"] * 30
    table = "id,label\n" + "".join(f"d{n:02},a\n" for n in range(60))
    both.write(
        gold__iob2="\n".join(gold), pred__iob2="\n".join(gold),
        test_a__py=module(
            gate("ner", "pred.iob2", gold="gold.iob2", metrics=("Span F1",)).replace("check_ud", "check_spans"),
            gate("topics", "pred.csv", gold="gold.csv", metrics=("Accuracy",)).replace("check_ud", "check_labels"),
        ),
        gold__csv=table.replace("label", "gold"), pred__csv=table.replace("label", "pred"),
    )  # fmt: skip
    both.alone(*UPDATE)
    both.write(pred__iob2="\n".join(pred), pred__csv=table.replace("label", "pred").replace(",a", ",b", 30))

    said = section(both.run(*RUN))

    assert "      PER 0-1 Ann -> LOC 0-1 Ann" in said
    assert "      a -> b" in said
    assert why(both, "ner/Span F1")["units"][0]["text"] == "Ann runs"
    assert {part["name"] for part in why(both, "topics/Accuracy")["parts"]} == {"a", "b"}


def test_a_check_of_a_metric_of_one_s_own_names_units_by_id(both):
    source = """
import numpy as np, pytest
from scoring.metrics import catalog
from scoring.evidence.counts import Counts
METRIC = catalog.metrics("labels")["accuracy"]
def found(wrong):
    table = np.array([(n >= wrong, 1) for n in range(60)], dtype=float)
    return Counts(table, ("correct", "documents"), lambda totals: 100 * totals[..., 0] / totals[..., 1])
@pytest.mark.onenlp(component="own", language="en", dataset="demo", metrics=["Accuracy"])
def test_own(onenlp):
    onenlp.check(METRIC, found(30), ref_pred=found(0), unit_ids=[f"u{n}" for n in range(60)])
"""
    both.write(test_a__py=source)

    both.run("--onenlp-report", "json:out.json")

    units = why(both, "own/Accuracy")["units"]
    assert [unit["id"] for unit in units] == [f"u{n}" for n in range(30)]
    assert json.dumps(units[0]["text"]) == "null"
