"""The exit status: 2 before 1 before 3, else 0."""

import pytest

from scoring.cli import main
from scoring.cli.delivery import exit_status
from scoring.rows.records import Row
from scoring.rows.verdict import Rule, Verdict
from tests.cli.files import write_pair, write_rows


@pytest.fixture
def pair(tmp_path):
    return ["ud", *write_pair(tmp_path)]  # UPOS 91.67


@pytest.mark.parametrize(
    ("options", "status"),
    [
        pytest.param([], 0, id="not judged"),
        pytest.param(["--reference", "UPOS=91.67"], 0, id="within noise"),
        pytest.param(["--reference", "UPOS=99"], 1, id="worse"),
        pytest.param(["--reference", "UPOS=60"], 1, id="better outside noise"),
        pytest.param(["--reference", "UPOS=60", "--better", "fail"], 1, id="better, and said to fail"),
        pytest.param(["--reference", "UPOS=60", "--better", "pass"], 0, id="better, and said to pass"),
        pytest.param(["--reference", "UPOS=99", "--better", "pass"], 1, id="worse passes never"),
        pytest.param(["--reference", "UPOS=0.9167"], 2, id="a share for points"),
    ],
)
def test_of_one_number(pair, options, status):
    assert main([*pair, *options]) == status


@pytest.mark.parametrize(
    ("row", "status"),
    [
        pytest.param({"score": 91.5}, 0, id="within noise"),
        pytest.param({"score": 91.5, "dataset": "other"}, 3, id="missing"),
        pytest.param({"score": 91.5, "gold_sha256": "0" * 64}, 3, id="stale: other gold"),
        pytest.param({"score": 91.5, "units": 39}, 3, id="stale: other units"),
        pytest.param({"score": 91.5, "signature": "ud.upos.f1|v0"}, 3, id="stale: other metric"),
        pytest.param({"score": None, "reason": "x"}, 2, id="a reference without a score"),
    ],
)
def test_of_one_reference_row(pair, tmp_path, row, status):
    refs = write_rows(tmp_path / "refs.json", row)
    assert main([*pair, "--reference-file", str(refs)]) == status


def row(verdict, rule=None):
    return Row(
        component="c",
        language="l",
        dataset="d",
        metric="m",
        score=1.0,
        source="s",
        verdict=verdict,
        rule=rule,
    )


WITHIN, MISSING, STALE = row(Verdict.WITHIN), row(Verdict.MISSING), row(Verdict.STALE)
WORSE, ERROR = row(Verdict.WORSE), row(Verdict.ERROR)


@pytest.mark.parametrize(
    ("rows", "status"),
    [
        pytest.param([], 0, id="no rows"),
        pytest.param([row(None)], 0, id="not judged"),
        pytest.param([WITHIN, row(Verdict.BETTER, Rule.PAIRED)], 0, id="better by pairs"),
        pytest.param([row(Verdict.BETTER, Rule.OVERLAP)], 1, id="better outside noise"),
        pytest.param([WITHIN, MISSING], 3, id="missing"),
        pytest.param([WITHIN, STALE], 3, id="stale"),
        pytest.param([MISSING, WORSE, STALE], 1, id="worse before missing"),
        pytest.param([MISSING, WORSE, ERROR], 2, id="error before worse"),
    ],
)
def test_the_gravest_row_decides(rows, status):
    assert exit_status(rows) == status
