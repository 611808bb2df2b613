"""What people ask of such a tool and do not get: each demand that no other test here proves, as a claim.

``docs/explanation/promises.md`` lists all of them beside the tests that prove them.
"""

import getpass
import importlib.metadata
import json
import os
import platform
import re
import shlex
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import pytest_onenlp.plugin
from tests.plugin.conftest import make, section
from tests.plugin.data import conllu, gate, marker, module, read_rows, refs, row
from tests.plugin.operations import REFERENCE

UPDATE = (*REFERENCE, "--onenlp-update")
PROMISES = Path(__file__).parents[2] / "docs" / "explanation" / "promises.md"


def test_a_missing_reference_names_row_and_file_and_the_command_it_names_records_it(suite):
    suite.write(refs__json=refs(), test_a__py=module(gate("a")))

    said = suite.run(*REFERENCE, "--tb=no").outlines

    failed = next(line for line in said if line.startswith("FAILED test_a.py::test_a"))
    assert "a/en/demo/UPOS 92.00: no reference; record it: pytest --onenlp-reference refs.json" in failed
    way = next(line for line in section(suite.run(*REFERENCE)) if line.startswith("missing: record it:"))
    command = shlex.split(way.partition("record it:")[2])
    assert command[0] == "pytest"
    suite.run(*command[1:]).assert_outcomes(passed=1)
    assert read_rows(suite.path / "refs.json")["a/UPOS"]["score"] == 92.0


def test_a_record_depends_on_the_scores_and_says_nothing_of_the_machine(suite):
    suite.write(test_a__py=module(gate("a")))
    suite.run(*UPDATE)
    first = {name: (suite.path / name).read_bytes() for name in ("refs.json", *suite.units())}
    elsewhere = suite.path / "elsewhere"
    elsewhere.mkdir()
    for name in ("gold.conllu", "pred.conllu", "test_a.py"):
        (suite.path / name).rename(elsewhere / name)

    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *UPDATE], cwd=elsewhere, check=True, capture_output=True,
        env={**os.environ, "TZ": "Pacific/Kiritimati", "LC_ALL": "C", "OMP_NUM_THREADS": "1", "USER": "other"},
    )  # fmt: skip

    dated = re.compile(rb"\d{4}-\d\d-\d\d")  # its source has the day, which may not be the same everywhere
    again = {name: (elsewhere / name).read_bytes() for name in first}
    assert {name: dated.sub(b"day", text) for name, text in again.items()} == {
        name: dated.sub(b"day", text) for name, text in first.items()
    }
    written = again["refs.json"].decode()
    for told in (socket.gethostname(), platform.release(), str(elsewhere), f'"{getpass.getuser()}"'):
        assert told not in written


def test_outside_pytest_the_same_rows_get_the_same_verdicts_and_an_exit_status(suite):
    suite.write(
        refs__json=refs(row("worse", 98.0), row("within", 92.0)),
        test_a__py=module(gate("worse"), gate("within")),
    )
    suite.run(*REFERENCE, "--onenlp-report", "json:rows.json")

    compare = [
        sys.executable,
        "-m",
        "scoring.cli",
        "compare",
        "rows.json",
        "refs.json",
        "--json",
        "judged.json",
    ]
    done = subprocess.run(compare, cwd=suite.path, capture_output=True, text=True, check=False)

    assert done.returncode == 1, done.stderr
    by_pytest, by_command = (
        {name: one["verdict"] for name, one in read_rows(suite.path / file).items()}
        for file in ("rows.json", "judged.json")
    )
    assert by_pytest == by_command == {"worse/UPOS": "worse", "within/UPOS": "within"}


def test_one_process_and_two_workers_write_the_same_reports_and_records(pytester, monkeypatch):
    found = []
    for processes in ((), ("-n2",)):
        suite = make(pytester, monkeypatch, processes)
        suite.write(
            refs__json=refs(row("worse", 98.0), row("better", 80.0), row("unclaimed", 1.0)),
            test_a__py=module(gate("worse"), gate("missing")), test_b__py=module(gate("better")),
        )  # fmt: skip
        result = suite.run(*UPDATE, "--onenlp-report", "json:out.json", "--onenlp-report", "md:out.md")
        files = ["refs.json", "out.json", "out.md", *suite.units()]
        found.append((result.ret, {name: (suite.path / name).read_bytes() for name in files}))

    assert found[0] == found[1]


def test_an_update_loses_no_row_that_no_gate_claims(both):
    others = [row("other", 50.0, dataset=f"set {number}", source="x" * 50) for number in range(200)]
    both.write(refs__json=refs(*others), test_a__py=module(gate("a"), gate("b")))

    both.run(*UPDATE).assert_outcomes(passed=2)

    rows = json.loads(both.read("refs.json"))["rows"]
    key = ("component", "dataset")
    assert [one for one in rows if one["component"] == "other"] == sorted(
        others, key=lambda one: [one[name] for name in key]
    )
    assert len(rows) == 202


def test_a_gate_and_its_row_stay_together_when_the_test_is_renamed_or_moved(suite):
    suite.write(refs__json=refs(row("a", 92.0)), test_a__py=module(gate("a")))
    suite.run(*REFERENCE).assert_outcomes(passed=1)
    (suite.path / "test_a.py").unlink()
    suite.write(test_other__py=module(gate("a", name="of_another_name")))

    suite.run(*REFERENCE, "--onenlp-strict").assert_outcomes(passed=1)


def test_the_plugin_is_called_onenlp():
    (entry,) = [
        one for one in importlib.metadata.entry_points(group="pytest11") if one.dist.name == "pytest-onenlp"
    ]
    assert (entry.name, entry.value) == ("onenlp", "pytest_onenlp.plugin")


NO_NETWORK = """
import sys
def refuse(event, args):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto"):
        raise RuntimeError(event)
sys.addaudithook(refuse)
"""


def test_recording_and_reporting_need_no_network(suite):
    suite.write(test_a__py=module(gate("a")), conftest__py=NO_NETWORK)
    reports = [f"--onenlp-report={kind}:out.{kind}" for kind in ("md", "json", "csv", "html")]

    result = suite.subprocess(*UPDATE, *reports)

    assert result.ret == pytest.ExitCode.OK
    assert "RuntimeError" not in result.stdout.str() + result.stderr.str()


@pytest.mark.parametrize(
    "options", [(), ("-q",), ("-p", "no:cacheprovider", "--tb=no"), ("-s",)], ids=" ".join
)
def test_results_are_seen_under_plain_pytest(suite, options):
    suite.write(refs__json=refs(row("a", 92.0)), test_a__py=module(gate("a")))

    said = section(suite.run(*REFERENCE, *options))

    assert any(re.match(r"a/en/demo/UPOS +92\.00 +\[.*within$", line) for line in said)
    assert "1 judged: 1 within noise." in said


STRADDLING = (
    f"{marker('a')}\ndef test_a(onenlp):\n"
    "    import pathlib\n"
    "    tries = pathlib.Path('tries')\n"
    "    number = int(tries.read_text()) if tries.exists() else 0\n"
    "    tries.write_text(str(number + 1))\n"
    "    onenlp.check_ud('gold.conllu', ORDER[number])\n"
)


@pytest.mark.parametrize(("order", "outcome"), [
    (["bad.conllu", "pred.conllu"], "passed"),
    (["bad.conllu", "bad.conllu", "pred.conllu"], "passed"),
    (["bad.conllu", "good.conllu", "bad.conllu"], "failed"),
], ids=["worse, within", "worse twice, within", "worse, better, worse"])  # fmt: skip
def test_when_re_runs_straddle_the_noise_the_last_attempt_is_the_verdict(both, order, outcome):
    both.write(
        refs__json=refs(row("a", 92.0)), bad__conllu=conllu(90), good__conllu=conllu(0),
        test_a__py=module(f"ORDER = {order!r}", STRADDLING),
    )  # fmt: skip

    result = both.run(*REFERENCE, "--reruns", "2", "--onenlp-report", "json:out.json")

    assert result.parseoutcomes() == {outcome: 1, "rerun": len(order) - 1}
    assert f"tried {len(order)} times: test_a.py::test_a (the last counts)" in section(result)
    assert (
        read_rows(both.path / "out.json")["a/UPOS"]["verdict"]
        == {"passed": "within", "failed": "worse"}[outcome]
    )


def test_a_loss_that_two_intervals_hide_is_seen_on_the_same_sentences(suite):
    suite.write(test_a__py=module(gate("a")))
    suite.run(*UPDATE)
    suite.write(pred__conllu=conllu(47))  # 92.0 before, now 90.6: the intervals overlap by far

    paired = suite.run(*REFERENCE, "--onenlp-report", "json:out.json")
    row_of = read_rows(suite.path / "out.json")["a/UPOS"]
    suite.write(pytest__ini="[pytest]\nonenlp_rule = spec\n")
    overlap = suite.run(*REFERENCE)

    assert (paired.ret, overlap.ret) == (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.OK)
    assert (row_of["verdict"], row_of["rule"], row_of["within_noise"]) == ("worse", "paired", True)


def test_a_small_test_set_has_a_wide_interval_and_says_how_little_it_sees(suite):
    small, large = 60, 600  # each third sentence has a wrong word: 93.3
    suite.write(
        refs__json=refs(row("small", 93.0), row("large", 93.0)),
        test_a__py=module(
            gate("small", "small.pred", gold="small.gold"), gate("large", "large.pred", gold="large.gold")
        ),
    )
    for name, count in (("small", small), ("large", large)):
        suite.write(**{
            f"{name}__gold": conllu(sentences=count), f"{name}__pred": conllu(count // 3, sentences=count),
        })  # fmt: skip

    suite.run(*REFERENCE, "--onenlp-report", "json:out.json")

    rows = read_rows(suite.path / "out.json")
    width = {name: one["ci"][1] - one["ci"][0] for name, one in rows.items()}
    # Ten times the sentences: about the root of ten narrower.
    assert 2.5 < width["small/UPOS"] / width["large/UPOS"] < 4
    assert rows["small/UPOS"]["mde"] > rows["large/UPOS"]["mde"] > 0


COUNTED = """
import numpy as np
from scoring.evidence.counts import Counts
from scoring.metrics.metric import Better, Metric, Scale, Status, Validation

MEASURED, ASKED = [], []
def share(totals):
    ASKED.append(totals.shape)
    return 100.0 * totals[..., 0] / totals[..., 1]
def measure(table):
    MEASURED.append(table)
    return Counts(table, ("right", "all"), share, 100.0)
MINE = Metric(id="mine", label="Mine", task="own", measure=measure, perfect=100.0,
    restore=lambda arrays: measure(arrays["counts"].astype(float)), scale=Scale.POINTS, better=Better.HIGHER,
    status=Status.IMPLEMENTED, validation=Validation.NOT_VALIDATED, source="here", signature="own.mine|v1")
"""


def test_resamples_are_of_counts_and_nothing_is_scored_again(suite):
    check = (
        "def test_a(onenlp):\n"
        "    table = np.full((5000, 2), 10.0)\n"
        "    table[::3, 0] -= 1\n"
        "    onenlp.check(MINE, measure(table), resamples=1000)\n"
        "    print('measured', len(MEASURED), 'asked often', len(ASKED) > 100)"
    )
    suite.write(
        refs__json=refs(row("a", 96.7, metric="Mine")),
        test_a__py=module(COUNTED, f"{marker('a', ['mine'])}\n{check}"),
    )

    result = suite.run(*REFERENCE, "-s")

    result.assert_outcomes(passed=1)
    assert "measured 1 asked often False" in result.stdout.str()


def test_coverage_run_measures_the_plugin_from_its_first_line(suite):
    suite.write(
        refs__json=refs(row("a", 92.0)),
        test_a__py=module(gate("a")),
        coveragerc="[run]\nsource_pkgs = pytest_onenlp\n",
    )
    coverage = [sys.executable, "-m", "coverage"]
    for words in (
        ["run", "--rcfile=coveragerc", "-m", "pytest", *REFERENCE],
        ["json", "--rcfile=coveragerc", "-o", "out"],
    ):
        subprocess.run([*coverage, *words], cwd=suite.path, check=True, capture_output=True)

    files = json.loads(suite.read("out"))["files"]
    (plugin,) = [found for name, found in files.items() if Path(name).name == "plugin.py"]
    source = Path(pytest_onenlp.plugin.__file__).read_text("utf-8").splitlines()
    first = next(number for number, line in enumerate(source, 1) if line.startswith(("import ", "from ")))
    assert plugin["executed_lines"][0] == first  # it was read long before a plugin could begin to measure
    assert plugin["summary"]["percent_covered"] > 60


@pytest.mark.source
def test_every_promise_names_tests_that_there_are():
    named = re.findall(r"`(test_\w+\.py)::(\w+)`", PROMISES.read_text(encoding="utf-8"))
    assert len(named) > 30
    here = Path(__file__).parent
    assert [pair for pair in named if f"def {pair[1]}(" not in (here / pair[0]).read_text("utf-8")] == []
