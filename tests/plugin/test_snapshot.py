"""Results snapshots: a Markdown table a module, equal within noise, of which an update writes what has changed."""

import os
import subprocess
import sys

import pytest

from tests.plugin.snapshots import FILE, ONE, TWO, given, measured, table, updated


def test_a_snapshot_is_a_table_with_the_columns_of_the_specification_first(snap):
    given(snap, ONE, one={"Span F1": measured(80.0), "Span recall": measured(70.126)})

    snap.run("--snapshot-update").assert_outcomes(passed=1)

    lines = [line for line in snap.read(FILE).splitlines() if line.startswith("| ")]
    assert lines[0].startswith("| Component | Language | Metric | Score | 95% CI | Dataset |")
    assert [line.split(" | Dataset")[0].split(" | demo")[0] for line in lines[2:]] == [
        "| ner | en | Span F1 | 80.00 | [79.00, 81.00]",
        "| ner | en | Span recall | 70.13 | [69.13, 71.13]",
    ]
    snap.run().assert_outcomes(passed=1)


def test_a_row_without_a_snapshot_fails_and_says_how_to_record_it(snap):
    given(snap, ONE, one={"Span F1": measured(80.0)})

    result = snap.run()

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*test_one has no snapshot in __snapshots__/test_a.md: record it: pytest --snapshot-update"]
    )
    assert not (snap.path / "__snapshots__").exists()


def test_rows_within_noise_are_equal_and_an_update_leaves_the_file_as_it_is(snap):
    before = updated(snap, ONE, one={"Span F1": measured(80.0), "Span recall": measured(70.0)})
    given(snap, one={"Span F1": measured(82.0), "Span recall": measured(69.5)})  # touching counts

    snap.run().assert_outcomes(passed=1)
    snap.run("--snapshot-update").assert_outcomes(passed=1)

    assert snap.read(FILE) == before


def test_a_row_that_left_the_noise_fails_with_both_scores_the_verdict_and_the_command(snap):
    updated(snap, ONE, one={"Span F1": measured(80.0), "Span recall": measured(70.0)})
    given(snap, one={"Span F1": measured(77.5), "Span recall": measured(70.0)})

    result = snap.run()

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([
        "E *OneNLPRegression: ner/en/demo/Span F1 77.50 is 2.50 below 80.00 ?79.00, 81.00?",
        "E *row * snapshot * measured * delta *verdict",
        "E *ner/en/demo/Span F1 *80.00 ?79.00, 81.00? *77.50 ?76.50, 78.50? *-2.50 *worse",
        "E *1 of 2 rows differ from test_one in *; if that is meant: pytest --snapshot-update",
    ])  # fmt: skip
    result.stdout.no_fnmatch_line("*Span recall*")


def test_a_better_row_fails_too_because_its_snapshot_is_out_of_date(single):
    updated(single, ONE, one={"Span F1": measured(80.0)})
    given(single, one={"Span F1": measured(82.5)})

    result = single.run()

    result.stdout.fnmatch_lines(["*2.50 above 80.00*; better than noise, so the snapshot is out of date"])


def test_an_update_rewrites_only_the_rows_that_left_the_noise(snap):
    before = updated(
        snap,
        ONE,
        TWO,
        one={"Span F1": measured(80.0), "Span recall": measured(70.0)},
        two={"LAS": measured(90.0)},
    )
    given(snap, one={"Span F1": measured(80.5), "Span recall": measured(60.0)}, two={"LAS": measured(90.5)})

    snap.run("--snapshot-update").assert_outcomes(passed=2)

    after = snap.read(FILE)
    changed = [new for old, new in zip(before.splitlines(), after.splitlines(), strict=True) if old != new]
    assert table(after) == [("Span F1", "80.00", "test_one"), ("Span recall", "60.00", "test_one"),
                            ("LAS", "90.00", "test_two")]  # fmt: skip
    assert len(changed) == 2  # the line of the table, and that of its figures
    assert all("Span recall" in line for line in changed)


def test_a_published_number_may_be_half_a_point_away_and_no_more(single):
    bare = {"score": 80.0, "scale": "points"}
    updated(single, ONE, one={"Accuracy": bare})

    for score, outcome in ((80.5, "passed"), (79.5, "passed"), (80.500001, "failed")):
        given(single, one={"Accuracy": bare | {"score": score}})
        single.run().assert_outcomes(**{outcome: 1})


def test_the_slack_of_the_settings_counts_and_other_scales_have_none(single):
    updated(single, ONE, one={"Accuracy": {"score": 80.0}, "Ratio": {"score": 0.5, "scale": "ratio"}})
    single.write(pytest__ini="[pytest]\nonenlp_slack = 2\n")

    given(single, one={"Accuracy": {"score": 82.0}, "Ratio": {"score": 0.5, "scale": "ratio"}})
    single.run().assert_outcomes(passed=1)
    given(single, one={"Accuracy": {"score": 80.0}, "Ratio": {"score": 0.51, "scale": "ratio"}})
    single.run().assert_outcomes(failed=1)


CHANGES = {
    "other gold": (
        {"gold_sha256": "b" * 64},
        "*80.00: stale snapshot: the gold data has changed*aaaaaaaaaaaa*",
    ),
    "other units": ({"units": 90}, "*stale snapshot: the gold data has changed: *100 units, this run 90"),
    "another metric": ({"signature": "spans.micro.f1|v2"}, "*stale snapshot: the metric has changed*"),
    "another scale": ({"scale": "ratio"}, "*stale snapshot: *its scale is points, that of this run ratio"),
    "another direction": (
        {"better": "lower"},
        "*stale snapshot: *its better is higher, that of this run lower",
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_row_measured_on_something_else_is_stale_and_says_what_differs(single, change):
    fields, said = CHANGES[change]
    updated(single, ONE, one={"Span F1": measured(80.0)})
    given(single, one={"Span F1": measured(80.0, **fields)})

    result = single.run()

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([said])


def test_rows_that_are_missing_or_new_are_named(single):
    updated(single, ONE, one={"Span F1": measured(80.0), "Span recall": measured(70.0)})
    given(single, one={"Span F1": measured(80.0), "Span precision": measured(75.0)})

    result = single.run()

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([
        "*ner/en/demo/Span recall: in the snapshot, but not measured (and 1 more)",
        "*ner/en/demo/Span recall *70.00 * gone",
        "*ner/en/demo/Span precision *75.00 * new",
        "*2 of 3 rows differ from test_one*",
    ])  # fmt: skip
    single.run("--snapshot-update").assert_outcomes(passed=1)
    assert [name for name, *_ in table(single.read(FILE))] == ["Span F1", "Span precision"]


def test_several_comparisons_of_a_test_have_rows_of_their_own(single):
    test = (
        "def test_one(results_snapshot):\n"
        "    assert rows('one') == results_snapshot\n"
        "    assert rows('two') == results_snapshot\n"
        "    assert rows('one') == results_snapshot(name='named')"
    )
    before = updated(single, test, TWO, one={"Span F1": measured(80.0)}, two={"LAS": measured(90.0)})

    assert table(before) == [
        ("Span F1", "80.00", "test_one"),
        ("LAS", "90.00", "test_one.1"),
        ("Span F1", "80.00", "test_one[named]"),
        ("LAS", "90.00", "test_two"),
    ]
    single.run("--snapshot-update").assert_outcomes(passed=2)
    assert single.read(FILE) == before


def test_an_update_of_chosen_tests_touches_only_their_rows(snap):
    before = updated(snap, ONE, TWO, one={"Span F1": measured(80.0)}, two={"LAS": measured(90.0)})
    given(snap, one={"Span F1": measured(60.0)}, two={"LAS": measured(60.0)})

    snap.run("--snapshot-update", "-k", "test_one").assert_outcomes(passed=1)

    assert table(before)[1] in table(snap.read(FILE))
    assert table(snap.read(FILE)) == [("Span F1", "60.00", "test_one"), ("LAS", "90.00", "test_two")]


SKIPPED = "@pytest.mark.skip(reason='no model')\n"


@pytest.mark.parametrize(
    "tests", [(ONE, SKIPPED + TWO), (SKIPPED + ONE, SKIPPED + TWO)], ids=["one of two", "all"]
)
def test_rows_of_a_skipped_test_are_neither_unused_nor_removed(snap, tests):
    before = updated(snap, ONE, TWO, one={"Span F1": measured(80.0)}, two={"LAS": measured(90.0)})
    given(snap, *tests, one={"Span F1": measured(80.0)}, two={"LAS": measured(90.0)})

    for options in ((), ("--snapshot-update",)):
        result = snap.run(*options)
        assert result.ret == 0
        result.stdout.no_fnmatch_line("* unused*")
        assert snap.read(FILE) == before


def test_unused_rows_are_reported_and_an_update_removes_them(snap):
    updated(snap, ONE, TWO, one={"Span F1": measured(80.0)}, two={"LAS": measured(90.0)})
    given(snap, ONE, one={"Span F1": measured(80.0)})

    result = snap.run("--snapshot-details")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*1 snapshot unused*", "*Unused test_two (*test_a.md)*"])
    assert len(table(snap.read(FILE))) == 2

    assert snap.run("--snapshot-update").ret == 0
    assert table(snap.read(FILE)) == [("Span F1", "80.00", "test_one")]


def test_the_last_unused_row_goes_with_the_file(snap):
    updated(snap, ONE, one={"Span F1": measured(80.0)})
    (snap.path / "test_a.py").rename(snap.path / "test_b.py")

    assert snap.run("--snapshot-update").ret == 0

    assert sorted(path.name for path in (snap.path / "__snapshots__").iterdir()) == ["test_b.md"]


def test_new_only_records_what_is_new_and_rewrites_nothing(snap):
    before = updated(snap, ONE, one={"Span F1": measured(80.0)})
    given(snap, ONE, TWO, one={"Span F1": measured(60.0)}, two={"LAS": measured(90.0)})

    snap.run("--snapshot-update-new-only").assert_outcomes(passed=1, failed=1)

    assert table(snap.read(FILE)) == [*table(before), ("LAS", "90.00", "test_two")]


def test_workers_that_record_two_hundred_rows_at_once_lose_none(snap):
    many = (
        "@pytest.mark.parametrize('n', range(200))\n"
        "def test_many(n, results_snapshot): assert rows(str(n)) == results_snapshot"
    )
    given(snap, many, **{str(n): {f"M{n}": measured(80.0)} for n in range(200)})

    snap.run("--snapshot-update", "-q").assert_outcomes(passed=200)

    assert sorted(table(snap.read(FILE))) == sorted((f"M{n}", "80.00", f"test_many[{n}]") for n in range(200))
    assert [path.name for path in (snap.path / "__snapshots__").iterdir()] == ["test_a.md"]


def test_snapshots_of_other_kinds_live_beside_it(snap):
    given(snap, ONE, "def test_text(snapshot): assert 'text' == snapshot", one={"Span F1": measured(80.0)})
    (snap.path / "__snapshots__").mkdir()
    assert snap.run("--snapshot-update").ret == 0
    both = {path.name: path.read_bytes() for path in (snap.path / "__snapshots__").iterdir()}
    assert sorted(both) == ["test_a.ambr", "test_a.md"]

    for options in ((), ("--snapshot-update",), ("-k", "test_text", "--snapshot-update")):
        assert snap.run(*options).ret == 0
    assert {path.name: path.read_bytes() for path in (snap.path / "__snapshots__").iterdir()} == both


def test_a_file_of_that_name_that_is_none_of_ours_is_not_overwritten(single):
    given(single, ONE, one={"Span F1": measured(80.0)})
    (single.path / "__snapshots__").mkdir()
    (single.path / FILE).write_text("# Notes\n", encoding="utf-8")

    result = single.run("--snapshot-update")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["__snapshots__/test_a.md:1: not a results snapshot*"])
    assert single.read(FILE) == "# Notes\n"


WRONG = {
    "{'a': 1}": "results_snapshot compares lists of rows, * but got a dict; for anything else *fixture 'snapshot'",
    "[1, 2]": "results_snapshot compares lists of rows, * but got a list with a int*",
    "'text'": "results_snapshot compares lists of rows, * but got a str*",
    "[]": "results_snapshot got an empty list: *",
    "rows('one') * 2": "ner/en/demo/Span F1 stands twice in the list *",
    "rows('none')": "ner/en/demo/Span F1 cannot be kept *: no units",
    "rows('few')": "ner/en/demo/Span F1 cannot be kept *: 50 resamples are too few*",
    "rows('empty')": "ner/en/demo/Span F1 cannot be kept *: the gold data has no units*",
    "rows('nan')": "ner/en/demo/Span F1 cannot be kept *: the score is not a finite number",
}


@pytest.mark.parametrize("options", [(), ("--snapshot-update",)], ids=["compared", "updated"])
@pytest.mark.parametrize("value", WRONG)
def test_what_no_snapshot_can_keep_is_one_message(single, value, options):
    given(
        single, f"def test_one(results_snapshot): assert {value} == results_snapshot",
        one={"Span F1": measured(80.0)}, none={"Span F1": {"score": None, "reason": "no units"}},
        few={"Span F1": measured(80.0, resamples=50)}, empty={"Span F1": measured(80.0, units=0)},
        nan={"Span F1": measured(80.0) | {"score": float("nan")}},
    )  # fmt: skip

    result = single.run(*options)

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([WRONG[value]])
    assert "Traceback" not in result.stdout.str()
    assert not (single.path / FILE).exists()


def test_an_update_keeps_the_rows_of_a_test_whose_rows_cannot_be_kept(snap):
    before = updated(snap, ONE, one={"Span F1": measured(80.0)})
    given(snap, one={"Span F1": measured(80.0, units=0)})

    snap.run("--snapshot-update").assert_outcomes(failed=1)

    assert snap.read(FILE) == before


def test_a_comparison_without_assert_does_not_pass(single):
    given(single, ONE.replace("assert ", ""), one={"Span F1": measured(80.0)})

    single.run().assert_outcomes(failed=1)


NAMES = {
    "component": "a|b",
    "language": "<i>",
    "dataset": "x --> y `z`",
    "metric": "[a](b) | c",
    "source": "one\ntwo",
}


def test_no_name_can_break_the_table(single):
    test = (
        "def test_one(results_snapshot): assert rows('one') == results_snapshot(name='a|b\\n--> <i> \\udc80')"
    )
    text = updated(single, test, one={"Span F1": measured(80.0, **NAMES)})

    lines = [line for line in text.splitlines() if line.startswith("| ")]
    assert len(lines) == 3
    assert lines[2].replace(r"\|", "").count("|") == 11  # ten cells
    assert text.count("-->") == 1
    result = single.run("--snapshot-update")
    assert result.ret == 0
    assert single.read(FILE) == text


def test_without_syrupy_the_fixture_says_how_to_get_it(suite):
    given(suite, ONE, one={"Span F1": measured(80.0)})

    result = suite.run("-p", "no:syrupy")

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(
        ["results_snapshot needs syrupy 7, which is not active *: pip install 'syrupy>=7,<8'"]
    )


def test_a_run_without_the_fixture_loads_nothing_of_it(single):
    single.write(
        test_a__py="def test_a(): pass",
        conftest__py="import sys\ndef pytest_sessionfinish():\n"
        "    ours = ('pytest_onenlp.snapshots.snapshot', 'numpy', 'scoring')\n"
        "    print([name for name in ours if name in sys.modules])\n",
    )

    result = subprocess.run(
        [sys.executable, "-m", "pytest", "-s"], cwd=single.path, env=os.environ, capture_output=True, text=True,
        check=False,
    )  # fmt: skip

    assert "1 passed" in result.stdout
    assert "[]" in result.stdout


def test_rows_that_were_scored_in_the_test_are_compared(snap):
    gold = "-DOCSTART- O\n\n" + "".join(f"a{n} B-PER\nb O\n\n" for n in range(20))
    snap.write(gold__iob2=gold, pred__iob2=gold.replace("a1 B-PER", "a1 O"))
    test = """
def test_ner(onenlp, results_snapshot):
    rows = onenlp.spans(gold="gold.iob2", pred="pred.iob2", component="ner", language="en", dataset="demo")
    assert rows == results_snapshot
"""
    before = updated(snap, test)
    assert ("Span recall", "95.00", "test_ner") in table(before)

    snap.run("-W", "error").assert_outcomes(passed=1)
    snap.write(pred__iob2=gold.replace(" B-PER", " O"))
    snap.run().assert_outcomes(failed=1)
