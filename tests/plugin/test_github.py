"""GitHub Actions: what is appended to the step's summary, and which failures become annotations."""

import re

import pytest

from pytest_onenlp.show.github import LIMIT, command
from tests.plugin.data import gate, gate_file, marker, module, read_rows, refs, row

MIXED = refs(row("good", 92.0), row("bad", 99.0))  # both measure 92: one within, one 7 below
OUTSIDE = "::error "
ANNOTATOR = "pytest_github_actions_annotate_failures"
GREEN_FIRST = module(gate("good"), gate("bad"))


@pytest.fixture
def summary(both, monkeypatch):
    """The suite's step summary, which has a line of an earlier step in it."""
    path = both.path / "summary.md"
    path.write_text("from before", encoding="utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(path))
    return path


@pytest.fixture
def actions(both, monkeypatch):
    """The suite on GitHub Actions, in a workspace one folder above pytest's root."""
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(both.path.parent))
    return both


def annotations(result):
    return [line for line in result.outlines if line.startswith(OUTSIDE)]


def table_of(text):
    """The metric cells of the table's rows."""
    return [line.split(" | ")[0].removeprefix("| ") for line in text.splitlines() if line.startswith("| ")][
        2:
    ]


def test_the_summary_is_appended_failing_rows_first_with_count_and_reasons(both, summary):
    both.write(refs__json=MIXED, test_a__py=GREEN_FIRST)

    both.run("--onenlp-reference", "refs.json")

    text = summary.read_text(encoding="utf-8")
    assert text.startswith("from before\n\n### onenlp quality gates\n")
    assert text.count("### onenlp") == 1
    assert "\n2 judged: 1 within noise, 1 worse.\n" in text
    assert table_of(text) == ["bad", "good"]
    assert re.search(r"\n\n- bad/en/demo/UPOS 92.00 is 7.00 below 99.00\n$", text)


def test_a_summary_that_is_not_there_yet_is_made(both, monkeypatch):
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(both.path / "new.md"))
    both.write(refs__json=MIXED, test_a__py=module(gate("good")))

    both.run("--onenlp-reference", "refs.json")

    assert both.read("new.md").startswith("### onenlp quality gates\n\n1 judged: 1 within noise.\n\n| ")


@pytest.mark.parametrize("options", [(), ("--collect-only",)], ids=["no gate", "only collected"])
def test_a_run_that_judges_no_gate_leaves_the_summary_alone(both, summary, options):
    both.write(refs__json=MIXED, test_a__py=GREEN_FIRST if options else "def test_plain(): pass\n")

    both.run(*options)

    assert summary.read_text(encoding="utf-8") == "from before"


def test_the_summary_says_that_nothing_was_judged(both, summary):
    both.write(test_a__py=module(gate("good")))

    both.run("--onenlp-off")

    text = summary.read_text(encoding="utf-8")
    assert "\n1 not judged.\n\n`--onenlp-off`: scores only, nothing was judged.\n" in text
    assert "| not judged |" in text


def test_the_summary_shows_what_was_recorded(both, summary):
    both.write(refs__json=refs(), test_a__py=module(gate("good")))

    both.run("--onenlp-reference", "refs.json", "--onenlp-update")

    text = summary.read_text(encoding="utf-8")
    assert "\n1 judged: 1 recorded.\n" in text
    assert "| recorded |" in text
    assert list(read_rows(both.path / "refs.json")) == ["good/UPOS"]


def test_faults_of_the_run_and_gates_without_a_row_are_reasons_too(both, summary):
    idle = [marker("idle"), "def test_idle(onenlp): pass"]
    both.write(refs__json=MIXED, test_a__py=module(gate("good"), gate("good", name="twin"), *idle))

    both.run("--onenlp-reference", "refs.json")

    text = summary.read_text(encoding="utf-8")
    assert "\n- error: good/en/demo/UPOS was judged by test" in text
    assert re.search(r"\n- test.a\.py::test.idle: judged nothing for UPOS", text)


def test_an_expected_failure_is_in_the_table_and_no_reason(both, summary):
    both.write(refs__json=MIXED, test_a__py=module("@pytest.mark.xfail(strict=True)", gate("bad")))

    both.run("--onenlp-reference", "refs.json").assert_outcomes(xfailed=1)

    text = summary.read_text(encoding="utf-8")
    assert table_of(text) == ["bad"]
    assert "\n- " not in text


@pytest.mark.parametrize("room", [800, 100], ids=["some rows", "no row"])
def test_a_summary_that_would_be_too_large_is_cut_at_a_row(both, summary, room):
    names = [f"größe{number}" for number in range(9)]
    both.write(
        refs__json=refs(*(row(name, 92.0) for name in names)),
        onenlp__toml=gate_file(*({"component": name} for name in names)),
    )
    before = "x" * (LIMIT - room)
    summary.write_text(before, encoding="utf-8")

    result = both.run("--onenlp-reference", "refs.json")

    data = summary.read_bytes()
    assert result.ret == 0
    assert len(data) <= LIMIT
    text = data.decode()  # no half of a character
    if room == 100:
        assert text == before
        result.stdout.fnmatch_lines(
            ["onenlp: the step summary has no room left for the gates, and is as it was"]
        )
    else:
        left = int(re.search(r"\n\nRows left out here: (\d+); the log has them all\.\n$", text)[1])
        assert 0 < left < 9
        assert table_of(text) == names[: 9 - left]


def test_a_summary_that_cannot_be_written_is_a_note(both, monkeypatch):
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(both.path))
    both.write(refs__json=MIXED, test_a__py=module(gate("good")))

    result = both.run("--onenlp-reference", "refs.json")

    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["onenlp: the step summary was not written: *"])


def test_a_failing_test_is_annotated_where_it_stands(actions):
    actions.write(refs__json=MIXED, test_a__py=GREEN_FIRST)

    result = actions.run("--onenlp-reference", "refs.json")

    place = f"{actions.path.name}/test_a.py"
    title = "onenlp%3A bad/en/demo/UPOS worse"
    reason = "bad/en/demo/UPOS 92.00 is 7.00 below 99.00"
    assert annotations(result) == [f"::error file={place},line=6,title={title}::{reason}"]


def test_a_failing_gate_is_annotated_at_its_table_in_the_gate_file(actions):
    actions.write(refs__json=MIXED, onenlp__toml=gate_file({"component": "good"}, {"component": "bad"}))

    [said] = annotations(actions.run("--onenlp-reference", "refs.json"))

    assert f"file={actions.path.name}/onenlp.toml,line=10," in said
    assert actions.read("onenlp.toml").splitlines()[9] == "[[gate]]"


def test_gates_written_in_an_unusual_way_are_annotated_without_a_line(actions):
    one = 'component="bad", language="en", dataset="demo", task="ud", gold="gold.conllu", pred="pred.conllu"'
    actions.write(refs__json=MIXED, onenlp__toml=f'gate = [{{{one}, metrics=["UPOS"]}}]\n')

    [said] = annotations(actions.run("--onenlp-reference", "refs.json"))

    assert f"file={actions.path.name}/onenlp.toml,title=" in said


def test_a_file_outside_the_workspace_is_named_from_the_root_folder(actions, monkeypatch):
    monkeypatch.setenv("GITHUB_WORKSPACE", str(actions.path / "elsewhere"))
    actions.write(refs__json=MIXED, test_a__py=GREEN_FIRST)

    [said] = annotations(actions.run("--onenlp-reference", "refs.json"))

    assert said.startswith("::error file=test_a.py,line=6,")


def test_the_worst_ten_are_annotated(actions):
    # Component 3 has 3 wrong tags more than its reference, 0.6 points; the table has every row, worst or not.
    names = [f"c{number}" for number in range(5, 17)]
    actions.write(
        refs__json=refs(*(row(name, 92.0 + int(name[1:]) / 2) for name in names if name != "c6")),
        onenlp__toml=gate_file(*({"component": name, "slack": 0.0} for name in names)),
    )

    said = annotations(actions.run("--onenlp-reference", "refs.json"))

    worst = [re.search(r"title=onenlp%3A (c\d+)/", line)[1] for line in said]
    assert worst == [f"c{number}" for number in range(16, 6, -1)]


def test_no_annotation_where_another_plugin_makes_them(actions):
    said = f"def pytest_configure(config): config.pluginmanager.register(object(), '{ANNOTATOR}')\n"
    actions.write(refs__json=MIXED, test_a__py=GREEN_FIRST, conftest__py=said)

    result = actions.run("--onenlp-reference", "refs.json")

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert annotations(result) == []


@pytest.mark.parametrize("value", [None, "false"])
def test_no_annotation_elsewhere(both, monkeypatch, value):
    if value:
        monkeypatch.setenv("GITHUB_ACTIONS", value)
    both.write(refs__json=MIXED, test_a__py=GREEN_FIRST)

    assert annotations(both.run("--onenlp-reference", "refs.json")) == []


def test_no_annotation_where_nothing_fails(actions):
    actions.write(refs__json=MIXED, test_a__py=module(gate("good")))

    assert annotations(actions.run("--onenlp-reference", "refs.json", "--color=yes")) == []


def test_an_error_of_the_run_is_annotated_without_a_place(actions):
    actions.write(refs__json=MIXED, test_a__py="def test_plain(): pass\n")

    said = annotations(actions.run("--onenlp-reference", "refs.json"))

    assert said == ["::error title=onenlp::--onenlp-reference was given, but no row was judged"]


def test_data_cannot_write_lines_of_its_own_into_the_log(actions):
    actions.write(
        refs__json=refs(row("bad", 99.0)),
        test_a__py=module(
            marker("bad", ["Accuracy"]), "def test_bad(onenlp):",
            "    labels = ['x\\n::error ::y', 'a\\u202e', 'b\\ud800']",
            "    onenlp.check_labels(gold=labels, pred=labels, labels=['*'], metrics=['Accuracy', 'Micro F1'])",
            "    onenlp.check_labels(gold=labels, pred=labels, labels=['c\\n::error ::z\\u202e\\ud800'])",
        ),
    )  # fmt: skip

    result = actions.run("--onenlp-reference", "refs.json", "-rA")

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert not [line for line in result.outlines if re.match("::error ::[yz]", line)]
    ours = [line for line in result.outlines if "labels = [" not in line]
    assert "\u202e" not in "".join(ours)


def test_signs_of_the_command_itself_are_escaped():
    assert command("100%: a, b\r\n::", file="a:b,c%.py") == (
        "::error file=a%3Ab%2Cc%25.py::100%25: a, b%0D%0A::"
    )
