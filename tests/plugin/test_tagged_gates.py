"""Gates of tagged text whose columns and scheme are said, and what such gates refuse, in one process and two."""

import pytest

import scoring.labels.task
import scoring.spans.task  # noqa: F401 - runs inside this process drop what they import, and numpy not twice
from tests.plugin.conftest import section
from tests.plugin.data import gate_file, marker, module, read_rows

RECORD = ("--onenlp-reference", "refs.json", "--onenlp-update", "--onenlp-report", "json:out.json")
INDEXED = "1\tAnn\tB-PER\tO\n2\tLindt\tI-PER\tB-ORG\n3\tsang\tO\tO\n\n1\tOslo\tB-LOC\tO\n"
LOST = INDEXED.replace("B-LOC", "O")
PLAIN = "Ann person\nLind person\nsang OTHER\n"
TAGGED = {"component": "ner", "task": "spans", "gold": "gold.tsv", "pred": "ner.tsv", "metrics": ["Span F1"]}


def counts(suite, name="ner/Span F1"):
    return read_rows(suite.path / "out.json")[name]["counts"]


def test_a_gate_file_says_columns_and_scheme(both):
    plain = TAGGED | {
        "component": "few",
        "gold": "plain.tsv",
        "pred": "copy.tsv",
        "scheme": "plain",
        "outside": ["OTHER"],
    }
    both.write(gold__tsv=INDEXED, ner__tsv=LOST, plain__tsv=PLAIN, copy__tsv=PLAIN,
               onenlp__toml=gate_file(TAGGED | {"token_column": 2, "tag_column": -2}, plain))  # fmt: skip
    assert both.run(*RECORD).ret == 0
    assert counts(both) == {"correct": 1, "predicted": 1, "gold": 2}
    assert counts(both, "few/Span F1") == {"correct": 1, "predicted": 1, "gold": 1}


def test_a_prediction_may_have_other_columns_than_gold(both):
    other = {"token_column": 2, "tag_column": 3, "pred_token_column": 1, "pred_tag_column": -1}
    both.write(gold__tsv=INDEXED, ner__tsv="Ann\tB-PER\nLindt\tI-PER\nsang\tO\n\nOslo\tO\n",
               onenlp__toml=gate_file(TAGGED | other))  # fmt: skip
    assert both.run(*RECORD).ret == 0
    assert counts(both) == {"correct": 1, "predicted": 1, "gold": 2}


def test_marker_and_call_say_columns_and_scheme(both):
    both.write(
        gold__tsv=INDEXED, ner__tsv=LOST,
        test_a__py=module(
            f"{marker('ner', ['Span F1'], tag_column=3)}\n"
            "def test_ner(onenlp): onenlp.check_spans('gold.tsv', 'ner.tsv', token_column=2)",
            f"{marker('few', ['Span F1'])}\n"
            "def test_few(onenlp):\n"
            "    onenlp.check_spans([[1, 2, -100]], [[1, 0, 1]], tag_names=['O', 'B-X', 'I-X'])",
        ),
    )  # fmt: skip
    assert both.run(*RECORD).ret == 0
    assert counts(both) == {"correct": 1, "predicted": 1, "gold": 2}
    assert counts(both, "few/Span F1") == {"correct": 0, "predicted": 1, "gold": 1}


@pytest.mark.parametrize(
    ("gold", "says"),
    [
        pytest.param(INDEXED, "gold.tsv:1: the first column counts", id="which column"),
        pytest.param("Ann NN O\n", "gold.tsv: there is no span in gold", id="nothing to find"),
        pytest.param(
            "Ann B-PER\nKorva ORG\n", "gold.tsv:2: sequence 1, position 2: the tag 'ORG'", id="no prefix"
        ),
        pytest.param("Ann I-PER\nLind I-PER\n", "gold.tsv: the tags of gold look like IOB1", id="IOB1"),
    ],
)
def test_a_gate_refuses_gold_that_is_read_wrongly_and_records_nothing(both, gold, says):
    both.write(gold__tsv=gold, ner__tsv=gold, onenlp__toml=gate_file(TAGGED))
    result = both.run(*RECORD)
    assert result.ret == 1
    assert any(says in line for line in section(result))
    assert not (both.path / "refs.json").exists()


def test_another_reading_of_the_same_files_is_stale(suite):
    suite.write(
        gold__tsv="Ann B-PER\nBRAND O\n", ner__tsv="Ann B-PER\nBRAND O\n", onenlp__toml=gate_file(TAGGED)
    )
    suite.run(*RECORD)
    suite.write(onenlp__toml=gate_file(TAGGED | {"scheme": "seqeval"}))
    result = suite.run(*RECORD[:2])
    assert result.ret == 1
    assert any("STALE" in line for line in section(result))


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("tag_column", 0, "a whole number from 1 up, or from -1 down to count from the end"),
        ("tag_column", "3", "a whole number from 1 up"),
        ("scheme", "iob", '"iob2" or "iob1"'),
        ("alternatives", "yes", "true or false"),
        ("outside", "OTHER", "a list of names"),
    ],
)
def test_a_key_with_a_value_that_it_cannot_have_is_named(suite, key, value, says):
    suite.write(onenlp__toml=gate_file(TAGGED | {key: value}))
    result = suite.run(*RECORD[:3])
    result.stdout.fnmatch_lines([f"*{key} is {value!r}, but {says}*"])


def test_an_average_reads_its_gates_as_they_say(both):
    one = TAGGED | {"token_column": 2, "tag_column": 3}
    both.write(gold__tsv=INDEXED, ner__tsv=LOST, onenlp__toml=gate_file(one, one | {"dataset": "other"})
               + '[[average]]\ncomponent = "ner"\nlanguage = "en"\ndataset = "both"\nof = ["ner/*"]\n')  # fmt: skip
    assert both.run(*RECORD).ret == 0
