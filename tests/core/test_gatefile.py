"""The gate file: what a gate may say, and one message for what it may not."""

import json
import subprocess
import sys

import pytest

from pytest_onenlp.marker.fields import CheckFields, ValueFields
from scoring.base.errors import InputError, ScoringError, UsageError
from scoring.cli import classify, span
from scoring.gates import file as gatefile
from scoring.gates import keys as gatekeys
from scoring.gates.keys import JUDGED, keys_of
from scoring.metrics import catalog

TABLE = {"id_field": "uid", "gold_field": "g", "pred_field": "p", "columns": ("uid", "g"), "header": False}
GATE = """
[[gate]]
component = "fast tagger"
language = "en"
dataset = "UD English-EWT test"
task = "ud"
gold = "data/gold.conllu"
pred = "out/pred.conllu"
"""


@pytest.fixture
def read(tmp_path):
    def of(text):
        path = tmp_path / "onenlp_gates.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return gatefile.read(path)

    return of


@pytest.fixture
def refusal(read):
    """The message with which a text is refused, from the file's name on."""

    def of(text, kind=ScoringError):
        with pytest.raises(kind) as refused:
            read(text)
        return str(refused.value).rpartition("onenlp_gates.toml")[2]

    return of


def test_paths_are_relative_to_the_file(read, tmp_path):
    (gate,) = read(GATE + 'ref_pred = "/elsewhere/ref.conllu"')
    assert (gate.gold, gate.pred) == (tmp_path / "data/gold.conllu", tmp_path / "out/pred.conllu")
    assert str(gate.ref_pred) == "/elsewhere/ref.conllu"


def test_what_is_not_said_is_none(read):
    (gate,) = read(GATE)
    assert gate.marker() == {"component": "fast tagger", "language": "en", "dataset": "UD English-EWT test"}
    assert gate.ref_pred is None


def test_every_key_is_read(read):
    keys = """
metrics = ["UPOS", "LAS"]
min = 80
slack = 0.25
min_effect = 0.1
resamples = 2000
seed = 7
better = "pass"
rule = "spec"
"""
    (gate,) = read(GATE + keys)
    assert gate.marker() == {
        "component": "fast tagger", "language": "en", "dataset": "UD English-EWT test",
        "metrics": ("UPOS", "LAS"), "min": 80.0, "slack": 0.25, "min_effect": 0.1,
        "resamples": 2000, "seed": 7, "better": "pass", "rule": "spec",
    }  # fmt: skip


HOW = {
    "token_column": 2, "tag_column": -1, "misc_key": "name", "pred_token_column": 1, "pred_tag_column": 2,
    "scheme": "plain", "outside": ("OTHER",),
    "alternatives": True, "tag_names": ("O", "PER"), "spans_key": "sc",
}  # fmt: skip


@pytest.mark.parametrize(
    ("task", "keys"),
    [
        (
            "spans",
            {
                "labels": ("PER", "LOC"),
                "slices": ("genre", "domain=news"),
                "cluster": "sentence",
                "disjoint_labels": True,
                **HOW,
            },
        ),
        ("labels", {"labels": ("*",), "slices": ("genre",), "disjoint_labels": True, **TABLE}),
        (
            "multilabel",
            {"labels": ("a",), "slices": ("genre",), "threshold": -0.25, "disjoint_labels": False, **TABLE},
        ),
    ],
)
def test_every_key_of_one_task_is_read(read, task, keys):
    said = "\n".join(f"{key} = {json.dumps(value)}" for key, value in keys.items())
    (gate,) = read(GATE.replace('"ud"', f'"{task}"') + said)
    assert {key: value for key, value in gate.marker().items() if key not in JUDGED} == keys
    assert set(keys) == set(keys_of(task))


@pytest.mark.parametrize("task", sorted(catalog.task_names()))
def test_a_key_that_the_task_has_not_is_named(refusal, task):
    values = {"labels": '["a"]', "slices": '["a"]', "cluster": '"sentence"', "threshold": "0.5"}
    values |= {
        "encoder": '"e"',
        "comet_model": '"m"',
        "analyser": '"a.hfstol"',
        "header": "true",
        "columns": '["a"]',
    }
    for key in set(values) - set(keys_of(task)):
        said = refusal(GATE.replace('"ud"', f'"{task}"') + f"{key} = {values[key]}", UsageError)
        assert said == f": gate 1: task {task} has no {key}; remove the key"


def test_a_floor_can_be_of_a_single_label(read):
    (gate,) = read(GATE.replace('"ud"', '"spans"') + 'min = { "Span F1[PER]" = 80 }')
    assert gate.min == {"Span F1[PER]": 80.0}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        pytest.param(
            'labels = "PER"', 'labels is \'PER\', but a list of names, as in ["PER", "LOC"], is', id="text"
        ),
        pytest.param("labels = []", "labels is [], but a list of names", id="no label"),
        pytest.param(
            'labels = ["a", "a"]', "labels is ['a', 'a'], but each label once is needed", id="label twice"
        ),
        pytest.param(
            "slices = [1]", 'slices is [1], but a list of names, as in ["domain", "genre=news"],', id="slice"
        ),
        pytest.param("cluster = 1", "cluster is 1, but a text is needed", id="cluster"),
        pytest.param('header = "no"', "header is 'no', but true or false is needed", id="header"),
        pytest.param('columns = ["a", "a"]', "columns is ['a', 'a'], but each column once", id="columns"),
        pytest.param("gold_field = 3", "gold_field is 3, but a text is needed", id="field"),
    ],
)
def test_values_of_what_only_some_tasks_have(refusal, line, says):
    task = "labels" if line.startswith(("header", "columns", "gold_field")) else "spans"
    assert refusal(GATE.replace('"ud"', f'"{task}"') + line, UsageError).startswith(f": gate 1: {says}")


def test_the_threshold_is_a_number(refusal):
    text = GATE.replace('"ud"', '"multilabel"') + 'threshold = "half"'
    assert refusal(text, UsageError) == ": gate 1: threshold is 'half', but a number is needed"


def test_a_floor_can_be_given_by_metric(read):
    (gate,) = read(GATE + "min = { LAS = 80, UPOS = 90.5 }")
    assert gate.min == {"LAS": 80.0, "UPOS": 90.5}


def test_a_list_of_one_prediction_is_that_prediction(read, tmp_path):
    (gate,) = read(GATE.replace('"out/pred.conllu"', '["out/pred.conllu"]'))
    assert gate.pred == tmp_path / "out/pred.conllu"


def test_several_predictions_are_runs_of_one_system(read, tmp_path):
    text = GATE.replace('"out/pred.conllu"', '["out/1.conllu", "out/2.conllu"]')
    (gate,) = read(text + 'ref_pred = ["a", "b", "c"]')
    assert gate.pred == (tmp_path / "out/1.conllu", tmp_path / "out/2.conllu")
    assert gate.ref_pred == (tmp_path / "a", tmp_path / "b", tmp_path / "c")


def test_gates_keep_their_order_and_have_names_of_their_own(read):
    first, second, third = read(
        GATE + 'metrics = ["LAS"]\n' + GATE + 'metrics = ["UPOS", "UAS"]\n' + GATE.replace("fast", "slow")
    )
    assert first.name == "fast tagger/en/UD English-EWT test [LAS]"
    assert second.name == "fast tagger/en/UD English-EWT test [UPOS, UAS]"
    assert third.name == "slow tagger/en/UD English-EWT test"


def test_a_byte_order_mark_and_windows_line_ends_are_no_fault(read):
    assert len(read(b"\xef\xbb\xbf" + GATE.replace("\n", "\r\n").encode())) == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param("", ": there is no [[gate]] in it, so nothing would be judged", id="empty"),
        pytest.param("# a comment\n", ": there is no [[gate]] in it", id="comments only"),
        pytest.param("gate = []", ": there is no [[gate]] in it", id="no gates"),
        pytest.param("[[gate]]\nmetrics = [", ":2: not TOML: ", id="cut off"),
        pytest.param("[[gate]]\ntask = ud\n", ":2: not TOML: Invalid value (column 8)", id="no quotes"),
        pytest.param(GATE + 'task = "ud"', ":9: not TOML: Cannot overwrite a value", id="a key twice"),
        pytest.param(b'[[gate]]\ntask = "\xe9"', ":2: byte 18 (0xE9) is not UTF-8", id="Latin-1"),
        pytest.param("a = " + "[" * 10_000, ": nested too deeply", id="deep"),
        pytest.param("a = " + "9" * 5_000, ":1: not TOML: ", id="a number too long"),
    ],
)
def test_a_file_that_is_none_names_its_line(refusal, text, says):
    assert refusal(text, InputError).startswith(says)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match=r"onenlp\.toml: cannot be read: no such file"):
        gatefile.read(tmp_path / "onenlp.toml")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param(
            "[gate]\n", ": [gate] is one table, but gates are a list: write [[gate]]", id="one table"
        ),
        pytest.param("gate = 3", ": gate is 3, but tables [[gate]] are needed", id="a number"),
        pytest.param(
            "[[gates]]\n",
            ": [[gates]] is not known here, a gate file holds [[gate]] and [[average]]; did you mean 'gate'?",
            id="gates",
        ),
        pytest.param(
            GATE + "[[averag]]\n",
            ": [[averag]] is not known here, a gate file holds [[gate]] and [[average]]; "
            "did you mean 'average'?",
            id="averages",
        ),
        pytest.param(
            GATE + "[average]\n",
            ": [average] is one table, but averages are a list: write [[average]]",
            id="one average",
        ),
        pytest.param(
            GATE + "metric = 3", ": gate 1: unknown key 'metric'; did you mean 'metrics'?", id="unknown key"
        ),
        pytest.param(
            GATE + GATE + "sede = 3", ": gate 2: unknown key 'sede'; did you mean 'seed'?", id="second gate"
        ),
        pytest.param(GATE + "labels = []", ": gate 1: task ud has no labels; remove the key", id="labels"),
        pytest.param(GATE + "slices = []", ": gate 1: task ud has no slices; remove the key", id="slices"),
        pytest.param(
            GATE + 'cluster = "x"', ": gate 1: task ud has no cluster; remove the key", id="cluster"
        ),
    ],
)
def test_unknown_words(refusal, text, says):
    assert refusal(text, UsageError).startswith(says)


@pytest.mark.parametrize("key", ["component", "language", "dataset", "task", "gold", "pred"])
def test_what_a_gate_needs_is_named(refusal, key):
    text = "\n".join(line for line in GATE.splitlines() if not line.startswith(f"{key} "))
    assert refusal(text).startswith(
        f": gate 1: {key} is missing; a gate needs component, language, dataset, task"
    )


@pytest.mark.parametrize(
    ("was", "line", "says"),
    [
        pytest.param('"ud"', '"udd"', "task is 'udd', but the name of a task is needed; did you mean 'ud'?", id="task"),
        pytest.param('"en"', '"e/n"', "language 'e/n' holds '/': a name is one line", id="slash"),
        pytest.param('"en"', '" en"', "language ' en' begins or ends with white space: a name is one line", id="space"),
        pytest.param('"en"', '"e\\u0007"', "language 'e\\x07' holds U+0007 (a control character)", id="control"),
        pytest.param('"en"', "1", "language is 1, but a text is needed", id="a number for a name"),
        pytest.param('"en"', '""', "language is '', but a text is needed", id="empty name"),
        pytest.param('"data/gold.conllu"', "true", "gold is true, but a text is needed", id="bool for a path"),
        pytest.param('"out/pred.conllu"', '["a", "a"]', "pred is ['a', 'a'], but each prediction once", id="twice"),
        pytest.param('"out/pred.conllu"', '["a", "./a"]', "pred is ['a', './a'], but each", id="twice, spelt apart"),
        pytest.param('"out/pred.conllu"', '["a", 1]', "pred is ['a', 1], but the path of a prediction,", id="number"),
        pytest.param('"out/pred.conllu"', "[]", "pred is [], but the path of a prediction, or a list", id="none"),
    ],
)  # fmt: skip
def test_values_of_what_a_gate_needs(refusal, was, line, says):
    assert refusal(GATE.replace(was, line), UsageError).startswith(f": gate 1: {says}")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        pytest.param('metrics = "LAS"', "metrics is 'LAS', but a list of names", id="one name"),
        pytest.param("metrics = []", "metrics is [], but a list of names", id="no name"),
        pytest.param("metrics = [1]", "metrics is [1], but a list of names", id="numbers"),
        pytest.param(
            'metrics = ["LAS", "LAS"]', "metrics is ['LAS', 'LAS'], but each metric once", id="twice"
        ),
        pytest.param(
            "ref_pred = [1]", "ref_pred is [1], but the path of a prediction, or a list", id="no path"
        ),
        pytest.param('min = "80"', "min is '80', but a number is needed", id="text for a floor"),
        pytest.param("min = nan", "min is nan, but a number is needed", id="NaN"),
        pytest.param("min = true", "min is true, but a number is needed", id="bool for a floor"),
        pytest.param("min = {}", "min is {}, but a number, or a table", id="no floor"),
        pytest.param("min = { LAS = inf }", "min is {'LAS': inf}, but a number, or a table", id="infinite"),
        pytest.param("slack = -1", "slack is -1, but a number from 0 up is needed", id="slack"),
        pytest.param(f"slack = 1{'0' * 400}", "slack is 1", id="beyond floats"),
        pytest.param('min_effect = "x"', "min_effect is 'x', but a number from 0 up", id="effect"),
        pytest.param(
            "resamples = 99", "resamples is 99, but a whole number from 100 to 1000000 is needed", id="few"
        ),
        pytest.param("resamples = 1e3", "resamples is 1000.0, but a whole number", id="not whole"),
        pytest.param("resamples = true", "resamples is true, but a whole number", id="bool"),
        pytest.param("seed = -1", "seed is -1, but a whole number from 0 to 18446744073709551615", id="seed"),
        pytest.param('better = "yes"', 'better is \'yes\', but "fail" or "pass" is needed', id="better"),
        pytest.param("better = [1]", "better is [1], but", id="list for a word"),
    ],
)
def test_values_of_what_a_gate_may_say(refusal, line, says):
    assert refusal(GATE + line, UsageError).startswith(f": gate 1: {says}")


@pytest.mark.parametrize(
    ("first", "second", "row"),
    [
        pytest.param('metrics = ["LAS", "UPOS"]', 'metrics = ["UAS", "UPOS"]', "/UPOS", id="one metric"),
        pytest.param("", 'metrics = ["UPOS"]', "", id="every metric and one"),
        pytest.param("", "", "", id="every metric twice"),
    ],
)
def test_two_gates_never_give_one_row(refusal, first, second, row):
    said = refusal(f"{GATE}{first}\n{GATE.replace('fast', 'slow')}{GATE}{second}\n", UsageError)
    assert said == f": gates 1 and 3 are both fast tagger/en/UD English-EWT test{row}; keep one"


@pytest.mark.parametrize("task", catalog.task_names())
def test_every_task_of_the_catalogue_can_be_named(read, task):
    assert read(GATE.replace('"ud"', f'"{task}"'))[0].task == task


def test_reading_gates_loads_no_numpy(tmp_path):
    (tmp_path / "onenlp.toml").write_text(GATE + 'metrics = ["UPOS"]\nmin = 80\n', encoding="utf-8")
    code = "import sys, scoring.gates.file as f; f.read('onenlp.toml'); sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=tmp_path).returncode == 0


def test_a_type_checker_knows_every_key_of_marker_and_call():
    assert set(CheckFields.__annotations__) | set(ValueFields.__annotations__) == {
        name
        for name in gatekeys.key_names()
        if name != gatekeys.DECLARED.name  # no call takes it
    }


@pytest.mark.parametrize("command", [span, classify], ids=lambda module: module.COMMAND.command)
def test_a_command_offers_the_keys_of_its_tasks(command):
    found = {key for task in command.COMMAND.tasks for key in catalog.task(task).keys}
    assert set(command.COMMAND.keys) == found


# --- averages

GERMAN, FRENCH = (GATE.replace('"en"', f'"{language}"') for language in ("de", "fr"))
OTHER = GATE.replace("fast", "slow")
AVERAGE = """
[[average]]
component = "fast tagger"
language = "all"
dataset = "UD"
"""


def test_an_average_has_the_gates_that_its_globs_match_in_the_order_of_the_file(read, tmp_path):
    text = f"{AVERAGE}of = ['fast tagger/fr/*', 'fast*/d?/*']\nmin = 80\n{GERMAN}{OTHER}{FRENCH}"
    *gates, average = read(text)
    assert isinstance(average, gatefile.AverageGate)
    assert average.members == (gates[0], gates[2])
    assert average.marker() == {"component": "fast tagger", "language": "all", "dataset": "UD", "min": 80.0}
    assert (average.name, average.where) == (
        "fast tagger/all/UD", f"{tmp_path / 'onenlp_gates.toml'}: average 1",
    )  # fmt: skip


def test_every_key_of_an_average_is_read(read):
    keys = {"metrics": ["LAS"], "min": 80.0, "slack": 0.25, "min_effect": 0.1, "max_loss": 1.0, "resamples": 2000,
            "seed": 7, "better": "pass", "rule": "spec"}  # fmt: skip
    said = "\n".join(f"{key} = {json.dumps(value)}" for key, value in keys.items())
    *_, average = read(f"{GATE}{GERMAN}{AVERAGE}of = ['*']\n{said}")
    assert {**average.marker(), "metrics": ["LAS"]}.items() >= keys.items()
    assert set(keys) | {"component", "language", "dataset", "of"} == set(gatekeys.AVERAGE_KEYS)


def test_a_glob_that_matches_the_average_itself_takes_gates_alone(read):
    *gates, average = read(f"{GATE}{GERMAN}{AVERAGE}of = ['fast tagger/*']")
    assert average.members == tuple(gates)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        pytest.param("", "of is missing; an average needs component, language, dataset, of", id="nothing"),
        pytest.param("of = 'fast*'", "of is 'fast*', but a list of names, as in [\"fast tagger/*\"], is", id="text"),
        pytest.param("of = []", "of is [], but a list of names", id="no glob"),
        pytest.param("of = ['*', '*']", "of is ['*', '*'], but each glob once is needed", id="a glob twice"),
        pytest.param(
            "of = ['*', 'fast tagger/en/UD English-EWT']",
            "of names 'fast tagger/en/UD English-EWT', which matches no gate of the file; "
            "did you mean 'fast tagger/en/UD English-EWT test'?",
            id="matches nothing",
        ),
        pytest.param(
            "of = ['*', 'fast tagger/all/UD']",
            "of names 'fast tagger/all/UD', which matches no gate of the file; the average itself is none; ",
            id="itself",
        ),
        pytest.param(
            "of = ['*/en/*']", "of matches gate 1 alone, but an average is over two gates or more", id="one"
        ),
        pytest.param("of = ['*']\nmetric = 1", "unknown key 'metric'; did you mean 'metrics'?", id="unknown key"),
        pytest.param("of = ['*']\ngold = 'a'", "unknown key 'gold'; it is one of: component,", id="a gate's key"),
        pytest.param("of = ['*']\nmin = true", "min is true, but a number is needed", id="floor"),
    ],
)  # fmt: skip
def test_what_an_average_may_not_say(refusal, lines, says):
    assert refusal(f"{GATE}{GERMAN}{AVERAGE}{lines}", UsageError).startswith(f": average 1: {says}")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param(AVERAGE.replace('"all"', '"en"').replace('"UD"', '"UD English-EWT test"') + "of = ['*']\n",
                     "gate 1 and average 1 are both fast tagger/en/UD English-EWT test", id="a gate"),
        pytest.param(f"{AVERAGE}of = ['*']\n" * 2, "averages 1 and 2 are both fast tagger/all/UD", id="an average"),
    ],
)  # fmt: skip
def test_an_average_and_another_table_never_give_one_row(refusal, text, says):
    assert refusal(f"{GATE}{GERMAN}{text}", UsageError) == f": {says}; keep one"


def test_averages_alone_judge_no_gate(refusal):
    assert refusal(f"{AVERAGE}of = ['*']", InputError).startswith(": there is no [[gate]] in it")
