"""Updating, accepting and pruning under every condition: the change that was asked for, or the file as it was."""

import contextlib
import os
import resource
import signal
import subprocess
import sys
import time

import pytest

from tests.plugin.conftest import make, section
from tests.plugin.data import gate, marker, module, refs, row
from tests.plugin.operations import OPERATIONS, REFERENCE, prepared

pytestmark = pytest.mark.slow  # each operation under each condition, in one process and with workers
every_operation = pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
TWO = (*REFERENCE, "--onenlp-reference", "two.json")


def untouched(suite, operation):
    """Whether the reference file is the very same and has no units beside it."""
    return suite.read("refs.json") == refs(*operation.rows) and not (suite.path / "refs.units").exists()


def said(result):
    return "\n".join(section(result))


@every_operation
def test_the_row_that_was_meant_changes_and_no_other(both, operation):
    prepared(both, operation)

    result = both.run(*REFERENCE, *operation.options)

    assert result.ret == pytest.ExitCode.OK
    assert operation.done(both.path)
    assert f"onenlp: {operation.says}" in section(result)


@every_operation
def test_a_second_time_the_file_stays_as_it_is_to_the_byte(suite, operation):
    prepared(suite, operation)
    suite.run(*REFERENCE, *operation.options)
    file = suite.path / "refs.json"
    before = file.read_bytes()
    os.utime(file, (1_000_000_000, 1_000_000_000))

    result = suite.run(*REFERENCE, *operation.options)

    # A glob that has nothing to accept any more is an error.
    assert result.ret == (pytest.ExitCode.TESTS_FAILED if operation.name == "accept" else pytest.ExitCode.OK)
    assert (file.read_bytes(), file.stat().st_mtime) == (before, 1_000_000_000)


@every_operation
def test_of_a_gate_that_was_tried_again_the_last_attempt_counts(both, operation):
    unsteady = (
        f"{marker('a')}\ndef test_a(onenlp):\n"
        "    import pathlib\n"
        "    first, flag = not pathlib.Path('flag').exists(), pathlib.Path('flag').touch()\n"
        "    assert not first\n"
        "    onenlp.check_ud('gold.conllu', 'pred.conllu')\n"
    )
    prepared(both, operation).write(test_a__py=module(unsteady))

    result = both.run(*REFERENCE, *operation.options, "--reruns", "1")

    assert result.ret == pytest.ExitCode.OK
    assert operation.done(both.path)
    assert "tried 2 times: test_a.py::test_a (the last counts)" in section(result)


@every_operation
def test_gates_that_are_deselected_are_neither_recorded_nor_pruned(both, operation):
    prepared(both, operation)

    result = both.run(*REFERENCE, *operation.options, "-k", "test_a")

    assert "deselected gates: test_b.py::test_b" in section(result)
    assert operation.done(both.path) if operation.narrow else untouched(both, operation)
    assert result.ret == (pytest.ExitCode.OK if operation.narrow else pytest.ExitCode.TESTS_FAILED)


@every_operation
def test_with_lf_the_gates_that_failed_are_recorded_and_nothing_is_pruned(both, operation):
    prepared(both, operation).write(test_a__py=module(gate("a"), "def test_red(): assert False"))
    both.run(*REFERENCE)

    result = both.run(*REFERENCE, *operation.options, "--lf")

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert operation.done(both.path) if operation.narrow else untouched(both, operation)


@every_operation
def test_a_crashed_worker_loses_its_own_gate_and_keeps_from_pruning(pytester, monkeypatch, operation):
    crash = f"{marker('crash')}\ndef test_crash(onenlp): __import__('os')._exit(3)"
    suite = prepared(make(pytester, monkeypatch, ("-n2",)), operation, test_crash__py=module(crash))

    result = suite.run(*REFERENCE, *operation.options)

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert operation.done(suite.path) if operation.narrow else untouched(suite, operation)
    assert "not judged: test_crash.py::test_crash: failed: worker" in said(result)


@every_operation
def test_of_two_files_only_the_one_in_which_the_row_lives_changes(both, operation):
    kept = with_a_second_file(both, operation)

    result = both.run(*TWO, *operation.options)

    assert result.ret == pytest.ExitCode.OK
    assert operation.done(both.path)
    assert both.read("two.json") == kept


@every_operation
def test_in_a_folder_of_files_each_row_changes_where_it_lives(suite, operation):
    kept = with_a_second_file(suite, operation)
    (suite.path / "refs").mkdir()
    for name in ("refs.json", "two.json"):
        (suite.path / name).rename(suite.path / "refs" / name)

    result = suite.run("--onenlp-reference", "refs", *operation.options)

    assert result.ret == pytest.ExitCode.OK
    assert operation.done(suite.path, "refs/refs.json")
    assert suite.read("refs/two.json") == kept


def with_a_second_file(suite, operation):
    """A second file beside the first, and its text: a row that no gate claims, or one that is not to be pruned."""
    text = refs(row("unclaimed", 1.0) if operation.narrow else row("c", 92.0))
    prepared(suite, operation).write(two__json=text, test_c__py=module(gate("c", name="c")))
    if operation.narrow:
        (suite.path / "test_c.py").unlink()
    return text


@every_operation
def test_a_file_without_write_bit_stays_also_for_root_and_the_run_fails(both, operation):
    prepared(both, operation)
    (both.path / "refs.json").chmod(0o444)

    result = both.run(*REFERENCE, *operation.options)

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert untouched(both, operation)
    assert "the file is read-only and is left as it is; to let it be written: chmod u+w " in said(result)


@every_operation
def test_one_of_two_files_without_write_bit_keeps_both_as_they_were(suite, operation):
    prepared(suite, operation).write(two__json=refs(row("c", operation.before), row("old c", 50.0)))
    suite.write(test_c__py=module(gate("c")))
    before = suite.read("two.json")
    (suite.path / "two.json").chmod(0o444)

    result = suite.run(*TWO, *operation.options, *(["--onenlp-accept", "c/*"] * (operation.name == "accept")))

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert untouched(suite, operation)
    assert suite.read("two.json") == before


@every_operation
def test_merge_markers_stay_for_their_owner_to_resolve(both, operation):
    text = refs(*operation.rows)
    prepared(both, operation).write(refs__json=f"<<<<<<< ours\n{text}\n=======\n{text}\n>>>>>>> theirs\n")
    before = both.read("refs.json")

    result = both.run(*REFERENCE, *operation.options)

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert "refs.json:1: merge marker <<<<<<<; resolve the conflict" in result.stdout.str()
    assert "Traceback" not in result.stdout.str()
    assert both.read("refs.json") == before


@every_operation
def test_a_full_disk_changes_nothing_and_fails_the_run(both, operation):
    a, b, old = operation.rows
    text = refs(a, b | {"source": "x" * 100_000}, old)
    prepared(both, operation).write(refs__json=text)
    limit = len(text) // 2  # the units would still find room

    done = subprocess.run(
        [sys.executable, "-m", "pytest", *both.processes, *REFERENCE, *operation.options],
        cwd=both.path, capture_output=True, text=True, check=False,
        preexec_fn=lambda: (
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
        ),
    )  # fmt: skip

    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    assert "refs.json: cannot be written: file too large; the file is as it was" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    assert (both.read("refs.json"), both.units()) == (text, [])
    assert not list(both.path.rglob(".*.tmp"))


SLOW = "import pathlib, time\ndef test_slow():\n    pathlib.Path('running').touch()\n    time.sleep(60)\n"


def stopped(suite, number, *options):
    """Exit status and output of a run that gets a signal in its last test."""
    suite.write(test_slow__py=SLOW)
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", *suite.processes, *REFERENCE, *options, "--onenlp-report", "json:out.json"],
        cwd=suite.path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
        # A suite started in the background inherits an ignored Ctrl-C, and so would this process.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads here
    )  # fmt: skip
    waited = time.monotonic()
    while not (suite.path / "running").exists() and time.monotonic() < waited + 60:
        time.sleep(0.02)
    time.sleep(0.5)  # with two workers the gate's own report may still be on its way
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, number)
    output, _ = process.communicate(timeout=60)
    return process.returncode, output


@every_operation
def test_ctrl_c_while_tests_run_leaves_everything_as_it_was_and_says_so(both, operation):
    status, output = stopped(prepared(both, operation), signal.SIGINT, *operation.options)

    assert status == pytest.ExitCode.INTERRUPTED
    undone = "no reference row was removed" if operation.name == "prune" else "nothing was recorded"
    assert f"onenlp: the run was interrupted: {undone}" in output
    assert untouched(both, operation)
    assert not (both.path / "out.json").exists()


@every_operation
def test_a_run_killed_while_tests_run_leaves_everything_as_it_was(both, operation):
    status, _ = stopped(prepared(both, operation), signal.SIGKILL, *operation.options)

    assert status == -signal.SIGKILL
    assert untouched(both, operation)
    assert not (both.path / "out.json").exists()
