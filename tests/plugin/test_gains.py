"""Gains within the noise: a notice that asks for nothing, recorded by nobody but who names it and says why."""

import pytest

from tests.plugin.conftest import section
from tests.plugin.data import conllu, gate, module, read_rows, refs, row
from tests.plugin.operations import REFERENCE, accept

UPDATE = (*REFERENCE, "--onenlp-update")


@pytest.fixture
def gain(both):
    """UPOS was recorded at 92 (40 sentences wrong), and is 94 now: within noise, and better in pairs."""
    both.write(test_a__py=module(gate("a")))
    both.alone(*UPDATE)
    both.write(pred__conllu=conllu(30))
    return both


def test_a_gain_within_the_noise_passes_as_a_notice_that_advises_nothing(gain):
    result = gain.run(*REFERENCE)

    result.assert_outcomes(passed=1)
    said = section(result)
    assert "1 judged: 1 better." in said
    assert not any("record it" in line or "on purpose?" in line for line in said)


def test_an_update_leaves_a_gain_within_the_noise_as_it_was_written(gain):
    before = (gain.path / "refs.json").read_bytes()

    result = gain.run(*UPDATE)

    result.assert_outcomes(passed=1)
    assert (gain.path / "refs.json").read_bytes() == before
    assert not any("recorded" in line for line in section(result))


def test_an_update_records_what_is_missing_beside_a_gain_within_the_noise(gain):
    gain.write(test_b__py=module(gate("b")))

    gain.run(*UPDATE).assert_outcomes(passed=2)

    rows = read_rows(gain.path / "refs.json")
    assert {name: one["score"] for name, one in rows.items()} == {"a/UPOS": 92.0, "b/UPOS": 94.0}


def test_a_gain_that_is_named_is_recorded_with_its_units_and_the_reason(gain):
    result = gain.run(*accept("a/*", "five runs agree"))

    result.assert_outcomes(passed=1)
    assert any(line.endswith("+2.00 over 1 accepted change: a/en/demo/UPOS") for line in section(result))
    [kept] = read_rows(gain.path / "refs.json")["a/UPOS"]["history"]
    assert (kept["score"], kept["reason"]) == (92.0, "five runs agree")
    gain.run(*REFERENCE, "--onenlp-report", "json:out.json").assert_outcomes(passed=1)
    later = read_rows(gain.path / "out.json")["a/UPOS"]
    assert (later["reference"], later["rule"]) == (94.0, "identical")


def test_an_accepted_gain_keeps_its_reason_and_an_updated_one_has_none(both):
    both.write(test_a__py=module(gate("a")), test_b__py=module(gate("b")))
    both.write(refs__json=refs(row("a", 80.0), row("b", 80.0)))

    both.run(*accept("a/*", "larger model"), "--onenlp-update").assert_outcomes(passed=2)

    rows = read_rows(both.path / "refs.json")
    assert {name: one["score"] for name, one in rows.items()} == {"a/UPOS": 92.0, "b/UPOS": 92.0}
    assert [one["reason"] for one in rows["a/UPOS"]["history"]] == ["larger model"]
    assert not rows["b/UPOS"].get("history")


def test_a_gain_over_a_system_measured_here_is_nothing_that_a_file_could_record(both):
    both.write(base__conllu=conllu(80), refs__json=refs(row("a", 80.0)))
    both.write(test_a__py=module(gate("a", call=", ref_pred='base.conllu'")))

    result = both.run(*UPDATE)

    result.assert_outcomes(failed=1)
    assert both.read("refs.json") == refs(row("a", 80.0))
    assert any(line.startswith("ref_pred: on purpose?   compare with another") for line in section(result))
