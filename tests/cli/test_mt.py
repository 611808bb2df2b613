"""``onenlp mt``, ``mt-compare`` and ``languages`` as a user calls them."""

import json
import re
import shlex
from types import SimpleNamespace

import pytest

from scoring.cli import main
from tests.mt.runs import document, entry


@pytest.fixture
def command(tmp_path, monkeypatch, capsys):
    """The command in a folder of its own: status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments):
        status = main(list(arguments))
        out, err = capsys.readouterr()
        return SimpleNamespace(status=status, out=out, err=err)

    return call


def write(folder, **files):
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, encoding="utf-8")


def test_a_run_is_scored_into_card_page_entries_and_rows(command, tmp_path):
    write(tmp_path, run__json=json.dumps(document(*(entry(n) for n in range(60)))))
    done = command(
        "mt", "--run", "run.json", "--json", "card.json", "--entries", "e.jsonl", "--rows", "rows.json"
    )
    assert done.status == 0
    assert "| Exact match | 1.0000 |" in done.out
    assert json.loads((tmp_path / "card.json").read_text("utf-8"))["scores"]["chrf_plus_plus"] == 100.0
    assert len((tmp_path / "e.jsonl").read_text("utf-8").splitlines()) == 60
    (tmp_path / "before.json").write_bytes((tmp_path / "rows.json").read_bytes())
    assert command("compare", "rows.json", "before.json").status == 0


def test_rows_go_to_standard_output_where_that_is_asked_for(command, tmp_path):
    write(tmp_path, run__json=json.dumps(document(*(entry(n) for n in range(60)))))
    done = command("mt", "--run", "run.json", "--rows", "-")
    assert json.loads(done.out)["schema"] == "onenlp-rows/1"
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


def test_text_files_are_a_run(command, tmp_path):
    write(tmp_path, src__txt="a\nb\n", ref__txt="ja\nnein\n", out__txt="ja\njein\n")
    text = ("mt", "--source", "src.txt", "--ref", "ref.txt", "--pred", "out.txt", "--source-language", "en",
            "--target-language", "de")  # fmt: skip
    assert command(*text, "--write-run", "run.json", "--json", "one.json").status == 0
    assert command("mt", "--run", "run.json", "--json", "two.json").status == 0
    one, two = (json.loads((tmp_path / name).read_text("utf-8")) for name in ("one.json", "two.json"))
    assert one == two


TABLE_OF_TEXTS = "src\tref a\tref_b\tout\nx\tja\tdoch\tja\n"


@pytest.mark.parametrize("options", [
    ["--run", "run of $HOME.json", "--seed", "0", "--derived-morphology"],
    ["--source", "t.tsv", "--ref", "t.tsv", "--ref-field", "ref a,ref_b", "--source-field", "src", "--pred", "t.tsv",
     "--pred-field", "out", "--language", "en-de", "--resamples", "100"],
])  # fmt: skip
def test_the_page_names_the_command_that_says_why_fields_are_null(command, tmp_path, options):
    write(tmp_path, t__tsv=TABLE_OF_TEXTS)
    (tmp_path / "run of $HOME.json").write_text(json.dumps(document(entry(1))), encoding="utf-8")
    page = command("mt", *options).out
    *_, last = page.splitlines()
    words = shlex.split(re.sub(r"\\([_*])", r"\1", last.partition("Why: ")[2]))
    assert words[:2] == ["onenlp", "mt"]
    assert words[-2:] == ["--json", "-"]
    assert set(options) <= set(words)
    card = json.loads(command(*words[1:]).out)
    assert card["metric_availability"]["terminology_adherence"] == "not available: the run has no glossary"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ([], "give --run FILE, or texts with --ref and --pred (missing: --ref and --pred)"),
        (["--run", "run.json", "--pred", "x"], "--run has it all; remove --pred"),
        (["--run", "none.json"], "none.json: cannot be read"),
        (["--run", "empty.json"], "there are no entries in it"),
        (
            ["--run", "run.json", "--json", "run.json"],
            "--json run.json is also run.json, which it would replace",
        ),
        (["--run", "run.json", "--language-cards", "none"], "there is no such folder of language cards"),
        (["--run", "run.json", "--standards", "none"], "none: there is no such folder of language standards"),
    ],
)
def test_a_fault_is_one_message_and_status_2(command, tmp_path, options, says):
    write(tmp_path, run__json=json.dumps(document(entry(1))), empty__json=json.dumps(document()))
    done = command("mt", *options)
    assert done.status == 2
    assert says in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        (["mt", "--run", "run.json", "--analyser", "de.hfstol", "--json", "de.hfstol"], "de.hfstol"),
        (
            ["mt-compare", "run.json", "run.json", "--analyser", "de.hfstol", "--json", "de.hfstol"],
            "de.hfstol",
        ),
        (
            ["mt-references", "--run", "run.json", "--standards", "own", "--json", "own/de.json"],
            "own/de.json",
        ),
        (["languages", "--language-cards", "own", "--json", "own/de.json"], "own/de.json"),
    ],
)
def test_no_output_replaces_what_the_command_reads(command, tmp_path, arguments, place):
    (tmp_path / "own").mkdir()
    write(tmp_path, run__json=json.dumps(document(entry(1))), de__hfstol="analyser")
    write(tmp_path / "own", de__json='{"code": "de"}')
    before = (tmp_path / place).read_bytes()
    done = command(*arguments)
    assert done.status == 2
    assert f"--json {place} is also {place}, which it would replace" in done.err
    assert (tmp_path / place).read_bytes() == before


def test_two_runs_are_compared(command, tmp_path):
    write(tmp_path, one__json=json.dumps(document(*(entry(n) for n in range(60)))))
    write(tmp_path, two__json=json.dumps(document(*(entry(n, prediction="nein") for n in range(60)))))
    done = command("mt-compare", "one.json", "two.json", "--json", "-")
    assert done.status == 0
    assert json.loads(done.out)["metrics"]["exact_match_rate"]["better"] == "first"


def test_a_language_card_of_the_user_goes_before_ours(command, tmp_path):
    (tmp_path / "cards").mkdir()
    card = {"code": "tlh", "name": "Klingon", "extends": "en", "scripts": ["Latn"]}
    write(tmp_path / "cards", tlh__json=json.dumps(card))
    done = command("languages", "tlh", "--language-cards", "cards", "--json", "-")
    (found,) = json.loads(done.out)
    assert (found["name"], found["tokenizer"]) == ("Klingon", "13a")
    assert command("languages", "tlh").status == 2
    assert "Plains Cree" in command("languages").out


@pytest.mark.parametrize(
    ("card", "says"),
    [
        ({"name": "x"}, "missing required field `code`"),
        ({"code": "x", "quots": []}, "unknown field `quots`"),
        ({"code": "x", "extends": "nope"}, "language card 'x' extends 'nope', which is no card"),
        ({"code": "x", "extends": "x"}, "language card 'x' extends 'x', which extends it in turn"),
        ({"code": "x", "facts": {"skripts": {"source": "s", "checked": "read"}}}, "did you mean 'scripts'?"),
        ({"code": "x", "quotesOf": "xyz"}, "quotesOf is 'xyz', whose quotation marks are not known"),
    ],
)
def test_a_wrong_card_is_one_message(command, tmp_path, card, says):
    (tmp_path / "cards").mkdir()
    write(tmp_path / "cards", x__json=json.dumps(card))
    done = command("languages", "--language-cards", "cards")
    assert done.status == 2
    assert says in done.err


@pytest.mark.parametrize("name", ["mt", "mt-compare"])
def test_models_that_are_not_on_this_disk_are_said_with_the_way_to_get_them(
    command, tmp_path, name, monkeypatch
):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    run = json.dumps(document(*(entry(n, source="s") for n in range(9))))
    write(tmp_path, run__json=run, other__json=run)
    runs = ["--run", "run.json"] if name == "mt" else ["run.json", "other.json"]
    engines = [
        "--encoder",
        "nobody/a",
        "--comet-model",
        "nobody/b",
        "--comet-python",
        "p",
        "--comet-cache",
        "off",
    ]
    done = command(name, *runs, *engines)
    assert (done.status, done.err) == (0, "")
    if name == "mt":
        assert "COMET model 'nobody/b' is neither a folder nor in the local cache" in done.out
        assert "huggingface-cli download nobody/b" in done.out
        assert "encoder 'nobody/a' " in done.out
