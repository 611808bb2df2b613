"""Gates that compare a thing with itself, or labels that have nothing in common, fail; copies are flagged."""

import json

import pytest

from tests.plugin.conftest import section
from tests.plugin.data import conllu, gate, gate_file, marker, module, read_rows, refs

UPDATE = ("--onenlp-reference", "refs.json", "--onenlp-update")
LABELS = {"language": "en", "dataset": "demo", "task": "labels", "gold": "gold.csv", "metrics": ["Accuracy"]}


def recorded(suite):
    return read_rows(suite.path / "refs.json")


def test_a_gate_whose_prediction_is_its_gold_fails_and_records_nothing(both):
    (both.path / "link.conllu").symlink_to("gold.conllu")
    both.write(
        refs__json=refs(),
        onenlp__toml=gate_file(
            {"component": "file", "pred": "./gold.conllu"}, {"component": "link", "pred": "link.conllu"}
        ),
        test_a__py=module(gate("marked", "gold.conllu"), gate("rival", call=", ref_pred='./pred.conllu'")),
    )  # fmt: skip
    result = both.run(*UPDATE)
    result.assert_outcomes(failed=4)
    said = result.stdout.str()
    assert said.count("and the gold data are one file") >= 3
    assert "the reference system's output (ref_pred) are one file (pred.conllu, ./pred.conllu)" in said
    assert recorded(both) == {}


def test_a_check_of_one_file_that_is_swallowed_fails_its_test(both):
    both.write(
        refs__json=refs(),
        test_a__py=module(
            f"{marker('a')}\ndef test_a(onenlp):\n"
            "    try:\n        onenlp.check_ud('gold.conllu', 'gold.conllu')\n"
            "    except Exception:\n        pass\n"
        ),
    )
    both.run(*UPDATE).assert_outcomes(failed=1)
    assert recorded(both) == {}


def test_a_copy_of_gold_is_recorded_with_a_flag_that_strict_fails(both):
    both.write(refs__json=refs(), copy__conllu=conllu(), test_a__py=module(gate("copy", "copy.conllu")))
    both.run(*UPDATE).assert_outcomes(passed=1)
    assert "same_as_gold" in recorded(both)["copy/UPOS"]["flags"]
    result = both.run("--onenlp-reference", "refs.json")
    assert any("same_as_gold" in line for line in section(result))
    assert both.run("--onenlp-reference", "refs.json", "--onenlp-strict").ret == 1


def test_a_copy_of_the_prediction_as_reference_system_is_flagged(both):
    both.write(
        copy__conllu=conllu(40),
        refs__json=refs(),
        test_a__py=module(gate("a", call=", ref_pred='copy.conllu'")),
    )
    result = both.run("--onenlp-reference", "refs.json")
    result.assert_outcomes(passed=1)
    assert any("same_as_ref_pred" in line for line in section(result))


def test_labels_that_have_nothing_in_common_fail_unless_the_gate_says_so(both):
    both.write(
        refs__json=refs(), gold__csv="id,label\n1,0\n2,1\n", pred__csv="id,label\n1,LABEL_0\n2,LABEL_1\n",
        onenlp__toml=gate_file(LABELS | {"component": "a", "pred": "pred.csv"}),
        test_a__py=module(
            f"{marker('b', None, disjoint_labels=True)}\ndef test_b(onenlp):\n"
            "    onenlp.check_labels(['0', '1'], ['LABEL_0', 'LABEL_1'])\n"
        ),
    )  # fmt: skip
    result = both.run(*UPDATE)
    result.assert_outcomes(passed=1, failed=1)
    assert "it has 'LABEL_0', 'LABEL_1'; gold has '0', '1'" in result.stdout.str()
    assert {name: one["score"] for name, one in recorded(both).items() if "Accuracy" in name} == {
        "b/Accuracy": 0.0
    }
    both.write(
        onenlp__toml=gate_file(LABELS | {"component": "a", "pred": "pred.csv", "disjoint_labels": True})
    )
    both.run(*UPDATE).assert_outcomes(passed=2)
    assert recorded(both)["a/Accuracy"]["score"] == 0.0


def test_one_table_or_one_run_with_both_sides_is_a_gate(both):
    both.write(refs__json=refs(), both__csv="id,gold,pred\n1,a,a\n2,b,a\n",
               onenlp__toml=gate_file(LABELS | {"component": "a", "gold": "both.csv", "pred": "both.csv"}))  # fmt: skip
    both.run(*UPDATE).assert_outcomes(passed=1)
    assert recorded(both)["a/Accuracy"]["score"] == 50.0
    assert "same_as_gold" not in recorded(both)["a/Accuracy"]["flags"]


def test_an_average_says_of_its_gates_how_they_are_read(both):
    """Its members are scored a second time, with all that their gates say."""
    both.write(refs__json=refs(), gold__csv="id,truth\n1,a\n2,b\n", pred__csv="id,label\n1,A\n2,B\n",
               good__csv="id,label\n1,a\n2,b\n")  # fmt: skip
    own = LABELS | {"gold_field": "truth", "disjoint_labels": True}
    gates = gate_file(
        own | {"component": "a", "pred": "pred.csv"}, own | {"component": "b", "pred": "good.csv"}
    )
    average = {"component": "mean", "language": "en", "dataset": "demo", "of": ["a/*", "b/*"]}
    lines = "".join(f"{key} = {json.dumps(value)}\n" for key, value in average.items())
    both.write(onenlp__toml=f"{gates}\n[[average]]\n{lines}")
    both.run(*UPDATE).assert_outcomes(passed=3)
    assert recorded(both)["mean/Accuracy"]["score"] == pytest.approx(50.0)


def test_another_scheme_is_a_flag_and_a_note_that_names_it(both):
    both.write(refs__json=refs(), pred__conllu=conllu().replace("\tdep\t", "\tdobj\t"),
               test_a__py=module(gate("a", metrics=("LAS",))))  # fmt: skip
    result = both.run(*UPDATE)
    result.assert_outcomes(passed=1)
    assert "foreign_relations" in recorded(both)["a/LAS"]["flags"]
    assert "1 of the prediction's 2 relations are not in gold (dobj), on 80% of its words" in "\n".join(
        section(result)
    )


def test_evidence_that_judges_itself_is_flagged(both):
    both.write(
        refs__json=refs(),
        test_a__py=module(
            "from scoring.metrics import catalog\n"
            f"{marker('a', None)}\ndef test_a(onenlp):\n"
            "    task = catalog.task('labels')\n"
            "    gold, pred = (task.read(['a', 'b'], role) for role in ('gold', 'pred'))\n"
            "    metric = task.metrics()['accuracy']\n"
            "    seen = metric.measure(task.align(gold, pred))\n"
            "    onenlp.check(metric, seen, ref_pred=seen)\n"
        ),
    )
    result = both.run("--onenlp-reference", "refs.json")
    assert any("same_as_ref_pred" in line for line in section(result))
