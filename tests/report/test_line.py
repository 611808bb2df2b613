"""The one-line reason of a row: the verdict in its first 60 characters, whatever the names."""

import pytest

from scoring.metrics.metric import Better, Scale
from scoring.report.line import line_of
from scoring.rows.records import Row, RowDifference
from scoring.rows.verdict import Rule, Verdict


def row(**fields):
    given = {"component": "fast tagger", "language": "en", "dataset": "UD English-EWT test", "metric": "LAS",
             "score": 86.41, "source": "s", "better": Better.HIGHER}  # fmt: skip
    return Row(**given | fields)


MEASURED = {"reference": 88.10, "reference_ci": (87.62, 88.57)}
PAIRED = {"difference": RowDifference(value=-1.69, ci=(-2.02, -1.35), p=0.001)}
NAME = "fast tagger/en/UD English-EWT test/LAS"


@pytest.mark.parametrize(
    ("given", "line"),
    [
        pytest.param(
            row(verdict=Verdict.WORSE, rule=Rule.PAIRED, **MEASURED, **PAIRED),
            f"{NAME} 86.41 is 1.69 below 88.10 [87.62, 88.57]; paired -1.69 [-2.02, -1.35]",
            id="worse by pairs",
        ),
        pytest.param(
            row(verdict=Verdict.WORSE, rule=Rule.PUBLISHED, reference=88.10),
            f"{NAME} 86.41 is 1.69 below 88.10",
            id="worse than a published number",
        ),
        pytest.param(
            row(score=89.0, better=Better.LOWER, verdict=Verdict.WORSE, rule=Rule.OVERLAP, **MEASURED),
            f"{NAME} 89.00 is 0.90 above 88.10 [87.62, 88.57]",
            id="worse where lower is better",
        ),
        pytest.param(
            row(
                score=0.91,
                scale=Scale.RATIO,
                better=1.0,
                reference=0.98,
                verdict=Verdict.WORSE,
                rule=Rule.PUBLISHED,
            ),
            "…/en/UD English-EWT test/LAS 0.9100 is 0.0700 below 0.9800 (ideal 1)",
            id="worse from an ideal value",
        ),
        pytest.param(
            row(verdict=Verdict.WORSE, rule=Rule.MIN, reason="the absolute floor (min) is 87", **MEASURED),
            "…/en/UD English-EWT test/LAS 86.41 is beyond its floor: the absolute floor (min) is 87; "
            "the reference is 88.10 [87.62, 88.57]",
            id="beyond its floor",
        ),
        pytest.param(
            row(score=90, verdict=Verdict.BETTER, rule=Rule.OVERLAP, **MEASURED),
            f"{NAME} 90.00 is 1.90 above 88.10 [87.62, 88.57]; better than noise, so the reference is out of date",
            id="better than noise",
        ),
        pytest.param(
            row(verdict=Verdict.WITHIN, rule=Rule.OVERLAP, **MEASURED),
            f"{NAME} 86.41 is within noise of 88.10 [87.62, 88.57]",
            id="within",
        ),
        pytest.param(row(), f"{NAME} 86.41 is not judged", id="not judged"),
        pytest.param(
            row(verdict=Verdict.STALE, reason="the gold data has changed"),
            f"{NAME} 86.41: stale reference: the gold data has changed".replace("fast tagger/en", "…/en"),
            id="stale",
        ),
        pytest.param(
            row(score=None, verdict=Verdict.ERROR, reason="no units"), f"{NAME}: error: no units", id="error"
        ),
    ],
)
def test_each_verdict(given, line):
    assert line_of(given) == line


def test_a_missing_row_names_the_closest_and_the_command():
    assert line_of(row(verdict=Verdict.MISSING), closest="a/b/c/LAS", record="pytest --onenlp-update") == (
        f"{NAME} 86.41: no reference; the closest row is a/b/c/LAS; record it: pytest --onenlp-update"
    )


@pytest.mark.parametrize("verdict", list(Verdict))
@pytest.mark.parametrize("component", ["c", "x" * 200])
@pytest.mark.parametrize("dataset", ["d", "y" * 200])
def test_the_verdict_stands_in_the_first_60_characters(verdict, component, dataset):
    rule = Rule.MARGIN if verdict is Verdict.INCONCLUSIVE else Rule.PUBLISHED
    line = line_of(row(component=component, dataset=dataset, verdict=verdict, reference=88.1, rule=rule))
    words = {"within": "within noise", "worse": "below", "better": "below", "missing": "no reference",
             "stale": "stale", "error": "error", "inconclusive": "inconclusive"}  # fmt: skip
    assert words[verdict] in line[:60]
    assert "/LAS" in line[:60]


def test_a_difference_too_small_for_two_decimals_is_not_shown_as_nothing():
    line = line_of(row(score=88.1, reference=88.1012, verdict=Verdict.WORSE, rule=Rule.PAIRED))
    assert "is 0.0012 below 88.10" in line
