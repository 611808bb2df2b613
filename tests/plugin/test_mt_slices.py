"""Slices of translations in which a metric has no value: said, left out, and never red for ever; with workers too."""

import json

from tests.mt.runs import document, entry
from tests.plugin.data import gate_file, read_rows

GATE = {
    "component": "mt", "task": "mt", "gold": "run.json", "pred": "run.json", "metrics": ["Terminology", "Composite"],
    "slices": ["difficulty"],
}  # fmt: skip
REFERENCE = ("--onenlp-reference", "refs.json")
UNDEFINED = "note: *: Terminology{difficulty=1} is undefined on this data and left out"
SHARED = "note: *: Composite{difficulty=1}: Terminology has no value here, so its weight is shared*"


def run_of(*terms):
    """Sixty entries of each difficulty; those with a term have it in every second source."""
    made = [
        entry(n, source=f"the {'hotel' if n % 2 and n % 3 in terms else 'dog'} {n}", difficulty=n % 3,
              prediction="ja" if n % 5 else "nein")
        for n in range(180)
    ]  # fmt: skip
    return json.dumps(document(*made, glossary={"hotel": ["ja"]}))


def test_a_slice_without_a_term_is_said_and_stays_green(both):
    both.write(run__json=run_of(0, 2), onenlp__toml=gate_file(GATE))
    result = both.run(*REFERENCE, "--onenlp-update")
    assert result.ret == 0
    result.stdout.fnmatch_lines_random([UNDEFINED, SHARED])
    rows = read_rows(both.path / "refs.json")
    assert "mt/Composite{difficulty=1}" in rows
    assert "mt/Terminology{difficulty=1}" not in rows
    again = both.run(*REFERENCE, "--onenlp-require", "all")
    assert again.ret == 0
    again.stdout.fnmatch_lines_random([UNDEFINED, SHARED])


def test_a_term_that_was_lost_with_its_entries_is_left_out_and_its_reference_is_pruned(both):
    both.write(run__json=run_of(0, 1, 2), onenlp__toml=gate_file(GATE))
    assert both.run(*REFERENCE, "--onenlp-update").ret == 0
    assert "mt/Terminology{difficulty=1}" in read_rows(both.path / "refs.json")
    both.write(run__json=run_of(0, 2))  # other sources, so other gold
    assert both.run(*REFERENCE, "--onenlp-accept", "mt/*", "--onenlp-reason", "new test set").ret == 0
    assert both.run(*REFERENCE, "--onenlp-prune").ret == 0
    assert "mt/Terminology{difficulty=1}" not in read_rows(both.path / "refs.json")
    assert both.run(*REFERENCE, "--onenlp-require", "all").ret == 0


def test_a_metric_that_a_slice_has_lost_on_the_same_gold_is_an_error(both):
    gate = GATE | {"metrics": ["Code switching"]}
    both.write(run__json=run_of(0, 2), onenlp__toml=gate_file(gate))
    assert both.run(*REFERENCE, "--onenlp-update").ret == 0
    failed = json.loads(run_of(0, 2))
    for one in failed["entries"]:
        if one["difficulty"] == 1:
            one["prediction"] = None
    both.write(run__json=json.dumps(failed))
    result = both.run(*REFERENCE)
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        ["*Code switching{difficulty=1}: error: the score is undefined on this data*"]
    )
