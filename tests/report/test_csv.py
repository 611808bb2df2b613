"""Rows as comma-separated values: read back by the standard library's reader, text for text."""

import csv
import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.metrics.metric import Better, Scale
from scoring.report import Report, reporter
from scoring.report.csv import COLUMNS, dumps
from scoring.rows.records import Row, RowDifference, RunScores
from scoring.rows.verdict import Rule, Verdict

NESTED = {"counts", "history", "why"}  # tables of their own, in the rows file


def row(**fields):
    given = {"component": "tagger", "language": "en", "dataset": "ewt", "metric": "LAS", "score": 86.41,
             "source": "s"}  # fmt: skip
    return Row(**given | fields)


def cells(*rows):
    return list(csv.DictReader(io.StringIO(dumps(rows), newline=""), strict=True))


WORSE = row(
    ci=(85.93, 86.88), scale=Scale.POINTS, better=Better.HIGHER, reference=88.1, reference_ci=(87.62, 88.57),
    difference=RowDifference(value=-1.69, ci=(-2.02, -1.35), p=0.001, adjusted_p=0.002, ours_ci=(85.0, 87.0)),
    verdict=Verdict.WORSE, rule=Rule.PAIRED, within_noise=False, flags=("small_sample", "no_units"), units=7,
)  # fmt: skip


def test_a_judged_row_has_its_figures_in_columns():
    (found,) = cells(WORSE)
    assert {name: text for name, text in found.items() if text} == {
        "component": "tagger", "language": "en", "dataset": "ewt", "metric": "LAS", "source": "s",
        "score": "86.41", "scale": "points", "better": "higher", "ci_low": "85.93", "ci_high": "86.88",
        "reference": "88.1", "reference_ci_low": "87.62", "reference_ci_high": "88.57", "units": "7",
        "difference": "-1.69", "difference_ci_low": "-2.02", "difference_ci_high": "-1.35",
        "difference_p": "0.001", "difference_adjusted_p": "0.002", "delta": "-1.69",
        "difference_ours_ci_low": "85.0", "difference_ours_ci_high": "87.0",
        "within_noise": "false", "verdict": "worse", "rule": "paired", "flags": "small_sample no_units",
    }  # fmt: skip


def test_every_field_that_is_no_table_has_a_column():
    ends = {"ci", "reference_ci"}
    fields = set(Row.__struct_fields__) - NESTED - ends | {f"{name}_low" for name in ends}
    assert fields <= set(COLUMNS)
    assert {f"difference_{name}" for name in ("p", "adjusted_p")} <= set(COLUMNS)


def test_the_scores_of_runs_stand_in_one_cell():
    (found,) = cells(row(runs=RunScores(scores=(86.0, None, 86.82), sd=0.58)))
    assert (found["runs"], found["runs_sd"]) == ("86.0  86.82", "0.58")


def test_the_header_stands_where_there_is_no_row():
    assert dumps([]) == ",".join(COLUMNS) + "\n"


def test_in_a_file_lines_end_as_the_standard_has_them_and_text_is_utf_8(tmp_path):
    reporter("csv").write(tmp_path / "rows.csv", Report([row(component="žluť", reason="one\ntwo")]))
    content = (tmp_path / "rows.csv").read_bytes()
    header, line = content.split(b"\r\n", 1)
    assert header.startswith(b"component,language,")
    assert line.startswith("žluť,en,ewt,LAS,86.41,".encode())
    assert b'"one\ntwo"' in line
    assert line.endswith(b",s\r\n")


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_text_that_a_spreadsheet_would_run_gets_an_apostrophe(text):
    (found,) = cells(row(component=text, reason=text))
    assert (found["component"], found["reason"]) == (f"'{text}", f"'{text}")


def test_figures_below_zero_stay_figures():
    (found,) = cells(row(score=-0.5, better=-1.0, reference=1.0))
    assert (found["score"], found["better"], found["delta"]) == ("-0.5", "-1.0", "-1.5")


@given(text=st.text(), flag=st.text(min_size=1))
@example(text='<a & b>|]]>\n"quoted"\r\n\u202eright to left\u200f,;\'', flag=",")
def test_any_text_is_read_back(text, flag):
    (found,) = cells(row(component=text, source=text, reason=text, flags=(flag,)))
    guard = "'" if text[:1] in {"=", "+", "-", "@", "\t", "\r"} else ""
    assert {found[name] for name in ("component", "source", "reason")} == {guard + text}
    assert found["flags"].removeprefix("'") == flag.removeprefix("'")
