"""Crashed workers, repeated tests, and what rides on the reports."""

import pytest

from tests.plugin.conftest import make, section
from tests.plugin.data import conllu, gate, marker, module, read_rows, refs, row


@pytest.fixture
def two(pytester, monkeypatch):
    return make(pytester, monkeypatch, ("-n2",))


def test_a_crashed_worker_loses_only_its_own_gate(two):
    names = [f"t{number}" for number in range(6)]
    two.write(
        refs__json=refs(*(row(name, 92.0) for name in names)),
        test_a__py=module(
            *(gate(name) for name in names[:3]), marker("crash"), "def test_crash(onenlp): __import__('os')._exit(3)",
            *(gate(name) for name in names[3:]),
        ),
    )  # fmt: skip

    result = two.run("--onenlp-reference", "refs.json", "--onenlp-report", "json:out.json")

    result.assert_outcomes(passed=6, failed=1)
    assert sorted(read_rows(two.path / "out.json")) == [f"{name}/UPOS" for name in names]
    result.stdout.fnmatch_lines(
        ["not judged: test_a.py::test_crash: failed: worker 'gw?' crashed while running *"]
    )


UNSTEADY = (
    marker("tagger") + "\ndef test_tagger(onenlp):\n"
    "    import pathlib\n"
    "    tried = pathlib.Path('tried')\n"
    "    pred = 'pred.conllu' if tried.exists() else 'bad.conllu'\n"
    "    tried.touch()\n"
    "    onenlp.check_ud('gold.conllu', pred)\n"
)


def test_of_reruns_the_last_attempt_counts_and_the_number_is_said(both):
    both.write(refs__json=refs(row("tagger", 92.0)), bad__conllu=conllu(90), test_a__py=module(UNSTEADY))

    result = both.run("--onenlp-reference", "refs.json", "--reruns", "2")

    assert result.ret == pytest.ExitCode.OK
    assert "1 judged: 1 within noise." in section(result)
    assert "tried 2 times: test_a.py::test_tagger (the last counts)" in section(result)


def test_reruns_record_one_row(both):
    both.write(
        bad__conllu=conllu(90),
        refs__json=refs(row("tagger", 98.0)),
        test_a__py=module(UNSTEADY),
    )

    result = both.run("--onenlp-reference", "refs.json", "--reruns", "1", "--onenlp-report", "json:out.json")

    assert result.parseoutcomes() == {"failed": 1, "rerun": 1}
    assert read_rows(both.path / "out.json")["tagger/UPOS"]["score"] == 92.0


def test_a_gate_that_is_tried_again_after_a_crash_is_judged_and_both_attempts_are_counted(two):
    crash = (
        f"{marker('tagger')}\ndef test_tagger(onenlp):\n"
        "    import os, pathlib\n"
        "    first, flag = not pathlib.Path('flag').exists(), pathlib.Path('flag').touch()\n"
        "    onenlp.check_ud('gold.conllu', 'pred.conllu')\n"
        "    if first: os._exit(3)\n"
    )
    two.write(refs__json=refs(row("tagger", 80.0)), test_a__py=module(crash))

    result = two.run("--onenlp-reference", "refs.json", "--onenlp-update", "--reruns", "1")

    assert result.ret == pytest.ExitCode.OK
    assert "1 judged: 1 recorded." in section(result)
    assert "tried 2 times: test_a.py::test_tagger (the last counts)" in section(result)
    assert read_rows(two.path / "refs.json")["tagger/UPOS"]["score"] == 92.0


def test_of_dist_each_the_last_report_counts_once(pytester, monkeypatch):
    suite = make(pytester, monkeypatch, ("--tx", "2*popen", "--dist", "each"))
    suite.write(refs__json=refs(row("tagger", 80.0)), test_a__py=module(gate("tagger")))

    result = suite.run("--onenlp-reference", "refs.json", "--onenlp-update")

    result.assert_outcomes(passed=2)
    assert result.ret == pytest.ExitCode.OK
    assert not any(line.startswith("tried") for line in section(result))
    assert "1 judged: 1 recorded." in section(result)
    assert sum(line.startswith("tagger/en/demo/UPOS") for line in section(result)) == 1
    assert read_rows(suite.path / "refs.json")["tagger/UPOS"]["score"] == 92.0


TYPES = """
PLAIN = (str, int, float, bool, type(None))

def strange(value):
    if type(value) is dict:
        return [found for pair in value.items() for one in pair for found in strange(one)]
    if type(value) is list:
        return [found for one in value for found in strange(one)]
    return [] if type(value) in PLAIN else [type(value)]

def pytest_runtest_logreport(report):
    record = getattr(report, "onenlp", None)
    if record and record["rows"]:
        print("strange", strange(record), strange(report.user_properties[0][1]), len(record["units"]))
"""


def test_rows_ride_on_reports_as_plain_json_types(both):
    own = (
        marker("own", ["Hits"]) + "\ndef test_own(onenlp):\n"
        "    import numpy as np\n"
        "    onenlp.check_value('Hits', np.float64(12.5), better=np.float64(12.0))\n"
    )
    both.write(
        refs__json=refs(row("tagger", 92.0), row("own", 12.5, metric="Hits")),
        test_a__py=module(gate("tagger"), gate("paired", call=", ref_pred='before.conllu'"), own),
        before__conllu=conllu(40),
        conftest__py=TYPES,
    )  # fmt: skip

    result = both.run("--onenlp-reference", "refs.json", "--onenlp-report", "json:out.json", "-s")

    assert sorted(line[line.index("strange"):] for line in result.outlines if "strange" in line) == [
        "strange [] [] 0", "strange [] [] 1", "strange [] [] 1",
    ]  # fmt: skip
