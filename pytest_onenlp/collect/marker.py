"""The marker ``@pytest.mark.onenlp(...)`` makes a test a gate: what it may say, and what it must end with."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict

import pytest

from pytest_onenlp.check.outcome import OUTCOMES, Outcomes

__all__ = [
    "GATE",
    "LATE",
    "CheckFields",
    "MarkedGate",
    "MarkerError",
    "ValueFields",
    "check_fields",
    "gate_of",
    "settled",
    "shown",
    "unjudged",
]

IDENTITY = ("component", "language", "dataset")
HERE = "the onenlp marker"
LATE = (
    "the onenlp marker was added while the test ran, but has to be there when tests are collected, because the level "
    "is divided among the gates: mark the test itself, its class or module, or a pytest.param of it"
)


class ValueFields(TypedDict, total=False):
    """What the check of a bare number may name, all of it optional."""

    component: str
    language: str
    dataset: str
    metrics: Collection[str]
    min: float | Mapping[str, float]
    slack: float
    min_effect: float
    resamples: int
    seed: int
    rule: str


class CheckFields(ValueFields, total=False):
    """What a marker or a call may name; ``better`` is what a better score does: fail or pass."""

    better: str
    labels: Collection[str]
    slices: Collection[str]
    cluster: str
    threshold: float
    encoder: object
    comet_model: object
    analyser: object


class MarkerError(ValueError):
    """The marker or a call says something the plugin does not know."""


@dataclass(frozen=True)
class MarkedGate:
    """What the markers of a test say together, the nearest one first."""

    fields: Mapping[str, Any] = field(default_factory=dict)

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
            msg = f'{HERE} takes named values only, as in component="fast tagger"; got {shown(mark.args)}'
            raise MarkerError(msg)
        check_fields(mark.kwargs, HERE)
        for key, value in mark.kwargs.items():
            fields.setdefault(key, value)
    return MarkedGate(fields)


def check_fields(fields: Mapping[str, Any], where: str) -> None:
    """Raises MarkerError where a key is unknown or a value of the wrong kind."""
    from scoring.gates.keys import key_named  # no earlier: the user's own module may hide ours

    for name, value in fields.items():
        key = key_named(name)
        if key is None:
            raise MarkerError(f"{where} has no {name!r}; {hint(name)}")
        needed = key.lacks(value)
        if needed:
            raise MarkerError(f"{name} is {shown(value)} in {where}, but {needed} is needed")


def shown(value: object) -> str:
    """A value as a message quotes it, cut where it is long; its type where it cannot be shown."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - a stranger's repr, or a number of too many digits
        return f"a value of type {type(value).__name__} that cannot be shown"
    return text if len(text) <= 80 else f"{text[:77]}..."


def hint(name: str) -> str:
    """What somebody probably meant by an unknown key."""
    from difflib import get_close_matches

    from scoring.gates.keys import key_names

    close = get_close_matches(name, key_names(), n=1)
    return f"did you mean {close[0]!r}?" if close else f"it takes {', '.join(key_names())}"


def settled(item: pytest.Item) -> bool:
    """Whether a gate, however it ends, has judged all rows that can be its own: those that its marker names whole."""
    from pytest_onenlp.collect.gates import GateItem

    gate, outcomes = item.stash.get(GATE, MarkedGate()), item.stash.get(OUTCOMES, Outcomes())
    if isinstance(item, GateItem):  # one check, which records every row before it raises
        return bool(outcomes.judged)
    named = gate.metrics and all(key in gate.fields for key in IDENTITY)
    return bool(named) and all(name in outcomes.judged for name in gate.metrics)


def unjudged(item: pytest.Item) -> str | None:
    """What a gate that has run left unjudged, in words; None where every metric has its verdict."""
    if GATE not in item.stash:
        return LATE
    outcomes = item.stash.get(OUTCOMES, Outcomes())
    judged = outcomes.judged
    gate = item.stash.get(GATE, MarkedGate())
    lacking = [name for name in gate.metrics if name not in judged]
    if not judged:
        named = f" for {', '.join(lacking)}" if lacking else ""
        return (
            f"judged nothing{named}: a test with the onenlp marker must call a check_… of the onenlp fixture"
        )
    if lacking:
        return f"judged nothing for {', '.join(lacking)}, which the marker names: check it too"
    if outcomes.floors:
        from pytest_onenlp.collect.settings import unfloored

        return unfloored(outcomes.floors, judged)
    return None
