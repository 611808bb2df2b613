"""The gates table, the Markdown table and the rows file."""

import re

import pytest

from scoring.base.errors import RowsError, UsageError
from scoring.metrics.metric import Scale
from scoring.report import Report, report_types, reporter
from scoring.report.markdown import dumps
from scoring.report.text import fails, summary, table
from scoring.rows import rows as rowsfile
from scoring.rows import units as unitstore
from scoring.rows.records import Row, RunScores
from scoring.rows.verdict import Rule, Verdict


def row(**fields):
    given = {
        "component": "tagger",
        "language": "en",
        "dataset": "ewt",
        "metric": "LAS",
        "score": 86.41,
        "source": "s",
    }
    return Row(**given | fields)


WORSE = row(ci=(85.93, 86.88), reference=88.10, reference_ci=(87.62, 88.57), mde=0.46, verdict=Verdict.WORSE,
            rule=Rule.PAIRED, within_noise=False, flags=("small_sample",))  # fmt: skip
WITHIN = row(
    metric="UPOS", score=96.0, reference=96.1, verdict=Verdict.WITHIN, rule=Rule.PUBLISHED, within_noise=True
)


def test_the_columns_are_aligned():
    header, first, second = (line.text for line in table([WORSE, WITHIN]))
    assert re.split(r"  +", header) == ["row", "score", "95% CI", "reference", "delta", "can see", "verdict"]
    assert re.split(r"  +", first) == [
        "tagger/en/ewt/LAS", "86.41", "[85.93, 86.88]", "88.10 [87.62, 88.57]", "-1.69", "0.46", "WORSE (small_sample)",
    ]  # fmt: skip
    assert {line.index("]") for line in (first,)} | {header.index("95% CI") + 13} == {first.index("]")}
    assert second.index("within") == header.index("verdict")


def test_runs_have_a_column_where_some_row_has_them():
    several = row(scale=Scale.POINTS, runs=RunScores(scores=(86.0, 86.2, 86.24), sd=0.123))
    header, first, second = (line.text for line in table([several, row()]))
    assert re.split(r"  +", header)[:4] == ["row", "score", "95% CI", "runs"]
    assert re.split(r"  +", first)[3] == "3 runs, sd 0.12"
    assert re.split(r"  +", second)[:4] == ["tagger/en/ewt/LAS", "86.41", "-", "-"]
    markdown = dumps([several, row()]).splitlines()
    assert [line.split(" | ")[-1] for line in markdown] == ["Runs |", "--- |", "3 runs, sd 0.12 |", "- |"]


def test_two_runs_of_which_one_is_undefined_have_no_spread():
    assert "2 runs |" in dumps([row(runs=RunScores(scores=(86.0, None), sd=None))])


def test_lines_carry_their_verdict():
    assert [line.verdict for line in table([WORSE, WITHIN, row()])] == [
        None,
        Verdict.WORSE,
        Verdict.WITHIN,
        None,
    ]


def test_wide_characters_take_two_columns():
    header, plain, wide = (line.text for line in table([row(component="abcd"), row(component="日本")]))
    assert plain.index("86.41") == wide.index("86.41") + 2
    assert header.index("score") == plain.index("86.41")


def test_all_but_names_is_ascii():
    assert all(line.text.isascii() for line in table([WORSE, WITHIN, row(score=None)]))


@pytest.mark.parametrize(
    ("given", "passes", "failing"),
    [
        (row(), False, False),
        (row(verdict=Verdict.WITHIN), False, False),
        (row(verdict=Verdict.WORSE), True, True),
        (row(verdict=Verdict.MISSING), True, True),
        (row(verdict=Verdict.STALE), True, True),
        (row(verdict=Verdict.ERROR), True, True),
        (row(verdict=Verdict.BETTER, rule=Rule.PAIRED), False, False),
        (row(verdict=Verdict.BETTER, rule=Rule.OVERLAP, within_noise=False), False, True),
        (row(verdict=Verdict.BETTER, rule=Rule.PUBLISHED, within_noise=True), False, False),
        (row(verdict=Verdict.BETTER, rule=Rule.OVERLAP), True, False),
    ],
)
def test_which_rows_fail(given, passes, failing):
    assert fails(given, better_passes=passes) is failing
    word = table([given], better_passes=passes)[1].text.split()[-1]
    assert word.isupper() is failing


def test_the_summary_counts_verdicts():
    assert summary([WORSE, WITHIN, WITHIN, row()]) == "3 judged: 2 within noise, 1 worse; 1 not judged"
    assert summary([]) == "no rows"


def test_markdown_has_the_specifications_columns_first():
    header, rule, line = dumps([WORSE]).splitlines()
    assert header.startswith("| Component | Language | Metric | Score | 95% CI | Reference | Within noise |")
    assert line.startswith(
        "| tagger | en | LAS | 86.41 | [85.93, 86.88] | 88.10 [87.62, 88.57] | no | ewt | -1.69 |"
    )
    assert header.count("|") == rule.count("|") == line.count("|")


def test_markdown_puts_failing_rows_first_when_asked():
    assert dumps([WITHIN, WORSE]).index("UPOS") < dumps([WITHIN, WORSE]).index("LAS")
    first = dumps([WITHIN, WORSE], failing_first=True)
    assert first.index("LAS") < first.index("UPOS")


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        pytest.param("a|b", r"a\|b", id="the end of a cell"),
        pytest.param("a\\|b", r"a\\\|b", id="an escaped end"),
        pytest.param("<b>&amp;", "&lt;b&gt;&amp;amp;", id="HTML"),
        pytest.param("a  b", "a b", id="spaces"),
        pytest.param("*a* `b` _c_", r"\*a\* \`b\` \_c\_", id="emphasis and code"),
        pytest.param("my_model_v2", "my_model_v2", id="underscores in a word"),
        pytest.param("[x](y)", r"[x\](y)", id="a link"),
    ],
)
def test_markdown_shows_a_name_as_it_is(name, cell):
    assert dumps([row(component=name)]).splitlines()[2].startswith(f"| {cell} | en | LAS |")


def test_a_line_end_in_a_name_stays_in_its_cell():
    # No reader lets such a name pass; somebody who makes rows in Python may.
    assert len(dumps([row(component="a\nb")]).splitlines()) == 3


@pytest.mark.parametrize(
    ("scale", "score", "shown"),
    [(Scale.POINTS, 86.416, "86.42"), (Scale.RATIO, 0.98765, "0.9877"), (Scale.SECONDS, 0.01234, "0.012"),
     (Scale.USD, 0.00123, "0.0012"), (Scale.POINTS, -0.0, "0.00")],
)  # fmt: skip
def test_figures_have_the_decimals_of_their_scale(scale, score, shown):
    assert table([row(scale=scale, score=score)])[1].text.split()[1] == shown


def test_an_unknown_report_names_the_nearest():
    with pytest.raises(UsageError, match="there is no report 'jsn'; did you mean 'json'"):
        reporter("jsn")


@pytest.mark.parametrize("kind", report_types())
def test_every_reporter_writes_what_it_prints(kind, tmp_path):
    made = reporter(kind)
    made.write(tmp_path / "out", Report([WITHIN, WORSE]))
    assert (tmp_path / "out").read_text(encoding="utf-8") == made.dumps([WITHIN, WORSE])


def test_units_lie_beside_the_rows(tmp_path):
    stored = unitstore.StoredUnits({"0" * 64: ("a", "b")}, {})
    reporter("json").write(tmp_path / "rows.json", Report([WORSE], {WORSE.identity: stored}))
    assert rowsfile.read(tmp_path / "rows.json") == [WORSE]
    assert unitstore.read(tmp_path / "rows.units" / f"{WORSE.identity.digest}.npz") == stored


def test_units_are_left_alone_where_the_rows_cannot_be_written(tmp_path):
    (tmp_path / "rows.json").write_text("mine", encoding="utf-8")
    (tmp_path / "rows.json").chmod(0o444)
    with pytest.raises(RowsError, match="read-only"):
        reporter("json").write(
            tmp_path / "rows.json", Report([WORSE], {WORSE.identity: unitstore.StoredUnits()})
        )
    assert [path.name for path in tmp_path.iterdir()] == ["rows.json"]


@pytest.mark.parametrize(
    ("score", "reference", "scale", "cells"),
    [
        (2.26e-05, 2.2e-05, Scale.USD, ["2.26e-05", "-", "2.2e-05", "+6e-07"]),
        (0.00226, 0.002, Scale.USD, ["0.0023", "-", "0.0020", "+0.0003"]),
        (0.0012, 0.5, Scale.POINTS, ["0.0012", "-", "0.50", "-0.50"]),
        (0.0, 0.0, Scale.RATIO, ["0.0000", "-", "0.0000", "0.0000"]),
    ],
)
def test_an_amount_too_small_for_the_decimals_keeps_three_digits(score, reference, scale, cells):
    (_, line) = (
        line.text
        for line in table([row(score=score, reference=reference, scale=scale, verdict=Verdict.WORSE)])
    )

    assert re.split(r"  +", line)[1:5] == cells


@pytest.mark.parametrize("word", ["recorded", "accepted"])
def test_flags_stand_beside_what_was_done_about_a_verdict(word):
    (_, line) = (line.text for line in table([WORSE], words={WORSE.key: word}))

    assert line.endswith(f"{word} (small_sample)")


@pytest.mark.parametrize(
    ("passes", "cell"), [(True, "better (small_sample)"), (False, "BETTER (small_sample)")]
)
def test_flags_stand_beside_a_better_verdict_whether_it_passes_or_not(passes, cell):
    better = row(
        reference=80.0, verdict=Verdict.BETTER, rule=Rule.OVERLAP, within_noise=False, flags=("small_sample",)
    )
    (_, line) = (line.text for line in table([better], better_passes=passes))

    assert line.endswith(cell)
