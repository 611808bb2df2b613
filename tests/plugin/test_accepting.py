"""Accepting on purpose, and judging nothing."""

import re

import pytest

from tests.plugin.conftest import section
from tests.plugin.data import conllu, gate, gate_file, marker, module, read_rows, refs, row
from tests.plugin.operations import PAST, REFERENCE, accept, text
from tests.plugin.test_pairing import OWN


@pytest.fixture
def losses(both):
    """Two rows worse, one stale, one better, one within noise; UPOS of all is 92."""
    both.write(
        refs__json=refs(
            row("within", 92.0), row("worse", 98.0, slack=0.25, history=[PAST]), row("other", 97.0),
            row("stale", 90.0, gold_sha256="0" * 64), row("better", 80.0),
        ),
        test_a__py=module(gate("within"), gate("worse"), gate("other")),
        test_b__py=module(gate("stale"), gate("better")),
    )  # fmt: skip
    return both


def words(result):
    """The last column of the table by component."""
    return {line.split("/")[0]: line.split()[-1] for line in section(result) if "/en/demo/UPOS  " in line}


def test_an_accepted_loss_passes_and_the_others_fail(losses):
    result = losses.run(*accept("worse/*"))

    result.assert_outcomes(passed=2, failed=3)
    assert words(result) == {
        "within": "within", "worse": "recorded", "other": "WORSE", "stale": "STALE", "better": "BETTER",
    }  # fmt: skip
    assert "onenlp: recorded 1 row in refs.json" in section(result)


def test_old_score_date_and_reason_go_behind_the_rest_of_the_history(losses):
    losses.run(*accept("worse/*", " smaller model "))

    rows = read_rows(losses.path / "refs.json")
    first, second = rows["worse/UPOS"]["history"]
    assert first == PAST
    assert (second["score"], second["reason"]) == (98.0, "smaller model")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", second["date"])
    assert (rows["worse/UPOS"]["score"], rows["worse/UPOS"]["slack"]) == (92.0, 0.25)


def test_all_other_rows_stay_as_they_were_written(losses):
    losses.run(*accept("worse/*"))

    rows = read_rows(losses.path / "refs.json")
    assert rows["other/UPOS"] == row("other", 97.0)
    assert rows["stale/UPOS"] == row("stale", 90.0, gold_sha256="0" * 64)
    assert rows["better/UPOS"] == row("better", 80.0)


def test_a_stale_row_is_measured_anew_with_its_units(losses):
    losses.run(*accept("stale/*"))

    stale = read_rows(losses.path / "refs.json")["stale/UPOS"]
    assert (stale["score"], stale["history"][0]["score"], len(losses.units())) == (92.0, 90.0, 1)
    out = losses.run(*REFERENCE, "--onenlp-report", "json:out.json")
    assert words(out)["stale"] == "within"
    assert read_rows(losses.path / "out.json")["stale/UPOS"]["rule"] == "identical"


def test_several_globs_accept_what_any_matches_and_update_records_the_rest(losses):
    result = losses.run(*accept("worse/*"), "--onenlp-accept", "[os]*", "--onenlp-update")

    result.assert_outcomes(passed=5)
    assert result.ret == pytest.ExitCode.OK
    rows = read_rows(losses.path / "refs.json")
    assert {name: len(one.get("history", ())) for name, one in rows.items()} == {
        "within/UPOS": 0, "worse/UPOS": 2, "other/UPOS": 1, "stale/UPOS": 1, "better/UPOS": 0,
    }  # fmt: skip


def test_a_glob_without_a_change_fails_and_nothing_is_recorded(losses):
    before = losses.read("refs.json")

    for glob in ("within/*", "nobody/*", "WORSE/*"):
        result = losses.run(*accept(glob), "--onenlp-accept", "worse/*", "-k", "within or worse or better")

        assert result.ret == pytest.ExitCode.TESTS_FAILED
        said = f"--onenlp-accept {glob!r} matches no worse, stale or better row of this run that could be accepted"
        assert f"onenlp: error: {said}" in section(result)
        assert words(result)["worse"] == "RECORDED"  # the end of NOT RECORDED
        assert losses.read("refs.json") == before


def test_a_glob_that_matches_nothing_fails_a_run_that_is_green_or_empty(both):
    both.write(refs__json=refs(row("a", 92.0)), test_a__py=module(gate("a"), "def test_b(): pass"))

    assert both.run(*accept("a/*")).ret == pytest.ExitCode.TESTS_FAILED
    empty = both.run(*accept("a/*"), "-k", "test_b")
    assert empty.ret == pytest.ExitCode.TESTS_FAILED
    assert "--onenlp-accept 'a/*' matches no worse, stale or better row" in text(empty)


def test_accept_needs_a_reason_and_a_reason_something_to_accept(suite):
    suite.write(refs__json=refs(row("a", 98.0)), test_a__py=module(gate("a")))
    wrong = {
        "--onenlp-accept needs a reason": ("--onenlp-accept", "a/*"),
        "--onenlp-accept needs a reason, ": ("--onenlp-accept", "a/*", "--onenlp-reason", "  "),
        "but none are: add --onenlp-accept": ("--onenlp-reason", "why not"),
        "a reason is one line": ("--onenlp-accept", "a/*", "--onenlp-reason", "one\ntwo"),
        "--onenlp-accept is empty": ("--onenlp-accept", " ", "--onenlp-reason", "why not"),
    }
    for message, options in wrong.items():
        result = suite.run(*REFERENCE, *options)

        assert (result.ret, message in text(result)) == (pytest.ExitCode.USAGE_ERROR, True)


def test_accepting_needs_a_reference_file_that_is_there(suite):
    options = ("--onenlp-accept", "a/*", "--onenlp-reason", "why not")

    without, lost = suite.run(*options), suite.run(*REFERENCE, *options)

    assert (without.ret, lost.ret) == (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.USAGE_ERROR)
    assert "--onenlp-accept needs to know the file to record in" in text(without)
    assert "there is no reference file" in text(lost)


def test_a_score_below_its_floor_is_not_accepted(both):
    both.write(refs__json=refs(row("a", 98.0)), test_a__py=module(gate("a", min=95.0)))

    result = both.run(*accept("a/*"))

    result.assert_outcomes(failed=1)
    assert both.read("refs.json") == refs(row("a", 98.0))
    assert "floor:  on purpose?     lower min in the gate, since no reference moves it" in section(result)


def test_what_a_reference_system_measured_here_decides_is_not_accepted(both):
    both.write(
        base__conllu=conllu(10),
        refs__json=refs(row("a", 98.0)),
        test_a__py=module(gate("a", call=", ref_pred='base.conllu'")),
    )

    result = both.run(*accept("a/*"))

    result.assert_outcomes(failed=1)
    assert any(line.startswith("ref_pred: on purpose?   compare with another") for line in section(result))
    assert both.read("refs.json") == refs(row("a", 98.0))


def test_a_label_in_brackets_is_accepted_by_its_own_name(both):
    call = "    onenlp.check_value('F1[PER]', 92.0)\n"
    both.write(
        refs__json=refs(row("a", 98.0, metric="F1[PER]")),
        test_a__py=module(f"{marker('a', ('F1[PER]',))}\ndef test_a(onenlp):\n{call}"),
    )

    both.run(*accept("a/en/demo/F1[PER]")).assert_outcomes(passed=1)

    assert read_rows(both.path / "refs.json")["a/F1[PER]"]["score"] == 92.0


def test_the_sum_since_the_first_accepted_score_is_shown(losses):
    recorded = section(losses.run(*accept("worse/*"), "--onenlp-accept", "other/*"))
    later = section(losses.run(*REFERENCE))

    for said in (recorded, later):  # 99 -> 98 -> 92, and 97 -> 92
        assert "since 2026-11-01: -7.00 over 2 accepted changes: worse/en/demo/UPOS" in said
        other = [line for line in said if line.endswith("-5.00 over 1 accepted change: other/en/demo/UPOS")]
        assert re.match(r"since \d{4}-\d\d-\d\d: ", other[0])
    assert not any("within/en/demo" in line for line in later if line.startswith("since "))


def test_a_loss_that_is_not_accepted_is_not_in_the_sum(losses):
    assert "since 2026-11-01: -1.00 over 1 accepted change: worse/en/demo/UPOS" in section(
        losses.run(*REFERENCE)
    )


def test_the_command_that_accepts_is_whole_and_works(both):
    both.write(
        refs__json=refs(row("my tagger", 98.0), row("b", 98.0), row("c", 90.0, gold_sha256="0" * 64)),
        test_a__py=module(gate("my tagger", name="a"), gate("b"), gate("c")),
    )
    named = section(both.run(*REFERENCE))
    both.write(pytest__ini="[pytest]\nonenlp_reference = refs.json\n")
    by_ini = section(both.run())

    both_rows = "--onenlp-accept 'my tagger/en/demo/UPOS' --onenlp-accept b/en/demo/UPOS --onenlp-reason '…'"
    assert f"worse:  on purpose?     pytest --onenlp-reference refs.json {both_rows}" in named
    assert f"worse:  on purpose?     pytest {both_rows}" in by_ini
    assert "stale:  on purpose?     pytest --onenlp-accept c/en/demo/UPOS --onenlp-reason '…'" in by_ini


OFF = (*REFERENCE, "--onenlp-off", "--onenlp-report", "json:out.json")


def test_off_scores_everything_and_judges_nothing(losses):
    losses.write(onenlp_a__toml=gate_file({"component": "in a file", "ref_pred": "pred.conllu"}))

    result = losses.run(*OFF)

    result.assert_outcomes(passed=6)
    assert result.ret == pytest.ExitCode.OK
    rows = read_rows(losses.path / "out.json")
    assert {one["score"] for one in rows.values()} == {92.0}
    assert {(one["verdict"], one["reference"], one["within_noise"]) for one in rows.values()} == {
        (None, None, None)
    }
    assert len(rows) == 6


def test_off_is_said_in_header_and_section(losses):
    result = losses.run(*OFF)

    said = section(result)
    assert "onenlp: --onenlp-off: scores only, nothing was judged" in said
    header = "onenlp: off, nothing is judged (--onenlp-off), 1000 resamples, seed 20260101, 5 gates"
    assert header in result.outlines
    assert "5 not judged." in said
    assert words(result) == dict.fromkeys(("within", "worse", "other", "stale", "better"), "judged")
    assert not any("on purpose?" in line or "claimed" in line for line in said)


def test_off_needs_no_reference_and_reads_none(both):
    both.write(test_a__py=module(gate("a")), broken__json="{")

    both.run("--onenlp-off").assert_outcomes(passed=1)
    both.run("--onenlp-off", "--onenlp-reference", "broken.json").assert_outcomes(passed=1)


def test_off_scores_numbers_and_metrics_of_the_users_own(both):
    both.write(
        test_a__py=module(
            OWN,
            f"{marker('own', ('My F1',))}\ndef test_own(onenlp): onenlp.check(MINE, evidence(4), ref_pred=evidence(9))",
            f"{marker('a', ('speed',))}\ndef test_a(onenlp): onenlp.check_value('speed', 3.0)",
            f"{marker('b', ('speed',))}\ndef test_b(onenlp): onenlp.check_value('speed', float('nan'))",
        )
    )

    result = both.run("--onenlp-off")

    result.assert_outcomes(passed=2, failed=1)
    assert "b/en/demo/speed: no score: the score is nan, which is not a finite number" in text(result)


def test_a_gate_that_scores_nothing_fails_when_off(both):
    both.write(
        empty__conllu="",
        none__conllu="",
        test_a__py=module(
            gate("a", "none.conllu", gold="empty.conllu"), f"{marker('b')}\ndef test_b(onenlp): pass"
        ),
    )

    result = both.run("--onenlp-off")

    result.assert_outcomes(failed=2)
    assert "the gold data has no units" in text(result)
    assert "judged nothing for UPOS" in text(result)


def test_off_contradicts_all_that_goes_by_verdicts(suite):
    suite.write(refs__json=refs(row("a", 92.0)), test_a__py=module(gate("a")))
    others = {
        "update": (), "strict": (), "prune": (), "accept": ("a/*", "--onenlp-reason", "why not"),
    }  # fmt: skip
    for name, values in others.items():
        result = suite.run(*REFERENCE, "--onenlp-off", f"--onenlp-{name}", *values)

        assert result.ret == pytest.ExitCode.USAGE_ERROR
        assert f"--onenlp-off judges nothing, so --onenlp-{name} has nothing to go by" in text(result)
