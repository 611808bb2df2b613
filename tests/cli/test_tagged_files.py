"""The commands on tagged text whose columns and scheme are said: span, init, power and convert-tags."""

import pytest

from scoring.cli import main
from scoring.gates import file as gatefile
from tests.cli.files import rows_of

INDEXED = "1\tAnn\tB-PER\tO\n2\tLind\tI-PER\tB-ORG\n\n1\tOslo\tB-LOC\tO\n"
PLAIN = "Ann person\nLind person\nOslo OTHER\n"


@pytest.fixture
def tagged(tmp_path, capsys, monkeypatch):
    """Runs a command on one text, in a file of gold and one of predictions; returns the status and what was said."""
    monkeypatch.chdir(tmp_path)

    def run(command, text, *options):
        for name in ("gold.tsv", "pred.tsv"):
            (tmp_path / name).write_text(text, encoding="utf-8")
        status = main([command, "--gold", "gold.tsv", "--pred", "pred.tsv", *options])
        return status, "".join(capsys.readouterr())

    return run


@pytest.mark.parametrize(
    ("text", "options", "gold"),
    [
        pytest.param(INDEXED, ["--token-column", "2", "--tag-column", "-2"], 2, id="columns"),
        pytest.param(
            INDEXED,
            [
                "--token-column",
                "2",
                "--tag-column",
                "3",
                "--pred-token-column",
                "-3",
                "--pred-tag-column",
                "-2",
            ],
            2,
            id="other columns of the prediction",
        ),
        pytest.param(PLAIN, ["--plain-labels", "--outside", "OTHER"], 1, id="plain labels"),
        pytest.param(PLAIN, ["--scheme", "plain"], 2, id="plain labels by the scheme"),
        pytest.param("Ann 1\nLind 2\n", ["--tag-names", "O,B-PER,I-PER"], 1, id="numbers"),
        pytest.param("a S-X\nb B-X\nc E-X\n", ["--scheme", "bioes"], 2, id="BIOES"),
    ],
)
def test_span_reads_as_its_options_say(tagged, tmp_path, text, options, gold):
    status, said = tagged("span", text, *options, "--json", "rows.json")
    assert status == 0, said
    assert rows_of(tmp_path / "rows.json")[0]["counts"]["gold"] == gold


def test_the_command_that_records_a_missing_row_has_the_options(tagged, tmp_path):
    options = ["--token-column", "2", "--tag-column", "-2", "--alternatives"]
    tagged("span", INDEXED, *options, "--dataset", "other", "--json", str(tmp_path / "refs.json"))
    _, said = tagged("span", INDEXED, *options, "--reference-file", "refs.json")
    assert "--token-column 2 --tag-column -2 --alternatives" in said


def test_init_writes_what_was_said_of_the_files(tagged, tmp_path):
    status, said = tagged("init", INDEXED, "--token-column", "2", "--tag-column", "3", "--no-alternatives")
    assert status == 0, said
    (gate,) = gatefile.read(tmp_path / "onenlp_gates.toml")
    assert gate.own == {"token_column": 2, "tag_column": 3, "alternatives": False}


def test_options_of_one_task_say_the_task(tagged, tmp_path):
    assert tagged("init", PLAIN, "--plain-labels", "--outside", "OTHER")[0] == 0
    (gate,) = gatefile.read(tmp_path / "onenlp_gates.toml")
    assert (gate.task, gate.own) == ("spans", {"scheme": "plain", "outside": ("OTHER",)})


def test_power_reads_as_its_options_say(tagged):
    assert tagged("power", INDEXED, "--token-column", "2", "--tag-column", "3")[0] == 0
    status, said = tagged("power", INDEXED)
    assert (status, "the first column counts" in said) == (2, True)


def test_an_option_of_reading_that_the_task_has_not_is_named(tagged):
    status, said = tagged("init", INDEXED, "--task", "ud", "--tag-column", "3")
    assert (status, "--tag-column: task ud has no tag_column" in said) == (2, True)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--tag-column", "0"], "'0' is not a whole number from 1 up, or from -1 down to count from the end"),
        (["--scheme", "plain", "--plain-labels"], "--plain-labels is given twice; keep one"),
        (["--alternatives", "--no-alternatives"], "is given twice; keep one"),
        (["--outside", "X"], 'add scheme = "plain"'),
    ],
)
def test_what_cannot_be_meant_is_one_message(tagged, options, says):
    status, said = tagged("span", INDEXED, *options)
    assert (status, said.count("\n")) == (2, 1)
    assert says in said


@pytest.mark.parametrize(
    ("text", "options", "new"),
    [
        pytest.param("a\tPER-B\nb\tPER-I\n", [], "a\tB-PER\nb\tI-PER\n", id="letters behind"),
        pytest.param("a X_S\nb X_B\nc X_E\n", [], "a B-X\nb B-X\nc I-X\n", id="letters of BIOES behind"),
        pytest.param("a B_X\nb I_X\n", [], "a B-X\nb I-X\n", id="no hyphens"),
        pytest.param("# id 1 S\n1\ta\tS-X\tO\n", ["--token-column", "2", "--tag-column", "3"],
                     "# id 1 S\n1\ta\tB-X\tO\n", id="another column"),
        pytest.param("d 1 S-X  S-X S-X\n", ["--token-column", "2", "--tag-column", "-2"],
                     "d 1 S-X  B-X S-X\n", id="between spaces"),
        pytest.param("1\ta" + "\t_" * 7 + "\tx=S-X|n=S-X\n", ["--misc-key", "n"],
                     "1\ta" + "\t_" * 7 + "\tx=S-X|n=B-X\n", id="MISC"),
    ],
)  # fmt: skip
def test_convert_tags_writes_the_tags_of_the_column_alone(tmp_path, capsys, text, options, new):
    (tmp_path / "in.tsv").write_text(text, encoding="utf-8")
    assert main(["convert-tags", str(tmp_path / "in.tsv"), str(tmp_path / "out.tsv"), *options]) == 0
    assert (tmp_path / "out.tsv").read_text(encoding="utf-8") == new
    capsys.readouterr()


def test_convert_tags_refuses_a_first_column_that_counts(tmp_path, capsys):
    (tmp_path / "in.tsv").write_text(INDEXED, encoding="utf-8")
    assert main(["convert-tags", str(tmp_path / "in.tsv"), str(tmp_path / "out.tsv")]) == 2
    assert "--token-column 2 --tag-column 3 or 4" in capsys.readouterr().err
    assert not (tmp_path / "out.tsv").exists()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("a.jsonl", '{"id": 1, "text": "Ann", "label": [[0, 3, "PER"]]}\n', id="doccano"),
        pytest.param(
            "a.json", '[{"id": 1, "label": [{"start": 0, "end": 3, "labels": ["PER"]}]}]', id="an array"
        ),
        pytest.param("a.jsonl", '{"tokens": ["Ann"], "ner_tags": ["B-PER"]}\n', id="rows of a data set"),
        pytest.param("a.tsv", "# id = x1\nAnn\tB-PER\n", id="a comment first"),
    ],
)
def test_init_tells_spans_by_their_form(tmp_path, capsys, monkeypatch, name, text):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / f"of_{name}").write_text(text, encoding="utf-8")
    assert main(["init", "--gold", name, "--pred", f"of_{name}"]) == 0
    (gate,) = gatefile.read(tmp_path / "onenlp_gates.toml")
    assert gate.task == "spans"
    capsys.readouterr()
