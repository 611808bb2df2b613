"""Gates on tables of scores: everything that a gate has, with metrics that it declares."""

import json

import pytest

import scoring.scores.task  # noqa: F401 - runs inside this process drop what they import, and numpy not twice
from tests.plugin.data import marker, module, read_rows

UPDATE = ("--onenlp-reference", "refs.json", "--onenlp-update")
JUDGE = ("--onenlp-reference", "refs.json")
WER = {"WER": "sum(errors)/sum(words)"}
MEDIAN = {**WER, "Median": "median(errors)"}
GATE = {"task": "scores", "data": "out.csv", "metrics": WER, "better": {"WER": "lower"}}


def table(worse=0, *, items=200, without=()):
    """200 items of 10 words with 0, 1, 2, 0 … errors, 199 in all: a WER of 0.0995.  ``worse`` of them have 3 each."""
    lines = ["id,user,half,errors,words,text"]
    for item in range(items):
        if item not in without:
            errors = 3 if item % 40 < worse / 5 else item % 3
            lines.append(f"q{item},u{item // 2},{'ab'[item // 2 % 2]},{errors},10,say {item}")
    return "\n".join(lines) + "\n"


def toml(*gates):
    """A gate file of tables, in which a dictionary is an inline table."""

    def value(given):
        if isinstance(given, dict):
            pairs = ", ".join(f"{json.dumps(key)} = {json.dumps(one)}" for key, one in given.items())
            return f"{{ {pairs} }}"
        return json.dumps(given)

    text = []
    for gate in gates or ({},):
        kind = "average" if "of" in gate else "gate"
        own = {} if kind == "average" or "task" in gate else GATE
        named = {"component": "asr", "language": "en", "dataset": "demo", **own, **gate}
        text += [f"[[{kind}]]", *(f"{key} = {value(one)}" for key, one in named.items()), ""]
    return "\n".join(text)


@pytest.fixture
def files(both):
    both.write(out__csv=table(), onenlp_gates__toml=toml())
    return both


def test_a_gate_declares_its_metrics_and_a_loss_of_items_fails_it(files):
    files.run(*UPDATE).assert_outcomes(passed=1)
    files.run(*JUDGE).assert_outcomes(passed=1)
    files.write(out__csv=table(worse=25))

    result = files.run(*JUDGE)

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([
        "*asr/en/demo/WER 0.1245 is 0.0250 above 0.0995 *paired +0.02*",
        "why asr/en/demo/WER: 25 items lost against the reference",
        "  q0  -0.0015  errors 0 -> 3, words 10",
        "    say 0",
    ])  # fmt: skip
    row = read_rows(files.path / "refs.json")["asr/WER"]
    assert (row["scale"], row["better"], row["unit"], row["units"]) == ("ratio", "lower", "item", 200)
    assert row["signature"] == "scores.sum(errors)/sum(words)|v1"


def test_ratios_have_no_slack_and_fewer_errors_are_better(files):
    files.write(out__csv=table(worse=25))
    files.run(*UPDATE).assert_outcomes(passed=1)
    files.write(out__csv=table())
    result = files.run(*JUDGE)
    result.stdout.fnmatch_lines(["*asr/en/demo/WER * -0.02*better*"])
    result.assert_outcomes(passed=1)  # within the noise of its interval, but better by pair: a notice


def test_lost_and_new_items_are_named(files):
    files.run(*UPDATE)
    files.write(out__csv=table(without=(3, 5)))
    files.run(*JUDGE).stdout.fnmatch_lines(["*stale reference*only the reference has item 'q3', 'q5'*"])
    files.write(onenlp_gates__toml=toml({"ref_data": "ref.csv"}), ref__csv=table())
    files.run(*JUDGE).stdout.fnmatch_lines(
        ["*out.csv has no row for *ref.csv:5 (id 'q3'), *ref.csv:7 (id 'q5')*"]
    )


def test_a_reference_system_is_paired_by_id(files):
    lines = table().splitlines()
    files.write(
        ref__csv="\n".join([lines[0], *reversed(lines[1:])]) + "\n", out__csv=table(worse=25),
        onenlp_gates__toml=toml({"ref_data": "ref.csv"}),
    )  # fmt: skip
    result = files.run(*JUDGE, "--onenlp-update")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*asr/en/demo/WER 0.1245 is 0.0250 above 0.0995 *paired*"])


def test_clusters_slices_runs_and_floors_are_those_of_every_gate(files):
    gates = (
        {"component": "clusters", "cluster": "user", "slices": ["half"], "metrics": MEDIAN},
        {"component": "runs", "data": ["out.csv", "second.csv", "third.csv"]},
        {"component": "floor", "min": {"WER": 0.05}},
        {"component": "points", "scale": {"WER": "points"}, "better": "lower"},
    )  # fmt: skip
    average = {"component": "all", "of": ["clusters/*", "runs/*"], "metrics": ["WER"]}
    files.write(
        second__csv=table(worse=10), third__csv=table(worse=15),
        onenlp_gates__toml=toml(*gates, average),
    )  # fmt: skip

    result = files.run(*UPDATE)

    result.assert_outcomes(passed=4, failed=1)
    result.stdout.fnmatch_lines(["*floor/en/demo/WER 0.0995 *(min) is 0.05*"])
    rows = read_rows(files.path / "refs.json")
    assert {name: row["units"] for name, row in rows.items() if name.startswith("clusters/")} == {
        "clusters/WER": 100, "clusters/Median": 100, "clusters/WER{half=a}": 50, "clusters/WER{half=b}": 50,
        "clusters/Median{half=a}": 50, "clusters/Median{half=b}": 50,
    }  # fmt: skip
    assert len(rows["runs/WER"]["runs"]["scores"]) == 3
    assert rows["points/WER"]["score"] == pytest.approx(9.95)
    assert rows["all/WER"]["score"] == pytest.approx(
        (rows["clusters/WER"]["score"] + rows["runs/WER"]["score"]) / 2
    )


FAULTS = {
    "list": (
        {"task": "scores", "data": "out.csv", "metrics": ["WER"]},
        "*task scores has no metrics of its own; declare them by name and formula*",
    ),
    "bare": ({"task": "scores", "metrics": WER}, "*data is missing; a gate of task scores needs it*"),
    "gold": (GATE | {"gold": "out.csv"}, "*task scores has no gold; its files are data and ref_data*"),
    "other": (
        {"task": "ud", "data": "out.csv", "metrics": ["LAS"]},
        "*task ud has no data; its files are gold, pred and ref_pred*",
    ),
    "formulas": (
        {"task": "ud", "gold": "gold.conllu", "pred": "pred.conllu", "metrics": WER},
        "*task ud has metrics of its own, so none is declared as WER*",
    ),
    "way": (
        {"task": "ud", "gold": "gold.conllu", "pred": "pred.conllu", "metrics": ["LAS"], "better": "lower"},
        "*better is 'lower', how a metric improves, which the metrics of a task know of themselves*",
    ),
    "formula": (
        GATE | {"metrics": {"WER": "avg(errors)"}},
        "*the formula of WER, 'avg(errors)', has 'avg' at character 1*",
    ),
    "nothing": (GATE | {"metrics": {}}, "*metrics is {}, but a table of formulas by name*"),
    "missing": (GATE | {"missing": "no"}, '*missing is \'no\', but "skip" or "zero" is needed*'),
    "scale": (GATE | {"scale": "percent"}, '*scale is \'percent\', but "ratio", "points", "seconds", "USD"*'),
    "names": (GATE | {"better": {"WRE": "lower"}}, "*better names 'WRE', which metrics does not declare*"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_key_that_cannot_be_used_is_one_message_and_no_pass(fault, both):
    gate, said = FAULTS[fault]
    both.write(out__csv=table(), onenlp_gates__toml=toml({"component": fault, **gate}))
    result = both.run(*UPDATE)
    assert result.ret != 0
    result.stdout.fnmatch_lines([said])
    assert "Traceback" not in result.stdout.str()


SIMPLE = marker("rag", ["Faithfulness"])


def scores_test(name, call):
    return f"{SIMPLE}\ndef test_{name}(onenlp): onenlp.check_scores({call})"


def test_scores_in_memory_are_judged_with_an_interval_and_paired_by_id(both):
    both.write(test_a__py=module(
        "MARKS = [float(i % 4 != 0) for i in range(200)]",
        "WORSE = [0.0 if i % 5 == 0 else one for i, one in enumerate(MARKS)]",
        "IDS = [f'q{i}' for i in range(200)]",
        scores_test("first", "'Faithfulness', MARKS, ids=IDS"),
        scores_test("array", "'Faithfulness', __import__('numpy').array(MARKS), ids=IDS"),
        scores_test("by_id", "'Faithfulness', dict(reversed(list(zip(IDS, MARKS))))"),
        scores_test("second", "'Faithfulness', WORSE, ids=IDS"),
        scores_test("lower", "'Faithfulness', WORSE, ids=IDS, better='lower'"),
        scores_test("other_ids", "'Faithfulness', WORSE, ids=[f'x{i}' for i in range(200)]"),
        scores_test("paired", "'Faithfulness', WORSE, ids=IDS, ref_scores=MARKS"),
        scores_test("clusters", "'Faithfulness', MARKS, ids=IDS, clusters=[i // 2 for i in range(200)]"),
    ))  # fmt: skip
    both.run(*UPDATE, "-k", "first").assert_outcomes(passed=1)
    both.run(*JUDGE, "-k", "array or by_id").assert_outcomes(passed=2)
    for name, line in {
        "second": "*rag/en/demo/Faithfulness 0.6000 is 0.1500 below 0.7500 *paired -0.15*",
        "lower": "*stale reference: the reference is of another kind: its better is higher, that of this run lower",
        "other_ids": "*stale reference*only the reference has item 'q0'*only this run has item 'x0'*",
        "paired": "*rag/en/demo/Faithfulness 0.6000 is 0.1500 below 0.7500 *paired -0.15*",
        "clusters": "*stale reference*the gold data has changed*",
    }.items():
        result = both.run(*JUDGE, "-k", f"test_{name}")
        result.assert_outcomes(failed=1)
        result.stdout.fnmatch_lines([line])


def test_marker_and_call_declare_metrics_over_a_table(both):
    both.write(out__csv=table(), test_a__py=module(
        f"WER = {WER!r}",
        "@pytest.mark.onenlp(component='marker', language='en', dataset='demo', metrics=WER, better='lower')\n"
        "def test_marker(onenlp): onenlp.check_table('out.csv')",
        f"{marker('call', None)}\n"
        "def test_call(onenlp):\n"
        "    onenlp.check_table('out.csv', metrics=WER, better={'WER': 'lower'}, scale='points')",
        "def test_scored(onenlp):\n"
        "    name = {'component': 'c', 'language': 'en', 'dataset': 'd'}\n"
        "    row, = onenlp.table({'id': ['a', 'b'], 'x': [1, 0]}, metrics={'X': 'mean(x)'}, **name)\n"
        "    assert row.score == 0.5",
    ))  # fmt: skip
    both.run(*UPDATE).assert_outcomes(passed=3)
    scores = {name: row["score"] for name, row in read_rows(both.path / "refs.json").items()}
    assert scores == pytest.approx({"marker/WER": 0.0995, "call/WER": 9.95})


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("'Faithfulness', [1, None]", "*scores, row 2: score is empty, but a number is needed*"),
        ("'Faithfulness', [1, 'x']", "*scores, row 2: score is 'x', but a number, true or false is needed*"),
        (
            "'Faithfulness', [1, 0], ids=['a']",
            "*scores has 2 scores, but there are 1 ids; give one for each*",
        ),
        ("'Faithfulness', [1, 0], better='up'", "*better of Faithfulness is 'up'*"),
        ("'Faithfulness', [1, 0], scale='percent'", "*scale of Faithfulness is 'percent'*"),
        ("'A/B', [1, 0]", "*metric 'A/B' holds '/'*"),
    ],
)
def test_scores_that_cannot_be_judged_are_one_message(both, call, said):
    both.write(test_a__py=module(scores_test("it", call)))
    result = both.run(*UPDATE)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([said])
    assert "Traceback" not in result.stdout.str()


def test_empty_cells_may_be_left_out_and_the_row_says_how_many(both):
    both.write(test_a__py=module(
        scores_test("skip", "'Faithfulness', [1, None, 0, float('nan')], missing='skip'"),
    ))  # fmt: skip
    result = both.run(*UPDATE)
    result.stdout.fnmatch_lines(["rag/en/demo/Faithfulness *0.5000 *2_skipped*"])
    assert read_rows(both.path / "refs.json")["rag/Faithfulness"]["counts"] == {"score": 1, "items": 2}
