"""``--onenlp-update``: records missing and better rows with their units, all or none, and nothing else."""

import json
import os

import pytest

from tests.plugin.conftest import make, section
from tests.plugin.data import conllu, gate, module, read_rows, refs, row

ALL = ("within", "worse", "better", "missing")
UPDATE = ("--onenlp-reference", "refs.json", "--onenlp-update")


def gates_of_four(suite):
    """A gate of each verdict that matters here, over two files."""
    suite.write(
        refs__json=refs(row("within", 92.0), row("worse", 98.0), row("better", 80.0, slack=0.25)),
        test_a__py=module(gate("within"), gate("worse")),
        test_b__py=module(gate("better"), gate("missing")),
    )
    return suite


@pytest.fixture
def four(both):
    return gates_of_four(both)


@pytest.fixture
def four_alone(suite):
    return gates_of_four(suite)


def test_missing_and_better_rows_are_recorded_and_worse_still_fails(four):
    result = four.run(*UPDATE)

    result.assert_outcomes(passed=3, failed=1)
    rows = read_rows(four.path / "refs.json")
    assert {name: rows[f"{name}/UPOS"]["score"] for name in ALL} == {
        "within": 92.0, "worse": 98.0, "better": 92.0, "missing": 92.0,
    }  # fmt: skip
    said = section(result)
    assert "onenlp: recorded 2 rows in refs.json" in said
    assert "4 judged: 1 within noise, 1 worse, 2 recorded." in said
    words = {line.split("/")[0]: line.split()[-1] for line in said if "/en/demo/UPOS  " in line}
    assert words == {"within": "within", "worse": "WORSE", "better": "recorded", "missing": "recorded"}
    assert any("3 reference rows" in line for line in result.outlines)  # those it was judged by


def test_a_recorded_row_is_what_was_measured_and_keeps_what_its_owner_gave(four_alone):
    four_alone.run(*UPDATE)

    better = read_rows(four_alone.path / "refs.json")["better/UPOS"]
    judgement = (
        "reference",
        "reference_ci",
        "reference_source",
        "within_noise",
        "verdict",
        "rule",
        "difference",
    )
    assert {name: better.get(name) for name in judgement} == dict.fromkeys(judgement)
    assert (better["units"], better["resamples"], better["slack"], len(better["units_sha256"])) == (
        100,
        1000,
        0.25,
        64,
    )


def test_rows_that_do_not_change_stay_as_they_were_written(four_alone):
    four_alone.run(*UPDATE)

    rows = read_rows(four_alone.path / "refs.json")
    assert (rows["within/UPOS"], rows["worse/UPOS"]) == (row("within", 92.0), row("worse", 98.0))


def test_units_are_stored_for_recorded_rows_only(four_alone):
    four_alone.run(*UPDATE)

    assert len(four_alone.units()) == 2
    assert all(name.startswith("refs.units/") for name in four_alone.units())


def test_the_next_run_is_green_and_paired(four):
    four.alone(*UPDATE)

    result = four.run(
        "--onenlp-reference", "refs.json", "--onenlp-report", "json:out.json", "-k", "better or missing"
    )

    result.assert_outcomes(passed=2, deselected=0 if four.processes else 2)
    rows = read_rows(four.path / "out.json").values()
    assert [one["rule"] for one in rows] == ["identical", "identical"]


def test_within_is_never_rewritten(both):
    both.write(refs__json=refs(row("tagger", 92.1)), test_a__py=module(gate("tagger")))
    file = both.path / "refs.json"
    os.utime(file, (1_000_000_000, 1_000_000_000))
    before = file.read_bytes()

    both.run(*UPDATE).assert_outcomes(passed=1)

    assert (file.read_bytes(), file.stat().st_mtime, both.units()) == (before, 1_000_000_000, [])


def test_a_file_that_is_not_there_is_made(both):
    both.write(test_a__py=module(gate("a")), test_b__py=module(gate("b")))

    both.run(*UPDATE).assert_outcomes(passed=2)

    assert sorted(read_rows(both.path / "refs.json")) == ["a/UPOS", "b/UPOS"]
    both.alone("--onenlp-reference", "refs.json").assert_outcomes(passed=2)


def test_a_row_is_rewritten_where_it_lives_and_new_ones_go_to_the_last_file(both):
    both.write(one__json=refs(row("a", 80.0)), two__json=refs(row("b", 92.0)))
    both.write(test_a__py=module(*(gate(name) for name in "abc")))

    both.run("--onenlp-reference", "one.json", "--onenlp-reference", "two.json", "--onenlp-update")

    assert {name: one["score"] for name, one in read_rows(both.path / "one.json").items()} == {"a/UPOS": 92.0}
    assert {name: one["score"] for name, one in read_rows(both.path / "two.json").items()} == {
        "b/UPOS": 92.0, "c/UPOS": 92.0,
    }  # fmt: skip
    assert sorted({name.split("/")[0] for name in both.units()}) == ["one.units", "two.units"]


def test_a_folder_takes_new_rows_in_its_last_file(suite):
    (suite.path / "refs").mkdir()
    suite.write(test_a__py=module(gate("a"), gate("b")))

    suite.run("--onenlp-reference", "refs", "--onenlp-update").assert_outcomes(passed=2)

    assert sorted(read_rows(suite.path / "refs" / "refs.json")) == ["a/UPOS", "b/UPOS"]


def test_the_ini_file_names_the_file_from_its_own_folder(suite):
    suite.write(
        test_a__py=module(gate("a")),
        pytest__ini="[pytest]\nonenlp_reference = refs.json\nonenlp_units = no\n",
    )

    suite.run("--onenlp-update").assert_outcomes(passed=1)

    assert read_rows(suite.path / "refs.json")["a/UPOS"]["units_sha256"] is None
    assert suite.units() == []


def test_what_a_reference_system_measured_here_decided_is_not_recorded(suite):
    suite.write(
        base__conllu=conllu(80),
        refs__json=refs(row("a", 92.0)),
        test_a__py=module(gate("a", call=", ref_pred='base.conllu'")),
    )

    suite.run(*UPDATE).assert_outcomes(failed=1)

    assert suite.read("refs.json") == refs(row("a", 92.0))


def test_a_read_only_reference_is_left_alone_and_the_run_fails(four):
    file = four.path / "refs.json"
    before = file.read_bytes()
    file.chmod(0o444)

    result = four.run(*UPDATE)

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert (file.read_bytes(), four.units(), (four.path / "refs.units").exists()) == (before, [], False)
    result.stdout.fnmatch_lines([
        "better/en/demo/UPOS *NOT RECORDED",
        "onenlp: error: nothing was recorded: *refs.json: the file is read-only and is left as it is*chmod u+w*",
    ])  # fmt: skip


def test_a_failed_write_fails_a_run_whose_tests_all_pass(both):
    both.write(refs__json=refs(), test_a__py=module(gate("a")))
    (both.path / "refs.json").chmod(0o444)

    result = both.run(*UPDATE)

    result.assert_outcomes(passed=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED


def test_one_read_only_file_of_two_leaves_both_as_they_were(suite):
    suite.write(one__json=refs(row("a", 80.0)), two__json=refs(), test_a__py=module(gate("a"), gate("b")))
    (suite.path / "two.json").chmod(0o444)

    suite.run("--onenlp-reference", "one.json", "--onenlp-reference", "two.json", "--onenlp-update")

    assert (suite.read("one.json"), suite.units()) == (refs(row("a", 80.0)), [])


def test_the_command_that_records_is_whole(suite):
    (suite.path / "my refs").mkdir()
    suite.write(refs__json=refs(), test_a__py=module(gate("a")))

    named = suite.run("--onenlp-reference", "refs.json", "--onenlp-reference", "my refs")
    suite.write(pytest__ini="[pytest]\nonenlp_reference = refs.json\n")
    by_ini = suite.run()

    end = "--onenlp-update"
    named.stdout.fnmatch_lines(
        [f"missing: record it:     pytest --onenlp-reference refs.json --onenlp-reference 'my refs' {end}"]
    )
    by_ini.stdout.fnmatch_lines(
        [f"missing: record it:     pytest {end}", f"*no reference; record it: pytest {end}"]
    )


def test_a_run_that_stops_at_the_first_failure_records_what_it_judged(both):
    both.write(refs__json=refs(row("a", 80.0)), test_a__py=module(gate("a"), "def test_red(): assert False"))

    both.run(*UPDATE, "-x")

    assert read_rows(both.path / "refs.json")["a/UPOS"]["score"] == 92.0


def test_merge_markers_are_one_message_and_stay(both):
    broken = "<<<<<<< ours\n" + refs(row("a", 80.0)) + "\n=======\n" + refs() + "\n>>>>>>> theirs\n"
    both.write(refs__json=broken, test_a__py=module(gate("a"), gate("b")))

    result = both.run(*UPDATE)

    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(
        ["reference error: *refs.json:1: merge marker <<<<<<<; resolve the conflict*"]
    )
    assert "Traceback" not in result.stdout.str()
    assert both.read("refs.json") == broken


def test_a_row_that_two_tests_record_is_not_recorded(both):
    both.write(refs__json=refs(), test_a__py=module(gate("a"), gate("a", name="b")))

    result = both.run(*UPDATE)

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert "onenlp: nothing was recorded, because of the errors below" in section(result)
    assert json.loads(both.read("refs.json"))["rows"] == []


def test_two_workers_record_two_hundred_rows_and_lose_none(pytester, monkeypatch):
    suite = make(pytester, monkeypatch, ("-n2",))
    suite.write(
        test_a__py=module(
            "@pytest.mark.parametrize('number', range(200))",
            "@pytest.mark.onenlp(language='en', dataset='demo')",
            "def test_many(onenlp, number): onenlp.check_value('speed', 10.0, component=f't{number}')",
        )
    )

    suite.run(*UPDATE).assert_outcomes(passed=200)

    assert sorted(read_rows(suite.path / "refs.json")) == sorted(f"t{number}/speed" for number in range(200))


def test_a_reference_file_changed_during_the_run_is_refused_by_the_workers(pytester, monkeypatch):
    suite = make(pytester, monkeypatch, ("-n2",))
    suite.write(
        refs__json=refs(row("a", 92.0)),
        test_a__py=module(gate("a")),
        conftest__py="import pathlib\ndef pytest_configure(config):\n    if hasattr(config, 'workerinput'):\n"
        f"        pathlib.Path('refs.json').write_text({refs(row('a', 92.1))!r})\n",
    )

    result = suite.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["reference error: *refs.json was changed while the tests ran*"])
