"""The paired rule in a gate, what switches it off, and references measured here and now."""

import pytest

from tests.plugin.data import conllu, gate, gate_file, marker, module, read_rows, refs, row

UPDATE = ("--onenlp-reference", "refs.json", "--onenlp-update")
RUN = ("--onenlp-reference", "refs.json", "--onenlp-report", "json:out.json")
SLIGHTLY = conllu(48)  # 8 sentences more than the 40 recorded: 90.4 against 92.0, well inside both intervals


@pytest.fixture
def recorded(both):
    """A reference with its units, and a candidate slightly worse than it."""
    both.write(test_a__py=module(gate("tagger")))
    both.alone(*UPDATE)
    both.write(pred__conllu=SLIGHTLY)
    return both


def outcome(suite, name="tagger/UPOS"):
    """Verdict, rule and the specification's own answer of a row in the report."""
    one = read_rows(suite.path / "out.json")[name]
    return one["verdict"], one["rule"], one["within_noise"]


def test_a_slight_loss_is_worse_by_the_paired_rule(recorded):
    result = recorded.run(*RUN)

    result.assert_outcomes(failed=1)
    assert outcome(recorded) == ("worse", "paired", True)
    result.stdout.fnmatch_lines(
        ["FAILED *tagger/en/demo/UPOS 90.40 is 1.60 below 92.00 [[]*]; paired -1.60 [[]*]"]
    )


def test_without_its_units_only_the_overlap_rule_is_left_and_flagged(recorded):
    (recorded.path / recorded.units()[0]).unlink()

    result = recorded.run(*RUN)

    result.assert_outcomes(passed=1)
    assert outcome(recorded) == ("within", "overlap", True)
    result.stdout.fnmatch_lines(["tagger/en/demo/UPOS *within (no_units)"])


def test_units_that_are_not_the_row_s_are_stale(recorded):
    recorded.write(other__conllu=conllu(7), test_b__py=module(gate("other", "other.conllu")))
    recorded.alone(*UPDATE, "test_b.py")
    ours, theirs = recorded.units()
    (recorded.path / ours).write_bytes((recorded.path / theirs).read_bytes())
    (recorded.path / theirs).write_bytes((recorded.path / ours).read_bytes())

    result = recorded.run(*RUN)

    result.stdout.fnmatch_lines(
        ["*stale reference: the stored units of the reference are not those the row was*"]
    )
    assert "stale" in {one["verdict"] for one in read_rows(recorded.path / "out.json").values()}


def test_damaged_units_are_stale_and_one_message(recorded):
    (recorded.path / recorded.units()[0]).write_bytes(b"PK no")

    result = recorded.run(*RUN)

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*stale reference: *.npz: the stored units are damaged*"])


@pytest.mark.parametrize("ini", ["onenlp_rule = spec", "onenlp_min_effect = 1.7"])
def test_the_ini_file_can_soften_the_paired_rule(suite, ini):
    suite.write(test_a__py=module(gate("tagger"), gate("strict", rule="auto", min_effect=1.5)))
    suite.run(*UPDATE)
    suite.write(pred__conllu=SLIGHTLY, pytest__ini=f"[pytest]\n{ini}\n")

    suite.run(*RUN).assert_outcomes(passed=1, failed=1)

    assert outcome(suite) == ("within", "overlap", True)
    assert outcome(suite, "strict/UPOS") == ("worse", "paired", True)


def test_alpha_is_divided_among_all_gates_of_the_session_or_not(suite):
    """5 sentences more of 100: p is about .95 ** 100 = .006, below .05 and above .05 / 12."""
    names = [f"t{number}" for number in range(12)]
    suite.write(test_a__py=module(*(gate(name) for name in names)))
    suite.run(*UPDATE)
    suite.write(pred__conllu=conllu(45))

    suite.run(*RUN).assert_outcomes(passed=12)
    suite.write(pytest__ini="[pytest]\nonenlp_family = check\n")
    suite.run(*RUN).assert_outcomes(failed=12)


def test_the_command_line_sets_resamples_and_seed_and_a_gate_its_own(suite):
    suite.write(
        refs__json=refs(row("a", 92.0), row("b", 92.0)),
        test_a__py=module(gate("a"), gate("b", resamples=300, seed=5)),
        pytest__ini="[pytest]\nonenlp_resamples = 500\n",
    )

    suite.run(*RUN, "--onenlp-resamples", "200", "--onenlp-seed", "7").assert_outcomes(passed=2)

    rows = read_rows(suite.path / "out.json")
    assert [(one["resamples"], one["seed"]) for one in rows.values()] == [(200, 7), (300, 5)]


@pytest.mark.parametrize(("option", "said"), [
    (("--onenlp-resamples", "99"), "99 resamples are too few"),
    (("--onenlp-seed", "-1"), "onenlp_seed is -1"),
    (("--onenlp-seed", str(2**64)), "the seed 18446744073709551616"),
    (("--onenlp-resamples", "many"), "invalid int value: 'many'"),
])  # fmt: skip
def test_a_wrong_option_is_a_usage_error(suite, option, said):
    result = suite.run(*option)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*{said}*"])


def test_slack_of_ini_gate_and_row_the_nearest_first(suite):
    """90.8 against a published 94: outside the interval, so only slack lets it pass."""
    suite.write(
        refs__json=refs(row("ini", 96.0), row("row", 96.0, slack=5.0), row("gate", 96.0)),
        test_a__py=module(gate("ini"), gate("row"), gate("gate", slack=0.5)),
        pytest__ini="[pytest]\nonenlp_slack = 4.5\n",
    )

    result = suite.run(*RUN)

    result.assert_outcomes(passed=2, failed=1)
    assert outcome(suite, "gate/UPOS")[0] == "worse"


def test_a_floor_fails_whatever_the_reference_says(both):
    both.write(
        refs__json=refs(*(row(name, 92.0) for name in "abc")),
        test_a__py=module(gate("a", min=92.5), gate("b", min={"upos": 91.5})),
        onenlp_c__toml=gate_file({"component": "c", "min": 93}),
    )

    result = both.run(*RUN)

    result.assert_outcomes(passed=1, failed=2)
    assert [outcome(both, f"{name}/UPOS")[1] for name in "abc"] == ["min", "published", "min"]
    result.stdout.fnmatch_lines(["*OneNLPRegression: a/en/demo/UPOS 92.00 is beyond its floor*"])


def test_a_floor_of_a_gate_file_without_metrics_is_one_for_each(suite):
    gates = gate_file({"component": "c", "min": 93}).replace('metrics = ["UPOS"]\n', "")
    suite.write(refs__json=refs(row("c", 92.0)), onenlp_c__toml=gates)

    suite.run(*RUN)

    assert outcome(suite, "c/UPOS")[1] == "min"


def test_a_reference_system_measured_here_goes_before_the_file_and_cures_stale(both):
    both.write(
        base__conllu=conllu(40, first=3),
        refs__json=refs(row("a", 97.0, gold_sha256="0" * 64), row("b", 97.0)),
        test_a__py=module(gate("a", call=", ref_pred='base.conllu'")),
        onenlp_b__toml=gate_file({"component": "b", "ref_pred": "base.conllu"}),
    )

    both.run(*RUN).assert_outcomes(passed=2)

    rows = read_rows(both.path / "out.json")
    assert [rows[f"{name}/UPOS"]["verdict"] for name in "ab"] == ["within", "within"]
    assert [rows[f"{name}/UPOS"]["reference"] for name in "ab"] == [92.0, 92.0]
    assert rows["a/UPOS"]["reason"] == "by hand: 97.0 is shown, not judged"


def test_a_reference_system_needs_no_file(suite):
    suite.write(
        base__conllu=conllu(40),
        pred__conllu=SLIGHTLY,
        test_a__py=module(gate("a", call=", ref_pred='base.conllu'")),
    )

    result = suite.run("--onenlp-report", "json:out.json")

    result.assert_outcomes(failed=1)
    assert outcome(suite, "a/UPOS") == ("worse", "paired", True)


OWN = """
import numpy as np
from scoring.evidence.counts import Counts
from scoring.evidence.formulas import f1
from scoring.metrics.metric import Better, Metric, Scale, Status, Validation

COLUMNS = ("correct", "predicted", "gold")
def evidence(wrong):
    table = np.full((100, 3), 5.0)
    table[:wrong, 0] -= 1
    return Counts(table, COLUMNS, f1, 100.0)
MINE = Metric(id="mine", label="My F1", task="own", measure=lambda aligned: aligned, perfect=100.0,
    restore=lambda arrays: Counts(arrays["counts"].astype(float), COLUMNS, f1, 100.0), scale=Scale.POINTS,
    better=Better.HIGHER, status=Status.IMPLEMENTED, validation=Validation.NOT_VALIDATED, source="here",
    signature="own.mine|v1")
"""


def own(wrong, call="", **fields):
    return (
        f"{OWN}\n{marker('own', ['mine'], **fields)}\n"
        f"def test_own(onenlp): onenlp.check(MINE, evidence({wrong}){call})\n"
    )


def test_a_metric_of_the_user_s_own_is_recorded_and_paired(both):
    both.write(test_a__py=module(own(40)))
    both.alone(*UPDATE).assert_outcomes(passed=1)
    both.write(test_a__py=module(own(48)))

    result = both.run(*RUN)

    result.assert_outcomes(failed=1)
    assert outcome(both, "own/My F1") == ("worse", "paired", True)


def test_a_metric_of_the_user_s_own_against_a_system_measured_here(suite):
    suite.write(test_a__py=module(own(48, ", ref_pred=evidence(40)")))

    suite.run("--onenlp-report", "json:out.json").assert_outcomes(failed=1)

    assert outcome(suite, "own/My F1") == ("worse", "paired", True)


def test_other_gold_digests_make_a_reference_of_one_s_own_stale(suite):
    suite.write(test_a__py=module(own(40, ", gold_digests=['a' * 64] * 100")))
    suite.run(*UPDATE).assert_outcomes(passed=1)
    suite.write(test_a__py=module(own(40, ", gold_digests=[b'b' * 32] * 100")))

    suite.run(*RUN).assert_outcomes(failed=1)

    assert outcome(suite, "own/My F1")[0] == "stale"


@pytest.mark.parametrize(("call", "said"), [
    ("'My F1', 88.0", "check takes a scoring.Metric, not 'My F1'; for a bare number there is check_value"),
    ("MINE, 88.0", "the evidence of My F1 is 88.0, but per-unit evidence is needed*"),
    ("MINE, evidence(1), unit_ids=['a']", "1 unit ids were given for evidence of 100 units"),
    ("MINE, evidence(1), gold_digests=[b'a']", "1 gold digests were given for evidence of 100 units"),
])  # fmt: skip
def test_what_is_no_metric_or_evidence_is_one_message(suite, call, said):
    suite.write(
        refs__json=refs(),
        test_a__py=module(OWN, marker("own", None), f"def test_own(onenlp): onenlp.check({call})"),
    )

    result = suite.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([said])
    assert "Traceback" not in result.stdout.str()


def value(call, metric="speed", **fields):
    return f"{marker('model', [metric], **fields)}\ndef test_value(onenlp): onenlp.check_value({metric!r}, {call})\n"


@pytest.mark.parametrize(("call", "reference", "verdict"), [
    ("88.4", 88.0, "within"),
    ("87.4", 88.0, "worse"),
    ("88.6", 88.0, "better"),
    ("2.1, scale='seconds', better='lower'", 2.0, "worse"),
    ("1.9, scale='seconds', better='lower'", 2.0, "better"),
    ("1.05, scale='ratio', better=1.0", 0.98, "worse"),
    ("float('nan')", 88.0, "error"),
])  # fmt: skip
def test_a_bare_number_is_judged_by_the_published_rule(suite, call, reference, verdict):
    suite.write(refs__json=refs(row("model", reference, metric="speed")), test_a__py=module(value(call)))

    suite.run(*RUN)

    assert outcome(suite, "model/speed")[0] == verdict


def test_a_bare_number_is_recorded(both):
    both.write(test_a__py=module(value("12.5, scale='seconds', better='lower'")))

    both.run(*UPDATE).assert_outcomes(passed=1)
    both.alone(*RUN).assert_outcomes(passed=1)

    found = read_rows(both.path / "refs.json")["model/speed"]
    assert (found["score"], found["scale"], found["better"], found["units"]) == (
        12.5,
        "seconds",
        "lower",
        None,
    )


def test_numbers_from_0_to_1_need_a_unit(both):
    both.write(
        refs__json=refs(row("model", 0.88, metric="speed")),
        test_a__py=module(value("0.40")),
        test_b__py=module(value("0.40, scale='ratio'", metric="share")),
    )

    result = both.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(
        ['*model/en/demo/speed: error: *say scale = "ratio" of both, or give points (40 and 88)']
    )


def test_what_no_score_can_be_is_not_recorded(both):
    both.write(test_a__py=module(value("8800.0", metric="LAS")), test_b__py=module(value("1e308")))

    result = both.run(*UPDATE)

    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines_random([
        "*model/en/demo/LAS: error: the score is 8800, but LAS goes from 0 to 100 points",
        "*model/en/demo/speed: error: the score is 1e+308, but a score is at most 1e+12",
    ])  # fmt: skip
    assert not (both.path / "refs.json").exists()


@pytest.mark.parametrize(
    "call",
    ["'12'", "None", "True", "__import__('numpy').bool_(True)", "1, scale='miles'", "1, better='faster'"],
)
def test_a_bare_number_that_is_none_is_one_message(suite, call):
    suite.write(refs__json=refs(), test_a__py=module(value(call)))

    result = suite.run("--onenlp-reference", "refs.json")

    result.assert_outcomes(failed=1)
    assert "Traceback" not in result.stdout.str()
    result.stdout.re_match_lines(
        [
            r"(the score|better|scale) of speed is .*, but (higher.*number is|a number is|it is one of points, ratio)"
        ]
    )
