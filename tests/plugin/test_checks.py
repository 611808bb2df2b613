"""The level is divided among checks: a test that makes several says so, and is held to it."""

import pytest

from tests.plugin.conftest import section
from tests.plugin.data import conllu, gate, gate_file, marker, module, read_rows, refs, row
from tests.plugin.operations import REFERENCE, text

UPDATE = (*REFERENCE, "--onenlp-update")
TOO_MANY = "this is check {} of the test, and its marker declares {}: the level is divided among the checks"


def loop(*names, checks=None, pred="pred.conllu", name="sets"):
    """The source of a test that checks one prediction as the output of each of these components."""
    return (
        f"{marker(None, checks=checks)}\ndef test_{name}(onenlp):\n    for one in {names!r}:\n"
        f"        onenlp.check_ud('gold.conllu', {pred!r}, component=one)\n"
    )


def level(result):
    """What the header says of the level."""
    return next(line for line in result.outlines if line.startswith("onenlp: ")).rpartition(", ")[2]


def test_a_check_that_the_marker_does_not_declare_fails_the_test_and_nothing_is_recorded(both):
    both.write(test_a__py=module(loop("a", "b")), test_b__py=module(loop("c", "d", "e", checks=2)))

    result = both.run(*UPDATE)

    result.assert_outcomes(failed=2)
    assert TOO_MANY.format(2, 1) in text(result)
    assert TOO_MANY.format(3, 2) in text(result)
    assert not (both.path / "refs.json").exists()


def test_a_check_too_many_that_is_caught_fails_the_test_all_the_same(both):
    both.write(
        refs__json=refs(row("a", 92.0), row("b", 92.0)),
        test_a__py=module(
            f"{marker(None)}\ndef test_a(onenlp):\n"
            "    onenlp.check_ud('gold.conllu', 'pred.conllu', component='a')\n"
            "    with pytest.raises(BaseException):\n"
            "        onenlp.check_ud('gold.conllu', 'pred.conllu', component='b')\n"
        ),
    )

    result = both.run(*REFERENCE)

    result.assert_outcomes(failed=1)
    assert f"passed, but a check raised and nothing let the test fail: {TOO_MANY.format(2, 1)}" in text(
        result
    )


@pytest.mark.parametrize(("declared", "gates", "verdict"), [
    pytest.param(1, "1 gate at alpha 0.05", "worse", id="the only check"),
    pytest.param(20, "1 gate of 20 checks at alpha 0.0025", "within", id="one of twenty"),
])  # fmt: skip
def test_a_loss_is_judged_at_the_level_of_all_the_checks_declared(both, declared, gates, verdict):
    source = module(loop("a", checks=declared))
    both.write(test_a__py=source)
    both.alone(*UPDATE)
    both.write(pred__conllu=conllu(45))  # five sentences lost and none won: p is about e^-5, or .007

    result = both.run(*REFERENCE, "--onenlp-report", "json:out.json")

    assert level(result) == gates
    lost = read_rows(both.path / "out.json")["a/UPOS"]
    assert (lost["verdict"], 0.0025 < lost["difference"]["adjusted_p"] < 0.05) == (verdict, True)


def test_tests_parameters_and_gates_of_files_count_one_check_each_unless_they_say_more(both):
    both.write(
        refs__json=refs(*(row(name, 92.0) for name in "abcdefg")),
        test_a__py=module(
            gate("a"), loop("b", "c", "d", checks=3),
            "@pytest.mark.parametrize('one', ['e', 'f'])", marker(None),
            "def test_each(onenlp, one): onenlp.check_ud('gold.conllu', 'pred.conllu', component=one)",
        ),
        onenlp_a__toml=gate_file({"component": "g"}),
    )  # fmt: skip

    result = both.run(*REFERENCE)

    result.assert_outcomes(passed=5)
    assert level(result) == "5 gates of 7 checks at alpha 0.0071"  # 1 + 3 + 1 + 1 + 1
    assert not any(line.startswith("fewer checks") for line in section(result))


def test_a_check_of_several_metrics_is_one_and_scoring_is_none(both):
    both.write(
        refs__json=refs(row("a", 92.0), row("a", 100.0, metric="LAS")),
        test_a__py=module(
            f"{marker('a', ['UPOS', 'LAS'])}\ndef test_a(onenlp):\n"
            "    onenlp.ud('gold.conllu', 'pred.conllu')\n    onenlp.check_ud('gold.conllu', 'pred.conllu')\n"
        ),
    )

    result = both.run(*REFERENCE)

    result.assert_outcomes(passed=1)
    assert level(result) == "1 gate at alpha 0.05"


def test_the_nearest_marker_says_how_many_checks_a_test_makes(both):
    both.write(
        refs__json=refs(*(row(name, 92.0) for name in "abc")),
        test_a__py=module(
            "pytestmark = pytest.mark.onenlp(checks=2)", loop("a", "b"), loop("c", checks=1, name="one")
        ),
    )

    result = both.run(*REFERENCE)

    result.assert_outcomes(passed=2)
    assert level(result) == "2 gates of 3 checks at alpha 0.017"


def test_checks_in_threads_are_counted_together(both):
    both.write(
        refs__json=refs(*(row(name, 92.0) for name in "abcd")),
        test_a__py=module(
            "from concurrent.futures import ThreadPoolExecutor",
            f"{marker(None, checks=4)}\ndef test_all(onenlp):\n"
            "    def check(one): return onenlp.check_ud('gold.conllu', 'pred.conllu', component=one)\n"
            "    with ThreadPoolExecutor(4) as pool: assert len(list(pool.map(check, 'abcd'))) == 4\n",
        ),
    )

    both.run(*REFERENCE).assert_outcomes(passed=1)


def test_each_attempt_at_a_test_counts_its_checks_anew(both):
    flaky = (
        f"{marker(None, checks=2)}\ndef test_a(onenlp):\n    import pathlib\n"
        "    first, flag = not pathlib.Path('flag').exists(), pathlib.Path('flag').touch()\n"
        "    for one in 'ab':\n"
        "        onenlp.check_ud('gold.conllu', 'bad.conllu' if first else 'pred.conllu', component=one)\n"
    )
    both.write(
        refs__json=refs(row("a", 92.0), row("b", 92.0)), bad__conllu=conllu(90), test_a__py=module(flaky)
    )

    result = both.run(*REFERENCE, "--reruns", "1")

    assert result.ret == pytest.ExitCode.OK
    assert not any(line.startswith("fewer checks") for line in section(result))


def test_fewer_checks_than_declared_are_said_and_the_test_passes(both):
    both.write(refs__json=refs(row("a", 92.0)), test_a__py=module(loop("a", checks=3)))

    result = both.run(*REFERENCE)

    result.assert_outcomes(passed=1)
    assert result.ret == pytest.ExitCode.OK
    said = "fewer checks: test_a.py::test_sets made 1 of the 3 that its marker declares; "
    assert f"{said}the level was divided among all of them" in section(result)


@pytest.mark.parametrize("option", ["--onenlp-strict", "--onenlp-prune"])
def test_a_gate_with_fewer_checks_than_declared_may_have_more_rows(both, option):
    both.write(refs__json=refs(row("a", 92.0), row("b", 92.0)), test_a__py=module(loop("a", checks=2)))
    before = both.read("refs.json")

    result = both.run(*REFERENCE, option)

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert "gates did not judge all that they would: test_a.py::test_sets" in text(result)
    assert both.read("refs.json") == before


def test_a_family_of_each_check_divides_nothing_and_still_wants_the_number(both):
    both.write(
        refs__json=refs(*(row(name, 92.0) for name in "abc")),
        pytest__ini="[pytest]\nonenlp_family = check\n",
        test_a__py=module(loop("a", "b", checks=2), loop("c", "d", name="more")),
    )

    result = both.run(*REFERENCE)

    result.assert_outcomes(passed=1, failed=1)
    assert level(result) == "2 gates of 3 checks at alpha 0.05"


@pytest.mark.parametrize("value", [0, -1, True, 1.5, "5", None, 20_001, 10**400])
def test_the_number_of_checks_is_a_whole_number(suite, value):
    said = "10**400" if value == 10**400 else repr(value)
    mark = f"@pytest.mark.onenlp(component='a', language='en', dataset='demo', checks={said})"
    check = "onenlp.check_ud('gold.conllu', 'pred.conllu', metrics=['UPOS'])"
    suite.write(
        refs__json=refs(row("a", 92.0), row("b", 92.0)),
        test_a__py=module(f"{mark}\ndef test_a(onenlp): {check}", gate("b")),
    )

    result = suite.run(*REFERENCE)

    result.assert_outcomes(errors=1, passed=1)
    assert "in the onenlp marker, but a whole number from 1 to 20000 is needed" in text(result)
    assert level(result) == "2 gates at alpha 0.025"


def test_a_call_and_a_gate_file_take_no_number_of_checks(suite):
    suite.write(refs__json=refs(row("a", 92.0)), test_a__py=module(gate("a", call=", checks=2")))
    call = suite.run(*REFERENCE)
    suite.write(onenlp_a__toml=gate_file({"component": "b", "checks": 2}))
    file = suite.run(*REFERENCE, "onenlp_a.toml")

    assert "checks is for the marker, which says how many the test makes; remove it from the call" in text(
        call
    )
    assert (
        "gate 1: checks is for the marker of a test; a gate of a file is one check: remove the key"
        in text(file)
    )
