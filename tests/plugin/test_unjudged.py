"""Nothing passes unjudged: sub-tests that are tried again, checks that raise in silence, xfail, partial runs."""

import pytest

from tests.plugin.conftest import section
from tests.plugin.data import conllu, gate, gate_file, marker, module, read_rows, refs, row
from tests.plugin.operations import REFERENCE, text

LABELS = "GOLD, GOOD, BAD = ['a', 'b'] * 40, ['a', 'b'] * 36 + ['a', 'a'] * 4, ['b', 'a'] * 40\n"
SUBTESTS = (
    f"{LABELS}{marker('sub', metrics=['Accuracy'], dataset=None, checks=3)}\n"
    "def test_sub(onenlp, subtests):\n"
    "    for name in ('d1', 'd2', 'd3'):\n"
    "        with subtests.test(name):\n"
    "            onenlp.check_labels(GOLD, GOOD, dataset=name)\n"
)
UNITTEST = (
    f"import unittest\n{LABELS}"
    "class TestSub(unittest.TestCase):\n"
    "    @pytest.fixture(autouse=True)\n"
    "    def given(self, onenlp): self.onenlp = onenlp\n"
    f"    {marker('sub', metrics=['Accuracy'], dataset=None, checks=3)}\n"
    "    def test_sub(self):\n"
    "        for name in ('d1', 'd2', 'd3'):\n"
    "            with self.subTest(name):\n"
    "                self.onenlp.check_labels(GOLD, GOOD, dataset=name)\n"
)
CHECKED = "onenlp.check_ud('gold.conllu', 'pred.conllu')"
RAISING = "onenlp.check_ud(gold='gold.conllu', pred='lost.conllu', component='a')"
SWALLOWED = {
    "bare except": f"try: {RAISING}\n    except: pass",
    "raises": f"with pytest.raises(BaseException): {RAISING}",
    "suppress": f"import contextlib\n    with contextlib.suppress(BaseException): {RAISING}",
    "executor": "from concurrent.futures import ThreadPoolExecutor\n"
    "    with ThreadPoolExecutor() as pool: pool.submit(lambda: " + RAISING + ")",
    "thread": f"import threading\n    one = threading.Thread(target=lambda: {RAISING})\n"
    "    threading.excepthook = lambda told: None\n    one.start(); one.join()",
    "skip": f"try: {RAISING}\n    except BaseException: pytest.skip('no data')",
    "no such metric": "try: onenlp.check_ud(gold='gold.conllu', pred='pred.conllu', component='a', metrics=['XX'])\n"
    "    except BaseException: pass",
    "no prediction": "try: onenlp.check_ud('gold.conllu')\n    except BaseException: pass",
    "judged before": "onenlp.check_value('UPOS', 92.0, component='b')\n"
    "    try: onenlp.check_value('UPOS', 50.0, component='b')\n    except BaseException: pass",
}

# Its tests neither fail nor skip, and no report says that they were there.
SILENT = "def pytest_runtest_protocol(item):\n    return True\n"


def suite_with(both, *parts, **rows):
    both.write(refs__json=refs(*(row(*one) for one in rows.values())), test_a__py=module(*parts))
    return both


@pytest.mark.parametrize("source", [SUBTESTS, UNITTEST], ids=["subtests", "unittest"])
@pytest.mark.parametrize("options", [("--reruns", "1"), ("--reruns", "2", "--reruns-delay", "0"), ()])
def test_rows_of_sub_tests_stay_where_a_plugin_holds_reports_back(both, source, options):
    both.write(refs__json=refs(), test_a__py=module(source, gate("plain")))
    both.alone(*REFERENCE, "--onenlp-update")
    before = both.read("refs.json")

    result = both.run(*REFERENCE, *options, "--onenlp-prune")

    assert result.ret == pytest.ExitCode.OK
    assert any(line.startswith("4 judged: 4 within noise.") for line in section(result))
    assert both.read("refs.json") == before
    assert before.count('"component": "sub"') == 3


def test_rows_of_sub_tests_stay_with_pytest_retry(suite, monkeypatch):
    suite.write(refs__json=refs(), test_a__py=module(SUBTESTS))
    suite.alone(*REFERENCE, "--onenlp-update")
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p no:syrupy -p no:rerunfailures")

    result = suite.subprocess(*REFERENCE, "--retries", "1")

    assert any(line.startswith("3 judged: 3 within noise.") for line in section(result))


def test_of_a_test_that_pytest_retry_tries_again_the_last_attempt_counts(suite, monkeypatch):
    flaky = (
        f"{marker('a')}\ndef test_a(onenlp):\n    import pathlib\n"
        "    first, flag = not pathlib.Path('flag').exists(), pathlib.Path('flag').touch()\n"
        "    onenlp.check_ud('gold.conllu', 'bad.conllu' if first else 'pred.conllu')\n"
    )
    suite.write(refs__json=refs(row("a", 92.0)), bad__conllu=conllu(90), test_a__py=module(flaky))
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p no:syrupy -p no:rerunfailures")

    result = suite.subprocess(*REFERENCE, "--retries", "1")

    assert result.ret == pytest.ExitCode.OK
    assert any(line.startswith("1 judged: 1 within noise.") for line in section(result))


def test_a_loss_that_a_sub_test_catches_fails_the_run_while_tests_may_be_tried_again(both):
    source = SUBTESTS.replace("GOLD, GOOD, dataset", "GOLD, BAD if name == 'd2' else GOOD, dataset")
    both.write(refs__json=refs(), test_a__py=module(SUBTESTS))
    both.alone(*REFERENCE, "--onenlp-update")
    both.write(test_a__py=module(source))

    result = both.run(*REFERENCE, "--reruns", "1")

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert "sub/en/d2/Accuracy" in text(result)


LOSING = (
    "import pytest\n"
    "@pytest.hookimpl(wrapper=True, tryfirst=True)\n"
    "def pytest_runtest_makereport(item, call):\n"
    "    report = yield\n"
    "    if item.name == 'test_b' and report.when == 'call': del report.onenlp\n"
    "    return report\n"
)


def test_a_gate_whose_rows_are_lost_on_the_way_fails_the_run_and_nothing_is_recorded_or_pruned(both):
    both.write(
        conftest__py=LOSING, test_a__py=module(gate("a"), gate("b")), refs__json=refs(row("old", 50.0))
    )
    before = both.read("refs.json")

    result = both.run(*REFERENCE, "--onenlp-update", "--onenlp-prune")

    assert (result.ret, both.read("refs.json")) == (pytest.ExitCode.TESTS_FAILED, before)
    assert "onenlp: error: test_a.py::test_b judged 1 rows, and 0 of them reached the end" in "\n".join(
        section(result)
    )


@pytest.mark.parametrize("body", SWALLOWED.values(), ids=SWALLOWED)
def test_a_check_that_raised_and_was_swallowed_fails_its_test(both, body):
    both.write(
        refs__json=refs(row("b", 92.0)),
        test_a__py=module(
            f"{marker(None, metrics=None, checks=2)}\ndef test_sets(onenlp):\n    {body}\n"
            + ("" if "'b'" in body else "    onenlp.check_value('UPOS', 92.0, component='b')\n")
        ),
    )

    result = both.run(*REFERENCE)

    result.assert_outcomes(failed=1)
    assert "a check raised and nothing let the test fail: " in text(result)


def test_a_check_that_still_runs_when_the_test_ends_fails_it(both):
    slow = "class Slow:\n    name = 'slow.conllu'\n    def read(self): time.sleep(1); return ''\n"
    late = (
        "def late(onenlp):\n"
        "    try: onenlp.check_ud(Slow(), Slow(), component='a')\n"
        "    except BaseException: pass\n"
    )
    both.write(
        refs__json=refs(row("b", 92.0)),
        test_a__py=module(
            f"import threading, time\n{slow}{late}{marker(None, metrics=None, checks=2)}\ndef test_b(onenlp):\n"
            "    onenlp.check_value('UPOS', 92.0, component='b')\n"
            "    threading.Thread(target=late, args=[onenlp]).start()\n    time.sleep(0.3)\n"
        ),
    )

    result = both.run(*REFERENCE)

    result.assert_outcomes(failed=1)
    assert "passed while a check was still running: wait for it, and read its result" in text(result)


def test_a_check_that_raised_in_a_fixture_after_the_test_fails_the_run(both):
    both.write(
        refs__json=refs(row("a", 92.0)),
        test_a__py=module(
            "@pytest.fixture\ndef after(onenlp):\n    yield\n"
            f"    try: {RAISING}\n    except BaseException: pass\n"
            f"{marker('a', checks=2)}\ndef test_a(onenlp, after): onenlp.check_ud('gold.conllu', 'pred.conllu')"
        ),
    )

    result = both.run(*REFERENCE)

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert "test_a passed, but a check raised and nothing let the test fail" in "\n".join(section(result))


@pytest.mark.parametrize(("call", "said"), [
    ("onenlp.check_ud('gold.conllu', 'lost.conllu')", "lost.conllu"),
    ("assert False", "judged nothing"),
    ("pytest.xfail('known')", "judged nothing"),
    ("pass", "judged nothing"),
    ("onenlp.check_value('UPOS', float('nan'))", "not a finite number"),
    ("onenlp.check_ud('gold.conllu', 'pred.conllu', resamples=100, metrics=['UPOS'], component=1)", "component"),
])  # fmt: skip
def test_xfail_excuses_a_verdict_and_nothing_else(both, call, said):
    both.write(
        refs__json=refs(row("a", 92.0)),
        test_a__py=module(f"@pytest.mark.xfail\n{marker('a')}\ndef test_a(onenlp): {call}"),
    )

    result = both.run(*REFERENCE)

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    faults = [line for line in section(result) if "xfail excuses a verdict and nothing else" in line]
    assert len(faults) == 1
    assert said in faults[0]


def test_xfail_excuses_a_loss(both):
    both.write(
        refs__json=refs(row("a", 98.0)), test_a__py=module("@pytest.mark.xfail", gate("a"), gate("b", min=0)),
    )  # fmt: skip

    assert both.run(*REFERENCE, "-k", "test_a and not test_b").ret == pytest.ExitCode.OK


TWO = {"refs__json": refs(row("a", 92.0), row("b", 92.0)), "test_a__py": module(gate("a"))}
INCOMPLETE = {
    "a gate skipped": (module("@pytest.mark.skip", gate("b")), "test_b.py::test_b"),
    "no parameters": (
        module("@pytest.mark.parametrize('x', [])", f"{marker('b')}\ndef test_b(onenlp, x): pass"), "test_b.py::test_b"
    ),
    "a module not imported": ("import pytest\npytest.importorskip('nothing_x')  # onenlp", "test_b.py"),
    "a gate that brings no verdict": (module("@pytest.mark.skipif(True, reason='x')", gate("b")), "test_b.py::test_b"),
}  # fmt: skip


@pytest.mark.parametrize(("source", "name"), INCOMPLETE.values(), ids=INCOMPLETE)
def test_strict_fails_a_run_that_lacks_gates_by_itself(both, source, name):
    both.write(**TWO, test_b__py=source)

    result = both.run(*REFERENCE, "--onenlp-strict")

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    fault = next(line for line in section(result) if "--onenlp-strict: the run was not whole: " in line)
    assert name in fault
    assert both.run(*REFERENCE).ret == pytest.ExitCode.OK


NARROWED = {
    "a path": (("test_a.py",), "only test_a.py was collected"),
    "a node id": (("test_a.py::test_a",), "only test_a.py::test_a was collected"),
    "-k": (("-k", "test_a"), "gates were deselected: test_b.py::test_b"),
    "-m": (("-m", "not two"), "gates were deselected: test_b.py::test_b"),
    "--deselect": (("--deselect", "test_b.py"), "gates were deselected: test_b.py::test_b"),
    "--ignore": (("--ignore=test_b.py",), "--ignore leaves files out"),
}


@pytest.mark.parametrize(("options", "why"), NARROWED.values(), ids=NARROWED)
def test_a_run_that_its_command_line_narrows_says_why_it_does_not_look_for_rows_nobody_claims(
    both, options, why
):
    both.write(
        **TWO, test_b__py=module("@pytest.mark.two", gate("b")),
        pytest__ini="[pytest]\nmarkers = two\n  onenlp: ours\n",
    )  # fmt: skip

    result = both.run(*REFERENCE, "--onenlp-strict", *options)

    said = "\n".join(section(result))
    assert result.ret == pytest.ExitCode.OK
    assert f"Which reference rows no gate claims is not known, because {why}" in said
    assert f"did not look for reference rows that no gate claims, because {why}" in said
    assert "Not claimed" not in said
    assert "--onenlp-prune" not in said


def test_a_run_of_all_that_testpaths_name_is_whole_also_where_they_are_typed(both):
    both.write(**TWO, test_b__py=module(gate("b")), pytest__ini="[pytest]\ntestpaths = test_a.py test_b.py\n")

    assert both.run(*REFERENCE, "--onenlp-prune", "test_a.py", "test_b.py").ret == pytest.ExitCode.OK


def test_a_module_that_may_hold_gates_and_is_skipped_is_listed(both):
    both.write(**TWO, test_b__py="import pytest\npytest.importorskip('nothing_x')  # onenlp")
    both.write(test_c__py="import pytest\npytest.importorskip('nothing_x')")

    said = section(both.run(*REFERENCE))

    assert [line for line in said if line.startswith("not collected: ")] == [
        next(line for line in said if line.startswith("not collected: test_b.py: skipped: could not import"))
    ]


@pytest.mark.parametrize("where", ["option", "ini"])
@pytest.mark.parametrize(("rest", "said"), [
    ((), "1 of 2 reference rows were not judged in this run: b/en/demo/UPOS"),
    (("-k", "nothing"), "2 of 2 reference rows were not judged in this run: a/en/demo/UPOS, b/en/demo/UPOS"),
    (("--ignore=test_a.py",), "2 of 2 reference rows were not judged"),
])  # fmt: skip
def test_a_run_that_requires_all_rows_fails_where_one_was_not_judged(both, where, rest, said):
    ini = "onenlp_require = all" if where == "ini" else ""
    both.write(**TWO, pytest__ini=f"[pytest]\nonenlp_reference = refs.json\n{ini}\n")

    result = both.run(*(() if ini else ("--onenlp-require", "all")), *rest)

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert said in "\n".join(section(result))


@pytest.mark.parametrize(("wanted", "status"), [("1", 0), ("2", 1), ("all", 1)])
def test_a_number_of_rows_can_be_required(both, wanted, status):
    both.write(**TWO)

    assert both.run(*REFERENCE, "--onenlp-require", wanted).ret == status


@pytest.mark.parametrize("value", ["0", "-1", "some", "1.5", "²"])
def test_a_requirement_is_all_or_a_number(suite, value):
    suite.write(**TWO)

    result = suite.run(*REFERENCE, f"--onenlp-require={value}")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert f"onenlp_require is {value!r}, but it is all or a number of rows from 1 up" in text(result)


def test_references_without_a_gate_are_one_line_and_no_failure(both):
    both.write(
        refs__json=refs(row("a", 92.0)), test_a__py="def test_a(): pass",
        pytest__ini="[pytest]\nonenlp_reference = refs.json\n",
    )  # fmt: skip

    result = both.run()

    assert result.ret == pytest.ExitCode.OK
    assert [line for line in section(result) if "no gate was collected" in line] == section(result)


def test_gates_that_were_collected_and_of_which_nothing_was_heard_are_no_run_without_gates(both):
    both.write(
        refs__json=refs(row("a", 92.0)), test_a__py=module(gate("a")), conftest__py=SILENT,
        pytest__ini="[pytest]\nonenlp_reference = refs.json\n",
    )  # fmt: skip

    assert "no gate was collected" not in text(both.run())


@pytest.mark.parametrize("update", [(), ("--onenlp-update",)])
def test_a_score_below_the_floor_is_worse_before_it_is_missing_and_never_recorded(both, update):
    both.write(refs__json=refs(), onenlp_a__toml=gate_file({"component": "a", "min": 95}))

    result = both.run(*REFERENCE, *update)

    result.assert_outcomes(failed=1)
    assert "a/en/demo/UPOS 92.00 is beyond its floor: the absolute floor (min) is 95" in text(result)
    assert read_rows(both.path / "refs.json") == {}


@pytest.mark.parametrize("source", [
    "@pytest.mark.xfail(strict=True)\n" + gate("a"),
    f"@pytest.fixture\ndef after():\n    yield\n    assert False\n{marker('a')}\ndef test_a(onenlp, after): {CHECKED}",
    f"{marker('a')}\ndef test_a(onenlp):\n    onenlp.check_ud('gold.conllu', 'pred.conllu')\n    assert False",
], ids=["strict xfail", "teardown", "assertion"])  # fmt: skip
def test_the_row_of_a_test_that_failed_for_another_reason_is_not_recorded(both, source):
    both.write(refs__json=refs(), test_a__py=module(source))

    result = both.run(*REFERENCE, "--onenlp-update")

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert read_rows(both.path / "refs.json") == {}


@pytest.mark.parametrize(
    "option", ["--onenlp-update", "--onenlp-prune", "--onenlp-accept=a/* --onenlp-reason=why"]
)
@pytest.mark.parametrize("place", ["ini", "variable"])
def test_what_writes_references_belongs_on_the_command_line(both, monkeypatch, option, place):
    both.write(**TWO, pytest__ini=f"[pytest]\naddopts = {option if place == 'ini' else ''}\n")
    if place == "variable":
        monkeypatch.setenv("PYTEST_ADDOPTS", f"-p no:syrupy -p no:pytest-retry {option}")

    result = both.run(*REFERENCE)

    name = option.partition("=")[0]
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert f"onenlp: {name} is in addopts of the ini file or in PYTEST_ADDOPTS" in text(result)


def test_a_loss_that_a_test_catches_before_it_skips_fails_the_run(both):
    body = f"try: {CHECKED}\n    except AssertionError: pytest.skip('later')"
    both.write(
        refs__json=refs(row("a", 98.0)), test_a__py=module(f"{marker('a')}\ndef test_a(onenlp):\n    {body}")
    )

    result = both.run(*REFERENCE)

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert "test_a.py::test_a skipped, but a/en/demo/UPOS had failed" in "\n".join(section(result))
