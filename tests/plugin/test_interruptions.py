"""Ctrl-C and SIGKILL while reference files are written: the old or the new file, never neither, and units that fit."""

import json
import os
import signal
import time

import pytest

from tests.plugin.data import conllu, gate, module, read_rows, refs, row
from tests.plugin.moments import moments
from tests.plugin.operations import OPERATIONS, REFERENCE, measured

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="a process for each moment needs fork"),
]
every_operation = pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)


def judged(suite, moment):
    """How the next run judges from what was left: its exit status and its rows."""
    moment.restore(suite.path)
    result = suite.alone(*REFERENCE, "--onenlp-report", "json:out.json")
    rows = read_rows(suite.path / "out.json")
    for one in rows.values():  # counts of labels are kept of the newer rows alone: an old one does without
        if one.get("why"):
            one["why"] = {**one["why"], "parts": []}
    return result.ret, rows


def states(found):
    """Moments with different rows or units, the untouched and the finished among them."""
    return list({(one.rows, *one.units.items()): one for one in found}.values())


@every_operation
def test_a_killed_run_leaves_the_old_or_the_new_rows_and_the_next_run_is_judged_by_them(suite, operation):
    measured(suite, operation)

    found = moments(suite, signal.SIGKILL, *REFERENCE, *operation.options)

    assert [one.status for one in found] == [-signal.SIGKILL] * (len(found) - 1) + [pytest.ExitCode.OK]
    before, after = found[0], found[-1]
    assert before.rows != after.rows
    expected = {one.rows: judged(suite, one) for one in (before, after)}
    assert {one.rows for one in found} == set(expected)
    for one in states(found):
        assert judged(suite, one) == expected[one.rows]


def test_rows_and_units_are_replaced_in_three_steps(suite):
    measured(suite, OPERATIONS[0])

    found = moments(suite, signal.SIGKILL, *REFERENCE, "--onenlp-update")

    # As they were; units of both; units of both and new rows; units of the new rows alone.
    assert len(states(found)) == 4


@every_operation
def test_after_a_killed_run_the_same_command_ends_as_it_would_have(suite, operation):
    measured(suite, operation)
    found = moments(suite, signal.SIGKILL, *REFERENCE, *operation.options)

    for one in states(found[:-1]):
        one.restore(suite.path)

        result = suite.alone(*REFERENCE, *operation.options)

        done = one.rows == found[-1].rows and operation.name == "accept"  # nothing is left to accept
        assert result.ret == (pytest.ExitCode.TESTS_FAILED if done else pytest.ExitCode.OK)
        assert (suite.path / "refs.json").read_bytes() == found[-1].rows
        assert len(suite.units()) == len(found[-1].units)


def test_units_that_a_killed_run_left_are_gone_after_the_next_record(suite):
    measured(suite, OPERATIONS[0])
    found = moments(suite, signal.SIGKILL, *REFERENCE, "--onenlp-update")
    states(found)[1].restore(suite.path)  # units of both

    suite.alone(*REFERENCE, "--onenlp-update")

    assert {file.name: file.read_bytes() for file in (suite.path / "refs.units").iterdir() if file.suffix == ".npz"} \
        == found[-1].units  # fmt: skip


def test_drafts_of_a_killed_run_are_in_nobody_s_way_and_are_removed_when_they_are_old(suite):
    measured(suite, OPERATIONS[0])
    found = moments(suite, signal.SIGKILL, *REFERENCE, "--onenlp-update")
    left = max(found, key=lambda one: len(one.drafts))
    left.restore(suite.path)
    drafts = list(suite.path.rglob(".*.onenlp.tmp"))
    assert len(drafts) == 3  # units of both, rows, units of the new rows alone

    suite.alone("--onenlp-reference", ".", "-k", "test_b").assert_outcomes(passed=1, deselected=1)
    assert all(draft.exists() for draft in drafts)  # a young one may be that of a run that is still writing

    for draft in drafts:
        os.utime(draft, (time.time() - 4000,) * 2)
    suite.alone(*REFERENCE, "--onenlp-update")
    assert not any(draft.exists() for draft in drafts)


@every_operation
def test_ctrl_c_waits_until_the_files_are_written(suite, operation):
    measured(suite, operation)

    found = moments(suite, signal.SIGINT, *REFERENCE, *operation.options)

    interrupted, rest = found[:-1], found[-1]
    assert {one.status for one in interrupted} == {pytest.ExitCode.INTERRUPTED}
    assert {one.rows for one in found} == {rest.rows}
    assert not any(one.drafts or "Traceback" in one.output for one in found)
    waited = "onenlp: Ctrl-C came in the end of the run and waited until the files were written"
    assert all(waited in one.output for one in interrupted)


@every_operation
def test_a_second_ctrl_c_ends_the_writing_and_leaves_old_or_new_files(suite, operation):
    measured(suite, operation)
    old = (suite.path / "refs.json").read_bytes()

    found = moments(suite, signal.SIGINT, *REFERENCE, *operation.options, times=2)

    interrupted, rest = found[:-1], found[-1]
    assert {one.status for one in interrupted} == {pytest.ExitCode.INTERRUPTED}
    assert {one.rows for one in found} == {old, rest.rows}
    assert not any(one.drafts or "Traceback" in one.output for one in found)
    said = "onenlp: error: interrupted while files were written: each is as it was or as it was to become"
    assert all(said in one.output for one in interrupted)


def test_a_json_report_killed_over_an_older_one_is_a_reference_whose_units_fit(suite):
    suite.write(test_a__py=module(gate("a")), refs__json=refs(row("a", 92.0)), pred__conllu=conllu(35))
    suite.alone("--onenlp-off", "--onenlp-report", "json:refs.json")
    suite.write(pred__conllu=conllu(40))

    found = moments(suite, signal.SIGKILL, "--onenlp-off", "--onenlp-report", "json:refs.json")

    verdicts = {}
    for one in states(found):
        _, rows = judged(suite, one)
        verdicts.setdefault(one.rows, set()).add((rows["a/UPOS"]["verdict"], rows["a/UPOS"]["rule"]))
    # 93 before, now 92: five sentences lost a word, none gained one.
    assert list(verdicts.values()) == [{("worse", "paired")}, {("within", "identical")}]


def test_a_run_killed_between_two_files_leaves_each_whole(suite):
    suite.write(refs__json=refs(row("a", 80.0)), test_a__py=module(gate("a"), gate("b")))
    (suite.path / "refs.two.json").write_text(refs(row("b", 81.0)), encoding="utf-8")
    files = ("--onenlp-reference", "refs.json", "--onenlp-reference", "refs.two.json")

    found = moments(suite, signal.SIGKILL, *files, "--onenlp-update")

    for one in found:
        scores = [
            json.loads((one.folder / name).read_text("utf-8"))["rows"][0]["score"]
            for name in ("refs.json", "refs.two.json")
        ]
        assert scores in ([80.0, 81.0], [92.0, 81.0], [92.0, 92.0])
