"""``max_loss`` in gates: kept, a loss shown, and a row that nobody can tell about, with what settles it."""

import pytest

from tests.plugin.conftest import section
from tests.plugin.data import conllu, gate, gate_file, module, read_rows, refs, row
from tests.plugin.operations import REFERENCE, accept

RUN = (*REFERENCE, "--onenlp-report", "json:out.json")
UPDATE = (*REFERENCE, "--onenlp-update")
SHIFTED = conllu(40, first=6)  # six sentences lost and six won: no gain, and a deviation of .2 * sqrt(12)
LOST = conllu(52)  # twelve sentences lost and none won: 2.4 points, at most 4.2


@pytest.fixture
def recorded(both):
    """UPOS was recorded at 92 with its units; what is to be judged has to be written."""
    both.write(test_a__py=module(gate("tagger")))
    both.alone(*UPDATE)
    return both


def judged(suite, name="tagger/UPOS"):
    one = read_rows(suite.path / "out.json")[name]
    return one["verdict"], one["rule"]


@pytest.mark.parametrize(("pred", "margin", "expected"), [
    pytest.param(SHIFTED, 2, ("within", "margin"), id="a loss of 2 is excluded"),
    pytest.param(SHIFTED, 1, ("inconclusive", "margin"), id="a loss of 1 is not"),
    pytest.param(LOST, 5, ("within", "margin"), id="a loss, smaller than 5"),
    pytest.param(LOST, 4, ("worse", "paired"), id="a loss that may be 4"),
    pytest.param(conllu(40), 4, ("within", "margin"), id="the same output excludes 4"),
    pytest.param(conllu(40), 3, ("inconclusive", "margin"), id="a hundred sentences exclude 3.62 at best"),
])  # fmt: skip
def test_a_row_is_judged_by_its_margin(recorded, pred, margin, expected):
    recorded.write(test_a__py=module(gate("tagger", max_loss=margin)), pred__conllu=pred)

    result = recorded.run(*RUN)

    result.assert_outcomes(**{"passed" if expected[0] == "within" else "failed": 1})
    assert judged(recorded) == expected


def test_the_ini_file_sets_it_for_all_gates_and_a_gate_s_own_goes_first(recorded):
    recorded.write(
        pytest__ini="[pytest]\nonenlp_max_loss = 1\n",
        onenlp_b__toml=gate_file({"component": "tagger", "max_loss": 2.0}),
        pred__conllu=SHIFTED,
    )
    recorded.run(*RUN, "test_a.py").assert_outcomes(failed=1)
    assert judged(recorded) == ("inconclusive", "margin")
    recorded.run(*RUN, "onenlp_b.toml").assert_outcomes(passed=1)
    assert judged(recorded) == ("within", "margin")


def test_the_line_says_how_many_units_would_tell_and_the_section_what_settles_it(recorded):
    recorded.write(test_a__py=module(gate("tagger", max_loss=1)), pred__conllu=SHIFTED)

    result = recorded.run(*REFERENCE)

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    line = "*inconclusive: a loss of 1 is not excluded [[]-1.*, +1.*]; about 4?? units would tell; the reference is*"
    result.stdout.fnmatch_lines([line])
    said = section(result)
    assert "1 judged: 1 inconclusive." in said
    assert any(line.startswith("tagger/en/demo/UPOS") and line.endswith("INCONCLUSIVE") for line in said)
    assert any(line.startswith("inconclusive: more units? ") and "--onenlp-accept" in line for line in said)


def test_few_units_that_differ_are_counted(recorded):
    recorded.write(test_a__py=module(gate("tagger", max_loss=3)), pred__conllu=conllu(40))

    recorded.run(*REFERENCE).stdout.fnmatch_lines([
        "*a loss of 3 is not excluded [[]-3.62, 0.00], where 0 of 100 units differ; about 121 units would tell*"
    ])  # fmt: skip


def test_no_command_accepts_an_output_that_does_not_differ_since_that_settles_nothing(recorded):
    recorded.write(test_a__py=module(gate("tagger", max_loss=3)), pred__conllu=conllu(40))

    said = section(recorded.run(*REFERENCE))

    assert any(line.startswith("alike:  more units?     or a larger max_loss") for line in said)
    assert not any("--onenlp-accept" in line for line in said)


def test_a_loss_within_the_margin_passes_with_a_notice(recorded):
    recorded.write(test_a__py=module(gate("tagger", max_loss=5)), pred__conllu=LOST)

    said = section(recorded.run(*REFERENCE))

    assert any(
        line.startswith("notice: tagger/en/demo/UPOS 89.60 keeps its margin below 92.00")
        and line.endswith("; a loss, smaller than 5")
        for line in said
    )


def test_nobody_can_tell_is_a_notice_where_the_team_says_so(recorded):
    recorded.write(
        pytest__ini="[pytest]\nonenlp_max_loss = 1\nonenlp_inconclusive = notice\n", pred__conllu=SHIFTED
    )

    result = recorded.run(*RUN)

    result.assert_outcomes(passed=1)
    assert judged(recorded) == ("inconclusive", "margin")
    assert any(line.startswith("notice: tagger/en/demo/UPOS 92.00: inconclusive") for line in section(result))


def test_a_score_outside_the_noise_fails_even_where_that_is_a_notice(both):
    both.write(
        pytest__ini="[pytest]\nonenlp_max_loss = 1\nonenlp_inconclusive = notice\n",
        test_a__py=module(gate("far"), gate("near")),
        refs__json=refs(row("far", 98.0), row("near", 92.0)),
    )

    both.run(*RUN).assert_outcomes(passed=1, failed=1)

    assert {judged(both, "far/UPOS"), judged(both, "near/UPOS")} == {("inconclusive", "margin")}


def test_without_the_reference_s_units_the_reason_says_how_to_get_them(recorded):
    (recorded.path / recorded.units()[0]).unlink()
    recorded.write(test_a__py=module(gate("tagger", max_loss=50)))

    recorded.run(*REFERENCE).stdout.fnmatch_lines([
        "*inconclusive: a loss of 50 is not excluded, because there is no paired interval: the units of the *"
    ])  # fmt: skip


def test_a_row_nobody_can_tell_about_is_recorded_on_purpose_with_its_history(recorded):
    recorded.write(test_a__py=module(gate("tagger", max_loss=1)), pred__conllu=SHIFTED)

    recorded.run(*accept("tagger/*", "trained again")).assert_outcomes(passed=1)

    [kept] = read_rows(recorded.path / "refs.json")["tagger/UPOS"]["history"]
    assert kept["reason"] == "trained again"


def test_an_update_records_nothing_of_a_row_that_nobody_can_tell_about(recorded):
    recorded.write(test_a__py=module(gate("tagger", max_loss=1)), pred__conllu=SHIFTED)
    before = recorded.read("refs.json")

    recorded.run(*UPDATE).assert_outcomes(failed=1)

    assert recorded.read("refs.json") == before


def test_the_verdict_is_in_the_junit_file_and_in_reports(recorded):
    recorded.write(test_a__py=module(gate("tagger", max_loss=1)), pred__conllu=SHIFTED)

    recorded.run(
        *REFERENCE, "--junitxml=out.xml", "--onenlp-report", "md:out.md", "--onenlp-report", "csv:out.csv",
        "--onenlp-report", "html:out.html",
    )  # fmt: skip

    assert "] inconclusive" in recorded.read("out.xml")
    assert "| inconclusive |" in recorded.read("out.md")
    assert "inconclusive,margin" in recorded.read("out.csv")
    assert '<p class="verdict">inconclusive</p>' in recorded.read("out.html")


@pytest.mark.parametrize(("said", "message"), [
    ("max_loss = 0", "onenlp_max_loss is 0.0, but a number above 0 is needed"),
    ("max_loss = -1", "onenlp_max_loss is -1.0, but a number above 0 is needed"),
    ("inconclusive = pass", "onenlp_inconclusive is 'pass', but it is one of: fail, notice"),
])  # fmt: skip
def test_an_ini_key_that_means_nothing_is_a_usage_error(suite, said, message):
    suite.write(pytest__ini=f"[pytest]\nonenlp_{said}\n", test_a__py=module(gate("tagger")))

    result = suite.run()

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert message in result.stderr.str()


def test_a_gate_s_margin_is_above_0(suite):
    suite.write(
        test_a__py=module(gate("tagger", max_loss=0)),
        onenlp_b__toml=gate_file({"component": "b", "max_loss": 0}),
    )

    marked, listed = (suite.run(name).stdout.str() for name in ("test_a.py", "onenlp_b.toml"))

    assert "max_loss is 0 in the onenlp marker, but a number above 0 is needed" in marked
    assert "max_loss is 0, but a number above 0 is needed" in listed
