"""A folder of standards serves every metric of its language, and what its analyser rejects is one command."""

import json
import shutil

import pytest

from scoring.base.errors import InputError
from scoring.card import scored_run
from scoring.cli.command import main
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import align
from scoring.mt.analyser import analyser
from scoring.mt.run import Run
from scoring.mt.standards import SEMANTIC
from scoring.mt.standards.finding import judged
from scoring.mt.task import MT
from tests.mt.runs import entry, run

ANALYSES = {"atim": ["atim+N+A+Sg"], "atimwak": ["atim+N+A+Pl"], "nipâw": ["nipâw+V+AI+Ind+3Sg"],
            "nipaw": ["nipâw+V+AI+Ind+3Sg+Err/Orth"]}  # fmt: skip
RULE = {"letters": "atimwk", "says": "few", "source": "a test", "checked": "read", "good": "a", "bad": "x"}


@pytest.fixture(autouse=True)
def no_folders(monkeypatch):
    for name in ("ONENLP_STANDARDS", "ONENLP_FST", "ONENLP_LANGUAGE_CARDS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "st" / "crk"
    made.mkdir(parents=True)
    (made / "analyser.json").write_text(json.dumps(ANALYSES), encoding="utf-8")
    (made / "glosses.json").write_text(
        json.dumps({"atim": ["dog"], "nipâw": ["s/he sleeps"]}), encoding="utf-8"
    )
    return tmp_path / "st"


def cree(*texts, language="crk") -> Run:
    """A run of pairs of an output and its reference."""
    made = [
        entry(n, prediction=output, references=[reference]) for n, (output, reference) in enumerate(texts)
    ]
    return run(*made, languages=("en", language))


PAIRS = (("atim nipâw", "atim nipâw"), ("atimwak xyz", "atim nipâw"))


@pytest.mark.parametrize("given", [
    lambda folder: {"standards_folders": [folder]}, lambda folder: {"standards": folder},
    lambda folder: {"standards": [str(folder)]},
], ids=["folders", "a path", "a list"])  # fmt: skip
def test_it_serves_acceptance_morphology_and_the_composite(folder, given):
    card = scored_run(cree(*PAIRS), resamples=100, derived_morphology=True, **given(folder)).card
    assert card.scores.fst_acceptance_rate == 0.75  # 3 of 4 words
    assert card.scores.morphological_accuracy == pytest.approx(2 / 3)  # atim and nipâw; atimwak for atim
    assert "fst_acceptance_rate" in card.signatures["composite"]


def test_it_serves_orthography_by_a_rule_set_of_its_own(folder):
    rules = {"name": "few", "title": "Few", "script": "Latn", "alphabet": RULE}
    assert scored_run(cree(*PAIRS), resamples=100, standards=folder).card.scores.orthographic_accuracy == 0.75
    (folder / "crk" / "orthography.json").write_text(json.dumps(rules), encoding="utf-8")
    card = scored_run(cree(("atim nipâw", "atim")), resamples=100, standards=folder).card
    assert card.scores.orthographic_accuracy == 0.5  # n and p are no letters of these rules
    before = card.signatures["orthographic_accuracy"]
    assert "|few:" in before
    (folder / "crk" / "orthography.json").write_text(json.dumps(rules, indent=1), encoding="utf-8")
    assert (
        scored_run(cree(*PAIRS), resamples=100, standards=folder).card.signatures["orthographic_accuracy"]
        != before
    )


def test_the_analyser_is_the_given_one_then_the_folders_then_the_environments(folder, tmp_path, monkeypatch):
    def accepts(**given):
        found = analyser(align(cree(*PAIRS), cree(*PAIRS), **given))
        return None if isinstance(found, NotAvailable) else [word for word in "abc" if found.of(word)]

    def written(path, word):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({word: [f"{word}+N"]}), encoding="utf-8")
        return path

    assert accepts() is None
    written(folder / "crk" / "analyser.json", "b")
    assert accepts(standards=folder) == ["b"]
    assert accepts(standards=folder, analyser=written(tmp_path / "given.json", "a")) == ["a"]
    monkeypatch.setenv("ONENLP_STANDARDS", str(folder))
    assert accepts() == ["b"]
    assert accepts(analyser=lambda word: ["c+N"] if word == "c" else []) == ["c"]


def test_files_are_found_by_what_the_run_calls_the_language(folder):
    shutil.move(folder / "crk", folder / "cr")
    card = scored_run(cree(*PAIRS, language="cr"), resamples=100, standards=folder).card
    assert card.scores.fst_acceptance_rate == 0.75
    assert card.scores.semantic_score == pytest.approx(
        (1 + 0.4) / 2
    )  # of atimwak xyz one of two goes with atim


@pytest.mark.parametrize(("accept_err", "words", "strange"), [(False, 0.5, ["nipaw"]), (True, 1.0, [])])
def test_erroneous_forms_count_on_request_for_every_metric(folder, accept_err, words, strange):
    made = align(
        cree(("atim nipaw", "nipâw")), cree(("atim nipaw", "nipâw")), standards=folder, accept_err=accept_err
    )
    assert judged(made)["crk"].verdicts[0][SEMANTIC].details["no_form"] == strange
    card = scored_run(
        cree(("atim nipaw", "nipâw")), resamples=100, standards=folder, accept_err=accept_err
    ).card
    assert card.scores.fst_acceptance_rate == words
    assert ("|err" in card.signatures["fst_acceptance_rate"]) == accept_err


def test_a_folder_that_is_not_there_is_one_error_in_a_gate_of_any_language():
    german = run(entry(1))
    with pytest.raises(InputError, match="nowhere: there is no such folder of language standards"):
        MT.align(german, german, standards="nowhere")
    with pytest.raises(InputError, match="nowhere: there is no such folder of language cards"):
        MT.align(german, german, language_cards=["nowhere"])


def references(*options):
    return main(["mt-references", *options])


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "ref.txt"
    path.write_text("atim nipâw\nAtimwak nipaw www.mira.example.\n", encoding="utf-8")
    return str(path)


def test_the_references_of_a_text_are_counted(text, folder, capsys):
    asked = ("--ref", text, "--target-language", "crk", "--standards", str(folder))
    assert references(*asked) == 0
    assert capsys.readouterr().out.splitlines() == [
        "1 of 4 words are rejected (25.00%), in 1 of 2 references", "1  nipaw",
    ]  # fmt: skip
    assert references(*asked, "--accept-err") == 0
    assert capsys.readouterr().out.startswith("0 of 4 words are rejected")


def test_the_references_of_a_column_are_counted(tmp_path, folder, capsys):
    path = tmp_path / "set.tsv"
    path.write_text("id\tcree\n1\tatim\n2\txyz\n", encoding="utf-8")
    asked = ("--ref", str(path), "--ref-field", "cree", "--target-language", "crk", "--json", "-")
    assert references(*asked, "--analyser", str(folder / "crk" / "analyser.json")) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["words"], found["rejected_words"]) == (2, {"xyz": 1})


@pytest.mark.parametrize(("options", "message"), [
    ((), "give --run FILE, or --ref FILE with --target-language CODE"),
    (("--ref", "ref.txt"), "--ref needs --target-language CODE"),
    (("--run", "run.json", "--target-language", "crk"), "--run has it all; remove --target-language"),
])  # fmt: skip
def test_what_is_missing_or_too_much_is_said(options, message, capsys):
    assert references(*options) == 2
    assert message in capsys.readouterr().err


def test_the_text_is_never_written_over(text, folder, capsys):
    assert (
        references("--ref", text, "--target-language", "crk", "--standards", str(folder), "--json", text) == 2
    )
    assert "which it would replace" in capsys.readouterr().err
