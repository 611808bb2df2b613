"""Rows that nobody names are called after task and gold, so that ``onenlp compare`` finds the partner of each."""

import json

import pytest

from scoring.cli import main
from scoring.gates import file as gatefile
from tests.cli.files import FAIR, GOOD, rows_of, treebank
from tests.mt.runs import document, entry

SIZE = 40
FILES = {
    "gold.conllu": treebank(), "new.conllu": treebank(GOOD), "old.conllu": treebank(FAIR),
    "gold.iob2": "Ann B-PER\nsees O\n\n" * SIZE, "new.iob2": "Ann B-PER\nsees O\n\n" * SIZE,
    "old.iob2": "Ann O\nsees O\n\n" + "Ann B-PER\nsees O\n\n" * (SIZE - 1),
    "gold.csv": "id,label\n1,a\n2,b\n", "new.csv": "id,label\n1,a\n2,b\n", "old.csv": "id,label\n1,a\n2,a\n",
    "src.txt": "yes\n" * SIZE, "ref.txt": "ja\n" * SIZE, "new.txt": "ja\n" * SIZE,
    "base.tsv": "old\n" + "ja\n" * SIZE, "old.txt": "nein\n" + "ja\n" * (SIZE - 1),
    "t.tsv": "src\tref_a\tref_b\tnew\told\n" + "yes\tja\tdoch\tja\tja\n" * (SIZE - 1) + "yes\tja\tdoch\tja\tne\n",
} | {
    f"{name}.json": json.dumps(document(
        *(entry(n, source="yes", prediction="ja" if n < right else "nein") for n in range(SIZE)), model_slug=name,
    ))
    for name, right in (("gold", 0), ("new", SIZE), ("old", SIZE - 1))
}  # fmt: skip
TEXTS = ("--source", "src.txt", "--ref", "ref.txt", "--language", "en-de")
TABLE = ("--source", "t.tsv", "--ref", "t.tsv", "--ref-field", "ref_a,ref_b", "--source-language", "en",
         "--target-language", "de")  # fmt: skip
SURFACE = ("--metrics", "Exact match,TER")


@pytest.fixture
def command(tmp_path, monkeypatch, capsys):
    """The command in a folder with the files: the status, and what was said."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")

    def run(*words):
        status = main(
            [*words, *(("--resamples", "100") if words[0] not in ("init", "compare", "power") else ())]
        )
        return status, "".join(capsys.readouterr())

    return run


SYSTEMS = [
    pytest.param(("ud", "--gold", "gold.conllu", "--pred", "{}.conllu"), "ud/und/gold", id="ud"),
    pytest.param(("span", "--gold", "gold.iob2", "--pred", "{}.iob2"), "spans/und/gold", id="span"),
    pytest.param(("classify", "--gold", "gold.csv", "--pred", "{}.csv"), "labels/und/gold", id="classify"),
    pytest.param(("mt", "--run", "{}.json"), "mt/en-de/demo", id="mt, runs"),
    pytest.param(("mt", *TEXTS, "--pred", "{}.txt"), "mt/en-de/ref", id="mt, texts"),
    pytest.param(("mt", *TABLE, "--pred", "t.tsv", "--pred-field", "{}"), "mt/en-de/t", id="mt, a table"),
    pytest.param(("score", "--task", "mt", *TEXTS, "--pred", "{}.txt", *SURFACE), "mt/en-de/ref", id="score, texts"),
    pytest.param(("score", "--task", "mt", "--gold", "gold.json", "--pred", "{}.json", *SURFACE), "mt/en-de/demo",
        id="score, runs"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "name"), SYSTEMS)
def test_two_systems_without_names_are_compared_row_by_row(command, tmp_path, words, name):
    for system in ("new", "old"):
        out = "--rows" if words[0] == "mt" else "--json"
        status, said = command(*(word.format(system) for word in words), out, f"{system}.rows.json")
        assert status == 0, said
    (one, *_), others = rows_of(tmp_path / "new.rows.json"), rows_of(tmp_path / "old.rows.json")
    assert f"{one['component']}/{one['language']}/{one['dataset']}" == name
    status, said = command("compare", "new.rows.json", "old.rows.json")
    assert status in (0, 1)
    assert "missing" not in said.lower()
    assert f"{len(others)} judged" in said


@pytest.mark.parametrize("system", ["new", "old"])
@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("--gold", "gold.conllu", "--pred", "{}.conllu", "--metrics", "UPOS"), "ud/und/gold"),
        (("--gold", "gold.iob2", "--pred", "{}.iob2"), "spans/und/gold"),
        (("--gold", "gold.csv", "--pred", "{}.csv"), "labels/und/gold"),
        (("--gold", "new.json", "--pred", "{}.json"), "mt/en-de/demo"),
        ((*TEXTS, "--pred", "{}.txt"), "mt/en-de/ref"),
        ((*TABLE, "--pred", "t.tsv", "--pred-field", "{}"), "mt/en-de/t"),
    ],
)
def test_init_names_a_gate_as_the_commands_name_rows(command, words, name, system):
    status, said = command("init", *(word.format(system) for word in words))
    assert status == 0, said
    (gate,) = gatefile.read("onenlp_gates.toml")
    assert gate.identity == name


def test_init_writes_the_files_and_columns_of_texts_as_seen_from_the_gate_file(command, tmp_path):
    (tmp_path / "gates").mkdir()
    words = (*TABLE, "--pred", "t.tsv", "--pred-field", "old", "--metrics", "BLEU")
    assert command("init", *words, "--ref-pred", "base.tsv", "gates")[0] == 0
    assert (
        (tmp_path / "gates/onenlp_gates.toml").read_text(encoding="utf-8")
        == """[[gate]]
component = "mt"
language = "en-de"
dataset = "t"
task = "mt"
ref = "../t.tsv"
source = "../t.tsv"
pred = "../t.tsv"
ref_pred = "../base.tsv"
source_language = "en"
target_language = "de"
ref_field = ["ref_a", "ref_b"]
pred_field = "old"
metrics = ["BLEU"]
"""
    )
    (gate,) = gatefile.read("gates/onenlp_gates.toml")
    assert (gate.gold, gate.own["ref"]) == (None, "gates/../t.tsv")


def test_names_that_are_given_are_taken(command, tmp_path):
    named = ("--component", "fast", "--dataset", "news", "--language", "en-de")
    assert command("mt", *TEXTS[:4], "--pred", "new.txt", *named, "--rows", "rows.json")[0] == 0
    (first, *_) = rows_of(tmp_path / "rows.json")
    assert (first["component"], first["language"], first["dataset"]) == ("fast", "en-de", "news")


def test_power_plans_for_texts(command):
    status, said = command("power", *TABLE, "--pred", "old.txt", "--metrics", "Exact match")
    assert (status, "Exact match" in said) == (0, True)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("init", "--pred", "new.txt"), "give --gold FILE, or --ref FILE for a translation in texts"),
        (("init", "--gold", "gold.conllu", *TEXTS, "--pred", "new.txt"), "ref is given in place of gold"),
        (("init", *TEXTS[:4], "--pred", "new.txt"), "texts do not say what languages they are in"),
        (("init", *TEXTS, "--pred", "ref.txt"), "the prediction (pred) and the gold data are one file"),
        (("mt", *TEXTS, "--pred", "ref.txt"), "the prediction (pred) and the gold data are one file"),
        (("mt", *TEXTS), "give --run FILE, or texts with --ref and --pred (missing: --pred)"),
        (("mt", "--run", "new.json", "--ref", "ref.txt"), "--run has it all; remove --ref"),
        (
            ("mt", *TEXTS, "--pred", "new.json"),
            "pred is a run, which has references of its own; give it alone",
        ),
        (("mt", *TEXTS, "--pred", "new.txt", "--json", "ref.txt"), "--json ref.txt is also ref.txt"),
        (
            ("score", "--task", "mt", *TEXTS, "--pred", "new.txt", "--json", "ref.txt"),
            "--json ref.txt is also ref.txt",
        ),
        (("power", *TABLE, "--pred", "new.txt", "--json", "t.tsv"), "--json t.tsv is also t.tsv"),
        (("score", "--task", "ud", "--pred", "new.conllu"), "required: --gold"),
    ],
)
def test_a_fault_in_texts_is_one_message(command, words, says):
    status, said = command(*words)
    assert (status, said.count("\n")) == (2, 1)
    assert says in said
