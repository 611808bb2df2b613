"""The marker ``@pytest.mark.onenlp(...)`` makes a test a gate: the fields that it and a call may name."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict

import pytest

from pytest_onenlp.records.options import MOST_CHECKS
from pytest_onenlp.records.values import quoted

__all__ = [
    "ADDED_LATE",
    "GATE",
    "CheckFields",
    "ItemFields",
    "MarkedGate",
    "MarkerError",
    "ValueFields",
    "check_fields",
    "declared_checks",
    "gate_of",
]

DECLARED = "checks"
IDENTITY = ("component", "language", "dataset")
MARKER = "the onenlp marker"
ADDED_LATE = (
    "the onenlp marker was added while the test ran, but has to be there when tests are collected, because the level "
    "is divided among the checks of all gates: mark the test itself, its class or module, or a pytest.param of it"
)


class ValueFields(TypedDict, total=False):
    """What the check of a bare number may name, all of it optional."""

    component: str
    language: str
    dataset: str
    metrics: Collection[str] | Mapping[str, str]
    min: float | Mapping[str, float]
    slack: float
    min_effect: float
    max_loss: float
    resamples: int
    seed: int
    rule: str


class ItemFields(ValueFields, total=False):
    """What the check of one score an item may name."""

    missing: str


class CheckFields(ValueFields, total=False):
    """What a marker or a call may name; ``better`` is what a better score does: fail or pass."""

    better: str | Mapping[str, str | float]
    labels: Collection[str]
    slices: Collection[str]
    cluster: str
    id: str
    missing: str
    scale: str | Mapping[str, str]
    threshold: float
    disjoint_labels: bool
    id_field: str
    gold_field: str
    pred_field: str
    columns: Collection[str]
    header: bool
    token_column: int
    tag_column: int
    misc_key: str
    pred_token_column: int
    pred_tag_column: int
    scheme: str
    outside: Collection[str]
    alternatives: bool
    tag_names: Collection[str]
    spans_key: str
    ref: object
    source: object
    source_language: str
    target_language: str
    ref_field: Collection[str]
    source_field: str
    tokenize: str
    encoder: object
    comet_model: object
    comet_python: object
    comet_cache: object
    analyser: object
    standards: object
    language_cards: object
    accept_err: bool
    derived_morphology: bool


class MarkerError(ValueError):
    """The marker or a call says something the plugin does not know."""


@dataclass(frozen=True)
class MarkedGate:
    """What the markers of a test say together, the nearest one first."""

    fields: Mapping[str, Any] = field(default_factory=dict)
    checks: int = 1  # that the test makes

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that must be judged; none where the marker names none."""
        return tuple(self.fields.get("metrics") or ())


GATE = pytest.StashKey[MarkedGate]()


def gate_of(item: pytest.Item) -> MarkedGate:
    """The gate that the item's markers describe together.

    Raises:
        MarkerError: positional arguments, an unknown key, or a value of the wrong kind.
    """
    fields: dict[str, Any] = {}
    for mark in item.iter_markers("onenlp"):
        if mark.args:
            msg = f'{MARKER} takes named values only, as in component="fast tagger"; got {quoted(mark.args)}'
            raise MarkerError(msg)
        check_fields(mark.kwargs, MARKER)
        for key, value in mark.kwargs.items():
            fields.setdefault(key, value)
    return MarkedGate(fields, fields.pop(DECLARED, 1))


def declared_checks(item: pytest.Item) -> int:
    """How many checks the item's markers say that it makes; 1 where none says so, or what it says is no number."""
    said = next((mark.kwargs[DECLARED] for mark in item.iter_markers("onenlp") if DECLARED in mark.kwargs), 1)
    return said if isinstance(said, int) and 1 <= said <= MOST_CHECKS else 1


def check_fields(fields: Mapping[str, Any], where: str) -> None:
    """Raises MarkerError where a key is unknown or a value of the wrong kind."""
    from scoring.gates.keys import key_named  # no earlier: the user's own module may hide ours

    for name, value in fields.items():
        key = key_named(name)
        if name == DECLARED and where != MARKER:
            raise MarkerError(
                f"checks is for the marker, which says how many the test makes; remove it from {where}"
            )
        if key is None:
            raise MarkerError(f"{where} has no {name!r}; {nearest_key(name)}")
        needed = key.lacks(value)
        if needed:
            raise MarkerError(f"{name} is {quoted(value)} in {where}, but {needed} is needed")


def nearest_key(name: str) -> str:
    """What somebody probably meant by an unknown key."""
    from difflib import get_close_matches

    from scoring.gates.keys import key_names

    close = get_close_matches(name, key_names(), n=1)
    return f"did you mean {close[0]!r}?" if close else f"it takes {', '.join(key_names())}"
