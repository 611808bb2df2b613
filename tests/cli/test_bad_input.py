"""Bad input is one message on standard error and exit status 2: never a traceback, never a half-written file."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

from scoring.cli import main
from tests.cli.files import treebank, write_pair, write_rows


@pytest.fixture
def pair(tmp_path):
    return ["ud", *write_pair(tmp_path)]


@pytest.fixture
def refused(capsys):
    """Runs a command that must be refused; returns its message without the program's name."""

    def run(*arguments, status=2):
        assert main([str(argument) for argument in arguments]) == status
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("onenlp: ")
        assert "Traceback" not in err
        return err.removeprefix("onenlp: ").rstrip("\n")

    return run


@pytest.mark.parametrize(
    ("options", "says"),
    [
        pytest.param(
            [],
            "give a command: ud, span, classify, mt, mt-compare, mt-references, publish, unpublish, leaderboard, ",
            id="no command",
        ),
        pytest.param(["udd"], "there is no command 'udd'; did you mean 'ud'?", id="unknown command"),
        pytest.param(
            ["ud"], "the following arguments are required: --gold, --pred; see: onenlp ud --help", id="none"
        ),
        pytest.param(
            ["ud", "--golf", "x"], "unknown option --golf; did you mean '--gold'?", id="unknown option"
        ),
        pytest.param(["ud", "--resample", "9"], "unknown option --resample; did you mean", id="cut short"),
        pytest.param(
            ["--verson"], "unknown option --verson; did you mean '--version'?", id="before a command"
        ),
        pytest.param(
            ["compare", "a.json"], "the following arguments are required: THEIRS", id="half a comparison"
        ),
    ],
)
def test_wrong_usage(refused, options, says):
    assert refused(*options).startswith(says)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        pytest.param(
            ["--metrics", "UPSO"], "task ud has no metric 'UPSO'; did you mean 'UPOS'?", id="metric"
        ),
        pytest.param(
            ["--metrics", "UPOS,,LAS"], "--metrics: 'UPOS,,LAS' has an empty name in it", id="empty metric"
        ),
        pytest.param(
            ["--component", "a/b"], "component 'a/b' holds '/': a name is one line without '/'", id="slash"
        ),
        pytest.param(["--language", ""], "language is ''", id="empty name"),
        pytest.param(
            ["--resamples", "99"], "--resamples: '99' is not a whole number from 100 to 1000000", id="few"
        ),
        pytest.param(["--resamples", "1e9"], "--resamples: '1e9' is not a whole number", id="not whole"),
        pytest.param(["--seed", "-1"], "--seed: ", id="seed below 0"),
        pytest.param(["--seed", str(1 << 64)], "--seed: '18446744073709551616' is not", id="seed of 65 bits"),
        pytest.param(["--better", "yes"], "--better: invalid choice: 'yes'", id="better"),
        pytest.param(["--reference", "UPSO=1"], "--reference: 'UPSO' is none of the metrics", id="whose"),
        pytest.param(["--reference", "LAS=88"], "--reference: 'LAS' is none of the metrics", id="unscored"),
        pytest.param(["--reference", "UPOS"], "--reference: 'UPOS' is not METRIC=NUMBER", id="no number"),
        pytest.param(
            ["--reference", "UPOS=96,4"], "--reference: '4' is not METRIC=NUMBER", id="decimal comma"
        ),
        pytest.param(
            ["--reference", "UPOS=good"], "--reference: UPOS is 'good', but a number is needed", id="a word"
        ),
        pytest.param(
            ["--reference", "UPOS=nan"], "--reference: UPOS is 'nan', but a number is needed", id="NaN"
        ),
        pytest.param(["--reference", "UPOS=1e999"], "--reference: UPOS is '1e999', but", id="infinite"),
        pytest.param(["--reference", "UPOS=1,UPOS=2"], "--reference: UPOS is given twice", id="two numbers"),
        pytest.param(["--reference-source", "x"], "--reference-source says where", id="source of nothing"),
        pytest.param(
            ["--json", "-", "--markdown", "-"], "--markdown - is also the place of --json", id="both to -"
        ),
        pytest.param(["--seed", "1", "--seed", "2"], "--seed is given twice; keep one", id="an option twice"),
        pytest.param(["extra"], "unrecognized arguments: extra", id="a word too many"),
    ],
)
def test_options_that_cannot_be_used(refused, tmp_path, options, says):
    named = write_pair(tmp_path)
    given = named[:-2] if options[0] == "--metrics" else named
    assert refused("ud", *given, *options).startswith(says)


def test_a_share_is_refused_with_the_points_that_were_meant(pair, capsys):
    assert main([*pair, "--reference", "UPOS=0.917"]) == 2
    assert "looks like a share, but rows hold points: did you mean 91.7?" in capsys.readouterr().out


def denied(place=None, **named):
    raise PermissionError(13, "Permission denied", str(place))


def spoil(path, how):
    """Puts something in the place of a file that is no CoNLL-U."""
    path.unlink(missing_ok=True)
    if how == "empty":
        path.write_bytes(b"")
    elif how == "not UTF-8":
        path.write_bytes(treebank().replace("Ann", "Än").encode("latin-1"))
    elif how == "columns":
        path.write_text(treebank().replace("\t", " "), encoding="utf-8")
    elif how == "folder":
        path.mkdir()


@pytest.mark.parametrize("which", ["gold.conllu", "tagger.conllu"])
@pytest.mark.parametrize("how", ["missing", "empty", "not UTF-8", "columns", "folder"])
def test_a_file_that_is_no_treebank_is_named(pair, refused, tmp_path, which, how):
    spoil(tmp_path / which, how)
    assert which in refused(*pair)


@pytest.mark.parametrize("judging", [[], ["--reference", "UPOS=90"]])
def test_two_empty_files_are_an_error(pair, refused, tmp_path, judging):
    spoil(tmp_path / "gold.conllu", "empty")
    spoil(tmp_path / "tagger.conllu", "empty")
    out = tmp_path / "rows.json"
    assert "gold.conllu: there are no sentences in it" in refused(*pair, *judging, "--json", out)
    assert not out.exists()


def test_other_text_names_both_files(pair, refused, tmp_path):
    (tmp_path / "tagger.conllu").write_text(treebank().replace("Bob", "Eve"), encoding="utf-8")
    said = refused(*pair)
    assert "gold.conllu" in said
    assert "tagger.conllu" in said


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param("", "the file is empty", id="empty"),
        pytest.param("{", "not JSON", id="not JSON"),
        pytest.param("[]", "a rows file is", id="something else"),
        pytest.param('{"schema": "onenlp-rows/9", "rows": []}', "this version reads", id="another schema"),
        pytest.param('{"schema": "onenlp-rows/1", "rows": [{"scroe": 1}]}', "row 1", id="unknown field"),
        pytest.param("<<<<<<< ours\n", "merge marker", id="merge marker"),
    ],
)
def test_a_damaged_reference_file_is_named(pair, refused, tmp_path, text, says):
    refs = tmp_path / "refs.json"
    refs.write_text(text, encoding="utf-8")
    said = refused(*pair, "--reference-file", refs)
    assert "refs.json" in said
    assert says in said


def test_a_reference_file_that_does_not_exist_is_named(pair, refused, tmp_path):
    assert "refs.json: cannot be read: no such file" in refused(
        *pair, "--reference-file", tmp_path / "refs.json"
    )


def test_a_folder_without_reference_files_is_refused(pair, refused, tmp_path):
    (tmp_path / "refs").mkdir()
    assert "there is no *.json in the folder" in refused(*pair, "--reference-file", tmp_path / "refs")


def test_the_same_row_in_two_files_is_refused(pair, refused, tmp_path):
    first, second = (write_rows(tmp_path / name, {"score": 91}) for name in ("a.json", "b.json"))
    said = refused(*pair, "--reference-file", first, "--reference-file", second)
    assert "a.json" in said
    assert "b.json" in said


@pytest.mark.parametrize("option", ["--json", "--markdown"])
class TestPlaces:
    def test_an_input_is_never_replaced(self, pair, refused, tmp_path, option):
        assert "which it would replace" in refused(*pair, option, tmp_path / "gold.conllu")
        assert (tmp_path / "gold.conllu").read_text(encoding="utf-8") == treebank()

    def test_a_reference_file_is_never_replaced(self, pair, refused, tmp_path, option):
        refs = write_rows(tmp_path / "refs.json", {"score": 91})
        assert "which it would replace" in refused(*pair, "--reference-file", refs, option, refs)

    def test_a_read_only_file_is_left_alone(self, pair, refused, tmp_path, option):
        place = tmp_path / "out"
        place.write_text("mine", encoding="utf-8")
        place.chmod(0o444)
        assert "the file is read-only" in refused(*pair, option, place)
        assert place.read_text(encoding="utf-8") == "mine"
        assert not list(tmp_path.glob("*.units"))

    def test_a_folder_cannot_be_written_as_a_file(self, pair, refused, tmp_path, option):
        assert "it is a folder" in refused(*pair, option, tmp_path)

    def test_a_folder_that_does_not_exist_is_named(self, pair, refused, tmp_path, option):
        assert "nowhere" in refused(*pair, option, tmp_path / "nowhere" / "out")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
    def test_a_full_disk_is_said(self, pair, refused, option):
        assert refused(*pair, option, "/dev/full") == (
            "/dev/full: cannot be written: no space left on device; the file is as it was"
        )
        assert not Path("/dev/full.units").exists()

    def test_a_folder_that_cannot_be_written_to_is_named(self, pair, refused, tmp_path, option, monkeypatch):
        monkeypatch.setattr(tempfile, "mkstemp", denied)  # root may write anywhere
        assert "out: cannot be written: permission denied" in refused(*pair, option, tmp_path / "out")


def test_a_draft_is_never_left_behind(pair, tmp_path, monkeypatch, refused):
    def fails(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fails)
    assert "no space left on device" in refused(*pair, "--json", tmp_path / "rows.json")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["gold.conllu", "tagger.conllu"]


def test_a_folder_that_cannot_be_listed_is_named(pair, refused, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "listdir", denied)  # root may list every folder
    assert refused(*pair, "--reference-file", tmp_path) == f"{tmp_path}: permission denied"


@pytest.mark.parametrize(
    ("fault", "status", "says"),
    [
        pytest.param(KeyboardInterrupt(), 130, "interrupted", id="Ctrl-C"),
        pytest.param(MemoryError(), 2, "not enough memory", id="memory"),
        pytest.param(
            PermissionError(13, "Permission denied", "x"), 2, "x: permission denied", id="permission"
        ),
        pytest.param(KeyError("y"), 2, "a fault of onenlp itself", id="its own fault"),
    ],
)
def test_whatever_happens_is_one_message(pair, refused, monkeypatch, fault, status, says):
    def falls(*arguments, **named):
        raise fault

    monkeypatch.setattr("scoring.evaluation.evaluate.evaluate", falls)
    assert refused(*pair, status=status).startswith(says)


def test_no_stream_at_all_changes_no_status(pair, monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert main(pair) == 0
    assert main([*pair, "--reference", "UPOS=99"]) == 1
    assert main(["udd"]) == 2


def test_an_older_results_file_keeps_its_units_when_it_cannot_be_replaced(pair, tmp_path):
    out = tmp_path / "rows.json"
    assert main([*pair, "--json", str(out)]) == 0
    (stored,) = (tmp_path / "rows.units").iterdir()
    before = shutil.copy(stored, tmp_path / "before")
    out.chmod(0o444)
    write_pair(tmp_path, pred=(1, 2))
    assert main([*pair, "--json", str(out)]) == 2
    assert stored.read_bytes() == before.read_bytes()
