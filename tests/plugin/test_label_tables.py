"""Gates on tables as people have them: gate file, marker and call name fields and columns alike."""

import pytest

import scoring.labels.task  # noqa: F401 - runs inside this process drop what they import, and numpy not twice
from tests.plugin.data import gate_file, module, read_rows

UPDATE = ("--onenlp-reference", "refs.json", "--onenlp-update")
GOLD = "id,text,label\n1,a goal,sport\n2,a tax,politics\n3,rain,weather\n4,a win,sport\n"
PRED = "id,label\n4,sport\n3,politics\n2,politics\n1,sport\n"  # three of four
GATE = {"task": "labels", "gold": "gold.csv", "pred": "pred.csv", "metrics": ["Accuracy"]}
BARE = GATE | {"gold": "bare.csv", "pred": "bare-pred.csv"}
GATES = {
    "usual": GATE,
    "named": GATE | {"gold_field": "label", "pred_field": "label", "id_field": "id"},
    "columns": BARE | {"columns": ["id", "text", "label"]},
    "numbers": BARE | {"header": False, "id_field": "1", "gold_field": "3", "pred_field": "3"},
    "several": GATE
    | {"task": "multilabel", "metrics": ["Micro F1"], "gold_field": "label", "pred_field": "label"},
}


@pytest.fixture
def files(both):
    bare_pred = "".join(f"{line.replace(',', ',-,')}\n" for line in PRED.splitlines()[1:])
    both.write(
        gold__csv=GOLD, pred__csv=PRED, bare__csv=GOLD.split("\n", 1)[1],
        **{"bare-pred__csv": bare_pred},
    )  # fmt: skip
    return both


def test_a_gate_says_which_fields_and_columns_are_read(files):
    files.write(onenlp_gates__toml=gate_file(*({"component": name, **gate} for name, gate in GATES.items())))

    files.run(*UPDATE).assert_outcomes(passed=len(GATES))

    scores = {name: row["score"] for name, row in read_rows(files.path / "refs.json").items()}
    assert scores == {f"{name}/{gate['metrics'][0]}": 75.0 for name, gate in GATES.items()}


def test_marker_and_call_take_the_same_fields(files):
    named = "component={!r}, language='en', dataset='d', metrics=['Accuracy']"
    how = "header=False, id_field='1', gold_field='3', pred_field='3'"
    frame = "pd.read_csv('gold.csv', index_col='id'), pd.read_csv('pred.csv', index_col='id')"
    files.write(test_a__py=module(
        "import pandas as pd",
        f"@pytest.mark.onenlp({named.format('marker')}, {how})\n"
        "def test_marker(onenlp): onenlp.check_labels('bare.csv', 'bare-pred.csv')",
        f"@pytest.mark.onenlp({named.format('call')})\n"
        f"def test_call(onenlp): onenlp.check_labels('bare.csv', 'bare-pred.csv', {how})",
        f"@pytest.mark.onenlp({named.format('frame')})\n"
        f"def test_frame(onenlp): onenlp.check_labels({frame})",
    ))  # fmt: skip

    files.run(*UPDATE).assert_outcomes(passed=3)

    scores = {name: row["score"] for name, row in read_rows(files.path / "refs.json").items()}
    assert scores == dict.fromkeys(("marker/Accuracy", "call/Accuracy", "frame/Accuracy"), 75.0)


FAULTS = {
    "bare": (BARE, "*bare.csv:1: the first line looks like a document*--columns id,label*"),
    "absent": (
        GATE | {"gold_field": "class"},
        "*gold.csv: there is no field 'class'; the fields are: id, text, label*",
    ),
    "itself": (GATE | {"pred": "gold.csv"}, "*gold and pred are both the field 'label' of *gold.csv*"),
    "empty": (
        GATE | {"gold": "empty.csv"},
        "*empty.csv:3 (id '2'): gold is empty, but each document has one label",
    ),
}


def test_what_cannot_be_read_is_one_message_and_no_pass(files):
    files.write(
        empty__csv=GOLD.replace("politics", ""),
        onenlp_gates__toml=gate_file(*({"component": name, **gate} for name, (gate, _) in FAULTS.items())),
    )

    result = files.run(*UPDATE)

    result.assert_outcomes(failed=len(FAULTS))
    for _, message in FAULTS.values():
        result.stdout.fnmatch_lines([message])
    assert "Traceback" not in result.stdout.str()
