"""Ini keys in every table that pytest reads, gate files, a user's own ``scoring``, bad data, reports."""

import json
import os
import re
import subprocess
import sys

import pytest

from tests.plugin.conftest import make, section
from tests.plugin.data import gate, gate_file, module, read_rows, refs, row

TABLES = {
    "pytest.ini": "[pytest]\nonenlp_reference = sub/refs.json\nonenlp_resamples = 300\nonenlp_seed = 9\n"
    "onenlp_better = pass\nonenlp_slack = 1.5\nonenlp_units = false\n",
    "pyproject.toml": '[tool.pytest.ini_options]\nonenlp_reference = "sub/refs.json"\nonenlp_resamples = 300\n'
    'onenlp_seed = 9\nonenlp_better = "pass"\nonenlp_slack = 1.5\nonenlp_units = false\n',
    "pyproject.toml native": '[tool.pytest]\nonenlp_reference = "sub/refs.json"\nonenlp_resamples = 300\n'
    'onenlp_seed = 9\nonenlp_better = "pass"\nonenlp_slack = 1.5\nonenlp_units = false\n',
    "pytest.toml": '[pytest]\nonenlp_reference = "sub/refs.json"\nonenlp_resamples = 300\n'
    'onenlp_seed = 9\nonenlp_better = "pass"\nonenlp_slack = 1.5\nonenlp_units = false\n',
}
native = pytest.mark.skipif(pytest.version_tuple < (9,), reason="native tables are read from pytest 9 on")


def table(name):
    return pytest.param(
        name, id=name, marks=native if name in ("pytest.toml", "pyproject.toml native") else ()
    )


@pytest.mark.parametrize("name", [table(name) for name in TABLES])
def test_ini_keys_are_read_from_every_table(both, name):
    (both.path / "sub").mkdir()
    (both.path / "sub" / "refs.json").write_text(refs(row("a", 80.0), row("b", 95.2)))
    (both.path / name.split()[0]).write_text(TABLES[name])
    (both.path / "sub" / "test_a.py").write_text(
        module(*(gate(name, "../pred.conllu", gold="../gold.conllu") for name in "ab"))
    )
    both.pytester.chdir()
    os.chdir(both.path / "sub")  # the reference is found from the ini file's folder

    result = both.run("--onenlp-report", "json:../out.json")

    assert any(
        "2 reference rows from refs.json, 300 resamples, seed 9, 2 gates" in line for line in result.outlines
    )
    rows = read_rows(both.path / "out.json")
    assert [rows[f"{name}/UPOS"]["verdict"] for name in "ab"] == ["better", "worse"]
    assert both.units() == []
    result.assert_outcomes(passed=1, failed=1)


WRONG = [
    ("pytest.ini", "onenlp_resamples = many", "*onenlp_resamples*'many'*"),
    ("pytest.ini", "onenlp_resamples = 99", "*99 resamples are too few*"),
    (
        "pytest.ini",
        "onenlp_resamples = 1000001",
        "*1000001 resamples are too many: at most 1000000 are drawn",
    ),
    ("pytest.ini", "onenlp_slack = -1", "*onenlp_slack is -1.0*"),
    ("pytest.ini", "onenlp_slack = nan", "*onenlp_slack is nan*"),
    ("pytest.ini", "onenlp_units = maybe", "*onenlp_units*'maybe'*"),
    ("pytest.ini", "onenlp_better = perhaps", "*onenlp_better is 'perhaps', but it is one of: fail, pass*"),
    ("pytest.ini", "onenlp_rule = overlap", "*onenlp_rule is 'overlap', but it is one of: auto, spec*"),
    ("pytest.ini", "onenlp_family = all", "*onenlp_family is 'all', but it is one of: session, check*"),
    ("pytest.ini", "onenlp_reference = nix.json", "*there is no reference file *nix.json*"),
    ("pytest.toml", 'onenlp_resamples = "500"', "*onenlp_resamples*'500'*"),
    ("pytest.toml", "onenlp_slack = true", "*onenlp_slack*True*"),
    ("pytest.toml", 'onenlp_units = "no"', "*onenlp_units*'no'*"),
    ("pytest.toml", 'onenlp_reference = ["a.json"]', "*onenlp_reference*['a.json']*"),
    ("pytest.toml", "onenlp_better = 1", "*onenlp_better*1*"),
]


@pytest.mark.parametrize(("name", "line", "said"), [
    pytest.param(*case, id=case[1], marks=native if case[0] == "pytest.toml" else ()) for case in WRONG
])  # fmt: skip
@pytest.mark.parametrize("quiet", [(), ("-q",)], ids=["-", "-q"])
def test_a_wrong_ini_value_is_a_usage_error_naming_key_and_value(suite, name, line, said, quiet):
    (suite.path / name).write_text(f"[pytest]\n{line}\n")
    suite.write(test_a__py="def test_a(): pass\n")

    result = suite.run(*quiet)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([said.replace("[", "[[]", 1)])
    assert "Traceback" not in result.stderr.str()


def test_several_references_stand_on_lines_of_their_own(suite):
    suite.write(
        one__json=refs(row("a", 92.0)), two__json=refs(row("b", 92.0)), test_a__py=module(gate("a"), gate("b")),
        pytest__ini="[pytest]\nonenlp_reference =\n    one.json\n    two.json\n",
    )  # fmt: skip

    suite.run().assert_outcomes(passed=2)


SEVERAL = {
    "pyproject.toml": '[tool.pytest.ini_options]\nonenlp_reference = """\none.json\ntwo.json\n"""\n',
    "pytest.toml": '[pytest]\nonenlp_reference = """\none.json\ntwo.json\n"""\n',
}


@pytest.mark.parametrize("name", [table(name) for name in SEVERAL])
def test_several_references_stand_in_a_table_as_documented(suite, name):
    (suite.path / name).write_text(SEVERAL[name])
    suite.write(
        one__json=refs(row("a", 92.0)),
        two__json=refs(row("b", 92.0)),
        test_a__py=module(gate("a"), gate("b")),
    )

    suite.run().assert_outcomes(passed=2)


def test_the_same_row_in_two_files_is_one_message(both):
    both.write(one__json=refs(row("a", 92.0)), two__json=refs(row("a", 92.0)), test_a__py=module(gate("a")))

    result = both.run("--onenlp-reference", "one.json", "--onenlp-reference", "two.json")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["reference error: a/en/demo/UPOS is in *one.json and in *two.json: *keep one"]
    )


BAD_FILES = {
    "[[gate]": "*onenlp_x.toml:1: not TOML: *",
    "": "*onenlp_x.toml: there is no [[][[]gate]] in it*",
    '[[gate]]\ncomponent = "a"\n': "*onenlp_x.toml: gate 1: task is missing*",
    gate_file(
        {"component": "a", "metric": ["UPOS"]}
    ): "*gate 1: unknown key 'metric'; did you mean 'metrics'?",
    gate_file(
        {"component": "a", "task": "udd"}
    ): "*gate 1: task is 'udd', but the name of a task is needed*'ud'*",
}


@pytest.mark.parametrize(
    "text", BAD_FILES, ids=["not TOML", "empty", "lacks keys", "unknown key", "unknown task"]
)
def test_a_bad_gate_file_is_one_message_and_no_green_run(suite, text):
    suite.write(onenlp_x__toml=text, refs__json=refs(row("a", 92.0)))

    result = suite.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(errors=1)
    assert result.ret != pytest.ExitCode.OK
    result.stdout.fnmatch_lines([BAD_FILES[text]])
    assert "Traceback" not in result.stdout.str()


def test_a_bad_gate_file_ends_a_run_with_workers_too(pytester, monkeypatch):
    suite = make(pytester, monkeypatch, ("-n2",))
    suite.write(onenlp_x__toml="[[gate]", test_a__py=module(gate("a")), refs__json=refs(row("a", 92.0)))

    result = suite.run("--onenlp-reference", "refs.json")

    assert result.ret != pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["*onenlp_x.toml:1: not TOML: *"])
    assert "Traceback" not in result.stdout.str()


def test_paths_of_a_gate_file_are_relative_to_it(both):
    (both.path / "sub").mkdir()
    (both.path / "sub" / "onenlp_x.toml").write_text(
        gate_file({"component": "a", "gold": "../gold.conllu", "pred": "../pred.conllu"})
    )
    both.write(refs__json=refs(row("a", 92.0)))
    (both.path / "elsewhere").mkdir()
    os.chdir(both.path / "elsewhere")

    both.run("--onenlp-reference", "../refs.json", str(both.path / "sub")).assert_outcomes(passed=1)


def test_other_toml_files_are_left_alone(suite):
    suite.write(settings__toml="[[gate]", test_a__py="def test_a(): pass\n")

    suite.run().assert_outcomes(passed=1)


@pytest.fixture(params=["module", "package", "module that fails"])
def shadowed(suite, request):
    """A suite with a ``scoring`` of its own in the folder it runs in."""
    if request.param == "package":
        (suite.path / "scoring").mkdir()
        (suite.path / "scoring" / "__init__.py").write_text("")
    else:
        suite.write(scoring__py="" if request.param == "module" else "raise RuntimeError('mine')\n")
    return suite


def python_m_pytest(suite, *options):
    """``python -m pytest``, which puts the folder on the path."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", *suite.processes, *options], cwd=suite.path,
        capture_output=True, text=True, check=False, env=os.environ | {"PYTHONPATH": str(suite.path)},
    )  # fmt: skip


def test_a_scoring_of_the_user_s_own_is_one_clear_error(shadowed):
    shadowed.write(refs__json=refs(row("a", 92.0)), test_a__py=module(gate("a")))

    done = python_m_pytest(shadowed, "--onenlp-reference", "refs.json", "--onenlp-update")

    assert done.returncode == 1
    assert "instead of pytest-onenlp's own package in " in done.stdout
    assert "rename that module or folder, or take its folder off the path" in done.stdout
    assert "INTERNALERROR" not in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_tests_and_gate_files_say_it_too_with_workers(both):
    both.write(scoring__py="", refs__json=refs(row("a", 92.0)), onenlp_a__toml=gate_file({"component": "a"}))

    done = python_m_pytest(both, "--onenlp-reference", "refs.json")

    assert done.returncode != 0
    assert "rename that module or folder, or take its folder off the path" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_a_scoring_of_the_user_s_own_matters_to_no_run_without_gates(both):
    both.write(scoring__py="MINE = 1\n", test_a__py="import scoring\ndef test_a(): assert scoring.MINE\n")

    done = python_m_pytest(both)

    assert (done.returncode, "onenlp quality gates" in done.stdout) == (0, False)


DATA = {
    "missing": (None, "bad.conllu: cannot be read: No such file or directory"),
    "not UTF-8": (b"1\t\xff\n", "bad.conllu:1: .*UTF-8"),
    "wrong columns": (b"1\tthe\n\n", "bad.conllu:1: .*columns"),
    "empty": (b"", ""),
}


@pytest.mark.parametrize("kind", DATA)
def test_bad_data_is_one_message_without_a_traceback(suite, kind):
    data, said = DATA[kind]
    if data is not None:
        (suite.path / "bad.conllu").write_bytes(data)
    suite.write(
        refs__json=refs(row("a", 92.0), row("b", 92.0)),
        test_a__py=module(gate("a", "bad.conllu")),
        onenlp_b__toml=gate_file({"component": "b", "pred": "bad.conllu"}),
    )

    result = suite.run("--onenlp-reference", "refs.json", "-W", "error")

    result.assert_outcomes(failed=2)
    for gate_of in (
        "not judged: test_a.py::test_a: failed: ",
        "not judged: onenlp_b.toml::b/en/demo: failed: ",
    ):
        (line,) = (line for line in result.outlines if line.startswith(gate_of))
        assert re.match(f"data error: (/.*/)?{said}", line.removeprefix(gate_of))
    assert "Traceback" not in result.stdout.str()


def test_two_empty_files_are_an_error_in_a_gate_and_no_warning(both):
    both.write(
        refs__json=refs(row("a", 0.0)),
        empty__conllu="",
        none__conllu="",
        test_a__py=module(gate("a", "none.conllu", gold="empty.conllu")),
    )

    result = both.run("--onenlp-reference", "refs.json", "-W", "error")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*a/en/demo/UPOS: error: the gold data has no units*"])
    assert "Warning" not in result.stdout.str()


def test_a_json_report_is_a_reference_as_it_is(both):
    both.write(test_a__py=module(gate("a"), gate("b")))
    both.alone("--onenlp-report", "json:rows.json").assert_outcomes(failed=2)

    result = both.run("--onenlp-reference", "rows.json", "--onenlp-report", "json:again.json")

    result.assert_outcomes(passed=2)
    assert [one["rule"] for one in read_rows(both.path / "again.json").values()] == ["identical", "identical"]
    assert len(both.units()) == 4
    assert "no_units" not in json.dumps(read_rows(both.path / "again.json"))


def test_a_markdown_report_has_the_specification_s_columns_first(both):
    both.write(test_a__py=module(gate("a"), gate("b")), refs__json=refs(row("a", 92.0), row("b", 99.0)))

    both.run("--onenlp-reference", "refs.json", "--onenlp-report", "md:out.md")

    lines = both.read("out.md").splitlines()
    assert lines[0].startswith(
        "| Component | Language | Metric | Score | 95% CI | Reference | Within noise |"
    )
    assert [line.split(" | ")[0] for line in lines[2:]] == ["| b", "| a"]  # failing rows first


@pytest.mark.parametrize(("dest", "said"), [
    ("json:no/out.json", "*there is no folder *no"),
    ("json:.", "* is a folder, but a file is needed"),
    ("json:refs.json", "*that is a reference file, which a report must not replace*"),
    ("pdf:out.pdf", "*write TYPE:DEST, as in md:gates.md; TYPE is one of csv, html, json, md"),
    ("out.json", "*write TYPE:DEST*"),
    ("json:", "*write TYPE:DEST*"),
])  # fmt: skip
def test_a_report_that_cannot_be_written_is_a_usage_error_before_the_tests(suite, dest, said):
    suite.write(refs__json=refs(row("a", 92.0)), test_a__py=module(gate("a")))

    result = suite.run("--onenlp-reference", "refs.json", "--onenlp-report", dest)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([said])
    assert suite.read("refs.json") == refs(row("a", 92.0))


@pytest.mark.parametrize("kind", ["json", "md", "csv", "html"])
def test_a_report_that_fails_in_the_end_fails_the_run(both, kind):
    both.write(refs__json=refs(row("a", 92.0)), test_a__py=module(gate("a")), out="mine")
    (both.path / "out").chmod(0o444)

    result = both.run("--onenlp-reference", "refs.json", "--onenlp-report", f"{kind}:out")

    result.assert_outcomes(passed=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert any(
        line.startswith(f"onenlp: error: the {kind} report was not written: ") for line in section(result)
    )
    assert both.read("out") == "mine"
