"""The marker ``@pytest.mark.onenlp(...)`` makes a test a gate: what it may say, and what it must end with."""

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict

import pytest

from pytest_onenlp.check.outcome import OUTCOMES, Outcomes
from pytest_onenlp.options import MOST_RESAMPLES, finite

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
JUDGING = ("min", "slack", "min_effect", "resamples", "seed", "better", "rule")
ENGINES = ("encoder", "comet_model")
TASK_OPTIONS = (
    "cluster",
    "threshold",
    *ENGINES,
    "analyser",
)  # handed to the task as they are: each task says what it takes
KEYS = (*IDENTITY, "metrics", "labels", "slices", *JUDGING, *TASK_OPTIONS)
WORDS = {"better": ("fail", "pass"), "rule": ("auto", "spec")}
LISTS = {"metrics": '["UPOS", "LAS"]', "labels": '["PER", "LOC"]', "slices": '["domain", "genre=news"]'}
MOST = {"resamples": MOST_RESAMPLES, "seed": (1 << 64) - 1}
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
    for key, value in fields.items():
        if key not in KEYS:
            raise MarkerError(f"{where} has no {key!r}; {hint(key)}")
        need = needed(key, value)
        if need:
            raise MarkerError(f"{key} is {shown(value)} in {where}, but {need} is needed")


def shown(value: object) -> str:
    """A value as a message quotes it, cut where it is long; its type where it cannot be shown."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - a stranger's repr, or a number of too many digits
        return f"a value of type {type(value).__name__} that cannot be shown"
    return text if len(text) <= 80 else f"{text[:77]}..."


def hint(key: str) -> str:
    """What somebody probably meant by an unknown key."""
    from difflib import get_close_matches

    close = get_close_matches(key, KEYS, n=1)
    return f"did you mean {close[0]!r}?" if close else f"it takes {', '.join(KEYS)}"


def engine(key: str, value: object) -> str | None:
    """What an engine of translation has to be, None where it is: a name or path, or the thing itself."""
    if isinstance(value, str | os.PathLike) and os.fspath(value):
        return None
    if key == "analyser":
        return None if hasattr(value, "analyses") else "a path, or what mt.fst.load returned,"
    return None if callable(value) else "the name or path of a model, or a function,"


def needed(key: str, value: object) -> str | None:
    """What a value of that key has to be, None where it is."""
    if key in (*IDENTITY, "cluster"):
        return None if isinstance(value, str) and value.strip() else "a name"
    if key in LISTS:
        names = value if isinstance(value, list | tuple | set | frozenset) else ()
        good = names and all(isinstance(name, str) and name for name in names)
        return None if good else f"a list with at least one name, as in {LISTS[key]},"
    if key in (*ENGINES, "analyser"):
        return engine(key, value)
    if key == "threshold":
        return None if finite(value) else "a number"
    if key in WORDS:
        return None if value in WORDS[key] else " or ".join(repr(word) for word in WORDS[key])
    if key == "min":
        floors = list(value.values()) if isinstance(value, Mapping) else [value]
        return (
            None
            if floors and all(finite(floor) for floor in floors)
            else 'a number, or numbers by metric, as in {"LAS": 80.0},'
        )
    if key in MOST:
        good = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST[key]
        return None if good else f"a whole number from 0 to {MOST[key]}"
    return None if finite(value) and float(value) >= 0 else "a number of 0 or more"  # type: ignore[arg-type]  # finite


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
