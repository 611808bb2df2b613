"""Several runs of a system as one gate, and averages over the gates of a file."""

import json
import re

import pytest

from tests.plugin.conftest import section
from tests.plugin.data import conllu, gate_file, marker, module, read_rows, refs, row

RUNS = ["run1.conllu", "run2.conllu", "run3.conllu"]
AVERAGE = {"component": "tagger", "language": "all", "dataset": "demo", "of": ["tagger/*"]}
OPTIONS = ("--onenlp-reference", "refs.json")


def write_runs(suite):
    """Three runs of 92.0, 91.6 and 92.8 points, and a shorter test set of 60 sentences at 93.33."""
    suite.write(
        run1__conllu=conllu(40), run2__conllu=conllu(42, first=20), run3__conllu=conllu(36, first=50),
        short__conllu=conllu(sentences=60), short_pred__conllu=conllu(20, sentences=60),
    )  # fmt: skip


def average(**fields):
    """The table of an average."""
    named = AVERAGE | fields
    return "\n".join(["[[average]]", *(f"{key} = {json.dumps(value)}" for key, value in named.items()), ""])


def write_gates(suite, *averages, **fields):
    """Two gates of one tagger, 92.0 and 93.33 points, and averages over them."""
    gates = gate_file(
        {"component": "tagger"} | fields,
        {"component": "tagger", "language": "de", "gold": "short.conllu", "pred": "short_pred.conllu"},
    )
    suite.write(onenlp__toml=gates + "\n".join(averages or [average()]))


MEAN = (92 + 100 * 280 / 300) / 2


def test_several_predictions_are_scored_as_one_system(both):
    write_runs(both)
    both.write(
        refs__json=refs(row("tagger", 92.0)), onenlp__toml=gate_file({"component": "tagger", "pred": RUNS})
    )

    result = both.run(*OPTIONS, "--onenlp-report", "json:rows.json")

    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["row * runs *", "tagger/en/demo/UPOS * 3 runs, sd 0.61 *within"])
    found = read_rows(both.path / "rows.json")["tagger/UPOS"]
    assert found["runs"] == {"scores": [92.0, 91.6, 92.8], "sd": pytest.approx(0.611010093)}
    assert found["score"] == pytest.approx(100 * (1500 - 118) / 1500)


def test_two_runs_are_flagged_and_the_row_says_why(both):
    write_runs(both)
    both.write(
        refs__json=refs(row("tagger", 92.0)),
        onenlp__toml=gate_file({"component": "tagger", "pred": RUNS[:2]}),
    )

    result = both.run(*OPTIONS, "--onenlp-report", "json:rows.json")

    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["tagger/en/demo/UPOS * 2 runs, sd 0.28 *within (few_runs)"])
    found = read_rows(both.path / "rows.json")["tagger/UPOS"]
    assert found["reason"].startswith("fewer than 3 runs, so only units were drawn")


def test_a_test_may_check_several_runs(both):
    write_runs(both)
    before = ["before1.conllu", "before2.conllu"]
    both.write(
        before1__conllu=conllu(40), before2__conllu=conllu(42, first=20),
        refs__json=refs(row("tagger", 92.0)),
        test_a__py="from scoring import SeveralRuns\n" + module(
            marker("tagger"), "def test_a(onenlp):",
            f"    onenlp.check_ud('gold.conllu', SeveralRuns({RUNS}), ref_pred=SeveralRuns({before}))",
        ),
    )  # fmt: skip

    result = both.run(*OPTIONS)

    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["tagger/en/demo/UPOS * 3 runs, *"])


def test_recorded_runs_are_paired_with_one_run_and_with_several(both):
    write_runs(both)
    both.write(onenlp__toml=gate_file({"component": "tagger", "pred": RUNS}))
    both.alone(*OPTIONS, "--onenlp-update").assert_outcomes(passed=1)
    both.write(
        onenlp__toml=gate_file({"component": "tagger", "pred": "worse.conllu"}), worse__conllu=conllu(80)
    )

    result = both.run(*OPTIONS)

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*/UPOS 84.00 is 8.13 below 92.13 *; paired -8.13 *"])


def test_a_fault_in_a_run_names_its_file(suite):
    write_runs(suite)
    suite.write(
        refs__json=refs(row("tagger", 92.0)), run2__conllu=conllu(sentences=3),
        onenlp__toml=gate_file({"component": "tagger", "pred": RUNS}),
    )  # fmt: skip

    result = suite.run(*OPTIONS)

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*data error: run 2*run2.conllu*"])
    assert "Traceback" not in result.stdout.str()


def test_no_report_replaces_one_of_several_runs(suite):
    write_runs(suite)
    suite.write(
        refs__json=refs(row("tagger", 92.0)), onenlp__toml=gate_file({"component": "tagger", "pred": RUNS})
    )

    result = suite.run(*OPTIONS, "--onenlp-report", "json:run2.conllu")

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert suite.read("run2.conllu").startswith("# sent_id")
    result.stdout.fnmatch_lines(["*the json report was not written: *the prediction of *"])


# --- averages


def test_an_average_is_a_test_and_a_row_of_its_own(both):
    write_runs(both)
    write_gates(both)
    both.write(refs__json=refs(
        row("tagger", 92.0), row("tagger", 93.3, language="de"), row("tagger", 92.6, language="all"),
    ))  # fmt: skip

    result = both.run(*OPTIONS)

    result.assert_outcomes(passed=3)
    assert "3 gates at alpha 0.017" in result.stdout.str()
    result.stdout.fnmatch_lines([f"tagger/all/demo/UPOS * {MEAN:.2f} *92.60 * within"])
    result.stdout.fnmatch_lines(["3 judged: 3 within noise."])


def test_an_average_is_recorded_paired_accepted_and_never_rewritten(both):
    write_runs(both)
    write_gates(both)
    both.run(*OPTIONS, "--onenlp-update").assert_outcomes(passed=3)
    recorded = both.read("refs.json")
    assert len(both.units()) == 3

    both.run(*OPTIONS, "--onenlp-update", "--onenlp-strict").assert_outcomes(passed=3)
    assert both.read("refs.json") == recorded

    both.write(short_pred__conllu=conllu(58, sentences=60))
    result = both.run(*OPTIONS, "-k", "all")
    result.assert_outcomes(failed=1, deselected=0 if both.processes else 2)
    result.stdout.fnmatch_lines(["*/UPOS 86.33 is 6.33 below 92.67 *; paired -6.33 *"])

    accepting = ("--onenlp-accept", "tagger/all/*", "--onenlp-reason", "smaller model")
    both.run(*OPTIONS, *accepting).assert_outcomes(passed=2, failed=1)
    rows = {one["language"]: one for one in json.loads(both.read("refs.json"))["rows"]}
    assert rows["all"]["history"][0]["reason"] == "smaller model"
    assert rows["de"]["history"] == []


def test_lf_runs_an_average_alone(both):
    write_runs(both)
    write_gates(both)
    both.write(refs__json=refs(
        row("tagger", 92.0), row("tagger", 93.3, language="de"), row("tagger", 99, language="all"),
    ))  # fmt: skip
    both.run(*OPTIONS).assert_outcomes(passed=2, failed=1)

    result = both.run(*OPTIONS, "--lf")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([f"tagger/all/demo/UPOS * {MEAN:.2f} *99.00 * WORSE"])


def test_an_average_has_settings_of_its_own(both):
    write_runs(both)
    write_gates(both, average(min=95, resamples=200, seed=7, metrics=["upos"]))
    both.write(refs__json=refs(
        row("tagger", 92.0), row("tagger", 93.3, language="de"), row("tagger", 92.6, language="all"),
    ))  # fmt: skip

    result = both.run(*OPTIONS, "--onenlp-report", "json:rows.json")

    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["*/UPOS 92.67 is beyond its floor: the absolute floor (min) is 95*"])
    (found,) = (one for one in json.loads(both.read("rows.json"))["rows"] if one["language"] == "all")
    assert (found["resamples"], found["seed"], found["signature"]) == (200, 7, "average(ud.upos.f1|v1)x2")


def test_an_average_is_judged_by_the_gates_reference_systems_where_all_have_one(both):
    write_runs(both)
    gates = [
        {"component": "tagger", "ref_pred": "run2.conllu"},
        {"component": "tagger", "language": "de", "gold": "short.conllu", "pred": "short_pred.conllu",
         "ref_pred": "before.conllu"},
    ]  # fmt: skip
    both.write(before__conllu=conllu(20, sentences=60), onenlp__toml=gate_file(*gates) + average())

    result = both.run()

    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(["tagger/all/demo/UPOS * 92.67 * within"])

    both.write(
        onenlp__toml=gate_file(gates[0], gates[1] | {"component": "tagger", "ref_pred": RUNS}) + average()
    )
    both.run().assert_outcomes(passed=1, failed=2)


def test_a_reference_system_that_some_gates_lack_is_said_not_to_judge(suite):
    write_runs(suite)
    write_gates(suite, ref_pred="run2.conllu")
    suite.write(refs__json=refs(row("tagger", 93.3, language="de"), row("tagger", 92.6, language="all")))

    result = suite.run(*OPTIONS)

    result.assert_outcomes(passed=3)
    assert any(
        re.match(r"note: .*the average is not judged by ref_pred, because gate 2 .* has none", line)
        for line in section(result)
    )


def test_nothing_is_judged_where_that_is_asked_for(both):
    write_runs(both)
    write_gates(both, ref_pred="nowhere.conllu")

    result = both.run("--onenlp-off")

    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines([f"tagger/all/demo/UPOS * {MEAN:.2f} * not judged"])


def test_reference_rows_of_averages_are_claimed_by_them(both):
    write_runs(both)
    write_gates(both)
    both.run(*OPTIONS, "--onenlp-update").assert_outcomes(passed=3)
    write_gates(both, average(language="both"))

    result = both.run(*OPTIONS, "--onenlp-update", "--onenlp-prune")

    result.assert_outcomes(passed=3)
    languages = {one["language"] for one in json.loads(both.read("refs.json"))["rows"]}
    assert languages == {"en", "de", "both"}


FAULTS = {
    "LAS": (
        average(metrics=["LAS"]),
        "onenlp.toml: average 1: gate 1 (tagger/en/demo) does not judge LAS, so*",
    ),
    "floor": (
        average() + "min = { LAS = 3 }\n",
        "*average 1: min names 'LAS', which the gate does not judge; *",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_an_average_names_file_and_number(both, fault):
    write_runs(both)
    write_gates(both, FAULTS[fault][0])
    both.write(refs__json=refs(row("tagger", 92.0), row("tagger", 93.3, language="de")))

    result = both.run(*OPTIONS)

    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines([f"*{FAULTS[fault][1]}"])
    assert "Traceback" not in result.stdout.str()


def test_data_that_an_average_cannot_read_names_the_gate(suite):
    write_runs(suite)
    write_gates(suite)
    suite.write(refs__json=refs(row("tagger", 92.0)), short_pred__conllu="nothing")

    result = suite.run(*OPTIONS)

    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines(["*onenlp.toml: average 1: gate 2 (tagger/de/demo): *short_pred.conllu*"])


def test_a_fault_in_the_table_is_one_message_on_collecting(suite):
    write_runs(suite)
    write_gates(suite, average(of=["parser/*"]))

    result = suite.run(*OPTIONS, "--onenlp-update")

    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(
        ["*onenlp.toml: average 1: of names 'parser/[*]', which matches no gate of the file*"]
    )
