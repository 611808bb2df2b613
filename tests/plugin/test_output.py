"""When something is printed, and what the exit status says that no test could."""

import subprocess
import sys

import pytest

from tests.plugin.conftest import section
from tests.plugin.data import gate, gate_file, module, refs, row

PLAIN = "def test_plain(): pass\n"
HEADER = "onenlp: 2 reference rows from refs.json, 1000 resamples, seed 20260101, 1 gate at alpha 0.05"
INI = "[pytest]\nonenlp_reference = refs.json\n"
NOTHING = "onenlp: error: --onenlp-reference was given, but no row was judged"


@pytest.fixture
def green(both):
    both.write(refs__json=refs(row("tagger", 92.0), row("parser", 92.0)), test_a__py=module(gate("tagger")))
    return both


def test_the_header_stands_once_in_every_run_with_gates(green):
    for options in [("-q", "--tb=no")] if green.processes else [(), ("-q",), ("-qq",), ("--tb=no",), ("-v",)]:
        result = green.run("--onenlp-reference", "refs.json", *options)

        assert result.outlines.count(HEADER) == 1


def test_the_section_is_as_documented(green):
    result = green.run("--onenlp-reference", "refs.json", "-q")

    assert [line.split() for line in section(result)[-3:]] == [
        ["row", "score", "95%", "CI", "reference", "delta", "can", "see", "verdict"],
        ["tagger/en/demo/UPOS", "92.00", *section(result)[-2].split()[2:4], "92.00", "0.00",
         section(result)[-2].split()[6], "within"],
        ["1", "judged:", "1", "within", "noise.", "Not", "claimed", "by", "any", "gate:", "parser/en/demo/UPOS."],
    ]  # fmt: skip


def test_the_level_is_divided_among_the_gates_unless_each_check_has_its_own(suite):
    suite.write(refs__json=refs(row("a", 92.0)), test_a__py=module(*(gate(name) for name in "abc")))

    said = suite.run("--onenlp-reference", "refs.json").stdout.str()
    suite.write(pytest__ini="[pytest]\nonenlp_family = check\n")
    own = suite.run("--onenlp-reference", "refs.json").stdout.str()

    assert "seed 20260101, 3 gates at alpha 0.017" in said
    assert "seed 20260101, 3 gates at alpha 0.05" in own


@pytest.mark.parametrize("ini", ["", INI], ids=["no reference", "reference in the ini file"])
def test_a_run_without_gates_is_green_and_silent_but_for_references_that_no_gate_claims(both, ini):
    both.write(refs__json=refs(row("tagger", 92.0)), test_a__py=PLAIN, pytest__ini=ini or "[pytest]\n")

    result = both.run()

    assert result.ret == pytest.ExitCode.OK
    noted = section(result)
    assert [line.partition(": is there")[0] for line in noted] == (
        ["onenlp: reference rows are configured, and no gate was collected"] if ini else []
    )
    assert "onenlp" not in "".join(
        line
        for line in result.outlines
        if line not in noted
        and not line.startswith(("plugins:", "rootdir:"))
        and "onenlp quality gates" not in line
    )
    assert ("onenlp quality gates" in result.stdout.str()) == bool(ini)


@pytest.mark.parametrize("test", [PLAIN, "@__import__('pytest').mark.skip\n" + gate("tagger"), ""],
                         ids=["no gate", "skipped gate", "no test"])  # fmt: skip
def test_a_reference_on_the_command_line_that_judged_nothing_fails_the_run(both, test):
    both.write(refs__json=refs(row("tagger", 92.0)), test_a__py=module(test))

    result = both.run("--onenlp-reference", "refs.json")

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert NOTHING in section(result)


def test_without_any_reference_each_gate_fails(both):
    both.write(test_a__py=module(gate("a")), onenlp_b__toml=gate_file({"component": "b"}))

    result = both.run()

    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines([
        "onenlp: no reference rows (add --onenlp-reference refs.json), 1000 resamples, *",
        "missing: record it:     pytest --onenlp-reference refs.json --onenlp-update",
        "FAILED *a* - OneNLPRegression: a/en/demo/UPOS 92.00: no reference; record it: pytest --onenlp-reference refs*",
    ])  # fmt: skip


def test_a_table_that_pytest_does_not_read_makes_no_gate_pass(suite):
    suite.write(
        refs__json=refs(row("tagger", 92.0)),
        test_a__py=module(gate("tagger")),
        pyproject__toml="[tool.pytest-of-tomorrow]\nonenlp_reference = 'refs.json'\n",
    )

    suite.run().assert_outcomes(failed=1)


def test_a_path_that_does_not_exist_is_a_usage_error(both):
    both.write(test_a__py=module(gate("tagger")))

    result = both.run("--onenlp-reference", "nix.json")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        ["ERROR: onenlp: there is no reference file *nix.json; to record one *--onenlp-update"]
    )


def test_an_update_that_has_no_file_or_folder_to_write_to_is_a_usage_error(suite):
    suite.write(test_a__py=module(gate("tagger")))

    without = suite.run("--onenlp-update")
    nowhere = suite.run("--onenlp-update", "--onenlp-reference", "no/refs.json")

    assert without.ret == nowhere.ret == pytest.ExitCode.USAGE_ERROR
    without.stderr.fnmatch_lines(["*--onenlp-update needs to know the file to record in*"])
    nowhere.stderr.fnmatch_lines(["*refs.json cannot be recorded, since there is no folder *no"])


def test_a_run_only_of_collection_prints_and_writes_nothing(green):
    result = green.run(
        "--onenlp-reference", "refs.json", "--collect-only", "--onenlp-report", "json:out.json"
    )

    assert result.ret == pytest.ExitCode.OK
    assert section(result) == []
    assert not (green.path / "out.json").exists()


@pytest.mark.parametrize(
    "option",
    ["--fixtures", "--markers", "--help", "--collect-only", "--setup-plan", "--setup-only", "--cache-show"],
)
def test_a_run_of_no_test_is_told_nothing(suite, option):
    suite.write(refs__json=refs(row("a", 92.0)), test_a__py=module(gate("a")), out="mine")

    result = suite.run("--onenlp-reference", "refs.json", "--onenlp-report", "md:out", option)

    assert result.ret == pytest.ExitCode.OK
    assert section(result) == []
    assert suite.read("out") == "mine"


@pytest.mark.parametrize(("names", "said"), [
    (["", "--onenlp-update"], "*--onenlp-reference is empty; name a rows file*"),
    (["new/", "--onenlp-update"], "*new/ names a folder, but there is no folder *new; make it first*"),
    (["refs.json/"], "*refs.json/ names a folder, but there is no folder *"),
])  # fmt: skip
def test_a_reference_without_a_file_or_folder_is_a_usage_error(suite, names, said):
    suite.write(refs__json=refs(row("a", 92.0)), test_a__py=module(gate("a")))

    result = suite.run("--onenlp-reference", *names)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([said])
    assert not (suite.path / "new").exists()


MODULES = (
    "import sys\n"
    "def pytest_unconfigure(config):\n"
    "    print('heavy', sorted({'numpy', 'scoring', 'msgspec', 'jinja2'} & set(sys.modules)))\n"
)


@pytest.mark.parametrize("options", [("--collect-only",), ()], ids=["--collect-only", "a run"])
def test_a_run_without_gates_imports_nothing_heavy(suite, options):
    suite.write(test_a__py=PLAIN, conftest__py=MODULES, pytest__ini="[pytest]\naddopts = -s\n")

    result = suite.subprocess(*options)

    assert "heavy []" in result.outlines


def test_collecting_marked_tests_imports_nothing_heavy(suite):
    suite.write(test_a__py=module(gate("tagger")), conftest__py=MODULES)

    assert "heavy []" in suite.subprocess("--collect-only").outlines


def test_a_gate_needs_no_network(suite):
    blocked = (
        "import socket\n"
        "def refuse(*args, **kwargs): raise RuntimeError('network')\n"
        "socket.socket.connect = socket.getaddrinfo = refuse\n"
    )
    suite.write(refs__json=refs(row("tagger", 92.0)), test_a__py=module(gate("tagger")), conftest__py=blocked)

    suite.subprocess("--onenlp-reference", "refs.json").assert_outcomes(passed=1)


def test_without_the_terminal_the_exit_status_still_says_it(suite):
    suite.write(refs__json=refs(row("tagger", 92.0)), test_a__py=PLAIN)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:terminal", "--onenlp-reference", "refs.json"],
        cwd=suite.path, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (1, "")


def test_junit_gets_a_property_per_row(both):
    both.write(refs__json=refs(row("tagger", 92.0)), test_a__py=module(gate("tagger")))

    both.run("--onenlp-reference", "refs.json", "--junitxml", "out.xml")

    assert '<property name="onenlp.tagger/en/demo/UPOS" value="92.00 [' in both.read("out.xml")
    assert both.read("out.xml").count("<property ") == 1


def test_rows_stand_in_the_order_of_collection_whoever_ends_first(both):
    slow = "import time\n@pytest.fixture(autouse=True)\ndef wait(): time.sleep(1)\n"
    both.write(
        refs__json=refs(row("late", 92.0), row("soon", 92.0)),
        test_a__py=module(gate("late")) + slow,
        test_b__py=module(gate("soon")),
    )
    result = both.run("--onenlp-reference", "refs.json", "-q")
    keys = [line.split("/")[0] for line in section(result) if line.endswith(" within")]
    assert keys == ["late", "soon"]
