"""A metric that another package adds by an entry point: in card, rows, intervals, breakdowns and comparison."""

import json

import numpy as np
import pytest

from scoring.base.errors import UsageError
from scoring.card import compare_runs, scored_run
from scoring.card.entries import entries
from scoring.card.markdown import card_markdown, comparison_markdown
from scoring.card.schema import dumps, loads, schema
from scoring.evidence.counts import Counts
from scoring.metrics import catalog
from scoring.metrics.metric import Metric
from scoring.mt.formulas import share
from scoring.mt.metrics.exact_match import EXACT_MATCH
from tests.mt.runs import entry, run

SHOUTING = [
    entry(n, prediction="ja!" if n % 4 == 0 else "ja", difficulty=n % 2 + 1) for n in range(60)
]  # 15 of 60
QUIET = [one | {"prediction": "ja"} for one in SHOUTING]


def shouts(segments):
    rows = [(float("!" in text), 1.0) for text in segments.outputs]
    return Counts(np.array(rows), ("shouts", "outputs"), share, 0.0)


def metric(measure=shouts, name="shouting", label="Shouting"):
    """A metric as a package makes it."""
    given = {key: getattr(EXACT_MATCH, key) for key in ("scale", "better", "status", "validation", "restore")}
    return Metric(
        id=name, label=label, task="mt", measure=measure, perfect=None, source="own",
        signature=f"own.{name}|v1", **given,
    )  # fmt: skip


@pytest.fixture
def installed(monkeypatch):
    """Puts metrics into the catalogue, as their entry points would."""

    def install(*added):
        monkeypatch.setattr(catalog, "entries", lambda group, kind: [(one.id, one) for one in added])
        catalog.metrics.cache_clear()

    yield install
    catalog.metrics.cache_clear()


def test_it_is_in_card_rows_intervals_breakdowns_and_entries(installed):
    installed(metric())
    done = scored_run(run(*SHOUTING), resamples=100)
    card, plain = done.card, json.loads(dumps(done.card))
    assert plain["scores"]["shouting"] == 0.25
    assert "added" not in plain["scores"]
    assert plain["signatures"]["shouting"] == "own.shouting|v1"
    assert {"shouting"} <= set(plain["status"]) & set(plain["validation"])
    ends = card.scores.confidence_intervals["shouting"]
    assert ends.ci_lower < 0.25 < ends.ci_upper
    assert card.scores.by_difficulty["1"].scores["shouting"] == 0.5  # every fourth entry is of difficulty 1
    assert card.scores.confidence_intervals_by_tier["2"]["shouting"].ci_upper == 0.0
    assert next(row for row in done.evaluation.rows if row.metric == "Shouting").score == 0.25
    assert [json.loads(line)["scores"]["shouting"] for line in entries(done).splitlines()][:2] == [1.0, 0.0]
    assert "| Shouting | 0.2500 |" in card_markdown(card)
    assert "shouting" not in card.signatures["composite"]


def test_a_card_with_it_is_read_again_and_a_field_that_nobody_knows_is_not(installed):
    installed(metric())
    plain = json.loads(dumps(scored_run(run(*SHOUTING), resamples=100).card))
    assert loads(plain, "card.json").scores.added == {"shouting": 0.25}
    with pytest.raises(Exception, match="shooting"):
        loads(plain | {"scores": plain["scores"] | {"shooting": 1.0}}, "card.json")
    scores = schema()["$defs"]["Scores"]
    assert "added" not in scores["properties"]
    assert "number" in str(scores["additionalProperties"])


def test_two_runs_are_compared_by_it(installed):
    installed(metric())
    found = compare_runs(run(*SHOUTING), run(*QUIET), resamples=100)
    assert (found.metrics["shouting"].first, found.metrics["shouting"].second) == (0.25, 0.0)
    assert "| Shouting | 0.2500 | 0.0000 |" in comparison_markdown(found)


def broken(segments):
    return segments.nothing


def short(segments):
    return Counts(np.ones((segments.units - 1, 2)), ("a", "b"), share, 1.0)


@pytest.mark.parametrize(
    ("measure", "why"),
    [(broken, "it raised AttributeError: "), (short, "it measured 59 units, but the run has 60")],
)
def test_its_own_fault_stops_no_run_and_is_a_caveat(installed, measure, why):
    installed(metric(measure))
    card = scored_run(run(*SHOUTING), resamples=100).card
    assert card.scores.exact_match_rate == 0.75
    assert card.scores.added == {"shouting": None}
    assert why in card.metric_availability["shouting"]
    assert any(caveat.startswith(f"Shouting (shouting) has no value: {why}") for caveat in card.caveats)


def test_it_may_not_have_the_name_of_another_field(installed):
    installed(metric(name="errors"))
    with pytest.raises(UsageError, match="'errors', as a field of the run card is: rename it"):
        scored_run(run(*SHOUTING), resamples=100)
