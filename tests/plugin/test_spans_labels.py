"""Gates of spans and text classification, end to end: files and objects, single labels, slices, keys of their own."""

import json
import re

import pytest

import scoring.labels.task
import scoring.spans.task  # noqa: F401 - runs inside this process drop what they import, and numpy not twice
from tests.plugin.conftest import section
from tests.plugin.data import gate_file, marker, module, read_rows
from tests.shared import ROOT

REFERENCE = ("--onenlp-reference", "refs.json")
UPDATE = (*REFERENCE, "--onenlp-update")
RUN = (*REFERENCE, "--onenlp-report", "json:out.json")
SENTENCES = 100


def tagged(no_per=(), no_loc=(), first="B"):
    """Sentences of a person and a place; those numbered have the one or the other not tagged."""
    return "\n".join(
        f"Ann {'O' if at in no_per else f'{first}-PER'}\nin O\nOslo {'O' if at in no_loc else f'{first}-LOC'}\n"
        for at in range(SENTENCES)
    )


def texts(wrong=(), field="pred"):
    """Documents of two labels and two domains, in JSON Lines; those numbered have the other label."""
    lines = []
    for at in range(SENTENCES):
        label = "ab"[(at % 2) ^ (at in wrong)]
        said = {"label": label, "domain": "web" if at < 50 else "news"}
        own = {"pred": label} if field == "pred" else {"gold": said["label"], "domain": said["domain"]}
        lines.append(json.dumps({"id": at, **own}))
    return "\n".join(lines)


def sets(wrong=(), field="scores"):
    """Documents twice: with a set of labels, or with a score for each label."""
    lines = []
    for at in range(SENTENCES):
        label = "ab"[(at % 2) ^ (at in wrong)]
        scores = {name: (60 + at % 7) / 100 if name == label else 0.1 for name in "ab"}
        own = (
            {"scores": scores}
            if field == "scores"
            else {"gold": [label], "domain": "web" if at < 50 else "news"}
        )
        lines.append(json.dumps({"id": at, **own}))
    return "\n".join(lines)


BEFORE = {"no_per": range(10), "no_loc": range(40)}
AFTER = {"no_per": range(16), "no_loc": range(34)}  # PER loses 6, LOC gains 6: the whole stays as it was
SPANS = {"component": "ner", "task": "spans", "gold": "gold.iob2", "pred": "ner.iob2", "metrics": ["Span F1"]}
TOPICS = {"component": "topics", "task": "labels", "gold": "topics.jsonl", "pred": "topics-out.jsonl",
          "metrics": ["Accuracy", "Macro F1"], "slices": ["domain"]}  # fmt: skip
MANY = {"component": "many", "task": "multilabel", "gold": "many.jsonl", "pred": "many-out.jsonl",
        "metrics": ["Micro F1", "ROC-AUC"], "labels": ["a"], "slices": ["domain=web"], "threshold": 0.55}  # fmt: skip


def spans_on_disk(suite, **lost):
    (suite.path / "gold.iob2").write_text(tagged(), encoding="utf-8")
    (suite.path / "ner.iob2").write_text(tagged(**lost), encoding="utf-8")


def verdicts(suite, name="out.json"):
    """Verdict and rule of every row by component and metric."""
    return {key: (row["verdict"], row["rule"]) for key, row in read_rows(suite.path / name).items()}


def ner(**fields):
    """A marked test on the tags on disk."""
    call = "    onenlp.check_spans('gold.iob2', 'ner.iob2')\n"
    return module(f"{marker('ner', ['Span F1'], **fields)}\ndef test_ner(onenlp):\n{call}")


# --- from recording to red


def test_a_label_that_gets_worse_fails_though_the_whole_is_within(both):
    spans_on_disk(both, **BEFORE)
    both.write(onenlp_gates__toml=gate_file(SPANS | {"labels": ["PER", "LOC"]}))
    both.alone(*UPDATE).assert_outcomes(passed=1)
    both.run(*RUN).assert_outcomes(passed=1)
    assert set(verdicts(both).values()) == {("within", "identical")}
    spans_on_disk(both, **AFTER)

    result = both.run(*RUN)

    result.assert_outcomes(failed=1)
    found = verdicts(both)
    assert found["ner/Span F1"][0] == "within"
    assert found["ner/Span F1[PER]"] == ("worse", "paired")
    assert found["ner/Span F1[LOC]"] == ("better", "paired")
    result.stdout.fnmatch_lines(
        ["FAILED *ner/en/demo/Span F1[[]PER] 91.30 is 3.43 below 94.74 *paired -3.43 *"]
    )


def test_classified_documents_are_recorded_judged_and_paired_by_slice(both):
    both.write(topics__jsonl=texts(field="gold"), many__jsonl=sets(field="gold"),
               onenlp_gates__toml=gate_file(TOPICS, MANY))  # fmt: skip
    both.write(**{"topics-out__jsonl": texts(range(10)), "many-out__jsonl": sets(range(5, 15))})
    both.alone(*UPDATE).assert_outcomes(passed=2)
    assert sorted(read_rows(both.path / "refs.json")) == [
        "many/Micro F1", "many/Micro F1[a]", "many/Micro F1{domain=web}", "many/ROC-AUC", "many/ROC-AUC[a]",
        "many/ROC-AUC{domain=web}", "topics/Accuracy", "topics/Accuracy{domain=news}", "topics/Accuracy{domain=web}",
        "topics/Macro F1", "topics/Macro F1{domain=news}", "topics/Macro F1{domain=web}",
    ]  # fmt: skip
    both.write(**{"topics-out__jsonl": texts(range(17))})

    result = both.run(*RUN)

    result.assert_outcomes(passed=1, failed=1)
    found = verdicts(both)
    assert found["topics/Accuracy{domain=web}"] == found["topics/Accuracy"] == ("worse", "paired")
    assert found["topics/Accuracy{domain=news}"][0] == "within"
    assert {verdict for name, (verdict, _) in found.items() if name.startswith("many/")} == {"within"}


def test_other_gold_makes_the_rows_of_all_labels_and_slices_stale(suite):
    suite.write(**{"topics__jsonl": texts(field="gold"), "topics-out__jsonl": texts(range(10))})
    suite.write(onenlp_gates__toml=gate_file(TOPICS | {"metrics": ["Macro F1"], "labels": ["a"]}))
    suite.run(*UPDATE).assert_outcomes(passed=1)
    suite.write(topics__jsonl=texts([0], field="gold"))  # one document of domain web

    suite.run(*RUN).assert_outcomes(failed=1)

    assert {name: verdict for name, (verdict, _) in verdicts(suite).items()} == {
        "topics/Macro F1": "stale", "topics/Macro F1[a]": "stale",
        "topics/Macro F1{domain=web}": "stale", "topics/Macro F1{domain=news}": "within",
    }  # fmt: skip


def test_other_units_make_a_reference_stale(suite):
    border = "-DOCSTART- O\n\n"
    spans_on_disk(suite, **BEFORE)
    text = border + tagged().replace("\n\n", f"\n\n{border}", 20)
    suite.write(gold__iob2=text, onenlp_gates__toml=gate_file(SPANS))
    suite.run(*UPDATE).assert_outcomes(passed=1)
    suite.write(onenlp_gates__toml=gate_file(SPANS | {"cluster": "sentence"}))

    suite.run(*RUN).assert_outcomes(failed=1)

    assert verdicts(suite) == {"ner/Span F1": ("stale", None)}
    assert read_rows(suite.path / "out.json")["ner/Span F1"]["unit"] == "sentence"


def test_a_reference_system_is_measured_by_label_too(suite):
    spans_on_disk(suite, **AFTER)
    suite.write(other__iob2=tagged(**BEFORE), onenlp_gates__toml=gate_file(
        SPANS | {"labels": ["PER"], "ref_pred": "other.iob2"}))  # fmt: skip

    suite.run("--onenlp-report", "json:out.json").assert_outcomes(failed=1)

    assert verdicts(suite)["ner/Span F1[PER]"] == ("worse", "paired")


# --- objects in memory


MEMORY = """
import numpy as np
LOST = {lost}
GOLD = [["B-PER", "O"], ["B-LOC"]] * 50
LABELS = np.arange(100) % 2
SETS = np.eye(2, dtype=int)[LABELS]

def wrong(side):
    return [row if at >= LOST else ["O"] * len(row) for at, row in enumerate(side)]

@pytest.mark.onenlp(component="memory", language="en", dataset="spans", metrics=["Span F1"], labels=["PER"])
def test_tags(onenlp): onenlp.check_spans(GOLD, wrong(GOLD))

@pytest.mark.onenlp(component="memory", language="en", dataset="labels", metrics=["Accuracy"])
def test_array(onenlp): onenlp.check_labels(LABELS, np.where(np.arange(100) < LOST, 2, LABELS))

@pytest.mark.onenlp(component="memory", language="en", dataset="sets", metrics=["Macro F1", "ROC-AUC"], labels=["1"])
def test_matrix(onenlp):
    onenlp.check_multilabel(SETS, np.where(np.arange(100)[:, None] < LOST, 0.4, SETS * 0.8))
"""


def test_tags_and_arrays_in_memory_are_judged_as_files_are(both):
    both.write(test_a__py=module(MEMORY.format(lost=10)))
    both.alone(*UPDATE).assert_outcomes(passed=3)
    both.run(*RUN).assert_outcomes(passed=3)
    both.write(test_a__py=module(MEMORY.format(lost=30)))

    result = both.run(*RUN)

    result.assert_outcomes(failed=3)
    result.stdout.fnmatch_lines_random(
        ["memory/en/spans/Span F1[[]PER] *WORSE*", "memory/en/sets/Macro F1[[]1] *WORSE*"]
    )


def test_a_list_of_tags_is_the_test_set_that_its_file_is(suite):
    spans_on_disk(suite, **BEFORE)
    suite.write(onenlp_gates__toml=gate_file(SPANS))
    suite.run(*UPDATE).assert_outcomes(passed=1)
    suite.write(onenlp_gates__toml="", test_a__py=module(
        "from scoring import spans", marker("ner", ["Span F1"]), "def test_ner(onenlp):",
        "    gold, pred = (spans.read(name).sentences for name in ('gold.iob2', 'ner.iob2'))",
        "    onenlp.check_spans(gold, pred)",
    ))  # fmt: skip
    (suite.path / "onenlp_gates.toml").unlink()

    suite.run(*RUN).assert_outcomes(passed=1)

    assert verdicts(suite) == {"ner/Span F1": ("within", "identical")}


def test_the_methods_without_check_only_score(suite):
    suite.write(test_a__py=module(
        "NAMED = {'component': 'c', 'language': 'en', 'dataset': 'd'}",
        "def test_spans(onenlp):",
        "    rows = onenlp.spans([['B-X']], [['B-X']], labels=['X'], **NAMED)",
        "    assert {row.metric: row.score for row in rows}['Span F1[X]'] == 100",
        "def test_labels(onenlp):",
        "    assert onenlp.labels(['a', 'b'], ['a', 'a'], metrics=['Accuracy'], **NAMED)[0].score == 50",
        "def test_multilabel(onenlp):",
        "    for threshold, score in ((0.51, 0), (0.5, 100)):",
        "        rows = onenlp.multilabel([{'a'}], [{'a': 0.5}], metrics=['Micro F1'], threshold=threshold, **NAMED)",
        "        assert rows[0].score == score",
    ))  # fmt: skip

    result = suite.run()

    result.assert_outcomes(passed=3)
    assert section(result) == []


@pytest.mark.parametrize("method", ["check_spans", "check_labels", "check_multilabel"])
def test_a_check_outside_a_gate_fails(suite, method):
    suite.write(test_a__py=f"def test_a(onenlp): onenlp.{method}([['B-X']], [['B-X']])")

    result = suite.run()

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*a check needs a gate: mark the test with @pytest.mark.onenlp*"])


# --- keys


def test_a_floor_may_be_of_a_single_label(suite):
    spans_on_disk(suite, **BEFORE)  # PER 94.74, LOC 75.00 points
    gate = gate_file(SPANS | {"labels": ["PER", "LOC"]})
    suite.write(onenlp_gates__toml=gate)
    suite.alone(*UPDATE)
    suite.write(
        onenlp_gates__toml=f"{gate}min = {{ 'Span F1' = 50, 'Span F1[PER]' = 90, 'span_f1[LOC]' = 80 }}\n"
    )

    result = suite.run(*RUN)

    result.assert_outcomes(failed=1)
    assert {name: rule for name, (_, rule) in verdicts(suite).items()} == {
        "ner/Span F1": "identical", "ner/Span F1[PER]": "identical", "ner/Span F1[LOC]": "min",
    }  # fmt: skip


def test_every_label_can_be_asked_for(suite):
    spans_on_disk(suite, **BEFORE)
    suite.write(test_a__py=ner(labels=["*"]))

    suite.run(*UPDATE).assert_outcomes(passed=1)

    assert sorted(read_rows(suite.path / "refs.json")) == [
        "ner/Span F1",
        "ner/Span F1[LOC]",
        "ner/Span F1[PER]",
    ]


KEYS = {
    "labels=['PRE']": "there is no label 'PRE' in gold or prediction; did you mean 'PER'?",
    "slices=['genre']": "gold.iob2 has no fields to slice by; *",
    "cluster='page'": 'cluster is \'page\', but "sentence" or "document" is needed',
    "threshold=0.5": "task spans has no threshold; remove threshold from the marker or the call",
    "labels=['PER'], min={'Span F1[PRE]': 1}": "min names 'Span F1[[]PRE]', which was not judged; did you mean *PER*",
    "labels='PER'": "labels is 'PER' in the onenlp marker, but a list with at least one name, as in *",
    "slices=[1]": "slices is [[]1] in the onenlp marker, but a list with at least one name, as in *",
    "cluster=''": "cluster is '' in the onenlp marker, but a name is needed",
    "threshold='half'": "threshold is 'half' in the onenlp marker, but a number is needed",
}


def test_what_a_gate_cannot_judge_is_one_message(suite):
    spans_on_disk(suite, **BEFORE)
    tests = [
        f"@pytest.mark.onenlp(component='n{at}', language='en', dataset='d', metrics=['Span F1'], {said})\n"
        f"def test_{at}(onenlp): onenlp.check_spans('gold.iob2', 'ner.iob2')"
        for at, said in enumerate(KEYS)
    ]
    suite.write(test_a__py=module(*tests))

    result = suite.run(*UPDATE)

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert "passed" not in result.parseoutcomes()
    for message in KEYS.values():
        result.stdout.fnmatch_lines([message])
    assert "Traceback" not in result.stdout.str()


@pytest.mark.parametrize(
    ("gate", "says"),
    [
        (
            SPANS | {"threshold": 0.5},
            "*onenlp_gates.toml: gate 1: task spans has no threshold; remove the key",
        ),
        (
            TOPICS | {"cluster": "document"},
            "*onenlp_gates.toml: gate 1: task labels has no cluster; remove the key",
        ),
        (
            SPANS | {"task": "span"},
            "*gate 1: task is 'span', but the name of a task is needed; did you mean 'spans'?",
        ),
    ],
)
def test_a_key_that_the_task_has_not_is_a_fault_of_the_gate_file(suite, gate, says):
    suite.write(onenlp_gates__toml=gate_file(gate))

    result = suite.run(*UPDATE)

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([says])


def test_a_label_is_no_key_of_a_parser_s_gate(suite):
    suite.write(test_a__py=module(
        marker("tagger", labels=["NOUN"]), "def test_a(onenlp): onenlp.check_ud('gold.conllu', 'pred.conllu')"
    ))  # fmt: skip

    result = suite.run(*UPDATE)

    result.stdout.fnmatch_lines(["task ud has no labels; remove labels from the marker or the call"])


def test_tags_that_look_like_iob1_are_said_in_the_section(both):
    spans_on_disk(both)
    both.write(ner__iob2=tagged(first="I"), test_a__py=ner())

    result = both.run(*UPDATE)

    result.assert_outcomes(passed=1)
    (note,) = (line for line in section(result) if line.startswith("note: "))
    assert note.startswith("note: test_a.py::test_ner: ner.iob2: the tags look like IOB1: ")
    assert "onenlp convert-tags" in note


@pytest.mark.source
def test_the_gate_of_the_reference_page_is_green(suite):
    page = (ROOT / "docs/reference/plugin.md").read_text(encoding="utf-8")
    (gate,) = (block for block in re.findall(r"```toml\n(.*?)```", page, re.DOTALL) if "spans" in block)
    suite.write(onenlp_gates__toml=gate.replace("fixtures/", f"{(ROOT / 'fixtures').as_posix()}/"))

    result = suite.run()

    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines_random(["ner/en/demo/Span F1[[]PER] * within*", "3 judged: 3 within noise."])
