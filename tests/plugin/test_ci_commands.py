"""Nothing that comes from data can start a command of GitHub's, Azure's or GitLab's runner, wherever it is printed."""

import json

import pytest

from tests.ci_commands import NAME, TEXT, WORD, commands, write_data
from tests.plugin.data import refs, row

METRICS = {
    "ud": "UPOS",
    "spans": "Span F1",
    "tags": "Tag accuracy",
    "labels": "Accuracy",
    "multilabel": "Micro F1",
    "mt": "Exact match",
}
PLACES = {"component": NAME, "language": WORD, "dataset": WORD}


def table_of(fields):
    return "[[gate]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in fields.items())


def gates_of(files, **more):
    """A gate of each task, whose component tells them apart."""
    parts = []
    for task, (gold, pred, ref) in files.items():
        fields = {**PLACES, "component": f"{NAME}{task}", "task": task}
        if task == "scores":
            fields |= {"data": pred, "ref_data": ref, **more}
            parts.append(table_of(fields) + "metrics = { '::add-mask::mark' = 'mean(mark)' }\n")
            continue
        fields |= {"gold": gold, "pred": pred, "ref_pred": ref, "metrics": [METRICS[task]], **more}
        parts.append(table_of(fields))
    return "\n".join(parts)


@pytest.fixture
def actions(both, monkeypatch):
    """A suite with hostile data of every task, on GitHub Actions."""
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("CI", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(both.path / "summary.md"))
    both.files = write_data(both.path)
    return both


def said(result):
    return result.stdout.str() + "\n" + result.stderr.str()


@pytest.mark.parametrize("options", [("-q",), ("-vv", "-rA", "--color=yes")], ids=["quiet", "all"])
def test_no_line_about_a_loss_of_any_task_is_a_command(actions, options):
    actions.write(onenlp_g__toml=gates_of(actions.files))

    result = actions.run(*options)

    result.assert_outcomes(failed=7)
    assert "mark 0.5000 is 0.5000 below 1.0000" in said(result)
    assert "add-mask" in said(result)
    assert commands(said(result)) == []
    assert commands(actions.read("summary.md")) == []


def test_no_line_about_a_missing_row_is_a_command_and_the_accepting_command_can_be_pasted(actions):
    body = "    onenlp.check_labels(['a', 'b'] * 40, ['a', 'a'] * 40)\n"
    marker = f"@pytest.mark.onenlp(**{PLACES!r}, metrics=['Accuracy'])\n"
    test = f"import pytest\n\n{marker}def test_a(onenlp):\n{body}"
    actions.write(test_a__py=test, refs__json=refs(row(WORD, 75.0, metric="Accuracy", source=TEXT)))
    (actions.path / "refs.json").rename(actions.path / "refs##[x.json")
    missing = actions.run("--onenlp-reference", "refs##[x.json")
    worse = refs(row(NAME, 75.0, language=WORD, dataset=WORD, metric="Accuracy", source=TEXT))
    actions.write(refs__json=worse)

    result = actions.run("--onenlp-reference", "refs.json")
    advice = next(line for line in result.outlines if line.startswith("worse:"))
    glob = advice.split("--onenlp-accept '")[1].split("'")[0]
    accepted = actions.run(
        "--onenlp-reference", "refs.json", "--onenlp-accept", glob, "--onenlp-reason", NAME
    )

    assert (missing.ret, result.ret, accepted.ret) == (1, 1, 0)
    assert commands(said(missing) + said(result) + said(accepted)) == []


FAULTS = {
    "a check that raises": "onenlp.check_labels(gold='gold-::x.jsonl##[y', pred=TEXT)",
    "a message of the test's own": "raise AssertionError(TEXT)",
    "a test that skips": "pytest.skip(TEXT)",
    "an unknown label": "onenlp.check_labels([TEXT, TEXT], [TEXT])",
    "a local variable": "hostile = TEXT; assert hostile == [TEXT]",
}


@pytest.mark.parametrize("body", FAULTS.values(), ids=FAULTS)
def test_no_line_about_a_fault_is_a_command(actions, body):
    marker = f"@pytest.mark.onenlp(**{PLACES!r}, metrics=['Accuracy'])\n"
    actions.write(
        texts__py=f"TEXT = {TEXT!r}\n".replace("##[", "##\\x5b").replace("section_", "section\\x5f")
    )
    actions.write(
        test_a__py=f"import pytest\nfrom texts import TEXT\n\n{marker}def test_a(onenlp):\n    {body}\n"
    )

    result = actions.run("-p", "no:cacheprovider", "--showlocals", "-rA")

    assert commands(said(result)) == []


def test_no_line_about_a_gate_file_is_a_command(actions):
    actions.write(
        onenlp_g__toml=gates_of(
            {task: files for task, files in actions.files.items() if task != "scores"}, metrics=[TEXT]
        ),
        onenlp_h__toml=f"[[gate]]\n{json.dumps(TEXT)} = 1\n",
    )

    result = actions.run("-rA")

    assert result.ret != 0
    assert commands(said(result)) == []


@pytest.mark.parametrize(
    "options",
    [("--onenlp-report", f"{TEXT}:x"), ("--onenlp-reference", TEXT), ("--onenlp-accept", "*", "--onenlp-reason", TEXT),
     ("--onenlp-require", TEXT)],
    ids=lambda options: options[0],
)  # fmt: skip
def test_no_usage_error_is_a_command(actions, options):
    result = actions.run(*options)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert commands(said(result)) == []
