"""A part of the composite without a value is left out and its weight shared: in each draw, slice and tier, and said."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.card import compare_runs, scored_run
from scoring.evaluation.evaluate import evaluate
from scoring.evaluation.measurement import Wanted
from scoring.evidence.counts import Counts
from scoring.evidence.evidence import whole
from scoring.evidence.slice import within
from scoring.metrics.metric import NotAvailable
from scoring.mt.composite import PROFILES, Profile, composite
from scoring.mt.definitions import DEFINITIONS
from scoring.mt.family import metrics
from scoring.mt.formulas import share
from scoring.mt.metrics.overall import composite_of
from scoring.rows.records import Identity
from scoring.rows.references import References
from scoring.statistics.draws import weight_blocks
from scoring.statistics.resampling import Resampling, resample
from tests.mt.runs import entry, run

PARTS = [(profile, name) for profile in Profile for name in PROFILES[profile]]
ON_SLICES = Wanted(slices=("difficulty",))


def points(totals):
    return 100 * share(totals)


def part(name, rows):
    """Counts on the metric's scale: ``found`` of ``all``."""
    formula = points if name == "chrf_plus_plus" else share
    return Counts(np.array(rows, dtype=np.float64), ("found", "all"), formula, None)


def one_by_one(parts, profile, weights):
    """The composite of each draw by the plain definition, a draw and a metric at a time."""
    found = []
    for draw in weights:
        values = {}
        for name, evidence in parts.items():
            found_, all_ = draw @ evidence.table
            scale = 100 if name == "chrf_plus_plus" else 1
            values[name] = scale * found_ / all_ if all_ else None
        value = composite(values, profile)
        found.append(np.nan if value is None else value)
    return np.array(found)


def drawn_weights(units, resamples):
    blocks = [np.asarray(block, dtype=np.float64) for _, block in weight_blocks(units, resamples, 20260101)]
    return np.concatenate(blocks)


@pytest.mark.parametrize(("profile", "rare"), PARTS)
def test_each_draw_shares_the_weight_of_whichever_metric_it_lacks(profile, rare):
    units = 6
    rng = np.random.default_rng(7)
    parts = {
        name: part(name, np.c_[rng.integers(0, 3, units), np.full(units, 3)]) for name in PROFILES[profile]
    }
    parts[rare] = part(rare, [(1, 2), *[(0, 0)] * (units - 1)])  # one entry has it: every third draw does not
    drawn = resample([composite_of(parts, profile)], Resampling(100)).values[:, 0]
    weights = drawn_weights(units, 100)
    assert (weights[:, 0] == 0).any()
    assert drawn == pytest.approx(one_by_one(parts, profile, weights), abs=1e-12)


TABLE = st.lists(
    st.integers(0, 3).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))), min_size=4, max_size=4
)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(sorted(PROFILES[Profile.B])), TABLE, min_size=1), st.data())
def test_any_parts_under_any_draws_are_what_a_plain_loop_makes_of_them(tables, data):
    parts = {name: part(name, rows) for name, rows in tables.items()}
    blended = composite_of(parts, Profile.B)
    weights = np.array(
        data.draw(st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), min_size=1, max_size=5))
    )
    there = {name: one for name, one in parts.items() if one.table[:, 1].any()}
    if not there:
        assert isinstance(blended, NotAvailable)
        return
    expected = one_by_one(there, Profile.B, weights.astype(np.float64))
    assert blended.score(weights.astype(np.float64)) == pytest.approx(expected, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize(("profile", "rare"), PARTS)
def test_a_slice_without_a_metric_has_the_composite_of_the_others_and_says_so(profile, rare):
    parts = {name: part(name, [(1, 2), (1, 1), (0, 1)]) for name in PROFILES[profile]}
    parts[rare] = part(rare, [(1, 2), (0, 0), (0, 0)])
    cut = within(composite_of(parts, profile), np.array([False, True, True]))
    others = {name: 50.0 if name == "chrf_plus_plus" else 0.5 for name in parts if name != rare}
    assert whole(cut) == pytest.approx(composite(others, profile))
    label = DEFINITIONS[rare].label
    assert cut.notes == (f"{label} has no value here, so its weight is shared among the other metrics",)


def test_the_composite_is_null_only_where_every_part_is():
    parts = {
        "exact_match_rate": part("exact_match_rate", [(1, 1), (0, 0)]),
        "chrf_plus_plus": part("chrf_plus_plus", [(1, 1), (0, 0)]),
    }
    assert np.isnan(whole(within(composite_of(parts, Profile.B), np.array([False, True]))))


def uneven_run(**fields):
    """Entries of difficulty 1 have no output, term, usage or latency; two of difficulty 2 have a glossary term."""
    usage = {"prompt_tokens": 10, "completion_tokens": 5}
    hard = [
        entry(n, source=f"the dog {n}", prediction=None, difficulty=1, provenance="web") for n in range(30)
    ]
    easy = [
        entry(n, source=f"the hotel {n}" if n < 32 else f"the dog {n}", prediction="ja" if n % 3 else "nein",
              raw_prediction="{x} ja", usage=usage, latency_seconds=n, difficulty=2, provenance="books")
        for n in range(30, 60)
    ]  # fmt: skip
    return run(*hard, *easy, glossary={"hotel": ["ja"]}, pricing={"prompt": 1, "completion": 2}, **fields)


def evaluated(of, names, **more):
    return evaluate(
        "mt", of, of, identity=Identity("m", "en-de", "demo"), metrics=names, wanted=ON_SLICES, **more
    )


def test_the_row_says_what_few_entries_have_and_what_no_entry_of_a_slice_has():
    done = evaluated(uneven_run(), ["Composite"])
    said = {row.metric: row.reason for row in done.rows}
    assert said["Composite"] == (
        "Terminology has a value in 2 of 60 entries: resamples without them share its weight among the other metrics"
    )
    lost = "Terminology has no value here, so its weight is shared among the other metrics"
    assert lost in said["Composite{difficulty=1}"]
    assert any(note.startswith("Composite{difficulty=1}: ") and note.endswith(lost) for note in done.notes)
    assert "sparse" not in {flag for row in done.rows for flag in row.flags}


@pytest.mark.parametrize("name", list(metrics()))
def test_what_a_gate_cannot_judge_in_a_slice_is_said_and_no_row(name):
    label = DEFINITIONS[name].label
    done = evaluated(uneven_run(), [label])
    first, *cut = done.rows
    if label in done.unavailable:
        assert first.reason.startswith("not available: ")
        return
    assert all(row.score is not None for row in cut)
    there = {row.metric for row in cut}
    for value in ("1", "2"):
        row = f"{label}{{difficulty={value}}}"
        assert (row in there) != (f"{row} is undefined on this data and left out" in done.notes)


def test_a_slice_that_a_reference_knows_is_not_left_out(tmp_path):
    path = tmp_path / "refs.json"
    row = {
        "component": "m", "language": "en-de", "dataset": "demo", "metric": "Terminology{difficulty=1}",
        "score": 0.5, "scale": "ratio", "source": "by hand",
    }  # fmt: skip
    path.write_text(json.dumps({"schema": "onenlp-rows/1", "rows": [row]}))
    done = evaluated(uneven_run(), ["Terminology"], references=References.load([path]))
    verdicts = {row.metric: str(row.verdict) for row in done.rows}
    assert verdicts["Terminology{difficulty=1}"] == "error"


NULLED = [
    pytest.param({}, id="a tier of failures"),
    pytest.param({"elapsed_seconds": 0.0}, id="no time"),
    pytest.param({"languages": ("en", "crk")}, id="profile A without an analyser"),
    pytest.param({"languages": ("en", "zh")}, id="another script"),
]


@pytest.mark.parametrize("fields", NULLED)
def test_no_null_of_a_breakdown_is_without_a_reason(fields):
    card = scored_run(uneven_run(**fields), resamples=100).card
    for groups in (card.scores.by_difficulty, card.scores.by_provenance):
        assert set(groups) in ({"1", "2"}, {"web", "books"})
        for group in groups.values():
            nulls = {name for name, value in group.scores.items() if value is None}
            assert set(group.metric_availability) == nulls
            assert all(group.metric_availability.values())
            assert group.scores["composite"] is not None


def test_consistency_has_a_value_and_no_interval_on_the_whole_or_in_a_tier():
    made = [entry(n, source=f"the hotel {n}", prediction="ja", difficulty=n % 2) for n in range(20)]
    scores = scored_run(run(*made, glossary={"hotel": ["ja"]}), resamples=100).card.scores
    assert scores.consistency_score == 1.0
    assert [group.scores["consistency_score"] for group in scores.by_difficulty.values()] == [1.0, 1.0]
    every = [scores.confidence_intervals, *scores.confidence_intervals_by_tier.values()]
    assert ["consistency_score" in ends for ends in every] == [False] * 3


def test_runs_are_compared_by_the_composite_that_shares_weights_in_each_draw():
    first, second = uneven_run(), uneven_run()
    found = compare_runs(first, second, resamples=100)
    assert "terminology_adherence" in found.composite_of
    assert (found.metrics["composite"].difference, found.metrics["composite"].ci) == (0.0, (0.0, 0.0))
