"""The page that says in words what is measured, and the code, say the same: neither changes alone."""

import math
from pathlib import Path

import pytest

from scoring.card import comparison
from scoring.evidence.evidence import whole
from scoring.mt import (
    compliance,
    composite,
    cost,
    detector,
    hallucination,
    repetition,
    switching,
    trial,
    word_alignment,
)  # fmt: skip
from scoring.mt.composite import PROFILES, TIERS, Profile, tier
from scoring.mt.definitions import DEFINITIONS
from scoring.mt.family import metrics
from scoring.mt.metrics import code_switching, hallucination_rate, length_ratio
from scoring.mt.metrics.surface import CHRF
from scoring.mt.standards import semantics
from scoring.mt.surface.chrf import chrf
from tests.mt import authority
from tests.mt.runs import entry, ready

pytestmark = pytest.mark.source

PLACE = Path(__file__).parents[2] / "docs" / "reference" / "mt-scoring.md"
# The wheel's run collects this file without the pages.
PAGE = PLACE.read_text(encoding="utf-8") if PLACE.exists() else ""
SCALARS = [
    (length_ratio, "TRUNCATED"), (length_ratio, "INFLATED"), (cost, "PER"), (comparison, "ALPHA"),
    (semantics, "VALID"), (semantics, "PARTIAL"), (semantics, "LONG"), (word_alignment, "GRAPHEMES"),
    (word_alignment, "FOLDS"), (hallucination, "COMMON"), (hallucination, "LIKELY"), (repetition, "RUNS"),
    (hallucination_rate, "MANY"), (detector, "UNFIT"), (detector, "STRANGE"), (trial, "RIGHT"), (trial, "WRONG"),
    (trial, "Z"), (switching, "OFTENER"), (switching, "GRAMMAR"), (switching, "HEARD"), (switching, "GAP"),
    (code_switching, "TRIED"), (code_switching, "SWITCHED"),
]  # fmt: skip
TABLES = [*PROFILES.values(), compliance.WEIGHTS, semantics.WEIGHTS]

pytestmark = pytest.mark.source


def test_page_and_code_say_the_same():
    assert authority.faults(PAGE) == []


def test_every_number_on_the_page_is_held_by_the_code():
    places = list(authority.NUMBER.finditer(PAGE))
    assert len(places) > 100
    unseen = []
    for found in places:
        number = found.group()
        other = number[:-1] + ("7" if number[-1] != "7" else "3")
        if not authority.faults(PAGE[: found.start()] + other + PAGE[found.end() :]):
            unseen.append((number, PAGE[found.start() - 30 : found.end() + 30]))
    assert unseen == []


@pytest.mark.parametrize(("module", "name"), SCALARS, ids=lambda one: getattr(one, "__name__", one))
def test_a_constant_of_the_code_does_not_change_alone(monkeypatch, module, name):
    monkeypatch.setattr(module, name, getattr(module, name) * 1.25 + 7)
    assert authority.faults(PAGE)


@pytest.mark.parametrize(
    ("place", "key"), [(place, key) for place, table in enumerate(TABLES) for key in table]
)
def test_a_weight_of_the_code_does_not_change_alone(monkeypatch, place, key):
    monkeypatch.setitem(TABLES[place], key, TABLES[place][key] + 0.01)
    assert authority.faults(PAGE)


@pytest.mark.parametrize("place", range(len(TIERS)))
def test_a_tier_of_the_code_does_not_begin_elsewhere(monkeypatch, place):
    moved = [(least + (0.01 if at == place else 0), name) for at, (least, name) in enumerate(TIERS)]
    monkeypatch.setattr(composite, "TIERS", tuple(moved))
    assert authority.faults(PAGE)


@pytest.mark.parametrize("name", cost.FORMULAS)
def test_a_formula_of_the_code_does_not_change_alone(monkeypatch, name):
    monkeypatch.setitem(cost.FORMULAS, name, lambda of, own=cost.FORMULAS[name]: own(of) * 1.001)
    assert authority.faults(PAGE)


def test_a_table_that_nothing_compares_is_a_fault():
    assert authority.faults(PAGE + "\n## More\n\n| a |\n| --- |\n| b |\n") == [
        "('More', 0) is compared with nothing"
    ]


def test_every_metric_that_is_built_is_defined_and_the_other_way_round():
    built = set(metrics())
    assert built <= set(DEFINITIONS)
    assert {name for name, one in DEFINITIONS.items() if one.status == "implemented"} == built


def test_the_weights_of_a_profile_add_up_to_one_and_tiers_begin_where_they_say():
    for profile in Profile:
        assert math.isclose(math.fsum(PROFILES[profile].values()), 1.0)
    assert [tier(least) for least, _ in TIERS] == [name for _, name in TIERS]


def test_chrf_of_a_run_has_the_settings_that_the_page_names():
    text, reference = "the cat sat", "the cat sat down there"
    made = ready(entry(1, references=[reference], prediction=text))
    assert whole(CHRF.measure(made)) == chrf([text], [[reference]]).score
