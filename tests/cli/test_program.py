"""``onenlp`` as a program of its own: pipes, full disks, what it loads."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.cli.command import COMMANDS
from tests.cli.files import write_pair

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes and /dev of POSIX systems")


def onenlp(*arguments, line=None, **named):
    """Runs the program, or a shell line in which ``$ONENLP`` is it."""
    command = [sys.executable, "-m", "scoring.cli", *arguments]
    if line:
        command = [
            "bash",
            "-o",
            "pipefail",
            "-c",
            line.replace("$ONENLP", f"'{sys.executable}' -m scoring.cli"),
        ]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, **named)


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], *([command, "--help"] for command in COMMANDS)], ids=" ".join
)
def test_help_and_version_load_no_numpy(arguments):
    code = "import sys; from scoring.cli import main; main(sys.argv[1:]); sys.exit('numpy' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(("usage: onenlp", "onenlp "))


def test_the_schema_is_json():
    assert json.loads(onenlp("schema").stdout)["title"] == "onenlp-rows/1"


@pytest.mark.parametrize("reference", ["", "--reference UPOS=99"])
def test_a_reader_that_stops_reading_changes_no_status(tmp_path, reference):
    write_pair(tmp_path)
    text = f"$ONENLP ud --gold gold.conllu --pred tagger.conllu {reference} | true; exit ${{PIPESTATUS[0]}}"
    done = onenlp(line=text, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1 if reference else 0, "")


def test_help_into_a_closed_pipe_is_quiet():
    done = onenlp(line="$ONENLP ud --help | true; exit ${PIPESTATUS[0]}")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("output", ["", "--json -", "--markdown -"])
def test_a_full_disk_behind_standard_output_is_one_message(tmp_path, output):
    write_pair(tmp_path)
    done = onenlp(
        line=f"$ONENLP ud --gold gold.conllu --pred tagger.conllu {output} > /dev/full", cwd=tmp_path
    )
    assert done.returncode == 2
    assert done.stderr == "onenlp: standard output: cannot be written: no space left on device\n"


def test_closed_streams_change_no_status(tmp_path):
    write_pair(tmp_path)
    done = onenlp(line="$ONENLP ud --gold gold.conllu --pred tagger.conllu >&- 2>&-", cwd=tmp_path)
    assert done.returncode == 0


def test_warnings_of_libraries_are_not_shown(tmp_path):
    write_pair(tmp_path)
    options = ["--gold", "gold.conllu", "--pred", "tagger.conllu", "--reference", "UPOS=91.67"]
    done = onenlp("ud", *options, cwd=tmp_path, env=os.environ | {"PYTHONWARNINGS": "always"})
    assert (done.returncode, done.stderr) == (0, "")


def test_files_may_be_pipes(tmp_path):
    write_pair(tmp_path)
    text = "$ONENLP ud --gold <(cat gold.conllu) --pred tagger.conllu --dataset d --metrics UPOS --json >(cat >&2)"
    done = onenlp(line=f"{text}; status=$?; wait; exit $status", cwd=tmp_path)
    assert done.returncode == 0
    assert json.loads(done.stderr)["rows"][0]["dataset"] == "d"


def test_rows_may_go_to_the_device_of_standard_output(tmp_path):
    write_pair(tmp_path)
    done = onenlp(
        "ud", "--gold", "gold.conllu", "--pred", "tagger.conllu", "--json", "/dev/stdout", cwd=tmp_path
    )
    assert done.returncode == 0
    assert done.stdout.startswith('{\n  "rows": [')
    assert list(tmp_path.glob("*.units")) == []


def test_a_module_of_the_users_own_that_hides_ours_is_named_with_the_way_out(tmp_path):
    (tmp_path / "scoring.py").write_text("raise RuntimeError('mine')\n")
    script = Path(sys.executable).parent / "onenlp"
    done = subprocess.run(
        [script, "--version"], cwd=tmp_path, env={**os.environ, "PYTHONPATH": "."}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("onenlp: 'import scoring' finds a module that raises RuntimeError")
    assert "rename that module" in done.stderr
