"""The page that says in words what is measured, and the code, say the same."""

import math
import re
from pathlib import Path

import pytest

from scoring.card.schema import schema
from scoring.mt.composite import PROFILES, TIERS, UNSCORED, Profile, tier
from scoring.mt.cost import FORMULAS
from scoring.mt.definitions import DEFINITIONS
from scoring.mt.family import metrics
from scoring.mt.metrics.overall import NAMES

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "mt-scoring.md"
SCALES = {"points": "0–100", "ratio": "0–1", "seconds": "seconds", "USD": "US dollars"}
OPEN_ENDED = {"ter": "0 and up", "length_ratio": "0 and up", "tokens_per_entry": "tokens"}

pytestmark = pytest.mark.source


def table(heading):
    """The rows of the first table under a heading, without its header; code marks taken off."""
    text = PAGE.read_text(encoding="utf-8").split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_page_defines_every_metric_as_the_code_does():
    said = {row[0]: row[1:] for row in table("Metrics")}
    assert said == {
        name: [
            one.label, OPEN_ENDED.get(name) or SCALES[one.scale], str(one.better), str(one.level), str(one.status),
            str(one.validation),
        ]
        for name, one in DEFINITIONS.items()
    }  # fmt: skip


def test_every_metric_that_is_built_is_defined_and_the_other_way_round():
    built = set(metrics())
    assert built <= set(DEFINITIONS)
    assert {name for name, one in DEFINITIONS.items() if one.status == "implemented"} == built


def test_the_page_weighs_every_metric_as_the_code_does():
    said = {row[0]: row[1:] for row in table("Composite")}
    assert said == {
        name: [f"{PROFILES[p][name]:.2f}" if name in PROFILES[p] else "" for p in (Profile.A, Profile.B)]
        for name in NAMES
    }
    for profile in Profile:
        assert math.isclose(math.fsum(PROFILES[profile].values()), 1.0)


def test_the_page_begins_every_tier_where_the_code_does():
    *said, last = table("Tiers")
    assert [(float(least), name) for least, name in said] == list(TIERS)
    assert last == ["null", UNSCORED]
    assert [tier(float(least)) for least, _ in said] == [name for _, name in said]


@pytest.mark.parametrize("known", [
    {"prompt_tokens": 7, "completion_tokens": 5, "entry_count": 3, "total_cost_usd": 0.25, "total_source_chars": 11,
     "composite": 0.8, "total_tokens": 12, "cost_per_entry_usd": 0.0833},
])  # fmt: skip
def test_the_page_computes_every_cost_figure_as_the_code_does(known):
    said = dict(table("Cost"))
    assert set(said) == set(FORMULAS)
    for name, formula in FORMULAS.items():
        assert re.fullmatch(r"[\w\s+*/().]+", said[name])
        computed = eval(said[name], {"__builtins__": {}, "log2": math.log2}, known)  # noqa: S307 - held to arithmetic above
        assert formula(known) == pytest.approx(computed)


def word(found):
    """A JSON Schema type in the page's words."""
    if "anyOf" in found:
        first, last = found["anyOf"]
        first, last = (last, first) if first.get("type") == "null" else (first, last)
        assert last == {"type": "null"}
        return f"{word(first)}, null"
    if "$ref" in found:
        return "record"
    if isinstance(found["type"], list):
        assert found["type"][1] == "null"
        return f"{word({**found, 'type': found['type'][0]})}, null"
    if found["type"] == "object":
        return f"by name: {word(found['additionalProperties'])}".replace(": by name", ", by name")
    if found["type"] == "array":
        return f"list of {word(found['items'])}s"
    if found["type"] == "number":
        return {1: "share", 100: "points"}.get(
            found.get("maximum"), "amount" if "minimum" in found else "number"
        )
    return {"integer": "count", "string": "text"}[found["type"]]


def test_the_page_types_every_field_of_the_card_as_the_schema_does():
    kinds = schema()["$defs"]
    fields = {
        start + name: word(found)
        for kind, start in (("RunCard", ""), ("Scores", "scores."), ("Totals", "totals."))
        for name, found in kinds[kind]["properties"].items()
    }
    assert dict(table("Run card")) == fields
