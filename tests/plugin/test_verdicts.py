"""The six verdicts, end to end, in a test and in a gate file, and the one line that says why."""

import re

import pytest

from tests.plugin.conftest import section
from tests.plugin.data import conllu, gate, gate_file, module, refs, row

REFERENCES = refs(
    row("within", 92.0),
    row("worse", 98.0),
    row("better", 80.0),
    row("stale", 92.0, gold_sha256="0" * 64),
    row("error", 92.0),
    row("missing", 92.0, dataset="demo 2"),
)
SIX = ("within", "worse", "better", "stale", "error", "missing")
REASONS = [
    "*FAILED *worse* - OneNLPRegression: worse/en/demo/UPOS 92.00 is 6.00 below 98.00",
    "*FAILED *better* - OneNLPRegression: better/en/demo/UPOS 92.00 is 12.00 above 80.00; better than noise, so*",
    "*FAILED *stale* - OneNLPRegression: stale/en/demo/UPOS 92.00: stale reference: the gold data has changed: *",
    "*FAILED *error* - OneNLPRegression: error/en/demo/UPOS: error: the gold data has no units, so *",
    "*missing/en/demo/UPOS 92.00: no reference; the closest row is missing/en/demo 2/UPOS; record it: pytest *",
]


def options(name):
    return {"gold": "empty.conllu", "pred": "none.conllu"} if name == "error" else {}


@pytest.fixture(params=["in tests", "in a gate file"])
def six(both, request):
    """Six gates, one of each verdict."""
    both.write(refs__json=REFERENCES, empty__conllu="", none__conllu="")
    if request.param == "in tests":
        both.write(test_six__py=module(*(gate(name, **options(name)) for name in SIX)))
    else:
        both.write(onenlp_six__toml=gate_file(*({"component": name} | options(name) for name in SIX)))
    return both


def test_each_verdict_ends_as_documented(six):
    result = six.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(passed=1, failed=5)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    table = {line.split("/")[0]: line.split()[-1] for line in section(result) if "/en/demo/UPOS  " in line}
    assert {name: table[name] for name in SIX if name != "error"} == {
        "within": "within", "worse": "WORSE", "better": "BETTER", "stale": "STALE", "missing": "MISSING",
    }  # fmt: skip
    assert "6 judged: 1 within noise, 1 better, 1 worse, 1 missing, 1 stale, 1 error. " in "\n".join(
        section(result)
    )
    shown = result.stdout.str()  # the rows' own reasons and no frame of the plugin
    assert "pytest_onenlp" not in re.sub(r"<pytest_onenlp\S* object", "", shown)
    assert "All traceback entries are hidden" not in shown


def test_each_failure_is_one_line_with_its_reason_and_the_way_on(six):
    result = six.run("--onenlp-reference", "refs.json", "--tb=no")

    for reason in REASONS:
        result.stdout.fnmatch_lines([reason])
    result.stdout.fnmatch_lines_random([
        "better: record it:      pytest --onenlp-reference refs.json --onenlp-update",
        "missing: record it:     pytest --onenlp-reference refs.json --onenlp-update",
        "worse:  on purpose?     pytest --onenlp-reference refs.json --onenlp-accept worse/en/demo/UPOS *",
        "stale:  on purpose?     pytest --onenlp-reference refs.json --onenlp-accept stale/en/demo/UPOS *",
        "error:  not judged:     *",
    ])  # fmt: skip


def test_fewer_than_a_hundred_resamples_are_an_error(both):
    both.write(test_few__py=module(gate("tagger", resamples=99)), refs__json=refs(row("tagger", 92.0)))

    result = both.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*tagger/en/demo/UPOS: error: 99 resamples are too few for an interval*"])


def test_better_can_pass(both):
    both.write(
        test_better__py=module(gate("better"), gate("strict", better="fail")),
        refs__json=refs(row("better", 80.0), row("strict", 80.0)),
        pytest__ini="[pytest]\nonenlp_better = pass\nonenlp_reference = refs.json\n",
    )

    result = both.run()

    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["better/en/demo/UPOS *  better"])


def test_the_way_a_marker_lets_better_pass_shows_in_the_table(suite):
    suite.write(test_better__py=module(gate("tagger", better="pass")), refs__json=refs(row("tagger", 80.0)))

    result = suite.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["tagger/en/demo/UPOS *  better"])


def test_one_check_names_all_its_failing_rows(both):
    both.write(
        test_two__py=module(gate("tagger", metrics=["UPOS", "LAS", "Lemmas"])),
        pred__conllu=conllu(40).replace("down\tADV\t_\t_\t3\tdep", "down\tADV\t_\t_\t3\tobl", 40),
        refs__json=refs(
            row("tagger", 99.0), row("tagger", 100.0, metric="LAS"), row("tagger", 100.0, metric="Lemmas")
        ),
    )

    result = both.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([
        "*tagger/en/demo/UPOS 92.00 is 7.00 below 99.00 (and 1 more)",
        "*tagger/en/demo/LAS *below 100.00",
    ])  # fmt: skip


def test_a_share_for_points_is_refused(both):
    both.write(test_share__py=module(gate("tagger")), refs__json=refs(row("tagger", 0.881)))

    result = both.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*reference 0.881 looks like a share, but rows hold points: did you mean 88.1?*"]
    )


def test_xfail_works_on_gates(both):
    both.write(
        test_known__py=module(
            "@pytest.mark.xfail(strict=True)\n" + gate("worse"),
            "@pytest.mark.xfail(strict=True)\n" + gate("within"),
        ),
        refs__json=REFERENCES,
    )

    result = both.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(xfailed=1, failed=1)
