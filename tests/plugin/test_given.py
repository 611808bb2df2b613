"""What is handed to a check and is no score, evidence or file: one message in the test, no traceback, no warning."""

import pytest

from tests.plugin.conftest import section
from tests.plugin.data import gate, marker, module, refs, row
from tests.plugin.test_pairing import OWN, own, value

RUN = ("--onenlp-reference", "refs.json", "-W", "error")


def said_of(suite, test, *, options=RUN):
    """The output of a run of one test that fails with one message."""
    suite.write(refs__json=refs(), test_a__py=module(test))

    result = suite.run(*options)

    result.assert_outcomes(failed=1)
    output = result.stdout.str() + result.stderr.str()
    for word in ("Traceback", "INTERNALERROR", "Warning", "site-packages", "pytest_onenlp/"):
        assert word not in output
    return result


VALUES = {
    "1.0, better=float('nan')": "better of speed is nan, but higher, lower or a finite number is needed",
    "1.0, better=float('inf')": "better of speed is inf, but higher, lower or a finite number is needed",
    "1.0, better=10**400": "better of speed is 1000*..., which is too large for a floating-point number",
    "1.0, better=True": "better of speed is True (a bool), but higher, lower or a finite number is needed",
    "1.0, better=None": "better of speed is None, but higher, lower or a finite number is needed",
    "1.0, scale=[]": "scale of speed is [[]], but it is one of points, *",
    "10**400": "the score of speed is 1000*..., which is too large for a floating-point number",
    "10**5000": "the score of speed is a value of type int that cannot be shown, which is too large *",
    "1j": "the score of speed is 1j, but a number is needed",
    "__import__('numpy').complex64(1)": "the score of speed is *, but a number is needed",
    "__import__('numpy').ones(1)": "the score of speed is array(*), but a number is needed",
    "1.0, resamples=10**7": "resamples is 10000000 in the call, but a whole number from 0 to 1000000 is needed",
}


@pytest.mark.parametrize("call", VALUES)
def test_a_bare_number_that_no_row_can_hold_is_one_message(suite, call):
    said_of(suite, value(call)).stdout.fnmatch_lines([VALUES[call]])


def test_it_is_one_message_with_workers_too(both):
    said_of(both, value("1.0, better=float('nan')"))


CHECKS = {
    "MINE, None": "the evidence of My F1 is None, but per-unit evidence is needed*",
    "MINE, type(evidence(1))": "the evidence of My F1 is <class *>, but per-unit evidence is needed*",
    "MINE, evidence(1), ref_pred=1.0": "the evidence of My F1 is 1.0, but per-unit evidence is needed*",
    "MINE, evidence(1), unit_ids=['a', 'b', 'a'] + list('cdefg' * 20)[:97]": "unit ids 1 and 3 are both 'a'*",
    "MINE, evidence(1), unit_ids=range(100)": "unit id 1 is 0, but a text is needed",
    "MINE, evidence(1), unit_ids=[]": "0 unit ids were given for evidence of 100 units",
    "MINE, evidence(1), unit_ids='a' * 100": "unit_ids is 'aaa*, but one for each unit is needed",
    "MINE, evidence(1), gold_digests=['a'] * 100": "gold digest 1 is 'a', but the SHA-256 *64 hex digits",
    "MINE, evidence(1), gold_digests=[b'a'] * 100": "gold digest 1 is b'a', but the SHA-256 *64 hex digits",
    "MINE, evidence(1), gold_digests=[7] * 100": "gold digest 1 is 7, but the SHA-256 *64 hex digits",
    "MINE, evidence(1), gold_digests=7": "gold_digests is 7, but one for each unit is needed",
    "replace(MINE, better=float('nan')), evidence(1)": "this test: *field 'better' is nan, but a finite number*",
    "replace(MINE, signature=object()), evidence(1)": "*own/en/demo/My F1*",
}


@pytest.mark.parametrize("call", CHECKS)
def test_evidence_that_no_row_can_hold_is_one_message(suite, call):
    test = f"from dataclasses import replace\n{OWN}\n{marker('own', None)}\ndef test_own(onenlp): onenlp.check({call})"

    said_of(suite, test).stdout.fnmatch_lines([CHECKS[call]])


def test_a_reference_system_of_other_units_is_one_message_naming_both_numbers(suite):
    few = ", ref_pred=type(evidence(0))(evidence(0).table[:60], *[getattr(evidence(0), name) for name in FIELDS])"
    test = "FIELDS = ('columns', 'formula', 'perfect')\n" + OWN + own(40, few).removeprefix(OWN)

    said_of(suite, test).stdout.fnmatch_lines(
        ["the evidence of My F1 has 100 units and that of the reference system (ref_pred) 60: both have to *"]
    )


def test_hex_text_and_bytes_are_one_fingerprint(suite):
    suite.write(test_a__py=module(own(40, ", gold_digests=['AB' * 32] * 100")))
    suite.run("--onenlp-reference", "refs.json", "--onenlp-update").assert_outcomes(passed=1)
    suite.write(test_a__py=module(own(40, ", gold_digests=[b'\\xab' * 32] * 100")))

    suite.run(*RUN).assert_outcomes(passed=1)


@pytest.mark.parametrize("ending", ["file.close()", "file = open('out', 'w')"])
def test_a_file_that_cannot_be_read_is_one_message(suite, ending):
    test = (
        f"{marker('a')}\ndef test_a(onenlp):\n    file = open('pred.conllu')\n    file.close()\n    {ending}\n"
        "    try: onenlp.check_ud('gold.conllu', file)\n    finally: file.close()\n"
    )

    said_of(suite, test).stdout.fnmatch_lines(["data error: *: cannot be read: *"])


@pytest.mark.parametrize("score", ["nan", "inf"])
def test_what_is_no_finite_number_is_missing_without_a_hint_that_leads_nowhere(both, score):
    result = said_of(both, value(f"float('{score}')"))

    result.stdout.fnmatch_lines([f"*speed *no reference; the score is {score}, which is not a finite number"])
    assert "no score: no record:    what is not a finite number cannot be a reference" in section(result)
    assert "record it" not in result.stdout.str()


def test_numpy_numbers_ride_as_plain_ones(both):
    test = f"import numpy as np\n{value('np.float32(1.5), better=np.int64(1)')}"
    both.write(refs__json=refs(row("model", 1.5, metric="speed", better=1.0)), test_a__py=module(test))

    both.run(*RUN).assert_outcomes(passed=1)


def test_a_million_resamples_are_the_most(suite):
    suite.write(refs__json=refs(row("a", 92.0)), test_a__py=module(gate("a")))

    result = suite.run(*RUN, "--onenlp-resamples", "1000001")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*1000001 resamples are too many: at most 1000000 are drawn"])
