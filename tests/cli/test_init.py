"""``onenlp init``: the gate file it writes, which task it finds, and what it refuses."""

import json
import os
import shlex
from pathlib import Path

import pytest

from scoring.cli import main
from scoring.gates import file as gatefile
from tests.cli.files import FAIR, GOOD, treebank
from tests.mt.runs import DATASET, document, entry

TAGS = "Ann B-PER\nsleeps O\n"
FILES = {
    "a.conllu": treebank(sentences=2),
    "treebank.txt": treebank(sentences=2),
    "tags.txt": TAGS,
    "tags.tsv": "Ann\tB-PER\n",
    "spans.jsonl": json.dumps({"id": "a", "spans": [[0, 3, "PER"]]}),
    "one.jsonl": '{"id": 1, "gold": "a", "pred": "a"}\n{"id": 2, "gold": "b", "pred": "b"}\n',
    "several.jsonl": '{"id": 1, "gold": ["a"], "pred": ["a"]}\n{"id": 2, "gold": [], "pred": []}\n',
    "one.csv": "id,gold,pred\n1,a,a\n2,b,a\n",
    "several.csv": "id,gold,pred\n1,a|b,a\n2,b,a\n",
    "prose.txt": "Ann sleeps.\n",
    "both.jsonl": '{"id": "a", "spans": [], "gold": "a", "pred": "a"}\n',
    "run.json": json.dumps(document(entry(1), entry(2)), indent=1),
    "run.jsonl": json.dumps({"dataset": DATASET}) + "\n" + json.dumps(entry(1)),
    "broken.jsonl": "{\n",
}


@pytest.fixture
def init(tmp_path, capsys, monkeypatch):
    """Writes a gate file from the folder of the files; returns the status and what was said.

    ``other_NAME`` is a file of its own with the text of NAME.
    """
    monkeypatch.chdir(tmp_path)

    def run(gold, pred, *options):
        for name in (gold, pred):
            if (text := FILES.get(name.removeprefix("other_"))) is not None:
                (tmp_path / name).write_text(text, encoding="utf-8")
        status = main(["init", "--gold", gold, "--pred", pred, *options])
        return status, "".join(capsys.readouterr())

    return run


def only_gate(path="onenlp_gates.toml"):
    (found,) = gatefile.read(path)
    return found


@pytest.mark.parametrize(
    ("name", "task"),
    [
        ("a.conllu", "ud"),
        ("treebank.txt", "ud"),
        ("tags.txt", "spans"),
        ("tags.tsv", "spans"),
        ("spans.jsonl", "spans"),
        ("one.jsonl", "labels"),
        ("one.csv", "labels"),
        ("several.jsonl", "multilabel"),
        ("several.csv", "multilabel"),
        ("run.json", "mt"),
        ("run.jsonl", "mt"),
    ],
)
def test_the_task_is_found_from_the_files(init, name, task):
    status, said = init(name, f"other_{name}")
    assert status == 0, said
    assert only_gate().task == task


def test_the_gate_names_files_task_and_every_metric_that_can_be_computed(init):
    assert (
        init("tags.txt", "other_tags.txt", "--component", "ner", "--language", "en", "--dataset", "news")[0]
        == 0
    )
    gate = only_gate()
    assert (gate.identity, str(gate.gold), str(gate.pred)) == ("ner/en/news", "tags.txt", "other_tags.txt")
    assert gate.metrics == ("Span F1", "Span precision", "Span recall", "Span macro F1")
    assert gate.ref_pred is None


def test_a_metric_that_cannot_be_computed_is_left_out_and_said(init):
    status, said = init("several.csv", "several.csv")
    assert (status, "ROC-AUC" in (only_gate().metrics or ())) == (0, False)
    assert "ROC-AUC is not available" in said


def test_names_come_from_task_and_gold_where_none_are_given(init):
    init("one.jsonl", "one.csv")
    assert only_gate().identity == "labels/und/one"


def test_paths_are_seen_from_the_folder_of_the_file(init, tmp_path):
    (tmp_path / "gates").mkdir()
    (tmp_path / "data").mkdir()
    for name in ("gold.txt", "ner.txt"):
        (tmp_path / "data" / name).write_text(TAGS, encoding="utf-8")
    status, said = init(str(tmp_path / "data" / "gold.txt"), "data/ner.txt", "gates")
    assert status == 0, said
    written = (tmp_path / "gates" / "onenlp_gates.toml").read_text(encoding="utf-8")
    assert 'gold = "../data/gold.txt"\npred = "../data/ner.txt"\n' in written


@pytest.mark.skipif(os.name != "posix", reason="names of files as POSIX systems have them")
@pytest.mark.parametrize("name", ['a "b".txt', "a\\b.txt", "ä 日本.txt", "a\tb\x7f.txt", "a#=].txt"])
def test_any_name_of_a_file_is_read_back(init, tmp_path, name):
    (tmp_path / name).write_text(TAGS, encoding="utf-8")
    status, said = init(name, "other_tags.txt", "--component", 'the "new" \\ one ü', "--dataset", "x")
    assert status == 0, said
    gate = only_gate()
    assert (str(gate.gold), gate.component) == (name, 'the "new" \\ one ü')


@pytest.mark.skipif(os.name != "posix", reason="names of files as POSIX systems have them")
def test_a_name_that_is_not_unicode_is_refused(init, tmp_path):
    name = os.fsdecode(b"a\xff.txt")
    (tmp_path / name).write_text(TAGS, encoding="utf-8")
    status, said = init(name, "other_tags.txt", "--component", "x", "--dataset", "x")
    assert (status, list(tmp_path.glob("*.toml"))) == (2, [])
    assert "is not UTF-8, and a gate file is" in said


@pytest.mark.skipif(os.name != "posix", reason="links as POSIX systems have them")
def test_a_folder_that_is_a_link_is_left_where_it_really_is(init, tmp_path):
    (tmp_path / "deep" / "down").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "deep" / "down")
    assert init("tags.txt", "other_tags.txt", "link")[0] == 0
    assert only_gate("link/onenlp_gates.toml").gold.read_text(encoding="utf-8") == TAGS


@pytest.mark.parametrize(
    ("gold", "pred", "options", "says"),
    [
        pytest.param(
            "prose.txt", "prose.txt", [], "cannot be told from its looks; name it: --task", id="prose"
        ),
        pytest.param(
            "both.jsonl", "both.jsonl", [], "cannot be told from its looks", id="two kinds of fields"
        ),
        pytest.param("broken.jsonl", "broken.jsonl", [], "cannot be told from its looks", id="no JSON"),
        pytest.param(
            "a.conllu", "tags.txt", [], "a.conllu looks like task ud, tags.txt like spans", id="two tasks"
        ),
        pytest.param("none.txt", "tags.txt", [], "none.txt: cannot be read", id="no file"),
        pytest.param("prose.txt", "prose.txt", ["--task", "spans"], "prose.txt:1", id="not of the task"),
        pytest.param(
            "tags.txt",
            "other_tags.txt",
            ["--component", "a/b"],
            "component 'a/b' holds '/': a name is one line",
            id="no name",
        ),
        pytest.param("tags.txt", "tags.txt", ["--metrics", "LAS"], "no metric 'LAS'", id="no metric"),
        pytest.param(
            "tags.txt", "tags.txt", ["gates.toml"], "pytest collects gate files by name", id="file name"
        ),
        pytest.param("tags.txt", "other_tags.txt", ["no/onenlp.toml"], "cannot be written", id="no folder"),
        pytest.param(
            "tags.txt",
            "other_tags.txt",
            ["--ref-pred", "none.txt"],
            "none.txt: cannot be read",
            id="no reference",
        ),
    ],
)
def test_what_is_refused_is_one_message_and_no_file(init, tmp_path, gold, pred, options, says):
    status, said = init(gold, pred, *options)
    assert status == 2
    assert says in said
    assert not list(tmp_path.rglob("*.toml"))


def test_a_file_that_is_there_is_never_replaced(init, tmp_path):
    (tmp_path / "onenlp_gates.toml").write_text("mine", encoding="utf-8")
    status, said = init("tags.txt", "tags.txt")
    assert (status, (tmp_path / "onenlp_gates.toml").read_text(encoding="utf-8")) == (2, "mine")
    assert "is there already" in said


@pytest.mark.parametrize(
    ("pred", "outcome"), [(FAIR, {"failed": 1}), (GOOD, {"passed": 1})], ids=["worse", "same"]
)
def test_pytest_judges_what_it_writes(pytester, monkeypatch, pred, outcome):
    for name, wrong in (("gold", ()), ("tagger", pred), ("before", GOOD)):
        (pytester.path / f"{name}.conllu").write_text(treebank(wrong), encoding="utf-8")
    status = main(["init", "--gold", "gold.conllu", "--pred", "tagger.conllu", "--ref-pred", "before.conllu"])
    assert status == 0
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    pytester.runpytest_subprocess().assert_outcomes(**outcome)


def test_what_cannot_be_computed_of_several_runs_is_said_once(init, tmp_path):
    (tmp_path / "other.json").write_text(FILES["run.json"], encoding="utf-8")
    status, said = init("run.json", "run.json", "--pred", "other.json")
    assert status == 0, said
    assert said.count("Terminology") == 1


def test_a_run_is_answered_in_five_lines_with_the_command_that_says_why(init, capsys):
    status, said = init("run.json", "run.json")
    assert status == 0
    assert len(said.splitlines()) <= 5
    (line,) = [one for one in said.splitlines() if "are not available: " in one]
    assert "Terminology" in line
    command = shlex.split(line.partition("; why: ")[2])
    assert command[:2] == ["onenlp", "score"]
    assert main(command[1:]) == 0
    why = capsys.readouterr().err
    labels = line.partition("not available: ")[2].partition(";")[0].split(", ")
    assert all(f"onenlp: {label} is not available: " in why for label in labels)


def test_the_tokenizer_of_bleu_is_written_into_the_gate(init, tmp_path):
    status, said = init("run.json", "run.json", "--metrics", "BLEU", "--tokenize", "char")
    assert status == 0, said
    assert 'tokenize = "char"' in (tmp_path / "onenlp_gates.toml").read_text(encoding="utf-8")
    assert only_gate().marker()["tokenize"] == "char"


def test_several_predictions_are_written_as_runs(init, tmp_path):
    for name in ("one.conllu", "two.conllu"):
        (tmp_path / name).write_text(FILES["a.conllu"], encoding="utf-8")
    status, said = init("a.conllu", "one.conllu", "--pred", "two.conllu", "--metrics", "UPOS")
    assert status == 0
    assert "2 sentences, 1 metric, 2 runs" in said
    gate = only_gate()
    assert [path.name for path in gate.pred] == ["one.conllu", "two.conllu"]
    assert gate.component == "ud"


def test_a_run_that_cannot_be_read_is_named_and_nothing_is_written(init, tmp_path):
    status, said = init("a.conllu", "treebank.txt", "--pred", "broken.jsonl", "--pred", "prose.txt")
    assert status == 2
    assert "broken.jsonl" in said
    assert not list(tmp_path.glob("*.toml"))


def test_a_prediction_named_twice_is_refused(init, tmp_path):
    status, said = init("a.conllu", "treebank.txt", "--pred", "treebank.txt")
    assert status == 2
    assert "runs 1 and 2 are one file (treebank.txt): give each run once" in said
    assert not list(tmp_path.glob("*.toml"))


TABLE = "id,errors,words,user\nu1,1,10,ann\nu2,2,10,ann\nu3,0,5,bob\n"


@pytest.fixture
def tables(tmp_path, capsys, monkeypatch):
    """Writes a gate file for tables of scores; returns the status and what was said."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("items.csv", TABLE), ("again.csv", TABLE.replace("u3,0", "u3,1"))):
        (tmp_path / name).write_text(text, encoding="utf-8")

    def run(*options):
        return main(["init", *options]), "".join(capsys.readouterr())

    return run


def test_the_gate_of_a_table_declares_what_was_declared(tables):
    status, said = tables(
        "--data", "items.csv", "--ref-data", "again.csv", "--cluster", "user", "--component", "asr",
        "--metric", "WER = sum(errors)/sum(words)", "--metric", "all good = mean(errors)",
        "--better", "WER=lower", "--better", "all good=0", "--scale", "WER=points",
    )  # fmt: skip
    gate = only_gate()

    assert (status, said.splitlines()[0]) == (
        0,
        "onenlp_gates.toml: one gate of task scores, 2 users, 2 metrics",
    )
    assert (gate.component, gate.dataset, gate.task) == ("asr", "scores", "scores")
    assert dict(gate.metrics) == {"WER": "sum(errors)/sum(words)", "all good": "mean(errors)"}
    assert (gate.better, gate.own["scale"]) == ({"WER": "lower", "all good": 0.0}, {"WER": "points"})


def test_several_tables_are_runs_of_one_system(tables):
    status, said = tables(
        "--data", "items.csv", "--data", "again.csv", "--metric", "WER = sum(errors)/sum(words)", "--better", "fail"
    )  # fmt: skip

    assert (status, said.splitlines()[0]) == (
        0,
        "onenlp_gates.toml: one gate of task scores, 3 items, 1 metric, 2 runs",
    )
    assert '\ndata = ["items.csv", "again.csv"]\n' in Path("onenlp_gates.toml").read_text(encoding="utf-8")
    assert only_gate().better == "fail"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--data", "items.csv"], "--data needs --metric"),
        (["--metric", "E = sum(errors)", "--gold", "g", "--pred", "p"], "give --data"),
        (["--data", "items.csv", "--metric", "E = sum(errors)", "--pred", "p"], "which has no --pred"),
        (["--gold", "items.csv"], "required: --pred; see: onenlp init --help"),
        (
            ["--data", "items.csv", "--metric", "E = sum(errors)", "--better", "fail", "--better", "lower"],
            "--better fail cannot stand beside --better lower in a gate; give one",
        ),
    ],
)
def test_options_of_a_table_that_do_not_go_together_write_nothing(tables, options, words):
    status, said = tables(*options)

    assert status == 2
    assert words in said
    assert not Path("onenlp_gates.toml").exists()
