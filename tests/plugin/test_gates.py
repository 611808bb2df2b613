"""What counts as a gate, and that one which judged nothing never passes."""

import re

import pytest

from tests.plugin.conftest import make, section
from tests.plugin.data import gate, gate_file, marker, module, refs, row

GREEN = refs(row("tagger", 92.0))


def test_a_marked_test_without_a_check_fails(both):
    both.write(
        refs__json=GREEN,
        test_a__py=module(
            marker("tagger"), "def test_none(onenlp): pass", marker("other"), "def test_without_fixture(): pass",
            marker("third"),
            "def test_only_scores(onenlp): onenlp.ud(gold='gold.conllu', pred='pred.conllu')",
        ),
    )  # fmt: skip

    result = both.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(failed=3)
    for name in ("none", "without_fixture", "only_scores"):
        result.stdout.fnmatch_lines(
            [f"FAILED test_a.py::test_{name} - Failed: judged nothing for UPOS: *check_*"]
        )
        result.stdout.fnmatch_lines(
            [f"not judged: test_a.py::test_{name}: failed: judged nothing for UPOS: *"]
        )


def test_a_marker_without_metrics_still_demands_a_check(suite):
    suite.write(
        refs__json=GREEN,
        test_a__py=module('@pytest.mark.onenlp(component="a")', "def test_none(onenlp): pass"),
    )

    result = suite.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*judged nothing: a test with the onenlp marker must call a check_*"])


def test_every_metric_that_the_marker_names_must_be_judged(both):
    both.write(
        refs__json=GREEN,
        test_a__py=module(gate("tagger", metrics=["UPOS", "LAS"], call=", metrics=['UPOS']")),
    )

    result = both.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*judged nothing for LAS, which the marker names: check it too"])


@pytest.mark.parametrize("name", ["UPOS", "upos"])
def test_a_metric_is_named_by_label_or_id(suite, name):
    suite.write(refs__json=GREEN, test_a__py=module(gate("tagger", metrics=[name])))

    suite.run("--onenlp-reference", "refs.json").assert_outcomes(passed=1)


def test_two_checks_of_one_test_may_share_the_marker_s_metrics(suite):
    suite.write(
        refs__json=refs(row("tagger", 92.0), row("tagger", 100.0, metric="LAS")),
        test_a__py=module(
            marker("tagger", ["UPOS", "LAS"], checks=2), "def test_both(onenlp):", "    for name in ('UPOS', 'LAS'):",
            "        onenlp.check_ud(gold='gold.conllu', pred='pred.conllu', metrics=[name])",
        ),
    )  # fmt: skip

    suite.run("--onenlp-reference", "refs.json").assert_outcomes(passed=1)


def test_a_row_checked_twice_in_one_test_is_an_error(suite):
    check = "    onenlp.check_ud(gold='gold.conllu', pred='pred.conllu')\n"
    suite.write(refs__json=GREEN, test_a__py=module(gate("tagger", checks=2) + check))

    result = suite.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*tagger/en/demo/UPOS was judged in this test before*"])


def test_the_fixture_alone_is_no_gate(both):
    named = "component='tagger', language='en', dataset='demo', metrics=['UPOS']"
    both.write(
        refs__json=GREEN,
        test_a__py=module(
            f"def test_check(onenlp): onenlp.check_ud('gold.conllu', 'pred.conllu', {named})",
            f"def test_value(onenlp): onenlp.check_value('UPOS', 92.0, {named})",
            f"def test_score(onenlp): assert onenlp.ud('gold.conllu', 'pred.conllu', {named})[0].score == 92",
        ),
        pytest__ini="[pytest]\nonenlp_reference = refs.json\n",
    )

    result = both.run()

    result.assert_outcomes(failed=2, passed=1)
    result.stdout.fnmatch_lines(
        ["*Failed: a check needs a gate: mark the test with @pytest.mark.onenlp(component=*"]
    )
    [line] = section(result)
    assert line.startswith("onenlp: reference rows are configured, and no gate was collected: ")


@pytest.mark.parametrize("key", ["component", "language", "dataset"])
def test_identity_in_marker_and_call_must_agree(suite, key):
    suite.write(refs__json=GREEN, test_a__py=module(gate("tagger", call=f", {key}='b'")))

    result = suite.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([f"{key} is '*' in the onenlp marker and 'b' in the call; they must agree"])


def test_what_no_one_names_is_asked_for(suite):
    suite.write(
        refs__json=GREEN,
        test_a__py=module(
            "@pytest.mark.onenlp(component='a')",
            "def test_a(onenlp): onenlp.check_ud('gold.conllu', 'pred.conllu')",
        ),
    )

    result = suite.run("--onenlp-reference", "refs.json")

    result.stdout.fnmatch_lines(
        ["language and dataset not named: give component, language, dataset in the marker*"]
    )


MARKERS = {
    "'tagger'": "the onenlp marker takes named values only, *got ('tagger',)",
    "langage='en'": "the onenlp marker has no 'langage'; did you mean 'language'?",
    "qwx=1": "the onenlp marker has no 'qwx'; it takes component, language, *",
    "component=5": "component is 5 in the onenlp marker, but a name is needed",
    "dataset=' '": "dataset is ' ' in the onenlp marker, but a name is needed",
    "metrics='UPOS'": "metrics is 'UPOS' in the onenlp marker, but a list with at least one name*",
    "metrics=[]": "metrics is [[]] in the onenlp marker, but a list with at least one name*",
    "metrics=7": "metrics is 7 in the onenlp marker, but a list with at least one name*",
    "metrics=['UPOS', 1]": "metrics is *, but a list with at least one name*",
    "better='maybe'": "better is 'maybe' in the onenlp marker, but 'fail' or 'pass' is needed",
    "rule='loose'": "rule is 'loose' in the onenlp marker, but 'auto' or 'spec' is needed",
    "slack=float('inf')": "slack is inf in the onenlp marker, but a number of 0 or more is needed",
    "slack=-1": "slack is -1 in the onenlp marker, but a number of 0 or more is needed",
    "min_effect=True": "min_effect is True in the onenlp marker, but a number of 0 or more is needed",
    "resamples=1000.0": "resamples is 1000.0 in the onenlp marker, but a whole number from 0 to 1000000 is needed",
    "resamples=10**6 + 1": "resamples is 1000001 in the onenlp marker, but a whole number from 0 to 1000000 *",
    "min=10**400": "min is 1000*... in the onenlp marker, but a number, or numbers by metric*",
    "slack=10**5000": "slack is a value of type int that cannot be shown in the onenlp marker, but a number*",
    "seed=2**64": "seed is 18446744073709551616 in the onenlp marker, but a whole number*",
    "min=float('nan')": "min is nan in the onenlp marker, but a number, or numbers by metric*",
    "min={}": "min is {} in the onenlp marker, but a number, or numbers by metric*",
    "min={'UPOS': '80'}": "min is {'UPOS': '80'} in the onenlp marker, but a number, or numbers by metric*",
}


def test_a_wrong_marker_is_one_message_before_the_test_runs(both):
    tests = [
        f"@pytest.mark.onenlp({said})\ndef test_{place}(): raise RuntimeError('ran')"
        for place, said in enumerate(MARKERS)
    ]
    both.write(refs__json=GREEN, test_a__py=module(*tests))

    result = both.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(errors=len(MARKERS))
    for message in MARKERS.values():
        result.stdout.fnmatch_lines([message])
    assert "RuntimeError" not in result.stdout.str()
    assert "INTERNALERROR" not in result.stdout.str()


def test_a_wrong_value_in_the_call_is_one_message(suite):
    suite.write(
        refs__json=GREEN, test_a__py=module(gate("tagger", call=", slak=1"), gate("b", call=", slack='1'"))
    )

    result = suite.run("--onenlp-reference", "refs.json")

    result.stdout.fnmatch_lines(
        ["the call has no 'slak'; did you mean 'slack'?", "slack is '1' in the call, but*"]
    )


def test_a_floor_of_a_metric_that_is_not_judged_is_an_error(suite):
    suite.write(refs__json=GREEN, test_a__py=module(gate("tagger", min={"LAS": 80.0})))

    result = suite.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["min names 'LAS', which the gate does not judge; *"])


def test_markers_of_module_class_and_test_are_merged_the_nearest_first(both):
    both.write(
        refs__json=GREEN,
        test_a__py=module(
            "pytestmark = pytest.mark.onenlp(language='en', dataset='other', metrics=['UPOS'])",
            "@pytest.mark.onenlp(dataset='demo')",
            "class TestTagger:",
            "    @pytest.mark.onenlp(component='tagger')",
            "    def test_tagger(self, onenlp): onenlp.check_ud('gold.conllu', 'pred.conllu')",
        ),
    )

    result = both.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["tagger/en/demo/UPOS * within"])


def test_skipped_gates_are_listed(both):
    both.write(
        refs__json=GREEN,
        test_a__py=module(
            gate("tagger"), "@pytest.mark.skip(reason='no model here')\n" + gate("marked"),
            marker("inside"), "def test_inside(onenlp): pytest.skip('no data here')",
            "@pytest.fixture\ndef model(): pytest.skip('no disk here')",
            marker("fixture"), "def test_fixture(model, onenlp): pass",
        ),
    )  # fmt: skip

    result = both.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(passed=1, skipped=3)
    result.stdout.fnmatch_lines_random([
        "not judged: test_a.py::test_marked: skipped: no model here",
        "not judged: test_a.py::test_inside: skipped: no data here",
        "not judged: test_a.py::test_fixture: skipped: no disk here",
    ])  # fmt: skip


@pytest.mark.parametrize(
    "options", [("-k", "tagger"), ("-m", "not slow"), ("--deselect", "test_a.py::test_slow")], ids=" ".join
)
def test_deselected_gates_are_listed(both, options):
    both.write(
        refs__json=GREEN,
        test_a__py=module(gate("tagger"), "@pytest.mark.slow\n" + gate("slow")),
        pytest__ini="[pytest]\nmarkers = slow: not today\n",
    )

    result = both.run("--onenlp-reference", "refs.json", *options)

    result.assert_outcomes(passed=1, deselected=0 if both.processes else 1)
    assert "deselected gates: test_a.py::test_slow" in section(result)
    assert (
        "onenlp: 1 reference row from refs.json, 1000 resamples, seed 20260101, 1 gate at alpha 0.05"
        in "".join(result.outlines)
    )


def test_gates_that_are_all_deselected_are_listed_and_fail_nothing(both):
    both.write(refs__json=GREEN, test_a__py=module(gate("tagger"), "def test_other(): pass"))

    result = both.run("--onenlp-reference", "refs.json", "-k", "other")

    assert result.ret == pytest.ExitCode.OK
    assert section(result) == ["deselected gates: test_a.py::test_tagger"]


def test_lf_leaves_gates_of_other_files_alone(both):
    both.write(
        refs__json=GREEN,
        test_a__py=module(gate("tagger")),
        test_b__py="import pathlib\ndef test_b(): assert pathlib.Path('ok').exists()",
    )
    assert both.run("--onenlp-reference", "refs.json").ret == pytest.ExitCode.TESTS_FAILED
    both.write(ok="")

    result = both.run("--onenlp-reference", "refs.json", "--lf")

    result.assert_outcomes(passed=1)
    assert result.ret == pytest.ExitCode.OK


def test_two_tests_that_record_one_row_are_an_error_naming_both(both):
    both.write(
        refs__json=GREEN,
        test_a__py=module(
            "@pytest.mark.parametrize('n', 'ab')", gate("tagger").replace("onenlp):", "onenlp, n):")
        ),
    )

    result = both.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(passed=2)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    (said,) = (line for line in section(result) if "error" in line)
    assert "tagger/en/demo/UPOS was judged by " in said
    assert sorted(re.findall(r"test_a.py::test_tagger\[.]", said)) == [
        f"test_a.py::test_tagger[{n}]" for n in "ab"
    ]


CAUGHT = "    try: onenlp.check_ud('gold.conllu', 'pred.conllu')\n    except BaseException as error: "


def caught(what):
    """A gate that catches what its check raises."""
    return f"{marker('tagger')}\ndef test_tagger(onenlp):\n{CAUGHT}{what}\n"


SKIPS = {
    "in the test": caught("pytest.skip('not now')"),
    "in a fixture": "@pytest.fixture\ndef judged(onenlp):\n"
    f"{CAUGHT}pytest.skip('not now')\n{marker('tagger')}\ndef test_tagger(judged): pass\n",
}


@pytest.mark.parametrize("where", SKIPS)
def test_a_test_that_skips_over_its_verdict_fails_the_run(both, where):
    both.write(refs__json=refs(row("tagger", 98.0)), test_a__py=module(SKIPS[where]))

    result = both.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(skipped=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert any(
        "error: test_a.py::test_tagger skipped, but tagger/en/demo/UPOS had failed: let" in line
        for line in section(result)
    )


@pytest.mark.parametrize(
    "test", [caught("pytest.xfail('known')"), "@pytest.mark.xfail(strict=True)\n" + caught("raise error")],
    ids=["in the test", "marker"],
)  # fmt: skip
def test_a_loss_that_is_expected_fails_nothing(both, test):
    both.write(refs__json=refs(row("tagger", 98.0)), test_a__py=module(test))

    result = both.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(xfailed=1)
    assert result.ret == pytest.ExitCode.OK


@pytest.mark.parametrize("body", ["onenlp.check_ud('gold.conllu', 'pred.conllu')", "pass"])
def test_a_marker_that_comes_while_the_test_runs_is_one_message(suite, body):
    suite.write(
        refs__json=GREEN,
        test_a__py=module(
            "def test_a(request, onenlp):", f"    request.node.add_marker({marker('tagger')[1:]})",
            f"    {body}", "def test_b(): pass",
        ),
    )  # fmt: skip

    result = suite.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(failed=1, passed=1)
    result.stdout.fnmatch_lines(
        ["the onenlp marker was added while the test ran, but has to be there when *"]
    )


def test_a_test_that_swallows_its_verdict_fails_the_run(both):
    both.write(
        refs__json=refs(row("tagger", 98.0)),
        test_a__py=module(
            marker("tagger"), "def test_tagger(onenlp):", "    with pytest.raises(AssertionError):",
            "        onenlp.check_ud('gold.conllu', 'pred.conllu')",
        ),
    )  # fmt: skip

    result = both.run("--onenlp-reference", "refs.json")

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert any(
        "test_a.py::test_tagger passed, but tagger/en/demo/UPOS did not" in line for line in section(result)
    )


@pytest.mark.skipif(pytest.version_tuple < (9,), reason="pytest has subtests from 9 on")
def test_checks_in_subtests_each_count(both):
    both.write(
        refs__json=refs(row("a", 92.0), row("b", 98.0), row("c", 92.0)),
        test_a__py=module(
            marker(None, checks=3), "def test_all(onenlp, subtests):", "    for name in 'abc':",
            "        with subtests.test(name):",
            "            onenlp.check_ud('gold.conllu', 'pred.conllu', component=name)",
        ),
    )  # fmt: skip

    result = both.run("--onenlp-reference", "refs.json")

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["3 judged: 2 within noise, 1 worse."])


def test_parametrised_gates_take_their_identity_from_the_call(both):
    both.write(
        refs__json=refs(row("tagger", 92.0), row("tagger", 92.0, language="de")),
        test_a__py=module(
            "@pytest.mark.parametrize('language', ['en', 'de'])", marker("tagger", language=None),
            "def test_tagger(onenlp, language):",
            "    onenlp.check_ud('gold.conllu', 'pred.conllu', language=language)",
        ),
    )  # fmt: skip

    result = both.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["2 judged: 2 within noise."])


def test_both_workers_run_gates_of_two_files(pytester, monkeypatch):
    suite = make(pytester, monkeypatch, ("-n2",))
    names = [f"{letter}{number}" for letter in "abc" for number in range(3)]
    suite.write(
        refs__json=refs(*(row(name, 92.0) for name in names)),
        test_a__py=module(*(gate(name) for name in names[:3])),
        test_b__py=module(*(gate(name) for name in names[3:6])),
        onenlp_c__toml=gate_file(*({"component": name} for name in names[6:])),
        conftest__py="def pytest_runtest_logreport(report):\n"
        "    if report.when == 'call' and hasattr(report, 'worker_id'): print('ran on', report.worker_id)\n",
    )

    result = suite.run("--onenlp-reference", "refs.json", "-s")

    result.assert_outcomes(passed=9)
    assert {line.split("ran on ")[1] for line in result.outlines if "ran on" in line} == {"gw0", "gw1"}
    assert "9 judged: 9 within noise." in section(result)
