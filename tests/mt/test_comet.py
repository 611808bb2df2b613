"""COMET: model choice, kept scores, and every way in which the program that predicts can fail.

The program is a stand-in that judges by the lengths of the texts; tests/services has the real one.
"""

import json
import os
import stat
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scoring.base.errors import UsageError
from scoring.card.score import scored_run
from scoring.metrics.metric import NotAvailable, Validation
from scoring.mt.align import align
from scoring.mt.comet import process
from scoring.mt.comet.models import DEFAULT, caution, chosen, located, validation
from scoring.mt.languages import Cards
from scoring.mt.metrics.comet_score import COMET
from tests.mt.engines import likeness
from tests.mt.runs import entry, run

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the stand-in is started by its first line")
CARDS = Cards.load()
HEAD = """#!{python}
import json, os, subprocess, sys, time
lines = [json.loads(line) for line in sys.stdin]
with open({log!r}, "a") as log:
    log.write(f"{{len(lines) - 1}}\\n")
def score(one):
    print(json.dumps({{"score": len(one["mt"]) / 10}}), flush=True)
"""
RIGHT = "for one in lines[1:]: score(one)"


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A folder with a model and a program in the place of Python; nothing of this machine's own is seen."""
    for name in ("ONENLP_COMET_PYTHON", "ONENLP_COMET_TIMEOUT", "HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    monkeypatch.setenv("ONENLP_COMET_CACHE", str(tmp_path / "kept"))
    return Machine(tmp_path)


class Machine:
    def __init__(self, folder):
        self.folder, self.log = folder, folder / "log"
        self.model = made(folder / "tiny")
        self.program(RIGHT)

    def program(self, body):
        path = self.folder / "python"
        path.write_text(HEAD.format(python=sys.executable, log=str(self.log)) + body, encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        self.python = path

    @property
    def asked(self):
        """How many texts each start of the program was asked for."""
        return [int(line) for line in self.log.read_text().split()] if self.log.exists() else []

    def measured(self, *entries, languages=("en", "de"), **given):
        found = run(*entries, languages=languages)
        options = {"comet_model": str(self.model), "comet_python": str(self.python)} | given
        ready = align(found, found, CARDS, **options)
        return COMET.measure(ready), ready

    def scores(self, *entries, **given):
        return self.measured(*entries, **given)[0].table[:, 0].tolist()


def made(folder, weights="weights"):
    """The files of a model."""
    (folder / "checkpoints").mkdir(parents=True, exist_ok=True)
    (folder / "checkpoints" / "model.ckpt").write_text(weights)
    (folder / "hparams.yaml").write_text("class_identifier: regression_metric\n")
    return folder


def of(number, prediction, *references, **fields):
    return entry(number, source="s", references=list(references or ["ja"]), prediction=prediction) | fields


def test_each_entry_has_the_programs_score_and_one_that_failed_has_none(machine):
    entries = [of(1, "a" * 5), of(2, "a" * 7), of(3, "ja", error="timeout"), of(4, "")]
    assert machine.scores(*entries) == [0.5, 0.7, 0.0, 0.0]
    assert machine.asked == [2]


def test_of_several_references_the_best_counts(machine):
    machine.program('for one in lines[1:]: print(json.dumps({"score": len(one["ref"]) / 10}))')
    assert machine.scores(of(1, "a", "aa", "aaaaa", "aaa")) == [0.5]


def test_a_text_is_never_predicted_twice(machine):
    assert machine.scores(of(1, "a" * 5), of(2, "a" * 7), of(3, "a" * 5)) == [0.5, 0.7, 0.5]
    assert machine.scores(of(1, "a" * 7), of(2, "a" * 9)) == [0.7, 0.9]
    assert machine.asked == [2, 1]
    machine.program("sys.exit('not to be started')")
    assert machine.scores(of(1, "a" * 9), of(2, "a" * 5)) == [0.9, 0.5]


def test_two_at_once_do_not_predict_the_same_text_twice(machine):
    machine.program(f"time.sleep(0.5)\n{RIGHT}")
    with ThreadPoolExecutor(2) as pool:
        both = list(pool.map(lambda _: machine.scores(of(1, "aaa")), range(2)))
    assert both == [[0.3], [0.3]]
    assert machine.asked == [1]


def test_another_model_predicts_anew(machine):
    machine.scores(of(1, "a"))
    made(machine.model, weights="others")
    machine.scores(of(1, "a"))
    assert machine.asked == [1, 1]


def test_off_keeps_nothing(machine):
    machine.scores(of(1, "a"), comet_cache="off")
    machine.scores(of(1, "a"), comet_cache="off")
    assert machine.asked == [1, 1]
    assert not (machine.folder / "kept").exists()


def test_kept_scores_need_no_program(machine):
    machine.scores(of(1, "aaa"))
    assert machine.scores(of(1, "aaa"), comet_python="/nowhere/python") == [0.3]


def test_a_kept_score_that_cannot_be_read_is_predicted_again(machine):
    machine.scores(of(1, "aaa"), of(2, "aaaa"))
    (path,) = (machine.folder / "kept").iterdir()
    first, second = path.read_text().splitlines()
    path.write_text(f'{first}\n{second[:-3]}\n["x", NaN]\n["x"]\n5\n\ufffd\n')
    assert machine.scores(of(1, "aaa"), of(2, "aaaa")) == [0.3, 0.4]
    assert machine.asked == [2, 1]


def test_scores_that_came_before_a_fault_are_kept(machine):
    machine.program("score(lines[1]); sys.exit(3)")
    assert isinstance(machine.measured(of(1, "a"), of(2, "aa"))[0], NotAvailable)
    machine.program(RIGHT)
    assert machine.scores(of(1, "a"), of(2, "aa")) == [0.1, 0.2]
    assert machine.asked == [2, 1]


def test_a_folder_that_cannot_be_written_costs_no_score_and_is_said(machine):
    blocked = machine.folder / "file"
    blocked.write_text("")
    found, ready = machine.measured(of(1, "aaa"), comet_cache=str(blocked))
    assert found.table[0, 0] == 0.3
    assert f"COMET scores are not kept: {blocked}" in ready.remarks.comet_warning


@pytest.mark.parametrize(("body", "says"), [
    pytest.param("sys.exit('no room')", "it ended with status 1, and said last: no room", id="ends"),
    pytest.param("os.kill(os.getpid(), 9)", "it ended with status -9", id="is killed"),
    pytest.param("score(lines[1])", "gave 1 scores for 2 texts: it ended with status 0", id="a score too few"),
    pytest.param(f"{RIGHT}\n{RIGHT}", "gave 4 scores for 2 texts", id="scores too many"),
    pytest.param("print('Downloading 3%')", "answered b'Downloading 3%', which is not JSON", id="says more"),
    pytest.param("sys.stdout.buffer.write(bytes(range(256)))", "which is not JSON", id="bytes"),
    pytest.param("print('[' * 100000)", "which is not JSON", id="nested too deeply"),
    pytest.param("print('{\"score\": NaN}')", "which is no score", id="nan"),
    pytest.param("print('{\"score\": true}')", "which is no score", id="a truth"),
    pytest.param("print('{\"score\": \"1\"}')", "which is no score", id="a text"),
    pytest.param("print('[1]')", "which is no score", id="a list"),
    pytest.param("print('{\"error\": \"OSError: no disk\"}')", "failed: OSError: no disk", id="says why"),
])  # fmt: skip
def test_a_program_that_fails_leaves_the_score_null_with_the_reason(machine, body, says):
    machine.program(body)
    found, _ = machine.measured(of(1, "a"), of(2, "aa"))
    assert isinstance(found, NotAvailable)
    assert says in found.reason


def test_a_program_that_takes_too_long_is_stopped_with_what_it_started(machine, monkeypatch):
    monkeypatch.setenv("ONENLP_COMET_TIMEOUT", "1")
    machine.program("subprocess.Popen(['sleep', '60']); time.sleep(60)")
    found, _ = machine.measured(of(1, "a"))
    assert "gave 0 scores for 1 texts: it gave no answer within 1 s" in found.reason
    assert "ONENLP_COMET_TIMEOUT" in found.remedy


@pytest.mark.parametrize("seconds", ["soon", "0", "-1", "nan"])
def test_a_time_limit_that_is_none_is_said(machine, monkeypatch, seconds):
    monkeypatch.setenv("ONENLP_COMET_TIMEOUT", seconds)
    assert f"ONENLP_COMET_TIMEOUT is '{seconds}'" in machine.measured(of(1, "a"))[0].reason


@pytest.mark.parametrize("python", ["nowhere/python", "tiny", "tiny/hparams.yaml", "a\0b"])
def test_a_python_that_cannot_be_started_is_said(machine, python):
    found, _ = machine.measured(of(1, "a"), comet_python=str(machine.folder / python))
    assert "cannot be started" in found.reason


def test_texts_of_every_kind_reach_the_program(machine):
    machine.program('for one in lines[1:]: print(json.dumps({"score": sum(map(ord, one["mt"]))}))')
    odd = ["x\u2028\x85\x1cx", "wâpamêw 🙂", '"\\{', "a\nb\rc"]
    assert machine.scores(*(of(n, text) for n, text in enumerate(odd))) == [
        sum(map(ord, text)) for text in odd
    ]


def test_without_the_package_the_score_is_null_with_the_install_line(machine, monkeypatch):
    monkeypatch.setattr(process, "find_spec", lambda name: None)
    found, _ = machine.measured(of(1, "a"), comet_python=None)
    assert found.reason == "unbabel-comet is not installed"
    assert "pip install 'unbabel-comet>=2.2' 'setuptools<81'" in found.remedy


def test_without_a_source_the_score_is_null(machine):
    assert "entry 'e0001' has no source" in machine.measured(of(1, "a", source=None))[0].reason


@pytest.mark.parametrize("given", [5, "", b"x"])
def test_what_is_no_model_is_one_message(machine, given):
    with pytest.raises(UsageError, match=r"comet_model is .* but a name or a path is needed"):
        machine.measured(of(1, "a"), comet_model=given)


def test_the_model_asked_for_goes_before_the_cards_and_that_before_the_default():
    assert chosen(None, CARDS.find("de")) == chosen(None, None) == DEFAULT
    assert chosen(None, CARDS.find("yor")) == "masakhane/africomet-mtl"
    assert chosen("mine", CARDS.find("yor")) == "mine"


def test_the_cards_of_african_languages_name_africomet():
    named = {code for code, card in CARDS.by_code.items() if card.metric_model_support.get("comet")}
    # the specification's five, the further targets of AfriMTE but French, and some of the encoder's 76 languages
    assert named >= {"yor", "hau", "ibo", "amh", "swa"} | {"ary", "arz", "kik", "luo", "som", "twi", "xho"}
    assert named >= {"zul", "kin", "lug", "wol", "bam", "lin", "tir", "nqo"}
    assert len(named) == 73
    assert named.isdisjoint({"en", "fr", "ar", "pt"})


def test_a_downloaded_model_is_found_by_its_name(machine):
    hub = machine.folder / "hf" / "hub" / "models--Unbabel--wmt22-comet-da"
    made(hub / "snapshots" / "2760a223ac957f30acfb18c8aa649b01cf1d75f2")
    (hub / "refs").mkdir()
    (hub / "refs" / "main").write_text("2760a223ac957f30acfb18c8aa649b01cf1d75f2")
    found = located(DEFAULT)
    assert (found.name, found.revision) == (DEFAULT, "2760a223ac95")
    (hub / "refs" / "main").write_text("gone")
    assert isinstance(located(DEFAULT), NotAvailable)


def test_a_model_that_is_not_here_is_null_with_how_to_get_it(machine):
    found, _ = machine.measured(of(1, "a"), comet_model=None)
    assert found.reason.startswith(f"COMET model '{DEFAULT}' is neither a folder nor in the local cache")
    assert f"huggingface-cli download {DEFAULT}" in found.remedy
    assert located(str(machine.folder / "nothing")).reason.endswith("there is no such folder")


@pytest.mark.parametrize("lacking", ["hparams.yaml", "checkpoints/model.ckpt"])
def test_a_model_without_one_of_its_files_is_said(machine, lacking):
    (machine.model / lacking).unlink()
    assert f"there is no {machine.model / lacking}" in machine.measured(of(1, "a"))[0].reason


def test_a_checkpoint_is_the_model_of_its_folder(machine):
    assert located(str(machine.model / "checkpoints" / "model.ckpt")) == located(str(machine.model))


@pytest.mark.parametrize(("model", "language", "warned", "checked"), [
    (DEFAULT, "de", None, Validation.EXTERNAL),  # WMT22 has judgements of English to German
    (DEFAULT, "fi", None, Validation.PROXY),
    (DEFAULT, "crk", "has hardly seen Plains Cree, a low-resource language", Validation.PROXY),
    (DEFAULT, "yor", "has hardly seen Yoruba", Validation.PROXY),
    ("masakhane/africomet-mtl", "yor", None, Validation.EXTERNAL),
    ("masakhane/africomet-mtl", "amh", None, Validation.PROXY),  # AfriMTE has no Amharic
    (DEFAULT, "xx", "there is no language card of 'xx'", Validation.PROXY),
])  # fmt: skip
def test_a_language_that_the_model_may_hardly_know_is_warned_of(model, language, warned, checked):
    card = CARDS.find(language)
    said = caution(model, language, card)
    assert said is None if warned is None else warned in said
    assert validation(model, card) is checked


def test_the_card_says_model_revision_warning_and_interval(machine):
    found = run(*(of(n, "a" * n) for n in range(1, 9)), languages=("en", "crk"))
    given = {"comet_model": str(machine.model), "comet_python": str(machine.python)}
    card = scored_run(found, cards=CARDS, resamples=100, **given).card
    assert card.scores.comet_model == "tiny"
    assert card.scores.comet_score == pytest.approx(0.45)
    assert card.scores.confidence_intervals["comet_score"].ci_lower < 0.45
    assert "Plains Cree" in card.comet_warning
    revision = located(str(machine.model)).revision
    assert (
        card.signatures["comet_score"] == f"mt.comet_score|v1|best reference|model:tiny|revision:{revision}"
    )
    assert card.validation["comet_score"] == "proxy validated"
    assert "comet_score" not in card.signatures["composite"]


def test_the_warning_is_about_the_language_whoever_computes_the_score(machine):
    for target, warned in (("crk", "Plains Cree"), ("yor", "Yoruba"), ("xx", "no language card of 'xx'")):
        found = run(of(1, "a"), languages=("en", target))
        card = scored_run(found, cards=CARDS, resamples=100, comet_model=likeness).card
        assert warned in card.comet_warning
    found = run(of(1, "a"), languages=("en", "de"))
    assert scored_run(found, cards=CARDS, resamples=100, comet_model=likeness).card.comet_warning is None


def test_without_a_score_there_is_neither_model_nor_warning(machine):
    found = run(of(1, "a"), languages=("en", "crk"))
    card = scored_run(found, cards=CARDS, resamples=100, comet_model="nobody/nothing").card
    assert (card.scores.comet_score, card.scores.comet_model, card.comet_warning) == (None, "", None)
    assert "nobody/nothing" in card.metric_availability["comet_score"]


def test_a_function_of_the_users_may_judge(machine):
    found, ready = machine.measured(of(1, "a b", "a b c d"), comet_model=likeness)
    assert found.table[0].tolist() == [0.5, 1.0]
    assert ready.remarks.comet_model == "likeness"
    assert machine.asked == []


def fails(records):
    raise OSError(len(records))


@pytest.mark.parametrize(("judge", "says"), [
    (lambda records: [], "returned 0 scores for 1 records"),
    (lambda records: [float("nan")], "0 of them finite"),
    (lambda records: ["well"], "failed: ValueError"),
    (lambda records: None, "failed: TypeError"),
    (fails, "failed: OSError: 1"),
])  # fmt: skip
def test_a_function_that_gives_no_scores_leaves_the_score_null(machine, judge, says):
    assert says in machine.measured(of(1, "a"), comet_model=judge)[0].reason


def test_the_program_stands_alone_and_says_what_it_lacks(machine, tmp_path):
    """Our own program, in a Python without unbabel-comet."""
    (tmp_path / "comet.py").write_text("raise ImportError('No module named nothing')")
    found, _ = machine.measured(of(1, "a"), comet_python=sys.executable)
    assert found.reason == "COMET's program failed: ModuleNotFoundError: No module named 'comet'"
    assert "pip install" in found.remedy
    source = Path(process.__file__).with_name("program.py").read_text(encoding="utf-8")
    assert "scoring" not in source.split('"""', 2)[2]


def test_kept_scores_are_lines_of_key_and_score(machine):
    machine.scores(of(1, "aaa"))
    (path,) = (machine.folder / "kept").iterdir()
    assert path.name == f"tiny@{located(str(machine.model)).revision}.jsonl"
    ((key, score),) = map(json.loads, path.read_text().splitlines())
    assert (len(key), score) == (64, 0.3)


@pytest.mark.parametrize("given", ["./python", "python"])
def test_a_program_of_the_working_folder_is_found_by_its_name(machine, monkeypatch, given):
    monkeypatch.chdir(machine.folder)
    assert process.python_of(given) == str(machine.python)


def test_a_bare_name_that_is_no_file_here_is_looked_for_in_the_path(machine, monkeypatch):
    machine.python.unlink()
    monkeypatch.chdir(machine.folder)
    assert process.python_of("python") == "python"
