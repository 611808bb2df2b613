"""Figures against others: the mean's interval and paired p-value of scipy, and the word error rates of jiwer."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from scoring import Identity, Settings, evaluate
from scoring.evidence.evidence import whole
from scoring.metrics import catalog
from scoring.metrics.declared import declared_metrics
from scoring.scores import SCORES
from scoring.scores.items import scored_items

IDENTITY = Identity("judge", "en", "demo")
JIWER = json.loads((Path(__file__).parent / "answers/jiwer.json").read_text(encoding="utf-8"))
DRAWS = 20_000


def marks(loss=0.0, items=120):
    draw = np.random.default_rng(3)
    values = draw.beta(2, 1, items)
    return np.clip(values - loss * draw.random(items), 0, 1)


def rows_of(data, formulas, ref_data=None, **settings):
    metrics = declared_metrics(formulas)
    return evaluate(
        "scores", None, data, identity=IDENTITY, metrics=metrics, ref_pred=ref_data, judge=ref_data is not None,
        settings=Settings(**settings),
    ).rows  # fmt: skip


@pytest.mark.parametrize(
    ("formula", "statistic"),
    [
        ("mean(score)", np.mean),
        ("median(score)", np.median),
        ("quantile(score, 0.9)", lambda values, axis: np.quantile(values, 0.9, axis=axis)),
    ],
)
def test_the_interval_is_the_percentile_interval_of_scipy(formula, statistic):
    values = marks()
    row = rows_of(scored_items(values), {"M": formula}, resamples=DRAWS)[0]
    other = stats.bootstrap(
        (values,), statistic, n_resamples=DRAWS, method="percentile", rng=np.random.default_rng(1)
    )
    assert row.score == pytest.approx(float(statistic(values, axis=0)))
    # The ends of an interval of 20,000 draws vary by some hundredths of its width.
    width = row.ci[1] - row.ci[0]
    assert row.ci == pytest.approx(tuple(other.confidence_interval), abs=0.05 * width)


def test_a_ratio_of_sums_is_resampled_by_item_as_scipy_does():
    draw = np.random.default_rng(5)
    words = draw.integers(5, 15, 80)
    errors = draw.binomial(words, 0.2)
    table = {"id": [f"u{n}" for n in range(80)], "errors": errors, "words": words}
    row = rows_of(table, {"WER": "sum(errors)/sum(words)"}, resamples=DRAWS)[0]
    other = stats.bootstrap(
        (errors, words), lambda e, w, axis: e.sum(axis) / w.sum(axis), paired=True, n_resamples=DRAWS,
        method="percentile", rng=np.random.default_rng(1), vectorized=True,
    )  # fmt: skip
    assert row.ci == pytest.approx(tuple(other.confidence_interval), abs=0.05 * (row.ci[1] - row.ci[0]))


@pytest.mark.parametrize("loss", [0.02, 0.04, 0.06])
def test_the_paired_p_value_is_that_of_a_permutation_test(loss):
    ours, reference = marks(loss) - 0.01 * np.sin(np.arange(120)), marks()
    row = rows_of(scored_items(ours), {"M": "mean(score)"}, scored_items(reference), resamples=DRAWS)[0]
    differences = ours - reference
    other = stats.permutation_test(
        (ours, reference), lambda a, b, axis: (a - b).mean(axis), permutation_type="samples", n_resamples=DRAWS,
        alternative="two-sided", rng=np.random.default_rng(1), vectorized=True,
    )  # fmt: skip
    assert row.difference.value == pytest.approx(float(differences.mean()))
    interval = stats.bootstrap(
        (differences,), np.mean, n_resamples=DRAWS, method="percentile", rng=np.random.default_rng(1)
    ).confidence_interval
    assert row.difference.ci == pytest.approx(tuple(interval), abs=0.05 * (interval[1] - interval[0]))
    assert row.difference.p == pytest.approx(other.pvalue, abs=0.02)


def test_the_word_error_rates_of_jiwer_follow_from_its_own_counts():
    assert (JIWER["program"], JIWER["version"]) == ("jiwer", "4.0.0")
    errors = "substitutions + deletions + insertions"
    formulas = {
        "WER": f"sum({errors})/sum(hits + substitutions + deletions)",
        "MER": f"sum({errors})/sum(hits + {errors})",
    }
    table = [{name: row[name] for name in row if name != "wer"} for row in JIWER["rows"]]
    rows = {row.metric: row for row in rows_of(table, formulas)}
    assert rows["WER"].score == pytest.approx(JIWER["wer"], rel=1e-12)
    assert rows["MER"].score == pytest.approx(JIWER["mer"], rel=1e-12)

    metric = catalog.select("scores", declared_metrics(formulas))[0]
    read = SCORES.read(table, "pred")
    aligned = SCORES.align(read, read)
    by_id = {row["id"]: row["wer"] for row in JIWER["rows"]}
    each = metric.measure(aligned).unit_scores()
    assert each == pytest.approx([by_id[name] for name in SCORES.unit_ids(aligned)], rel=1e-12)
    assert whole(metric.measure(aligned)) == pytest.approx(JIWER["wer"], rel=1e-12)
